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

async function start(module) {
  const go = new Go();
  try {
    await go.run(await WebAssembly.instantiate(module, go.importObject));
  } finally {
    postMessage('{"stopped":true}');
  }
}

self.onmessage = ({data}) => {
  if (data instanceof WebAssembly.Module) start(data);
  else if (taker) taker(data);
  else waiting.push(data);
};
