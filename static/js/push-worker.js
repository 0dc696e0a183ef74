// Shows the notifications that this device asked for; a tap opens the page they are about.
"use strict";

self.addEventListener("install", () => self.skipWaiting());

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
