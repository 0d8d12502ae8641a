// The knob while it moves: what its controls say goes to Go at each step, past
// the components, which would render the whole page for it.
(() => {
  "use strict";
  document.addEventListener("input", (e) => {
    const part = e.target.dataset?.knob;
    if (!part) return;
    heldbytes.give({kind: "knob", part, value: e.target.value});
  });
})();
