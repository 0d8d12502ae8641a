// The language of the page: the one chosen by hand, else the first of the
// browser's that the page has. English stands in the page itself; of another
// there is a table, which is fetched when it is wanted, translates what the shell
// shows, and goes on to Go.
(() => {
  "use strict";
  const root = document.documentElement;
  const NAMES = {"en": "English", "zh-CN": "中文"};
  const tables = {"en": {json: "", texts: {}}};
  let table = tables.en;

  function preferred() {
    try {
      const kept = localStorage.getItem("language");
      if (kept in NAMES) return kept;
    } catch {} // storage may be off
    for (const tag of navigator.languages) {
      if (/^zh\b/i.test(tag)) return "zh-CN";
      if (/^en\b/i.test(tag)) return "en";
    }
    return "en";
  }

  async function load(tag) {
    if (!tables[tag]) {
      const response = await heldbytes.asset(tag + ".json");
      if (!response.ok) throw new Error(response.statusText);
      const json = await response.text();
      tables[tag] = {json, texts: JSON.parse(json).texts};
    }
    return tables[tag];
  }

  const t = (english) => table.texts[english] ?? english;

  const group = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

  // --- what the shell shows -------------------------------------------------

  // What a text node or an attribute says: in English, and as it was left.
  const said = new WeakMap();
  const ATTRIBUTES = ["aria-label", "placeholder", "title"];

  function put(node, key, now) {
    const known = said.get(node) ?? {};
    said.set(node, known);
    if (known[key]?.left !== now) known[key] = {english: now};
    const english = known[key].english;
    const words = english.trim().replace(/\s+/g, " ");
    const left = t(words);
    // Before a Chinese word there is no space.
    const whole = /^[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(left) ? english.trimStart() : english;
    return known[key].left = left === words ? english : whole.replace(english.trim(), () => left);
  }

  // Goes over the document, but for code, for what says its own language, and for
  // what Go renders once it is there.
  function translate() {
    const keepsOut = (e) => e.matches("pre, code, kbd, script, style, noscript, textarea, #status, body [lang], [translate=no]") ||
        e.id === "app" && e.dataset.state !== "starting";
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node.nodeType !== Node.ELEMENT_NODE || !keepsOut(node)) return NodeFilter.FILTER_ACCEPT;
      attributes(node);
      return NodeFilter.FILTER_REJECT;
    });
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.ELEMENT_NODE) {
        attributes(node);
      } else if (node.data.trim()) {
        const now = put(node, "text", node.data);
        if (now !== node.data) node.data = now;
      }
    }
  }

  function attributes(e) {
    for (const name of ATTRIBUTES) {
      const now = e.getAttribute(name);
      if (now && e.id !== "app") e.setAttribute(name, put(e, name, now));
    }
  }

  function show(tag) {
    table = tables[tag];
    root.lang = tag;
    translate();
    const other = Object.keys(NAMES).find((name) => name !== tag);
    for (const button of document.querySelectorAll("[data-do=language]")) {
      button.lang = other;
      button.textContent = NAMES[other];
      button.dataset.tag = other;
    }
  }

  // --- the choice -----------------------------------------------------------

  async function choose(tag) {
    try {
      await load(tag);
    } catch (err) {
      heldbytes.setStatus(t("That language could not be loaded, and the page stays as it is: %s.").replace("%s", err.message), false);
      return;
    }
    show(tag);
    try {
      localStorage.setItem("language", tag);
    } catch {} // the choice then lasts as long as the page
    dispatchEvent(new Event("languagechosen"));
  }
  document.addEventListener("click", (e) => {
    const at = e.target.closest?.("[data-do=language]");
    if (at) choose(at.dataset.tag);
  });

  const first = preferred();
  if (first !== "en") root.classList.add("wordless"); // no English for the blink of an eye
  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done));
  const spoken = Promise.allSettled([load(first), parsed]).then(([loaded]) => {
    show(loaded.status === "fulfilled" ? first : "en");
    root.classList.remove("wordless");
  });

  Object.assign(heldbytes, {
    spoken, // a promise: the page says things in its language
    words: () => table.json, // for Go; "" is English
    t,
    // Renders a text with numbers in it, as {n event events}; {wait_ms} is a time in ms.
    say: (english, args) => t(english).replace(/\{(#?)(\w+)(?: (\S+) (\S+))?\}/g, (_, alone, name, one, many) => {
      const n = args[name];
      const number = name.endsWith("_ms") ? group(Math.round(n)) + " ms" : group(n);
      if (!many) return number;
      const word = (n === 1 ? one : many).replaceAll("_", " ");
      return alone ? word : `${number} ${word}`;
    }),
  });
})();
