// What people do without us, each as its documentation says.
"use strict";
importScripts("/bench/npm/papaparse/papaparse.min.js");

const CHUNK = 4096;
const npm = {};
let bytes; // of the file that is read

// texts decodes the bytes as they would come, 4 KiB a read.
function* texts() {
  const decoder = new TextDecoder();
  for (let i = 0; i < bytes.length; i += CHUNK) yield decoder.decode(bytes.subarray(i, i + CHUNK), {stream: true});
  yield decoder.decode();
}

const ways = {
  sse() {
    let found = 0;
    const parser = npm.createParser({
      onEvent({data}) {
        if (data !== "[DONE]") JSON.parse(data);
        found++;
      },
    });
    for (const text of texts()) parser.feed(text);
    return found;
  },
  ndjson() {
    let found = 0;
    let rest = "";
    for (const text of texts()) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        JSON.parse(line);
        found++;
      }
    }
    return found;
  },
  csv(file) {
    return new Promise((resolve, reject) => Papa.parse(file, {
      header: true, dynamicTyping: true, skipEmptyLines: true,
      complete: ({data}) => resolve(data.length), error: reject,
    }));
  },
};

self.onmessage = async ({data: {id, kind, file, load}}) => {
  try {
    npm.createParser ??= (await import("/bench/npm/eventsource-parser/dist/index.js")).createParser;
    if (load) bytes = kind === "csv" ? null : new Uint8Array(await file.arrayBuffer());
    postMessage({id, found: load ? 0 : await ways[kind](file)});
  } catch (err) {
    postMessage({id, error: String(err)});
  }
};
