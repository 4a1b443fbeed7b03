"""The search, as somebody who types into it: each term leads to what the site says about it, in its language."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

LISTED = {
    "ja": [
        "アテンション",
        "因果マスク",
        "多頭",
        "マルチヘッド",
        "部分空間",
        "パラメータ数",
        "内積",
        "d_model",
        "softmax",
    ],
    "en": ["attention", "subspace", "multi-head", "ledger", "softmax", "d_model"],
}
# Results stand by pages; under each, what is not folded away is seen at once.
FIRST_THREE = """(list) => [...list.querySelectorAll(".md-search-result__item")].slice(0, 3).flatMap((item) =>
  [...item.querySelectorAll(".md-search-result__link")]
    .filter((link) => link.closest("details:not([open])") === null)
    .map((link) => ({
      address: link.href,
      title: link.querySelector("h1, h2")?.textContent.trim() ?? "",
    })))"""


@dataclass(frozen=True)
class Result:
    """A link among the first three results."""

    address: str
    title: str


def enter(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site}/{lang}/")
    page.keyboard.press("/")
    expect(page.locator(".md-search__input")).to_be_focused()


def search(page: Page, query: str) -> list[Result]:
    """The links of the first three results."""
    field = page.locator(".md-search__input")
    results = page.locator(".md-search-result__list")
    field.fill("")
    field.press("End")
    expect(results).to_be_empty()
    field.fill(query)
    field.press("End")
    expect(results.or_(page.locator(".md-search-result__meta"))).to_have_count(2)
    expect(results).not_to_be_empty()
    return [Result(**found) for found in results.evaluate(FIRST_THREE)]


def about(query: str, results: list[Result], entries: dict[str, str]) -> list[Result]:
    """The results that are about a term: its entry in the glossary, and pages and sections named after it."""

    def plain(text: str) -> str:
        return re.sub(r"[\s-]+", " ", text).casefold()

    return [
        result
        for result in results
        if plain(query) in plain(result.title) or plain(query) in plain(entries.get(result.address.split("#")[-1], ""))
    ]


def entries(page: Page, site: str, lang: str) -> dict[str, str]:
    """The glossary's entries: the text of each heading by its anchor."""
    page.goto(f"{site}/{lang}/glossary/")
    found = page.locator("article h3[id]").evaluate_all(
        "(all) => all.map((one) => [one.id, [...one.childNodes].filter((n) => n.className !== 'headerlink')"
        ".map((n) => n.textContent).join('').trim()])"
    )
    return dict(found)


def terms(heading: str) -> list[str]:
    """The names that a heading of the glossary gives one thing: `台帳・パラメータ台帳（ledger）` gives three."""
    return [name.strip() for name in re.split(r"[・（）(),、]", heading) if name.strip()]


def test_every_term(page: Page, site: str, lang: str) -> None:
    known = entries(page, site, lang)
    assert len(known) > 15
    queries = dict.fromkeys([*LISTED[lang], *(name for heading in known.values() for name in terms(heading))])
    enter(page, site, lang)
    missed = {}
    for query in queries:
        results = search(page, query)
        assert all(result.address.startswith(f"{site}/{lang}/") for result in results)
        if not about(query, results, known):
            missed[query] = results
    assert missed == {}


@pytest.mark.parametrize("query", ["softm", "SoftMax", "multi head", "causal"])
def test_a_word_need_not_be_whole_or_exact(page: Page, site: str, query: str) -> None:
    enter(page, site, "en")
    assert any(result.address.startswith(f"{site}/en/glossary/") for result in search(page, query))


def test_a_result_is_followed_by_keyboard(page: Page, site: str, lang: str) -> None:
    enter(page, site, lang)
    first = search(page, "softmax")[0]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.split("?")[0].startswith(first.address.split("?")[0].split("#")[0]))


def test_what_was_searched_is_marked_on_the_page(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site}/{lang}/glossary/?h=softmax#softmax")
    expect(page.locator("article mark").first).to_be_visible()
