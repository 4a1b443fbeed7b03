/** "One connection in your own words": a box that saves what is written in it by itself. */

import { el, momentText, word } from "./dom.js";
import { Notice } from "./notice.js";

/** How long after the last key a text is saved, in milliseconds. */
const PAUSE = 700;

/**
 * Puts a box into each reflection of a lesson.
 * @param {import("./store.js").Store} store
 */
export function mount(store) {
  for (const place of document.querySelectorAll(".tk-reflection .tk-reflect")) {
    const section = place.closest(".tk-reflection");
    place.replaceChildren(new ReflectionBox(store, section.dataset.lesson, "tk-reflection").element);
  }
}

/** One box, for one lesson. */
export class ReflectionBox {
  #store;
  #lesson;
  #area;
  #note;
  #timer = null;

  /**
   * @param {import("./store.js").Store} store
   * @param {string} lesson
   * @param {string} id unique on the page
   */
  constructor(store, lesson, id) {
    this.#store = store;
    this.#lesson = lesson;
    this.#area = el("textarea.tk-area", { id, rows: 4, "aria-describedby": `${id}-note`, autocomplete: "off" });
    this.#area.value = this.#kept?.text ?? "";
    this.#note = el("p.tk-reflect__note", { id: `${id}-note`, role: "status" }, this.#about());
    this.#area.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.save(), PAUSE);
      this.#note.dataset.state = "writing";
    });
    this.#area.addEventListener("blur", () => this.save());
    // A page that is left keeps what was typed last.
    addEventListener("pagehide", () => this.save());
    addEventListener("visibilitychange", () => this.save());
    store.subscribe(() => this.#changed());
    const label = el("label", { for: id }, word("record.reflection"));
    this.element = el("div.tk-reflect__box", {}, label, this.#area, this.#note);
  }

  get #kept() {
    return this.#store.state.reflections[this.#lesson];
  }

  /** Saves what has been typed since the last time. */
  save() {
    if (this.#timer === null) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = null;
    const text = this.#area.value;
    if (text === (this.#kept?.text ?? "")) {
      this.#note.dataset.state = "";
      return;
    }
    const written = this.#store.update(({ reflections }) => {
      reflections[this.#lesson] = { ...reflections[this.#lesson], text, time: new Date().toISOString() };
    });
    this.#note.dataset.state = written ? "saved" : "unsaved";
    const said = written ? word("record.saved") : word("record.unsaved");
    if (this.#note.textContent !== said) {
      this.#note.textContent = said;
    }
    if (!written && document.querySelector(".tk-notice[data-problem]") === null) {
      new Notice(this.#store).show(this.element);
    }
  }

  /** What another tab, or an import, has written; never over what is being typed. */
  #changed() {
    const text = this.#kept?.text ?? "";
    if (this.#timer === null && document.activeElement !== this.#area && this.#area.value !== text) {
      this.#area.value = text;
      this.#note.textContent = this.#about();
    }
  }

  #about() {
    const kept = this.#kept;
    return kept?.text ? word("record.saved_at", momentText(kept.time)) : word("record.autosave");
  }
}
