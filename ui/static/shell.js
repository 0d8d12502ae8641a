// The shell: what must work before Go is there. It keeps what the user gives
// (files, pasted text, a sample, a step back) until Go takes it, holds the
// colour theme, and starts the two roles of the one module.
(() => {
  "use strict";
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");

  // --- what the user gives --------------------------------------------------

  const queue = [];
  let taker = null;
  let last = null; // what is read, or was
  let stopped = false; // Go is no more
  let wanted = 0; // counts what was to be shown, each in place of the one before
  let addressed = false; // what is to be shown is what the address holds

  function give(input) {
    const whole = /^(files|shared|sample|link|start)$/.test(input.kind);
    if (whole) last = input.kind === "start" ? null : input;
    if (whole || input.kind === "again") {
      wanted++;
      addressed = input.kind === "shared";
    }
    if (stopped) {
      if (whole) heldbytes.startAgain();
      return;
    }
    if (taker) {
      taker(input);
      return;
    }
    queue.push(input);
    if (input.kind === "files") setStatus(heldbytes.t("Starting the engine. Your input is kept."), false);
  }

  function setStatus(text, quiet) {
    const status = document.querySelector("#status");
    status.className = quiet ? "quiet" : "";
    status.textContent = text;
  }

  function giveFiles(list, role) {
    const files = Array.from(list);
    if (files.length) give({kind: "files", role, files});
  }

  // An address that carries a timeline, alone in a text, goes where addresses go.
  const LINK = /^[\s<("'`>]*(?:[^\s"'`{}<>,\\]*#)?(t=\d+\.[\w-]+(?:&[\w.=]*)?)[\s>)"'`.,;]*$/;
  const linkIn = (text) => text.match(LINK)?.[1];

  function giveText(text) {
    const link = linkIn(text);
    if (link && location.hash === "#" + link) giveView();
    else if (link) location.hash = link;
    else if (text.trim()) giveFiles([new File([heldbytes.undress?.(text) ?? text], "pasted")], "capture");
  }

  // The box keeps its text until it is read; see clearPaste.
  function giveBox() {
    giveText(document.querySelector("#paste").value);
  }

  const roleOf = (target) => target.closest?.("[data-take]")?.dataset.take ?? "capture";

  for (const type of ["dragenter", "dragover"]) {
    addEventListener(type, (e) => {
      if (!e.dataTransfer?.types.includes("Files")) return;
      e.preventDefault();
      root.classList.add("dragging");
    });
  }
  addEventListener("dragleave", (e) => {
    if (!e.relatedTarget) root.classList.remove("dragging");
  });
  // A drag that is given up outside the window may end without an event.
  addEventListener("mousemove", () => root.classList.remove("dragging"));
  addEventListener("drop", (e) => {
    root.classList.remove("dragging");
    if (!e.dataTransfer?.files.length) return;
    e.preventDefault();
    for (const item of e.dataTransfer.items) {
      const entry = item.webkitGetAsEntry?.();
      if (entry?.isDirectory) {
        give({kind: "trouble", text: `${entry.name} is a folder; drop the recording in it`});
        return;
      }
    }
    giveFiles(e.dataTransfer.files, roleOf(e.target));
  });

  document.addEventListener("change", (e) => {
    if (e.target.type !== "file") return;
    giveFiles(e.target.files, roleOf(e.target));
    e.target.value = ""; // the same file can be chosen again
  });

  document.addEventListener("paste", (e) => {
    if (e.target.closest?.("input, select")) return;
    const text = e.clipboardData.getData("text/plain");
    if (e.clipboardData.files.length) {
      giveFiles(e.clipboardData.files, "capture");
    } else if (e.target.id === "paste") {
      setTimeout(giveBox); // once the text is in it
      return;
    } else if (linkIn(text)) {
      giveText(text);
    } else if (heldbytes.isRecording?.(text) ?? text.trim().includes("\n")) {
      giveText(text);
    } else {
      return; // an address or a word, meant for somewhere else
    }
    e.preventDefault();
  });

  document.addEventListener("click", (e) => {
    const at = e.target.closest?.("[data-do]");
    if (!at || e.ctrlKey || e.metaKey || e.shiftKey) return;
    switch (at.dataset.do) {
      case "sample":
        e.preventDefault();
        show({sample: at.dataset.sample});
        break;
      case "home":
        e.preventDefault();
        show({});
        break;
      case "text":
        giveBox();
        break;
      case "copy":
        copy(at);
        break;
      case "howto": // the link goes there
        document.querySelector(at.hash).open = true;
        break;
      case "view":
        showLab(at.dataset.view === "lab");
        break;
      case "reload":
        location.reload();
        break;
      case "theme":
        setTheme(isDark() ? "light" : "dark");
        break;
    }
  });

  // Copies a text, or what stands before a button. Where the page has no clipboard, as on a
  // host without TLS, what cannot be copied is selected.
  async function copy(button, text) {
    const code = button.previousElementSibling;
    let done = true;
    try {
      await navigator.clipboard.writeText(text ?? code.textContent);
    } catch {
      if (text) code.textContent = text;
      getSelection().selectAllChildren(code);
      done = document.execCommand("copy");
    }
    button.textContent = heldbytes.t(done ? "Copied" : "Selected");
    setStatus(button.textContent, true);
    setTimeout(() => button.textContent = heldbytes.t(button.dataset.says ?? "Copy"), 2000);
  }

  // Tabs as in the ARIA Authoring Practices: one stop of the Tab key, arrows
  // between them, and the one that has the focus is shown.
  document.addEventListener("keydown", (e) => {
    if (e.target.role !== "tab" || e.ctrlKey || e.metaKey || e.altKey) return;
    const tabs = Array.from(e.target.parentElement.querySelectorAll("[role=tab]"));
    const at = tabs.indexOf(e.target);
    const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1}[e.key];
    if (to === undefined) return;
    e.preventDefault();
    const next = tabs.at(to % tabs.length);
    next.focus();
    next.click();
  });

  // A view is the start screen {}, {sample: name}, {link: "#t=…"}, or {file: n,
  // life}: the n-th source that was shown in this life of the page, whose files are
  // gone with it; with shared: id it is what the address holds, which can be had
  // again; with lab: true the experiment is shown, and that lies beneath. Links
  // inside the page make entries without a state: they leave the view as it is.
  let life = Date.now();

  // The server may name a sample to open on, for an address that asks for nothing.
  function firstSample() {
    const asked = new URLSearchParams(location.search).get("sample");
    if (asked || location.search || location.hash) return asked ?? undefined;
    return document.querySelector("meta[name=heldbytes-sample]")?.content;
  }
  const linked = () => location.hash.startsWith("#t=") ? location.hash : undefined;
  const shared = document.querySelector("meta[name=heldbytes-shared]")?.content;
  let view = linked() ? {link: linked()} : shared ? {shared} : {sample: firstSample()};
  if (location.hash === "#lab") view.lab = true;

  const here = heldbytes.single ? location.pathname.split("/").pop() : heldbytes.base; // of a file "./" is the folder

  function addressOf(next) {
    const lab = next.lab ? "#lab" : "";
    if (next.shared) return location.pathname + location.search + lab;
    if (next.sample) return heldbytes.base + "?sample=" + encodeURIComponent(next.sample) + lab;
    return here + (lab || next.link || (next.file ? "#file" : "#start"));
  }
  function enter(next) {
    const lab = view.lab;
    view = next;
    history.pushState(view, "", addressOf(next));
    dispatchEvent(new Event("viewentered"));
    if (!next.lab !== !lab) giveTab();
  }
  function showLab(lab) {
    if (!lab !== !view.lab) enter({...view, lab: lab || undefined});
  }
  function giveTab() {
    give({kind: view.lab ? "lab" : "read"});
  }
  function show(next) {
    enter(next);
    giveView();
  }
  function giveView() {
    if (view.sample) give({kind: "sample", name: view.sample});
    else if (view.link) give({kind: "link", files: [new File([view.link], "link")]});
    else if (view.file && view.life === life) give({kind: "again", n: view.file});
    else if (view.shared) heldbytes.openShared(view.shared);
    else give({kind: "start"});
  }
  const beneath = ({lab, ...rest}) => JSON.stringify(rest);
  addEventListener("popstate", (e) => {
    if (!e.state && location.hash === "#lab" && !view.lab) history.replaceState({...view, lab: true}, ""); // a link to it
    if (!e.state && linked()) history.replaceState({link: linked()}, "");
    if (!history.state) return;
    const before = view;
    view = history.state;
    dispatchEvent(new Event("viewentered"));
    if (!before.lab !== !view.lab) giveTab();
    if (beneath(before) !== beneath(view)) giveView();
  });
  history.replaceState(view, "");
  if (view.sample || view.link || view.shared || view.lab) root.classList.add("arriving"); // no start screen for the blink of an eye
  if (view.lab) giveTab();
  if (view.sample || view.link) giveView();
  function arrived() {
    root.classList.remove("arriving");
  }

  // --- the theme ------------------------------------------------------------

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
  }
  function setTheme(theme) {
    root.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {} // storage may be off; the choice then lasts as long as the page
    give({kind: "theme"});
  }
  try {
    const theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
  } catch {}
  prefersDark.addEventListener("change", () => give({kind: "theme"}));
  addEventListener("languagechosen", () => give({kind: "language", words: heldbytes.words()}));

  // --- what Go asks of the page ---------------------------------------------

  const observers = [];

  Object.assign(heldbytes, {
    arrived,
    // Nobody takes what is given until the page is started anew, which it is at once
    // where something is.
    rest() {
      taker = null;
      stopped = true;
      queue.length = 0;
      observers.splice(0).forEach((observer) => observer.disconnect());
    },
    // What was given last, in numbers.
    given: () => ({sample: last?.name, sizes: last?.files?.map((f) => f.size)}),
    giveAgain() {
      stopped = false;
      life = Date.now();
      view = {shared: view.shared, lab: view.lab};
      history.replaceState(view, "");
      if (view.lab) giveTab();
      if (last) give(last);
    },
    // Whoever makes what is to be shown tells by it whether it still is.
    wanted: () => wanted,
    view: () => view,
    take(take) {
      taker = take;
      if (!queue.length && (wanted || !view.shared)) arrived();
      queue.splice(0).forEach(take);
      dispatchEvent(new Event("taken"));
    },
    isDark,
    give,
    copy,
    // The width is told at the first call and whenever it changes.
    watchWidth(selector, tell) {
      const observer = new ResizeObserver(([entry]) => tell(Math.round(entry.contentRect.width)));
      observer.observe(document.querySelector(selector));
      observers.push(observer);
    },
    setStatus,
    setGraph(selector, svg) {
      document.querySelector(selector).innerHTML = svg;
    },
    download(name, type, text) {
      const a = document.createElement("a");
      a.href = URL.createObjectURL(new Blob([text], {type}));
      a.download = name;
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
    },
    // Source n is shown, and can be gone back to while this page lives.
    showFile(n) {
      if (addressed) {
        addressed = false;
        view = {...view, file: n, life};
        history.replaceState(view, "");
      } else if (view.file !== n || view.life !== life) enter({file: n, life});
    },
    clearPaste() {
      document.querySelector("#paste").value = "";
    },
    // Inside a handler of the element that is left, focus() would wait for itself.
    focus(selector) {
      arrived();
      setTimeout(() => document.querySelector(selector)?.focus({preventScroll: true}));
    },
    scrollToTop() {
      arrived();
      scrollTo(0, 0);
    },
  });
})();
