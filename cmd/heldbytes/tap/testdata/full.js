// Reads more than a tap has room for before it may write, and says what it dropped.
import { Tap } from "./heldbytes-tap.js";

const tap = new Tap("run.jsonl", { contentType: "application/x-ndjson", room: 20000, every: 3600_000 });
const chunks = function* () { for (let i = 0; i < 1000; i++) yield Buffer.from('{"n":1}\n'.repeat(20)); };
let n = 0;
for await (const chunk of tap.wrap(chunks())) {
  n += chunk.length;
  tap.handoff(20, chunk.length);
}
if (n !== 160000) throw new Error(`read ${n} bytes`);
await tap.close();
console.log(tap.dropped);
