with Tap("run.jsonl") as tap, Anthropic(http_client=httpx.Client(event_hooks={"response": [tap.response]}, headers={"accept-encoding": "identity"})) as client:
    for event in client.messages.create(model=model, messages=messages, max_tokens=1024, stream=True):
        act(event); tap.handoff()
