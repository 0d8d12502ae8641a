// Links to rows of tables: what proves a claim leads to its row and to its place
// in the graph, and the graph to all of its rows.
(() => {
  "use strict";
  document.addEventListener("click", (e) => {
    const spot = e.target.closest?.(".spot");
    const whole = e.target.closest?.("[data-do=table]");
    if (!spot && !whole) return;
    document.querySelector("#tab-chunks").click();
    if (whole) {
      document.querySelector(".listing").focus();
      return;
    }
    heldbytes.cursor.goTo({table: "chunks", row: Number(spot.dataset.row)});
    document.querySelector("#graph").scrollIntoView({block: "nearest"});
  });
})();
