"""axe-core finds nothing, on every kind of page: WCAG 2.0 to 2.2, levels A and AA, and its best practice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.harness import Log

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
WIDTHS = (1280, 375)
SCHEMES = ("light", "dark")
DAY_43 = "attention/day-43-queries-keys-values/"
PLAIN = {
    "home": "",
    "module": "attention/",
    "lesson": DAY_43,
    "record-empty": "record/",
    "verification": "verification/",
    "sources": "sources/",
    "glossary": "glossary/",
    "notebook": "notebooks/attention/day-43-queries-keys-values/",
}


@pytest.fixture
def look(new_context: Callable[..., BrowserContext]) -> Iterator[Callable[..., Page]]:
    """A page in a fresh context without motion: what fades in would be judged half faded."""

    def make(**options: Any) -> Page:
        return new_context(reduced_motion="reduce", **options).new_page()

    yield make


def violations(page: Page) -> list[str]:
    """What axe finds on a page as it stands: a line an element."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{violation['id']}: {node['target'][0]} {node['html'][:160]} {' '.join(node['failureSummary'].split())[:200]}"
        for violation in found
        for node in violation["nodes"]
    ]


def check(page: Page, combinations: list[tuple[int, str]]) -> None:
    """Fails with everything that axe finds on a page in these combinations of width and colours."""
    found: dict[str, list[str]] = {}
    for width, scheme in combinations:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        # Material reads the device's colours by a script.
        if page.locator("body[data-md-color-scheme]").count():
            expect(page.locator("body")).to_have_attribute(
                "data-md-color-scheme", "slate" if scheme == "dark" else "default"
            )
        for violation in violations(page):
            found.setdefault(violation, []).append(f"{width} {scheme}")
    assert not found, "\n".join(f"{violation}  [{', '.join(where)}]" for violation, where in found.items())


def crosswise(lang: str) -> list[tuple[int, str]]:
    """Both widths and both colours; between the two languages, each with each."""
    return list(zip(WIDTHS, SCHEMES if lang == "ja" else SCHEMES[::-1], strict=True))


def open_all(page: Page) -> None:
    """Opens everything that can be opened."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")


def predict(page: Page) -> None:
    """Commits to a prediction in every exercise of the lesson: the first value of each is wrong."""
    for section in page.locator(".tk-exercise").all():
        expect(section.locator(".tk-predict > *").first).to_be_visible()
        for field in section.locator(".tk-input").all():
            field.fill("7")
        for field in section.locator("textarea").all():
            if field.is_visible():
                field.fill("x < y")
        section.locator("[type=submit]").click()


@pytest.mark.parametrize("kind", PLAIN)
def test_a_page_as_it_is_met(look: Callable[..., Page], site: str, lang: str, kind: str) -> None:
    page = look()
    answer = page.goto(f"{site}/{lang}/{PLAIN[kind]}")
    assert answer is not None
    assert answer.ok, f"the site has no such page: {answer.url}"
    page.wait_for_load_state("networkidle")
    check(page, crosswise(lang))


def test_a_lesson_with_everything_open(look: Callable[..., Page], site: str, lang: str) -> None:
    page = look()
    page.goto(f"{site}/{lang}/{DAY_43}")
    open_all(page)
    check(page, crosswise(lang)[:1])
    predict(page)
    open_all(page)
    check(page, crosswise(lang))


def test_a_record_that_holds_something(look: Callable[..., Page], site: str, lang: str) -> None:
    page = look()
    page.goto(f"{site}/{lang}/{DAY_43}")
    predict(page)
    page.goto(f"{site}/{lang}/record/")
    expect(page.locator(".tk-journal")).not_to_have_text("")
    open_all(page)
    check(page, crosswise(lang))


def test_the_search(look: Callable[..., Page], site: str, lang: str) -> None:
    page = look()
    field = page.locator(".md-search__input")
    for width, scheme in crosswise(lang):
        page.set_viewport_size({"width": width, "height": 900})
        # Afresh each time: how the search opens depends on the width at which the page was loaded.
        page.goto(f"{site}/{lang}/")
        page.keyboard.press("/")
        expect(field).to_be_focused()
        field.press_sequentially("softmax")
        expect(page.locator(".md-search-result__item").first).to_be_visible()
        check(page, [(width, scheme)])


def test_the_drawer_of_a_phone(look: Callable[..., Page], site: str, lang: str) -> None:
    page = look(viewport={"width": 375, "height": 900})
    page.goto(f"{site}/{lang}/{DAY_43}")
    page.locator("label.md-header__button[for=__drawer]").click()
    expect(page.locator(".md-sidebar--primary")).to_be_in_viewport()
    check(page, [(375, "light" if lang == "ja" else "dark")])


def test_the_page_that_is_not_found(look: Callable[..., Page], site: str, log: Log) -> None:
    log.expect("404")
    page = look()
    page.goto(f"{site}/en/nothing/")
    expect(page.locator("h1")).to_have_text("404")
    check(page, list(product(WIDTHS, SCHEMES)))


def test_the_door(look: Callable[..., Page], site: str) -> None:
    page = look()

    def stay(route: Route) -> None:
        route.fulfill(status=204)

    # The door leads on at once: an answer without content keeps the browser where it is.
    page.route(re.compile(r"/course/(ja|en)/$"), stay)
    page.goto(f"{site}/", wait_until="commit")
    expect(page.locator("h1")).to_be_visible()
    check(page, list(product(WIDTHS, SCHEMES)))


def test_every_kind_of_page_is_looked_at(folder: Path, lang: str) -> None:
    """A page whose kind is not in the table above fails here."""
    known = [re.escape(path) for path in PLAIN.values()]
    known += [r"attention/day-\d+-[a-z-]+/", r"notebooks/attention/day-\d+-[a-z-]+/"]
    files = (file.relative_to(folder / lang).as_posix() for file in folder.glob(f"{lang}/**/*.html"))
    pages = {file.removesuffix("index.html") for file in files}
    assert {path for path in pages if not any(re.fullmatch(pattern, path) for pattern in known)} == set()
