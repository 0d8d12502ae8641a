// The engine's end of the page: the same module, without a document.
// In a page that is one file, Go's own script stands before this one.
"use strict";
if (!self.Go) importScripts("wasm_exec.js" + location.search); // of the same build

const waiting = [];
let taker = null;

// heldbytesTake is called by Go once it can take messages.
self.heldbytesTake = (take) => {
  taker = take;
  waiting.splice(0).forEach(take);
};

// What Go says before it ends: what it is, and which functions were under way.
let said = "";
const decoder = new TextDecoder();
const write = fs.writeSync;
fs.writeSync = (fd, bytes) => {
  if (said.length < 1 << 16) said += decoder.decode(bytes);
  return write.call(fs, fd, bytes);
};

let linear; // the memory of the module, while it runs

function end(err) {
  if (!linear) return;
  postMessage(JSON.stringify({
    stopped: true, said, spent: /^(fatal error|runtime): .*out of memory/m.test(said), memory: linear.buffer.byteLength,
    error: err && {name: err.name, message: err.message, stack: err.stack},
  }));
  linear = null;
}

async function start(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  linear = instance.exports.mem;
  await go.run(instance);
}

// A fault of the module ends it without a word to whoever waits for its end.
self.addEventListener("error", (e) => {
  if (!linear) return; // the page hears of it
  e.preventDefault();
  end(e.error);
});
self.addEventListener("unhandledrejection", (e) => {
  if (e.reason instanceof WebAssembly.RuntimeError || e.reason instanceof RangeError) end(e.reason);
});

self.onmessage = ({data}) => {
  if (data instanceof WebAssembly.Module) start(data).then(() => end(), end);
  else if (taker) taker(data);
  else waiting.push(data);
};
