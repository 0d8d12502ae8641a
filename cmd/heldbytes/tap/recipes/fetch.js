const tap = new Tap("run.jsonl"), response = await tap.fetch(url);
for await (const event of parse(response.body)) { act(event); tap.handoff(); }
await tap.close();
