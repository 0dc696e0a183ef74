// What is wider than a narrow screen: the tab of the page is brought into view, a table that is cut off says so at its edge, and the
// head of one that fits keeps to the window.
(() => {
  "use strict";
  const FITS = "table-fits";
  const CUT = "table-cut";

  const measure = (box) => {
    box.classList.remove(FITS); // only a box that scrolls tells how wide its content is
    const fits = box.scrollWidth <= box.clientWidth + 1;
    box.classList.toggle(FITS, fits);
    box.classList.toggle(CUT, !fits && box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  };
  const all = () => document.querySelectorAll(".table-wrap").forEach(measure);

  document.addEventListener("scroll", ({ target }) => {
    if (target instanceof Element && target.matches(".table-wrap")) measure(target);
  }, { capture: true, passive: true });
  window.addEventListener("resize", all);
  document.addEventListener("htmx:afterSettle", all);
  document.addEventListener("toggle", all, true);
  all();
  for (const tab of document.querySelectorAll(".event-tabs [aria-current], .rail-divisions [aria-current]")) {
    const row = tab.closest("ul");
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }
})();
