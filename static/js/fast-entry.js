// Fast entry: Enter puts the line into a queue on this device and empties the box at once. The lines go out in order, each with a
// token of its own, until the site has answered; what it refuses comes back to be corrected. Lines still waiting are
// also sent from the director's other pages. Without this script the form is sent as usual.
(() => {
  "use strict";
  const ANSWER_MS = 20000;
  const RETRY_SECONDS = [2, 3, 5, 10, 20, 30];
  const FORGET_MS = 7 * 24 * 3600 * 1000;
  const SHOWN = 5;

  const root = document.querySelector("[data-entry-queue]");
  if (!root) return;
  const texts = root.dataset;
  const form = document.querySelector("form[data-entry]");
  const list = document.querySelector("[data-entry-lines]");
  const status = form ? document.querySelector("[data-entry-status]") : root;
  const user = root.dataset.user;

  const items = new Map(); // token → line of this person; saved ones stay for the list, and are no longer on the device
  const shown = new Map(); // token → [what it was drawn from, its element]
  const ready = new Set(); // tokens of lines that are stored: only these go out
  let others = 0;
  let timer = 0;
  let cutOff = false;
  let tries = 0;
  let sending = false;
  let again = false;
  let signedOut = "";

  // A browser that refuses to store (some private windows) still queues, but only as long as the page is open.
  const memory = new Map();
  let last = 0;
  const device = window.indexedDB ? deviceStore("wordhall-entry", { lines: { keyPath: "token" } }) : null;
  async function onDevice(use, otherwise) {
    if (!device) return otherwise();
    try {
      return await use();
    } catch (error) {
      if (error instanceof DOMException) return otherwise();
      throw error;
    }
  }
  const keep = (item) => onDevice(() => device.put("lines", item), () => memory.set(item.token, item));
  const forget = (token) => { memory.delete(token); return onDevice(() => device.remove("lines", token), () => null); };
  const kept = async () => [...(await onDevice(() => device.all("lines"), () => [])), ...memory.values()];

  function token() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // Later than every line before it, even if the clock of the device is set back.
  function next() {
    last = Math.max(Date.now(), last + 1);
    return last;
  }

  const inOrder = () => [...items.values()].sort((one, other) => one.order - other.order);
  const waiting = () => inOrder().filter((item) => item.state === "waiting" || item.state === "sending");
  const refused = () => inOrder().filter((item) => item.state === "refused");

  async function load() {
    const found = await kept();
    others = 0;
    for (const item of found) {
      if (Date.now() - item.order > FORGET_MS) await forget(item.token);
      else if (item.user !== user) others += 1;
      else if (!items.has(item.token)) items.set(item.token, item.state === "sending" ? { ...item, state: "waiting" } : item);
      ready.add(item.token);
      last = Math.max(last, item.order);
    }
  }

  async function add(line) {
    const item = { token: token(), order: next(), user, line, address: form.dataset.entry, page: location.pathname, round: form.dataset.round, state: "waiting" };
    items.set(item.token, item);
    draw();
    await store(item);
  }

  async function store(item) {
    await keep(item);
    ready.add(item.token);
    drain();
  }

  async function change(item, values) {
    const changed = { ...item, ...values };
    items.set(item.token, changed);
    draw();
    await (changed.state === "saved" ? forget(item.token) : keep(changed));
  }

  async function correct(item, line) {
    items.delete(item.token);
    await forget(item.token);
    const fresh = { ...item, token: token(), line, state: "waiting", said: "" };
    items.set(fresh.token, fresh);
    draw();
    await store(fresh);
  }

  async function drop(item) {
    items.delete(item.token);
    await forget(item.token);
    draw();
  }

  // One tab sends at a time. Should two send anyway, the site accepts a token once.
  async function alone(work) {
    if (!navigator.locks) return work();
    return navigator.locks.request("wordhall-entry", { ifAvailable: true }, (lock) => (lock ? work() : later(2)));
  }

  async function drain() {
    if (sending) { again = true; return; }
    window.clearTimeout(timer);
    timer = 0;
    sending = true;
    try {
      do {
        again = false;
        await alone(sendAll);
      } while (again && !timer && !signedOut);
    } finally {
      sending = false;
    }
    draw();
  }

  async function sendAll() {
    for (let item = waiting()[0]; item && ready.has(item.token); item = waiting()[0]) {
      // Another tab may have sent it since, or had it refused.
      const stored = (await kept()).find((one) => one.token === item.token);
      if (!stored) items.delete(item.token);
      else if (stored.state === "refused") items.set(item.token, stored);
      else if (!(await send(item))) return;
    }
  }

  function later(seconds) {
    window.clearTimeout(timer);
    timer = window.setTimeout(drain, seconds * 1000);
  }

  // Whether the next line may follow.
  async function send(item) {
    await change(item, { state: "sending" });
    const cookie = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    const values = { line: item.line, client_token: item.token, user: item.user, csrfmiddlewaretoken: cookie ? cookie[1] : root.dataset.csrf };
    let response = null;
    let answer = null;
    try {
      const signal = AbortSignal.timeout ? AbortSignal.timeout(ANSWER_MS) : undefined;
      response = await fetch(item.address, { method: "POST", body: new URLSearchParams(values), headers: { Accept: "application/json" }, signal });
      const json = (response.headers.get("Content-Type") || "").startsWith("application/json");
      answer = json ? await response.json() : null;
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      return wait(item, 0);
    }
    if (response.status >= 500 || [408, 409, 425, 429].includes(response.status)) return wait(item, Number(response.headers.get("Retry-After")));
    if (response.status === 401 || (response.status === 403 && !answer)) {
      signedOut = answer ? answer.said : texts.signedOut;
      await change(item, { state: "waiting" });
      return false;
    }
    tries = 0;
    cutOff = false;
    signedOut = "";
    if (response.ok && answer) {
      await change(item, { state: "saved", said: answer.said, warning: answer.warning });
      document.dispatchEvent(new CustomEvent("results-changed"));
    } else {
      await change(item, { state: "refused", said: answer ? answer.said : texts.notTaken });
    }
    return true;
  }

  async function wait(item, seconds) {
    cutOff = true;
    await change(item, { state: "waiting" });
    later(seconds || RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)]);
    tries += 1;
    return false;
  }

  function element(name, values, ...children) {
    const made = Object.assign(document.createElement(name), values);
    made.append(...children);
    return made;
  }

  const badge = (kind, text) => element("span", { className: "badge" + (kind ? " badge-" + kind : ""), textContent: text });
  const typed = (item) => element("span", { className: "line-text", textContent: item.line });

  function asLine(item) {
    if (item.state === "refused") return asForm(item);
    const state = { saved: ["ok", texts.saved], sending: ["", texts.sending], waiting: ["warn", texts.waiting] }[item.state];
    const line = element("li", { className: "entry-line" }, badge(...state), " ", typed(item));
    if (item.said) line.append(" ", element("span", { className: "muted small", textContent: item.said }));
    if (item.warning) line.append(" ", element("strong", { className: "small", textContent: item.warning }));
    return line;
  }

  function asForm(item) {
    const box = element("input", { type: "text", value: item.line, maxLength: 60, autocomplete: "off", enterKeyHint: "done" });
    box.setAttribute("aria-label", texts.toCorrect);
    const remove = element("button", { type: "button", className: "button button-small", textContent: texts.remove });
    remove.addEventListener("click", () => { drop(item); focusBox(); });
    const edit = element("form", { className: "entry-edit" }, box, element("button", { type: "submit", className: "button button-small button-primary", textContent: texts.sendAgain }), remove);
    edit.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!box.value.trim()) return;
      correct(item, box.value.trim());
      focusBox();
    });
    const said = element("p", { className: "errorlist" }, badge("error", texts.refused), " ", item.said);
    return element("li", { className: "entry-line entry-line-refused" }, said, edit);
  }

  function focusBox() {
    if (form) form.elements.line.focus();
  }

  function draw() {
    say();
    if (!list) return;
    const coming = waiting();
    const saved = inOrder().filter((item) => item.state === "saved");
    for (const old of saved.slice(0, -SHOWN)) items.delete(old.token);
    // Refused lines first, since they wait for a person. Then the newest; of a long queue the head, which is being sent.
    const order = [...refused(), ...coming.slice(0, SHOWN).reverse(), ...saved.slice(-SHOWN).reverse()];
    const elements = order.map((item) => {
      const known = shown.get(item.token);
      if (known && known[0] === item) return known[1];
      const made = asLine(item);
      shown.set(item.token, [item, made]);
      return made;
    });
    for (const key of shown.keys()) if (!order.some((item) => item.token === key)) shown.delete(key);
    place(elements);
  }

  // Elements that stay are not moved, so that a line being corrected keeps the cursor.
  function place(elements) {
    for (const old of [...list.children]) if (!elements.includes(old)) old.remove();
    elements.forEach((made, at) => { if (list.children[at] !== made) list.insertBefore(made, list.children[at] || null); });
    list.hidden = elements.length === 0;
  }

  function say() {
    const count = waiting().length;
    root.dataset.pending = count;
    const bad = refused();
    const says = [];
    if (signedOut && count) says.push(signedOut);
    if (cutOff && count) says.push(texts.noAnswer);
    if (count) says.push(texts.toSend.replace("%s", count));
    if (bad.length) says.push(texts.toMend.replace("%s", bad.length));
    if (others) says.push(texts.ofOthers.replace("%s", others));
    const text = says.join(" ");
    status.hidden = !text;
    if (status.dataset.said === text) return;
    status.dataset.said = text;
    const calm = !signedOut && !cutOff && !bad.length;
    status.className = "notice no-print notice-" + (calm ? "ok" : "warn");
    status.replaceChildren(text);
    if (signedOut && count) status.append(" ", element("a", { href: texts.login + "?next=" + encodeURIComponent(location.pathname), textContent: texts.signIn }));
    if (!form && bad.length) status.append(" ", element("a", { href: bad[0].page, textContent: texts.open.replace("%s", bad[0].round) }));
  }

  async function start() {
    await load();
    draw();
    if (waiting().length) drain();
  }

  if (form) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const box = form.elements.line;
      const line = box.value.trim();
      box.value = "";
      box.focus();
      form.querySelector(".field-bad")?.classList.remove("field-bad");
      form.querySelector(".errorlist")?.remove();
      if (line) add(line);
    });
    // The lines of a whole round, copied from a sheet.
    form.elements.line.addEventListener("paste", (event) => {
      const lines = event.clipboardData.getData("text").split(/[\r\n]+/).map((one) => one.trim()).filter(Boolean);
      if (lines.length < 2) return;
      event.preventDefault();
      lines.forEach(add);
    });
  }
  const resume = () => { if (waiting().length) drain(); };
  window.addEventListener("online", resume);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) resume(); });
  // After signing in the page may come from the browser's cache.
  window.addEventListener("pageshow", (event) => { if (event.persisted) { signedOut = ""; start(); } });
  start();
})();
