const tap = new Tap("run.jsonl"), openai = createOpenAI({ fetch: tap.fetch });
for await (const part of streamText({ model: openai.chat(model), prompt }).textStream) { act(part); tap.handoff(); }
await tap.close();
