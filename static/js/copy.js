// Buttons that copy the address beside them. Without this script the address can be selected and copied by hand.
"use strict";

(() => {
  const SHOWN_MS = 1500;

  async function copy(field) {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // no clipboard over plain http: the old way
      field.select();
      return document.execCommand("copy");
    }
    return true;
  }

  for (const line of document.querySelectorAll("[data-copy-line-of]")) {
    const field = line.querySelector("input");
    const button = line.querySelector("button");
    const says = [...button.childNodes];
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (!(await copy(field))) return;
      button.textContent = button.dataset.done;
      setTimeout(() => button.replaceChildren(...says), SHOWN_MS);
    });
    field.addEventListener("focus", () => field.select());
  }
})();
