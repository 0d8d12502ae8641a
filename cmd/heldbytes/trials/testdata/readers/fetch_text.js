// An agent that waits for the text of a response and then splits it.
import { Tap } from "./heldbytes-tap.js";

const [, , url, path] = process.argv;
const tap = new Tap(path, { every: 3 });
const text = await (await tap.fetch(url)).text();
for (const event of text.split("\n\n").slice(0, -1)) tap.handoff(1, Buffer.byteLength(event) + 2);
await tap.close();
