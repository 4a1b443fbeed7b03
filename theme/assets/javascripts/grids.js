/** Rows of numbers as they are pasted: from a spreadsheet, NumPy, Python, TeX, Markdown, or typed with spaces. */

import { parseNumber } from "./numbers.js";

const THOUSANDS = /(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])/;

/**
 * Reads rows of cells.
 * @param {string} text
 * @returns {string[][]} the cells as they were written; empty where there is nothing
 */
export function parseGrid(text) {
  const lines = text.replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "");
  if (lines.includes("\t")) {
    return lines.split("\n").map((line) => line.split("\t").map(unquoted));
  }
  const tex = lines.includes("\\\\") || /(?<!\\)&/.test(lines) || /\\begin\{\w*(?:matrix|array)\}/.test(lines);
  if (tex) {
    return texRows(lines);
  }
  if (/^\s*\|/.test(lines)) {
    const rows = lines.split("\n").filter((line) => /^\s*\|/.test(line) && !/^[\s|:-]+$/.test(line));
    return rows.map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((one) => one.trim()));
  }
  const ascii = lines.replace(/[［（【]/g, "[").replace(/[］）】]/g, "]");
  if (/[[({]/.test(ascii)) {
    return bracketed(ascii);
  }
  return filled(ascii.split(/[\n;]/).map((line) => cells(line, THOUSANDS.test(line))));
}

/**
 * A pasted grid without its labels: a first row or a first column that holds words where numbers stand beside them.
 * @param {string[][]} grid
 * @returns {string[][]}
 */
export function withoutLabels(grid) {
  const number = (cell) => parseNumber(cell) !== null;
  let rows = grid;
  const head = rows[0]?.length > 1 ? rows[0].slice(1) : (rows[0] ?? []);
  const named = head.every((cell) => !number(cell)) && head.some((cell) => cell.trim() !== "");
  if (named && rows.slice(1).flat().some(number)) {
    rows = rows.slice(1);
  }
  const labelled = (row) => row.length > 1 && !number(row[0]) && row[0].trim() !== "" && row.slice(1).some(number);
  return rows.length > 0 && rows.every(labelled) ? rows.map((row) => row.slice(1)) : rows;
}

function unquoted(cell) {
  return cell.trim().replace(/^"([\s\S]*)"$/, (_, inner) => inner.replaceAll('""', '"'));
}

function filled(rows) {
  return rows.filter((row) => row.length > 0);
}

/** The cells of one row; commas that stand between thousands are kept where they are meant so. */
function cells(line, thousands = false) {
  const tight = line.trim().replace(/\s*\/\s*/g, "/").replace(/、/g, ",").replace(/，/g, ",");
  const parts = thousands
    ? tight.split(/,?\s+|,(?!\d{3}(?!\d))/)
    : tight.split(/\s*,\s*|\s+/);
  return parts.filter((one) => one !== "");
}

function texRows(text) {
  const body = text
    .replace(/\\(?:begin|end)\{[^{}]*\}(?:\{[lcr|]*\})?/g, "")
    .replace(/\\left\s*\S|\\right\s*\S|\\hline|\$/g, "")
    .replace(/^(?:(?!\\\\)[^&])*=\s*/, "");
  return filled(
    body
      .split(/\\\\(?:\[[^\]]*\])?/)
      .map((row) => row.trim())
      .filter((row) => row !== "")
      .map((row) => (row.includes("&") ? row.split(/(?<!\\)&/).map((one) => one.trim()) : cells(row))),
  );
}

/** What stands in the innermost brackets is a row; a list of bare numbers is one row, or has its rows on its lines. */
function bracketed(text) {
  const inner = [...text.matchAll(/[[({]([^[\](){}]*)[\])}]/g)].map((match) => match[1]);
  const rows = filled(inner.map((row) => cells(row)));
  if (inner.length === 1) {
    const lines = filled(inner[0].split(/[\n;]/).map((line) => cells(line)));
    // NumPy breaks long rows, the last piece being shorter; where all are as long, they are rows.
    return lines.every((line) => line.length === lines[0].length) ? lines : rows;
  }
  return rows;
}
