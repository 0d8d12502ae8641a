// Times a reader bare, recorded, and recorded and written meanwhile; prints ns a chunk of each, the fastest of runs.
import { Tap } from "./heldbytes-tap.js";

const [runs, chunks] = process.argv.slice(2).map(Number);
const event = Buffer.from('data: {"id":"chatcmpl-0","choices":[{"index":0,"delta":{"content":" word"},"finish_reason":null}]}\n\n');
async function* came() {
  for (let i = 0; i < chunks; i++) {
    if (i % 1000 === 0) await new Promise(setImmediate); // so that timers run
    yield event;
  }
}

async function bare() {
  const start = performance.now();
  for await (const chunk of came()) if (chunk.length === 0) return 0;
  return performance.now() - start;
}

async function recorded(every, payload) {
  const tap = new Tap("run.jsonl", { contentType: "text/event-stream", payload, room: 2 ** 30, every });
  const start = performance.now();
  for await (const chunk of tap.wrap(came())) tap.handoff(1, chunk.length);
  const took = performance.now() - start;
  await tap.close();
  return took;
}

const times = { bare: [], recorded: [], written: [] };
for (let i = 0; i < runs; i++) {
  times.bare.push(await bare());
  times.recorded.push(await recorded(3600_000, "none"));
  times.written.push(await recorded(20, "mask"));
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.min(...all) * 1e6 / chunks]))));
