// What the judging tablet keeps for when the network is gone: the dictionary as hashes, and rulings that wait to be logged.
const judgeStore = (() => {
  "use strict";
  const NAME = "wordhall-judge";
  const DIGEST_BYTES = 8;
  const MOST_BYTES = 40 * 1024 * 1024;

  function promised(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  let opening = null;
  function open() {
    if (opening) return opening;
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("lists");
      request.result.createObjectStore("rulings", { keyPath: "token" });
    };
    opening = promised(request);
    return opening;
  }

  async function store(name, mode) {
    return (await open()).transaction(name, mode).objectStore(name);
  }

  // One list is kept: the one in use. Another division's, or an earlier edition, makes room for it.
  async function keepList(checksum, buffer) {
    const lists = await store("lists", "readwrite");
    lists.clear();
    await promised(lists.put(buffer, checksum));
  }

  async function loadList(data) {
    const known = await promised((await store("lists", "readonly")).get(data.checksum));
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
    queue: async (ruling) => promised((await store("rulings", "readwrite")).put(ruling)),
    queued: async () => promised((await store("rulings", "readonly")).getAll()),
    forget: async (token) => promised((await store("rulings", "readwrite")).delete(token)),
  };
})();
