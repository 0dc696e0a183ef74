// Keeps what is typed on a slip through reloads, closed pages and lost wifi, and sends it until it arrives (outbox.js has the store).
// The page works without it.
(() => {
  "use strict";
  const RETRY_SECONDS = [3, 5, 10, 20, 30];

  function newToken() {
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  function setUp(form) {
    const here = location.pathname;
    const status = form.querySelector("[data-status]");
    const button = form.querySelector("[data-send]");
    let timer = 0;
    let tries = 0;
    let attempted = false;
    let restoring = false;
    let touched = false;

    function say(kind, text) {
      status.className = "notice notice-" + kind;
      status.textContent = text;
      status.hidden = false;
    }

    const fields = () => Array.from(new FormData(form)).filter(([, value]) => typeof value === "string" || value.size);

    function keep() {
      const texts = fields().filter(([, value]) => typeof value === "string");
      return outbox.keepDraft(here, { attempted, fields: Object.fromEntries(texts) });
    }

    async function restore() {
      // A form that came back from the server with messages holds what was typed already.
      if (form.dataset.slip === "bound") return;
      const draft = await outbox.draft(here);
      if (!draft || touched) return;
      attempted = draft.attempted;
      restoring = true;
      for (const [name, value] of Object.entries(draft.fields)) {
        const field = form.elements[name];
        if (!field) continue;
        if (field instanceof RadioNodeList || field.type !== "checkbox") field.value = value;
        else field.checked = true;
        if (name === "moves" && value) {
          field.closest("details.card").open = true;
          field.dispatchEvent(new Event("input", { bubbles: true })); // the board follows the text
        }
      }
      restoring = false;
      if (Object.values(draft.fields).some(Boolean)) say("ok", form.dataset.kept);
      const waiting = (await outbox.reports()).find((report) => report.path === here && report.state !== "arrived");
      if (waiting) send(waiting);
    }

    function edited() {
      if (restoring) return;
      touched = true;
      // An earlier report may have arrived although the answer was lost: changed scores are another report.
      if (attempted) {
        outbox.drop(form.elements.client_token.value);
        form.elements.client_token.value = newToken();
      }
      attempted = false;
      window.clearTimeout(timer);
      timer = 0;
      keep();
    }

    const written = () => ({
      token: form.elements.client_token.value,
      path: here,
      action: form.action,
      title: document.title.replace(" · Wordhall", "").replace(/\s+/g, " ").trim(),
      language: document.documentElement.lang,
      fields: fields(),
      state: "waiting",
    });

    async function send(report) {
      window.clearTimeout(timer);
      timer = 0;
      button.disabled = true;
      attempted = true;
      say("warn", form.dataset.sending);
      await keep();
      await outbox.put({ ...report, state: "waiting" });
      try {
        await arrived(await outbox.send(report), report);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        button.disabled = false;
        waitAndSend(report);
      }
    }

    function waitAndSend(report) {
      const seconds = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)];
      tries += 1;
      say("error", form.dataset.lost.replace("%s", seconds));
      timer = window.setTimeout(() => send(report), seconds * 1000);
      sendWhenClosed();
    }

    // Where the browser can, the report also goes out after this page has been closed.
    async function sendWhenClosed() {
      if (!("serviceWorker" in navigator)) return;
      try {
        const worker = await navigator.serviceWorker.getRegistration();
        if (worker && worker.sync) await worker.sync.register("wordhall-outbox");
      } catch (error) {
        if (!(error instanceof DOMException)) throw error; // the phone does not allow it
      }
    }

    async function arrived(answer, report) {
      await outbox.drop(report.token);
      if (answer.state === "arrived") {
        await outbox.dropDraft(here);
        location.assign(answer.url);
        return;
      }
      // Not accepted: show the page that came back, which keeps what was typed and says what is wrong.
      const page = new DOMParser().parseFromString(answer.text, "text/html");
      const main = document.importNode(page.querySelector("#main"), true);
      document.querySelector("#main").replaceWith(main);
      document.dispatchEvent(new CustomEvent("main-replaced"));
      document.title = page.title;
      if (window.htmx) window.htmx.process(main);
      const again = main.querySelector("form[data-slip]");
      if (again) setUp(again);
      const problem = main.querySelector("[role=alert]");
      if (problem) problem.scrollIntoView({ block: "center" });
    }

    // The number in a field, in whatever digits and with whatever minus it was typed; null for anything else.
    function numberIn(box) {
      const text = box.value.trim().replace(/[‐‑‒–—−]/, "-").normalize("NFKC");
      return /^-?\d{1,4}$/.test(text) ? Number(text) : null;
    }

    // Who wins by how much, in words, before it is sent: swapped numbers are noticed at once.
    function echo() {
      const line = form.querySelector("[data-echo]");
      if (!line) return;
      const [first, second] = ["first_score", "second_score"].map((name) => form.elements[name]);
      const scores = [first, second].map(numberIn);
      line.hidden = scores.includes(null);
      if (line.hidden) return;
      const [label] = (scores[0] > scores[1] ? first : second).labels;
      const lead = Math.abs(scores[0] - scores[1]);
      line.textContent = lead ? line.dataset.wins.replace("%w", label.textContent.trim()).replace("%n", lead) : line.dataset.tie;
    }

    // Equal best totals may be won by who led before unplayed tiles were counted: then the page asks.
    function askLeader() {
      const question = form.querySelector("[data-leader]");
      if (!question) return;
      const totals = Array.from(form.querySelectorAll(".scores input"), numberIn);
      const best = Math.max(...totals);
      question.hidden = totals.includes(null) || totals.filter((total) => total === best).length < 2;
      if (question.hidden) return;
      // Only those with the best total can win it; the last answer is that nobody led.
      question.querySelectorAll("input").forEach((answer, seat) => {
        const behind = seat < totals.length && totals[seat] !== best;
        answer.closest("label").hidden = behind;
        if (behind) answer.checked = false;
      });
    }

    function asked() {
      echo();
      // Without scores the record decides; a page that came back with the question keeps it open.
      if (form.dataset.slip !== "bound") askLeader();
    }

    asked();
    form.addEventListener("input", echo);
    form.addEventListener("input", askLeader);
    form.addEventListener("input", edited);
    form.addEventListener("submit", (event) => {
      if (event.submitter && event.submitter.hasAttribute("data-check")) return;
      event.preventDefault();
      if (!button.disabled) send(written());
    });
    form.addEventListener("htmx:sendError", () => { form.querySelector("#check").textContent = form.dataset.unchecked; });
    window.addEventListener("online", () => { if (timer) send(written()); });
    restore().then(asked);
  }

  const form = document.querySelector("form[data-slip]");
  if (form) setUp(form);
})();
