// Offline: registers the service worker, which keeps this page for times without
// a network, lets it fetch what is large once nothing else goes on, and says
// when a newer build is there.
(() => {
  "use strict";
  // The page as one file comes from the server alone.
  const offer = () => {
    document.querySelector("#whole").hidden = !navigator.onLine;
  };
  for (const type of ["DOMContentLoaded", "online", "offline"]) addEventListener(type, offer);

  const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
  const kept = location.protocol === "https:" || location.protocol === "http:" && loopback;
  if (!kept || !("serviceWorker" in navigator)) return;

  const checkEvery = 3600_000; // ms

  // The build that a service worker has kept.
  function buildOf(worker) {
    return new Promise((tell) => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = (e) => tell(e.data);
      worker.postMessage("build", [port2]);
    });
  }

  async function tellIfNewer(worker) {
    if (await buildOf(worker) !== heldbytes.build) document.querySelector("#newer").hidden = false;
  }

  function watch(registration) {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") tellIfNewer(worker);
      if (worker.state === "activated") fill(worker);
    });
  }

  const idle = () => new Promise((done) => {
    const wait = window.requestIdleCallback ?? ((f) => setTimeout(f, 2000));
    const look = () => /^(starting|reading)$/.test(document.querySelector("#app").dataset.state) ? setTimeout(look, 500) : done();
    wait(look);
  });

  // Who pays for what is loaded gets the large files once a recording needs them.
  async function fill(worker) {
    if (!worker || navigator.connection?.saveData) return;
    await idle();
    worker.postMessage("fill");
  }

  async function start() {
    navigator.serviceWorker.controller?.postMessage("look"); // whether its server is still there
    await idle();
    const registration = await navigator.serviceWorker.register(heldbytes.base + "sw.js");
    watch(registration);
    registration.addEventListener("updatefound", () => watch(registration));
    if (registration.waiting) tellIfNewer(registration.waiting);
    fill(registration.active);
    fill(registration.waiting);
    let checked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || !navigator.onLine || Date.now() - checked < checkEvery) return;
      checked = Date.now();
      registration.update().catch(() => {}); // there is a next time
    });
  }
  // Where there is no room, or the browser keeps nothing, the page works as it did.
  addEventListener("load", () => start().catch(() => {}));
})();
