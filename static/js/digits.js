// Where a number is typed, the digits of any script become Latin ones at once: a phone with a Gujarati keyboard types ૮ for 8.
(() => {
  "use strict";
  // The zeros of the scripts that keyboards type: Arabic, Persian, Devanagari, Bengali, Gujarati, full width.
  const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xae6, 0xff10];

  const latin = (text) => text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0);
    const zero = ZEROS.find((one) => code >= one && code <= one + 9);
    return zero === undefined ? digit : String(code - zero);
  });

  function change(event) {
    const field = event.target;
    if (event.isComposing || !(field instanceof HTMLInputElement) || !["numeric", "decimal"].includes(field.inputMode)) return;
    const plain = latin(field.value);
    if (plain === field.value) return;
    const at = field.selectionStart; // as many characters as before
    field.value = plain;
    field.setSelectionRange(at, at);
  }

  // Before the page's own scripts read the field.
  document.addEventListener("input", change, true);
  document.addEventListener("compositionend", change, true);
})();
