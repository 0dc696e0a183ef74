// Pairing by hand: players are swapped on the board by dragging, two taps or two keys; the text says what changed. The page works without it.
"use strict";

function handBoard(board) {
  const text = document.querySelector("[data-hand-text]");
  const tables = board.querySelector("[data-hand-tables]");
  const free = board.querySelector("[data-hand-free]");
  let chosen = null;

  const rows = () => [...tables.querySelectorAll("[data-hand-row]")];
  const numbers = (row) => [...row.querySelectorAll(".hand-player")].map((player) => player.dataset.player);
  const line = (row) => {
    const own = numbers(row);
    return own.length === 1 ? `${own[0]} bye` : own.join(" ");
  };

  // Lines of tables that are no longer as the round has them; a line typed about other players stays.
  function write() {
    const changed = rows().filter((row) => numbers(row).length && line(row) !== row.dataset.stored);
    const out = [...free.querySelectorAll(".hand-player[data-was-seated]")].map((player) => player.dataset.player);
    const lines = [...changed.map(line), ...out.map((number) => `${number} absent`)];
    const named = new Set([...changed.flatMap(numbers), ...out]);
    const known = new Set(rows().filter((row) => !changed.includes(row)).flatMap(numbers));
    for (const own of text.value.split(/[\n,;]/).map((one) => one.trim()).filter(Boolean)) {
      const typed = own.match(/\d+/g) ?? [];
      if (!typed.some((number) => named.has(number) || known.has(number))) lines.push(own);
    }
    text.value = lines.join("\n");
  }

  function seat(player) {
    const row = player.closest("[data-hand-row]");
    if (row === null) player.dataset.wasSeated ??= ""; else delete player.dataset.wasSeated;
  }

  function pairFree(one, other) {
    const row = document.createElement("li");
    row.className = "game game-draft";
    row.dataset.handRow = "";
    row.dataset.stored = "";
    const table = document.createElement("span");
    table.className = "game-table";
    table.textContent = "–";
    const players = document.createElement("div");
    players.className = "game-players";
    players.append(one, other);
    row.append(table, players);
    tables.append(row);
  }

  function swap(one, other) {
    if (one === other) return;
    const inTables = [one, other].map((player) => player.closest("[data-hand-row]") !== null);
    if (!inTables[0] && !inTables[1]) {
      pairFree(one, other);
    } else {
      const mark = document.createComment("");
      one.replaceWith(mark);
      other.replaceWith(one);
      mark.replaceWith(other);
      for (const player of [one, other]) seat(player);
    }
    write();
    one.focus();
  }

  function choose(player) {
    if (chosen === null) {
      chosen = player;
      player.setAttribute("aria-pressed", "true");
      return;
    }
    const before = chosen;
    before.setAttribute("aria-pressed", "false");
    chosen = null;
    swap(before, player);
  }

  for (const player of board.querySelectorAll(".hand-player")) {
    player.setAttribute("role", "button");
    player.setAttribute("aria-pressed", "false");
    player.tabIndex = 0;
    player.draggable = true;
  }
  board.addEventListener("click", (event) => {
    const player = event.target.closest(".hand-player");
    if (player) choose(player);
  });
  board.addEventListener("keydown", (event) => {
    const player = event.target.closest(".hand-player");
    if (!player) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(player);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const all = [...board.querySelectorAll(".hand-player")];
      all[all.indexOf(player) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
    }
  });
  let dragged = null;
  board.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.(".hand-player") ?? null;
    if (dragged) event.dataTransfer.setData("text/plain", dragged.dataset.player);
  });
  board.addEventListener("dragover", (event) => {
    if (dragged && event.target.closest(".hand-player")) event.preventDefault();
  });
  board.addEventListener("drop", (event) => {
    const player = event.target.closest(".hand-player");
    if (!dragged || !player) return;
    event.preventDefault();
    swap(dragged, player);
    dragged = null;
  });
  board.querySelector("[data-hand-hint]").hidden = false;
  // For those who type: Control and Enter check what is in the box.
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      text.form.requestSubmit(text.form.querySelector("[data-hand-check]"));
    }
  });
}

document.addEventListener("DOMContentLoaded", () => {
  for (const board of document.querySelectorAll("[data-hand-board]")) handBoard(board);
  document.getElementById("checked")?.scrollIntoView({ block: "nearest" });
});
