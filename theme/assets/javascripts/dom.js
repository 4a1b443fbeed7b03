/** What the scripts of a page share: its words, and elements made without any HTML text. */

let table = null;

/**
 * A word or sentence of the interface, in the page's language.
 * @param {string} key
 * @param {...(string | number)} values what goes in for each `{}`, in order
 * @returns {string} the key itself where the page has no such word
 */
export function word(key, ...values) {
  table ??= JSON.parse(document.getElementById("tk-words")?.textContent || "{}");
  const parts = (table[key] ?? key).split("{}");
  return parts.map((part, index) => (index === 0 ? part : `${values[index - 1] ?? ""}${part}`)).join("");
}

/**
 * Makes an element.
 * @param {string} name a tag, with classes behind dots: `div.tk-form`
 * @param {Record<string, unknown>} [attributes] null and false leave one out, functions listen to the event of the name
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(key, value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  element.append(...children);
  return element;
}

/**
 * A moment as people of the page's language write it.
 * @param {string} iso
 * @returns {HTMLTimeElement}
 */
export function moment(iso) {
  return el("time", { datetime: iso }, momentText(iso));
}

/** @returns {string} the text of `moment` */
export function momentText(iso) {
  const format = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(document.documentElement.lang, format).format(new Date(iso));
}

/**
 * A sentence with an element in the place of its first `{}`.
 * @param {string} key
 * @param {Node} node
 * @returns {Node[]}
 */
export function wordAround(key, node) {
  const [before, after] = word(key, "\u0000").split("\u0000");
  return [before, node, after ?? ""].map((part) => (typeof part === "string" ? document.createTextNode(part) : part));
}

/**
 * Sentences one after the other, as the page's language puts them; empty ones are left out.
 * @param {...string} parts
 * @returns {string}
 */
export function sentences(...parts) {
  return parts.filter(Boolean).join(document.documentElement.lang === "ja" ? "" : " ");
}

let live = null;

/**
 * Says something to those who hear the page.
 * @param {string} text
 */
export function announce(text) {
  live ??= document.body.appendChild(el("div.tk-spoken", { role: "status" }));
  live.textContent = "";
  // A region that has just been made, or holds the same text, is read only when it changes afterwards.
  setTimeout(() => {
    live.textContent = text;
  }, 60);
}

/**
 * Lets the learner save a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.body.appendChild(el("a", { href: address, download: name, hidden: true }));
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @returns {string} the learner's own date, for the name of a file: `2026-11-30` */
export function today() {
  return new Intl.DateTimeFormat("sv").format(new Date());
}
