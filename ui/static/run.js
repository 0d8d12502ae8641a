// The module in its two roles: the page, which is started anew where it failed,
// and its engines.
(() => {
  "use strict";
  let compiled; // a promise of the page's own module
  let loading = null; // the wide module, a promise; kept where nobody waits for it any more
  const LOADING = () => heldbytes.t("Loading the rest of this page, which this needs.");

  // --- engines --------------------------------------------------------------

  const engines = [];

  // An engine that ends says why. For want of memory is no failure: the page says
  // what to do.
  function onEnd(worker) {
    worker.addEventListener("message", ({data}) => {
      if (typeof data !== "string" || !data.startsWith('{"stopped":true')) return;
      const {said, spent, error, memory} = JSON.parse(data);
      if (spent) return;
      heldbytes.fail("engine", error ? heldbytes.ofError(error) : heldbytes.ofGo(said ?? ""), {memory: memory ?? 0, engines: engines.length});
    });
    worker.addEventListener("error", (e) => { // its script could not be loaded
      e.preventDefault();
      heldbytes.fail("engine", {what: "the engine did not start", frames: []}, {engines: engines.length});
      worker.onmessage?.({data: '{"stopped":true}'});
    });
  }

  async function module(name) {
    return WebAssembly.compileStreaming(heldbytes.asset(name));
  }

  function startEngine(wide) {
    const worker = heldbytes.worker();
    engines.push(worker);
    onEnd(worker);
    if (!wide || heldbytes.wide) {
      Promise.resolve(wide ? heldbytes.wide : compiled).then((m) => worker.postMessage(m));
      return worker;
    }
    const status = document.querySelector("#status");
    if (status.className || !status.textContent) heldbytes.setStatus(LOADING(), false); // else it says what for
    loading ??= module("wide.wasm");
    loading.then((m) => {
      heldbytes.wide = m;
      worker.postMessage(m);
    }, (err) => {
      loading = null;
      worker.onmessage?.({data: JSON.stringify({unloaded: err.message})});
    }).finally(() => {
      if (document.querySelector("#status").textContent === LOADING()) heldbytes.setStatus("", true);
    });
    return worker;
  }

  // --- the page -------------------------------------------------------------

  compiled = module("page.wasm"); // while the page is still parsed
  compiled.catch(() => {}); // whoever waits for it is told

  let frame; // the components before Go, to begin with again
  let live = false;
  let said = ""; // what Go says before it ends

  function listen() {
    const decoder = new TextDecoder();
    const write = fs.writeSync;
    fs.writeSync = (fd, bytes) => {
      if (said.length < 1 << 16) said += decoder.decode(bytes);
      return write.call(fs, fd, bytes);
    };
  }

  async function start() {
    compiled ??= module("page.wasm");
    const m = await compiled.catch((err) => {
      compiled = null; // it can be tried again
      throw err;
    });
    await heldbytes.spoken;
    const go = new Go();
    const instance = await WebAssembly.instantiate(m, go.importObject);
    live = true;
    await go.run(instance);
  }

  // What is shown stays. Go's listeners in it would call a Go that is no more.
  const block = (e) => {
    if (!e.target.closest?.("[data-do], [data-take]")) e.stopImmediatePropagation();
  };

  function stop(part, known) {
    live = false;
    heldbytes.fail(part, known);
    said = "";
    for (const worker of engines.splice(0)) {
      worker.onmessage = null;
      worker.terminate();
    }
    const app = document.querySelector("#app");
    app.dataset.state = "error";
    for (const type of ["click", "change", "input", "keydown", "toggle"]) app.addEventListener(type, block, true);
    for (const e of app.querySelectorAll("button:not([data-do]), button[data-do=share], input:not([type=file]), select")) e.disabled = true;
    app.querySelector(".reading").hidden = true;
    heldbytes.arrived();
    heldbytes.setStatus("", true);
    heldbytes.rest();
  }

  function run() {
    start().then(() => live && stop("page", heldbytes.ofGo(said)), (err) => {
      stop(live ? "page" : "start", heldbytes.ofError(err));
    });
  }

  // What Go calls without waiting may throw after it has ended, and a fault of the
  // module ends it without a word.
  function ended(err) {
    const fault = err instanceof WebAssembly.RuntimeError;
    if (live && fault) stop("page", heldbytes.ofError(err));
    return fault || /^Go program has already exited$/.test(err?.message);
  }

  function startAgain() {
    heldbytes.closeFailure();
    window.vuguState = {};
    document.querySelector("#app").replaceWith(frame.cloneNode(true));
    heldbytes.giveAgain();
    run();
  }

  Object.assign(heldbytes, {wide: null, startEngine, startAgain, ended});
  addEventListener("DOMContentLoaded", () => {
    frame = document.querySelector("#app").cloneNode(true);
    listen();
    run();
  });
})();
