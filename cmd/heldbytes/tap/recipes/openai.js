const tap = new Tap("run.jsonl"), client = new OpenAI({ fetch: tap.fetch });
for await (const chunk of await client.chat.completions.create({ model, messages, stream: true })) { act(chunk); tap.handoff(); }
await tap.close();
