/** Citations, copied in one click. */

import { copies } from "./copying.js";
import { announce, el, word } from "./dom.js";

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
  const show = (state) => {
    element.textContent = word(state === "copied" ? "copy.copied" : "sources.copy");
    if (state === "copied") {
      announce(word("sources.copied_of", name));
    } else if (state === "failed") {
      announce(word("copy.by_hand"));
      byHand(citation);
    }
  };
  copies(element, () => citation.textContent, show);
  return element;
}

/** Where no script may copy, the citation itself, in sight and selected. */
function byHand(citation) {
  citation.closest("details")?.setAttribute("open", "");
  citation.scrollIntoView({ block: "nearest" });
  getSelection()?.selectAllChildren(citation);
}
