"""The site alone, without a network: nothing is asked of another host, under any path, on any page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.harness import Log, serve

DAY_43 = "attention/day-43-queries-keys-values/"
REPORTED = """() => {
  window.reported = [];
  addEventListener("securitypolicyviolation", (event) => window.reported.push(event.violatedDirective));
}"""
# Written before anything that the policy governs.
POLICY = re.compile(r'<head>\s*(<meta charset="?utf-8"?>)?\s*<meta http-equiv="Content-Security-Policy" content="d')
SETTINGS = ({"reduced_motion": "reduce"}, {"forced_colors": "active"}, {"media": "print"}, {"contrast": "more"})
# Classes of what takes longer than a hundredth of a second to change.
MOVING = """() => [...document.querySelectorAll("*")].filter((part) => {
  const style = getComputedStyle(part);
  const durations = `${style.transitionDuration},${style.animationName === "none" ? 0 : style.animationDuration}`;
  return durations.split(",").some((duration) => parseFloat(duration) > 0.01);
}).map((part) => part.className)"""


def pages(folder: Path, below: str) -> list[str]:
    """The addresses of all pages of a built site below a folder, relative to its root."""
    files = sorted(file.relative_to(folder).as_posix() for file in folder.glob(f"{below}/**/*.html"))
    return [quote(file.removesuffix("index.html")) for file in files]


@pytest.fixture(scope="session")
def at_root(folder: Path) -> Iterator[str]:
    """The address of the site at a host's root."""
    with serve(folder) as address:
        yield address


def walk(page: Page, address: str, folder: Path, lang: str, log: Log) -> None:
    """Opens every page of a language, everything on it that opens, and the search."""
    page.add_init_script(f"({REPORTED})()")
    for path in pages(folder, lang):
        answer = page.goto(f"{address}/{path}")
        assert answer is not None
        assert answer.ok, path
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        page.mouse.wheel(0, 20_000)
        page.keyboard.press("/")
        page.locator(".md-search__input").press_sequentially("key")
        expect(page.locator(".md-search-result__item").first).to_be_visible()
        assert page.evaluate("window.reported") == [], path
    assert {urlsplit(url).netloc for url in log.requests if not url.startswith("data:")} == {urlsplit(address).netloc}


def test_a_walk_through_all_pages(page: Page, site: str, folder: Path, lang: str, log: Log) -> None:
    walk(page, site, folder, lang, log)
    # Below its path, the site asks for nothing outside of it.
    assert [url for url in log.requests if not url.startswith((f"{site}/", "data:"))] == []


def test_the_same_at_the_root(page: Page, at_root: str, folder: Path, log: Log) -> None:
    walk(page, at_root, folder, "en", log)


def test_offline(new_context: Callable[..., BrowserContext], site: str, lang: str) -> None:
    """A local server and no network: what leads elsewhere would fail, and be said in the console."""
    context = new_context()
    context.route(lambda url: urlsplit(url).hostname != "127.0.0.1", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{site}/{lang}/")
    page.locator(".tk-days a").first.click()
    page.wait_for_url(f"**/{DAY_43}*")
    expect(page.locator(".tk-predict > *").first).to_be_visible()
    page.locator(".tk-language").first.click()
    page.wait_for_url(f"**/{'en' if lang == 'ja' else 'ja'}/{DAY_43}*")


@pytest.mark.parametrize(("locale", "language"), [("ja-JP", "ja"), ("en-GB", "en"), ("fr-FR", "ja")])
def test_the_door_leads_on(new_context: Callable[..., BrowserContext], site: str, locale: str, language: str) -> None:
    page = new_context(locale=locale).new_page()
    page.goto(f"{site}/")
    page.wait_for_url(f"{site}/{language}/")


def test_the_door_remembers(new_context: Callable[..., BrowserContext], site: str, lang: str) -> None:
    page = new_context(locale="fr-FR").new_page()
    page.goto(f"{site}/{lang}/record/")
    page.goto(f"{site}/")
    page.wait_for_url(f"{site}/{lang}/")


def test_the_page_that_is_not_found_leads_back(page: Page, site: str, log: Log) -> None:
    log.expect("404")
    page.goto(f"{site}/en/nothing/at/all/")
    page.locator("a[hreflang=en]").click()
    page.wait_for_url(f"{site}/en/")


def test_every_page_has_a_policy(folder: Path) -> None:
    files = sorted(folder.rglob("*.html"))
    assert len(files) > 10
    assert [file for file in files if not POLICY.search(file.read_text("utf-8"))] == []


@pytest.mark.parametrize("emulated", SETTINGS, ids=str)
def test_settings_of_readers(page: Page, site: str, lang: str, emulated: dict[str, str]) -> None:
    page.emulate_media(**emulated)  # type: ignore[arg-type]
    page.goto(f"{site}/{lang}/{DAY_43}")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".tk-predict > *").first).to_be_visible()


def test_nothing_moves_with_reduced_motion(page: Page, site: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/en/{DAY_43}")
    assert page.evaluate(MOVING) == []


def on_paper(page: Page) -> Locator:
    """The first answer, closed, of a page that is to be printed."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = false; })")
    page.emulate_media(media="print")
    return page.locator(".tk-answer table").first


def test_paper(page: Page, site: str, lang: str) -> None:
    """A sheet to work on: no answer before a prediction; afterwards the answer, though it be closed on the screen."""
    page.goto(f"{site}/{lang}/{DAY_43}")
    exercise = page.locator(".tk-exercise").first
    expect(exercise.locator(".tk-input").first).to_be_visible()
    expect(on_paper(page)).not_to_be_visible()
    for only_on_screens in (".md-header", ".md-search", ".md-sidebar", ".headerlink", ".tk-exercise [type=submit]"):
        expect(page.locator(only_on_screens).first).not_to_be_visible()
    page.emulate_media(media="screen")
    for field in exercise.locator(".tk-input").all():
        field.fill("4")
    exercise.locator("[type=submit]").click()
    expect(page.locator(".tk-answer table").first).to_be_visible()
    expect(on_paper(page)).to_be_visible()


def test_paper_without_a_script(new_context: Callable[..., BrowserContext], site: str, lang: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{site}/{lang}/{DAY_43}")
    expect(on_paper(page)).to_be_visible()
