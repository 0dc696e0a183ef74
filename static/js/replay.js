// Steps through a game without asking the server: every tile is on the page with the turns it lay on the board.
(() => {
  "use strict";
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const last = Number(root.dataset.last);
  const first = Number(root.dataset.first || 0);
  const param = "?" + (root.dataset.param || "move") + "=";
  let at = Number(root.dataset.at);
  let addressTimer = 0;
  const all = (selector) => Array.from(root.querySelectorAll(selector));
  const tiles = all("[data-since]");
  const panels = all("[data-turn]");
  const rows = all("[data-row]");
  const here = root.querySelector("[data-here]");

  function showTiles() {
    const squares = new Map();
    for (const tile of tiles) {
      const since = Number(tile.dataset.since);
      const until = Number(tile.dataset.until || Infinity);
      tile.hidden = at < since || at >= until;
      tile.classList.toggle("tile-fresh", at === since);
      const square = tile.parentElement;
      squares.set(square, squares.get(square) || !tile.hidden);
    }
    for (const [square, covered] of squares) square.querySelector(".sq-label").hidden = covered;
  }

  function showRows() {
    for (const row of rows) {
      if (Number(row.dataset.row) !== at) {
        row.removeAttribute("aria-current");
        continue;
      }
      row.setAttribute("aria-current", "true");
      // Scroll the list only, never the page under the reader's finger.
      const box = row.closest(".moves");
      if (row.offsetTop < box.scrollTop + 40) box.scrollTop = row.offsetTop - 40;
      const below = row.offsetTop + row.offsetHeight - box.clientHeight;
      if (below > box.scrollTop) box.scrollTop = below;
    }
  }

  function show(turn) {
    at = Math.max(first, Math.min(last, turn));
    showTiles();
    showRows();
    for (const panel of panels) panel.hidden = Number(panel.dataset.turn) !== at;
    for (const link of all("[data-step]")) {
      const target = stepTarget(link.dataset.step);
      link.href = param + target + root.dataset.query;
      link.setAttribute("aria-disabled", String(target === at));
    }
    showScores();
    if (here) {
      const x = root.dataset.xs.split(" ")[at];
      here.setAttribute("x1", x);
      here.setAttribute("x2", x);
    }
    showShared();
    // Not at every step: browsers refuse an address that changes too often, and a held key is often.
    window.clearTimeout(addressTimer);
    addressTimer = window.setTimeout(() => history.replaceState(null, "", param + at + root.dataset.query), 250);
  }

  // The score as it was after the move; at the end the one of the result.
  const scores = all(".score-head .big").map((shown) => [shown, shown.textContent]);
  function showScores() {
    const now = panels.find((panel) => Number(panel.dataset.turn) === at)?.dataset.totals?.split(" ");
    scores.forEach(([shown, final], player) => { shown.textContent = at === last || !now ? final : now[player]; });
  }

  // The pictures and the link to copy are of the move that is shown; they stand outside the replay.
  function showShared() {
    const address = (old) => old.split("?")[0] + param + at + root.dataset.query;
    for (const link of document.querySelectorAll("a[data-moves]")) link.href = address(link.href);
    for (const chosen of document.querySelectorAll("[data-move-field]")) chosen.value = at;
    const field = document.querySelector("[data-copy]");
    if (field) field.value = address(field.value);
  }

  const copy = document.querySelector("[data-copy-button]");
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", () => navigator.clipboard.writeText(document.querySelector("[data-copy]").value));
  }

  function stepTarget(step) {
    const targets = { first, back: at - 1, on: at + 1, last };
    return Math.max(first, Math.min(last, targets[step]));
  }

  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step], a[data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.dataset.step ? stepTarget(link.dataset.step) : Number(link.dataset.go));
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const steps = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
    if (!(event.key in steps)) return;
    event.preventDefault();
    show(stepTarget(steps[event.key]));
  });

  showScores();

  const board = root.querySelector(".board-frame, [data-swipe]");
  let start = null;
  board.addEventListener("touchstart", (event) => { start = event.changedTouches[0]; }, { passive: true });
  board.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    const across = end.clientX - start.clientX;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(end.clientY - start.clientY)) {
      show(stepTarget(across < 0 ? "on" : "back"));
    }
  }, { passive: true });
})();
