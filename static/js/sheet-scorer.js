// Where a play lies and what it scores, on a board of tiles. Placement and points only: words, and the last say, are the site's.
// Kept equal to games.engine by a test; no page is needed to run it.
(() => {
  "use strict";
  const LETTERS = { d: 2, t: 3, q: 4 };
  const WORDS = { D: 2, T: 3, Q: 4 };

  class Scorer {
    // config: rows (premiums, one character a square), start [row, column], tiles [[letter, small letter, value]],
    // bingo [tiles, points], rack (how many tiles it holds).
    constructor(config) {
      this.rows = config.rows;
      this.size = config.rows.length;
      this.start = config.start[0] * this.size + config.start[1];
      this.tiles = config.tiles;
      this.plain = config.plain;
      [this.bingoFrom, this.bingoBonus] = config.bingo;
      this.rackSize = config.rack;
      this.codes = new Map();
      config.tiles.forEach(([letter, small], index) => {
        this.codes.set(letter, { index, blank: false });
        this.codes.set(small, { index, blank: true });
      });
      this.longest = Math.max(...[...this.codes.keys()].map((letter) => letter.length));
    }

    emptyBoard() {
      return new Array(this.size * this.size).fill(null);
    }

    value(tile) {
      return tile.blank ? 0 : this.tiles[tile.index][2];
    }

    // “8D” across, “D8” down; null for anything else.
    readPlace(text) {
      const across = /^(\d{1,2})([A-Za-z])$/.exec(text);
      const down = /^([A-Za-z])(\d{1,2})$/.exec(text);
      if (!across && !down) return null;
      const [number, letter] = across ? [across[1], across[2]] : [down[2], down[1]];
      const row = Number(number) - 1;
      const column = letter.toUpperCase().charCodeAt(0) - 65;
      if (row < 0 || row >= this.size || column >= this.size) return null;
      return { row, column, across: Boolean(across) };
    }

    writePlace({ row, column, across }) {
      const letter = String.fromCharCode(65 + column);
      return across ? `${row + 1}${letter}` : `${letter}${row + 1}`;
    }

    // A word as GCG writes it: a list of tiles, null where a tile lies already (a dot). Outside brackets the longest tile that fits
    // is read: CH is one where the set has it, [C]H two. null if a letter is not of the set.
    readWord(word) {
      const text = Array.from(word.normalize("NFKC").replace(/[\u200c\u200d]/g, ""), (letter) => this.plain[letter] || letter).join("");
      const cells = [];
      for (let at = 0; at < text.length;) {
        let piece = text[at];
        let length = 1;
        if (piece === "[" && text.indexOf("]", at) > 0) {
          piece = text.slice(at + 1, text.indexOf("]", at));
          length = piece.length + 2;
        } else if (piece !== ".") {
          length = this.longest;
          while (length > 1 && !this.codes.has(text.slice(at, at + length))) length -= 1;
          piece = text.slice(at, at + length);
        }
        if (piece !== "." && !this.codes.has(piece)) return null;
        cells.push(piece === "." ? null : this.codes.get(piece));
        at += length;
      }
      return cells.length ? cells : null;
    }

    letter(tile) {
      return this.tiles[tile.index][tile.blank ? 1 : 0];
    }

    // A play as people write it: its place, and the word with the letters that lie on the board already in brackets.
    showPlay(board, place, cells) {
      const first = place.row * this.size + place.column;
      const runs = [];
      cells.forEach((cell, count) => {
        const there = board[this.step(first, place.across, count)] || null;
        if (!runs.length || runs[runs.length - 1].there !== Boolean(there)) runs.push({ there: Boolean(there), tiles: [] });
        runs[runs.length - 1].tiles.push(there || cell);
      });
      const word = runs.map(({ there, tiles }) => (there ? `(${this.writeWord(tiles)})` : this.writeWord(tiles))).join("");
      return `${this.writePlace(place)} ${word}`;
    }

    // Where tiles together would read as another, the first is bracketed.
    writeWord(cells) {
      const pieces = [];
      for (const tile of cells) {
        let piece = tile ? this.letter(tile) : ".";
        if (tile && Array.from(piece).length > 1) piece = `[${piece}]`;
        pieces.push(piece);
        let run = "";
        for (let at = pieces.length - 1; at >= 0 && pieces[at].length === 1 && run.length < this.longest; at -= 1) {
          run = pieces[at] + run;
          if (run.length > 1 && this.codes.has(run)) pieces[at] = `[${pieces[at]}]`;
        }
      }
      return pieces.join("");
    }

    // The square a step away in a direction, or -1 over the edge.
    step(at, across, count) {
      const row = Math.floor(at / this.size) + (across ? 0 : count);
      const column = (at % this.size) + (across ? count : 0);
      return row < 0 || column < 0 || row >= this.size || column >= this.size ? -1 : row * this.size + column;
    }

    // The play that new tiles make: {at: tile} by square, put down in the direction `across` if one tile could go both ways.
    // Returns {place, cells, fault}; the place is that of the first letter of the whole word.
    play(board, placed, across) {
      const squares = [...placed.keys()].sort((a, b) => a - b);
      if (!squares.length) return null;
      const filled = (at) => at >= 0 && (placed.has(at) || board[at] !== null);
      let way = across;
      if (squares.length > 1) {
        way = Math.floor(squares[0] / this.size) === Math.floor(squares[squares.length - 1] / this.size);
      } else {
        const next = (line) => filled(this.step(squares[0], line, 1)) || filled(this.step(squares[0], line, -1));
        if (!next(way) && next(!way)) way = !way;
      }
      let first = squares[0];
      while (filled(this.step(first, way, -1))) first = this.step(first, way, -1);
      const cells = [];
      let left = squares.length;
      for (let at = first; filled(at); at = this.step(at, way, 1)) {
        cells.push(placed.get(at) || null);
        if (placed.has(at)) left -= 1;
      }
      const place = { row: Math.floor(first / this.size), column: first % this.size, across: way };
      return { place, cells, fault: left ? "gap" : "" };
    }

    // {score, tiles: new tiles by square, fault}. Faults: edge, occupied, gap, none, short, centre, apart, part.
    measure(board, place, cells) {
      const { across } = place;
      const laid = new Map();
      let at = place.row * this.size + place.column;
      const before = this.step(at, across, -1);
      let part = before >= 0 && board[before] !== null;
      let total = 0;
      let crossing = 0;
      let times = 1;
      let words = 0;
      let through = 0;
      if (this.step(at, across, cells.length - 1) < 0) return { score: 0, tiles: laid, fault: "edge" };
      for (const cell of cells) {
        const there = board[at];
        if (cell && there) {
          // a letter may be written out where it lies already
          if (cell.index !== there.index) return { score: 0, tiles: laid, fault: "occupied" };
          total += this.value(there);
          through += 1;
        } else if (cell) {
          const premium = this.rows[Math.floor(at / this.size)][at % this.size];
          total += this.value(cell) * (LETTERS[premium] || 1);
          times *= WORDS[premium] || 1;
          laid.set(at, cell);
          const cross = this.cross(board, at, !across, cell, premium);
          if (cross !== null) {
            crossing += cross;
            words += 1;
          }
        } else if (there) {
          total += this.value(there);
          through += 1;
        } else {
          return { score: 0, tiles: laid, fault: "gap" };
        }
        at = this.step(at, across, 1);
      }
      part = part || (at >= 0 && board[at] !== null);
      if (part) return this.wholeWord(board, place, cells);
      const length = cells.length;
      const score = crossing + (length > 1 ? total * times : 0) + (laid.size >= this.bingoFrom ? this.bingoBonus : 0);
      let fault = "";
      if (!laid.size) fault = "none";
      else if (length === 1 && !words) fault = "short";
      else if (!through && !words && board.some(Boolean) && ![...laid.keys()].some((one) => this.touches(board, one))) fault = "apart";
      else if (!board.some(Boolean) && !laid.has(this.start)) fault = "centre";
      return { score, tiles: laid, fault };
    }

    // Tiles right before or after the word belong to it.
    wholeWord(board, place, cells) {
      const { across } = place;
      let first = place.row * this.size + place.column;
      let whole = [...cells];
      for (let one = this.step(first, across, -1); one >= 0 && board[one]; one = this.step(one, across, -1)) {
        first = one;
        whole = [null, ...whole];
      }
      for (let one = this.step(first, across, whole.length); one >= 0 && board[one]; one = this.step(one, across, 1)) whole.push(null);
      const start = { row: Math.floor(first / this.size), column: first % this.size, across };
      const measured = this.measure(board, start, whole);
      return { ...measured, fault: measured.fault || "part" };
    }

    touches(board, at) {
      return [[true, 1], [true, -1], [false, 1], [false, -1]].some(([across, count]) => {
        const next = this.step(at, across, count);
        return next >= 0 && board[next] !== null;
      });
    }

    // The points of the word that a new tile completes crosswise; null if it completes none.
    cross(board, at, across, tile, premium) {
      let points = this.value(tile) * (LETTERS[premium] || 1);
      let others = 0;
      for (const count of [-1, 1]) {
        for (let one = this.step(at, across, count); one >= 0 && board[one]; one = this.step(one, across, count)) {
          points += this.value(board[one]);
          others += 1;
        }
      }
      return others ? points * (WORDS[premium] || 1) : null;
    }
  }

  globalThis.SheetScorer = Scorer;
})();
