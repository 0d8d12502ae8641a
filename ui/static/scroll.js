// How far a box is scrolled over rows that together may be taller than an
// element can be.
(() => {
  "use strict";

  const TALLEST = 8_000_000; // px that are scrolled over; browsers end from 17 million on
  const LEAP = 4_000; // px: to scroll further at once means a place, less a distance

  heldbytes.Scroll = class {
    top = 0; // px from the first row to what is in sight
    #box; #sizer;
    #all = 0; // px of all rows
    #sight = 0; // px of those in sight
    #y = 0; // scrollTop when it was last looked at

    constructor(box, sizer) {
      this.#box = box;
      this.#sizer = sizer;
      box.addEventListener("scrollend", () => {
        this.look();
        if (this.#long) this.to(this.top); // the scroll bar goes where it belongs
      });
    }

    get #long() { return this.#all > TALLEST; }
    get #last() { return Math.max(0, this.#all - this.#sight); } // the largest top
    get #end() { return Math.max(0, this.#box.scrollHeight - this.#box.clientHeight); } // the largest scrollTop

    // Takes the height of all rows, of those in sight, and of what stands above them.
    resize(all, sight, above) {
      this.#all = all;
      this.#sight = sight;
      this.#box.style.height = above + sight + "px";
      this.#sizer.style.height = above + Math.min(all, TALLEST) + "px";
    }

    // Goes to a place, and the scroll bar with it.
    to(top) {
      this.top = Math.max(0, Math.min(this.#last, Math.round(top)));
      let y = this.top;
      if (this.#long) {
        y = this.top / this.#last * this.#end;
        if (this.top > 0 && this.top < this.#last) y = Math.max(1, Math.min(this.#end - 1, y)); // there is more on both sides
      }
      this.#box.scrollTop = y;
      this.#y = this.#box.scrollTop;
    }

    // Brings what is between two heights into sight: to its nearest edge, or into
    // the middle.
    reveal(from, to, middle) {
      this.look();
      const above = from < this.top;
      if (!above && to <= this.top + this.#sight) return;
      if (middle) this.to((from + to - this.#sight) / 2);
      else this.to(above ? from : to - this.#sight);
    }

    // Finds out where the box was scrolled to. Of a long one the scroll bar is put
    // to a place, while a wheel or a finger still moves by the distance it moved.
    look() {
      const y = this.#box.scrollTop, by = y - this.#y;
      if (!by) return;
      this.#y = y;
      const end = this.#end;
      let top = y;
      if (this.#long) top = Math.abs(by) > LEAP ? y / end * this.#last : this.top + by;
      this.top = Math.max(0, Math.min(this.#last, Math.round(top)));
      if (this.#long && (y <= 0 || y >= end)) this.to(this.top);
    }
  };
})();
