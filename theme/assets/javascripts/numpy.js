/** A verified value as NumPy code, made from its JSON text so that no digit is lost: 4.0 stays a float. */

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const TOKEN = new RegExp(
  String.raw`\s*(?:("(?:[^"\\]|\\.)*")|(${NUMBER})|(true|false|null|-?Infinity|NaN)|([[\]{},:]))`,
  "y",
);
const CONSTANTS = {
  true: "True", false: "False", null: "None", Infinity: "np.inf", "-Infinity": "-np.inf", NaN: "np.nan",
};

/**
 * @param {string} json JSON as Python writes it; `{"fraction": [n, d]}` is a fraction, `{"record": [[name, part]…]}`
 *   its parts, and "inf" and "-inf" are infinities
 * @returns {string} `np.array([…])`, a row a line; of objects where the value is no block of one kind
 * @throws {SyntaxError} where it is no such JSON
 */
export function numpyText(json) {
  const value = read(json);
  if (!Array.isArray(value)) {
    return `np.array(${value.code})`;
  }
  const kinds = new Set(value.flat(Infinity).map((one) => one.kind));
  const regular = shape(value) !== null && kinds.size <= 1;
  return `np.array(${written(value, "")}${regular ? "" : ", dtype=object"})`;
}

function read(json) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (json.slice(TOKEN.lastIndex).trim() !== "") {
    const match = TOKEN.exec(json);
    if (match === null) {
      throw new SyntaxError("this is no JSON");
    }
    tokens.push(match);
  }
  let at = 0;
  const next = () => tokens[at++] ?? [];
  const take = (sign) => (tokens[at]?.[4] === sign ? (at += 1) : 0) > 0;

  function value() {
    const [, text, number, constant, sign] = next();
    if (text !== undefined) {
      const plain = JSON.parse(text);
      const code = { inf: "np.inf", "-inf": "-np.inf" }[plain];
      return code ? { kind: "number", code } : { kind: "text", code: JSON.stringify(plain) };
    }
    if (number !== undefined) {
      return { kind: "number", code: number };
    }
    if (constant !== undefined) {
      const kind = /^-?[IN]/.test(constant) ? "number" : constant === "null" ? "none" : "truth";
      return { kind, code: CONSTANTS[constant] };
    }
    if (sign === "[") {
      return list();
    }
    if (sign === "{") {
      return tagged();
    }
    throw new SyntaxError("a value is missing");
  }

  function list() {
    const items = [];
    while (!take("]")) {
      items.push(value());
      if (!take(",") && tokens[at]?.[4] !== "]") {
        throw new SyntaxError("a list does not end");
      }
    }
    return items;
  }

  function tagged() {
    const name = next()[1];
    take(":");
    const content = value();
    if (!take("}") || !Array.isArray(content)) {
      throw new SyntaxError("an object that is no value");
    }
    if (name === '"fraction"') {
      return { kind: "number", code: content.map((one) => one.code).join("/") };
    }
    return content.map((part) => part.at(-1));
  }

  const result = value();
  if (at < tokens.length) {
    throw new SyntaxError("something follows the value");
  }
  return result;
}

/** The lengths of a nested list, or null where its parts differ. */
function shape(value) {
  if (!Array.isArray(value)) {
    return [];
  }
  const shapes = value.map(shape);
  const same = shapes.every((one) => one !== null && one.join() === shapes[0].join());
  return same ? [value.length, ...(shapes[0] ?? [])] : null;
}

function written(value, indent) {
  if (!Array.isArray(value)) {
    return value.code;
  }
  if (!value.some(Array.isArray)) {
    return `[${value.map((one) => one.code).join(", ")}]`;
  }
  const inner = `${indent}    `;
  return `[\n${value.map((one) => `${inner}${written(one, inner)},\n`).join("")}${indent}]`;
}
