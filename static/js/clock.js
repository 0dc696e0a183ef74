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

function show(clock) {
  const ends = clock.dataset.ends;
  const left = ends === "" ? Number(clock.dataset.left) : Math.ceil((Number(ends) - Date.now() - ahead) / 1000);
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
  tick();
  ask();
  setInterval(tick, 250);
  setInterval(ask, 60000);
  // After a phone has slept, or part of the page was refreshed.
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:afterSettle", tick);
});
