const { body, headers } = await request(url), tap = new Tap("run.jsonl", { contentType: headers["content-type"] });
for await (const event of parse(tap.wrap(body))) { act(event); tap.handoff(); }
await tap.close();
