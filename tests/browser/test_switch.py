"""The switch of languages leads to the section that is being read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import until

DAY = "attention/day-43-queries-keys-values"


def other(lang: str) -> str:
    return {"ja": "en", "en": "ja"}[lang]


def scroll_to(page: Page, identifier: str) -> None:
    """Scrolls as a reader does, once the forms are there: the heading stands below the header."""
    expect(page.locator(".tk-predict").last).not_to_be_empty()
    page.evaluate(
        "(id) => { const box = document.getElementById(id).getBoundingClientRect();"
        " scrollBy({ top: box.top - 70, behavior: 'instant' }); }",
        identifier,
    )


def in_sight(page: Page, identifier: str) -> bool:
    top: float = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", identifier)
    return 0 <= top <= 200


@pytest.mark.parametrize("section", ["goal", "procedure", "exercise-2"])
def test_the_section_that_is_scrolled_to(page: Page, site: str, lang: str, section: str) -> None:
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/")
    scroll_to(page, section)
    page.locator("a.tk-language").click()
    page.wait_for_url(f"**/{other(lang)}/{DAY}/#{section}")
    expect(page.locator("html")).to_have_attribute("lang", other(lang))
    until(page, "(id) => document.getElementById(id).getBoundingClientRect().top <= 200", section)
    assert in_sight(page, section)
    # And back again.
    page.locator("a.tk-language").click()
    page.wait_for_url(f"**/{lang}/{DAY}/#{section}")


def test_the_section_that_the_address_names_by_keyboard(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/#exercise-1")
    page.locator("a.tk-language").press("Enter")
    page.wait_for_url(f"**/{other(lang)}/{DAY}/#exercise-1")


def test_an_address_that_was_left_behind_does_not_count(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/#goal")
    scroll_to(page, "exercise-2")
    page.locator("a.tk-language").click()
    page.wait_for_url(f"**/{other(lang)}/{DAY}/#exercise-2")


def test_the_top_of_a_page(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/")
    page.locator("a.tk-language").click()
    page.wait_for_url(f"**/{other(lang)}/{DAY}/")


def test_without_a_script_it_is_a_plain_link(page: Page, site: str, lang: str) -> None:
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{site.rstrip('/')}/{lang}/{DAY}/")
    plain.locator("a.tk-language").click()
    plain.wait_for_url(f"**/{other(lang)}/{DAY}/")
    context.close()
