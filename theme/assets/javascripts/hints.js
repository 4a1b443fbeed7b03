/** Hints that open one after the other. */

/** The hints of one exercise; how many were opened belongs to the attempt. */
export class Hints {
  /** How many have been opened for the prediction that is being written. */
  opened = 0;

  #all;
  #counting = false;

  /**
   * @param {HTMLElement} section the exercise
   * @param {() => void} changed called when one more was opened
   */
  constructor(section, changed) {
    this.#all = [...section.querySelectorAll(":scope > .tk-hint")];
    for (const [index, hint] of this.#all.entries()) {
      hint.addEventListener("toggle", () => {
        if (this.#counting && hint.open && index === this.opened) {
          this.opened += 1;
          this.#reveal();
          changed();
        }
      });
    }
  }

  /**
   * For a prediction that is being written: those opened before, and the next one.
   * @param {number} opened
   */
  start(opened) {
    this.#counting = true;
    this.opened = Math.min(opened, this.#all.length);
    for (const hint of this.#all) {
      hint.open = false;
    }
    this.#reveal();
  }

  /** After the prediction all of them can be read. */
  release() {
    this.#counting = false;
    for (const hint of this.#all) {
      hint.hidden = false;
    }
  }

  #reveal() {
    for (const [index, hint] of this.#all.entries()) {
      hint.hidden = index > this.opened;
    }
  }
}
