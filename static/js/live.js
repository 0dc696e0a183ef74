// Open pages of an event ask every few seconds whether anything is new. This script flashes the rows that changed, says how old the
// page is, and keeps the games of whoever holds this phone, and of the players they follow, at the top. The list stays on this device.
"use strict";

(() => {
  const KEY = "wordhall.followed";
  const MOST = 100;
  const FRESH_SECONDS = 12;
  const ROWS = ".game, tbody tr";
  const FLASH_MS = 700;
  const GAMES_MS = 20000; // a hall of phones asks for its own games no more often

  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {}; // storage is forbidden here, or holds something else
    }
  };
  const save = (players) => {
    const newest = Object.entries(players).slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
    } catch {
      // holds for this page only
    }
  };
  const pathOf = (link) => new URL(link.href, location.href).pathname;
  const playersIn = (row) => [...row.querySelectorAll("a[href*='/players/']")].map(pathOf);
  const part = () => document.querySelector("main [data-live]");

  // Who holds this phone: the signed-in player, or whoever has opened the page of a personal link.
  function remember() {
    const players = load();
    document.querySelectorAll("[data-mine]").forEach((mark) => {
      players[mark.dataset.mine] = { name: mark.dataset.name, own: mark.dataset.own || players[mark.dataset.mine]?.own || "" };
    });
    save(players);
  }

  const box = () => document.querySelector("[data-pinned]");
  const own = (players) => Object.entries(players).filter(([path, player]) => player.own && path.startsWith(eventPath()));
  const eventPath = () => (box()?.dataset.yourGames ?? "").replace(/[^/]+\/$/, "");

  function pageLink(address) {
    const link = document.createElement("a");
    link.href = address;
    link.className = "button button-small";
    link.textContent = box().dataset.ownPage;
    return link;
  }

  // “Your game” is on the page for whoever is signed in. For a phone that has opened a personal link it is fetched, as the page
  // itself is the same for all; for both once the event has moved on.
  let askedAt = 0;
  let waiting = 0;
  async function yourGames() {
    const address = box()?.dataset.yourGames;
    const names = address ? own(load()).map(([path]) => path.match(/([-\w]+)\/players\/(\d+)\/$/)).filter(Boolean) : [];
    if (!address || (!names.length && !document.querySelector("[data-mine]"))) return;
    const early = askedAt + GAMES_MS - Date.now();
    if (early > 0) {
      waiting ||= setTimeout(yourGames, early);
      return;
    }
    clearTimeout(waiting);
    waiting = 0;
    askedAt = Date.now();
    const query = names.map((name) => `player=${name[1]}/${name[2]}`).join("&");
    try {
      const answer = await fetch(`${address}?${query}`, { headers: { Accept: "text/html" } });
      if (answer.ok) box().querySelector("[data-games]").innerHTML = await answer.text();
    } catch {
      return; // offline: what is shown stays
    }
    ownPages();
    pin();
  }

  // The device knows the addresses of its own pages, the server does not give them away.
  function ownPages() {
    const players = load();
    document.querySelectorAll(".your-game").forEach((game) => {
      const address = players[game.dataset.player]?.own;
      if (address && !game.querySelector(".button-primary")) game.append(pageLink(address));
    });
  }

  // What a row shows, each figure with its column's heading; what is said again below the name on a phone is left out.
  function inWords(row) {
    const headings = row.closest("table")?.tHead?.rows[0]?.cells ?? [];
    const shown = [...row.children].filter((cell) => cell.getClientRects().length);
    return shown.map((cell) => {
      const parts = [...cell.childNodes].filter((node) => !node.classList?.contains("sub-line"));
      const text = parts.map((node) => node.textContent).join(" ").replace(/\s+/g, " ").trim();
      const heading = cell.matches(".num") ? headings[cell.cellIndex]?.innerText.trim() ?? "" : "";
      return text && /\p{L}/u.test(heading) ? `${heading} ${text}` : text;
    }).filter(Boolean).join(" · ");
  }

  function pin() {
    if (!box()) return;
    const players = load();
    const list = box().querySelector("ul");
    const games = [...box().querySelectorAll(".your-game")].map((game) => game.dataset.player);
    list.replaceChildren();
    for (const row of part()?.querySelectorAll(ROWS) ?? []) {
      const known = playersIn(row).filter((path) => path in players);
      row.classList.toggle("followed", known.length > 0);
      if (!known.length || (row.matches(".game") && known.every((path) => games.includes(path)))) continue;
      const line = document.createElement("li");
      const words = document.createElement("span");
      words.textContent = inWords(row);
      line.append(words);
      const address = known.map((path) => players[path].own).find(Boolean);
      if (address && !games.length) line.append(pageLink(address));
      list.append(line);
    }
    box().hidden = !list.children.length && !games.length;
  }

  function followButtons() {
    const players = load();
    document.querySelectorAll("[data-follow]").forEach((button) => {
      const path = button.dataset.follow;
      const known = path in players;
      button.hidden = Boolean(players[path]?.own);
      button.setAttribute("aria-pressed", String(known));
      button.textContent = known ? button.dataset.unfollowSays : button.dataset.followSays;
    });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-follow]");
    if (!button) return;
    const players = load();
    const path = button.dataset.follow;
    if (path in players) delete players[path];
    else players[path] = { name: button.dataset.name, own: "" };
    save(players);
    followButtons();
    pin();
  });

  // The rows by who is in them, so that a row that only moved is not taken for a changed one.
  function textsOf(root) {
    const texts = new Map();
    for (const row of root?.querySelectorAll(ROWS) ?? []) {
      const players = playersIn(row).join(" ");
      if (players) texts.set(players, row.innerText.replace(/\s+/g, " ").trim());
    }
    return texts;
  }

  let before = new Map();
  let copied = Date.parse(document.documentElement.dataset.copy); // a page from the device's own copies
  let answered = copied || Date.now();
  let failed = Boolean(copied);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target === part()) before = textsOf(part());
  });
  document.addEventListener("htmx:afterSettle", () => {
    const root = part();
    if (!root || !before.size) return;
    for (const row of root.querySelectorAll(ROWS)) {
      const players = playersIn(row).join(" ");
      const text = row.innerText.replace(/\s+/g, " ").trim();
      if (!players || before.get(players) === text) continue;
      row.classList.add("changed");
      setTimeout(() => row.classList.remove("changed"), FLASH_MS);
    }
    before = new Map();
    remember();
    followButtons();
    pin();
    yourGames();
  });

  // A page in the background asks for nothing; it does within seconds once it is looked at.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.target === part()) event.preventDefault();
  });

  function sayAge() {
    const line = document.querySelector("[data-age]");
    if (!line) return;
    line.hidden = !part() || Boolean(copied); // a copy says so itself (theme.js)
    const seconds = Math.round((Date.now() - answered) / 1000);
    const old = failed || seconds > FRESH_SECONDS;
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(answered);
    const says = old ? line.dataset.old.replace("TIME", time) : line.dataset.fresh;
    if (line.textContent !== says) line.textContent = says;
    line.classList.toggle("live-old", old);
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target !== part() && event.detail?.elt !== part() && !event.detail?.elt?.hasAttribute?.("data-live")) return;
    failed = !event.detail.successful;
    if (!failed) {
      answered = Date.now();
      copied = NaN;
      document.querySelector("[data-copy-line]")?.setAttribute("hidden", "");
    }
    sayAge();
  });
  document.addEventListener("DOMContentLoaded", () => {
    remember();
    followButtons();
    ownPages();
    pin();
    if (!document.querySelector("[data-mine]")) yourGames();
    sayAge();
    setInterval(sayAge, 1000);
  });
})();
