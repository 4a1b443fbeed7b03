/** The prompt for the learner's own assistant: task, givens and prediction, and never the answer. */

import { labelOf, rowsOf } from "./answers.js";
import { momentText, word } from "./dom.js";

/**
 * @param {string} kind "table", "fields" or "text"
 * @param {object} task
 * @param {object} attempt a committed one; its verified values and results are not read
 * @returns {string} in the page's language
 */
export function promptFor(kind, task, attempt) {
  const parts = [
    word("predict.prompt_role"),
    word("predict.prompt_rules"),
    section(word("predict.prompt_task"), `${task.title}\n\n${task.question.trim()}`),
  ];
  if (task.givens.trim() !== "") {
    parts.push(section(word("predict.prompt_givens"), task.givens.trim()));
  }
  parts.push(section(word("predict.prompt_prediction", momentText(attempt.time)), prediction(kind, task, attempt)));
  if (attempt.notes.trim() !== "") {
    parts.push(section(word("predict.prompt_notes"), attempt.notes.trim()));
  }
  if (attempt.confidence !== null) {
    parts.push(word("predict.prompt_confidence", attempt.confidence));
  }
  parts.push(word("predict.prompt_end"));
  return `${parts.join("\n\n")}\n`;
}

function section(title, body) {
  return `## ${title}\n\n${body}`;
}

function prediction(kind, task, attempt) {
  const written = (index) => attempt.answers[index]?.trim() || word("predict.prompt_blank");
  if (kind === "text" || task.fields.length === 0) {
    return written(0);
  }
  if (kind === "fields" && attempt.expression === task.expression) {
    const line = (row) => row.map((piece) => (typeof piece === "string" ? piece : written(piece))).join("");
    return rowsOf(task).map(line).join("\n");
  }
  return attempt.answers.map((_, index) => `- ${labelOf(task, index)}: ${written(index)}`).join("\n");
}
