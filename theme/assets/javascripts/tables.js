/** Verified tables, to be copied: as CSV, as Markdown, as NumPy code. */

import { tableRows } from "./celltext.js";
import { copies } from "./copying.js";
import { csvText } from "./csv.js";
import { announce, el, word } from "./dom.js";
import { numpyText } from "./numpy.js";

/** Puts the copy buttons of every verified table on the page. */
export function mount() {
  for (const block of document.querySelectorAll(".tk-table[data-claim]")) {
    const table = block.querySelector("table");
    if (table !== null && block.querySelector(":scope > .tk-copy") === null) {
      block.append(bar(block, table));
    }
  }
}

function bar(block, table) {
  const { markdown, value } = block.dataset;
  const forms = [
    ["CSV", () => csvText(tableRows(table))],
    ["Markdown", markdown === undefined ? null : () => markdown],
    ["NumPy", value === undefined ? null : () => numpyText(value)],
  ].filter(([, text]) => text !== null);
  const name = table.caption?.textContent.trim() ?? "";
  const element = el(
    "div.tk-copy",
    { role: "group", "aria-label": name === "" ? word("copy.table") : word("copy.named", name) },
    el("span", { "aria-hidden": "true" }, word("copy.as")),
  );
  element.append(...forms.map(([form, text]) => button(form, text, element)));
  return element;
}

function button(form, text, group) {
  const element = el("button", { type: "button", "aria-label": word("copy.form", form) }, form);
  const show = (state) => {
    if (state === "ready") {
      return;
    }
    group.querySelectorAll(".tk-copy__text").forEach((one) => one.remove());
    announce(word(state === "copied" ? "copy.done" : "copy.failed", form));
    if (state === "failed") {
      byHand(form, text(), group);
    }
  };
  copies(element, text, show);
  return element;
}

/** Where no script may copy, the text itself, selected. */
function byHand(form, text, group) {
  const area = el("textarea.tk-copy__text", { readonly: true, rows: 4, "aria-label": word("copy.failed", form) });
  area.value = text;
  group.append(el("p.tk-copy__text", {}, word("copy.failed", form)), area);
  area.select();
  area.focus();
}
