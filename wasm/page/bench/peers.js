// What people do without us, each as its documentation says.
"use strict";
importScripts("/bench/npm/papaparse/papaparse.min.js");

const CHUNK = 4096;
const npm = {};
let reader; // here, where it is not collected as garbage while a read is under way

// texts calls take with the text of a file as it would come, 4 KiB a read. The
// file itself is read in the fastest way there is, that of the engine.
async function texts(file, take) {
  const decoder = new TextDecoder();
  reader = file.stream().getReader({mode: "byob"});
  let buffer = new ArrayBuffer(1 << 20);
  for (;;) {
    const {done, value} = await reader.read(new Uint8Array(buffer));
    if (done) break;
    for (let i = 0; i < value.length; i += CHUNK) take(decoder.decode(value.subarray(i, i + CHUNK), {stream: true}));
    buffer = value.buffer;
  }
  take(decoder.decode());
}

const ways = {
  nothing: () => 0,
  async sse(file) {
    let found = 0;
    const parser = npm.createParser({
      onEvent({data}) {
        if (data !== "[DONE]") JSON.parse(data);
        found++;
      },
    });
    await texts(file, (text) => parser.feed(text));
    return found;
  },
  async ndjson(file) {
    let found = 0;
    let rest = "";
    await texts(file, (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        JSON.parse(line);
        found++;
      }
    });
    return found;
  },
  csv(file) {
    return new Promise((resolve, reject) => Papa.parse(file, {
      header: true, dynamicTyping: true, skipEmptyLines: true,
      complete: ({data}) => resolve(data.length), error: reject,
    }));
  },
};

self.onmessage = async ({data: {id, kind, file}}) => {
  try {
    npm.createParser ??= (await import("/bench/npm/eventsource-parser/dist/index.js")).createParser;
    postMessage({id, found: await ways[kind](file)});
  } catch (err) {
    postMessage({id, error: String(err)});
  }
};
