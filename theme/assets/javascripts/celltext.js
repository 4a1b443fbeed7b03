/** What a table's cell says, as plain text: formulas as they would be typed. */

const PARTS = {
  msub: ([base, low]) => `${base}_${grouped(low)}`,
  msup: ([base, high]) => (/^[⊤′]+$/u.test(high) ? `${base}${high}` : `${base}^${grouped(high)}`),
  msubsup: ([base, low, high]) => `${base}_${grouped(low)}^${grouped(high)}`,
  mfrac: ([over, under]) => `${grouped(over)}/${grouped(under)}`,
  msqrt: (inside) => `√${grouped(inside.join(""))}`,
};
const UNSEEN = new Set(["annotation", "annotation-xml", "script", "style"]);

/**
 * @param {Node} node
 * @returns {string}
 */
export function cellText(node) {
  return within(node).replace(/[\u2061-\u2064\u200b]/gu, "").replace(/\s+/gu, " ").trim();
}

/**
 * The rows of a table, headers included.
 * @param {HTMLTableElement} table
 * @returns {string[][]}
 */
export function tableRows(table) {
  return [...table.rows].map((row) => [...row.cells].map((cell) => numeral(cellText(cell))));
}

function within(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    return node.data;
  }
  if (node.nodeType !== Node.ELEMENT_NODE || UNSEEN.has(node.localName) || node.matches("[aria-hidden] + .tk-spoken")) {
    // What is spoken in the place of a formula says the same a second time.
    return "";
  }
  const children = [...node.childNodes].map(within);
  const parts = children.map((one) => one.trim()).filter((one) => one !== "");
  return PARTS[node.localName]?.(parts) ?? children.join("");
}

function grouped(text = "") {
  return /^(?:[\p{L}\p{N}.]+|.)$/u.test(text) ? text : `(${text})`;
}

/** A typographic minus in front of a number is one that a spreadsheet does not read. */
function numeral(text) {
  return text.replace(/^−(?=[\d.∞])/u, "-");
}
