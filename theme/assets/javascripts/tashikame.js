// The entry of every page: small mends at once, and each part of the script only where the page holds its place.

import { anchor, mount as mountSwitch } from "./sections.js";

// The site's root leads to the language that was read last.
try {
  localStorage.setItem("tashikame.language", document.documentElement.lang);
} catch {
  // A browser that stores nothing: the root page goes by the browser's own languages.
}
mountSwitch();

// What Material leaves out for those who read with a keyboard or a screen reader: its search dialog has no name, nor
// have the parts of its navigation; each copy button is a navigation of its own; and the boxes that it puts around wide
// tables cannot be scrolled without a mouse.
addEventListener("load", () => {
  const search = document.querySelector(".md-search[role=dialog]");
  search?.setAttribute("aria-label", search.querySelector("input").getAttribute("aria-label"));
  for (const part of document.querySelectorAll(".md-nav[aria-labelledby^=__nav]")) {
    part.setAttribute("aria-label", part.querySelector(".md-nav__title").textContent.trim());
    part.removeAttribute("aria-labelledby");
  }
  for (const buttons of document.querySelectorAll(".md-code__nav")) {
    buttons.role = "none";
  }
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    box.tabIndex = 0;
  }
});

/** Where a part of the script is at home. Each module exports `mount(store)`. */
const PARTS = [
  [".tk-predict", "./predict.js"],
  [".tk-reflect", "./reflections.js"],
  [".tk-table[data-claim]", "./tables.js"],
  [".tk-cite", "./citations.js"],
  [".tk-sources", "./sources.js"],
  [".tk-progress", "./progress.js"],
  [".tk-journal", "./record.js"],
];

const wanted = PARTS.filter(([place]) => document.querySelector(place) !== null);
if (wanted.length > 0) {
  // Nothing waits for another's file: all of them are asked for at once.
  const paths = ["./store.js", ...wanted.map(([, path]) => path)];
  const [{ Store }, ...parts] = await Promise.all(paths.map((path) => import(path)));
  const store = Store.open();
  const named = anchor();
  const top = named?.getBoundingClientRect().top;
  for (const part of parts) {
    part.mount(store);
  }
  if (top >= 0 && top < innerHeight) {
    // What was mounted above it has pushed away the section that the address names.
    named.scrollIntoView({ behavior: "instant" });
  }
}
