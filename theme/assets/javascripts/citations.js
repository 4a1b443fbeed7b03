/** Citations, copied in one click. */

import { announce, copyText, el, word } from "./dom.js";

/** How long a button says that it has copied, in milliseconds. */
const SAID = 2500;

/** Puts a button into every place for one. */
export function mount() {
  for (const place of document.querySelectorAll(".tk-cite")) {
    const citation = document.getElementById(place.dataset.of);
    if (citation !== null && place.firstChild === null) {
      place.append(button(citation, title(place)));
    }
  }
}

/** What the citation is of, so that the buttons of a page can be told apart. */
function title(place) {
  return place.closest("article, tr")?.querySelector("h3, .tk-catalogue__title")?.textContent.trim() ?? "";
}

function button(citation, name) {
  const element = el(
    "button.tk-cite__button",
    { type: "button", "aria-label": word("sources.copy_of", name) },
    word("sources.copy"),
  );
  let timer = 0;
  element.addEventListener("click", async () => {
    const done = await copyText(citation.textContent);
    clearTimeout(timer);
    announce(word(done ? "sources.copied_of" : "sources.not_copied", name));
    element.toggleAttribute("data-copied", done);
    element.textContent = word(done ? "sources.copied" : "sources.copy");
    if (done) {
      timer = setTimeout(() => {
        element.removeAttribute("data-copied");
        element.textContent = word("sources.copy");
      }, SAID);
    } else {
      byHand(citation);
    }
  });
  return element;
}

/** Where no script may copy, the citation itself, in sight and selected. */
function byHand(citation) {
  citation.closest("details")?.setAttribute("open", "");
  citation.scrollIntoView({ block: "nearest" });
  getSelection()?.selectAllChildren(citation);
}
