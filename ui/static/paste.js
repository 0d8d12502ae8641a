// What a text wears when it was copied out of a bug report, a chat or a mail: the
// marks of a quotation, the fence of a block of code, characters written as HTML,
// blanks and quotation marks that a program set for the eye. They are taken off
// where they cannot be part of the recording itself.
(() => {
  "use strict";
  const written = {quot: '"', apos: "'", lt: "<", gt: ">", amp: "&", nbsp: "\u00a0"};

  // HTML is undone where all quotation marks are written in it: a text that has
  // plain ones as well has such names in its payload.
  function unescaped(text) {
    const doubles = /&(quot|#34|#x22);/i.test(text) && !text.includes('"');
    const singles = /&(apos|#39|#x27);/i.test(text) && !text.includes("'") && !text.includes('"');
    if (!doubles && !singles) return text;
    return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (all, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : parseInt(hex, 16);
      if (name) return written[name.toLowerCase()] ?? all;
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    });
  }

  // A quotation is taken off as often as every line is quoted; of more than DEEP
  // nobody is answered.
  const DEEP = 100;
  function unquoted(text) {
    for (let depth = 0;; depth++) {
      const lines = text.split("\n");
      const said = lines.filter((line) => line.trim());
      if (depth === DEEP || !said.length || said.some((line) => !/^[ \t\u00a0]*>/.test(line))) return text;
      text = lines.map((line) => line.replace(/^[ \t\u00a0]*>[ \u00a0]?/, "")).join("\n");
    }
  }

  // Of blocks of code the longest is meant; what stands around them is about it.
  // A fence behind a line that is of a recording itself is in its payload.
  const FENCE = /^[ \u00a0]{0,3}(`{3,}|~{3,})[ \u00a0]*[\w.+#-]*[ \u00a0]*\r?$/;
  const RECORDED = /^[ \t\u00a0]*(\d[\d:.,]{2,}|\d{4}-|[[({"']|b['"]|data:|event:)/;
  function unfenced(text) {
    const lines = text.split("\n");
    const blocks = [];
    let open = null;
    let recorded = false;
    lines.forEach((line, i) => {
      const mark = line.match(FENCE)?.[1];
      if (open && mark?.startsWith(open.mark)) {
        blocks.push(lines.slice(open.from, i));
        open = null;
      } else if (!open && mark && !recorded) {
        open = {mark, from: i + 1};
      } else if (!open && RECORDED.test(line)) {
        recorded = true;
      }
    });
    if (open) blocks.push(lines.slice(open.from)); // the end was not copied
    const texts = blocks.map((block) => block.join("\n").replace(/\n?$/, "\n")).filter((block) => block.trim());
    return texts.reduce((a, b) => b.length > a.length ? b : a, "") || text;
  }

  // Quotation marks were set for the eye where no plain one is left.
  function straight(text) {
    if (text.includes('"')) return text;
    if (/[\u201c\u201d\u201e\u201f]/.test(text)) text = text.replace(/[\u201c\u201d\u201e\u201f]/g, '"');
    else if (text.includes("'")) return text;
    // An apostrophe inside of double quotes stays what it is.
    const opens = /(^|[[(,\s=bB])[\u2018\u201a\u201b]/.test(text);
    return opens && !text.includes("'") ? text.replace(/[\u2018\u2019\u201a\u201b]/g, "'") : text;
  }

  // Blanks in front of what a line quotes, or where it quotes nothing in front of
  // its text: there they can be no payload.
  const FRONT = 40;
  function blanks(line) {
    const quote = line.search(/["'`]/);
    const end = quote < 0 ? FRONT : quote;
    return line.slice(0, end).replace(/[\u200b\u2060\ufeff]/g, "").replace(/[\u00a0\u2007\u202f\u2009]/g, " ") + line.slice(end);
  }

  // What is one line is a recording where it begins like a list, and else an
  // address or a word that was meant for somewhere else. A pattern that goes on for
  // ever has no room for it.
  const BEGINNING = 10_000;
  heldbytes.isRecording = (text) => text.trim().includes("\n") || /^(?:[\s>\u200b\u2060]|&gt;)*[[({]/.test(text.slice(0, BEGINNING));

  heldbytes.undress = (text) => {
    text = unfenced(unquoted(unescaped(text)));
    return straight(text).split("\n").map(blanks).join("\n");
  };
})();
