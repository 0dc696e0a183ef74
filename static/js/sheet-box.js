// What the scoresheet editors share: a box of text, one line a turn, is the model. It is what is kept and sent, so everything works
// without an editor, and box and editor can be used in turn. With it: undo, the list of turns, what the site found at each line,
// and a photo of the paper sheet.
const sheetBox = (() => {
  "use strict";
  const UNDO = 100;

  // What can be undone outlives a reload. It holds for one text only: once something else stands in the box, it leads nowhere.
  const undoKey = (box) => `wordhall-undo ${location.pathname} ${box.name}`;

  function rememberUndo(box, undo) {
    try {
      sessionStorage.setItem(undoKey(box), JSON.stringify({ text: box.value, undo }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // no room, or not allowed in a private window
    }
  }

  function rememberedUndo(box) {
    try {
      const { text, undo } = JSON.parse(sessionStorage.getItem(undoKey(box)) || "{}");
      return text === box.value ? undo : [];
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return [];
    }
  }

  // The editor `root` over its box; null where there is no box. `changed` runs whenever the text is another, `show` when only what is
  // known of it is.
  return (root, { changed, show }) => {
    const box = document.getElementById(root.dataset.for);
    if (!box) return null;
    const text = box.closest("[data-as-text]");
    const undo = [];
    let lines = [];
    let ownWriting = false;
    let asked = null; // the text that the site was asked about
    let answered = null; // the text that it has answered about, and what it found: lines as numbered by the site
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    const say = (name, values = {}) =>
      Object.entries(values).reduce((said, [key, value]) => said.replace(`%${key}`, value), root.getAttribute(`data-${name}`) || "");

    root.hidden = false;
    root.classList.add("sheet-on");
    // The box stays open for somebody who began to type before this script was there.
    if (text && !text.contains(document.activeElement)) text.open = false;

    function read() {
      lines = box.value ? box.value.replace(/\n+$/, "").split("\n") : [];
      if (!undo.length) undo.push(...rememberedUndo(box));
      changed();
    }

    function write(written, { keep = true } = {}) {
      if (keep) {
        undo.push(box.value);
        if (undo.length > UNDO) undo.shift();
      }
      ownWriting = true;
      box.value = written.length ? `${written.join("\n")}\n` : "";
      box.dispatchEvent(new Event("input", { bubbles: true }));
      ownWriting = false;
      rememberUndo(box, undo);
      read();
    }

    // The site is asked as the text changes. It need not send back what the editor shows already.
    const form = box.closest("form");
    const ofCheck = (event) => event.detail.target && event.detail.target.id === "check";
    form.addEventListener("htmx:configRequest", (event) => {
      if (!ofCheck(event)) return;
      event.detail.parameters.brief = "1";
      asked = box.value;
    });
    form.addEventListener("htmx:afterSwap", (event) => {
      if (!ofCheck(event)) return;
      const found = [...event.detail.target.querySelectorAll("[data-line]")];
      answered = { text: asked, found: found.map((one) => ({ line: Number(one.dataset.line), message: one.textContent, severity: one.dataset.severity })) };
      show();
    });

    const photo = part("photo");
    photo.addEventListener("change", () => {
      const reader = new FileReader();
      reader.addEventListener("load", () => {
        part("photo-shown").src = reader.result;
        part("photo-frame").hidden = false;
      });
      if (photo.files.length) reader.readAsDataURL(photo.files[0]);
    });

    box.addEventListener("input", () => { if (!ownWriting) read(); });

    return {
      part,
      say,
      read,
      write,
      get lines() { return lines; },
      canUndo: () => undo.length > 0,
      undo() {
        if (!undo.length) return;
        const before = undo.pop();
        write(before ? before.replace(/\n+$/, "").split("\n") : [], { keep: false });
      },
      openText() { if (text) text.open = true; },
      zoom() { part("photo-frame").classList.toggle("is-large"); },
      // What stands at a line as numbered by the site: what the site found there, if it was asked about the text as it is, since it is
      // the judge; else what the page sees by itself.
      notesAt(line, own) {
        const found = (answered && answered.text === box.value ? answered.found : []).filter((one) => one.line === line);
        return found.length ? found : own;
      },
      // rows: {line, fields: [number, name, move, figure], notes: texts}. `marked`: the line that is being changed.
      showTurns(rows, marked) {
        part("turns").replaceChildren(...rows.map(({ line, fields, notes }) => {
          const item = document.createElement("li");
          const button = document.createElement("button");
          button.type = "button";
          button.className = "sheet-turn";
          button.dataset.line = line;
          if (line === marked) button.setAttribute("aria-current", "true");
          ["no", "name", "move", "num"].forEach((css, place) => {
            const span = document.createElement("span");
            span.className = css;
            span.textContent = fields[place];
            button.append(span);
          });
          for (const note of notes) {
            const span = document.createElement("span");
            span.className = `sheet-note sheet-note-${note.severity || "discrepancy"}`;
            span.textContent = note.message;
            button.append(span);
          }
          item.append(button);
          return item;
        }));
        part("count").textContent = rows.length;
      },
    };
  };
})();

// Editors of a page, and of the form that comes anew when the site refused it.
function startSheets(attribute, setUp) {
  "use strict";
  const start = () => document.querySelectorAll(`[${attribute}]:not(.sheet-on)`).forEach(setUp);
  start();
  new MutationObserver(start).observe(document.body, { childList: true, subtree: true });
}
