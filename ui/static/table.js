// The table in sight, of any number of rows, of which only those in sight are
// elements. Its box scrolls over an empty height; what it shows stands still in
// the box and is filled anew at each frame, so that nothing is blank however
// fast one scrolls. Choosing a row moves the cursor of the graph, and the rows
// where that is are chosen here.
(() => {
  "use strict";

  const HIGH = 480; // px of rows in sight
  const LINE = 20, AROUND = 13; // px of a line of a row, and around its lines
  const SLACK = 2; // px by which a text may be wider than it was measured
  const SIGN = 20; // px of the sign of a cause

  const element = (name, role, parent) => {
    const e = document.createElement(name);
    if (role) e.role = role;
    parent?.append(e);
    return e;
  };

  const isSign = (column) => column.class && column.class !== "text";

  class Table {
    #name = "";
    #head = [];
    #total = 0;
    #rows; // heldbytes.Stretches
    #next; // what takes the place of these once it has rows to show
    #places = {}; // where tables that are not in sight were left, by name

    #longest = []; // the longest text of each column
    #widths = []; // px of each
    #lines = 1; // of a row
    #per = 0; // columns of a line
    #tall = LINE + AROUND; // px of a row
    #sight = 0; // px of the rows in sight
    #active = -1; // the row that keys move, or -1
    #anchor = -1; // the other end of what was chosen with Shift
    #asked = []; // rows that the cursor was asked to go to and has not come to
    #here = new Map(); // the rows at the cursor, by table
    #frame = 0;

    #scroll; #box; #pane; #heads; #body; #pen;
    #shown = []; // rows that are elements, from the first in sight

    constructor(mount) {
      this.#box = element("div", "grid", mount);
      this.#box.className = "listing";
      this.#box.tabIndex = 0;
      const sizer = element("div", "", this.#box);
      this.#scroll = new heldbytes.Scroll(this.#box, sizer);
      this.#pane = element("div", "", sizer);
      this.#pane.className = "pane";
      const head = element("div", "rowgroup", this.#pane);
      this.#heads = element("div", "row", head);
      this.#heads.className = "heads";
      this.#heads.ariaRowIndex = 1;
      this.#body = element("div", "rowgroup", this.#pane);
      this.#body.className = "body";
      this.#pen = document.createElement("canvas").getContext("2d");

      this.#box.addEventListener("scroll", () => this.#draw());
      this.#box.addEventListener("keydown", (e) => this.#key(e));
      this.#box.addEventListener("click", (e) => this.#press(e));
      this.#box.addEventListener("copy", (e) => this.#copy(e));
      new ResizeObserver(() => this.#measure()).observe(mount);
    }

    // Shows a table in place of what is shown, once its first rows are here.
    show(name, table, anew) {
      if (anew) {
        this.#places = {};
        this.#here = new Map();
      } else {
        this.#places[this.#name] = {top: this.#scroll.top / this.#tall, active: this.#active};
      }
      const total = table.totals[name] ?? 0;
      const place = this.#places[name] ?? {top: 0, active: -1};
      const next = this.#next = new heldbytes.Stretches(name, (rows) => {
        if (this.#rows !== next && this.#next === next) this.#adopt(name, table.head, total, next, place);
        if (this.#rows === next) this.#learn(rows);
      });
      this.#box.ariaBusy = true;
      if (total === 0) this.#adopt(name, table.head, 0, next, place);
      next.want(Math.floor(place.top), Math.min(total, Math.floor(place.top) + 1));
    }

    #adopt(name, head, total, rows, place) {
      this.#name = name;
      this.#head = head;
      this.#total = total;
      this.#rows = rows;
      this.#next = null;
      this.#active = this.#anchor = place.active;
      this.#asked = [];
      this.#box.setAttribute("aria-labelledby", "tab-" + name);
      this.#box.dataset.table = name;
      this.#box.ariaRowCount = total + 1;
      this.#heads.replaceChildren(...head.map((column) => {
        const cell = document.createElement("div");
        cell.role = "columnheader";
        cell.className = column.class;
        if (isSign(column)) element("span", "", cell).className = "swatch " + column.class;
        cell.append(column.title);
        if (column.unit && column.unit !== column.title) element("small", "", cell).textContent = " " + column.unit;
        return cell;
      }));
      this.#per = 0;
      this.#clear();
      this.#longest = head.map(() => "");
      this.#widths = head.map((column) => this.#headWidth(column));
      if (total) rows.want(total - 1, total); // of which the numbers are the longest
      this.#scroll.top = place.top * this.#tall;
      this.#measure();
      const at = this.#here.get(name);
      if (at?.size) this.#follow(at);
    }

    // --- columns --------------------------------------------------------------

    #width(text, of = this.#body) {
      const style = getComputedStyle(of);
      this.#pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      return Math.ceil(this.#pen.measureText(text).width) + SLACK;
    }

    // Heads break between words, and Chinese ones anywhere.
    #headWidth(column) {
      const words = `${column.title} ${column.unit}`.match(/\p{Script=Han}{1,4}|[^\s\p{Script=Han}]+/gu) ?? [];
      return Math.max(0, ...words.map((word) => this.#width(word, this.#heads))) + (isSign(column) ? SIGN : 0);
    }

    // Makes room for the texts of new rows. Columns never become narrower.
    #learn(rows) {
      let wider = false;
      for (const cells of rows) {
        cells.forEach((text, i) => {
          if (text.length <= this.#longest[i].length) return;
          this.#longest[i] = text;
          const width = this.#width(text);
          wider ||= width > this.#widths[i];
          this.#widths[i] = Math.max(width, this.#widths[i]);
        });
      }
      if (wider) this.#measure();
      this.#draw();
    }

    // Lays the columns out in as few lines as the width takes, and stays at the row
    // that is first in sight.
    #measure() {
      const wide = this.#box.clientWidth;
      if (!wide || !this.#rows) return;
      this.#scroll.look();
      const n = this.#widths.length;
      const between = 2 * parseFloat(getComputedStyle(this.#heads.firstChild).paddingLeft);
      let slots = [], per = n;
      for (let lines = 1; lines <= n; lines++) {
        per = Math.ceil(n / lines);
        slots = Array.from({length: per}, (_, i) => between + Math.max(...this.#widths.filter((_, j) => j % per === i)));
        if (slots.reduce((sum, w) => sum + w, 0) <= wide) break;
      }
      this.#lines = Math.ceil(n / per);
      if (per !== this.#per) {
        this.#per = per;
        Array.from(this.#heads.children).forEach((cell, i) => cell.classList.toggle("low", i >= per));
        this.#clear();
      }
      const first = this.#scroll.top / this.#tall;
      this.#tall = this.#lines * LINE + AROUND;
      this.#pane.style.setProperty("--columns", slots.map((w) => `minmax(${w}px, 1fr)`).join(" "));
      this.#pane.dataset.lines = this.#lines;
      this.#pane.style.setProperty("--tall", this.#tall + "px");

      const above = this.#heads.offsetHeight;
      const all = this.#total * this.#tall;
      this.#sight = Math.min(all, Math.round((Math.floor(HIGH / this.#tall) + .5) * this.#tall)); // half a row says that there are more
      this.#pane.style.height = above + this.#sight + "px";
      this.#scroll.resize(all, this.#sight, above);
      this.#scroll.to(first * this.#tall);
      if (this.#box.clientWidth < wide) this.#measure(); // a scroll bar came
      this.#draw();
    }

    // --- rows -----------------------------------------------------------------

    #draw() {
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        this.#scroll.look();
        this.#fill();
      });
    }

    #fill() {
      if (!this.#rows) return;
      const top = this.#scroll.top;
      const first = Math.floor(top / this.#tall);
      const count = Math.min(this.#total - first, Math.ceil(this.#sight / this.#tall) + 1);
      const ahead = 2 * count;
      this.#rows.want(Math.max(0, first - ahead), Math.min(this.#total, first + count + ahead));
      this.#turn(first, count);
      this.#body.style.transform = `translateY(${first * this.#tall - top}px)`;
      const here = this.#here.get(this.#name);
      const [from, to] = this.#chosen();
      let waiting = false;
      this.#shown.forEach((row, k) => {
        const i = first + k;
        const cells = this.#rows.row(i);
        waiting ||= !cells;
        if (row.i !== i) {
          row.i = i;
          row.e.id = "row-" + i;
          row.e.ariaRowIndex = i + 2;
        }
        if (row.cells !== cells) {
          row.cells = cells;
          row.texts.forEach((text, j) => text.data = cells ? cells[j] : "");
        }
        const chosen = !!here?.has(i) || from < to && from <= i && i <= to;
        if (row.chosen !== chosen) {
          row.chosen = chosen;
          row.e.ariaSelected = chosen;
        }
        row.e.classList.toggle("active", i === this.#active);
      });
      this.#box.ariaBusy = waiting || !!this.#next;
      if (first <= this.#active && this.#active < first + count) this.#box.setAttribute("aria-activedescendant", "row-" + this.#active);
      else this.#box.removeAttribute("aria-activedescendant");
    }

    #clear() {
      this.#shown = [];
      this.#body.replaceChildren();
    }

    // Keeps the elements of rows that stay in sight, and gives the others to
    // those that come in.
    #turn(first, count) {
      while (this.#shown.length > count) this.#shown.pop().e.remove();
      while (this.#shown.length < count) {
        const e = element("div", "row", this.#body);
        e.className = "cells";
        const texts = this.#head.map((column, i) => {
          const cell = element("div", "gridcell", e);
          cell.className = column.class;
          cell.classList.toggle("low", i >= this.#per);
          cell.append("");
          return cell.appendChild(document.createTextNode(""));
        });
        this.#shown.push({e, texts, i: -1});
      }
      const by = first - (this.#shown[0]?.i ?? first);
      if (Math.abs(by) >= count) return;
      for (let k = 0; k < by; k++) {
        this.#shown.push(this.#shown.shift());
        this.#body.append(this.#shown.at(-1).e);
      }
      for (let k = 0; k > by; k--) {
        this.#shown.unshift(this.#shown.pop());
        this.#body.prepend(this.#shown[0].e);
      }
    }

    #reveal(middle) {
      this.#scroll.reveal(this.#active * this.#tall, (this.#active + 1) * this.#tall, middle);
      this.#draw();
    }

    // --- choosing -------------------------------------------------------------

    #chosen() {
      return [Math.min(this.#anchor, this.#active), Math.max(this.#anchor, this.#active)];
    }

    #key(e) {
      if (e.ctrlKey || e.metaKey || e.altKey || !this.#total) return;
      const page = Math.max(1, Math.floor(this.#sight / this.#tall) - 1);
      const at = this.#active;
      const to = {ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - page, PageDown: at + page,
        Home: 0, End: this.#total - 1, Enter: at, " ": at}[e.key];
      if (to === undefined) return;
      e.preventDefault();
      this.#choose(to, e.shiftKey && e.key !== " ");
    }

    #press(e) {
      const row = this.#shown.find((row) => row.e.contains(e.target));
      if (row && getSelection().isCollapsed) this.#choose(row.i, e.shiftKey);
    }

    #choose(i, more) {
      this.#active = Math.max(0, Math.min(this.#total - 1, i));
      if (!more || this.#anchor < 0) this.#anchor = this.#active;
      this.#here.set(this.#name, new Set([this.#active])); // at once; where the cursor then is may be more
      this.#reveal(false);
      this.#asked.push(this.#active);
      heldbytes.cursor.goTo({table: this.#name, row: this.#active});
    }

    // The cursor is somewhere else, or where a row was chosen; others may have been
    // since.
    moved(found) {
      const at = this.#asked.findLastIndex((row) => found.rows.some((spot) => spot.table === this.#name && spot.row === row));
      this.#asked.splice(0, at < 0 ? Infinity : at + 1);
      if (this.#asked.length) return;
      this.#here = new Map();
      for (const {table, row} of found.rows) {
        if (!this.#here.has(table)) this.#here.set(table, new Set());
        this.#here.get(table).add(row);
      }
      this.#follow(this.#here.get(this.#name));
    }

    // Goes with the cursor, unless it is where this table is already.
    #follow(here) {
      if (here?.size && !here.has(this.#active)) {
        this.#active = this.#anchor = Math.min(...here);
        this.#reveal(true);
      }
      this.#draw();
    }

    // Copies the chosen rows as lines of cells with tabs between.
    #copy(e) {
      if (this.#active < 0 || !getSelection().isCollapsed) return;
      e.preventDefault();
      const [from, to] = this.#chosen();
      const head = this.#head.map(({title, unit}) => unit ? `${title}, ${unit}` : title);
      const text = (rows) => [head, ...rows].map((cells) => cells.join("\t") + "\n").join("");
      const rows = Array.from({length: to - from + 1}, (_, i) => this.#rows.row(from + i));
      if (!rows.includes(undefined)) {
        e.clipboardData.setData("text/plain", text(rows));
        return;
      }
      this.#rows.all(from, to + 1).then((rows) => navigator.clipboard?.writeText(text(rows))).catch(() => {});
    }
  }

  let table = null, holder = null; // and the element that it is in

  // Shows a table in the element of this selector. Of another analysis it is anew:
  // places of the one before mean nothing.
  heldbytes.setTable = (selector, name, json, anew) => {
    const mount = document.querySelector(selector);
    if (!table) heldbytes.cursor.onMove((found) => table.moved(found));
    if (mount !== holder) table = new Table(holder = mount); // at first, and in a page that is started anew
    table.show(name, JSON.parse(json), anew);
  };
})();
