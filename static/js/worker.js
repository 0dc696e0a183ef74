// The service worker of the site: opens slips, players' own pages, the word judge and visited pages of an event offline,
// sends reports that were left behind, and shows notifications. Its address also gives device-store.js and outbox.js before this.
"use strict";
const PAGES = "wordhall-pages";
const FILES = "wordhall-files";
const FALLBACK = "/offline/";
const MOST = { [PAGES]: 60, [FILES]: 80 };
// A slow network is not waited for any longer where there is a copy.
const PATIENCE_MS = 5000;
// Personal pages and the tablet's are kept; of an event what everybody may see. The judge on a player's own phone works online only.
const PERSONAL = /^\/(p|s)\/[^/]+\/(\d+\/)?(clock\/)?$|^\/judge\/[^/]+\/$|^\/game-clock\/$/;
const PUBLIC = /^\/e\/(?!.*\/manage\/)/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(PAGES).then((pages) => pages.add(new Request(FALLBACK, { credentials: "same-origin" }))).catch(() => {}));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, request, address));
  else if (["style", "script", "font", "image"].includes(request.destination) && address.pathname.startsWith("/static/")) {
    event.respondWith(file(event, request));
  }
});

async function page(event, request, address) {
  const answer = fetch(request);
  event.waitUntil(answer.then((response) => (mayKeep(address, response) ? keep(PAGES, request, response.clone()) : null), () => null));
  const copy = await copyOf(request);
  try {
    const response = await (copy ? Promise.race([answer, patience()]) : answer);
    // The site is restarting: the copy says more than the proxy does.
    return copy && response.status >= 502 ? aged(copy) : response;
  } catch (error) {
    return copy ? aged(copy) : (await caches.match(FALLBACK, { ignoreVary: true })) || Promise.reject(error);
  }
}

// Network first: what a page runs must be as new as the page.
async function file(event, request) {
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(FILES, request, response.clone()));
    return response;
  } catch (error) {
    return (await caches.match(request, { ignoreVary: true })) || Promise.reject(error);
  }
}

const patience = () => new Promise((_, reject) => setTimeout(() => reject(new TypeError("the network is too slow")), PATIENCE_MS));

async function copyOf(request) {
  const pages = await caches.open(PAGES);
  return (await pages.match(request, { ignoreVary: true })) || pages.match(request, { ignoreVary: true, ignoreSearch: true });
}

function mayKeep(address, response) {
  if (!response.ok || response.redirected || !(response.headers.get("Content-Type") || "").startsWith("text/html")) return false;
  if (PERSONAL.test(address.pathname)) return true;
  return PUBLIC.test(address.pathname) && !/private|no-store/.test(response.headers.get("Cache-Control") || "");
}

async function keep(name, request, response) {
  const cache = await caches.open(name);
  await cache.put(request, response);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST[name])).map((old) => cache.delete(old)));
}

// The copy with the time it was made, which the page says.
async function aged(copy) {
  const text = await copy.text();
  const made = (copy.headers.get("Date") || "").replace(/[^\w:, ]/g, "");
  return new Response(text.replace("<html ", `<html data-copy="${made}" `), { headers: copy.headers });
}

self.addEventListener("sync", (event) => {
  if (event.tag === "wordhall-outbox") event.waitUntil(outbox.flush());
});

self.addEventListener("push", (event) => {
  const note = event.data ? event.data.json() : {};
  // Browsers want something shown for every push.
  const shown = self.registration.showNotification(note.title || "Wordhall", {
    body: note.body || "",
    lang: note.lang || "",
    tag: note.tag || "wordhall",
    renotify: true,
    icon: "/static/img/icon-192.png",
    data: { url: note.url || "/" },
  });
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)));
});

async function open(address) {
  if (address.origin !== self.location.origin) return;
  for (const client of await self.clients.matchAll({ type: "window" })) {
    if (client.url === address.href && "focus" in client) {
      await client.focus();
      return;
    }
  }
  await self.clients.openWindow(address.href);
}
