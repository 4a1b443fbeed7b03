/** What is wrong with the storage of the record, said once on a page, with what to do about it. */

import { download, el, today, word } from "./dom.js";

/** The one notice of a page. */
export class Notice {
  #store;
  #said = null;
  #element = null;

  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.#store = store;
  }

  /**
   * Says what is wrong, where something is.
   * @param {Element} place the notice is put in front of it
   */
  show(place) {
    const problem = this.#store.problem;
    if (problem === this.#said) {
      return;
    }
    this.#element?.remove();
    this.#said = problem;
    if (problem === null) {
      return;
    }
    const role = problem === "corrupt" ? "status" : "alert";
    this.#element = el("div.tk-notice", { role, "data-problem": problem });
    place.before(this.#element);
    // Filled after it stands in the page, so that it is read out.
    this.#element.append(el("p", {}, word(`predict.problem_${problem}`)), this.#buttons(problem));
  }

  #buttons(problem) {
    const save = el("button.tk-button", { type: "button" }, word("predict.export"));
    save.addEventListener("click", () => download(`tashikame-record-${today()}.json`, this.#store.exportJson()));
    const buttons = el("p.tk-notice__actions", {}, save);
    if (this.#store.rescued !== null && (problem === "corrupt" || problem === "newer")) {
      const raw = el("button.tk-button", { type: "button" }, word("predict.export_unread"));
      raw.addEventListener("click", () => download(`tashikame-unread-${today()}.txt`, this.#store.rescued, "text/plain"));
      buttons.append(raw);
    }
    return buttons;
  }
}
