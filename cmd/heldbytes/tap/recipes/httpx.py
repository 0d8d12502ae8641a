with Tap("run.jsonl") as tap, httpx.Client(event_hooks={"response": [tap.response]}) as client, client.stream("GET", url) as response:
    for line in response.iter_lines():
        act(line); tap.handoff()  # of server-sent events: at the blank line that ends one
