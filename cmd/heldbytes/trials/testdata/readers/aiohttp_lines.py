"""An agent that takes lines from aiohttp's StreamReader."""
import asyncio
import sys

import aiohttp

from heldbytes_tap import Tap


async def main():
    async with aiohttp.ClientSession() as session, session.get(sys.argv[1]) as response:
        with Tap(sys.argv[2], every=0.003) as tap:
            async for line in tap.response(response).content:
                tap.handoff(bytes=len(line))


asyncio.run(main())
