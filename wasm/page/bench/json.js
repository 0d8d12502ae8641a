// JSON.parse of a file, which is all read before the clock starts.
"use strict";

const ways = {
  document(text) {
    const start = performance.now();
    JSON.parse(text);
    return performance.now() - start;
  },
  lines(text) {
    const lines = text.split("\n").filter((line) => line);
    const start = performance.now();
    for (const line of lines) JSON.parse(line);
    return performance.now() - start;
  },
};

self.onmessage = async ({data: {id, kind, file}}) => {
  try {
    postMessage({id, ms: kind === "nothing" ? 0 : ways[kind](await file.text())});
  } catch (err) {
    postMessage({id, error: String(err)});
  }
};
