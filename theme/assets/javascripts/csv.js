/** Rows of texts as CSV: RFC 4180, and nothing in it that a spreadsheet would run. */

const PLAIN_NUMBER = /^[+-]?(?:[\d,]*\.?\d+\.?(?:e[+-]?\d+)?|∞|inf)\s*%?$/i;
const RISKY = /^\s*[=+\-@＝＋－＠\t\r]/u;

/**
 * @param {string[][]} rows
 * @returns {string} a line a row, each with CRLF
 */
export function csvText(rows) {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/**
 * A text that a spreadsheet shows, and does not take for a formula. Numbers with a sign stay numbers.
 * @param {string} text
 * @returns {string}
 */
export function guarded(text) {
  return RISKY.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

function field(value) {
  const text = guarded(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
