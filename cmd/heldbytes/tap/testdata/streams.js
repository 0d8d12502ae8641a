// Reads the same bytes by every way that a tap wraps, and checks that each is as it was and that each is recorded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";

import { Tap } from "./heldbytes-tap.js";

const body = Buffer.from(Array.from({ length: 200 }, (_, i) => `{"n":${i},"word":"${"x".repeat(i % 50)}"}\n`).join(""));
const pieces = Array.from({ length: Math.ceil(body.length / 97) }, (_, i) => body.subarray(i * 97, i * 97 + 97));
const gather = async (stream) => {
  const all = [];
  for await (const chunk of stream) all.push(chunk);
  return Buffer.concat(all.map((c) => Buffer.from(c)));
};
const web = () => new ReadableStream({ start(to) { pieces.forEach((p) => to.enqueue(Uint8Array.from(p))); to.close(); } });
const response = () => new Response(web(), { headers: { "content-type": "application/x-ndjson; a=b" } });

const ways = {
  "a ReadableStream": (tap) => gather(tap.wrap(web())),
  "a reader": async (tap) => {
    const reader = tap.wrap(web()).getReader(), all = [];
    for (let next; !(next = await reader.read()).done;) all.push(next.value);
    return Buffer.concat(all);
  },
  "a generator": (tap) => gather(tap.wrap((function* () { yield* pieces; })())),
  "an async generator": (tap) => gather(tap.wrap((async function* () { yield* pieces; })())),
  "a Readable of Node": (tap) => gather(tap.wrap(Readable.from(pieces))),
  "the body of a response": (tap) => gather(tap.response(response()).body),
  "text()": async (tap) => Buffer.from(await tap.response(response()).text()),
  "arrayBuffer()": async (tap) => Buffer.from(await tap.response(response()).arrayBuffer()),
  "what is called with chunks": async (tap) => {
    pieces.forEach((p) => tap.read(p));
    tap.read(null);
    return body;
  },
};
for (const [way, read] of Object.entries(ways)) {
  const tap = new Tap("run.jsonl", { payload: "raw" });
  assert.deepEqual(await read(tap), body, `${way} is not as it was`);
  tap.handoff(200, body.length);
  await tap.close();
  const lines = readFileSync("run.jsonl", "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
  const kept = Buffer.concat(lines.filter((x) => "b64" in x).map((x) => Buffer.from(x.b64, "base64")));
  assert.deepEqual(kept, body, `${way} recorded ${kept.length} bytes of ${body.length}`);
  assert.ok(lines.some((x) => "eof_ms" in x) && lines.at(-1).row.held_bytes === 0, `${way} ends in ${JSON.stringify(lines.slice(-2))}`);
  if (/response|text|array/.test(way)) assert.equal(lines[0].content_type, "application/x-ndjson");
}

// Without a file, as in a browser, the recording is a blob; a tap takes one stream; what is wrong is refused.
const tap = new Tap(undefined, { contentType: "application/x-ndjson" });
await gather(tap.wrap(web()));
tap.handoff(200);
await tap.close();
const text = await tap.blob().text();
assert.equal(text.trimEnd().split("\n").map((line) => JSON.parse(line)).reduce((n, x) => n + (x.text ?? "").length, 0), body.length);
const other = web();
assert.equal(tap.wrap(other), other);
assert.equal(new Tap(undefined).response(new Response(null, { status: 204 })).body, null);
assert.throws(() => new Tap(undefined, { payload: "some" }), RangeError);
assert.throws(() => new Tap(undefined).wrap({}), TypeError);

// One that is ended while it is being written is whole.
const ended = new Tap("ended.jsonl", { contentType: "application/x-ndjson", every: 1 });
for (let i = 0; i < 200; i++) {
  ended.read(body);
  if (i % 50 === 0) await new Promise((on) => setTimeout(on, 2));
}
(ended[Symbol.dispose] ?? ended[Object.getOwnPropertySymbols(Tap.prototype)[0]]).call(ended);
assert.equal(readFileSync("ended.jsonl", "utf8").trimEnd().split("\n").filter((line) => JSON.parse(line).text).length, 200);

// A recording that nobody closed is written when the process ends; many may be open at once.
process.on("warning", (warning) => { throw warning; });
const left = Array.from({ length: 20 }, (_, i) => new Tap(`left-${i}.jsonl`, { contentType: "application/x-ndjson", every: 3600_000 }));
for (const each of left) each.read(body);
process.on("exit", () => {
  for (const i of left.keys()) assert.match(readFileSync(`left-${i}.jsonl`, "utf8"), /"text":/);
});
