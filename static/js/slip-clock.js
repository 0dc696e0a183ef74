// What the game clock handed to the slip: said above the form, filled in where the moves end, and taken off the scores by a tap.
(() => {
  "use strict";
  const part = document.querySelector("[data-clock-handed]");
  if (!part) return;
  const KEY = `wordhall-clock-handed:${part.dataset.clockHanded}`;
  const boxes = ["id_first_score", "id_second_score"].map((id) => document.getElementById(id));
  const button = part.querySelector("[data-take-off]");

  function read() {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY));
      return stored && Array.isArray(stored.minutes) ? stored : null;
    } catch {
      return null; // nothing was handed over
    }
  }

  const handed = read();
  if (!handed) return;
  const { minutes, rules } = handed;
  const points = minutes.map((number) => number * rules.points);
  const keep = () => { try { localStorage.setItem(KEY, JSON.stringify(handed)); } catch { /* only here */ } };

  [...part.querySelectorAll("[data-seat]")].forEach((line, seat) => {
    const lost = rules.loses && rules.most !== null && minutes[seat] > rules.most;
    const text = !minutes[seat] ? part.dataset.none : lost ? part.dataset.lost : part.dataset.over;
    line.textContent = text.replace("%n", line.dataset.seat).replace("%m", lost ? rules.most : minutes[seat]).replace("%p", points[seat]);
    // the lines of the players at the end of the moves
    for (const end of document.querySelectorAll("[data-of]")) {
      const box = end.querySelector("[data-time]");
      if (box && points[seat] && end.querySelector("strong").textContent === line.dataset.seat) box.value = points[seat];
    }
  });

  // Once, and only when both scores are there: a second tap must not take them off again.
  const ready = () => boxes.every((box) => box && /^\s*-?\d+\s*$/.test(box.value));
  function update() {
    button.hidden = handed.taken || !points.some(Boolean) || !boxes.every(Boolean);
    button.disabled = !ready();
    part.querySelector("[data-taken]").hidden = !handed.taken;
  }
  button.addEventListener("click", () => {
    if (handed.taken || !ready()) return;
    boxes.forEach((box, seat) => {
      box.value = String(Number(box.value) - points[seat]);
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
    handed.taken = true;
    keep();
    update();
  });
  part.querySelector("[data-forget]").addEventListener("click", () => {
    try { localStorage.removeItem(KEY); } catch { /* it is only here */ }
    part.hidden = true;
  });
  for (const box of boxes) box?.addEventListener("input", update);
  part.hidden = false;
  update();
  // a draft that was kept fills the scores a moment later
  setTimeout(update, 1000);
})();
