// Serves the word judge when offline. It answers for /judge/ only; the page itself fills the cache.
"use strict";
const CACHE = "wordhall-judge";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const wanted = request.mode === "navigate" || ["style", "script", "image"].includes(request.destination);
  if (request.method !== "GET" || !wanted || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(fetchOrKept(request));
});

// Network first, since players and rules change; the cache is for when there is none.
async function fetchOrKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
