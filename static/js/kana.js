// Keys for kana under a box: they type where the cursor is. Without this script the box takes kana and Latin letters as usual.
(() => {
  "use strict";
  const VOICED = { か: "が", き: "ぎ", く: "ぐ", け: "げ", こ: "ご", さ: "ざ", し: "じ", す: "ず", せ: "ぜ", そ: "ぞ", た: "だ", ち: "ぢ", つ: "づ", て: "で", と: "ど", は: "ば", ひ: "び", ふ: "ぶ", へ: "べ", ほ: "ぼ", う: "ゔ", ば: "ぱ", び: "ぴ", ぶ: "ぷ", べ: "ぺ", ぼ: "ぽ" };
  const SMALL = { あ: "ぁ", い: "ぃ", う: "ぅ", え: "ぇ", お: "ぉ", つ: "っ", や: "ゃ", ゆ: "ゅ", よ: "ょ", わ: "ゎ" };
  const PLAIN = { ぱ: "は", ぴ: "ひ", ぷ: "ふ", ぺ: "へ", ぽ: "ほ" };

  function changed(letter, table) {
    if (table[letter]) return table[letter];
    if (table === VOICED && PLAIN[letter]) return PLAIN[letter];
    const back = Object.keys(table).find((key) => table[key] === letter);
    return back || letter;
  }

  function setUp(keys) {
    const box = document.getElementById(keys.dataset.for);
    if (!box) return;
    keys.hidden = false;

    // Until someone has put the cursor into the box its position means nothing: browsers start before the first letter.
    let placed = false;
    const note = (event) => { if (event.isTrusted && event.key !== "Tab") placed = true; };
    for (const name of ["pointerup", "keydown"]) box.addEventListener(name, note);

    // The keys write events of the game: at the end, unless the user chose another place, and never into the lines of the players.
    const ofPlayers = (at) => box.value.startsWith("#", box.value.lastIndexOf("\n", at - 1) + 1);
    function place() {
      if (!placed || ofPlayers(box.selectionStart)) box.setSelectionRange(box.value.length, box.value.length);
      placed = true;
    }

    function write(text, remove) {
      const at = Math.max(0, box.selectionStart - remove);
      box.setRangeText(text, at, box.selectionEnd, "end");
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }

    function lineStart() {
      const before = box.value.slice(0, box.selectionStart);
      return before === "" || before.endsWith("\n") ? "" : "\n";
    }

    // "B reach" after B's line, unless a player's letter was just typed.
    function after(word) {
      const before = box.value.slice(0, box.selectionStart);
      if (/(^|\n)\S+ $/.test(before)) { write(word, 0); return; }
      const lines = before.trimEnd().split("\n");
      const label = (lines[lines.length - 1] || "").trim().split(/\s+/)[0] || "A";
      write(lineStart() + label + " " + word, 0);
    }

    // The cards that fit are offered by the answer of the check, outside the keys.
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      const data = button.dataset;
      if (keys.contains(button) || data.kanaInsert !== undefined) place();
      if (data.kanaInsert !== undefined) write(data.kanaInsert, 0);
      if (!keys.contains(button)) return;
      if (data.kana !== undefined) write(data.kana, 0);
      else if (data.kanaLine !== undefined) write(lineStart() + data.kanaLine, 0);
      else if (data.kanaAfter !== undefined) after(data.kanaAfter);
      else if (data.kanaBack !== undefined) { if (box.selectionEnd > 0 && !ofPlayers(box.selectionStart - 1)) write("", box.selectionStart === box.selectionEnd ? 1 : 0); }
      else if (data.kanaChange) {
        const letter = box.value.charAt(box.selectionStart - 1);
        const other = changed(letter, data.kanaChange === "voiced" ? VOICED : SMALL);
        if (letter && other !== letter) write(other, 1);
      }
    });
  }

  function start() {
    for (const keys of document.querySelectorAll("[data-kana-keys]")) if (keys.hidden) setUp(keys);
  }
  start();
  // A form that comes back with messages replaces the page's main part.
  new MutationObserver(start).observe(document.body, { childList: true, subtree: true });
})();
