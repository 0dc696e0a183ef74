// A tablet in the hall: the list of tables refreshes, and comes back after each report for the next player.
"use strict";

(() => {
  const KEY = "wordhall-kiosk";
  const RETURN_SECONDS = 20;

  // Storage may be refused; then the tablet's own back button must do.
  function stored(use) {
    try {
      return use(window.sessionStorage);
    } catch (error) {
      if (error instanceof DOMException) return null;
      throw error;
    }
  }

  async function refresh(list) {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { headers: { "X-Requested-With": "refresh" } });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-kiosk]");
      if (fresh) list.innerHTML = document.adoptNode(fresh).innerHTML;
    } catch {
      // No network for a moment: the next round tries again.
    }
  }

  function offerReturn(address) {
    for (const link of document.querySelectorAll("[data-kiosk-return]")) {
      link.href = address;
      link.hidden = false;
    }
  }

  // The tablet goes back by itself from a page that nobody touches, unless something has been typed there.
  function returnWhenLeft(address) {
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => location.assign(address), RETURN_SECONDS * 1000);
    };
    const touches = ["pointerdown", "keydown", "scroll"];
    for (const name of touches) addEventListener(name, wait, { passive: true });
    addEventListener("input", () => {
      for (const name of touches) removeEventListener(name, wait);
      clearTimeout(timer);
    });
    wait();
  }

  const list = document.querySelector("[data-kiosk]");
  if (list) {
    stored((store) => store.setItem(KEY, location.pathname));
    setInterval(() => refresh(list), Number(list.dataset.refresh) * 1000);
  }
  const address = stored((store) => store.getItem(KEY));
  if (address && document.querySelector("[data-kiosk-return]")) {
    document.documentElement.classList.add("in-kiosk");
    offerReturn(address);
    document.addEventListener("main-replaced", () => offerReturn(address)); // the slip that comes back to be corrected
    returnWhenLeft(address);
  }
})();
