/** A committed prediction beside the verified values, cell by cell. */

import { fieldsOf, pieces, rowsOf, tableOf } from "./answers.js";
import { el, word } from "./dom.js";

/** The sign of each result; it never stands without its word. */
export const SIGNS = { right: "✓", near: "≈", wrong: "✗", empty: "–" };

/**
 * @param {HTMLElement} section the exercise
 * @param {object} task
 * @param {object} attempt
 * @returns {HTMLElement}
 */
export function comparison(section, task, attempt) {
  if (task.fields.length === 0 || section.dataset.kind === "text") {
    return el("blockquote.tk-own", {}, attempt.answers[0]?.trim() || word("predict.empty"));
  }
  const fits = attempt.expression === task.expression && attempt.answers.length === task.fields.length;
  const table = fits && section.dataset.kind === "table" ? tableOf(section, task.claim) : null;
  const body = table ? inTable(table, task, attempt) : inRows(fits ? rowsOf(task) : bare(attempt), attempt);
  return el("div.tk-comparison", {}, el("p.tk-layers", {}, word("predict.layers")), body);
}

/** The result of a field; a record from elsewhere may lack some. */
function resultOf(attempt, index) {
  return attempt.results[index] ?? "empty";
}

/**
 * How many values came out how.
 * @param {object} attempt
 * @returns {Record<"right" | "near" | "wrong" | "empty", number>}
 */
export function counts(attempt) {
  const result = { right: 0, near: 0, wrong: 0, empty: 0 };
  for (const one of attempt.results) {
    result[one] += 1;
  }
  return result;
}

/**
 * The counts as a list of sign, word and number, which explains the signs at the same time.
 * @param {object} attempt
 * @returns {HTMLElement}
 */
export function legend(attempt) {
  const items = Object.entries(counts(attempt)).filter(([, count]) => count > 0);
  return el(
    "ul.tk-legend",
    {},
    ...items.map(([result, count]) =>
      el("li", { "data-result": result }, sign(result), ` ${word(`predict.${result}`)} `, el("b", {}, String(count))),
    ),
  );
}

function inTable(table, task, attempt) {
  table.className = "tk-grid tk-grid--compared";
  for (const cell of table.querySelectorAll("[data-fields]")) {
    const numbers = fieldsOf(cell);
    // The values of that time: the page may have been corrected since.
    const shown = pieces(cell.textContent, numbers, task.fields);
    cell.dataset.result = worst(numbers.map((one) => resultOf(attempt, one)));
    cell.replaceChildren(...layers(shown, attempt));
  }
  return el("div.tk-grid-box", { tabindex: 0, role: "group", "aria-label": word("predict.committed") }, table);
}

function inRows(rows, attempt) {
  return el(
    "div.tk-compared-rows",
    {},
    ...rows.map((row) =>
      el(
        "div.tk-form__row",
        {},
        ...row.map((piece) =>
          typeof piece === "string"
            ? el("span.tk-form__piece", {}, piece)
            : el("span.tk-pair", { "data-result": resultOf(attempt, piece) }, ...layers([piece], attempt)),
        ),
      ),
    ),
  );
}

/** Rows for a prediction whose exercise has changed its form since. */
function bare(attempt) {
  return attempt.answers.map((_, index) => [`${word("predict.field", index + 1)} `, index]);
}

function layers(shape, attempt) {
  const yours = shape.map((piece) => (typeof piece === "string" ? piece : typed(attempt, piece)));
  const theirs = shape.map((piece) => (typeof piece === "string" ? piece : (attempt.shown[piece] ?? "")));
  return [
    el("span.tk-yours", {}, el("span.tk-spoken", {}, `${word("predict.yours")} `), ...yours),
    el("span.tk-theirs", {}, el("span.tk-spoken", {}, ` ${word("predict.verified")} `), ...theirs),
  ];
}

function typed(attempt, index) {
  const result = resultOf(attempt, index);
  const text = attempt.answers[index]?.trim() ?? "";
  // "✓" has its word in the legend, and here for those who listen; what does not match has it in sight.
  const kind = result === "right" ? "span.tk-spoken" : "span.tk-verdict-word";
  return el(
    "span.tk-verdict",
    { "data-result": result },
    sign(result),
    el(kind, {}, ` ${word(result === "near" ? "predict.near_cell" : `predict.${result}`)} `),
    el("span.tk-typed", {}, text),
  );
}

function sign(result) {
  return el("span.tk-sign", { "aria-hidden": "true" }, SIGNS[result]);
}

function worst(results) {
  return ["wrong", "empty", "near"].find((one) => results.includes(one)) ?? "right";
}
