// Keeps what is typed on a slip through reloads and lost wifi, and sends it until it arrives. The page works without it.
(() => {
  "use strict";
  const RETRY_SECONDS = [3, 5, 10, 20, 30];
  const PREFIX = "wordhall-slip:";

  // A phone in private mode may refuse storage: then there is no draft, and everything else still works.
  function storage(use) {
    try {
      return use(window.localStorage);
    } catch (error) {
      if (error instanceof DOMException || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  function newToken() {
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  function setUp(form) {
    const drafts = PREFIX + location.pathname;
    const status = form.querySelector("[data-status]");
    const button = form.querySelector("[data-send]");
    let timer = 0;
    let tries = 0;
    let attempted = false;

    function say(kind, text) {
      status.className = "notice notice-" + kind;
      status.textContent = text;
      status.hidden = false;
    }

    function keep() {
      const texts = Array.from(new FormData(form)).filter(([, value]) => typeof value === "string");
      storage((store) => store.setItem(drafts, JSON.stringify({ attempted, fields: Object.fromEntries(texts) })));
    }

    function restore() {
      const draft = storage((store) => JSON.parse(store.getItem(drafts) || "null"));
      // A form that came back from the server with messages holds what was typed already.
      if (!draft || form.dataset.slip === "bound") return;
      attempted = draft.attempted;
      for (const [name, value] of Object.entries(draft.fields)) {
        if (form.elements[name]) form.elements[name].value = value;
        if (name === "moves" && value) form.elements[name].closest("details.card").open = true;
      }
      if (Object.values(draft.fields).some(Boolean)) say("ok", form.dataset.kept);
    }

    function edited() {
      // An earlier report may have arrived although the answer was lost: changed scores are another report.
      if (attempted) form.elements.client_token.value = newToken();
      attempted = false;
      window.clearTimeout(timer);
      timer = 0;
      keep();
    }

    async function send() {
      window.clearTimeout(timer);
      timer = 0;
      button.disabled = true;
      attempted = true;
      keep();
      say("warn", form.dataset.sending);
      try {
        const response = await fetch(form.action, { method: "POST", body: new FormData(form), credentials: "omit" });
        if (response.status >= 500) throw new TypeError("the server is restarting");
        arrived(response, await response.text());
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        button.disabled = false;
        waitAndSend();
      }
    }

    function waitAndSend() {
      const seconds = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)];
      tries += 1;
      say("error", form.dataset.lost.replace("%s", seconds));
      timer = window.setTimeout(send, seconds * 1000);
    }

    function arrived(response, text) {
      if (response.redirected) {
        storage((store) => store.removeItem(drafts));
        location.assign(response.url);
        return;
      }
      // Not accepted: show the page that came back, which keeps what was typed and says what is wrong.
      const page = new DOMParser().parseFromString(text, "text/html");
      const main = document.importNode(page.querySelector("#main"), true);
      document.querySelector("#main").replaceWith(main);
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

    restore();
    echo();
    // Without scores the record decides; a page that came back with the question keeps it open.
    if (form.dataset.slip !== "bound") askLeader();
    form.addEventListener("input", echo);
    form.addEventListener("input", askLeader);
    form.addEventListener("input", edited);
    form.addEventListener("submit", (event) => {
      if (event.submitter && event.submitter.hasAttribute("data-check")) return;
      event.preventDefault();
      if (!button.disabled) send();
    });
    window.addEventListener("online", () => { if (timer) send(); });
  }

  const form = document.querySelector("form[data-slip]");
  if (form) setUp(form);
})();
