const tap = new Tap("run.jsonl"), openai = createOpenAI({ fetch: tap.fetch }), options = { model: openai.chat(model), prompt };
for await (const part of streamText({ ...options, includeRawChunks: true }).fullStream) { act(part); if (part.type === "raw") tap.handoff(); }
await tap.close();
