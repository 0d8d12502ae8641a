// An agent whose pattern takes the end of what came for the end of an event.
import { Tap } from "./heldbytes-tap.js";

const [, , url, path] = process.argv;
const tap = new Tap(path, { every: 3 });
const decoder = new TextDecoder();
let buffer = "";
for await (const chunk of (await tap.fetch(url)).body) {
  buffer += decoder.decode(chunk, { stream: true });
  for (const [event] of buffer.matchAll(/data: [\s\S]*?(?:\n\n|$)/g)) tap.handoff(1, Buffer.byteLength(event));
  buffer = "";
}
await tap.close();
