// Keeps this page on the phone so that it opens offline, and says what waits here and what has arrived.
(() => {
  "use strict";
  const script = document.currentScript;
  const secure = window.isSecureContext && "serviceWorker" in navigator && "caches" in window;
  const here = location.pathname;
  const cameThroughWorker = secure && navigator.serviceWorker.controller !== null;

  // The page, what it needs to run, and pages that it leads to (``data-keep``), stored by the worker as they pass through it.
  async function keepHere() {
    const line = document.querySelector("[data-offline]");
    if (!secure) {
      if (line) say(line, window.isSecureContext ? line.dataset.unable : line.dataset.insecure);
      return;
    }
    try {
      await navigator.serviceWorker.register(script.dataset.worker, { scope: "/" });
      await navigator.serviceWorker.ready;
      const pages = await caches.open("wordhall-pages");
      const wanted = new Set([here, "/offline/", ...[...document.querySelectorAll("[data-keep]")].map((link) => link.getAttribute("href"))]);
      // What came through the worker is kept already: it is not fetched a second time.
      if (cameThroughWorker && (await pages.match(here))) wanted.delete(here);
      await Promise.all([...wanted].map((path) => store(pages, path)));
      if (line) say(line, line.dataset.ready);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
  }

  // A page with its styles and scripts, so that the first visit is enough.
  async function store(pages, path) {
    const response = await fetch(path, { credentials: "same-origin" });
    if (!response.ok || response.redirected) return;
    const copy = response.clone();
    const parsed = new DOMParser().parseFromString(await response.text(), "text/html");
    const needed = [...parsed.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")].map((one) => one.getAttribute("href") || one.getAttribute("src"));
    const files = await caches.open("wordhall-files");
    for (const file of needed) if (!(await files.match(file))) await files.add(file);
    await pages.put(path, copy);
  }

  function say(line, text) {
    line.textContent = text;
    line.hidden = false;
  }

  // Reports of this phone that wait, were not accepted, or have arrived since they were last shown.
  async function showOutbox() {
    const box = document.querySelector("[data-outbox]");
    if (!box) return;
    const reports = (await outbox.reports()).filter((report) => report.path !== here);
    box.replaceChildren(...reports.map((report) => {
      const item = document.createElement("p");
      item.className = `notice notice-${{ waiting: "warn", refused: "error", arrived: "ok" }[report.state]}`;
      item.dataset.report = report.state;
      item.textContent = `${report.title}: ${box.dataset[report.state]} `;
      const link = document.createElement("a");
      link.href = report.state === "arrived" ? report.url : report.path;
      link.textContent = box.dataset.open;
      item.append(link);
      return item;
    }));
    box.hidden = !reports.length;
    for (const report of reports) if (report.state === "arrived") await outbox.drop(report.token);
  }

  async function flush() {
    try {
      await outbox.flush(document.querySelector("form[data-slip]") ? here : "");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network: they wait
    }
    await showOutbox();
  }

  // Without network: which pages open on this phone.
  async function showKept() {
    const list = document.querySelector("[data-kept-pages]");
    if (!list || !("caches" in window)) return;
    const pages = await caches.open("wordhall-pages");
    for (const request of await pages.keys()) {
      const path = new URL(request.url).pathname;
      if (path === "/offline/") continue;
      const text = await (await pages.match(request)).text();
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = path;
      link.textContent = new DOMParser().parseFromString(text, "text/html").title.replace(" · Wordhall", "").replace(/\s+/g, " ").trim();
      item.append(link);
      list.prepend(item);
    }
    list.hidden = !list.children.length;
  }

  showKept();
  flush();
  window.addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
  // Not before the page itself has everything it needs.
  if (document.readyState === "complete") keepHere();
  else window.addEventListener("load", () => setTimeout(keepHere, 300));
})();
