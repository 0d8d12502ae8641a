// Reads all there is, and only then counts events.
import { Tap } from "./heldbytes-tap.js";

const tap = new Tap("run.jsonl", { contentType: "application/x-ndjson" });
const chunks = function* () { for (let i = 0; i < 20; i++) yield Buffer.from('{"n":1}\n'); };
let all = "";
for await (const chunk of tap.wrap(chunks())) all += chunk;
for (const line of all.trim().split("\n")) tap.handoff();
await tap.close();
