with Tap("run.jsonl") as tap, requests.get(url, stream=True) as response:
    for line in tap.response(response).iter_lines():
        act(line); tap.handoff()  # of server-sent events: at the blank line that ends one
