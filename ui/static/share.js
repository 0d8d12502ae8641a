// Share: the panel that shows what would leave this machine, before any of it
// does. A link is made in the page; only the button of an upload sends something,
// and that is the text that the panel has counted.
(() => {
  "use strict";
  const at = (selector) => document.querySelector(selector);
  const fill = (text, ...words) => words.reduce((s, word) => s.replace("%s", () => word), text);
  const group = (n) => String(n).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

  const SURE = 8_000; // characters that chats and trackers keep whole
  const BROWSERS = 64_000; // that every browser opens
  const LARGE = 4 << 20; // bytes of CSV from which a link is made only when asked for
  const SHOWN = 200; // characters of a link
  const DAYS = [1, 7, 30, 365];
  const USUAL_STALL = 200; // ms, which a link need not say

  let turn = 0; // counts what the panel was opened for
  let now = null; // what it shows: its CSV, link and host

  const MEANS = () => ({
    i: heldbytes.t("the number of the row"),
    t_ms: heldbytes.t("the time of the row, from the first chunk on"),
    held_bytes: heldbytes.t("bytes held after it"),
    parsed: heldbytes.t("whether an event that parsed was let go"),
    chunk_bytes: heldbytes.t("the length of the chunk"),
    held_before: heldbytes.t("bytes held before any were let go"),
    spans: heldbytes.t("where each event begins and ends, its kind, and a code for what is wrong with it"),
    coded_bytes: heldbytes.t("the length of the chunk as it was sent, compressed"),
    inflater_held: heldbytes.t("bytes that the inflater held"),
    accept_ms: heldbytes.t("when the socket could be read"),
    read_ms: heldbytes.t("when the bytes had been read"),
    parse_ms: heldbytes.t("when the event was parsed"),
    handoff_ms: heldbytes.t("when the event was handed off"),
  });

  // What a column has, in numbers.
  function counted({kind, cells: n, yes, spans, sum, least, most}, rows) {
    if (kind === "rows") return heldbytes.say("{rows row rows}", {rows});
    if (!n) return heldbytes.t("nothing");
    if (kind === "flags") return heldbytes.say("true in {yes} of {n row rows}", {yes, n});
    if (kind === "spans") return heldbytes.say("{n span spans}", {n: spans});
    const ends = [group(least), group(most)];
    if (kind === "ms") return fill(heldbytes.say("{n number numbers}, %s to %s ms", {n}), ...ends);
    if (kind === "sum") return fill(heldbytes.say("{n number numbers}, %s to %s bytes, {sum} in all", {n, sum}), ...ends);
    return fill(heldbytes.say("{n number numbers}, %s to %s bytes", {n}), ...ends);
  }

  function element(tag, text, ...classes) {
    const e = document.createElement(tag);
    if (text) e.textContent = text;
    e.classList.add(...classes);
    return e;
  }

  function row(name, means, here, code) {
    const tr = element("tr");
    const head = element("th");
    head.scope = "row";
    head.append(element("code", name));
    const cell = element("td");
    cell.append(element(code ? "code" : "span", here));
    tr.append(head, element("td", means), cell);
    return tr;
  }

  // --- what would leave -----------------------------------------------------

  const ask = (request) => new Promise((done) => heldbytes.ask(JSON.stringify(request), (reply, text) => done(reply === null ? {trouble: heldbytes.t(text)} : {text})));

  async function showTable(mine) {
    const {text, trouble} = await ask({csv: true});
    if (!mine()) return;
    if (trouble) {
      at("#share-size").textContent = trouble;
      return;
    }
    const found = await heldbytes.countColumns(text, mine);
    if (!found || !mine()) return;
    const means = MEANS();
    const body = at("#share-columns tbody");
    body.replaceChildren(...found.codes.map((line) => row("#", heldbytes.t("codes from fixed lists, and numbers, about the whole"), line, true)),
      ...found.columns.map((column) => row(column.name, means[column.name] ?? "", counted(column, found.rows))));
    at("#share-lines").textContent = found.first.join("\n") + (found.more ? "\n…" : "");
    at("#share-size").textContent = heldbytes.say("{size byte bytes} as CSV, in {rows row rows}.", {size: text.length, rows: found.rows});
    at("#share-what").hidden = false;
    at("#share-file").disabled = false;
    now.csv = text;
    offerUpload();
    if (text.length < LARGE) makeLink(mine);
    else at("#share-make").hidden = false;
  }

  // --- the link -------------------------------------------------------------

  async function makeLink(mine) {
    at("#share-make").hidden = true;
    at("#share-length").textContent = heldbytes.t("Making the link.");
    const {text, trouble} = await ask({link: true});
    if (!mine()) return;
    if (trouble) {
      at("#share-length").textContent = trouble;
      return;
    }
    // The address of a file names the folders of this machine: it stays here.
    const link = now.link = (heldbytes.single ? "" : location.origin + heldbytes.base) + "#" + text;
    const n = link.length;
    const told = [heldbytes.say("It has {n character characters}.", {n})];
    if (n > SURE) told.push(heldbytes.say("Not every chat and issue tracker keeps more than {sure} whole: a host or a file is the safer way.", {sure: SURE}));
    if (n > BROWSERS) told.push(heldbytes.t("Browsers open links of up to about 64,000, 80,000 or 2,000,000 characters, depending on which it is."));
    at("#share-length").textContent = told.join(document.documentElement.lang === "en" ? " " : "");
    at("#share-link").textContent = n > SHOWN ? link.slice(0, SHOWN) + "…" : link;
    at("#share-linked").hidden = false;
  }

  // --- the host -------------------------------------------------------------

  async function findHost(mine) {
    const host = heldbytes.host ? await heldbytes.host.find() : null;
    if (!mine()) return;
    now.host = host;
    const told = at("#share-host");
    if (!host) {
      told.textContent = heldbytes.single ? heldbytes.t("This page is a file and connects to nothing. A link or a file holds the same.")
        : navigator.onLine ? heldbytes.t("No host answers where this page came from, so nothing can be uploaded from it. A link or a file holds the same.")
          : heldbytes.t("There is no network, so nothing can be uploaded now. A link or a file holds the same.");
      return;
    }
    told.textContent = fill(heldbytes.t("%s keeps it until it expires or is deleted. Whoever has the address can read it."), location.host);
    const days = [...new Set([...DAYS, host.days])].filter((n) => n <= host.max_days).sort((a, b) => a - b);
    at("#share-days").replaceChildren(...days.map((n) => new Option(heldbytes.say("{n day days}", {n}), n, false, n === host.days)));
    at("#share-upload").textContent = fill(heldbytes.t("Upload to %s"), location.host);
    at("#share-offer").hidden = false;
    offerUpload();
    showKept();
  }

  // An upload needs a host, and something that is known and that it takes.
  function offerUpload() {
    if (!now.host || now.csv === undefined) return;
    const fits = now.csv.length <= now.host.max_bytes;
    at("#share-upload").disabled = !fits;
    if (!fits) at("#share-said").textContent = heldbytes.say("This is longer than the {most byte bytes} that the host takes.", {most: now.host.max_bytes});
  }

  async function upload() {
    const mine = begun();
    const button = at("#share-upload");
    button.disabled = true;
    at("#share-said").textContent = heldbytes.t("Uploading.");
    const {made, trouble} = await heldbytes.host.upload(now.csv, at("#share-days").value);
    if (made) {
      const stall = Number(at("[data-do=share]").dataset.stall);
      if (stall !== USUAL_STALL) made.url += "?stall=" + stall;
      heldbytes.kept.add(made);
    }
    if (!mine()) return;
    button.disabled = false;
    at("#share-said").textContent = trouble ?? heldbytes.t("Uploaded. Its address is the first of these.");
    if (!made) return;
    showKept();
    at("#share-kept").scrollIntoView({block: "nearest"});
  }

  // --- what was uploaded ----------------------------------------------------

  function snippet(text) {
    const div = element("div", "", "snippet");
    const button = element("button", heldbytes.t("Copy"));
    button.type = "button";
    button.dataset.do = "copy";
    div.append(element("pre", text), button);
    return div;
  }

  function item(one) {
    const li = element("li");
    const until = new Date(one.expires).toLocaleDateString(document.documentElement.lang, {dateStyle: "long"});
    const button = element("button", heldbytes.t("Delete"));
    button.type = "button";
    button.setAttribute("aria-label", fill(heldbytes.t("Delete %s"), one.url));
    button.addEventListener("click", async () => {
      button.disabled = true;
      const mine = begun();
      const trouble = await heldbytes.host.remove(one);
      if (!trouble) heldbytes.kept.forget(one.id);
      if (!mine()) return;
      button.disabled = false;
      at("#share-said").textContent = trouble || heldbytes.t("Deleted. Nobody can open it any more.");
      if (trouble) return;
      li.remove();
      at("#share-kept").hidden = !at("#share-kept li");
      at("#share-upload").focus();
    });
    const line = element("p");
    line.append(element("span", fill(heldbytes.t("until %s"), until)), " ", button);
    const details = element("details");
    details.append(element("summary", heldbytes.t("Delete it from elsewhere")), element("p", heldbytes.t("This browser keeps what deletes it. Whoever has this can do so as well:"), "dim"), snippet(one.token));
    li.append(snippet(one.url), line, details);
    return li;
  }

  function showKept() {
    const items = heldbytes.kept.list().map(item);
    at("#share-kept ul").replaceChildren(...items);
    at("#share-kept").hidden = !items.length;
  }

  // --- the panel ------------------------------------------------------------

  // Whether it still shows what it was opened for.
  function begun() {
    const mine = turn;
    return () => mine === turn;
  }

  function open() {
    const panel = at("#share");
    if (panel.open) return;
    turn++;
    now = {};
    for (const id of ["what", "make", "linked", "offer", "kept"]) at("#share-" + id).hidden = true;
    for (const id of ["length", "said"]) at("#share-" + id).textContent = "";
    at("#share-size").textContent = heldbytes.t("Counting what would leave.");
    at("#share-host").textContent = heldbytes.single ? "" : heldbytes.t("Looking for a host.");
    at("#share-own").hidden = !heldbytes.single;
    at("#share-file").disabled = at("#share-upload").disabled = true;
    panel.showModal();
    at("#share-title").focus(); // autofocus would not do in an address with a fragment
    panel.scrollTop = 0;
    const mine = begun();
    showTable(mine);
    findHost(mine);
  }

  document.addEventListener("click", (e) => {
    if (e.target.id === "share") e.target.close(); // beside what it holds
    switch (e.target.closest?.("[data-do]")?.dataset.do) {
      case "share":
        open();
        break;
      case "share-link":
        heldbytes.copy(e.target, now.link);
        break;
      case "share-make":
        makeLink(begun());
        break;
      case "share-file":
        at("#csv").click();
        break;
      case "share-upload":
        upload();
    }
  });
  // What is given while it is open is shown behind it.
  const close = () => at("#share").close();
  for (const type of ["drop", "popstate"]) addEventListener(type, close);
  // The event comes late: the panel may have been opened again before it.
  at("#share").addEventListener("close", ({target}) => {
    if (!target.open) turn++;
  });
})();
