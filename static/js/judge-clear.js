// An answer shown as a page of its own: cleared after a while or at any key, and not left in the browser's history.
(() => {
  "use strict";
  const page = document.querySelector("[data-clear-after]");
  const clear = () => window.location.replace(page.dataset.clearTo);
  window.setTimeout(clear, Number(page.dataset.clearAfter) * 1000);
  document.addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Alt", "Meta", "Tab", "Enter"].includes(event.key)) return;
    event.preventDefault();
    clear();
  });
})();
