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
    if (own.length === 1) return `${own[0]} ${row.dataset.alone || "bye"}`;
    return (row.dataset.table ? `${row.dataset.table}: ` : "") + own.join(" ");
  };
  const players = [...board.querySelectorAll(".hand-player")];
  const whole = (name) => new RegExp(`(?<!\\p{L})${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\p{L})`, "iu");
  const names = players.map((player) => [whole(player.dataset.name), player.dataset.player]);

  const split = (typed) => typed.split(/[\n,;]/).map((one) => one.trim()).filter(Boolean);
  // The players whom a line names, by numbers; the table before them is none of them.
  function named(typed) {
    const pair = typed.replace(/^\D{0,8}\d+\s*[:.)]\s+/, "");
    const byName = names.filter(([name]) => name.test(pair)).map(([, number]) => number);
    return [...(pair.match(/\d+/g) ?? []), ...byName];
  }

  // The lines that the tables show already, as the page read them or as they were last written, for the text as it was then.
  let shown = { text: text.defaultValue, lines: split(board.dataset.read) };

  // Lines of tables that are no longer as the round has them, and what else was typed about other players.
  function write() {
    const changed = rows().filter((row) => numbers(row).length && line(row) !== row.dataset.stored);
    const out = [...free.querySelectorAll(".hand-player[data-was-seated]")].map((player) => player.dataset.player);
    const lines = [...changed.map(line), ...out.map((number) => `${number} absent`)];
    const seated = new Set([...rows().flatMap(numbers), ...out]);
    const moved = new Set([...changed.flatMap(numbers), ...out]);
    for (const own of text.value === shown.text ? shown.lines : split(text.value)) {
      const covered = shown.lines.includes(own) ? seated : moved;
      if (!named(own).some((number) => covered.has(number))) lines.push(own);
    }
    text.value = lines.join("\n");
    shown = { text: text.value, lines };
    document.getElementById("checked")?.remove(); // it was about other pairs
  }

  const rowOf = (player) => player.closest("[data-hand-row]");

  function seat(player) {
    if (rowOf(player) === null) player.dataset.wasSeated ??= ""; else delete player.dataset.wasSeated;
  }

  // With a bye, or in no game at all.
  const hasNoOpponent = (player) => (rowOf(player)?.querySelectorAll(".hand-player").length ?? 1) === 1;

  function pairUp(one, other) {
    const byes = [one, other].map(rowOf).filter(Boolean);
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
    byes.forEach((bye) => bye.remove());
    tables.append(row);
  }

  function swap(one, other) {
    if (one === other) return;
    if (hasNoOpponent(one) && hasNoOpponent(other)) {
      pairUp(one, other);
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

  for (const player of players) {
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
