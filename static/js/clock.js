// The clocks of the hall count down between two looks at the server; every page is right without this, for the minute it was made.
"use strict";

// What the server's clock shows before this device's, in milliseconds. The device's own clock may be wrong: only its pace is trusted.
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
  // Until the server answers, the page is taken to be as young as it looks.
  if (ahead === null) ahead = Number(shown[0].dataset.now) - Date.now();
  shown.forEach(show);
}

// Ask what time it is. Half of the way there and back is the way back.
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
    // No network for a moment: the clock goes on by itself.
  }
  tick();
}

document.addEventListener("DOMContentLoaded", () => {
  tick();
  ask();
  setInterval(tick, 250);
  setInterval(ask, 60000);
  // A phone that slept, and a part of the page that was renewed.
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:afterSettle", tick);
});
