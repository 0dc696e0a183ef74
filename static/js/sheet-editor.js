// The scoresheet on a board: tap a square, type the word, the points are there. What it writes are the lines of the text box,
// one a move (sheet-box.js).
(() => {
  "use strict";
  const NUMBER = /^[+-]?\d{1,4}$/;
  const HELD_MS = 450;

  // -- lines ----------------------------------------------------------------------------------------------------------

  // Digits of any script as 0 to 9: each script has its ten in a row.
  function plainDigits(text) {
    return text.replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0);
      let value = 0;
      while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
      return String(value);
    });
  }

  // A player's name as one word, which the site knows again.
  const oneWord = (name) => name.trim().replace(/\s+/g, "_");

  // Tiles as they stand on a rack, ? for a blank; null if these are none.
  function readRack(scorer, text, most) {
    const cells = /^[^.]+$/.test(text) && text === text.toUpperCase() ? scorer.readWord(text.replace(/\?/g, "") || ".") : null;
    if (!cells) return null;
    const tiles = [...cells.filter(Boolean), ...Array(text.split("?").length - 1).fill(null)];
    return tiles.length <= most ? tiles : null;
  }

  // What a line of the box is. kind: play, pass, exchange, off, challenge, lost, left, time, heading, or other (cannot be shown).
  // ``player``: whose it is, where the line says so; ``rack``: the tiles that stood there before the move, as typed.
  function readLine(scorer, players, line) {
    const text = plainDigits(line.normalize("NFKC")).trim();
    if (!text || text.startsWith("#")) return { kind: "heading" };
    const words = text.replace(/^\d{1,3}\s*[.):]\s*/, "").split(/\s+/);
    const player = players.findIndex((name) => `${oneWord(name)}:`.toLowerCase() === words[0].toLowerCase());
    if (player >= 0) words.shift();
    if (!words.length) return { kind: "other" };
    const rack = words.length > 1 && (scorer.readPlace(words[1]) || /^(-.*|pass)$/i.test(words[1])) && readRack(scorer, words[0], scorer.rackSize) ? words.shift() : "";
    return { ...readMove(scorer, players, words), rack, player: player < 0 ? null : player };
  }

  // A line of a GCG file, as readLine: ">nick: RACK 8D WORD +12 12". The last number is a total. `nicks`: of the players.
  function readGcg(scorer, players, line, nicks) {
    const found = /^>\s*([^:\s]+):\s*(.*)$/.exec(line.trim());
    if (!found) return { kind: /^\s*(#.*)?$/.test(line) ? "heading" : "other" };
    const player = nicks.indexOf(found[1].toLowerCase());
    const words = found[2].split(/\s+/).filter(Boolean).slice(0, -1);
    const rack = words.length > 1 && /^[^-(]/.test(words[0]) && (scorer.readPlace(words[1]) || /^[-(]/.test(words[1])) ? words.shift() : "";
    if (player < 0 || !words.length) return { kind: "other" };
    const points = Number(words[words.length - 1]) || 0;
    if (/^\((challenge|time)\)$/.test(words[0])) return { kind: words[0].slice(1, -1), points, rack, player };
    return { ...readMove(scorer, players, words), rack, player };
  }

  const isGcg = (lines) => lines.some((line) => line.startsWith(">"));

  // The short names of a GCG file in the order of the seats: by the full names, else as they come.
  function nicksOf(lines, players) {
    const named = lines.map((line) => /^#player\d\s+(\S+)\s+(.*)$/.exec(line)).filter(Boolean);
    const moved = lines.map((line) => /^>\s*([^:\s]+):/.exec(line)).filter(Boolean).map(([, nick]) => nick.toLowerCase());
    const nicks = players.map((name) => (named.find(([, , full]) => oneWord(full).toLowerCase() === oneWord(name).toLowerCase()) || [])[1]);
    const rest = [...new Set(moved)].filter((nick) => !nicks.some((one) => one && one.toLowerCase() === nick));
    return nicks.map((nick) => (nick || rest.shift() || "").toLowerCase());
  }

  function readMove(scorer, players, words) {
    if (words.length > 2 && players.length > 1 && words.includes("-") && !words.some((word) => NUMBER.test(word))) return { kind: "other" };
    const at = words.findIndex((word) => scorer.readPlace(word));
    const numbers = words.filter((word) => NUMBER.test(word)).map(Number);
    if (at >= 0) {
      // what stands before the place is a name or a rack; with a name the order is the text's own business
      if (at > 0) return { kind: "other" };
      const raw = words[at + 1] || "";
      const cells = scorer.readWord(raw === raw.toLowerCase() ? raw.toUpperCase() : raw);
      return cells ? { kind: "play", place: scorer.readPlace(words[at]), cells, points: numbers.length ? numbers[0] : null } : { kind: "other" };
    }
    const first = words[0].toLowerCase();
    if (first === "--" || first === "withdrawn") return { kind: "off" };
    if (first === "-" || first === "pass") return { kind: "pass" };
    if (first === "challenge") return { kind: "challenge", points: numbers[0] || 0 };
    if (first === "lost-turn") return { kind: "lost" };
    if (first === "time") return { kind: "time", points: numbers[0] || 0 };
    if (/^\(.*\)$/.test(words[0])) return { kind: "left" };
    if (/^-\S+$/.test(words[0])) return { kind: "exchange", tiles: words[0].slice(1) };
    return { kind: "other" };
  }

  // Walk the lines: what each did, whose it was, the board after them, scores and who plays next. Stops at a line it cannot show.
  function replay(scorer, players, lines, until = lines.length) {
    let board = scorer.emptyBoard();
    const scores = players.map(() => 0);
    const turns = [];
    let next = 0;
    let stopped = -1;
    let last = null; // the last play, which a challenge may take off
    const nicks = isGcg(lines) ? nicksOf(lines, players) : null;
    for (let index = 0; index < until; index += 1) {
      const read = nicks ? readGcg(scorer, players, lines[index], nicks) : readLine(scorer, players, lines[index]);
      if (read.kind === "heading") continue;
      if (read.kind === "other") {
        stopped = index;
        break;
      }
      // a name that is not the next player's: the order is the text's own business
      if (["play", "pass", "exchange"].includes(read.kind) && read.player !== null && read.player !== next) {
        stopped = index;
        break;
      }
      const turn = { ...read, index, player: read.player ?? next, fault: "", computed: null };
      if (read.kind === "play") {
        const measured = scorer.measure(board, read.place, read.cells);
        turn.fault = measured.fault;
        turn.computed = measured.score;
        turn.tiles = measured.tiles;
        if (["edge", "occupied", "gap"].includes(measured.fault)) turn.tiles = new Map();
        else turn.shown = [read.rack, scorer.showPlay(board, read.place, read.cells), read.points].filter((one) => one || one === 0).join(" ");
        last = { turn, board };
        board = [...board];
        turn.tiles.forEach((tile, at) => { board[at] = tile; });
        turn.gained = read.points === null ? measured.score : read.points;
        scores[next] += turn.gained;
        next = (next + 1) % players.length;
      } else if (read.kind === "off" && last) {
        turn.player = last.turn.player;
        board = last.board;
        scores[last.turn.player] -= last.turn.gained;
        last = null;
      } else if (["pass", "exchange", "lost"].includes(read.kind)) {
        next = (next + 1) % players.length;
        last = null;
      } else if (read.kind === "challenge" || read.kind === "time") {
        if (read.player === null) turn.player = (next + players.length - 1) % players.length;
        scores[turn.player] += read.points;
      }
      turn.total = scores[turn.player];
      turns.push(turn);
    }
    return { board, scores, turns, next, stopped, gcg: Boolean(nicks), canTakeOff: Boolean(last) };
  }

  // -- the editor -----------------------------------------------------------------------------------------------------

  function setUp(root) {
    const sheet = sheetBox(root, { changed: () => { clearPlay(); show(); }, show });
    if (!sheet) return;
    const { part, say } = sheet;
    const config = JSON.parse(root.dataset.sheet);
    const scorer = new SheetScorer(config);
    const { players } = config;
    const squares = [...root.querySelectorAll("[data-at]")];
    let state = null;
    let placed = new Map(); // new tiles by square
    let cursor = -1;
    let across = true;
    let blankNext = false;
    let editing = -1; // the line that is being changed, or -1 for a new one
    let pointsTyped = false;

    function commit(...written) {
      const changed = [...sheet.lines];
      if (editing >= 0) changed.splice(editing, 1, ...written);
      else changed.push(...written);
      sheet.write(changed);
    }

    // A move with the rack before it, if one was typed.
    const withRack = (line) => [rackTyped(), line].filter(Boolean).join(" ");

    function rackTyped() {
      const typed = part("rack").value.normalize("NFKC").replace(/\s+/g, "").toUpperCase();
      return readRack(scorer, typed, scorer.rackSize) ? typed : "";
    }

    function clearPlay() {
      placed = new Map();
      cursor = -1;
      blankNext = false;
      editing = -1;
      pointsTyped = false;
      part("rack").value = "";
    }

    // -- what is being laid -------------------------------------------------------------------------------------------

    function current() {
      const play = scorer.play(state.board, placed, across);
      if (!play) return null;
      const { place, cells, fault } = play;
      const measured = scorer.measure(state.board, place, cells);
      return { place, cells, score: measured.score, fault: fault || measured.fault };
    }

    function lineOf(play) {
      let { cells } = play;
      // Small letters alone would be read as typed in a hurry: beside blanks only, the tiles on the board are written out.
      if (cells.every((tile) => !tile || tile.blank)) {
        const first = play.place.row * scorer.size + play.place.column;
        cells = cells.map((tile, count) => tile || { index: state.board[scorer.step(first, play.place.across, count)].index, blank: false });
      }
      const points = part("points").value.trim();
      return withRack([scorer.writePlace(play.place), scorer.writeWord(cells), NUMBER.test(points) ? points : play.score].join(" "));
    }

    function lay(index) {
      if (cursor < 0 || state.board[cursor] !== null) return;
      placed.set(cursor, { index, blank: blankNext });
      blankNext = false;
      pointsTyped = false;
      afterTile(cursor);
      show();
    }

    // The cursor on the next free square of the line, if there is one.
    function afterTile(last) {
      let at = scorer.step(last, across, 1);
      while (at >= 0 && (state.board[at] !== null || placed.has(at))) at = scorer.step(at, across, 1);
      cursor = at >= 0 ? at : last;
    }

    function takeBack() {
      pointsTyped = false;
      if (placed.has(cursor)) {
        placed.delete(cursor);
      } else if (placed.size) {
        cursor = [...placed.keys()].pop();
        placed.delete(cursor);
      }
      show();
    }

    function choose(at) {
      if (state.board[at] !== null && !placed.has(at)) {
        // a tile that lies there: its turn is what is meant
        const turn = [...state.turns].reverse().find((one) => one.tiles && one.tiles.has(at));
        if (turn && !placed.size) edit(turn.index);
        return;
      }
      if (at === cursor) across = !across;
      else cursor = at;
      show();
    }

    function edit(index) {
      if (state.gcg) return;
      const before = replay(scorer, players, sheet.lines, index);
      state = before;
      const line = readLine(scorer, players, sheet.lines[index]);
      clearPlay();
      editing = index;
      part("rack").value = line.rack || "";
      if (line.kind === "play") {
        across = line.place.across;
        const measured = scorer.measure(before.board, line.place, line.cells);
        placed = measured.tiles;
        afterTile([...placed.keys()].pop() ?? line.place.row * scorer.size + line.place.column);
        part("points").value = line.points ?? measured.score;
        pointsTyped = line.points !== null && line.points !== measured.score;
      }
      show();
    }

    // -- what is seen -------------------------------------------------------------------------------------------------

    function show() {
      const all = replay(scorer, players, sheet.lines);
      state = editing >= 0 ? replay(scorer, players, sheet.lines, editing) : all;
      const fresh = placed.size || editing >= 0 ? null : [...all.turns].reverse().find((turn) => turn.tiles && turn.tiles.size);
      showBoard(fresh);
      showPlayers();
      showRack();
      showPlay();
      showTurns(all);
    }

    function showBoard(fresh) {
      for (const square of squares) {
        const at = Number(square.dataset.at);
        const tile = placed.get(at) || state.board[at];
        const old = square.querySelector(".tile");
        if (old) old.remove();
        square.querySelector(".sq-label").hidden = Boolean(tile);
        if (tile) square.append(tileOf(tile, placed.has(at) || Boolean(fresh && fresh.tiles.has(at))));
        square.classList.toggle("sq-cursor", at === cursor);
        square.tabIndex = at === (cursor >= 0 ? cursor : scorer.start) ? 0 : -1;
        square.dataset.way = at === cursor ? (across ? "→" : "↓") : "";
        const name = scorer.writePlace({ row: Math.floor(at / scorer.size), column: at % scorer.size, across });
        square.setAttribute("aria-label", tile ? `${name} ${scorer.letter({ ...tile, blank: false })}` : `${name} ${square.dataset.premium}`.trim());
      }
    }

    function tileOf(tile, fresh) {
      const span = document.createElement("span");
      span.className = `tile${tile.blank ? " tile-blank" : ""}${fresh ? " tile-fresh" : ""}`;
      span.textContent = scorer.letter({ ...tile, blank: false });
      if (!tile.blank) {
        const points = document.createElement("sub");
        points.textContent = scorer.value(tile);
        span.append(points);
      }
      return span;
    }

    function showPlayers() {
      [...root.querySelectorAll("[data-player]")].forEach((item, player) => {
        item.classList.toggle("is-next", player === state.next);
        if (player === state.next) item.setAttribute("aria-current", "true");
        else item.removeAttribute("aria-current");
        item.querySelector("[data-score]").textContent = state.scores[player];
        item.querySelector("[data-to-play]").hidden = player !== state.next;
      });
    }

    // The tiles of the rack, those that lie on the board faint.
    function showRack() {
      const typed = part("rack").value.normalize("NFKC").replace(/\s+/g, "").toUpperCase();
      const tiles = typed ? readRack(scorer, typed, scorer.rackSize) : [];
      part("rack").setAttribute("aria-invalid", String(tiles === null));
      const laid = [...placed.values()].map((tile) => (tile.blank ? -1 : tile.index));
      part("rack-tiles").replaceChildren(...(tiles || []).map((tile) => {
        const span = tile ? tileOf({ index: tile.index, blank: false }, false) : document.createElement("span");
        if (!tile) span.className = "tile tile-blank";
        const used = laid.indexOf(tile ? tile.index : -1);
        if (used >= 0) {
          laid.splice(used, 1);
          span.classList.add("tile-laid");
        }
        return span;
      }));
    }

    function showPlay() {
      const play = current();
      const add = part("add");
      const number = state.turns.length + 1;
      add.textContent = say(editing >= 0 ? "save" : "add", { n: number });
      add.disabled = !play || play.fault === "gap";
      part("play").hidden = !play;
      part("start").hidden = Boolean(play);
      part("cancel").hidden = editing < 0 && !placed.size;
      part("remove").hidden = editing < 0;
      if (play) {
        if (!pointsTyped) part("points").value = play.score;
        const total = state.scores[state.next] + (Number(part("points").value) || 0);
        part("word").textContent = scorer.showPlay(state.board, play.place, play.cells);
        part("total").textContent = say("total", { n: total });
        part("fault").textContent = play.fault ? say(`fault-${play.fault}`) : "";
        part("fault").hidden = !play.fault;
      }
      const stopped = state.stopped >= 0 || state.gcg;
      part("stopped").hidden = !stopped;
      if (state.stopped >= 0) sheet.openText();
      if (stopped) part("stopped").textContent = state.stopped >= 0 ? say("stopped", { n: state.stopped + 1 }) : say("gcg");
      if (state.gcg) add.disabled = true;
      root.querySelectorAll("[data-do]").forEach((button) => {
        const off = button.dataset.do === "off" && !(state.canTakeOff && editing < 0);
        button.disabled = off || (stopped && button.dataset.do !== "undo") || (button.dataset.do === "undo" && !sheet.canUndo() && !placed.size);
      });
      root.querySelectorAll("[data-blank]").forEach((key) => key.setAttribute("aria-pressed", String(blankNext)));
    }

    function showTurns(all) {
      sheet.showTurns(all.turns.map((turn, count) => ({
        line: turn.index,
        fields: [String(count + 1), players[turn.player], turn.shown || sheet.lines[turn.index].trim(), String(turn.total)],
        notes: sheet.notesAt(turn.index + 1, ownNotes(turn)),
      })), editing);
    }

    function ownNotes(turn) {
      if (turn.fault) return [{ message: say(`fault-${turn.fault}`), severity: "error" }];
      const differs = turn.kind === "play" && turn.points !== null && turn.points !== turn.computed;
      return differs ? [{ message: say("differs", { n: turn.computed }) }] : [];
    }

    // -- what is done -------------------------------------------------------------------------------------------------

    const actions = {
      add() {
        const play = current();
        if (play && play.fault !== "gap" && !state.gcg) commit(lineOf(play));
      },
      cancel() {
        clearPlay();
        show();
      },
      remove() {
        if (editing >= 0) sheet.write(sheet.lines.filter((_, index) => index !== editing));
      },
      pass() { commit(withRack("-")); },
      exchange() {
        const field = part("exchange");
        field.hidden = !field.hidden;
        if (!field.hidden) field.querySelector("input").focus();
      },
      exchanged() {
        const input = part("exchange").querySelector("input");
        const tiles = input.value.normalize("NFKC").replace(/\s+/g, "");
        if (!tiles) return;
        input.value = "";
        part("exchange").hidden = true;
        commit(withRack(`-${/^\d+$/.test(tiles) ? tiles : tiles.toUpperCase()}`));
      },
      challenge() { part("challenge").hidden = !part("challenge").hidden; },
      off() {
        part("challenge").hidden = true;
        commit("--");
      },
      lost() {
        part("challenge").hidden = true;
        commit("lost-turn");
      },
      bonus() {
        const points = part("challenge").querySelector("input").value.trim();
        if (!NUMBER.test(points)) return;
        part("challenge").hidden = true;
        commit(`challenge ${points.startsWith("-") ? points : `+${points.replace("+", "")}`}`);
      },
      end() { part("end").hidden = !part("end").hidden; },
      // Tiles left over and points for time, a line each. After a play that went out the other player's tiles are its own line.
      ended() {
        const written = [];
        const rows = [...part("end").querySelectorAll("[data-of]")].map((row, player) => ({
          player,
          tiles: row.querySelector("[data-left]").value.normalize("NFKC").replace(/\s+/g, "").toUpperCase(),
          time: row.querySelector("[data-time]").value.trim().replace(/^[-+]/, ""),
        }));
        const last = [...state.turns].reverse().find((turn) => ["play", "pass", "exchange", "lost"].includes(turn.kind));
        const out = last && last.kind === "play" && players.length === 2 && !rows[last.player].tiles;
        for (const { player, tiles } of rows) {
          if (tiles) written.push(out ? `(${tiles})` : `${oneWord(players[player])}: (${tiles})`);
        }
        for (const { player, time } of rows) if (/^[1-9]\d{0,3}$/.test(time)) written.push(`${oneWord(players[player])}: time -${time}`);
        if (!written.length) return;
        part("end").hidden = true;
        part("end").querySelectorAll("input").forEach((input) => { input.value = ""; });
        commit(...written);
      },
      undo() {
        if (placed.size) takeBack();
        else sheet.undo();
      },
      backspace: takeBack,
      turn() {
        across = !across;
        show();
      },
      zoom: sheet.zoom,
      blank() {
        blankNext = !blankNext;
        show();
      },
    };

    root.addEventListener("click", (event) => {
      const button = event.target.closest("button, [data-at]");
      if (!button || button.disabled) return;
      if (button.dataset.at !== undefined) {
        choose(Number(button.dataset.at));
        if (event.detail === 0 || !matchMedia("(pointer: coarse)").matches) button.focus();
      } else if (button.dataset.tile !== undefined) {
        if (button !== heldKey) lay(Number(button.dataset.tile));
        heldKey = null;
      } else if (button.dataset.line !== undefined) {
        edit(Number(button.dataset.line));
        part("board").scrollIntoView({ block: "nearest" });
      } else if (button.dataset.do) {
        actions[button.dataset.do]();
      }
    });

    // A key held down lays a blank: at once, since some phones send no click after it. Where one comes, it lays nothing more.
    let held = 0;
    let heldKey = null;
    root.addEventListener("pointerdown", (event) => {
      const key = event.target.closest("[data-tile]");
      window.clearTimeout(held);
      heldKey = null;
      if (!key) return;
      held = window.setTimeout(() => {
        heldKey = key;
        blankNext = true;
        lay(Number(key.dataset.tile));
      }, HELD_MS);
    });
    root.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-tile]")) event.preventDefault(); });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(name, () => window.clearTimeout(held));

    part("rack").addEventListener("input", showRack);
    part("points").addEventListener("input", () => {
      pointsTyped = true;
      showPlay();
    });
    root.addEventListener("keydown", (event) => {
      if (event.target.closest("input")) {
        if (event.key !== "Enter") return;
        event.preventDefault(); // the form is not sent by a number
        const field = event.target.closest("[data-enter]");
        actions[field.dataset.enter]();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest("[data-part=board]")) return;
      const moves = { ArrowRight: [true, 1], ArrowLeft: [true, -1], ArrowDown: [false, 1], ArrowUp: [false, -1] };
      if (moves[event.key]) {
        const [way, count] = moves[event.key];
        const at = scorer.step(cursor < 0 ? scorer.start : cursor, way, count);
        if (at >= 0) cursor = at;
        if (!placed.size) across = way;
      } else if (event.key === " ") {
        across = !across;
      } else if (event.key === "Backspace") {
        takeBack();
      } else if (event.key === "Escape") {
        actions.cancel();
      } else if (event.key === "Enter") {
        actions.add();
      } else {
        const typed = event.key.normalize("NFKC");
        const letter = config.plain[typed] || typed;
        const index = config.tiles.findIndex(([capital, small]) => capital === letter.toUpperCase() || capital === letter || small === letter);
        if (index < 0) return;
        if (cursor < 0) cursor = Number(event.target.closest("[data-at]").dataset.at);
        if (event.shiftKey) blankNext = true;
        lay(index);
      }
      event.preventDefault();
      show();
      const here = squares.find((square) => Number(square.dataset.at) === cursor);
      if (here) here.focus();
    });
    sheet.read();
  }

  startSheets("data-sheet", setUp);
})();
