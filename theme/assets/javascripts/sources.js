/** The page of all sources: its tables sorted by a column, the first one filtered. */

import { announce, el, word } from "./dom.js";

/** Makes the tables of sources sortable, and shows the fields that filter the first one. */
export function mount() {
  const tables = [...document.querySelectorAll(".tk-catalogue")];
  tables.forEach(sortable);
  const form = document.querySelector(".tk-filter");
  if (form !== null && tables.length > 0) {
    filterable(form, [...tables[0].tBodies[0].rows]);
  }
}

/** @param {HTMLTableElement} table its cells say in `data-key` what they are sorted by */
function sortable(table) {
  const body = table.tBodies[0];
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const heads = [...table.tHead.rows[0].cells];
  if (body.rows.length < 2) {
    return;
  }
  for (const [column, head] of heads.entries()) {
    const key = (row) => row.cells[column].dataset.key;
    const name = head.textContent;
    const sort = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sign = down ? -1 : 1;
      body.append(...[...body.rows].sort((a, b) => sign * collator.compare(key(a), key(b))));
      announce(word(down ? "sources.descending" : "sources.ascending", name));
    };
    head.replaceChildren(el("button", { type: "button", click: sort }, name));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLTableRowElement[]} rows
 */
function filterable(form, rows) {
  const texts = new Map(rows.map((row) => [row, folded(row.textContent)]));
  const shown = form.querySelector("[role=status]");
  const clear = el("button.tk-button", { type: "reset" }, word("sources.clear"));
  shown.after(clear);
  const apply = () => {
    const { words, use, type, open } = form.elements;
    const wanted = folded(words.value).split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const fits =
        wanted.every((one) => texts.get(row).includes(one)) &&
        ["", row.dataset.use].includes(use.value) &&
        ["", row.dataset.type].includes(type.value) &&
        (!open.checked || row.dataset.open !== "");
      row.hidden = !fits;
    }
    const count = rows.filter((row) => !row.hidden).length;
    shown.textContent = count === 0 ? word("sources.none") : word("sources.shown", rows.length, count);
    clear.hidden = wanted.length === 0 && use.value === "" && type.value === "" && !open.checked;
  };
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => {
    // The fields are empty only after this event, and the button that had the focus goes.
    setTimeout(() => {
      apply();
      form.elements.words.focus();
    });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
}

/** A text as it is compared: without differences of width and case. */
function folded(text) {
  return text.normalize("NFKC").toLowerCase();
}
