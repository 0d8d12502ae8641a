with Tap("run.jsonl") as tap, OpenAI(http_client=httpx.Client(event_hooks={"response": [tap.response]}, headers={"accept-encoding": "identity"})) as client:
    for chunk in client.chat.completions.create(model=model, messages=messages, stream=True):
        act(chunk); tap.handoff()
