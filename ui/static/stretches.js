// The rows of one table, which come from the engine in stretches as they are
// wanted. One request is under way at a time, and what was wanted meanwhile is
// forgotten for what is wanted last.
(() => {
  "use strict";

  const LENGTH = 64; // rows of a stretch
  const KEPT = 128; // stretches

  heldbytes.Stretches = class {
    #table;
    #came; // called with the rows that came
    #kept = new Map(); // by number; the one that was wanted longest ago is first
    #wanted = [];
    #asking = false;

    constructor(table, came) {
      this.#table = table;
      this.#came = came;
    }

    // The cells of a row, or undefined where they have not come yet.
    row(i) {
      return this.#kept.get(Math.floor(i / LENGTH))?.[i % LENGTH];
    }

    // Asks for what is missing of the rows before to.
    want(from, to) {
      this.#wanted = [];
      for (let n = Math.floor(from / LENGTH); n * LENGTH < to; n++) {
        const rows = this.#kept.get(n);
        if (!rows) {
          this.#wanted.push(n);
          continue;
        }
        this.#kept.delete(n);
        this.#kept.set(n, rows);
      }
      this.#ask();
    }

    #ask() {
      if (this.#asking || !this.#wanted.length) return;
      const n = this.#wanted.shift();
      this.#asking = true;
      const request = {rows: {table: this.#table, from: n * LENGTH, count: LENGTH}};
      heldbytes.ask(JSON.stringify(request), (reply) => {
        this.#asking = false;
        if (reply !== null) this.#keep(n, JSON.parse(reply).table.rows);
        this.#ask();
      });
    }

    // All rows before to, however many.
    async all(from, to) {
      const rows = [];
      while (from + rows.length < to) {
        const request = {rows: {table: this.#table, from: from + rows.length, count: to - from - rows.length}};
        const reply = await new Promise((done) => heldbytes.ask(JSON.stringify(request), done));
        if (reply === null) break;
        rows.push(...JSON.parse(reply).table.rows);
      }
      return rows;
    }

    #keep(n, rows) {
      this.#kept.set(n, rows);
      if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
      this.#came(rows);
    }
  };
})();
