// An agent that parses what fetch gives, chunk by chunk.
import { Tap } from "./heldbytes-tap.js";

const [, , url, path] = process.argv;
const tap = new Tap(path, { every: 3 });
const response = await tap.fetch(url);
const decoder = new TextDecoder();
let buffer = "";
for await (const chunk of response.body) {
  buffer += decoder.decode(chunk, { stream: true });
  for (let end; (end = buffer.indexOf("\n\n")) >= 0; buffer = buffer.slice(end + 2)) {
    tap.handoff(1, Buffer.byteLength(buffer.slice(0, end + 2)));
  }
}
await tap.close();
