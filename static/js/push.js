// “Notify me on this device”: asks the browser for an address of its push service and sends it with the form.
(() => {
  "use strict";
  const form = document.querySelector("form[data-push]");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  const refused = form.querySelector("[data-push-refused]");
  const unreachable = form.querySelector("[data-push-unreachable]");
  form.querySelector("[data-push-none]").hidden = true;
  form.querySelector("[data-push-form]").hidden = false;

  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  function text(buffer) {
    const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
    return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  function nameOfDevice() {
    const agent = navigator.userAgent;
    const systems = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"];
    const browsers = ["Firefox", "Edg", "Chrome", "Safari"];
    const found = [systems, browsers].map((names) => names.find((name) => agent.includes(name)) || "");
    return found.join(" ").replace("Macintosh", "Mac").replace("Edg", "Edge").trim();
  }

  async function subscribe() {
    const worker = await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
    await navigator.serviceWorker.ready;
    const before = await worker.pushManager.getSubscription();
    if (before) return before;
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) });
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    refused.hidden = unreachable.hidden = true;
    if ((await Notification.requestPermission()) !== "granted") {
      refused.hidden = false;
      return;
    }
    try {
      const subscription = await subscribe();
      form.elements["device-endpoint"].value = subscription.endpoint;
      form.elements["device-key"].value = text(subscription.getKey("p256dh"));
      form.elements["device-secret"].value = text(subscription.getKey("auth"));
      form.elements["device-name"].value = nameOfDevice();
    } catch (error) {
      unreachable.hidden = false;
      return;
    }
    form.submit();
  });
})();
