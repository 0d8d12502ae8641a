// Assets: the page's own files by name, wherever they are: beside this script,
// or in the page where the whole page is one file. What is beside it is asked for
// with the build in the address, so that what keeps files for a page without a
// network never gives it those of another build. The page's own address may be
// deeper, as that of a timeline that was shared.
(() => {
  "use strict";
  const named = (name) => document.querySelector(`meta[name=heldbytes-${name}]`);
  const build = named("build").content;
  const single = !!named("single");
  const base = single ? "" : new URL("./", document.currentScript.src).pathname;
  const hashes = Object.fromEntries((named("hashes").content.match(/\S+ \S+/g) ?? []).map((pair) => pair.split(" ")));
  const types = {wasm: "application/wasm", json: "application/json", js: "text/javascript"};

  // The file itself holds its parts at its end.
  const parsed = new Promise((done) => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", done);
    else done();
  });
  const part = (name) => document.querySelector(`script[data-asset="${name}"]`).textContent;

  function bytes(base64) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
    const text = atob(base64);
    const out = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
    return out;
  }

  let workerURL;

  window.heldbytes = {
    build,
    single,
    base, // in front of the name of a file, or of what follows the page's address
    // A promise of a Response, as of fetch.
    async asset(name) {
      if (!single) return fetch(`${base}${name}?${build}`, {integrity: hashes[name] ?? ""});
      await parsed;
      const plain = new Blob([bytes(part(name))]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Response(plain, {headers: {"content-type": types[name.split(".").pop()]}});
    },
    // A new engine, which waits for its module.
    worker() {
      if (!single) return new Worker(`${base}worker.js?${build}`);
      workerURL ??= URL.createObjectURL(new Blob([part("wasm_exec.js"), "\n", part("worker.js")], {type: types.js}));
      return new Worker(workerURL);
    },
  };
})();
