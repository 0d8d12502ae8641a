// Columns: what a timeline as CSV holds, column by column, in numbers. It is
// counted from the very text that would leave.
(() => {
  "use strict";
  const AT_ONCE = 20_000; // rows between two frames of the page
  const LINES = 6; // that are shown as they are

  const KINDS = {
    i: "rows", parsed: "flags", spans: "spans", t_ms: "ms", accept_ms: "ms", read_ms: "ms", parse_ms: "ms", handoff_ms: "ms",
    chunk_bytes: "sum", coded_bytes: "sum",
  };

  const pause = () => new Promise((done) => setTimeout(done));

  class Column {
    constructor(name) {
      Object.assign(this, {name, kind: KINDS[name] ?? "bytes", cells: 0, spans: 0, yes: 0, sum: 0, least: "", most: ""});
    }
    take(cell) {
      if (cell === "") return;
      this.cells++;
      if (this.kind === "flags") this.yes += cell === "True";
      if (this.kind === "spans") this.spans += cell.split(" ").length;
      const n = Number(cell);
      if (Number.isNaN(n)) return;
      this.sum += n;
      if (this.least === "" || n < Number(this.least)) this.least = cell;
      if (this.most === "" || n > Number(this.most)) this.most = cell;
    }
  }

  // The lines of codes, the columns, the number of rows and the first lines of a
  // text; null once it is not wanted any more.
  heldbytes.countColumns = async (csv, wanted) => {
    const codes = [], first = [];
    let columns = null, rows = 0;
    for (let at = 0; at < csv.length;) {
      const end = csv.indexOf("\n", at);
      const line = csv.slice(at, end < 0 ? csv.length : end);
      at = end < 0 ? csv.length : end + 1;
      if (first.length < LINES) first.push(line);
      if (!columns) {
        if (line.startsWith("#")) codes.push(line);
        else columns = line.split(",").map((name) => new Column(name));
        continue;
      }
      line.split(",").forEach((cell, i) => columns[i].take(cell));
      if (++rows % AT_ONCE === 0) {
        await pause();
        if (!wanted()) return null;
      }
    }
    return {codes, columns: columns ?? [], rows, first, more: rows > LINES - codes.length - 1};
  };
})();
