// Word Basket in the page: what a line of the record says, the table after it, and whether a word may be said there. Rules only: words,
// and the last say, are the site's. Kept equal to games.engine by a test; no page is needed to run it.
(() => {
  "use strict";
  const UNKNOWN = "?";
  const KEYWORDS = {
    start: "start", restock: "restock", reset: "reset", penalty: "penalty", reach: "reach", noreach: "noreach", back: "back", miss: "miss", hand: "hand", count: "count", win: "win",
    開始: "start", 補充: "restock", リセット: "reset", ペナルティ: "penalty", ペナルティー: "penalty", リーチ: "reach", リーチ忘れ: "noreach", 同時: "back", 外れ: "miss", 手札: "hand", 枚数: "count", 勝ち: "win",
  };
  const WITH_WORD = new Set(["play", "back", "miss"]);
  const WITH_DRAW = new Set(["reset", "penalty", "noreach"]);
  const PLACES = { stock: 0, 山: 0, basket: 1, 場: 1 };
  const MOST_LETTERS = 100;

  class Rules {
    // config: hand (cards dealt), cards [face, row or letter it ends in, exact length, least length, copies], letters (four characters
    // each: a kana, what it begins with, what it ends in or -, its vowel), romaji (how kana are typed, in pairs), when_empty, wild_last.
    constructor(config) {
      Object.assign(this, { hand: config.hand, whenEmpty: config.when_empty, wildLast: config.wild_last });
      this.cards = new Map(config.cards.map(([face, ends, exactly, least, copies]) => [face, { ends, exactly, least, copies, wild: face !== ends }]));
      this.deck = config.cards.reduce((sum, card) => sum + card[4], 0);
      this.begins = new Map();
      this.ends = new Map();
      this.vowels = new Map();
      for (let at = 0; at < config.letters.length; at += 4) {
        const [kana, begins, ends, vowel] = config.letters.slice(at, at + 4);
        this.begins.set(kana, begins);
        this.ends.set(kana, ends === "-" ? "" : ends);
        this.vowels.set(kana, vowel);
      }
      const pairs = config.romaji.split(" ");
      this.romaji = new Map(pairs.flatMap((typed, at) => (at % 2 ? [] : [[typed, pairs[at + 1]]])));
    }

    // -- words and cards ----------------------------------------------------------------------------------------------

    // A word in its one spelling, from kana or Latin letters; null for anything else.
    word(typed) {
      const text = plain(typed).trim();
      const kana = text && /^[\x00-\x7f]+$/.test(text) ? this.fromLatin(text.toLowerCase()) : text;
      return kana === null ? null : this.fold(kana);
    }

    fold(kana) {
      const text = kana.replace(/ヷ/g, "ゔぁ").replace(/ヸ/g, "ゔぃ").replace(/ヹ/g, "ゔぇ").replace(/ヺ/g, "ゔぉ")
        .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
        .replace(/[-‐‑‒–—―−─~〜～－]/g, "ー");
      return /^[ぁ-ゖ][ぁ-ゖー]*$/.test(text) && text.length <= MOST_LETTERS ? text : null;
    }

    fromLatin(text) {
      let kana = "";
      for (let at = 0; at < text.length;) {
        let length = 4;
        while (length && !this.romaji.has(text.slice(at, at + length))) length -= 1;
        const [letter, next = ""] = [text[at], text[at + 1]];
        if (length) kana += this.romaji.get(text.slice(at, at + length));
        else if (letter === "-") kana += "ー";
        else if (letter === "n") kana += "ん";
        else if (next && "kgsztdhbpmrjfcvwy".includes(letter) && (next === letter || text.slice(at, at + 3) === "tch")) kana += "っ";
        else return null;
        at += length || (letter === "n" && next === "'" ? 2 : 1);
      }
      return kana;
    }

    first(word) { return this.begins.get(word[0]); }

    last(word) {
      if (!word.endsWith("ー")) return this.ends.get(word[word.length - 1]);
      return this.vowels.get(word.replace(/ー+$/, "").slice(-1));
    }

    // A card as it is written on the sheet; null for anything that is none.
    card(typed) {
      const text = plain(typed);
      if (this.cards.has(text) || text === UNKNOWN) return text;
      if (text === "7") return "7+";
      const mark = ["*", "行", "-line"].find((one) => text.endsWith(one)) || "";
      const face = `${this.word(text.slice(0, text.length - mark.length)) || ""}${mark ? "*" : ""}`;
      return this.cards.has(face) ? face : null;
    }

    // -- lines --------------------------------------------------------------------------------------------------------

    // What a line says: {kind, player, word, cards, drawn, drew, counts}; kind "heading" for what is no event, null for what cannot be
    // read. `players`: [{label, name}].
    read(line, players) {
      const body = plain(line).trim();
      if (!body || body.startsWith("#") || body.startsWith(";")) return { kind: "heading" };
      const words = body.split(";")[0].split(/\s+/).filter(Boolean);
      if (!words.length) return null;
      const event = { kind: "", player: -1, word: "", cards: [], drawn: null, drew: [], counts: [], refused: false };
      const first = KEYWORDS[words[0].toLowerCase()];
      if (first === "count") return this.counted(event, words.slice(1), players);
      if (first === "start" || first === "restock") return this.withCards({ ...event, kind: first }, words.slice(1), 1);
      const who = (label) => {
        const exact = players.findIndex((one) => one.label === label);
        if (exact >= 0) return exact;
        const named = players.map((one, index) => (one.name.toLowerCase().split(/\s+/).some((word) => word.startsWith(label.toLowerCase())) ? index : -1)).filter((index) => index >= 0);
        return named.length === 1 ? named[0] : -1;
      };
      if (first === "win" && words.length === 2) return who(words[1]) < 0 ? null : { ...event, kind: "win", player: who(words[1]) };
      event.player = who(words[0]);
      if (event.player < 0 || words.length < 2) return null;
      event.kind = KEYWORDS[words[1].toLowerCase()] || "play";
      const rest = words.slice(event.kind === "play" ? 1 : 2);
      if (WITH_WORD.has(event.kind)) {
        if (rest.length !== 2) return null;
        const [card, letter] = rest[1].split(">");
        return this.withCards({ ...event, word: this.word(rest[0]) || rest[0], letter: letter || "" }, [card], 1);
      }
      if (WITH_DRAW.has(event.kind)) return this.withDraw(event, rest);
      if (event.kind === "hand") return this.withCards(event, rest, 0, true);
      return rest.length || !["reach", "win"].includes(event.kind) ? null : event;
    }

    withCards(event, texts, least, unknown = false) {
      const cards = texts.map((text) => this.card(text));
      if (cards.length < least || cards.includes(null) || (cards.includes(UNKNOWN) && !unknown)) return null;
      return { ...event, cards };
    }

    withDraw(event, rest) {
      let place = rest.findIndex((part) => part === "+" || /^\+\d{1,3}$/.test(part));
      if (place < 0) place = rest.length;
      const [before, draw] = [rest.slice(0, place), rest.slice(place)];
      let read = { ...event };
      if (draw[0] === "+") {
        const drew = this.withCards(event, draw.slice(1), 1);
        if (!drew) return null;
        read = { ...event, drew: drew.cards, drawn: drew.cards.length };
      } else if (draw.length) {
        if (draw.length > 1) return null;
        read.drawn = Number(draw[0]);
      }
      if (event.kind === "reset") return this.withCards(read, before, 1);
      const refused = event.kind === "penalty" && before.length === 1 && ["word", "言葉"].includes(before[0].toLowerCase());
      return before.length && !refused ? null : { ...read, refused };
    }

    counted(event, words, players) {
      if (!words.length || words.length % 2) return null;
      const counts = Array(players.length + 2).fill(null);
      for (let at = 0; at < words.length; at += 2) {
        const place = PLACES[words[at].toLowerCase()];
        const player = players.findIndex((one) => one.label === words[at]);
        if ((place === undefined && player < 0) || !/^\d{1,3}$/.test(words[at + 1])) return null;
        counts[place === undefined ? player : players.length + place] = Number(words[at + 1]);
      }
      return { ...event, kind: "count", counts };
    }

    // -- the table ----------------------------------------------------------------------------------------------------

    // The table as dealt, the cards unknown. `levels`: [least letters, of the last card] of each player.
    dealt(levels) {
      const hands = levels.map(() => Array(this.hand).fill(UNKNOWN));
      return this.turnedOver({
        levels, hands, stock: this.deck - this.hand * levels.length, basket: [], letters: "", lastWords: levels.map(() => ""),
        reach: levels.map(() => "none"), undo: null, out: null, winner: null, due: false, drawn: 0,
      });
    }

    turnedOver(table) {
      if (!table.stock) return { ...table, letters: "" };
      return { ...table, basket: [...table.basket, UNKNOWN], stock: table.stock - 1, letters: "", due: true };
    }

    // The table after an event, as it was made, by the rules or not.
    step(table, event) {
      const { player, cards } = event;
      if (event.kind === "count" || this.tooLate(table, event)) return table;
      switch (event.kind) {
        case "play": return this.played(table, event);
        case "reset": return this.withDrew(this.reset(table, player, cards), event);
        case "penalty": return this.withDrew(this.penalised(table, player), event);
        case "noreach": return this.withDrew(this.reachCounted(this.drew(table, player, 1), player), event);
        case "reach": return table.hands[player].length !== 1 || table.reach[player] === "said" ? table : { ...table, reach: put(table.reach, player, "said") };
        case "start":
        case "restock": return this.turned(table, cards);
        case "hand": return this.shown(table, player, cards);
        case "win": return table.out === player ? { ...table, winner: player } : table;
        default: return table;
      }
    }

    tooLate(table, { kind, player }) {
      if (kind === "hand") return false;
      if (table.winner !== null) return !(kind === "noreach" && player === table.winner && ["due", "forgotten"].includes(table.reach[player]));
      return table.out !== null && (kind === "play" || kind === "reset");
    }

    played(table, { player, word, cards: [card] }) {
      const hand = table.hands[player];
      if (!hand.length) return table;
      const said = this.fold(word) || "";
      const rest = without(hand, card);
      const before = table.reach[player];
      let state = before;
      if (rest.length === 1) state = "due";
      else if (!rest.length && before === "due") state = "forgotten";
      return {
        ...table,
        hands: put(table.hands, player, rest),
        basket: [...table.basket, card],
        letters: this.lettersAfter(said, card),
        lastWords: put(table.lastWords, player, said),
        reach: put(table.reach, player, state),
        undo: { player, hand, letters: table.letters, word: table.lastWords[player] },
        out: rest.length ? null : player,
        due: false,
      };
    }

    lettersAfter(word, card) {
      const face = this.cards.get(card);
      if (!face.wild) return face.ends;
      const end = word ? this.last(word) : "";
      if (face.ends) return end && face.ends.includes(end) ? end : face.ends;
      return this.cards.has(end) || ["を", "ゐ", "ゑ"].includes(end) ? end : "";
    }

    reset(table, player, cards) {
      const held = table.hands[player].length;
      const thrown = cards.length >= held ? cards.slice(cards.length - held) : [...Array(held - cards.length).fill(UNKNOWN), ...cards];
      if (!thrown.length) return table;
      const top = this.cards.get(thrown[thrown.length - 1]);
      const emptied = { ...table, hands: put(table.hands, player, []), basket: [...table.basket, ...thrown], letters: top ? top.ends : "", reach: put(table.reach, player, "none"), undo: null, due: false };
      return this.reachCounted(this.drew(emptied, player, held + 1), player);
    }

    penalised(table, player) {
      const { undo } = table;
      if (!undo || undo.player !== player) return this.reachCounted(this.drew(table, player, 1), player);
      const before = { ...table, hands: put(table.hands, player, undo.hand), basket: table.basket.slice(0, -1), letters: undo.letters, lastWords: put(table.lastWords, player, undo.word), reach: put(table.reach, player, "none"), undo: null, out: null };
      return this.reachCounted(this.drew(before, player, 1), player);
    }

    reachCounted(table, player) {
      const held = table.hands[player].length;
      const out = table.out === player && held ? null : table.out;
      return { ...table, reach: put(table.reach, player, held === 1 ? "due" : "none"), out, winner: out === null ? null : table.winner };
    }

    drew(table, player, count) {
      let after = table;
      let drawn = 0;
      for (;;) {
        if (!after.stock) after = this.restocked(after);
        const top = Math.min(after.stock, count - drawn);
        drawn += top;
        after = { ...after, hands: put(after.hands, player, [...after.hands[player], ...Array(top).fill(UNKNOWN)]), stock: after.stock - top, drawn };
        if (drawn === count || !top) break;
      }
      return !after.stock && this.whenEmpty ? this.restocked(after) : after;
    }

    restocked(table) {
      if (table.basket.length < 2) return table;
      return this.turnedOver({ ...table, stock: table.basket.length, basket: [], undo: null });
    }

    turned(table, cards) {
      if (!table.due || !cards.length) return table;
      const top = this.cards.get(cards[cards.length - 1]);
      return {
        ...table,
        basket: [...table.basket.slice(0, -1), ...cards.slice(0, 1 + table.stock)],
        stock: Math.max(0, table.stock - (cards.length - 1)),
        letters: top ? top.ends : "",
        due: false,
      };
    }

    // A draw whose cards are written down.
    withDrew(table, { player, drawn, drew }) {
      if (!drew.length || drawn !== table.drawn) return table;
      const hand = table.hands[player];
      return this.shown(table, player, [...hand.slice(0, hand.length - drew.length), ...drew]);
    }

    shown(table, player, cards) {
      const hand = table.hands[player];
      const known = tally(hand);
      const stated = tally(cards);
      const missing = sum(minus(known, stated)) > cards.filter((card) => card === UNKNOWN).length;
      const fresh = minus(stated, known);
      const more = sum(fresh) > hand.filter((card) => card === UNKNOWN).length;
      const elsewhere = [...fresh].some(([card, count]) => this.seen(table, card) + count > this.cards.get(card).copies);
      if (hand.length !== cards.length || missing || more || elsewhere) return table;
      const faces = [...new Set([...known.keys(), ...stated.keys()])].flatMap((card) => Array(Math.max(known.get(card) || 0, stated.get(card) || 0)).fill(card));
      return { ...table, hands: put(table.hands, player, [...faces, ...Array(cards.length - faces.length).fill(UNKNOWN)]) };
    }

    // How many cards with this face are known to lie somewhere.
    seen(table, card) {
      return [table.basket, ...table.hands].flat().filter((one) => one === card).length;
    }

    // -- what may be said ---------------------------------------------------------------------------------------------

    // Why a player may not say a word, with a card or (null) with any: codes in the order of the engine.
    faults(table, player, word, card = null) {
      if (!this.fold(word)) return ["not_kana"];
      const found = [];
      const [least, lastLeast] = table.levels[player];
      const face = card ? this.cards.get(card) : { ends: "", exactly: 0, least: 0 };
      const lastCard = table.hands[player].length === 1;
      if (lastCard && card && face.wild && !this.wildLast) found.push("wild_last");
      if (table.letters && !table.letters.includes(this.first(word))) found.push("does_not_link");
      const end = this.last(word);
      if (end === "ん") found.push("ends_in_n");
      else if (!end) found.push("no_link_letter");
      else if (face.ends && !face.ends.includes(end)) found.push("wrong_end");
      if (word.length < (lastCard ? lastLeast : least)) found.push("too_short");
      if (face.exactly && word.length !== face.exactly) found.push("wrong_length");
      if (word.length < face.least) found.push("length_below");
      if (table.lastWords[player] === word) found.push("word_repeated");
      return found;
    }

    // The cards that could go with a word: those held, or where some are not known, all that lie nowhere else.
    fitting(table, player, word) {
      const hand = table.hands[player];
      const elsewhere = [table.basket, ...table.hands.filter((_, other) => other !== player)].flat();
      const held = hand.includes(UNKNOWN)
        ? [...this.cards.keys()].filter((card) => this.cards.get(card).copies > elsewhere.filter((one) => one === card).length)
        : [...new Set(hand)];
      return held.filter((card) => this.faults(table, player, word, card).every((fault) => fault === "word_repeated"));
    }
  }

  // Full-width letters and signs as plain ones, a minus as a hyphen, sound marks with their kana.
  const plain = (text) => text.replace(/[‐‑‒–—−]/g, "-").replace(/゛/g, "\u3099").replace(/゜/g, "\u309a").normalize("NFKC");
  const put = (items, place, item) => items.map((one, at) => (at === place ? item : one));
  const sum = (counts) => [...counts.values()].reduce((total, count) => total + count, 0);

  function without(hand, card) {
    const place = [card, UNKNOWN].map((face) => hand.indexOf(face)).find((at) => at >= 0);
    return place === undefined ? Array(hand.length - 1).fill(UNKNOWN) : hand.filter((_, at) => at !== place);
  }

  function tally(cards) {
    const counts = new Map();
    for (const card of cards) if (card !== UNKNOWN) counts.set(card, (counts.get(card) || 0) + 1);
    return counts;
  }

  const minus = (one, other) => new Map([...one].map(([card, count]) => [card, count - (other.get(card) || 0)]).filter(([, count]) => count > 0));

  globalThis.BasketRules = Rules;
})();
