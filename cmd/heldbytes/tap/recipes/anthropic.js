const tap = new Tap("run.jsonl"), client = new Anthropic({ fetch: tap.fetch });
for await (const event of await client.messages.create({ model, messages, max_tokens: 1024, stream: true })) { act(event); tap.handoff(); }
await tap.close();
