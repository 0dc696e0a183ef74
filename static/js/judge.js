// The judge tablet: the steps of a challenge without loading a page, and offline if need be.
(() => {
  "use strict";
  const ANSWER_MS = 6000;
  const SYNC_MS = 5000;
  const REFRESH_MS = 60000;
  const PRIVATE = 0xe000;
  // Refusals that a retry may cure: not signed in to a network, a slow answer, too many requests.
  const PASSING = [401, 403, 408, 429];

  const data = JSON.parse(document.getElementById("judge-data").textContent);
  const form = document.querySelector("form[data-judge]");
  const verdict = document.querySelector("[data-verdict]");
  const refused = document.querySelector("[data-refused]");
  const net = document.querySelector("[data-net]");
  const keep = new Set(data.keep);
  const codes = new Map(data.tiles.map((tile, n) => [tile, tile.length === 1 ? tile : String.fromCharCode(PRIVATE + n)]));
  const longest = Math.max(...data.tiles.map((tile) => tile.length));
  let list = null;
  let clearing = 0;
  let judging = false;

  // The same folding as the server's: composed, upper case, foreign marks removed.
  function fold(text) {
    let folded = text.trim().normalize("NFKC");
    for (const [from, to] of Object.entries(data.expand)) folded = folded.replaceAll(from, to);
    const bare = (letter) => letter.normalize("NFD").replace(/\p{M}/gu, "");
    return Array.from(folded.toUpperCase().normalize("NFC"), (letter) => (keep.has(letter) ? letter : bare(letter))).join("");
  }

  function tiles(word) {
    const folded = fold(word);
    const found = [];
    for (let at = 0; at < folded.length; ) {
      let width = Math.min(longest, folded.length - at);
      while (width > 1 && !codes.has(folded.slice(at, at + width))) width -= 1;
      found.push(folded.slice(at, at + width));
      at += width;
    }
    return found;
  }

  // Encoded words, or null when any of them cannot be judged: never which.
  function encoded(words) {
    const found = words.map((word) => tiles(word).map((tile) => codes.get(tile)));
    const fits = found.every((word) => word.length >= 2 && word.length <= 15 && word.every(Boolean));
    return fits ? found.map((word) => word.join("")) : null;
  }

  function token() {
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  const count = () => Number(form.querySelector("[name=count]:checked").value);
  const inputs = () => Array.from(form.querySelectorAll("input.judge-word"));
  const typed = () => inputs().slice(0, count()).map((input) => input.value);

  function show(step) {
    refused.hidden = true;
    for (const part of form.querySelectorAll("[data-step]")) {
      part.hidden = part.dataset.step !== step;
      part.disabled = false;
    }
    form.hidden = false;
    if (step === "words") showWords();
    if (step === "confirm") showTiles();
    if (step === "start") form.querySelector("[data-seats] select, [data-seats] input").focus();
  }

  function showWords() {
    form.querySelectorAll("[data-word]").forEach((field) => { field.hidden = Number(field.dataset.word) > count(); });
    const empty = inputs().slice(0, count()).find((input) => !input.value);
    (empty || inputs()[0]).focus();
  }

  function showTiles() {
    form.querySelector("[data-tiles]").replaceChildren(...typed().map((word) => {
      const item = document.createElement("li");
      const row = document.createElement("span");
      row.className = "judge-tiles";
      row.setAttribute("role", "img");
      row.setAttribute("aria-label", tiles(word).join(" ") || "–");
      row.replaceChildren(...tiles(word).map((tile) => {
        const face = document.createElement("span");
        face.className = "judge-tile";
        face.textContent = tile;
        return face;
      }));
      item.append(row);
      return item;
    }));
    form.querySelector("[data-step=confirm] button").focus();
  }

  function fields() {
    const values = new FormData(form);
    values.delete("step");
    inputs().slice(count()).forEach((input) => values.delete(input.name));
    values.set("step", "judge");
    return values;
  }

  function send(values) {
    return fetch(data.here, {
      method: "POST",
      body: values,
      credentials: "omit",
      cache: "no-store",
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  }

  async function judge() {
    if (judging) return;
    judging = true;
    const values = fields();
    try {
      const response = await send(values);
      if (response.status >= 500) throw new TypeError("the server is restarting");
      const answer = await response.json();
      if (answer.refused) refuse(answer.refused);
      else announce(answer.acceptable, answer.consequence);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      await judgeHere(values);
    } finally {
      judging = false;
    }
  }

  // Offline: judge by the hashes, and store the adjudication until it can be logged.
  async function judgeHere(values) {
    const words = encoded(typed());
    if (!words) return refuse(data.texts.malformed);
    if (!list) return refuse(data.texts.lost);
    const found = await Promise.all(words.map((word) => judgeStore.holds(list, word, data.checksum)));
    const acceptable = found.every(Boolean);
    values.set("announced", acceptable ? "True" : "False");
    values.set("checksum", data.checksum);
    values.set("decided_at", new Date().toISOString());
    await judgeStore.queue({ token: values.get("client_token"), here: data.here, values: Array.from(values.entries()) });
    const outPlay = form.elements.out_play.checked;
    const outcome = (acceptable ? "1" : "0") + (outPlay ? "1" : "0") + words.length;
    const players = atTable();
    const consequences = data.consequences[players.length] || data.consequences[data.size];
    announce(acceptable, named(outcome, players) || consequences[outcome]);
    status();
  }

  // The seats of the table in question, in their order: tables of a round may differ by one.
  function atTable() {
    const table = Array.from(form.querySelectorAll("[data-seats] :checked"), (one) => one.closest("[data-table]")).find(Boolean);
    return table ? Array.from(table.querySelectorAll("[data-player]")) : [];
  }

  const chosen = (name) => form.querySelector(`[data-seats=${name}] :checked`)?.value;

  // The consequence with the name of who plays next at a table of three or four; nothing where the seats do not say.
  function named(outcome, players) {
    const [sentence, turnLost] = (data.named[players.length] || {})[outcome] || [];
    const place = (name) => players.findIndex((one) => one.value === chosen(name));
    const played = place("player");
    const challenger = place("seat");
    if (!sentence || played < 0 || (turnLost && challenger < 0)) return null;
    let next = (played + 1) % players.length;
    if (turnLost && next === challenger) next = (next + 1) % players.length;
    return sentence.replace("%s", () => players[next].dataset.player);
  }

  function refuse(text) {
    show("words");
    refused.textContent = text;
    refused.hidden = false;
    // This may have been logged although the answer was lost: whatever comes next is another adjudication.
    form.elements.client_token.value = token();
  }

  function announce(acceptable, consequence) {
    form.hidden = true;
    wipe();
    verdict.classList.toggle("is-acceptable", acceptable);
    verdict.classList.toggle("is-unacceptable", !acceptable);
    verdict.querySelector("[data-says]").textContent = acceptable ? data.texts.acceptable : data.texts.unacceptable;
    verdict.querySelector("[data-consequence]").textContent = consequence;
    verdict.hidden = false;
    verdict.querySelector("[data-clear]").focus();
    clearing = window.setTimeout(clear, data.clearSeconds * 1000);
  }

  // Nothing of an adjudication stays on the tablet.
  function wipe() {
    form.reset();
    inputs().forEach((input) => { input.value = ""; });
    form.querySelector("[data-tiles]").replaceChildren();
    form.elements.client_token.value = token();
  }

  function clear() {
    window.clearTimeout(clearing);
    clearing = 0;
    verdict.hidden = true;
    verdict.querySelector("[data-says]").textContent = "";
    verdict.querySelector("[data-consequence]").textContent = "";
    show("start");
    refresh();
  }

  const idle = () => !form.hidden && !form.querySelector("[data-step=start]").hidden && !chosen("seat") && !chosen("player");

  // The new page replaces the stored one, and the one on screen unless a challenge has begun.
  async function take(page, kept) {
    if (list) await (await caches.open("wordhall-judge")).put(data.here, kept);
    if (!idle()) return;
    // Another dictionary needs its own list and sentences.
    if (JSON.parse(page.getElementById("judge-data").textContent).checksum !== data.checksum) return window.location.reload();
    for (const list of document.querySelectorAll("[data-seats]")) {
      const fresh = page.querySelector(`[data-seats=${list.dataset.seats}]`);
      if (fresh) list.replaceChildren(...Array.from(fresh.childNodes, (node) => document.importNode(node, true)));
    }
    if (form.elements.game) form.elements.game.value = page.querySelector("[name=game]").value;
    const where = document.querySelector("[data-where]");
    if (where) where.textContent = page.querySelector("[data-where]").textContent;
  }

  // The players of a new round come with a new page.
  async function refresh() {
    try {
      const response = await fetch(data.here, { credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
      if (!response.ok) return;
      const kept = response.clone();
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (page.querySelector("[data-seats]")) await take(page, kept);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
  }

  // What else the server refuses, it refuses for good, and this page does not send it again: token → reason. It stays stored and
  // counted; after a reload, once the cause is gone, it is tried again.
  const hopeless = new Map();

  async function reason(response) {
    const said = (response.headers.get("Content-Type") || "").startsWith("application/json") ? await response.json() : {};
    return said.refused || String(response.status);
  }

  let syncing = false;
  async function sync() {
    if (syncing || !judgeStore.possible) return;
    syncing = true;
    try {
      for (const adjudication of await judgeStore.queued()) {
        if (hopeless.has(adjudication.token)) continue;
        const values = new FormData();
        adjudication.values.forEach(([name, value]) => values.append(name, value));
        const response = await fetch(adjudication.here, {
          method: "POST", body: values, credentials: "omit", cache: "no-store",
          headers: { Accept: "application/json" }, signal: AbortSignal.timeout(ANSWER_MS),
        });
        // Only what is in the log is deleted here; the server accepts a token once.
        if (response.ok) await judgeStore.forget(adjudication.token);
        else if (response.status === 429 || response.status >= 500) break;
        else if (!PASSING.includes(response.status)) hopeless.set(adjudication.token, await reason(response));
      }
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    } finally {
      syncing = false;
      status();
    }
  }

  async function status() {
    const waiting = judgeStore.possible ? (await judgeStore.queued()).length : 0;
    const says = [];
    if (!judgeStore.possible || !data.words) says.push(data.texts.online);
    else if (!list) says.push(data.texts.loading);
    else says.push(navigator.onLine ? data.texts.ready : data.texts.offline);
    if (waiting) says.push(data.texts.waiting.replace("%s", waiting), ...new Set(hopeless.values()));
    net.textContent = says.join(" · ");
    net.dataset.waiting = waiting;
    net.dataset.ready = Boolean(list);
    net.hidden = false;
  }

  async function prepare() {
    if (!judgeStore.possible || !data.words) return status();
    status();
    try {
      list = await judgeStore.loadList(data);
      await navigator.serviceWorker.register(data.worker, { scope: "/" });
      const request = (path) => new Request(path, { credentials: "omit" });
      await (await caches.open("wordhall-files")).addAll(data.assets.map(request));
      await (await caches.open("wordhall-pages")).add(request(data.here));
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
    status();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const visible = form.querySelector("[data-step]:not([hidden])").dataset.step;
    // Enter in a field is the forward button of the step that is shown, whichever button comes first in the page.
    const pressed = event.submitter && event.submitter.closest("[data-step]").dataset.step === visible ? event.submitter.value : null;
    const next = pressed || { start: "words", words: "confirm", confirm: "judge" }[visible];
    if (next === "judge") judge();
    else {
      if (visible === "words" && next === "start") wipe();
      show(next);
    }
  });
  verdict.querySelector("[data-clear]").addEventListener("click", (event) => { event.preventDefault(); clear(); });
  document.addEventListener("keydown", (event) => {
    if (!clearing || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    event.preventDefault();
    clear();
  });
  window.addEventListener("online", sync);
  window.addEventListener("offline", status);
  // A page brought back by the browser's history shows no old words.
  window.addEventListener("pageshow", (event) => { if (event.persisted) clear(); });

  show("start");
  wipe();
  prepare();
  sync();
  window.setInterval(sync, SYNC_MS);
  window.setInterval(() => { if (idle()) refresh(); }, REFRESH_MS);
})();
