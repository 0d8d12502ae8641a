// Drives the measurements in the tab of the page. Files come by an input, as
// they come to the page: on disk, for the browser to read.

const input = document.body.appendChild(Object.assign(document.createElement("input"), {type: "file", id: "bench", hidden: true}));
// Not to be read by the page itself.
addEventListener("change", (e) => e.target === input && e.stopImmediatePropagation(), true);

let last = 0;

// ask sends a worker a message and waits for its last reply.
function ask(worker, message) {
  const id = ++last;
  return new Promise((resolve, reject) => {
    worker.onerror = (e) => reject(new Error(e.message));
    worker.onmessage = ({data}) => {
      const [head, text] = Array.isArray(data) ? data : [data]; // the engine's text comes beside its JSON
      const reply = typeof head === "string" ? {...JSON.parse(head), text} : head;
      if (reply.stopped) reject(new Error("the engine stopped"));
      if (reply.id !== id || reply.progress) return;
      if (reply.error) reject(new Error(reply.error));
      else resolve(reply);
    };
    worker.postMessage(message(id));
  });
}

const request = (id, r, files = []) => ({request: JSON.stringify({id, ...r}), files});
const analyze = (worker, r) => ask(worker, (id) => request(id, {analyze: r}, [input.files[0]]));

const timed = async (work) => {
  const start = performance.now();
  const found = await work();
  return {ms: performance.now() - start, found};
};

// The page's own engine: its Worker, started as the page starts it.
let engine;

export async function ready() {
  while (document.querySelector("#app").dataset.state === "starting") await new Promise((r) => setTimeout(r, 20));
  engine = heldbytes.startEngine();
  await ask(engine, (id) => request(id, {analyze: {sample: "buffered"}}));
}

// From the bytes to the findings.
export const findings = (r) => timed(async () => (await analyze(engine, r)).report.framing.events);

// From the bytes to the graph.
export const figure = (r) => timed(async () => {
  const {report} = await analyze(engine, r);
  const {text} = await ask(engine, (id) => request(id, {draw: {width: 1200, dark: false}}));
  if (!text.startsWith("<svg")) throw new Error("no graph");
  return report.observed.rows;
});

// From the bytes to the findings, by the module that a recording needs.
let wide;

export async function imported(further, format) {
  if (further && !wide) {
    wide = heldbytes.startEngine(true);
    await ask(wide, (id) => request(id, {analyze: {sample: "buffered"}}));
  }
  return timed(async () => {
    const {source} = (await analyze(further ? wide : engine, {})).report;
    if (source.format !== format || !source.chunks) throw new Error(`${source.chunks} chunks of ${source.format}, want some of ${format}`);
    return source.chunks;
  });
}

// From the bytes to the records, and no further.
export async function counted(further, format) {
  return timed(async () => Number((await ask(further ? wide : engine, (id) => request(id, {count: true}, [input.files[0]]))).text));
}

// drop gives the page the file, as a user does.
function drop() {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(input.files[0]);
  document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer}));
}

// becomes waits, frame by frame, until the page says so.
async function becomes(there) {
  while (!there()) {
    const trouble = document.querySelector(".trouble:not([hidden])");
    if (trouble) throw new Error(trouble.textContent);
    await new Promise((r) => requestAnimationFrame(r));
  }
}

// From a drop on the start screen to the graph that it shows.
export async function dropped() {
  const app = document.querySelector("#app");
  const graph = document.querySelector("#graph");
  document.querySelector("[data-do=home]").click();
  await becomes(() => app.dataset.state === "ready");
  graph.replaceChildren();
  return timed(async () => {
    drop();
    await becomes(() => app.dataset.state === "done" && graph.querySelector("svg"));
    return 1;
  });
}

// Frames of the page while the view moves over its graph, from end to end and
// back, or rests.
let drawn = 0;
let counts = false;

export async function panned(frames, moves) {
  const {graph} = heldbytes;
  if (!counts) graph.on("drawn", () => drawn++);
  counts = true;
  const {whole} = graph.view().plot;
  const length = (whole.to - whole.from) / 10;
  graph.look(whole.from, whole.from + length);
  await becomes(() => Math.abs(graph.view().plot.to - whole.from - length) <= 1);
  const out = {frames, over: 0, longest: 0, drawn: -drawn};
  let last = await new Promise(requestAnimationFrame);
  for (let i = 0; i < frames; i++) {
    if (moves) {
      const turn = Math.abs((i / 300) % 2 - 1); // from 1 to 0 and back
      const from = whole.to - length - turn * (whole.to - whole.from - length);
      graph.look(from, from + length);
    }
    const now = await new Promise(requestAnimationFrame);
    if (now - last > 20) out.over++;
    out.longest = Math.max(out.longest, now - last);
    last = now;
  }
  out.drawn += drawn;
  return out;
}

// JSON.parse, of the same File in the same tab.
let json;

export async function parsed(kind) {
  if (!json) {
    json = new Worker("/bench/json.js");
    await ask(json, (id) => ({id, kind: "nothing"}));
  }
  const {ms} = await ask(json, (id) => ({id, kind, file: input.files[0]}));
  return {ms, found: 1};
}

// What people do without us, in a Worker of its own in this tab, from the same
// File.
let peers;

export async function theirs(kind) {
  if (!peers) {
    peers = new Worker("/bench/peers.js");
    await ask(peers, (id) => ({id, kind: "nothing"})); // it is loaded before the clock starts
  }
  return timed(async () => (await ask(peers, (id) => ({id, kind, file: input.files[0]}))).found);
}

// The memory of a new engine once it has read.
export async function memory(r) {
  const worker = new Worker("/probe.js");
  worker.postMessage(await WebAssembly.compileStreaming(fetch("/page.wasm")));
  const {report} = await analyze(worker, r);
  const {bytes} = await ask(worker, (id) => ({id, memory: true}));
  worker.terminate();
  return {ms: 0, found: report.framing.events, memory: bytes};
}
