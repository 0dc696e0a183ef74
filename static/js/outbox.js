// What a phone keeps of slips until it has arrived: what is typed (drafts) and reports that were sent without an answer. Used by the
// pages and by the service worker, so that a report goes out even when its page has been closed.
const outbox = (() => {
  "use strict";
  const device = globalThis.indexedDB ? deviceStore("wordhall-slips", { drafts: {}, reports: { keyPath: "token" } }) : null;

  // A phone in private mode may refuse storage: then nothing is kept, and everything else still works.
  async function stored(use, otherwise) {
    if (!device) return otherwise;
    try {
      return await use(device);
    } catch (error) {
      if (error instanceof DOMException) return otherwise;
      throw error;
    }
  }

  async function post(report) {
    const body = new FormData();
    report.fields.forEach(([name, value]) => body.append(name, value));
    const headers = { "Accept-Language": report.language };
    const response = await fetch(report.action, { method: "POST", body, headers, credentials: "omit" });
    if (response.status >= 500 || response.status === 429) throw new TypeError("the site is busy or restarting");
    return response.redirected ? { state: "arrived", url: response.url } : { state: "refused", text: await response.text() };
  }

  // One sender at a time where the browser can say so; the site takes a token once in any case.
  const alone = (work) => (navigator.locks ? navigator.locks.request("wordhall-outbox", work) : work());
  const put = (report) => stored((store) => store.put("reports", report));
  const reports = () => stored((store) => store.all("reports"), []);

  // Send a report: { state: "arrived", url } or { state: "refused", text }. Raises TypeError when the site does not answer.
  const send = (report) => alone(async () => {
    const known = await stored((store) => store.get("reports", report.token));
    return known && known.state === "arrived" ? known : post(report);
  });

  // Send what waits, except what the page ``here`` sends itself. Raises TypeError when the site does not answer.
  async function flush(here = "") {
    for (const report of await reports()) {
      if (report.state !== "waiting" || report.path === here) continue;
      const { state, url = "" } = await send(report);
      // What has arrived needs no fields any more; a refused report stays whole for its page.
      await put(state === "arrived" ? { ...report, fields: [], state, url } : { ...report, state });
      if (state === "arrived") await outbox.dropDraft(report.path);
    }
  }

  return {
    draft: (path) => stored((store) => store.get("drafts", path), null),
    keepDraft: (path, draft) => stored((store) => store.put("drafts", draft, path)),
    dropDraft: (path) => stored((store) => store.remove("drafts", path)),
    drop: (token) => stored((store) => store.remove("reports", token)),
    reports,
    put,
    send,
    flush,
  };
})();
