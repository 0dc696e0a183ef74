// The clocks of the hall count down between requests to the server. Without this script a page is right for the minute it was made.
"use strict";

// How far the server's clock is ahead of this device's, in milliseconds. The device's clock may be wrong: only its pace is trusted.
let ahead = null;
const clocks = () => [...document.querySelectorAll("[data-clock]")];

function digits(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${hours ? two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

// The sound of this device: off until someone switches it on, then remembered. The tones are made here; there is no file. A browser
// plays nothing before the first tap on a page, so after loading it again the switch may have to wait for one.
const WARNING_SECONDS = 300;
// Older crossings are not news any more: a tablet that slept through the end stays silent.
const LATE_SECONDS = 20;
const SOUND = "wordhall-clock-sound";
let audio = null;
let wanted = false;
try { wanted = localStorage.getItem(SOUND) === "on"; } catch { /* the browser stores nothing: off */ }

function tones(count, pitch) {
  if (!audio || audio.state !== "running") return;
  for (let at = 0; at < count; at += 1) {
    const from = audio.currentTime + at * 0.6;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.5, from + 0.02);
    volume.gain.linearRampToValueAtTime(0, from + 0.45);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.5);
  }
}

async function allowSound() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context || !wanted) return;
  audio ??= new Context();
  audio.onstatechange = showSound;
  if (audio.state !== "running") audio.resume().then(showSound, showSound);
}

function showSound() {
  for (const part of document.querySelectorAll("[data-clock-sound]")) {
    part.hidden = !(window.AudioContext || window.webkitAudioContext);
    part.querySelector("button").setAttribute("aria-pressed", String(wanted));
    const says = !wanted ? part.dataset.off : audio?.state === "running" ? part.dataset.on : part.dataset.waits;
    const text = part.querySelector("[role=status]");
    if (text.textContent !== says) text.textContent = says;
  }
}

function switchSound() {
  wanted = !wanted;
  try { localStorage.setItem(SOUND, wanted ? "on" : "off"); } catch { /* only for as long as the page is open */ }
  if (!wanted) audio?.suspend();
  showSound();
  if (wanted) allowSound().then(() => setTimeout(() => tones(1, 660), 150));
}

// What each clock showed last, by its id: a part of the page that is loaded again does not forget it, nor does a screen that
// turns to its next page.
const before = new Map();
try { for (const [key, left] of Object.entries(JSON.parse(sessionStorage.getItem(SOUND) ?? "{}"))) before.set(key, left); } catch { /* nothing stored */ }
window.addEventListener("pagehide", () => {
  try { sessionStorage.setItem(SOUND, JSON.stringify(Object.fromEntries(before))); } catch { /* nothing stored */ }
});

function sound(clock, left) {
  const last = before.get(clock.dataset.clock);
  before.set(clock.dataset.clock, left);
  if (last === undefined || clock.dataset.ends === "") return;
  const passed = (mark) => last > mark && left <= mark && left > mark - LATE_SECONDS;
  if (passed(0)) tones(3, 880);
  else if (passed(WARNING_SECONDS)) tones(2, 660);
}

function show(clock) {
  const ends = clock.dataset.ends;
  const left = ends === "" ? Number(clock.dataset.left) : Math.ceil((Number(ends) - Date.now() - ahead) / 1000);
  sound(clock, left);
  clock.classList.toggle("clock-over", left <= 0);
  clock.querySelector("[data-clock-left]").textContent = left > 0 ? digits(left) : clock.dataset.over;
  const plain = clock.querySelector("[data-clock-plain]");
  if (plain) plain.hidden = true;
}

function tick() {
  const shown = clocks();
  if (!shown.length) return;
  // Until the server answers, assume that the page is fresh.
  if (ahead === null) ahead = Number(shown[0].dataset.now) - Date.now();
  shown.forEach(show);
}

// Ask what time it is. The way back is taken as half of the round trip.
async function ask() {
  const shown = clocks();
  if (document.hidden || !shown.length) return;
  const asked = Date.now();
  try {
    const answer = await fetch(shown[0].dataset.time, { cache: "no-store", headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { now, clocks: known } = await answer.json();
    ahead = now - (asked + Date.now()) / 2;
    for (const clock of shown) {
      const news = known[clock.dataset.clock];
      if (!news) clock.hidden = true;
      if (!news || String(news.seen) === clock.dataset.seen) continue;
      const { seen, left, ends } = news;
      Object.assign(clock.dataset, { seen, left, ends: ends ?? "" });
      clock.classList.toggle("clock-paused", ends === null);
      clock.querySelector(".clock-text").textContent = news.text;
    }
  } catch {
    // No network for a moment: the clock keeps running.
  }
  tick();
}

document.addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll("[data-clock-sound] button")) part.addEventListener("click", switchSound);
  // the first tap anywhere allows what was switched on before
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => { if (audio?.state !== "running") allowSound(); });
  allowSound();
  showSound();
  tick();
  ask();
  setInterval(tick, 250);
  setInterval(ask, 60000);
  // After a phone has slept, or part of the page was refreshed.
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:afterSettle", tick);
});
