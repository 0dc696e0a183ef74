// A form that could not be saved is sent again automatically after a while.
"use strict";
(() => {
  const form = document.querySelector("form[data-again]");
  const line = document.querySelector("[data-again-says]");
  if (!form || !line) return;
  let left = Number(form.dataset.again);
  line.hidden = false;
  const tick = () => {
    line.textContent = line.dataset.againSays.replace("N", String(left));
    if (left <= 0) {
      form.submit();
      return;
    }
    left -= 1;
    setTimeout(tick, 1000);
  };
  tick();
})();
