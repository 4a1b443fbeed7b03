/** Moving and pasting in a grid of fields, as in a spreadsheet. */

import { parseGrid, withoutLabels } from "./grids.js";
import { parseNumber } from "./numbers.js";

/**
 * @param {HTMLElement} box holds the fields, in rows that are `tr` or have `data-row`
 * @param {HTMLInputElement[]} inputs all of them, in reading order
 * @param {{numeric: boolean}} options numeric: every field is a number, so words in what is pasted are labels
 */
export function enableKeys(box, inputs, { numeric }) {
  box.addEventListener("keydown", (event) => {
    // Enter and arrows belong to the input method while it converts.
    if (event.isComposing || event.keyCode === 229 || !inputs.includes(event.target)) {
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const next = target(event, rowsIn(box, inputs));
    if (next !== undefined) {
      event.preventDefault();
      (next ?? box.closest("form").querySelector("[type=submit]")).focus();
      next?.select();
    }
  });
  box.addEventListener("paste", (event) => {
    if (!inputs.includes(event.target)) {
      return;
    }
    const text = event.clipboardData.getData("text/plain");
    const grid = numeric ? withoutLabels(parseGrid(text)) : parseGrid(text);
    if (parseNumber(text) === null && grid.flat().some((cell) => parseNumber(cell) !== null)) {
      event.preventDefault();
      fill(grid, event.target, rowsIn(box, inputs));
    }
  });
  box.addEventListener("change", (event) => spread(event.target));
}

function rowsIn(box, inputs) {
  const rows = [...box.querySelectorAll("tr, [data-row]")];
  return rows.map((row) => inputs.filter((input) => row.contains(input))).filter((row) => row.length > 0);
}

/** The field that a key leads to; null leaves the grid, undefined is no key for moving. */
function target(event, rows) {
  const input = event.target;
  const row = rows.findIndex((one) => one.includes(input));
  const column = rows[row].indexOf(input);
  const { selectionStart: start, selectionEnd: end, value } = input;
  const whole = start === 0 && end === value.length;
  switch (event.key) {
    case "ArrowUp":
      return rows[row - 1]?.[Math.min(column, rows[row - 1].length - 1)];
    case "ArrowDown":
      return rows[row + 1]?.[Math.min(column, rows[row + 1].length - 1)];
    case "ArrowLeft":
      return whole || (start === 0 && end === 0) ? rows[row][column - 1] : undefined;
    case "ArrowRight":
      return whole || (start === value.length && end === start) ? rows[row][column + 1] : undefined;
    case "Enter": {
      const all = rows.flat();
      const at = all.indexOf(input) + (event.shiftKey ? -1 : 1);
      return at < 0 ? input : (all[at] ?? null);
    }
    default:
      return undefined;
  }
}

/** Puts pasted cells into the fields, from the focused one on; what goes beyond the grid is left out. */
function fill(grid, first, rows) {
  const row = rows.findIndex((one) => one.includes(first));
  const column = rows[row].indexOf(first);
  const last = grid.length === 1 ? fillOn(grid[0], first, rows) : fillBlock(grid, row, column, rows);
  last?.focus();
}

function fillBlock(grid, row, column, rows) {
  let last = null;
  for (const [down, cells] of grid.entries()) {
    for (const [right, cell] of cells.entries()) {
      const input = rows[row + down]?.[column + right];
      if (input) {
        put(input, cell);
        last = input;
      }
    }
  }
  return last;
}

/** One row longer than the grid is wide goes on in the next one. */
function fillOn(cells, first, rows) {
  const all = rows.flat();
  let last = null;
  for (const [index, cell] of cells.entries()) {
    const input = all[all.indexOf(first) + index];
    if (input) {
      put(input, cell);
      last = input;
    }
  }
  return last;
}

function put(input, text) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

/** "(3, 4)" or "3×4" written into the first field of a cell that has two. */
function spread(input) {
  const cell = input.closest?.(".tk-cell");
  const fields = [...(cell?.querySelectorAll("input") ?? [])];
  const text = (input.value ?? "").normalize("NFKC").trim();
  if (/^\d{1,3}(,\d{3})+$|\^|\*\*/.test(text)) {
    // 589,824 and 4×10^5 are one number each.
    return;
  }
  const parts = text.split(/[\s,、×x*·()[\]]+/).filter(Boolean);
  const others = fields.slice(1);
  if (fields.length > 1 && fields[0] === input && parts.length === fields.length) {
    if (parts.every((one) => parseNumber(one) !== null) && others.every((one) => one.value.trim() === "")) {
      fields.forEach((field, index) => put(field, parts[index]));
    }
  }
}
