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
