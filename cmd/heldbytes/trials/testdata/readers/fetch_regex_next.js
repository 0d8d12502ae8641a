// An agent that scans for an event and the one that begins behind it.
import { Tap } from "./heldbytes-tap.js";

const [, , url, path] = process.argv;
const tap = new Tap(path, { every: 3 });
const decoder = new TextDecoder();
let buffer = "";
const scan = (pattern) => {
  for (let m; (m = pattern.exec(buffer)); buffer = buffer.slice(m[0].length)) tap.handoff(1, Buffer.byteLength(m[0]));
};
for await (const chunk of (await tap.fetch(url)).body) {
  buffer += decoder.decode(chunk, { stream: true });
  scan(/^data: ([\s\S]*?)\n\n(?=data: )/);
}
scan(/^data: ([\s\S]*?)\n\n/);
await tap.close();
