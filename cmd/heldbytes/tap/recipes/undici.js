const tap = new Tap("run.jsonl"), { body, headers } = await request(url);
for await (const event of parse(tap.wrap(body))) { act(event); tap.handoff(); }
await tap.close();
