// The knob while it moves. What its controls say goes to Go at each step, and
// what it changes comes back with the graph, past the components, which would
// render the whole page for it.
(() => {
  "use strict";

  document.addEventListener("input", (e) => {
    const part = e.target.dataset?.knob;
    if (part) heldbytes.give({kind: "knob", part, value: e.target.value});
  });

  heldbytes.graph.on("drawn", () => {
    const {turned} = heldbytes.graph.view();
    if (!turned) return;
    const by = (id) => document.querySelector("#" + id);
    for (const [id, text] of Object.entries(turned.texts)) by(id).textContent = text;
    by("knob").dataset.rule = turned.rule;
    by("knob-step").ariaValueText = turned.text;
    // Not the one in the hand, which may be ahead.
    for (const [id, value] of [["knob-step", turned.step], ["knob-number", turned.n]]) {
      if (document.activeElement !== by(id)) by(id).value = value;
    }
  });
})();
