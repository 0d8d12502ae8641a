// The engine's Worker with a hold on the memory of its module.
"use strict";
let memory;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...args) => {
  const instance = await instantiate(...args);
  memory = instance.exports.mem;
  return instance;
};
importScripts("worker.js");

const take = self.onmessage;
self.onmessage = (e) => {
  if (e.data.memory) postMessage({id: e.data.id, bytes: memory.buffer.byteLength});
  else take(e);
};
