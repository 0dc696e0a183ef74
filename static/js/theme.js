// Light, dark, or as the device says: what the reader chose is kept on this device. Runs before the page is painted. And the first
// line of a page that the device had a copy of, while there is no network.
"use strict";

(() => {
  const KEY = "wordhall.theme";
  const DARK = document.querySelector("link[data-dark]");
  const MEDIA = {auto: "screen and (prefers-color-scheme: dark)", light: "not all", dark: "screen"};

  const chosen = () => {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto"; // storage is forbidden here: the device decides
    }
  };
  const apply = (theme) => { DARK.media = MEDIA[theme] || MEDIA.auto; };

  apply(chosen());
  document.addEventListener("DOMContentLoaded", () => {
    const line = document.querySelector("[data-copy-line]");
    const made = Date.parse(document.documentElement.dataset.copy);
    if (line && made) {
      const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(made);
      line.textContent = line.dataset.copyLine.replace("TIME", time);
      line.hidden = false;
    }
    const select = document.querySelector("[data-theme-choice]");
    if (!select) return;
    select.value = chosen();
    select.closest("[hidden]")?.removeAttribute("hidden");
    select.addEventListener("change", () => {
      apply(select.value);
      try {
        localStorage.setItem(KEY, select.value);
      } catch {
        // holds for this page only
      }
    });
  });
})();
