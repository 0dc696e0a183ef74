// Conveniences on the director's pages; every page works without them.
"use strict";

// Results board and queue: fetch the page every now and then and replace the board, unless someone is typing in it.
function keepFresh(board) {
  const typed = () => [...board().querySelectorAll(".score-input")].some((field) => field.value !== "")
    || board().querySelector("input[name=entry]:checked");
  const busy = () => typed() || board().contains(document.activeElement);
  async function refresh() {
    if (document.hidden || busy()) return;
    try {
      const answer = await fetch(board().dataset.address, { headers: { "X-Requested-With": "refresh" } });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("board");
      if (!fresh || busy()) return;
      for (const old of board().querySelectorAll("details[id][open]")) fresh.querySelector(`details#${old.id}`)?.setAttribute("open", "");
      const said = board().querySelector("[data-undo-said]");
      if (said) fresh.querySelector("#own-entries")?.prepend(document.adoptNode(said));
      board().replaceWith(document.adoptNode(fresh));
    } catch {
      // No network for a moment: the next round tries again.
    }
  }
  setInterval(refresh, Number(board().dataset.refresh) * 1000);
  // Fast entry saved a line: refresh, but only once for many of them.
  let soon = 0;
  document.addEventListener("results-changed", () => {
    soon ||= setTimeout(async () => { await refresh(); soon = 0; }, 1000);
  });
}

// Ctrl+Z (⌘Z) undoes the newest own entry. In a text box the key is the browser's, and Esc leaves the box. Lines still on the way
// to the site would be newer than what the key would undo, so it waits for them.
function undoByKey(event) {
  const box = event.target.closest?.("input:not([type=checkbox], [type=radio], [type=submit]), textarea, select, [contenteditable=true]");
  if (event.key === "Escape" && box?.form?.matches(".line-form")) box.blur();
  if (box || event.repeat || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  const list = document.getElementById("own-entries");
  if (!list) return;
  event.preventDefault();
  const button = list.querySelector("[data-undo]");
  if (Number(document.querySelector("[data-entry-queue]")?.dataset.pending ?? 0)) sayOfUndo(list, list.dataset.undoWaits);
  else if (button) button.click();
  else sayOfUndo(list, list.dataset.noUndo);
}

// Why the key undid nothing, in place of what an earlier page said.
function sayOfUndo(list, text) {
  for (const old of document.querySelectorAll(".messages, [data-undo-said]")) old.remove();
  const said = document.createElement("p");
  said.className = "notice notice-warn";
  said.dataset.undoSaid = "";
  said.setAttribute("role", "status");
  list.prepend(said);
  said.textContent = text;
}

// Draft: the swap button works when exactly two players are ticked.
function watchTicks(button) {
  const form = button.form;
  const count = () => form.querySelectorAll("input[name=entry]:checked").length;
  const update = () => { button.disabled = count() !== 2; };
  form.addEventListener("change", update);
  update();
}

// A ruling other than "played" has no scores: hide the two fields.
function watchKind(select) {
  const fields = ["id_first_score", "id_second_score"].map((id) => document.getElementById(id)?.closest(".field"));
  const update = () => { for (const field of fields) if (field) field.hidden = select.value !== "played"; };
  select.addEventListener("change", update);
  update();
}

document.addEventListener("DOMContentLoaded", () => {
  if (document.getElementById("board")) keepFresh(() => document.getElementById("board"));
  document.addEventListener("keydown", undoByKey);
  for (const button of document.querySelectorAll("[data-needs-two]")) watchTicks(button);
  for (const select of document.querySelectorAll("select#id_kind")) watchKind(select);
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
  // With a real keyboard the next line can be typed at once; on a phone the keyboard would hide the page.
  const start = document.querySelector("[aria-invalid=true]") ?? document.querySelector("[data-focus]");
  if (start && !location.hash && matchMedia("(pointer: fine)").matches) start.focus({ preventScroll: true });
});
