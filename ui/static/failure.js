// What happens when something fails that should not: a panel says what stopped
// and what is kept, and holds a report to copy. A report is made of what can
// hold nothing of a recording: the class of an error, names of functions, states
// and sizes. Messages quote, so of most of them nothing is taken.
(() => {
  "use strict";
  const at = (selector) => document.querySelector(selector);

  // --- what may be told of an error -----------------------------------------

  // What the Go runtime says of itself.
  const classes = [
    /^fatal error: [a-z][\w ,:!-]*$/,
    /^runtime: out of memory: cannot allocate \d+-byte block \(\d+ in use\)$/,
    /^panic: runtime error: (index out of range|slice bounds out of range)( \[[\d:]*\])?( with (length|capacity) \d+)?$/,
    /^panic: runtime error: (invalid memory address or nil pointer dereference|integer divide by zero|makeslice: (len|cap) out of range|growslice: len out of range)$/,
    /^panic: (close of (nil|closed) channel|send on closed channel|assignment to entry in nil map)$/,
    /^panic: syscall\/js: call of [A-Za-z.]+ on [a-z]+$/,
  ];

  // The class of a panic and the functions under way, from what Go prints.
  function ofGo(text) {
    const lines = text.split("\n");
    const line = lines.find((s) => /^(panic|fatal error|runtime: out of memory): /.test(s)) ?? "";
    const bare = line.replace(/ \[recovered(, repanicked)?\]$/, "");
    let what = "panic";
    if (classes.some((c) => c.test(bare))) what = bare;
    else if (line.startsWith("panic: JavaScript error: ")) what = "panic: JavaScript error";
    else if (line.startsWith("panic: interface conversion: ")) what = "panic: interface conversion";
    else if (!line) what = "it ended";
    const from = lines.findIndex((s) => /^goroutine \d+ /.test(s));
    const frames = [];
    for (const s of from < 0 ? [] : lines.slice(from + 1)) {
      if (s === "") break; // the next goroutine
      const m = /^((?:created by )?[A-Za-z][\w./*()[\]-]*?)(?:\((?:0x|\{|\.\.\.|_|\)).*| in goroutine \d+)?$/.exec(s);
      if (m) frames.push(m[1]);
    }
    return {what, frames: frames.slice(0, 24)};
  }

  // The class of a JavaScript error and where it was, without quotes.
  function ofError(err) {
    const name = /^\w{1,40}$/.test(err?.name) ? err.name : "error";
    const message = String(err?.message ?? "");
    let what = name;
    if (/^(Type|Reference|Range|Runtime|Compile|Link)Error$/.test(name)) {
      what += ": " + message.replace(/["'`].*["'`]/s, "…").replace(/\s+/g, " ").slice(0, 160);
    }
    let stack = String(err?.stack ?? "");
    const head = stack.indexOf(message);
    if (message && head >= 0) stack = stack.slice(head + message.length);
    const frames = [];
    for (const line of stack.split("\n")) {
      const where = /([\w-]+\.js)(?:\?[\w-]*)?:(\d+:\d+)\)?$/.exec(line) ?? /(wasm-function\[\d+\]):(0x[0-9a-f]+)\)?$/.exec(line) ?? /()(\d+:\d+)\)?$/.exec(line);
      if (!where) continue;
      const called = /^\s*at (?:async )?([\w$.]+) \(/.exec(line)?.[1] ?? /^([\w$.]+)@/.exec(line)?.[1] ?? "";
      frames.push(`${called} ${where[1] || "page"}:${where[2]}`.trim());
    }
    return {what, frames: frames.slice(0, 24)};
  }

  // --- the report -----------------------------------------------------------

  const counted = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

  function report(part, {what, frames}, facts) {
    const given = heldbytes.given?.() ?? {};
    const progress = at(".reading progress");
    const from = heldbytes.single ? "one file" : navigator.serviceWorker?.controller ? "kept by the browser" : "from its server";
    return [
      `heldbytes ${heldbytes.build}, ${from}`,
      `failed: ${part}`,
      `what: ${what}`,
      ...frames.map((frame) => `  at ${frame}`),
      `state: ${at("#app")?.dataset.state}, ${document.documentElement.lang}`,
      given.sizes ? `given: ${given.sizes.map(counted).join(" and ")} bytes` : given.sample ? `given: the sample ${given.sample}` : "given: nothing",
      progress?.max > 1 ? `read: ${counted(progress.value)} of ${counted(progress.max)} bytes` : "",
      ...Object.entries(facts).map(([name, value]) => `${name}: ${typeof value === "number" ? counted(value) : value}`),
      `browser: ${navigator.userAgent}`,
      `processors: ${navigator.hardwareConcurrency}, window: ${innerWidth} by ${innerHeight}`,
    ].filter(Boolean).join("\n");
  }

  // Shows the panel. part is what failed: page, start, engine or script.
  function fail(part, known, facts = {}) {
    const t = heldbytes.t ?? ((text) => text);
    const texts = {
      start: "This page could not start. What you gave is kept.",
      page: "This page stopped. What is shown stays, and what you gave is kept.",
      engine: "The engine stopped, and was started anew. What is shown stays, and what you gave is kept.",
      script: "A part of this page failed. What is shown stays.",
    };
    if (!at("#failure").hidden && part === "script") return; // what follows from the first
    at("#failure-text").textContent = t(texts[part]);
    at("#failure-report").textContent = report(part, known, facts);
    at("#failure-again").hidden = part !== "page" && part !== "start";
    at("#failure-close").hidden = !at("#failure-again").hidden;
    at("#failure").hidden = false;
    at("#failure").scrollIntoView?.({block: "nearest"});
  }

  function close() {
    at("#failure").hidden = true;
  }

  // --- scripts that throw ---------------------------------------------------

  // Errors of browser extensions, and the one that is none.
  const foreign = (e) => /ResizeObserver loop/.test(e.message) ||
      e.filename && !e.filename.startsWith(heldbytes.single ? location.href.split(/[?#]/)[0] : new URL("./", location));

  function caught(e, err) {
    if (heldbytes.ended?.(err)) e.preventDefault(); // the page's module, which has said so
    else fail("script", ofError(err));
  }
  addEventListener("error", (e) => {
    if (e.error && !foreign(e)) caught(e, e.error);
  });
  addEventListener("unhandledrejection", (e) => {
    if (e.reason instanceof Error) caught(e, e.reason);
  });

  document.addEventListener("click", (e) => {
    switch (e.target.closest?.("[data-do]")?.dataset.do) {
      case "failure-again":
        heldbytes.startAgain();
        break;
      case "failure-close":
        close();
        break;
    }
  });

  Object.assign(heldbytes, {fail, ofGo, ofError, closeFailure: close});
})();
