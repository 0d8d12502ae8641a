// The cursor of the graph: what was received and held at a point, and the event
// there. It reads the columns that stand in the page and loads nothing.
(() => {
  "use strict";
  const data = JSON.parse(document.querySelector("#data").textContent);
  const t = (english) => data.words[english] ?? english;
  const count = data.times.length;
  if (!count) return;

  const sum = (differences) => {
    let n = 0;
    return Float64Array.from(differences, (d) => n += d);
  };
  const times = sum(data.times);
  const numbers = data.numbers ? sum(data.numbers) : null;
  const received = data.bytes ? sum(data.bytes) : null;
  const events = data.events ? sum(data.events) : null;
  const befores = data.lines.map(({after, before}) =>
    before ?? after.map((_, i) => (i ? after[i - 1] : 0) + data.bytes[i]));
  // Where times run backwards a point lies where the one before it does.
  let latest = -Infinity;
  const places = data.timed ? times.map((at) => latest = Math.max(latest, at * data.tick_ns)) : numbers ?? times.map((_, i) => i);

  const number = (i) => numbers ? numbers[i] : i;

  // The last point at or before a value of an ascending column, or the first.
  function last(column, value) {
    let low = 0, high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (column[middle] <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  const indexOf = (n) => numbers ? last(numbers, n) : Math.min(Math.max(n, 0), count - 1);

  // --- what is said ---------------------------------------------------------

  const group = (n) => {
    const [whole, rest] = String(Math.abs(n)).split(".");
    return (n < 0 ? "\u2212" : "") + whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? "." + rest : "");
  };
  const millis = (i) => group(Math.round(times[i] * data.tick_ns / 1000) / 1000);
  const KINDS = {e: "event", s: "sentinel", h: "heartbeat", b: "bad", k: "block", f: "filler"};

  function eventAt(i) {
    const letter = data.kinds[i];
    if (letter === "-") return t("none");
    const kind = KINDS[letter.toLowerCase()];
    const state = t(letter === letter.toLowerCase() ? "closed" : "begun");
    const number = kind === "block" || kind === "filler" ? "" : group(events[i]);
    return [number, kind === "event" ? "" : t(kind), state].filter(Boolean).join(t(", "));
  }
  const pointAt = (i) => number(i) === data.eof ? t("EOF") : group(number(i));

  // --- the cursor -----------------------------------------------------------

  const range = document.querySelector("#point");
  const fields = [...document.querySelectorAll(".readings dd")];
  const said = document.querySelector("#said");
  const svgs = [...document.querySelectorAll(".graphs svg")];
  const SVG = "http://www.w3.org/2000/svg";
  const marks = svgs.map((svg) => {
    const make = (name, parent) => parent.appendChild(document.createElementNS(SVG, name));
    const mark = make("g", svg);
    mark.setAttribute("class", "mark");
    const line = make("line", mark);
    const dot = (name) => data.lines.map(() => {
      const circle = make("circle", mark);
      circle.setAttribute("class", name);
      circle.setAttribute("r", 4);
      return circle;
    });
    return {line, before: dot("before"), after: dot("after")};
  });
  const set = (element, attributes) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  };

  let at = -1;
  function show(i) {
    if (i === at) return;
    at = i;
    range.value = i;
    range.setAttribute("aria-valuetext", `${t(data.unit)} ${pointAt(i)}`);
    let line = 0;
    for (const field of fields) {
      switch (field.dataset.of) {
        case "time": field.textContent = millis(i); break;
        case "point": field.textContent = pointAt(i); break;
        case "received": field.textContent = group(received[i]); break;
        case "event": field.textContent = eventAt(i); break;
        case "line":
          field.textContent = `${group(befores[line][i])}${t(", ")}${t("then")} ${group(data.lines[line].after[i])}`;
          line++;
      }
    }
    marks.forEach(({line, before, after}, g) => {
      const plot = data.plots[g];
      const along = plot.to > plot.from ? (places[i] - plot.from) / (plot.to - plot.from) : 0.5;
      const x = plot.left + along * (plot.right - plot.left);
      set(line, {x1: x, x2: x, y1: plot.top, y2: plot.bottom});
      const spot = (dot, held) => {
        const up = plot.most > 0 ? held / plot.most : 0;
        set(dot, {cx: x, cy: plot.bottom - up * (plot.bottom - plot.high)});
      };
      data.lines.forEach(({after: held}, n) => {
        spot(before[n], befores[n][i]);
        spot(after[n], held[i]);
      });
    });
  }

  // The keys are told at once, a pointer once it rests.
  let resting = 0;
  function tell(wait) {
    clearTimeout(resting);
    resting = setTimeout(() => {
      said.textContent = fields.map((dd) => `${dd.previousElementSibling.textContent} ${dd.textContent}`).join("; ");
    }, wait);
  }
  function go(i, wait) {
    show(Math.min(Math.max(i, 0), count - 1));
    tell(wait);
  }

  range.max = count - 1;
  range.addEventListener("input", () => go(Number(range.value), 0));
  const graphs = document.querySelector(".graphs");
  for (const type of ["pointermove", "pointerdown"]) {
    graphs.addEventListener(type, (e) => {
      const g = svgs.findIndex((svg) => svg.contains(e.target));
      if (g < 0) return;
      const plot = data.plots[g], box = svgs[g].getBoundingClientRect();
      const pixel = svgs[g].viewBox.baseVal.width / box.width;
      const x = (e.clientX - box.left + 0.5) * pixel; // the line of a point lies on either side of it
      go(last(places, plot.from + (x - plot.left) / (plot.right - plot.left) * (plot.to - plot.from)), 400);
    });
  }
  graphs.addEventListener("click", () => range.focus({preventScroll: true}));

  // The arrow keys move the cursor wherever the focus is not on something that
  // has a use for them itself.
  addEventListener("keydown", (e) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[e.key];
    if (!step || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("pre")) return;
    if (e.shiftKey) {
      const stalls = data.stalls.map(indexOf);
      const next = step > 0 ? stalls.find((i) => i > at) : stalls.findLast((i) => i < at);
      if (next !== undefined) go(next, 0);
    } else {
      go(at + step, 0);
    }
    e.preventDefault();
  });
  document.addEventListener("click", (e) => {
    const link = e.target.closest("[data-at]");
    if (link) go(indexOf(Number(link.dataset.at)), 0);
  });
  show(indexOf(data.at));
  document.querySelector("#cursor").hidden = false;

  // --- the CSV --------------------------------------------------------------

  const csv = document.querySelector("#csv");
  if (!csv) return;
  document.querySelector("#take").hidden = false;
  const copy = document.querySelector("#copy"), called = copy.textContent;
  copy.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(csv.textContent);
    } catch { // where a page has no clipboard
      getSelection().selectAllChildren(csv);
      done = document.execCommand("copy");
    }
    copy.textContent = t(done ? "Copied" : "Selected");
    setTimeout(() => copy.textContent = called, 2000);
  });
  document.querySelector("#save").addEventListener("click", () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([csv.textContent], {type: "text/csv"}));
    a.download = `heldbytes-${data.eof < 0 ? count : data.eof}-${data.eof < 0 ? "rows" : "chunks"}.csv`;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
  });
})();
