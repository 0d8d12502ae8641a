// The cursor of the graph, and what is read out at it. It follows the pointer
// within the frame; what lies there the engine says, latest first. A click or a
// key leaves it where it is, and the tables go with it.
(() => {
  "use strict";

  const SPEAK = 400; // ms of quiet before a step is spoken

  let pinned = null; // the place on the axis where it was left
  let hovered = null; // and where the pointer is
  let found = null; // what lies there
  let live = 0; // the timer of what is spoken

  const movers = [];
  const graph = heldbytes.graph;
  const part = (name, className, parent) => {
    const e = document.createElement(name);
    e.className = className;
    parent.append(e);
    return e;
  };

  // --- asking ---------------------------------------------------------------

  let asking = false;
  let next = null; // the latest that waits: {look, then}
  let epoch = 0; // answers to what was asked in an earlier one come too late, or never
  let under = ""; // the lines among which what lies there was found, and the language
  const among = (lines, rule) => [...lines, rule, document.documentElement.lang].join();

  function ask(look, then) {
    going = false; // what moves the cursor otherwise ends the steps
    rest = null;
    next = {look, then};
    if (!asking) send();
  }
  function send() {
    const {look, then} = next;
    const asked = epoch;
    next = null;
    asking = true;
    const {lines, rule} = graph.view();
    const those = among(lines, rule);
    heldbytes.ask(JSON.stringify({look: {...look, lines, rule}}), (reply) => {
      if (asked !== epoch) return;
      asking = false;
      const got = reply && JSON.parse(reply).found;
      if (got) {
        under = those;
        then(got);
      } else {
        going = false;
      }
      if (next) send();
    });
  }

  // --- moving ---------------------------------------------------------------

  function hover(clientX) {
    hovered = clientX === null ? null : graph.at(clientX);
    const place = hovered ?? pinned;
    if (place === null) return clear();
    draw(clientX);
    ask({at: Math.round(place)}, (got) => show(got));
  }

  function pin(place) {
    pinned = hovered = null;
    pinned = place;
    ask({at: Math.round(place)}, settle);
  }

  // The cursor stays at what was found.
  function settle(got) {
    pinned = got.at;
    hovered = null;
    show(got);
    movers.forEach((f) => f(got));
  }

  // It goes there, which may be out of sight, and says so.
  function go(got, spoken) {
    graph.reveal(got.at);
    settle(got);
    if (!spoken) return;
    clearTimeout(live);
    live = setTimeout(() => document.querySelector("#readout-live").textContent = sentence(got), SPEAK);
  }

  let going = false; // a step is on its way
  let rest = null; // {kind, by}: those that came since

  // Keys may come faster than answers: what comes in between is one step.
  function step(kind, by) {
    if (going) {
      rest = {kind, by: by + (rest?.kind === kind ? rest.by : 0)};
      return;
    }
    const {whole} = graph.view().plot;
    // Several chunks may lie at one place. With no cursor the first key shows one.
    const from = found ? {at: found.at, here: found.chunk, [kind]: by} : {at: by > 0 ? whole.from : whole.to};
    ask(from, (got) => {
      const more = rest;
      going = false;
      rest = null;
      go(got, true);
      if (more) step(more.kind, more.by);
    });
    going = true;
  }

  function key(e) {
    switch (e.key) {
      case "ArrowLeft":
      case "ArrowRight":
        step(e.shiftKey ? "stalls" : "chunks", e.key === "ArrowLeft" ? -1 : 1);
        return true;
      case "[":
      case "]":
        step("stalls", e.key === "[" ? -1 : 1);
        return true;
      case "Home":
      case "End": {
        const whole = graph.view().plot.whole;
        ask({at: e.key === "Home" ? whole.from : whole.to}, (got) => go(got, true));
        return true;
      }
      case "Escape":
        if (!found) return false;
        forget();
        return true;
    }
    return false;
  }

  // --- showing --------------------------------------------------------------

  const layer = (className) => {
    const box = document.querySelector("#cursor");
    return box.querySelector("." + className) ?? part("div", className, box);
  };

  // The line at the pointer is there before the engine has answered.
  function draw(clientX) {
    const p = graph.view().plot;
    const line = layer("pointer");
    line.hidden = clientX === null || clientX === undefined;
    if (line.hidden) return;
    const left = document.querySelector("#graph").getBoundingClientRect().left;
    upright(line, Math.min(Math.max(clientX - left, p.left), p.right));
  }
  function upright(line, x) {
    const p = graph.view().plot;
    line.style.transform = `translate(${x}px, ${p.top}px)`;
    line.style.height = `${p.bottom - p.top}px`;
  }

  // The cursor at what was found, on the drawing that is in sight.
  function place() {
    const line = layer("place");
    const p = graph.view()?.plot;
    if (!found || !p) return;
    line.dataset.at = found.at;
    line.dataset.chunk = found.chunk;
    const inside = found.at >= p.from && found.at <= p.to;
    line.hidden = !inside;
    const x = graph.x(found.at);
    if (inside) upright(line, x);
    const dots = layer("dots");
    dots.hidden = !inside;
    dots.replaceChildren(...found.held.map((h) => {
      const dot = document.createElement("i");
      dot.className = "dot " + sign(h.line);
      const high = p.most > 0 ? Math.min(h.after / p.most, 1) : 0;
      dot.style.transform = `translate(${x}px, ${p.bottom - high * (p.bottom - p.high)}px)`;
      return dot;
    }));
  }

  // The class of a line's sign: its name without a number, or the knob's.
  function sign(line) {
    const view = graph.view();
    if (line === view.rule) return "knob";
    return line.split(":")[0] + (line === view.lines[0] ? " first" : "");
  }

  const facts = (got) => [got.time, got.place, got.got];
  const nameOf = (line) => (document.querySelector(`.lines [data-line="${line}"]`) ?? document.querySelector("#knob-whose")).textContent;
  const sentence = (got) => [...facts(got), ...got.held.map((h) => `${nameOf(h.line)}: ${h.text}`), got.event].filter(Boolean).join(", ");

  function show(got) {
    found = got;
    place();
    const out = document.querySelector("#readout");
    out.replaceChildren();
    for (const text of facts(got)) {
      if (text) part("span", "", out).textContent = text;
    }
    for (const h of got.held) {
      const e = part("span", "", out);
      part("i", "stroke " + sign(h.line), e);
      part("small", "", e).textContent = nameOf(h.line);
      e.append(" ", h.text);
    }
    if (got.event) part("span", "event", out).textContent = got.event;
  }

  function clear() {
    found = null;
    for (const e of document.querySelectorAll("#cursor > :not(.band)")) e.hidden = true;
    hint();
  }
  function forget() {
    pinned = hovered = next = rest = null;
    asking = going = false;
    epoch++;
    clear();
  }
  function hint() {
    document.querySelector("#readout").textContent = heldbytes.t("Point at the graph, or step through it with the arrow keys.");
  }

  addEventListener("languagechosen", () => found || hint());

  graph.on("drawn", () => {
    place();
    // Under another rule, or with another line, something else is held there; in
    // another language it is called something else.
    const {lines, rule} = graph.view();
    if (found && !asking && under !== among(lines, rule)) ask({at: found.at, here: found.chunk}, show);
  });

  heldbytes.cursor = {
    at: () => pinned,
    hover,
    pin,
    key,
    forget,
    onMove: (f) => movers.push(f),
    // Goes to a row of a table: {table, row}.
    goTo(spot) {
      if (graph.view()?.plot) ask(spot, (got) => go(got, false));
    },
  };
})();
