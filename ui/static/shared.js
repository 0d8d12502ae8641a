// Shared: where the address is that of a timeline which was shared, as /a/ID, it
// is asked for from the page's own host and given to Go like a recording. Once
// something else is shown, the tab has the page's own title.
(() => {
  "use strict";
  const named = document.querySelector("meta[name=heldbytes-shared]") && document.title;

  function entitle() {
    const usual = heldbytes.t("heldbytes: is it my reader, or the server?");
    document.title = heldbytes.view().shared && named || usual;
  }
  for (const type of ["viewentered", "languagechosen"]) addEventListener(type, entitle);

  // The threshold that it was shared with stands in the address.
  function stall() {
    const ms = Number(new URLSearchParams(location.search).get("stall"));
    return ms > 0 && ms < 1e9 ? ms : 0;
  }

  // What it is, or an error text.
  async function load(id) {
    let answer;
    try {
      answer = await fetch(`${heldbytes.base}api/timelines/${encodeURIComponent(id)}`, {cache: "no-cache"});
      if (answer.ok) return {timeline: await answer.blob()};
    } catch {
      return {text: `The host did not answer, so what was shared is not here. Reload the page to ask once more.`};
    }
    switch (answer.status) {
      case 404:
      case 410:
        return {text: `What was shared here is no longer there: it was deleted, or its time is over.`};
      case 429:
        return {text: `The host was asked too often. Wait a minute and reload the page.`};
    }
    return {text: `The host answered ${answer.status} instead of what was shared.`};
  }

  let loading = null; // what it was wanted in place of, while it is on its way

  function tell() {
    if (loading === heldbytes.wanted()) heldbytes.setStatus(heldbytes.t("Loading what was shared."), false);
  }
  addEventListener("taken", tell); // Go begins with nothing to say

  heldbytes.openShared = async (id) => {
    const before = loading = heldbytes.wanted();
    const loaded = load(id);
    await heldbytes.spoken;
    tell();
    const {timeline, text} = await loaded;
    loading = null;
    if (heldbytes.wanted() !== before) return; // something else was given by now
    heldbytes.setStatus("", true);
    if (timeline) heldbytes.give({kind: "shared", files: [new File([timeline], "shared")], stall: stall()});
    else heldbytes.give({kind: "trouble", text});
  };

  if (heldbytes.view().shared) heldbytes.openShared(heldbytes.view().shared);
})();
