"""An agent whose parser hands off an event when the next one begins."""
import asyncio
import sys

import aiohttp

from heldbytes_tap import Tap


async def main():
    async with aiohttp.ClientSession() as session, session.get(sys.argv[1]) as response:
        with Tap(sys.argv[2], every=0.003) as tap:
            event = b""
            async for line in tap.response(response).content:
                if line.startswith(b"data:") and event:
                    tap.handoff(bytes=len(event))
                    event = b""
                event += line
            tap.handoff(bytes=len(event))


asyncio.run(main())
