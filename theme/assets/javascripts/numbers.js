/** Numbers as people type them: read, and held against a verified value. */

const INFINITE = new Map([["inf", Infinity], ["-inf", -Infinity]]);
const UNITS = {
  千: 1e3, 万: 1e4, 億: 1e8, 兆: 1e12, 百万: 1e6,
  k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, g: 1e9, billion: 1e9,
};
const UNIT = "百万|[千万億兆]|thousand|million|billion|[kmbg]";
const DECIMAL = String.raw`(?:\d+\.?\d*|\.\d+)`;
const NUMBER = new RegExp(`^(${DECIMAL})(?:e([+-]?\\d+))?(${UNIT})?$`, "i");
/** Longer texts are no numbers that anybody typed, and would be slow to match. */
const LONGEST = 100;
const PARTS = new RegExp(`^(?:${DECIMAL}[兆億万千])+(?:${DECIMAL})?$`);

/**
 * Brings what was typed into one form: ASCII digits and signs, no separators between thousands, no TeX.
 * @param {string} text
 * @returns {string}
 */
function plain(text) {
  return text
    .replace(/[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu, (power) => `^${power}`)
    // Or 1½ would become 11/2.
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/gu, " ")
    .normalize("NFKC")
    .trim()
    .replace(/[$\s]+|\\[,;!]|\\quad/g, " ")
    .replace(/\\[dt]?frac\s*\{([^{}]+)\}\s*\{([^{}]+)\}/g, "$1/$2")
    .replace(/\\infty|無限大?/g, "∞")
    .replace(/\\approx/g, "≈")
    .replace(/\\(?:times|cdot)/g, "×")
    .replace(/\\%/g, "%")
    .replace(/\{,\}/g, ",")
    .replace(/\^\{([+-]?\d+)\}/g, "^$1")
    .replace(/[‐‑‒–—−─]|ー(?=[\d.∞])/gu, "-")
    .replace(/[÷∕⁄]/gu, "/")
    .replace(/(?<=\d)。(?=\d)/g, ".")
    .replace(/(?<=\d)、(?=\d)/g, ",")
    .trim();
}

/** Takes out what stands between thousands; null where commas stand elsewhere. */
function joined(text) {
  let digits = text.replace(/(?<=\d)[_'’](?=\d)/g, "").replace(/(?<=\d) (?=\d{3}(?!\d))/g, "");
  if (/^[+-]?0?,\d+$|^[+-]?[1-9]\d*,\d{1,2}$/.test(digits)) {
    // Much of the world writes 0,5 for one half.
    return digits.replace(",", ".");
  }
  digits = digits.replace(/(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])/g, (group) => group.replaceAll(",", ""));
  return digits.includes(",") ? null : digits;
}

/** What is too large for the computer is not infinite: it is not read. */
function finite(value, decimals) {
  return Number.isFinite(value) ? { value, decimals } : null;
}

/** An unsigned number without spaces: its value, and the place of its last digit as a power of ten. */
function unsigned(text) {
  if (/^(?:∞|inf(?:inity)?|np\.inf|math\.inf)$/i.test(text)) {
    return { value: Infinity, decimals: Infinity };
  }
  const power = /^(?:(.+?)[×x*·])?(\d+)(?:\^|\*\*)([+-]?\d+)$/i.exec(text);
  if (power) {
    const [, factor, base, exponent] = power;
    if (factor === undefined) {
      return finite(Number(base) ** Number(exponent), Infinity);
    }
    const first = unsigned(factor);
    return base === "10" && first
      ? finite(first.value * 10 ** Number(exponent), first.decimals - Number(exponent))
      : null;
  }
  if (PARTS.test(text) && !NUMBER.test(text)) {
    const parts = text.match(new RegExp(`${DECIMAL}[兆億万千]?`, "g")).map(unsigned);
    return { value: parts.reduce((sum, one) => sum + one.value, 0), decimals: parts.at(-1).decimals };
  }
  const match = NUMBER.exec(text);
  if (!match) {
    return null;
  }
  const [, digits, exponent = "0", unit] = match;
  const scale = unit ? UNITS[unit.toLowerCase()] : 1;
  const decimals = (digits.split(".")[1] ?? "").length - Number(exponent) - Math.log10(scale);
  return finite(Number(`${digits}e${exponent}`) * scale, Math.round(decimals));
}

/**
 * Reads a number: full-width digits, separators between thousands, fractions, percentages, powers of ten, ∞, 万, K, M.
 * @param {string} text
 * @returns {{value: number, decimals: number, percent: boolean} | null} `decimals`: the last place written, after any
 *   unit (2 for 0.25, 3 for 46.8%, -4 for 236万, Infinity for a fraction); null where it is no number
 */
export function parseNumber(text) {
  if (text.length > LONGEST || /\S[\t\n\r]+\S/.test(text)) {
    return null;
  }
  let rest = plain(text).replace(/^=\s*/, "");
  const about = /^(?:[≈≒~～]|約|およそ|about |approx\.? )\s*/i.exec(rest);
  rest = rest.slice(about?.[0].length ?? 0).replace(/(?:\s*(?:個|つ|parameters|params|パラメータ))$/i, "");
  rest = rest.replace(/[。、,;]$/, "").replace(/^\((.*)\)$/, "$1").replace(/^\+\s*/, "");
  const percent = /(?:%|パーセント|percent)$/i.exec(rest);
  rest = joined(rest.slice(0, rest.length - (percent?.[0].length ?? 0)).trim())?.trim() ?? "";
  const negative = /^-\s*/.exec(rest);
  rest = rest.slice(negative?.[0].length ?? 0).replace(/ ?([/×x*·^]) ?| (?=[a-z百千万億兆])/gi, "$1");
  const sides = rest.split("/");
  const read = sides.length <= 2 && rest !== "" ? sides.map(unsigned) : [null];
  if (read.includes(null)) {
    return null;
  }
  const [first, second] = read;
  const result = second === undefined ? first : finite(first.value / second.value, Infinity);
  if (result === null) {
    return null;
  }
  let { value, decimals } = result;
  if (about && decimals <= 0 && Number.isFinite(value) && value !== 0) {
    // "About 2,400,000" is exact to its last digit that is not zero.
    while (decimals > -300 && Number.isInteger(value / 10 ** (1 - decimals))) {
      decimals -= 1;
    }
  }
  if (percent) {
    value /= 100;
    decimals += 2;
  }
  return { value: negative ? -value : value, decimals, percent: percent !== null };
}

/**
 * @param {{value: number | string} | undefined} field
 * @returns {boolean} whether a number is asked for, not a word
 */
export function isNumeric(field) {
  return typeof field?.value === "number" || INFINITE.has(field?.value);
}

/**
 * Holds what was typed against one numeral of a verified value.
 * @param {string} text as typed
 * @param {{value: number | string, within: number | null, scale: number}} field
 * @returns {"right" | "near" | "wrong" | "empty"} "near" agrees at the digits that were written, and no further
 */
export function judge(text, field) {
  if (text.trim() === "") {
    return "empty";
  }
  const value = INFINITE.get(field.value) ?? field.value;
  if (typeof value === "string") {
    return words(text) === words(value) ? "right" : "wrong";
  }
  const typed = parseNumber(text);
  if (typed === null) {
    return "wrong";
  }
  const verdicts = [closeness(typed, 1, value, field)];
  if (field.scale !== 1 && !typed.percent) {
    // Beside a printed "%" or "万" the bare number is meant.
    verdicts.push(closeness(typed, field.scale, value, field));
  }
  return ["right", "near", "wrong"].find((one) => verdicts.includes(one));
}

function closeness(typed, scale, value, field) {
  const guess = typed.value * scale;
  if (guess === value) {
    return "right";
  }
  if (!Number.isFinite(guess) || !Number.isFinite(value)) {
    return "wrong";
  }
  // Half a unit is a tie, and decimal fractions are not exact in binary.
  const slack = 4 * Number.EPSILON * Math.max(Math.abs(guess), Math.abs(value));
  const distance = Math.abs(guess - value) - slack;
  if (distance <= (field.within ?? 0)) {
    return "right";
  }
  // Digits coarser than the value's own first one say nothing about it: neither 0 nor 1 agrees with 0.7.
  const first = 10 ** Math.floor(Math.log10(Math.abs(value)));
  return distance <= 0.5 * Math.min(10 ** -typed.decimals * scale, first) ? "near" : "wrong";
}

function words(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[\s"'“”‘’「」]+/gu, " ").trim();
}
