// The site's root leads to the language that was read last; a switch of language keeps the section that is read.
(() => {
  try {
    localStorage.setItem("tashikame.language", document.documentElement.lang);
  } catch {
    // A browser that stores nothing: the root page goes by the browser's own languages.
  }
  for (const link of document.querySelectorAll("a.md-select__link[hreflang]")) {
    link.addEventListener("click", () => {
      link.hash = location.hash;
    });
  }
})();

// What Material leaves out for those who read with a keyboard or a screen reader: its search dialog has no name, and the
// boxes that it puts around wide tables cannot be scrolled without a mouse.
addEventListener("load", () => {
  const search = document.querySelector(".md-search[role=dialog]");
  search?.setAttribute("aria-label", search.querySelector("input").getAttribute("aria-label"));
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    box.tabIndex = 0;
  }
});
