/** The switch of language leads to the section that is being read. */

/** How far below the top of the window the line is read that stands right under the header, in pixels. */
const READING = 24;

/** Keeps the links of the switch up to date. */
export function mount() {
  for (const link of document.querySelectorAll("a.tk-language")) {
    // Before a click, a menu or a key can follow the link.
    for (const event of ["pointerdown", "focus", "click"]) {
      link.addEventListener(event, () => {
        link.hash = current();
      });
    }
    // Material takes every click on a link to another language to that language's page, and drops the section.
    link.addEventListener("click", (event) => event.stopPropagation());
  }
}

/**
 * The id of the section that is being read: the one that the address names while it is in view, else the last heading
 * above the line under the header.
 * @returns {string} "" at the top of a page
 */
export function current() {
  const named = anchor();
  const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  if (named !== null) {
    const { top } = named.getBoundingClientRect();
    if (shown(named) && top >= header - READING && top < innerHeight / 2) {
      return named.id;
    }
  }
  let last = "";
  for (const heading of document.querySelectorAll(".md-content :is(h2, h3, h4)[id]")) {
    if (!shown(heading)) {
      continue;
    }
    if (heading.getBoundingClientRect().top > header + READING) {
      break;
    }
    last = heading.id;
  }
  return last;
}

/** @returns {HTMLElement | null} what the address names, where it is a part of the text */
export function anchor() {
  const id = decoded(location.hash.slice(1));
  const element = id === "" ? null : document.getElementById(id);
  return element?.closest(".md-content") ? element : null;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function shown(element) {
  return element.getClientRects().length > 0;
}
