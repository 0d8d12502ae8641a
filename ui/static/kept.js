// Kept: what was uploaded from this browser and can be deleted from it. What has
// expired is forgotten.
(() => {
  "use strict";
  const KEY = "shared";
  const MOST = 1000; // of some 200 bytes each
  let list = []; // where the browser keeps nothing, it lasts as long as the page
  let saved = false; // whether it keeps something, which another tab may have removed

  function load() {
    try {
      const told = JSON.parse(localStorage.getItem(KEY));
      if (Array.isArray(told)) {
        saved = true;
        list = told.map((one) => heldbytes.host.shared({...one, delete_token: one?.token})).filter(Boolean);
      } else if (saved) {
        list = [];
      }
    } catch {} // storage may be off
    list = list.filter((one) => Date.parse(one.expires) > Date.now()).slice(0, MOST);
  }

  function save() {
    try {
      if (list.length) localStorage.setItem(KEY, JSON.stringify(list));
      else localStorage.removeItem(KEY);
      saved = true;
    } catch {}
  }

  heldbytes.kept = {
    // The newest comes first.
    list() {
      load();
      save();
      return list;
    },
    add(one) {
      load();
      list = [one, ...list].slice(0, MOST);
      save();
    },
    forget(id) {
      load();
      list = list.filter((one) => one.id !== id);
      save();
    },
  };
})();
