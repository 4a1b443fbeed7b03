/**
 * The learner's record in the browser's own storage: read, changed, merged, and never thrown away.
 *
 * What cannot be written stays in memory, what cannot be read is put aside, and `problem` says which of the two it was.
 */

import { blank, clean, empty, merge } from "./recordstate.js";

/** The version of the record's form that this script reads and writes. */
export const FORMAT = 1;

const ROOT = new URL("../../../", import.meta.url).pathname;

/**
 * The entry of an exercise in a state, made where there is none.
 * @param {object} state the state inside `update`
 * @param {string} key `<lesson>#<exercise>`
 * @returns {{attempts: object[], draft: object}}
 */
export function entryOf(state, key) {
  state.exercises[key] ??= { attempts: [], draft: blank() };
  return state.exercises[key];
}

export class Store {
  #storage = null;
  #state = empty();
  #unsaved = false;
  #found = null;
  #failed = null;
  #aside = true;
  #listeners = new Set();
  #text = null;

  /** The storage key: one record for both languages of a site, and one for each site of a host. */
  key = `tashikame.record:${ROOT}`;

  /** The text of a record that could not be read, or was written by a newer version; null where there is none. */
  rescued = null;

  /**
   * Opens the record.
   * @param {Storage} [storage] another storage than the browser's own
   * @returns {Store}
   */
  static open(storage) {
    const store = new Store();
    try {
      store.#storage = storage ?? globalThis.localStorage;
      store.rescued = store.#storage.getItem(`${store.key}.unreadable`);
    } catch {
      store.#storage = null;
      store.#failed = "disabled";
    }
    store.#state = store.#read();
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key === store.key || event.key === null) {
        store.#state = store.#read();
        store.#tell();
      }
    });
    globalThis.addEventListener?.("pageshow", (event) => {
      if (event.persisted && store.#outdated()) {
        // A page out of the back/forward cache has heard nothing of what was written meanwhile.
        location.reload();
      }
    });
    return store;
  }

  /** The record as it is now. To change it, use `update`. */
  get state() {
    return this.#state;
  }

  /** @returns {null | "disabled" | "full" | "corrupt" | "newer"} */
  get problem() {
    return this.#failed ?? this.#found;
  }

  /**
   * Changes the record: reads what another tab may have written, applies the change to it, writes.
   * @param {(state: object) => void} change works on a copy; where it throws, nothing has changed
   * @returns {boolean} whether it was written; where not, it is kept in memory and written with the next change
   */
  update(change) {
    const state = structuredClone(this.#read());
    change(state);
    this.#state = state;
    const written = this.#write();
    this.#unsaved = !written;
    this.#tell();
    return written;
  }

  /** @returns {string} the whole record as JSON, what is not written yet included */
  exportJson() {
    return `${JSON.stringify(this.#state, null, 2)}\n`;
  }

  /**
   * Merges an exported record into this one. Attempts are told apart by their time; nothing of either side is lost.
   * @param {string} text what `exportJson` gave
   * @returns {{added: number, updated: number, refused: string[], reason: null | "json" | "form" | "newer"}}
   *   attempts, drafts and reflections added and updated; the places that could not be read; with a reason, nothing was
   */
  importJson(text) {
    const refuse = (reason) => ({ added: 0, updated: 0, refused: ["*"], reason });
    let value;
    try {
      value = JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch {
      return refuse("json");
    }
    if (value?.format > FORMAT) {
      return refuse("newer");
    }
    if (value?.format !== FORMAT) {
      return refuse("form");
    }
    const { state, refused } = clean(value);
    try {
      structuredClone(state);
    } catch {
      // Nested too deeply to be written again: taken in, it would keep everything else from being stored.
      return refuse("form");
    }
    let counts = { added: 0, updated: 0 };
    this.update((own) => {
      counts = merge(own, state);
    });
    return { ...counts, refused, reason: null };
  }

  /**
   * @param {(store: Store) => void} listener called after every change, of this tab or another
   * @returns {() => void} ends the subscription
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Deletes what was put aside because it could not be read; for a button that the learner presses. */
  discardRescued() {
    try {
      const names = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index));
      for (const name of names.filter((one) => one.startsWith(`${this.key}.unreadable`))) {
        this.#storage.removeItem(name);
      }
      this.rescued = null;
    } catch {
      // Where storage cannot be used, nothing was put there.
    }
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) {
      listener(this);
    }
  }

  /** What is stored, together with what could not be written before. */
  #read() {
    let text = null;
    try {
      text = this.#storage?.getItem(this.key) ?? null;
    } catch {
      this.#failed = "disabled";
    }
    this.#text = text;
    const stored = text === null ? empty() : this.#parse(text);
    if (this.#unsaved) {
      merge(stored, this.#state, { preferOther: true });
    }
    return stored;
  }

  #outdated() {
    try {
      return !this.#unsaved && this.#storage.getItem(this.key) !== this.#text;
    } catch {
      return false;
    }
  }

  #parse(text) {
    let value = null;
    try {
      value = JSON.parse(text);
    } catch {
      // Said below, with every other text that is no record.
    }
    if (value?.format > FORMAT) {
      this.#found = "newer";
      this.rescued = text;
      return clean(value).state;
    }
    if (this.#found === "newer") {
      this.#found = null;
    }
    const { state, refused } = clean(value);
    if (refused.length > 0) {
      this.#found = "corrupt";
      this.rescued = text;
      this.#aside = this.#putAside(text);
    }
    return state;
  }

  /** Keeps an unreadable record under a key of its own, beside any that was put there before. */
  #putAside(text) {
    const base = `${this.key}.unreadable`;
    try {
      for (let number = 1; ; number += 1) {
        const key = number === 1 ? base : `${base}.${number}`;
        const kept = this.#storage.getItem(key);
        if (kept === null) {
          this.#storage.setItem(key, text);
        }
        if (kept === null || kept === text) {
          return true;
        }
      }
    } catch {
      return false;
    }
  }

  #write() {
    if (this.#storage === null || this.#found === "newer" || !this.#aside) {
      return false;
    }
    try {
      const text = JSON.stringify(this.#state);
      this.#storage.setItem(this.key, text);
      this.#text = text;
      this.#failed = null;
      return true;
    } catch (error) {
      // Firefox has a name of its own for it.
      this.#failed = /quota/i.test(error?.name ?? "") ? "full" : "disabled";
      return false;
    }
  }
}
