// Stores on the device that outlive a reload and a lost network: tables of an IndexedDB database, as promises.
const deviceStore = (() => {
  "use strict";

  function promised(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  // ``tables``: name → options of its key, in the form IndexedDB expects.
  return (name, tables) => {
    let opening = null;

    function open() {
      if (opening) return opening;
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        for (const [table, key] of Object.entries(tables)) request.result.createObjectStore(table, key);
      };
      opening = promised(request);
      return opening;
    }

    async function table(which, mode) {
      return (await open()).transaction(which, mode).objectStore(which);
    }

    return {
      get: async (which, key) => promised((await table(which, "readonly")).get(key)),
      all: async (which) => promised((await table(which, "readonly")).getAll()),
      put: async (which, value, key) => promised((await table(which, "readwrite")).put(value, key)),
      remove: async (which, key) => promised((await table(which, "readwrite")).delete(key)),
      clear: async (which) => promised((await table(which, "readwrite")).clear()),
    };
  };
})();
