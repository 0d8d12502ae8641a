// The view of the graph: which stretch of the x axis is in sight, and the
// gestures and keys that change it. Go draws; here is what has to answer within
// the frame. A wheel zooms where Ctrl or ⌘ is held, or once the graph has the
// focus, so that else it scrolls the page. To drag selects a stretch of the
// whole; of less it moves what is in sight. Two fingers pinch.
(() => {
  "use strict";

  const CLOSEST = 10_000; // ns in sight at least, and
  const FEWEST = 4; // chunks where there are no times
  const WHEEL = 0.0015; // of a pixel that a wheel turns, on the logarithm of the stretch
  const STEP = 0.25; // of what is in sight, by which keys and buttons move it
  const SLOP = 4; // px that a pointer may tremble in a click

  const listeners = {drawn: [], moved: []};
  const tell = (what) => listeners[what].forEach((f) => f());

  let view = null; // what Go shows: see View there
  let want = null; // the stretch that is asked for, {from, to}
  let frame = 0; // of the next message to Go
  let heard = null; // the element that is listened to; a page that is started anew has another

  const element = () => document.querySelector("#graph");
  const plot = () => view?.plot;
  const isWhole = (w) => w.from <= plot().whole.from && w.to >= plot().whole.to;
  const clamp = (v, from, to) => Math.min(Math.max(v, from), to);

  // The place of a client's x on the axis of a window, by the plot that is drawn.
  function at(clientX, w = want) {
    const p = plot();
    const x = clientX - element().getBoundingClientRect().left;
    return w.from + clamp((x - p.left) / (p.right - p.left), 0, 1) * (w.to - w.from);
  }

  function look(from, to) {
    const p = plot();
    if (!p) return;
    const all = p.whole.to - p.whole.from;
    const length = clamp(Math.round(to - from), Math.min(p.timed ? CLOSEST : FEWEST, all), all);
    from = clamp(Math.round((from + to - length) / 2), p.whole.from, p.whole.to - length);
    if (from === want.from && from + length === want.to) return;
    want = {from, to: from + length};
    tell("moved");
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      heldbytes.give(isWhole(want) ? {kind: "window"} : {kind: "window", from: want.from, to: want.to});
    });
  }

  // Zooms by a factor; the place on the axis stays where it is.
  function zoom(factor, place) {
    const w = want;
    look(place - (place - w.from) * factor, place + (w.to - place) * factor);
  }
  function pan(share) {
    const by = clamp(share * (want.to - want.from), plot().whole.from - want.from, plot().whole.to - want.to);
    look(want.from + by, want.to + by);
  }
  const whole = () => plot() && look(plot().whole.from, plot().whole.to);
  const middle = () => {
    const c = heldbytes.cursor.at();
    return c !== null && c >= want.from && c <= want.to ? c : (want.from + want.to) / 2;
  };

  // What buttons and keys do, by name.
  const acts = {
    in: () => zoom(0.5, middle()),
    out: () => zoom(2, middle()),
    left: () => pan(-STEP),
    right: () => pan(STEP),
    whole,
    keys: () => heldbytes.showKeys(),
  };
  const keys = {"+": "in", "=": "in", "-": "out", "_": "out", ",": "left", "<": "left", ".": "right", ">": "right", "0": "whole"};

  function onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !plot()) return;
    const act = keys[e.key];
    if (act) acts[act]();
    else if (!heldbytes.cursor.key(e)) return;
    e.preventDefault();
  }

  function onWheel(e) {
    if (!plot()) return;
    const px = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : e.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY) || e.shiftKey) {
      if (isWhole(want)) return;
      e.preventDefault();
      pan((e.deltaX || e.deltaY) * px / (plot().right - plot().left));
      return;
    }
    const meant = e.ctrlKey || e.metaKey || document.activeElement === element();
    if (!meant || !e.ctrlKey && e.deltaY > 0 && isWhole(want)) return; // the page scrolls
    e.preventDefault();
    // A trackpad that is pinched turns by little, and says that Ctrl is held.
    zoom(Math.exp(clamp(e.deltaY * px, -300, 300) * WHEEL * (e.ctrlKey && Math.abs(e.deltaY) < 50 ? 6 : 1)), at(e.clientX));
  }

  // --- pointers -------------------------------------------------------------

  const down = new Map(); // pointers by id: where they are
  let drag = null; // {x, kind: "pan" | "select" | "cursor", from, moved}
  let pinch = null; // {a, b}: the places on the axis that two fingers hold

  function begin(e) {
    drag = {
      x: e.clientX, from: at(e.clientX), was: want, moved: false,
      kind: !isWhole(want) && !e.shiftKey ? "pan" : e.pointerType === "touch" ? "cursor" : "select",
    };
  }

  function onDown(e) {
    if (!plot() || e.button > 0) return;
    element().setPointerCapture(e.pointerId);
    down.set(e.pointerId, e.clientX);
    if (down.size === 1) begin(e);
    if (down.size === 2) {
      const [a, b] = down.values();
      pinch = {a: at(a), b: at(b)};
      drag = null;
      band();
    }
  }

  function onMove(e) {
    if (!plot()) return;
    if (!down.has(e.pointerId)) {
      if (e.pointerType !== "touch") heldbytes.cursor.hover(e.clientX);
      return;
    }
    down.set(e.pointerId, e.clientX);
    if (pinch) {
      const [a, b] = down.values();
      // Both places stay under their fingers: two points give the line.
      const per = (pinch.b - pinch.a) / (b - a);
      const left = element().getBoundingClientRect().left;
      if (!(per > 0)) return;
      look(pinch.a - (a - left - plot().left) * per, pinch.b + (left + plot().right - b) * per);
      return;
    }
    if (!drag) return;
    if (!drag.moved) {
      if (Math.abs(e.clientX - drag.x) <= SLOP) return;
      drag.moved = true;
      heldbytes.cursor.hover(null);
    }
    switch (drag.kind) {
      case "pan": {
        const by = (drag.x - e.clientX) / (plot().right - plot().left) * (drag.was.to - drag.was.from);
        const from = clamp(drag.was.from + by, plot().whole.from, plot().whole.to - (drag.was.to - drag.was.from));
        look(from, from + drag.was.to - drag.was.from);
        break;
      }
      case "select":
        band(drag.x, e.clientX);
        break;
      case "cursor":
        heldbytes.cursor.pin(at(e.clientX));
    }
  }

  function onUp(e) {
    if (!down.delete(e.pointerId)) return;
    if (pinch) {
      pinch = null; // the finger that stays begins no drag
      return;
    }
    const d = drag;
    drag = null;
    band();
    if (!d || e.type !== "pointerup") return;
    if (!d.moved) heldbytes.cursor.pin(d.from);
    else if (d.kind === "select") look(Math.min(d.from, at(e.clientX)), Math.max(d.from, at(e.clientX)));
  }

  // The stretch that is being selected.
  function band(a, b) {
    const box = document.querySelector("#cursor");
    let el = box.querySelector(".band");
    if (a === undefined) return el?.remove();
    const p = plot();
    const left = element().getBoundingClientRect().left;
    const [from, to] = [a, b].map((x) => clamp(x - left, p.left, p.right)).sort((x, y) => x - y);
    if (!el) {
      el = document.createElement("div");
      el.className = "band";
      box.append(el);
    }
    el.style.transform = `translateX(${from}px)`;
    el.style.width = `${to - from}px`;
    el.style.top = `${p.top}px`;
    el.style.height = `${p.bottom - p.top}px`;
  }

  function listen() {
    const el = heard = element();
    down.clear();
    drag = pinch = null;
    el.addEventListener("pointerdown", onDown);
    el.addEventListener("pointermove", onMove);
    el.addEventListener("pointerup", onUp);
    el.addEventListener("pointercancel", onUp);
    el.addEventListener("pointerleave", () => down.size || heldbytes.cursor.hover(null));
    el.addEventListener("wheel", onWheel, {passive: false});
    el.addEventListener("dblclick", whole);
    el.addEventListener("keydown", onKey);
  }

  document.addEventListener("click", (e) => {
    const act = e.target.closest?.("[data-graph]")?.dataset.graph;
    if (act && plot()) acts[act]();
  });

  heldbytes.graph = {
    on: (what, f) => listeners[what].push(f), // "drawn": another drawing is in its place; "moved": another stretch is asked for
    view: () => view,
    want: () => want,
    look,
    pan,
    at,
    // Where a place on the axis lies in what is drawn, in px from the left.
    x(place) {
      const p = plot();
      return p.left + (place - p.from) / (p.to - p.from || 1) * (p.right - p.left);
    },
    // Moves what is in sight no further than it takes to see a place.
    reveal(place) {
      const length = want.to - want.from;
      if (place >= want.from && place <= want.to) return;
      const from = place < want.from ? place - length * STEP : place - length * (1 - STEP);
      look(Math.max(from, plot().whole.from), Math.max(from, plot().whole.from) + length);
    },
  };

  // Go has put a drawing in its place.
  heldbytes.setView = (json) => {
    const before = view;
    const fresh = heard !== element();
    view = JSON.parse(json);
    if (fresh) listen();
    if (!plot()) return;
    if (fresh || before?.of !== view.of) {
      want = {from: plot().from, to: plot().to};
      heldbytes.cursor.forget();
    }
    tell("drawn");
  };
})();
