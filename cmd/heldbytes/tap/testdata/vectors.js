// Masks each vector of the file named, whole, cut in two everywhere and byte by byte, and says which come out wrong.
import { readFileSync } from "node:fs";
import { maskFor } from "./heldbytes-tap.js";

const of = (vector, name) => (name in vector ? Buffer.from(vector[name]) : Buffer.from(vector[`${name}_b64`], "base64"));

let tried = 0;
for (const line of readFileSync(process.argv[2], "utf8").trimEnd().split("\n")) {
  const vector = JSON.parse(line), want = of(vector, "out"), body = of(vector, "in");
  const cuts = Array.from({ length: body.length + 1 }, (_, i) => [0, i, body.length]);
  cuts.push(Array.from({ length: body.length + 1 }, (_, i) => i));
  for (const cut of cuts) {
    const mask = maskFor(vector.content_type), got = Uint8Array.from(body);
    for (let i = 1; i < cut.length; i++) mask.apply(got.subarray(cut[i - 1], cut[i]));
    if (want.compare(got) !== 0) {
      console.log(`${vector.name}, cut at ${cut}: got ${Buffer.from(got)}, want ${want}`);
      break;
    }
  }
  tried++;
}
console.log(tried);
