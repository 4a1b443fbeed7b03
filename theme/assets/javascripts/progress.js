/** How far the learner has come, behind each lesson of a list. */

import { el, word } from "./dom.js";
import { keyOf } from "./tally.js";

/**
 * Fills every mark of progress on the page, and keeps it up to date.
 * @param {import("./store.js").Store} store
 */
export function mount(store) {
  const places = document.querySelectorAll(".tk-progress[data-lesson]");
  const show = () => places.forEach((place) => fill(place, store.state));
  show();
  store.subscribe(show);
}

function fill(place, state) {
  const total = Number(place.dataset.exercises) || 0;
  const prefix = keyOf(place.dataset.lesson, "");
  const predicted = Object.entries(state.exercises).filter(
    ([key, entry]) => key.startsWith(prefix) && entry.attempts.some((one) => !one.skipped),
  ).length;
  // An exercise that has gone since counts for none of those that are left.
  const done = Math.min(predicted, total);
  place.toggleAttribute("data-done", total > 0 && done === total);
  place.replaceChildren(...(total === 0 || done === 0 ? [] : mark(done, total)));
}

/**
 * A bar and its words.
 * @param {number} done
 * @param {number} total
 * @returns {HTMLElement[]}
 */
export function mark(done, total) {
  const bar = el("span.tk-bar", { "aria-hidden": "true" }, el("span", {}));
  bar.style.setProperty("--tk-share", String(total === 0 ? 0 : done / total));
  return [bar, el("span", {}, word(done === total ? "record.all_predicted" : "record.predicted", done, total))];
}
