with Tap("run.jsonl") as tap:
    async for line in tap.response(await session.get(url)).content:
        act(line); tap.handoff()  # of server-sent events: at the blank line that ends one
