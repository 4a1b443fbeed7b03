/** The record as files for people: a table for a spreadsheet, a text in Markdown. */

import { facts, labels, outcome } from "./attempts.js";
import { csvText } from "./csv.js";
import { momentText, word } from "./dom.js";
import { keyOf, orphans, progress } from "./tally.js";

const COLUMNS = [
  "lesson", "lesson_title", "exercise", "exercise_title", "attempt", "time", "expression", "value", "answer",
  "verified", "result", "confidence", "hints", "assessment", "notes",
];

/**
 * The record as CSV with the mark by which spreadsheets know UTF-8: a row for each field of each attempt, and one for
 * each reflection.
 * @param {object} state
 * @param {object[]} lessons as the record page lists them
 * @returns {string}
 */
export function recordCsv(state, lessons) {
  const rows = [COLUMNS.map((one) => word(`record.csv_${one}`))];
  for (const { lesson, title, exercises, reflection } of gathered(state, lessons)) {
    for (const { id, exercise, attempts } of exercises) {
      for (const [index, attempt] of attempts.entries()) {
        rows.push(...attemptRows([lesson, title, id, exercise?.title ?? ""], attempt, index, exercise));
      }
    }
    if (reflection) {
      const empty = Array.from({ length: 6 }, () => "");
      rows.push([lesson, title, "", "", "", reflection.time, "", word("record.reflection"), reflection.text, ...empty]);
    }
  }
  return `\ufeff${csvText(rows)}`;
}

function attemptRows(place, attempt, index, exercise) {
  const head = [...place, String(index + 1), attempt.time, attempt.expression];
  const tail = [
    attempt.confidence === null ? "" : `${attempt.confidence}%`,
    String(attempt.hints),
    attempt.assessment === null ? "" : word(`predict.${attempt.assessment}`),
    attempt.notes,
  ];
  if (attempt.skipped || attempt.results.length === 0) {
    const result = attempt.skipped ? word("record.skipped") : word("predict.written");
    return [[...head, "", attempt.answers[0] ?? "", "", result, ...tail]];
  }
  return labels(attempt, exercise).map((label, field) => [
    ...head,
    label,
    attempt.answers[field] ?? "",
    attempt.shown[field] ?? "",
    word(`predict.${attempt.results[field] ?? "empty"}`),
    ...tail,
  ]);
}

/**
 * The record as Markdown, to be read or printed elsewhere.
 * @param {object} state
 * @param {object[]} lessons
 * @returns {string}
 */
export function recordMarkdown(state, lessons) {
  const blocks = [`# ${word("record.title")}`, word("record.exported", momentText(new Date().toISOString()))];
  for (const one of gathered(state, lessons)) {
    if (one.reflection === undefined && one.exercises.every(({ attempts }) => attempts.length === 0)) {
      continue;
    }
    blocks.push(`## ${escaped(one.title || one.lesson)}`);
    if (one.known) {
      const { exercises, predicted, right } = progress(state, one.lesson, one.exercises.map(({ id }) => id));
      blocks.push(`${word("record.predicted", predicted, exercises)} · ${word("record.first_tries", right)}`);
    }
    for (const { id, exercise, attempts } of one.exercises) {
      if (attempts.length > 0) {
        blocks.push(`### ${escaped(exercise?.title ?? id)}`);
        blocks.push(...attempts.flatMap((attempt, index) => attemptBlocks(attempt, index, exercise)));
      }
    }
    if (one.reflection) {
      blocks.push(`### ${word("record.reflection")}`, momentText(one.reflection.time), quoted(one.reflection.text));
    }
  }
  return `${blocks.join("\n\n")}\n`;
}

function attemptBlocks(attempt, index, exercise) {
  const said = attempt.skipped ? word("record.skipped") : outcome(attempt);
  const known = attempt.skipped ? [] : facts(attempt).map(([label, value]) => `${label}: ${value}`);
  const head = [`**${word("record.attempt", index + 1)}**`, momentText(attempt.time), said, ...known].join(" · ");
  if (attempt.skipped) {
    return [head];
  }
  const body = attempt.results.length > 0 ? table(attempt, exercise) : quoted(attempt.answers[0] ?? "");
  return [head, body, ...(attempt.notes.trim() === "" ? [] : [`${word("record.notes")}:`, quoted(attempt.notes)])];
}

function table(attempt, exercise) {
  const head = ["record.value", "record.answer", "record.verified", "record.result"].map((one) => word(one));
  const rows = labels(attempt, exercise).map((label, field) => [
    label,
    attempt.answers[field] ?? "",
    attempt.shown[field] ?? "",
    word(`predict.${attempt.results[field] ?? "empty"}`),
  ]);
  const all = [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))];
  return all.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function cell(text) {
  return text.trim().split(/\r\n|[\r\n]/).map(escaped).join("<br>");
}

function quoted(text) {
  return text.trim().split(/\r\n|[\r\n]/).map((line) => `> ${escaped(line.trim())}`.trimEnd()).join("\n");
}

/**
 * One line of text as Markdown that shows it.
 * @param {string} text
 * @returns {string}
 */
export function escaped(text) {
  return text
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]#|~$]/g, "\\$&")
    .replace(/^(\s*)([+\-=:])/, "$1\\$2")
    .replace(/^(\s*\d+)([.)])/, "$1\\$2");
}

/** The lessons in order, each with what the record holds for it; what the course has no more comes last. */
function gathered(state, lessons) {
  const left = orphans(state, lessons);
  const names = new Set(lessons.map((one) => one.lesson));
  const gone = new Map();
  for (const key of [...left.exercises, ...left.reflections.map((one) => keyOf(one, ""))]) {
    const lesson = key.slice(0, key.lastIndexOf("#"));
    gone.set(lesson, [...(gone.get(lesson) ?? []), ...(key.endsWith("#") ? [] : [key.slice(lesson.length + 1)])]);
  }
  const reflection = (lesson) => (state.reflections[lesson]?.text.trim() ? state.reflections[lesson] : undefined);
  return [
    ...lessons.map((one) => ({
      ...one,
      known: true,
      reflection: reflection(one.lesson),
      exercises: one.exercises.map((exercise) => ({
        id: exercise.id,
        exercise,
        attempts: state.exercises[keyOf(one.lesson, exercise.id)]?.attempts ?? [],
      })),
    })),
    ...[...gone].map(([lesson, ids]) => ({
      lesson,
      title: lessons.find((one) => one.lesson === lesson)?.title ?? "",
      known: false,
      reflection: names.has(lesson) ? undefined : reflection(lesson),
      exercises: ids.map((id) => ({ id, exercise: undefined, attempts: state.exercises[keyOf(lesson, id)].attempts })),
    })),
  ];
}
