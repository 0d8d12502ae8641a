import { request } from "undici";

import { Tap } from "./heldbytes-tap.js";

const url = process.argv[2], act = () => {};
async function* parse(body) {
  const decoder = new TextDecoder();
  let buffer = "";
  for await (const chunk of body) {
    const lines = (buffer + decoder.decode(chunk, { stream: true })).split("\n");
    buffer = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}
RECIPE
