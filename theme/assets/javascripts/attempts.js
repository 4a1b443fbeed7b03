/** The attempts at one exercise, as the record shows them. */

import { SIGNS } from "./compare.js";
import { el, moment, word } from "./dom.js";
import { cameOut } from "./tally.js";

/** A text of more characters gets a box that scrolls. */
const LONG = 900;

/**
 * How an exercise stands, by its latest attempt, as a sign and words.
 * @param {object[]} attempts
 * @param {boolean} drafted whether something is written and not committed
 * @returns {HTMLElement}
 */
export function standing(attempts, drafted) {
  const last = attempts.at(-1);
  const [state, text] =
    last === undefined
      ? ["open", word(drafted ? "record.drafted" : "record.open")]
      : last.skipped
        ? ["skipped", word("record.skipped")]
        : [cameOut(last) === null ? "written" : cameOut(last) ? "right" : "wrong", outcome(last)];
  const sign = { right: "✓", wrong: "✗", written: "✎", skipped: "–", open: "" }[state];
  return el("span.tk-standing", { "data-state": state }, el("span", { "aria-hidden": "true" }, sign), ` ${text}`);
}

/**
 * What an attempt came to, in words.
 * @param {object} attempt
 * @returns {string}
 */
export function outcome(attempt) {
  if (attempt.results.length === 0) {
    return attempt.assessment === null ? word("predict.written") : word(`predict.${attempt.assessment}`);
  }
  const right = attempt.results.filter((one) => one === "right" || one === "near").length;
  return word("record.matched", right, attempt.results.length);
}

/**
 * The facts about an attempt: hints, confidence, self-assessment.
 * @param {object} attempt
 * @returns {[string, string][]} label and value
 */
export function facts(attempt) {
  return [
    [word("record.confidence"), attempt.confidence === null ? "" : `${attempt.confidence}%`],
    [word("record.hints"), attempt.hints > 0 ? String(attempt.hints) : ""],
    [word("record.assessment"), attempt.assessment === null ? "" : word(`predict.${attempt.assessment}`)],
  ].filter(([, value]) => value !== "");
}

/**
 * Names for the fields of an attempt: the exercise's own, while it still asks for the same.
 * @param {object} attempt
 * @param {object} [exercise] as the record page lists it
 * @returns {string[]}
 */
export function labels(attempt, exercise) {
  const count = Math.max(attempt.answers.length, attempt.shown.length);
  const own = exercise?.labels ?? [];
  const fits = exercise?.expression === attempt.expression && own.length === count;
  return Array.from({ length: count }, (_, index) => (fits && own[index]) || word("predict.field", index + 1));
}

/**
 * @param {object[]} attempts in the order of their time
 * @param {object} [exercise] as the record page lists it
 * @returns {HTMLElement}
 */
export function attemptList(attempts, exercise) {
  const items = attempts.map((one, index) => el("li.tk-attempt", {}, ...parts(one, index, exercise)));
  return el("ol.tk-attempts", {}, ...items);
}

function parts(attempt, index, exercise) {
  const head = el(
    "p.tk-attempt__head",
    {},
    el("b", {}, word("record.attempt", index + 1)),
    moment(attempt.time),
    el("span", {}, attempt.skipped ? word("record.skipped") : outcome(attempt)),
  );
  if (attempt.skipped) {
    return [head];
  }
  const known = facts(attempt);
  const pair = ([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value));
  const moved = exercise && attempt.expression !== "" && attempt.expression !== exercise.expression;
  const asked = () => el("p.tk-attempt__moved", {}, word("record.asked_then"), " ", el("code", {}, attempt.expression));
  const reasons = word("record.notes");
  return [
    head,
    ...(known.length > 0 ? [el("dl.tk-facts", {}, ...known.map(pair))] : []),
    ...(moved ? [asked()] : []),
    attempt.results.length > 0 ? comparison(attempt, exercise) : prose(attempt.answers[0] ?? "", word("predict.text")),
    ...(attempt.notes.trim() === "" ? [] : [el("p.tk-attempt__label", {}, reasons), prose(attempt.notes, reasons)]),
  ];
}

function comparison(attempt, exercise) {
  const columns = ["record.value", "record.answer", "record.verified", "record.result"];
  const rows = labels(attempt, exercise).map((label, index) => {
    const result = attempt.results[index] ?? "empty";
    return el(
      "tr",
      { "data-result": result },
      el("th", { scope: "row" }, el("bdi", {}, label)),
      el("td", {}, el("bdi", {}, attempt.answers[index] ?? "")),
      el("td", {}, el("bdi", {}, attempt.shown[index] ?? "")),
      el("td", {}, el("span.tk-sign", { "aria-hidden": "true" }, SIGNS[result]), ` ${word(`predict.${result}`)}`),
    );
  });
  const head = el("tr", {}, ...columns.map((one) => el("th", { scope: "col" }, word(one))));
  const table = el("table.tk-compared", {}, el("thead", {}, head), el("tbody", {}, ...rows));
  return el("div.tk-attempt__box", { tabindex: 0, role: "group", "aria-label": word("record.comparison") }, table);
}

/**
 * A text that the learner has written, as it was written.
 * @param {string} text
 * @param {string} name for the box of a long one
 * @returns {HTMLElement}
 */
export function prose(text, name) {
  const box = text.length > LONG ? { tabindex: 0, role: "group", "aria-label": name } : {};
  return el("blockquote.tk-prose", { dir: "auto", ...box }, text.trim() === "" ? word("predict.empty") : text);
}
