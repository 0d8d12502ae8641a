// The Worker. It hands requests to one Go instance that lives as long as its
// isolate: to start one takes longer than what most requests ask for.
import "./build/wasm_exec.js";
import module from "./build/app.wasm";

// Memory of WebAssembly never shrinks. An instance that has grown past this gets no
// more requests, so that an isolate stays below the 128 MB that it may have.
const roomy = 48 << 20;

let host;

export default {
  async fetch(request, env, ctx) {
    if (!host || host.go.exited || host.memory.buffer.byteLength > roomy) {
      host = start(env, ctx);
    }
    const answer = ask(host, request).catch(refuse);
    // Whoever goes away before the answer must not leave Go waiting for it.
    ctx.waitUntil(answer);
    return answer;
  },
};

// start runs main until it waits for requests.
function start(env, ctx) {
  const go = new Go();
  const binding = {};
  const asked = new Set();
  const instance = new WebAssembly.Instance(module, go.importObject);
  go.exit = () => asked.forEach((giveUp) => giveUp(new Error("the host has ended")));
  go.run(instance, { env, ctx, binding });
  return { go, binding, asked, memory: instance.exports.mem };
}

async function ask({ binding, asked }, request) {
  let body;
  const read = (most) => (body ??= take(request.body, most));
  let giveUp;
  try {
    const { status, headers, bytes } = await new Promise((resolve, reject) => {
      asked.add((giveUp = reject));
      binding.handle({ method: request.method, url: request.url, headers: [...request.headers], read }, resolve);
    });
    return new Response(bytes, { status, headers });
  } finally {
    asked.delete(giveUp);
    await read(0).catch(() => {});
  }
}

// refuse answers where Go has ended, which it does for want of memory alone.
function refuse() {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    "Content-Type": "text/plain; charset=utf-8",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  };
  return new Response("this host could not answer; try again\n", { status: 503, headers });
}

// take reads a body, and keeps most bytes of it, or a few more. All of it is read:
// what is left of a body hangs the next request of its connection.
async function take(stream, most) {
  const parts = [];
  let size = 0;
  for await (const part of stream ?? []) {
    if (size < most) {
      parts.push(part);
      size += part.length;
    }
  }
  const all = new Uint8Array(size);
  size = 0;
  for (const part of parts) {
    all.set(part, size);
    size += part.length;
  }
  return all;
}
