/** What stands in an exercise once a prediction is committed: the comparison, the prompt, the earlier attempts. */

import { comparison, counts, legend } from "./compare.js";
import { copyText } from "./copying.js";
import { el, moment, sentences, word, wordAround } from "./dom.js";
import { promptFor } from "./prompt.js";

/**
 * A committed prediction beside the verified values.
 * @param {{section: HTMLElement, task: object}} exercise
 * @param {object} attempt
 * @returns {HTMLElement}
 */
export function commitView({ section, task }, attempt) {
  const view = el(
    "div.tk-committed",
    {},
    el("p.tk-label.tk-committed__title", { tabindex: -1 }, word("predict.committed")),
    el("p.tk-committed__time", {}, ...wordAround("predict.locked", moment(attempt.time)), conditions(attempt)),
    changes(task, attempt),
  );
  if (attempt.results.length > 0) {
    view.append(el("p.tk-score", {}, scoreText(attempt)), legend(attempt));
  }
  view.append(comparison(section, task, attempt));
  if (attempt.notes.trim() !== "") {
    view.append(el("p.tk-form__label", {}, word("predict.own_notes")), el("blockquote.tk-own", {}, attempt.notes));
  }
  view.append(el("p.tk-read-on", {}, word("predict.read_on")));
  return view;
}

/**
 * What a committed attempt came to, in a sentence.
 * @param {object} attempt
 * @returns {string}
 */
export function scoreText(attempt) {
  if (attempt.results.length === 0) {
    return word("predict.read_on");
  }
  const { right, near } = counts(attempt);
  const more = near > 0 ? word("predict.score_near", near) : "";
  return sentences(word("predict.score", attempt.results.length, right), more);
}

/**
 * What stands there where the answer was opened without a prediction.
 * @param {object} attempt
 * @returns {HTMLElement}
 */
export function skippedView(attempt) {
  const sentence = wordAround("predict.skipped", moment(attempt.time));
  return el("div.tk-committed", {}, el("p.tk-committed__time", { tabindex: -1 }, ...sentence));
}

/**
 * The prompt for the learner's own assistant, to copy and to read.
 * @param {{section: HTMLElement, kind: string, task: object, prefix: string}} exercise
 * @param {object} attempt
 * @returns {HTMLElement}
 */
export function assistantBox({ section, kind, task, prefix }, attempt) {
  const text = promptFor(kind, task, attempt);
  const said = el("span.tk-form__saved", { role: "status" });
  const button = el("button.tk-button", { type: "button" }, word("predict.copy"));
  const name = word("predict.show_prompt");
  const shown = el("pre.tk-prompt__text", { tabindex: 0, role: "group", "aria-label": name }, text);
  const all = el("details.tk-prompt__all", {}, el("summary", {}, name), shown);
  button.addEventListener("click", async () => {
    const copied = await copyText(text);
    said.textContent = word(copied ? "copy.copied" : "copy.by_hand");
    if (!copied) {
      all.open = true;
      shown.focus();
      getSelection().selectAllChildren(shown);
    }
  });
  return el(
    "section.tk-prompt",
    { "aria-labelledby": `${section.dataset.exercise} ${prefix}-prompt` },
    el("p.tk-label", { id: `${prefix}-prompt` }, word("predict.check")),
    el("p.tk-prompt__note", {}, word("predict.check_note")),
    el("p.tk-form__actions", {}, button, said),
    all,
  );
}

/**
 * The attempts before the one that is shown, the latest first.
 * @param {object[]} attempts
 * @returns {HTMLElement | DocumentFragment}
 */
export function earlierList(attempts) {
  if (attempts.length === 0) {
    return document.createDocumentFragment();
  }
  const items = attempts.toReversed().map((attempt) => el("li", {}, moment(attempt.time), ` ${summary(attempt)}`));
  return el(
    "details.tk-earlier",
    {},
    el("summary", {}, word("predict.earlier", attempts.length)),
    el("ol", { reversed: true }, ...items),
  );
}

function summary(attempt) {
  if (attempt.skipped) {
    return `· ${word("predict.skipped_short")}`;
  }
  const { right, near } = counts(attempt);
  const typed = attempt.answers.map((one) => one.trim()).filter(Boolean);
  const parts = [
    attempt.results.length > 0 ? word("predict.short_score", attempt.results.length, right) : word("predict.written"),
    near > 0 ? word("predict.near_count", near) : "",
    attempt.confidence !== null ? word("predict.confident", attempt.confidence) : "",
    attempt.hints > 0 ? word("predict.hints", attempt.hints) : "",
    attempt.assessment !== null ? word(`predict.${attempt.assessment}`) : "",
    typed.length > 0 ? `“${typed.join(" / ")}”` : "",
  ];
  return parts.filter(Boolean).map((part) => `· ${part}`).join(" ");
}

function conditions(attempt) {
  const parts = [
    attempt.confidence !== null ? word("predict.confident", attempt.confidence) : "",
    attempt.hints > 0 ? word("predict.hints", attempt.hints) : "",
  ];
  return parts.filter(Boolean).map((part) => ` · ${part}`).join("");
}

function changes(task, attempt) {
  const shown = task.fields.map((field) => field.shown);
  const code = (text) => (text === "" ? "–" : text);
  if (attempt.expression !== task.expression) {
    return el("p.tk-notice", {}, word("predict.changed", code(attempt.expression), code(task.expression)));
  }
  const same = shown.length === attempt.shown.length && shown.every((one, index) => one === attempt.shown[index]);
  return same ? "" : el("p.tk-notice", {}, word("predict.revised"));
}
