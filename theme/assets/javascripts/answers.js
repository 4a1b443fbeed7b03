/** The fields in which a prediction is written: a table's cells, the pieces of a formula or sentence, or a text. */

import { el, sentences, word } from "./dom.js";
import { enableKeys } from "./gridkeys.js";
import { isNumeric, parseNumber } from "./numbers.js";

/**
 * The verified table of an exercise's answer, as a copy with nothing in it that is unique on the page.
 * @param {HTMLElement} section
 * @param {string} claim
 * @returns {HTMLTableElement | null}
 */
export function tableOf(section, claim) {
  const table = section.querySelector(`.tk-answer [data-claim="${CSS.escape(claim)}"] table`)?.cloneNode(true);
  if (!table) {
    return null;
  }
  // A caption may state what is asked for.
  table.querySelector("caption")?.remove();
  for (const element of [table, ...table.querySelectorAll("*")]) {
    for (const name of ["id", "headers", "aria-labelledby", "aria-describedby"]) {
      element.removeAttribute(name);
    }
  }
  for (const link of table.querySelectorAll("a")) {
    link.replaceWith(...link.childNodes);
  }
  return table;
}

let pressed = false;
addEventListener("pointerdown", () => (pressed = true), { capture: true });
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => (pressed = false), { capture: true });
}

/** Waits until no button is held down: what moves under a pointer before it is let go takes the click away. */
function afterPress(act) {
  if (!pressed) {
    act();
    return;
  }
  const ends = new AbortController();
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => (ends.abort(), setTimeout(act)), { signal: ends.signal });
  }
}

/** The numbers of the fields that a cell holds. */
export function fieldsOf(cell) {
  return cell.dataset.fields.split(" ").filter(Boolean).map(Number);
}

/**
 * A cell's text around its numerals: "(3, 4)" → "(", 0, ", ", 1, ")".
 * @param {string} text
 * @param {number[]} numbers
 * @param {object[]} fields
 * @returns {(string | number)[]}
 */
export function pieces(text, numbers, fields) {
  const result = [];
  let rest = text.trim();
  for (const number of numbers) {
    const at = rest.indexOf(fields[number].shown);
    if (at < 0) {
      return numbers.flatMap((one, index) => (index === 0 ? [one] : [" ", one]));
    }
    result.push(rest.slice(0, at), number);
    rest = rest.slice(at + fields[number].shown.length);
  }
  return [...result, rest].filter((piece) => piece !== "");
}

/**
 * The rows of a form that has no table.
 * @param {object} task
 * @returns {(string | number)[][]}
 */
export function rowsOf(task) {
  return task.form ?? task.fields.map((_, index) => [`${labelOf(task, index)} `, index]);
}

/**
 * What a field is called, told apart from every other one: its label, or the words in front of it.
 * @param {object} task
 * @param {number} index
 * @returns {string}
 */
export function labelOf(task, index) {
  const called = (at) => task.fields[at]?.label || before(task, at);
  const name = called(index);
  const alike = task.fields.map((_, at) => at).filter((at) => called(at) === name);
  const place = alike.indexOf(index) + 1;
  if (name === "") {
    return word("predict.field", index + 1);
  }
  return alike.length > 1 ? `${name} (${place})` : name;
}

function before(task, index) {
  const row = task.form?.find((one) => one.includes(index)) ?? [];
  const piece = row[row.indexOf(index) - 1];
  return typeof piece === "string" ? piece.replace(/^[\s、，,;:：。.]+|[\s:：=＝]+$/gu, "") : "";
}

/** The fields of one exercise, with what is in them. */
export class Answers {
  /** @type {HTMLElement} */
  element;
  /** @type {(HTMLInputElement | HTMLTextAreaElement)[]} in the order of the claim's numerals */
  inputs = [];

  /**
   * @param {HTMLElement} section the exercise
   * @param {object} task
   * @param {string} prefix for ids
   */
  constructor(section, task, prefix) {
    this.task = task;
    this.prefix = prefix;
    const table = section.dataset.kind === "table" ? tableOf(section, task.claim) : null;
    if (section.dataset.kind === "text" || task.fields.length === 0) {
      this.element = this.#text();
      return;
    }
    this.element = table && this.#table(table);
    if (this.inputs.length < task.fields.length || this.inputs.includes(undefined)) {
      this.element = this.#rows();
    }
    this.element.addEventListener("focusout", (event) => afterPress(() => this.#check(event.target)));
    this.element.addEventListener("input", (event) => this.#check(event.target, true));
    const help = el("p.tk-form__help", { id: `${prefix}-help` });
    const grid = this.inputs.length > 1 ? word("predict.grid_help") : "";
    const forms = this.#numeric().length > 0 ? word("predict.forms") : "";
    help.append(sentences(grid, forms));
    this.element.append(help);
    enableKeys(this.element, this.inputs, { numeric: this.#numeric().length === this.inputs.length });
  }

  get values() {
    return this.inputs.map((input) => input.value);
  }

  set values(values) {
    for (const [index, input] of this.inputs.entries()) {
      input.value = values[index] ?? "";
      this.#check(input);
    }
  }

  /** The fields in which nothing is written. */
  get blanks() {
    return this.inputs.filter((input) => input.value.trim() === "");
  }

  /** The fields in which something is written that is no number. */
  get unreadable() {
    return this.#numeric().filter((input) => input.value.trim() !== "" && parseNumber(input.value) === null);
  }

  #numeric() {
    return this.inputs.filter((_, index) => isNumeric(this.task.fields[index]));
  }

  #text() {
    const id = `${this.prefix}-text`;
    const area = el("textarea.tk-area", { id, rows: 5, autocomplete: "off" });
    this.inputs = [area];
    return el("div.tk-form__text", {}, el("label.tk-form__label", { for: id }, word("predict.text")), area);
  }

  #table(table) {
    table.className = "tk-grid";
    for (const cell of table.querySelectorAll("[data-fields]")) {
      const shape = pieces(cell.textContent, fieldsOf(cell), this.task.fields);
      cell.replaceChildren(el("span.tk-cell", {}, ...shape.map((piece) => this.#piece(piece))));
    }
    return el("div.tk-form__fields", {}, el("div.tk-grid-box", {}, table));
  }

  #rows() {
    const rows = rowsOf(this.task).map((row) =>
      el("div.tk-form__row", { "data-row": true }, ...row.map((piece) => this.#piece(piece))),
    );
    return el("div.tk-form__fields", {}, ...rows);
  }

  #piece(piece) {
    if (typeof piece === "string") {
      return el("span.tk-form__piece", {}, piece);
    }
    const field = this.task.fields[piece];
    const id = `${this.prefix}-field-${piece}`;
    const shown = this.task.fields.map((one) => one.shown);
    const input = el("input.tk-input", {
      id,
      type: "text",
      inputmode: inputmode(field, shown),
      autocomplete: "off",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      size: Math.min(14, Math.max(5, ...shown.map((one) => one.length + 1))),
      "aria-label": labelOf(this.task, piece),
      "aria-describedby": `${this.prefix}-help`,
    });
    this.inputs[piece] = input;
    const message = el("span.tk-form__fault", { id: `${id}-fault`, hidden: true }, word("predict.unreadable"));
    return el("span.tk-field", {}, input, message);
  }

  /** Says at the field that it holds no number; while it is typed in, only takes that back. */
  #check(input, typing = false) {
    const index = this.inputs.indexOf(input);
    const message = input.parentElement?.querySelector(".tk-form__fault");
    if (index < 0 || !message) {
      return;
    }
    const wrong = this.unreadable.includes(input);
    if (wrong && typing) {
      return;
    }
    message.hidden = !wrong;
    if (wrong) {
      input.setAttribute("aria-invalid", "true");
    } else {
      input.removeAttribute("aria-invalid");
    }
    input.setAttribute("aria-describedby", wrong ? `${message.id} ${this.prefix}-help` : `${this.prefix}-help`);
  }
}

/** The keyboard of a phone, without minus and letters where no field needs them: the same for all, to tell nothing. */
function inputmode(field, shown) {
  if (!isNumeric(field) || shown.some((one) => !/^[\d.,]+$/.test(one))) {
    return "text";
  }
  return shown.some((one) => one.includes(".")) ? "decimal" : "numeric";
}
