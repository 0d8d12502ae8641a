// The list of all keys, which a question mark shows anywhere but in a field.
(() => {
  "use strict";
  heldbytes.showKeys = () => {
    const dialog = document.querySelector("#keys");
    if (!dialog.open) dialog.showModal();
  };
  document.addEventListener("keydown", (e) => {
    if (e.key !== "?" || e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
    if (e.target.closest?.("input:not([type=radio], [type=range], [type=file]), textarea, select, [contenteditable]")) return;
    e.preventDefault();
    heldbytes.showKeys();
  });
  document.addEventListener("click", (e) => {
    if (e.target.id === "keys") e.target.close(); // beside what it holds
    if (e.target.closest?.("[data-do=keys]")) heldbytes.showKeys();
  });
})();
