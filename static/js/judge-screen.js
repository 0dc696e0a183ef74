// The word judge in full screen, where the browser can.
(() => {
  "use strict";
  const button = document.querySelector("[data-fullscreen]");
  if (!button || !document.fullscreenEnabled) return;
  const show = () => { button.hidden = Boolean(document.fullscreenElement); };
  button.addEventListener("click", () => document.documentElement.requestFullscreen().catch(show));
  document.addEventListener("fullscreenchange", show);
  show();
})();
