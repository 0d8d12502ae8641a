// Reads on behind reads that were dropped, until one is kept again.
import { setTimeout } from "node:timers/promises";
import { Tap } from "./heldbytes-tap.js";

const tap = new Tap("run.jsonl", { contentType: "text/plain", room: 20000, every: 10 });
async function* chunks() {
  yield Buffer.from("content-length: 1");
  while (!tap.dropped) yield Buffer.from("4".repeat(500));
  for (let before = -1; before !== tap.dropped;) {
    before = tap.dropped;
    await setTimeout(5);
    yield Buffer.from("4".repeat(500));
  }
}
for await (const chunk of tap.wrap(chunks())) chunk.length;
await tap.close();
