import asyncio
import sys

import aiohttp

from heldbytes_tap import Tap

url, act = sys.argv[1], lambda event: None


async def main():
    async with aiohttp.ClientSession() as session:
        RECIPE


asyncio.run(main())
