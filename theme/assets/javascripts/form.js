/** The form of one prediction: its fields, notes and confidence, and the question before something is left blank. */

import { Answers } from "./answers.js";
import { el, sentences, word } from "./dom.js";

const CONFIDENCES = [20, 40, 60, 80, 100];

/**
 * A radio button with its label in one target.
 * @param {string} name
 * @param {string | number} value
 * @param {string} label
 * @returns {HTMLElement}
 */
export function choice(name, value, label) {
  const id = `${name}-${value}`;
  return el("span.tk-choice", {}, el("input", { type: "radio", name, id, value }), el("label", { for: id }, label));
}

export class Form {
  /** @type {HTMLFormElement} */
  element;

  #answers;
  #notes;
  #clear;
  #ask;
  #saved = el("span.tk-form__saved");
  #prefix;
  #on;

  /**
   * @param {{section: HTMLElement, task: object, kind: string, prefix: string}} exercise
   * @param {{typed: () => void, commit: () => void, leave: () => void, leaveLabel: string}} on what happens when
   */
  constructor({ section, task, kind, prefix }, on) {
    this.#prefix = prefix;
    this.#on = on;
    this.#answers = new Answers(section, task, prefix);
    this.#notes = el("textarea.tk-area", { id: `${prefix}-notes`, rows: 2, autocomplete: "off" });
    const asked = { role: "group", tabindex: -1, hidden: true, "aria-labelledby": `${prefix}-ask` };
    this.#ask = el("div.tk-form__ask", asked);
    this.element = el(
      "form.tk-form",
      { novalidate: true, autocomplete: "off", "aria-labelledby": `${section.dataset.exercise} ${prefix}-form` },
      el("p.tk-label", { id: `${prefix}-form` }, word("predict.title")),
      this.#answers.element,
      // An explanation is its own notes.
      kind === "text" ? "" : this.#notesField(),
      this.#confidenceField(),
      this.#ask,
      this.#actions(),
    );
    this.element.addEventListener("input", () => this.#typed());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** What is written in the form. */
  get draft() {
    const checked = this.element.querySelector("input[type=radio]:checked");
    return {
      answers: this.#answers.values,
      notes: this.#notes.value,
      confidence: checked ? Number(checked.value) : null,
    };
  }

  set draft({ answers, notes, confidence }) {
    this.#answers.values = answers;
    this.#notes.value = notes;
    this.#choose(confidence);
  }

  /** Says beside the buttons that a draft is stored; nothing, where it is not. */
  set saved(text) {
    this.#saved.textContent = text;
  }

  /** Puts the cursor into the first field. */
  focus() {
    this.#answers.inputs[0].focus();
  }

  #typed() {
    this.#clear.hidden = this.draft.confidence === null;
    this.#ask.hidden = true;
    this.saved = "";
    this.#on.typed();
  }

  #choose(confidence) {
    for (const radio of this.element.querySelectorAll("input[type=radio]")) {
      radio.checked = Number(radio.value) === confidence;
    }
    this.#clear.hidden = confidence === null;
  }

  #notesField() {
    const label = el("label.tk-form__label", { for: this.#notes.id }, word("predict.notes"));
    return el("div.tk-form__notes", {}, label, this.#notes);
  }

  #confidenceField() {
    this.#clear = el("button.tk-quiet", { type: "button", hidden: true }, word("predict.clear"));
    this.#clear.addEventListener("click", () => {
      this.element.querySelector("input[type=radio]").focus();
      this.#choose(null);
      this.#typed();
    });
    const radios = CONFIDENCES.map((value) => choice(`${this.#prefix}-confidence`, value, `${value}%`));
    return el("fieldset.tk-choices", {}, el("legend", {}, word("predict.confidence")), ...radios, this.#clear);
  }

  #actions() {
    const commit = el("button.tk-button.tk-button--main", { type: "submit" }, word("predict.commit"));
    const leave = el("button.tk-quiet", { type: "button", click: () => this.#on.leave() }, this.#on.leaveLabel);
    return el("div.tk-form__actions", {}, commit, leave, this.#saved);
  }

  /** Commits, or first asks about what is blank or cannot be read. */
  #submit() {
    const { inputs, blanks, unreadable } = this.#answers;
    if (blanks.length === 0 && unreadable.length === 0) {
      this.#on.commit();
      return;
    }
    const nothing = blanks.length === inputs.length;
    const asked = sentences(
      nothing ? word("predict.nothing") : "",
      !nothing && blanks.length > 0 ? word("predict.blank", blanks.length) : "",
      unreadable.length > 0 ? word("predict.unread", unreadable.length) : "",
      word("predict.ask"),
    );
    const first = inputs.find((input) => unreadable.includes(input) || blanks.includes(input));
    const back = () => {
      this.#ask.hidden = true;
      first.focus();
    };
    this.#ask.replaceChildren(
      el("p", { id: `${this.#prefix}-ask` }, asked),
      el(
        "p.tk-form__actions",
        {},
        el("button.tk-button", { type: "button", click: back }, word("predict.ask_no")),
        el("button.tk-button", { type: "button", click: () => this.#on.commit() }, word("predict.ask_yes")),
      ),
    );
    this.#ask.hidden = false;
    this.#ask.focus();
  }
}
