/** Copying: a text, and a button that copies one and says for a moment that it has. */

import { el } from "./dom.js";

/** How long a button says so, in milliseconds. */
const SAID = 2500;

/**
 * Makes a button copy a text when it is pressed. While it says so it carries `data-copied`.
 * @param {HTMLButtonElement} button
 * @param {() => string} text
 * @param {(state: "copied" | "failed" | "ready") => void} show called after each try, and when a moment has passed
 */
export function copies(button, text, show) {
  let timer = 0;
  button.addEventListener("click", async () => {
    const done = await copyText(text());
    clearTimeout(timer);
    button.toggleAttribute("data-copied", done);
    show(done ? "copied" : "failed");
    if (done) {
      timer = setTimeout(() => {
        button.removeAttribute("data-copied");
        show("ready");
      }, SAID);
    }
  });
}

/**
 * Copies a text, with the older way where the clipboard may not be used.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.body.appendChild(el("textarea.tk-spoken", { readonly: true, "aria-hidden": "true" }));
    const before = document.activeElement;
    area.value = text;
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    before?.focus?.();
    return copied;
  }
}
