// Host: what a page that came from a host of shared timelines says to it. Nothing
// of this is said before the user opened the panel or pressed one of its buttons.
(() => {
  "use strict";
  const at = (path) => `${heldbytes.base}api/${path}`;
  const said = (text, word) => heldbytes.t(text).replace("%s", () => word);
  const silent = () => heldbytes.t("The host did not answer. Try again once it is there.");
  const unknown = () => heldbytes.t("The host answered in a way that this page does not know.");

  const LONGEST = 300; // of what a host says for itself

  // Why it did not do what it was asked for.
  async function refusal(answer) {
    if (answer.status === 413) return heldbytes.t("This is longer than the host takes.");
    if (answer.status === 429) {
      const wait = Number(answer.headers.get("Retry-After"));
      if (!(wait > 0)) return heldbytes.t("The host was asked too often. Try again later.");
      return heldbytes.say("The host was asked too often. Try again in {n second seconds}.", {n: Math.ceil(wait)});
    }
    const why = await answer.json().then((told) => told.error, () => null);
    if ((answer.status < 500 || answer.status === 507) && typeof why === "string") return said("The host refused it: %s.", heldbytes.t(why.slice(0, LONGEST)));
    return said("The host answered %s.", answer.status);
  }

  const isText = (s, most) => typeof s === "string" && s !== "" && s.length <= most;

  // An upload as it is kept, or null where it is none.
  function shared({id, url, delete_token: token, expires} = {}) {
    const good = isText(id, 64) && /^[\w-]+$/.test(id) && isText(url, 2000) && /^https?:\/\//.test(url) && isText(token, 256) &&
      isText(expires, 40) && !Number.isNaN(Date.parse(expires));
    return good ? {id, url, token, expires} : null;
  }

  heldbytes.host = {
    shared,
    // What the host says of itself, or null where there is none.
    async find() {
      try {
        const answer = await fetch(at("health"), {cache: "no-store"});
        const told = answer.ok && await answer.json();
        return told?.ok === true && told.max_bytes > 0 && told.days > 0 && told.max_days > 0 ? told : null;
      } catch {
        return null;
      }
    },
    // What was made of it, or why nothing was.
    async upload(csv, days) {
      try {
        const answer = await fetch(at(`timelines?days=${days}`), {method: "POST", headers: {"Content-Type": "text/csv"}, body: csv});
        if (answer.status !== 201) return {trouble: await refusal(answer)};
        const made = shared(await answer.json().catch(() => undefined));
        return made ? {made} : {trouble: unknown()};
      } catch {
        return {trouble: silent()};
      }
    },
    // Why it could not be deleted, or "" where it is there no more.
    async remove({id, token}) {
      try {
        const answer = await fetch(at(`timelines/${id}`), {method: "DELETE", headers: {Authorization: `Bearer ${token}`}});
        return answer.status === 204 || answer.status === 404 ? "" : await refusal(answer);
      } catch {
        return silent();
      }
    },
  };
})();
