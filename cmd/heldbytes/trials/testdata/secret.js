// Reads what fetch gives, with the payload that is asked for, or a tap's own choice.
import { Tap } from "./heldbytes-tap.js";

const [, , url, path, payload] = process.argv;
const tap = new Tap(path, { every: 3, ...(payload && { payload }) });
const response = await tap.fetch(url, { headers: { authorization: url } });
for await (const chunk of response.body) tap.handoff(1, chunk.length);
await tap.close();
