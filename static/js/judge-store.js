// What the judge tablet stores for when it is offline: the dictionary as hashes, and adjudications that wait to be logged.
const judgeStore = (() => {
  "use strict";
  const NAME = "wordhall-judge";
  const DIGEST_BYTES = 8;
  const MOST_BYTES = 40 * 1024 * 1024;

  const device = deviceStore(NAME, { lists: {}, adjudications: { keyPath: "token" } });

  // Only the list in use is stored; it replaces another division's or an earlier edition.
  async function keepList(checksum, buffer) {
    await device.clear("lists");
    await device.put("lists", buffer, checksum);
  }

  async function loadList(data) {
    const known = await device.get("lists", data.checksum);
    if (known) return known;
    const response = await fetch(data.words, { credentials: "omit", cache: "no-store" });
    if (!response.ok) throw new TypeError("no list");
    if (Number(response.headers.get("Content-Length")) > MOST_BYTES) throw new TypeError("the list is too large");
    const buffer = await response.arrayBuffer();
    if (buffer.byteLength !== data.count * DIGEST_BYTES) throw new TypeError("the list is incomplete");
    await keepList(data.checksum, buffer);
    return buffer;
  }

  async function digest(word, checksum) {
    const bytes = new TextEncoder().encode(checksum + ":" + word);
    return new DataView(await crypto.subtle.digest("SHA-256", bytes)).getBigUint64(0);
  }

  async function holds(buffer, word, checksum) {
    const wanted = await digest(word, checksum);
    const view = new DataView(buffer);
    let low = 0;
    let high = buffer.byteLength / DIGEST_BYTES;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (view.getBigUint64(middle * DIGEST_BYTES) < wanted) low = middle + 1;
      else high = middle;
    }
    return low * DIGEST_BYTES < buffer.byteLength && view.getBigUint64(low * DIGEST_BYTES) === wanted;
  }

  return {
    // Hashing and workers exist on secure pages only (https, or this machine itself).
    possible: Boolean(window.isSecureContext && window.crypto.subtle && window.indexedDB),
    loadList,
    holds,
    queue: (adjudication) => device.put("adjudications", adjudication),
    queued: () => device.all("adjudications"),
    forget: (token) => device.remove("adjudications", token),
  };
})();
