"""Without a script: every page reads completely, and answers open by a click."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

LESSONS = ("attention/day-43-queries-keys-values/", "attention/day-45-multi-head-subspaces/")


@pytest.fixture
def plain(new_context: Callable[..., BrowserContext]) -> Page:
    """A page in a browser that runs no script."""
    return new_context(java_script_enabled=False).new_page()


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson(plain: Page, site: str, lang: str, lesson: str) -> None:
    plain.goto(f"{site}/{lang}/{lesson}")
    sections = plain.locator(".tk-exercise").all()
    assert sections
    for section in sections:
        expect(section.locator(".tk-criterion")).to_be_visible()
        # No empty box where the form would be.
        expect(section.locator(".tk-predict")).not_to_be_visible()
        for name in (".tk-hint", ".tk-answer"):
            for part in section.locator(name).all():
                content = part.locator(":scope > :not(summary)").first
                expect(content).not_to_be_visible()
                part.locator(":scope > summary").click()
                expect(content).to_be_visible()
    expect(plain.locator(".tk-task").first).not_to_be_visible()


def test_formulas(plain: Page, site: str, lang: str) -> None:
    plain.goto(f"{site}/{lang}/{LESSONS[0]}")
    formula = plain.locator("math[display=block]").first
    expect(formula).to_be_visible()
    box = formula.bounding_box()
    assert box is not None
    assert box["height"] > 30
    assert "$" not in plain.locator("main article").first.inner_text()


def test_a_verified_table_says_what_it_was_computed_by(plain: Page, site: str, lang: str) -> None:
    plain.goto(f"{site}/{lang}/{LESSONS[0]}")
    mark = plain.locator(".tk-table details.tk-mark").first
    mark.locator("summary").click()
    expect(mark.locator("dl")).to_be_visible()
    mark.locator("a[href^='#tk-code']").first.click()
    expect(plain.locator(":target")).to_be_visible()


def test_tabs(plain: Page, site: str, lang: str) -> None:
    plain.goto(f"{site}/{lang}/{LESSONS[0]}")
    tabs = plain.locator(".tabbed-set").first
    blocks = tabs.locator(".tabbed-block")
    labels = tabs.locator(".tabbed-labels > label")
    assert labels.count() == blocks.count() >= 2
    for number in (1, 0):
        labels.nth(number).click()
        expect(blocks.nth(number)).to_be_visible()
        expect(blocks.nth(1 - number)).not_to_be_visible()


def test_tabs_by_keyboard(plain: Page, site: str, lang: str) -> None:
    plain.goto(f"{site}/{lang}/{LESSONS[0]}")
    tabs = plain.locator(".tabbed-set").first
    tabs.locator("input").first.focus()
    plain.keyboard.press("ArrowRight")
    expect(tabs.locator(".tabbed-block").nth(1)).to_be_visible()


def test_the_record_says_why_it_is_empty(plain: Page, site: str, lang: str) -> None:
    plain.goto(f"{site}/{lang}/record/")
    expect(plain.locator("noscript p")).to_be_visible()


def test_links_need_no_script(plain: Page, site: str, lang: str) -> None:
    other = {"ja": "en", "en": "ja"}[lang]
    plain.goto(f"{site}/")
    plain.locator(f"a[hreflang={lang}]").click()
    plain.locator(".tk-days a").first.click()
    expect(plain.locator(".tk-exercise").first).to_be_visible()
    plain.locator(f".tk-language[hreflang={other}]").click()
    assert plain.url == f"{site}/{other}/{LESSONS[0]}"


def test_every_page_has_its_text(plain: Page, site: str, folder: Path, lang: str) -> None:
    files = sorted((folder / lang).rglob("*.html"))
    for file in files:
        plain.goto(f"{site}/{file.relative_to(folder).as_posix().removesuffix('index.html')}")
        expect(plain.locator("h1").first).to_be_visible()
        assert len(plain.locator("main article").first.inner_text()) > 50, file
