// The service worker: after one visit the page works without a network. What it
// keeps is named by what mkpage puts before this text: build, and by name, with
// their hashes, the files that are fetched at once (first) and those that wait
// until the page is idle (later).
//
// Each build has a cache of its own. A file is asked for with the build of the
// page that wants it, and comes from that build's cache alone: a page that is
// open keeps its own set of files whichever service worker answers it. The next
// navigation gets the newest complete build. The service worker of a new build
// waits until no page of an older one is open, and then removes the older caches.
"use strict";
const prefix = "heldbytes ";
const root = new URL("./", location);

// fill fetches what the cache lacks, all or nothing. Unchanged files are not
// sent again where the browser has them.
async function fill(files) {
  const cache = await caches.open(prefix + build);
  const missing = [];
  for (const [name, integrity] of Object.entries(files)) {
    if (!await cache.match(name)) missing.push(new Request(name, {cache: "no-cache", integrity}));
  }
  await cache.addAll(missing);
  return cache;
}

async function install() {
  const cache = await fill(first);
  await cache.put("filled", new Response(String(Date.now())));
}

async function newest() {
  let found, latest = 0;
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix)) continue;
    const cache = await caches.open(name);
    const at = Number(await (await cache.match("filled"))?.text() ?? 0);
    if (at > latest) [found, latest] = [cache, at];
  }
  return found?.match("./");
}

async function removeAll(but) {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== but) await caches.delete(name);
  }
}

// What a browser has kept and cannot read any more counts as not kept.
const kept = (found) => found.catch(() => undefined);

// Another program may listen at this address by now, as happens on loopback. The
// page of that one is shown then.
async function giveWay() {
  let answer;
  try {
    answer = await fetch("sw.js", {method: "HEAD", cache: "no-store", redirect: "manual"});
  } catch {
    return; // no network
  }
  const gone = answer.status === 404 || answer.status === 410;
  if (!gone && !(answer.ok && !/javascript/.test(answer.headers.get("content-type")))) return;
  await registration.unregister();
  await removeAll();
  for (const client of await clients.matchAll({type: "window"})) await client.navigate(client.url);
}

addEventListener("install", (e) => e.waitUntil(install()));

addEventListener("activate", (e) => e.waitUntil(removeAll(prefix + build).then(() => clients.claim())));

addEventListener("message", (e) => {
  if (e.data === "look") e.waitUntil(giveWay());
  if (e.data === "build") e.ports[0].postMessage(build);
  if (e.data === "fill") e.waitUntil(fill(later).catch(() => {})); // there is a next visit
});

// What was shared has an address of its own, a/ID, and comes from its host. Where
// that does not answer, the page that is kept says so there.
async function shared(request, id) {
  try {
    return await fetch(request);
  } catch (err) {
    const page = await kept(newest());
    if (!page) throw err;
    const text = (await page.text()).replace(/(\s(?:src|href)=")(?:\.\/)?(?=[\w.?-]+["#?])/g, `$1${root.pathname}`);
    const named = text.replace("<head>", `<head>\n<meta name="heldbytes-shared" content="${id}">`);
    return new Response(named, {headers: page.headers});
  }
}

// The page and its files lie side by side: what is deeper, as /api/, is not the
// page's.
addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  const name = url.pathname.slice(root.pathname.length);
  if (e.request.mode === "navigate") {
    const id = /^a\/([\w-]+)$/.exec(name)?.[1];
    if (id) e.respondWith(shared(e.request, id));
    if (name !== "" && name !== "index.html") return;
    e.respondWith(kept(newest()).then((page) => page ?? fetch(e.request)));
    return;
  }
  const wanted = url.search.slice(1);
  if (name.includes("/") || !wanted) return;
  e.respondWith(kept(caches.match(e.request, {cacheName: prefix + wanted})).then((file) => file ?? fetch(e.request)));
});
