// The clock of a game between two players. Nothing ticks: what is stored is the time each has used, who plays, and since when, so that
// the times stay right when the page is loaded again or the phone sleeps. It asks the site nothing.
(() => {
  "use strict";
  const setup = document.querySelector("[data-clock-setup]");
  const face = document.querySelector("[data-game-clock]");
  if (!setup || !face) return;
  const KEY = `wordhall-game-clock:${location.pathname}`;
  const halves = [...face.querySelectorAll("[data-half]")];
  const pause = face.querySelector("[data-pause]");
  const status = face.querySelector("[data-status]");
  const field = (name) => document.getElementById(`clock-${name}`);

  // used: milliseconds by seat, up to ``since``; plays: whose time runs, or would without the pause; since: null while nobody's does.
  const fresh = () => ({ used: [0, 0], plays: null, since: null, open: false, rules: rules() });
  let state = read() ?? fresh();
  let lock = null;

  function number(text, otherwise) {
    const value = Number.parseInt(text, 10);
    return Number.isFinite(value) && value >= 0 ? value : otherwise;
  }

  // By the division; without an event as typed on the page.
  function rules() {
    const { minutes, points, most, loses } = setup.dataset;
    return {
      minutes: Math.max(1, number(field("minutes")?.value ?? minutes, 25)),
      points: number(field("points")?.value ?? points, 0),
      most: number(field("most")?.value ?? most, null),
      loses: loses === "1",
    };
  }

  function read() {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY));
      return stored && Array.isArray(stored.used) && stored.rules ? stored : null;
    } catch {
      return null; // nothing stored, or not by us
    }
  }

  function keep() {
    try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { /* only for as long as the page is open */ }
  }

  // A clock of the device that was set back takes nothing away.
  const used = (seat, now = Date.now()) => state.used[seat] + (state.plays === seat && state.since !== null ? Math.max(0, now - state.since) : 0);
  const started = () => state.plays !== null;
  const left = (seat) => state.rules.minutes * 60000 - used(seat);
  // Minutes begun of overtime.
  const over = (seat) => Math.max(0, Math.ceil(-left(seat) / 60000));

  function digits(milliseconds) {
    const seconds = Math.ceil(Math.abs(milliseconds) / 1000) - (milliseconds < 0 ? 1 : 0);
    return `${milliseconds < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function note(seat) {
    const minutes = over(seat);
    if (!minutes) return "";
    const { points, most, loses } = state.rules;
    if (loses && most !== null && minutes > most) return face.dataset.lost.replace("%m", most);
    const text = points ? face.dataset.over : face.dataset.overFree;
    return text.replace("%m", minutes).replace("%p", minutes * points);
  }

  function set(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function draw() {
    if (face.hidden) return;
    for (const half of halves) {
      const seat = Number(half.dataset.half);
      set(half.querySelector("[data-time]"), digits(left(seat)));
      set(half.querySelector("[data-note]"), note(seat));
      half.classList.toggle("clock-late", left(seat) < 0);
      half.setAttribute("aria-current", String(state.plays === seat));
    }
    face.classList.toggle("clock-stands", started() && state.since === null);
    pause.disabled = !started();
    set(pause, started() && state.since === null ? pause.dataset.resumes : pause.dataset.pauses);
  }

  function say() {
    const name = halves[state.plays]?.querySelector(".clock-name").textContent;
    if (name) set(status, status.dataset.turn.replace("%n", name).replace("%t", digits(left(state.plays))));
  }

  // Before the game the tap of whoever plays second starts the other's time; then only a tap of who plays counts.
  function tap(seat) {
    const now = Date.now();
    if (started() && (state.since === null || state.plays !== seat)) return;
    state.used = [used(0, now), used(1, now)];
    Object.assign(state, { plays: 1 - seat, since: now });
    changed();
  }

  function turnPause() {
    if (!started()) return;
    const now = Date.now();
    state.used = [used(0, now), used(1, now)];
    state.since = state.since === null ? now : null;
    changed();
  }

  function stop() {
    if (state.since !== null) turnPause();
  }

  function changed() {
    keep();
    draw();
    say();
    awake();
  }

  // The screen stays on while a clock runs, where the browser can. It lets go by itself when the page is hidden.
  async function awake() {
    const needed = !face.hidden && state.since !== null && !document.hidden;
    try {
      if (needed && !lock && navigator.wakeLock) {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => { lock = null; });
      } else if (!needed && lock) {
        await lock.release();
      }
    } catch {
      lock = null; // the battery is low, or the browser does not want to
    }
  }

  function open() {
    if (!started()) state.rules = rules();
    state.open = true;
    face.hidden = false;
    changed();
    halves[1].focus({ preventScroll: true });
  }

  function close() {
    state.open = false;
    face.hidden = true;
    keep();
    awake();
    setup.querySelector("[data-open]").focus();
  }

  function reset() {
    if (started() && !window.confirm(face.dataset.sure)) return;
    state = { ...fresh(), open: true };
    changed();
  }

  // The slip reads it once (slip-clock.js).
  function handOver() {
    stop();
    const handed = { minutes: [over(0), over(1)], rules: state.rules };
    try { localStorage.setItem(`wordhall-clock-handed:${setup.dataset.home}`, JSON.stringify(handed)); } catch { /* the players type it */ }
    state.open = false;
    keep();
    location.assign(setup.dataset.home);
  }

  for (const half of halves) {
    // at the touch, not when the finger is lifted
    half.addEventListener("pointerdown", (event) => { if (event.button === 0) tap(Number(half.dataset.half)); });
    half.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.repeat) tap(Number(half.dataset.half)); });
  }
  pause.addEventListener("click", () => { turnPause(); halves[state.plays]?.focus({ preventScroll: true }); });
  face.querySelector("[data-hand-over]")?.addEventListener("click", handOver);
  face.querySelector("[data-reset]").addEventListener("click", reset);
  face.querySelector("[data-close]").addEventListener("click", close);
  const opener = setup.querySelector("[data-open]");
  opener.hidden = false;
  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (face.hidden || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === " " && !event.target.closest(".clock-bar")) {
      event.preventDefault();
      tap(started() ? state.plays : 1);
    } else if (event.key.toLowerCase() === "p") turnPause();
    else if (event.key === "Escape") close();
  });
  document.addEventListener("visibilitychange", () => { draw(); awake(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { state = read() ?? state; face.hidden = !state.open; draw(); awake(); } });
  setInterval(draw, 200);
  if (state.open) { face.hidden = false; draw(); awake(); }
})();
