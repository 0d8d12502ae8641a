// An agent that splits at blank lines as LF has them.
import { Tap } from "./heldbytes-tap.js";

const [, , url, path] = process.argv;
const tap = new Tap(path, { every: 3 });
const decoder = new TextDecoder();
let buffer = "";
for await (const chunk of (await tap.fetch(url)).body) {
  const events = (buffer + decoder.decode(chunk, { stream: true })).split("\n\n");
  buffer = events.pop();
  for (const _ of events) tap.handoff();
  tap.held(Buffer.byteLength(buffer));
}
tap.held(0); // what is left is given up
await tap.close();
