// The scoresheet of Word Basket: who, which word, which card. The next kana, hands and stock follow at once (basket-table.js). What it
// writes are the lines of the text box, one a turn (sheet-box.js).
(() => {
  "use strict";
  const VOICED = { か: "が", き: "ぎ", く: "ぐ", け: "げ", こ: "ご", さ: "ざ", し: "じ", す: "ず", せ: "ぜ", そ: "ぞ", た: "だ", ち: "ぢ", つ: "づ", て: "で", と: "ど", は: "ば", ひ: "び", ふ: "ぶ", へ: "べ", ほ: "ぼ", う: "ゔ", ば: "ぱ", び: "ぴ", ぶ: "ぷ", べ: "ぺ", ぼ: "ぽ" };
  const SMALL = { あ: "ぁ", い: "ぃ", う: "ぅ", え: "ぇ", お: "ぉ", つ: "っ", や: "ゃ", ゆ: "ゅ", よ: "ょ", わ: "ゎ" };
  const PLAIN = { ぱ: "は", ぴ: "ひ", ぷ: "ふ", ぺ: "へ", ぽ: "ほ" };
  const PICKED = new Set(["start", "restock", "reset", "hand"]);
  const DRAWING = new Set(["reset", "penalty", "noreach"]);
  const NEXT_CARD = new Set(["play", "reset", "win", "restock"]);

  function changed(letter, table) {
    if (table[letter]) return table[letter];
    if (table === VOICED && PLAIN[letter]) return PLAIN[letter];
    return Object.keys(table).find((key) => table[key] === letter) || letter;
  }

  // -- the games of the text --------------------------------------------------------------------------------------------

  // Where each game of the text begins and ends: a line #wordbasket begins one, what stands before the first is one too.
  function gamesOf(lines) {
    const starts = lines.map((line, at) => (/^\s*#wordbasket\b/.test(line) ? at : -1)).filter((at) => at >= 0);
    if (!starts.length || lines.slice(0, starts[0]).some((line) => line.trim())) starts.unshift(0);
    return starts.map((start, at) => ({ start, end: at + 1 < starts.length ? starts[at + 1] : lines.length }));
  }

  // Who plays: those of the text's headings, who sit by their names, else in order; without headings those of the table.
  function playersOf(lines, seated) {
    const named = lines.map((line) => /^\s*#player\s+(\S+)\s*(.*)$/.exec(line)).filter(Boolean).map(([, label, name]) => ({ label, name: name.trim() }));
    const same = (one, other) => one.trim().toLowerCase().replace(/\s+/g, " ") === other.trim().toLowerCase().replace(/\s+/g, " ");
    const free = seated.map((_, seat) => seat);
    const take = (seat) => free.splice(free.indexOf(seat), 1)[0];
    for (const one of named) {
      const seat = seated.findIndex(([, name], at) => free.includes(at) && [one.name, one.label].some((text) => same(text, name)));
      one.seat = seat >= 0 ? take(seat) : -1;
    }
    for (const one of named) if (one.seat < 0) one.seat = free.length ? free.shift() : -1;
    return named.length ? named : seated.map(([label, name], seat) => ({ label, name, seat }));
  }

  // Each event with the table before and after it. Stops at a line that cannot be read.
  function replay(rules, game, lines, players, levels) {
    let table = rules.dealt(players.map((one) => levels[one.seat] || levels[0]));
    const turns = [];
    for (let line = game.start; line < game.end; line += 1) {
      const event = rules.read(lines[line], players);
      if (!event) return { table, turns, stopped: line };
      if (event.kind === "heading") continue;
      const after = rules.step(table, event);
      turns.push({ line, event, before: table, after });
      table = after;
    }
    return { table, turns, stopped: -1 };
  }

  // -- the editor -------------------------------------------------------------------------------------------------------

  function setUp(root) {
    const config = JSON.parse(root.dataset.sheet);
    const rules = new BasketRules(config);
    const sheet = sheetBox(root, { changed: () => { clear(); show(); }, show });
    if (!sheet) return;
    const { part, say } = sheet;
    const word = part("word");
    const seats = [...root.querySelectorAll("[data-seat]")];
    let games = [];
    let at = -1; // the game that is shown; -1: the last
    let players = [];
    let all = null; // the game shown
    let state = null; // the table that the turn is added to
    let kind = "play";
    let player = -1;
    let card = null;
    let picked = [];
    let editing = -1; // the line that is being changed
    let inserting = -1; // the line before which a turn is added
    let deckOpen = false;
    let drawTyped = false;

    function clear() {
      kind = "play";
      player = -1;
      card = null;
      picked = [];
      editing = -1;
      inserting = -1;
      deckOpen = false;
      drawTyped = false;
      word.value = "";
      part("problem").textContent = "";
    }

    const ofSeat = (seat) => players.findIndex((one) => one.seat === seat);
    const shownGame = () => games[at >= 0 && at < games.length ? at : games.length - 1];
    const lastIsShown = () => shownGame() === games[games.length - 1];

    // -- what is written ------------------------------------------------------------------------------------------------

    const faces = (cards) => cards.join(" ");

    function lineOf() {
      const label = player >= 0 ? players[player].label : "";
      const draw = DRAWING.has(kind) || kind === "refused" ? ` +${part("drawn").value.trim() || 1}` : "";
      const letter = editing >= 0 && written().letter ? `>${written().letter}` : "";
      switch (kind) {
        case "play": return `${label} ${said()} ${card}${letter}`;
        case "back":
        case "miss": return `${label} ${kind} ${said()} ${card}`;
        case "start":
        case "restock": return `${kind} ${faces(picked)}`;
        case "reset": return `${label} reset ${faces(picked)}${draw}`;
        case "hand": return `${label} hand ${faces(picked)}`.trim();
        case "refused": return `${label} penalty word${draw}`;
        case "penalty":
        case "noreach": return `${label} ${kind}${draw}`;
        default: return `${label} ${kind}`;
      }
    }

    // The event that is being changed, as it stands there.
    const written = () => rules.read(sheet.lines[editing], players) || {};

    // A remark after the turn stays; cards that were drawn stay where their number does.
    function kept(line) {
      if (editing < 0) return line;
      const old = sheet.lines[editing];
      const remark = /\s*[;；].*$/.exec(old);
      const { drew = [] } = written();
      const drawn = drew.length && line.endsWith(` +${drew.length}`) ? line.replace(/ \+\d+$/, ` + ${faces(drew)}`) : line;
      return drawn + (remark ? remark[0] : "");
    }

    const said = () => rules.word(word.value) || word.value.trim();

    function commit(line) {
      const lines = [...sheet.lines];
      if (editing >= 0) lines.splice(editing, 1, kept(line));
      else if (inserting >= 0) lines.splice(inserting, 0, line);
      else if (!lines.some((one) => one.trim())) lines.splice(0, lines.length, ...config.heading.trim().split("\n"), line);
      else lines.splice(shownGame().end, 0, line);
      const whose = players.length === 2 && ["play", "miss", "back"].includes(kind) && editing < 0 ? 1 - player : -1;
      sheet.write(lines);
      player = whose;
      show();
      if (!coarse()) word.focus();
    }

    const coarse = () => matchMedia("(pointer: coarse)").matches;

    // A word with its card is a turn as soon as both and the player are there; a changed one waits for its button.
    function commitIfWhole() {
      if (editing >= 0 || !card || !said()) return show();
      if (player < 0) {
        part("problem").textContent = say("who");
        return show();
      }
      return commit(lineOf());
    }

    // -- what is seen ---------------------------------------------------------------------------------------------------

    function show() {
      games = gamesOf(sheet.lines);
      const game = shownGame();
      players = playersOf(sheet.lines.slice(game.start, game.end), config.players);
      all = replay(rules, game, sheet.lines, players, config.levels);
      const place = editing >= 0 ? editing : inserting;
      const turn = all.turns.find((one) => one.line === place);
      state = turn ? turn.before : all.table;
      if (kind === "play" && !card && state.due && editing < 0) kind = "turn-over";
      if (kind === "turn-over" && !state.due) kind = "play";
      showGames();
      showTable();
      showTurn();
      showTurns(game);
    }

    const turnOver = () => (state.basket.length < 2 && !all.turns.some((one) => one.event.kind === "start") ? "start" : "restock");
    const kindNow = () => (kind === "turn-over" ? turnOver() : kind);

    function showGames() {
      part("games").hidden = games.length < 2;
      part("games").replaceChildren(...games.map((game, number) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "button button-small";
        button.dataset.game = number;
        button.textContent = say("game", { n: number + 1 });
        if (game === shownGame()) button.setAttribute("aria-current", "true");
        return button;
      }));
    }

    function showTable() {
      seats.forEach((seat, place) => {
        const who = ofSeat(place);
        seat.hidden = who < 0;
        if (who < 0) return;
        const held = state.hands[who].length;
        seat.setAttribute("aria-pressed", String(who === player));
        seat.querySelector("[data-cards]").textContent = held;
        seat.style.setProperty("--cards", held);
        const states = { due: "due", said: "reach" };
        let text = say(states[state.reach[who]] || "");
        if (!held) text = state.winner === who ? say("over", { p: players[who].name || players[who].label }) : say("out");
        seat.querySelector("[data-state]").textContent = text;
      });
      part("top").replaceChildren(cardOf(state.basket[state.basket.length - 1] || "?"));
      part("next").textContent = state.letters.split("").join("・") || "–";
      part("next").classList.toggle("is-row", state.letters.length > 1);
      part("stock").textContent = state.stock;
      root.querySelectorAll("[data-event]").forEach((button) => button.classList.toggle("is-due", button.dataset.event === follows()));
    }

    // What the table waits for.
    function follows() {
      if (state.winner !== null) return "";
      if (state.reach.includes("due")) return "reach";
      return state.out !== null ? "win" : "";
    }

    function cardOf(face) {
      const drawn = document.createElement("span");
      const own = root.querySelector(`[data-card="${face}"]`);
      drawn.className = own ? own.className.replace("wb-small", "") : "wb-card";
      drawn.lang = "ja";
      drawn.append(...[...(own ? own.childNodes : [])].map((node) => node.cloneNode(true)));
      return drawn;
    }

    function showTurn() {
      const now = kindNow();
      const picks = PICKED.has(now);
      const speaks = ["play", "back", "miss"].includes(now);
      part("turn").hidden = !speaks;
      part("deck").hidden = !(picks || (speaks && deckOpen));
      root.querySelectorAll("[data-mode]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.mode === now)));
      if (speaks) showWord();
      if (picks) showPicked(now);
      const drawing = DRAWING.has(now) || now === "refused";
      part("draw").hidden = !(drawing && (picks || editing >= 0));
      if (drawing && !drawTyped) part("drawn").value = drawnBy(now);
      part("change").hidden = editing < 0 && inserting < 0 && (!picks || (kind === "turn-over" && !picked.length));
      part("add").hidden = editing < 0 && speaks;
      const number = all.turns.filter((one) => editing < 0 && inserting < 0 ? true : one.line < Math.max(editing, inserting)).length + 1;
      part("add").textContent = say(editing >= 0 ? "save" : "add", { n: number });
      part("before").hidden = part("remove").hidden = editing < 0;
      const stopped = all.stopped >= 0;
      part("stopped").hidden = !stopped;
      if (stopped) {
        part("stopped").textContent = say("stopped", { n: all.stopped + 1 });
        sheet.openText();
      }
      root.querySelector("[data-do=undo]").disabled = !sheet.canUndo();
      root.querySelectorAll("[data-event], [data-pick], [data-do=count], [data-do=next]").forEach((button) => { button.disabled = stopped; });
    }

    // How many cards the rules have a player draw.
    function drawnBy(now) {
      if (editing >= 0 && written().drawn !== null) return written().drawn;
      return now === "reset" ? picked.length + 1 : 1;
    }

    function showWord() {
      const text = word.value.trim();
      const kana = rules.word(text);
      part("kana").textContent = kana && kana !== text ? kana : "";
      const who = player >= 0 ? player : 0;
      let fault = "";
      if (text && !kana) fault = "not_kana";
      else if (kana) [fault = ""] = rules.faults(state, who, kana, card).filter((one) => player >= 0 || one !== "word_repeated");
      if (kana && kana.length < 2 && !card) fault = fault === "does_not_link" ? fault : ""; // still being typed
      part("fault").textContent = fault ? faultText(fault, state, who) : "";
      const fits = kana ? rules.fitting(state, who, kana) : [];
      if (card && !fits.includes(card)) fits.push(card);
      part("fits").replaceChildren(...fits.map((face) => {
        const button = document.createElement("button");
        const drawn = cardOf(face);
        const own = root.querySelector(`[data-card="${face}"]`);
        button.type = "button";
        button.dataset.card = face;
        button.className = drawn.className;
        button.lang = "ja";
        if (own && own.getAttribute("aria-label")) button.setAttribute("aria-label", own.getAttribute("aria-label"));
        button.setAttribute("aria-pressed", String(face === card));
        button.append(...drawn.childNodes);
        return button;
      }));
      part("choose").textContent = "";
      part("picked").replaceChildren();
    }

    function faultText(fault, table, who) {
      const [least, lastLeast] = table.levels[who];
      const n = fault === "does_not_link" ? table.letters.split("").join("・") : table.hands[who].length === 1 ? lastLeast : least;
      return say(`fault-${fault}`, { n });
    }

    function showPicked(now) {
      part("choose").textContent = say(`choose-${now}`, { n: player >= 0 ? state.hands[player].length : "" });
      part("picked").replaceChildren(...picked.map((face, place) => {
        const button = document.createElement("button");
        const drawn = cardOf(face);
        button.type = "button";
        button.dataset.picked = place;
        button.className = drawn.className;
        button.append(...drawn.childNodes);
        return button;
      }));
      root.querySelector("[data-card='?']").hidden = now !== "hand";
    }

    function showTurns(game) {
      const shownIsChecked = lastIsShown();
      sheet.showTurns(all.turns.map((turn, count) => {
        const { event, after } = turn;
        const who = event.player >= 0 ? players[event.player] : null;
        const name = event.kind === "penalty" && event.refused ? "refused" : event.kind;
        const counts = event.counts.map((number, place) => (number === null ? "" : `${(players[place] || {}).label || ["", ""][place - players.length]}${number}`));
        const draw = event.drew.length ? `+ ${faces(event.drew)}` : event.drawn !== null && event.kind === "reset" ? `+${event.drawn}` : "";
        const move = [event.word, faces(event.cards), config.kinds[name], draw, event.kind === "count" ? counts.filter(Boolean).join(" ") : ""];
        return {
          line: turn.line,
          fields: [String(count + 1), who ? who.name || who.label : "", move.filter(Boolean).join(" "), after.letters.length > 1 ? `${after.letters[0]}*` : after.letters],
          notes: shownIsChecked ? sheet.notesAt(turn.line - game.start + 1, ownNotes(turn, count)) : ownNotes(turn, count),
        };
      }), editing);
    }

    // A play against the rules, unless it was fined before the next card.
    function ownNotes({ event, before }, count) {
      if (event.kind !== "play" || before.winner !== null || before.out !== null) return [];
      const [fault] = rules.faults(before, event.player, event.word, event.cards[0]);
      if (!fault) return [];
      const later = all.turns.slice(count + 1).find((one) => one.event.kind === "penalty" || NEXT_CARD.has(one.event.kind));
      if (later && later.event.kind === "penalty" && later.event.player === event.player) return [];
      return [{ message: faultText(fault, before, event.player), severity: "error" }];
    }

    // -- what is done ---------------------------------------------------------------------------------------------------

    function edit(line) {
      clear();
      editing = line;
      show();
      const event = written();
      player = event.player;
      kind = event.kind === "penalty" && event.refused ? "refused" : event.kind;
      if (kind === "count") { // its numbers are typed anew
        root.querySelectorAll("[data-count]").forEach((box, place) => { box.value = event.counts[place < players.length ? ofSeat(place) : place] ?? ""; });
        part("counts").hidden = false;
      }
      word.value = event.word || "";
      [card = null] = PICKED.has(kind) ? [] : event.cards;
      picked = PICKED.has(kind) ? [...event.cards] : [];
      show();
    }

    // Whose event it is, where the table says so: whoever owes it, else the chosen player.
    function whose(name) {
      if (editing >= 0) return player;
      const owing = (...states) => state.reach.map((one, index) => (states.includes(one) ? index : -1)).filter((index) => index >= 0);
      const one = (found) => (found.length === 1 ? found[0] : player);
      if (name === "reach") return one(owing("due"));
      if (name === "noreach") return one(owing("due", "forgotten"));
      if (name === "win") return state.out ?? player;
      return state.undo ? state.undo.player : player;
    }

    function event(name) {
      const who = whose(name);
      part("problem").textContent = who < 0 ? say("who") : "";
      if (who < 0) return;
      player = who;
      kind = name;
      part("drawn").value = 1;
      commit(lineOf());
    }

    function pick(name) {
      const next = name === "start" ? "turn-over" : name;
      const open = kind === next || (kind === "turn-over" && name === "start");
      picked = [];
      card = null;
      kind = open && !state.due ? "play" : next;
      drawTyped = false;
      if (next === "turn-over" && !state.due && !open) kind = turnOver(); // the record says so, whatever the rules
      show();
    }

    function choose(face) {
      const now = kindNow();
      if (["play", "back", "miss"].includes(now)) {
        card = face;
        commitIfWhole();
        return;
      }
      picked.push(face);
      const opens = ["start", "restock"].includes(now) && !/^\d/.test(face) && editing < 0; // wild numbers do not count, another is turned over
      if (opens) {
        kind = now;
        commit(lineOf());
        return;
      }
      show();
    }

    function type(text) {
      word.value += text;
      show();
    }

    const actions = {
      add() {
        const now = kindNow();
        const needs = ["start", "restock"].includes(now) ? -1 : 0;
        if (player < 0 && needs === 0 && now !== "count") {
          part("problem").textContent = say("who");
          return;
        }
        if (PICKED.has(now) && now !== "hand" && !picked.length) return;
        if (["play", "back", "miss"].includes(now) && (!card || !said())) return;
        if (now === "count") {
          actions.counted();
          return;
        }
        kind = now;
        commit(lineOf());
      },
      // The keyboard's way: the first card that fits.
      enter() {
        if (editing >= 0) {
          actions.add();
          return;
        }
        const first = part("fits").querySelector("[data-card]");
        if (first) choose(first.dataset.card);
      },
      cancel() {
        clear();
        part("counts").hidden = true;
        show();
      },
      remove() { if (editing >= 0) sheet.write(sheet.lines.filter((_, index) => index !== editing)); },
      before() {
        const line = editing;
        clear();
        inserting = line;
        show();
      },
      undo: sheet.undo,
      zoom: sheet.zoom,
      backspace() {
        word.value = word.value.slice(0, -1);
        show();
      },
      other() {
        deckOpen = !deckOpen;
        show();
      },
      own() {
        const on = part("own").getAttribute("aria-pressed") !== "true";
        part("own").setAttribute("aria-pressed", String(on));
        word.inputMode = on || !coarse() ? "text" : "none";
        if (on) word.focus();
      },
      count() { part("counts").hidden = !part("counts").hidden; },
      counted() {
        const places = [...players.map((one) => one.label), "stock", "basket"];
        const boxes = [...root.querySelectorAll("[data-count]")].map((box) => box.value.trim());
        const numbers = [...players.map((one) => boxes[one.seat]), ...boxes.slice(-2)];
        const pairs = numbers.map((number, place) => (/^\d{1,2}$/.test(number || "") ? `${places[place]} ${number}` : "")).filter(Boolean);
        if (!pairs.length) return;
        part("counts").hidden = true;
        root.querySelectorAll("[data-count]").forEach((box) => { box.value = ""; });
        kind = "count";
        commit(`count ${pairs.join(" ")}`);
      },
      next() {
        at = -1;
        sheet.write([...sheet.lines, "#wordbasket 1", ...config.heading.trim().split("\n")]);
      },
    };

    root.addEventListener("click", (click) => {
      const button = click.target.closest("button");
      if (!button || button.disabled) return;
      const { seat, card: face, kana, kanaChange, line, mode, event: name, pick: picks, game } = button.dataset;
      if (seat !== undefined) {
        player = ofSeat(Number(seat));
        part("problem").textContent = "";
        commitIfWhole();
      } else if (button.dataset.picked !== undefined) {
        picked.splice(Number(button.dataset.picked), 1);
        show();
      } else if (face !== undefined) {
        choose(face);
      } else if (kana !== undefined) {
        type(kana);
      } else if (kanaChange) {
        word.value = word.value.slice(0, -1) + changed(word.value.slice(-1), kanaChange === "voiced" ? VOICED : SMALL);
        show();
      } else if (line !== undefined) {
        edit(Number(line));
        root.querySelector(".basket-felt").scrollIntoView({ block: "nearest" });
      } else if (mode) {
        kind = kind === mode ? "play" : mode;
        show();
      } else if (name) {
        event(name);
      } else if (picks) {
        pick(picks);
      } else if (game !== undefined) {
        at = Number(game);
        clear();
        show();
      } else if (button.dataset.do) {
        actions[button.dataset.do]();
      }
    });

    word.addEventListener("input", show);
    part("drawn").addEventListener("input", () => { drawTyped = true; });
    root.addEventListener("keydown", (key) => {
      if (key.isComposing || !key.target.closest("input")) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key.key];
      if (step && key.target === word) { // the next player, or the one before
        player = (Math.max(player, step > 0 ? -1 : 0) + step + players.length) % players.length;
        part("problem").textContent = "";
        show();
      } else if (key.key === "Escape") {
        actions.cancel();
      } else if (key.key === "Enter") {
        actions[key.target.closest("[data-enter]").dataset.enter](); // the form is not sent
      } else {
        return;
      }
      key.preventDefault();
    });
    if (coarse()) word.inputMode = "none";
    sheet.read();
  }

  startSheets("data-sheet", setUp);
})();
