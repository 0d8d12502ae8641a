// The brush on the overview: its body and its two edges are dragged, or moved by
// keys, and so is the stretch of the graph that is in sight.
(() => {
  "use strict";

  const graph = heldbytes.graph;
  const NEAR = 14; // px around an edge that take it
  const STEP = 0.02; // of the whole, by a key

  let parts = null; // {body, from, to}

  const whole = () => graph.view().plot.whole;
  const plot = () => graph.view()?.overview;
  const pixel = (place) => {
    const p = plot();
    return p.left + (place - p.from) / (p.to - p.from || 1) * (p.right - p.left);
  };
  const perPixel = () => (plot().to - plot().from) / (plot().right - plot().left);

  function text(from, to) {
    const {timed} = graph.view().plot;
    const say = (v) => timed ? heldbytes.say("{wait_ms}", {wait_ms: v / 1e6}) : heldbytes.say("{n}", {n: v});
    return to === undefined ? say(from) : `${say(from)} – ${say(to)}`;
  }

  // The three handles, each with what it does to the stretch.
  const moves = {
    body: (w, by) => {
      by = Math.min(Math.max(by, whole().from - w.from), whole().to - w.to);
      graph.look(w.from + by, w.to + by);
    },
    from: (w, by) => graph.look(Math.min(Math.max(w.from + by, whole().from), w.to - 1), w.to),
    to: (w, by) => graph.look(w.from, Math.max(Math.min(w.to + by, whole().to), w.from + 1)),
  };

  function build() {
    const box = document.querySelector("#brush");
    parts = {};
    for (const name of ["body", "from", "to"]) {
      const e = document.createElement("div");
      e.className = name;
      e.tabIndex = 0;
      e.role = "slider";
      e.addEventListener("keydown", (event) => onKey(event, name));
      box.append(e);
      parts[name] = e;
    }
    let drag = null;
    box.addEventListener("pointerdown", (e) => {
      if (e.button > 0 || !plot()) return;
      e.preventDefault(); // no text is selected; the focus is set below
      box.setPointerCapture(e.pointerId);
      const x = e.clientX - box.getBoundingClientRect().left;
      const w = graph.want();
      const a = Math.abs(x - pixel(w.from)), b = Math.abs(x - pixel(w.to));
      let name = "body";
      if (Math.min(a, b) < NEAR) name = a < b ? "from" : "to";
      else if (x < pixel(w.from) || x > pixel(w.to)) {
        moves.body(w, plot().from + (x - plot().left) * perPixel() - (w.from + w.to) / 2);
      }
      drag = {name, x: e.clientX, w: graph.want()};
      parts[name].focus({preventScroll: true});
    });
    box.addEventListener("pointermove", (e) => drag && moves[drag.name](drag.w, (e.clientX - drag.x) * perPixel()));
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => drag = null);
    box.addEventListener("dblclick", () => graph.look(whole().from, whole().to));
  }

  function onKey(e, name) {
    const w = graph.want();
    const all = whole().to - whole().from;
    const by = {ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP, PageUp: 5 * STEP, PageDown: -5 * STEP, Home: -1, End: 1}[e.key];
    if (by === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    moves[name](w, by * all);
  }

  let drawn = {}; // {w, p, tongue}: what the brush stands at, which most drawings leave as it is

  function draw() {
    const w = graph.want();
    const p = plot();
    const tongue = document.documentElement.lang;
    if (!p) return;
    if (!parts?.body.isConnected) { // at first, and in a page that is started anew
      build();
      drawn = {};
    }
    if (drawn.tongue === tongue && drawn.w.from === w.from && drawn.w.to === w.to &&
        drawn.p.from === p.from && drawn.p.to === p.to && drawn.p.width === p.width) return;
    drawn = {w, p, tongue};
    const from = pixel(w.from), to = pixel(w.to);
    parts.body.style.transform = `translateX(${from}px)`;
    parts.body.style.width = `${Math.max(to - from, 2)}px`;
    parts.from.style.transform = `translateX(${from}px)`;
    parts.to.style.transform = `translateX(${to}px)`;
    for (const [name, label, now, said] of [
      ["body", heldbytes.t("Stretch in sight"), w.from, text(w.from, w.to)],
      ["from", heldbytes.t("Start of the stretch in sight"), w.from, text(w.from)],
      ["to", heldbytes.t("End of the stretch in sight"), w.to, text(w.to)],
    ]) {
      const e = parts[name];
      e.ariaLabel = label;
      e.style.top = `${p.top}px`;
      e.style.height = `${p.bottom - p.top}px`;
      e.ariaValueMin = whole().from;
      e.ariaValueMax = whole().to;
      e.ariaValueNow = now;
      e.ariaValueText = said;
    }
  }

  graph.on("drawn", draw);
  graph.on("moved", draw);
})();
