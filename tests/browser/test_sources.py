"""Cards of sources, and the page that lists them all: sorted, filtered, cited, without a script too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from build_tools import course
from build_tools.model import Access, Author
from build_tools.rendering import cards
from tests.browser.harness import REPOSITORY

DAY_43 = "attention/day-43-queries-keys-values/"
NARROW = {"width": 375, "height": 800}
TOUCH = {"viewport": NARROW, "has_touch": True, "is_mobile": True}
# No wider than the screen, whatever stands on it.
FITS = "document.documentElement.scrollWidth <= innerWidth"


def rows(page: Page) -> Locator:
    """The rows of the first table."""
    return page.locator(".tk-catalogue").first.locator("tbody > tr")


def titles(page: Page) -> list[str]:
    """The titles of the rows that are shown, from top to bottom."""
    return [row.locator(".tk-catalogue__title").inner_text() for row in rows(page).all() if row.is_visible()]


@pytest.fixture
def listed(page: Page, site: str, lang: str) -> Page:
    """The page of sources."""
    page.goto(f"{site}/{lang}/sources/")
    expect(page.locator(".tk-filter")).to_be_visible()
    return page


def test_sorting_by_keyboard(listed: Page) -> None:
    before = titles(listed)
    assert len(before) > 2
    head = listed.locator(".tk-catalogue").first.locator("thead th").first
    button = head.locator("button")
    button.focus()
    button.press("Enter")
    expect(head).to_have_attribute("aria-sort", "ascending")
    expect(button).to_be_focused()
    expect(listed.locator(".tk-spoken[role=status]")).to_contain_text(button.inner_text())
    ascending = titles(listed)
    assert ascending == sorted(before, key=str.casefold)
    button.press(" ")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert titles(listed) == ascending[::-1]
    other = listed.locator(".tk-catalogue").first.locator("thead th button").nth(4)
    other.click()
    expect(listed.locator("[aria-sort]")).to_have_count(1)
    dates = rows(listed).locator("td[data-key^='2']").evaluate_all("cells => cells.map((one) => one.dataset.key)")
    assert dates == sorted(dates) and len(dates) == len(before)


def test_filtering(listed: Page) -> None:
    all_titles = titles(listed)
    status = listed.locator(".tk-filter [role=status]")
    words = listed.locator(".tk-filter [name=words]")
    expect(listed.locator(".tk-filter [type=reset]")).to_be_hidden()
    words.press_sequentially("ＡＴＴＥＮＴＩＯＮ vaswani")
    assert titles(listed) == ["Attention Is All You Need"]
    expect(status).to_contain_text("1")
    words.fill("no such source")
    assert titles(listed) == []
    assert status.inner_text() != ""
    listed.locator(".tk-filter [type=reset]").press("Enter")
    expect(words).to_be_focused()
    expect(words).to_have_value("")
    assert titles(listed) == all_titles
    listed.locator(".tk-filter select[name=type]").select_option("code")
    assert 0 < len(titles(listed)) < len(all_titles)
    listed.locator(".tk-filter select[name=use]").select_option("link")
    listed.locator(".tk-filter [name=open]").check()
    shown = [row for row in rows(listed).all() if row.is_visible()]
    assert all(row.get_attribute("data-open") == "open" for row in shown)
    # What is filtered stays so while it is sorted.
    listed.locator(".tk-catalogue").first.locator("thead button").first.click()
    assert len(titles(listed)) == len(shown)


@pytest.mark.parametrize("path", ["sources/", DAY_43])
def test_a_citation_is_copied_in_one_click(page: Page, site: str, lang: str, path: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site}/{lang}/{path}")
    place = page.locator("#source-vaswani-2017")
    button = place.locator(".tk-cite button")
    button.click()
    expect(button).to_have_attribute("data-copied", "")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == place.locator("[id$=-citation]").text_content()
    assert "Attention Is All You Need" in copied and "1706.03762v7" in copied and "\n" not in copied
    expect(page.locator(".tk-spoken[role=status]")).to_contain_text("Attention Is All You Need")


def test_where_nothing_may_be_copied_the_citation_is_selected(page: Page, site: str) -> None:
    page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new Error());"
        "Document.prototype.execCommand = () => false;"
    )
    page.goto(f"{site}/ja/{DAY_43}")
    card = page.locator("#source-nanogpt")
    expect(card.locator("[id$=-citation]")).to_be_hidden()
    card.locator(".tk-cite button").click()
    expect(card.locator("[id$=-citation]")).to_be_in_viewport()
    assert page.evaluate("getSelection().toString()").strip() == card.locator("[id$=-citation]").inner_text()


def test_from_a_card_to_all_sources_and_back(page: Page, site: str) -> None:
    page.goto(f"{site}/en/{DAY_43}")
    page.locator("#source-nanogpt .tk-card__foot a").click()
    page.wait_for_url("**/sources/")
    page.locator("#source-nanogpt a[href*='#source-nanogpt']").click()
    page.wait_for_url(f"**/{DAY_43}#source-nanogpt")
    expect(page.locator("#source-nanogpt h3")).to_be_in_viewport()


def test_where_to_look_stands_first_and_details_are_folded(page: Page, site: str) -> None:
    page.goto(f"{site}/ja/{DAY_43}")
    for card in page.locator(".tk-card").all():
        parts = card.evaluate("card => [...card.children].map((one) => one.className || one.localName)")
        assert parts[:3] == ["h3", "tk-card__where", "tk-card__about"]
        folds = card.locator("details")
        expect(folds).to_have_count(3)
        for fold in folds.all():
            expect(fold.locator(":scope > :not(summary)").first).to_be_hidden()
            fold.locator("summary").press("Enter")
            expect(fold.locator(":scope > :not(summary)").first).to_be_visible()


def test_without_a_script_everything_is_there(new_context: Callable[..., BrowserContext], site: str, lang: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{site}/{lang}/sources/")
    expect(page.locator(".tk-filter")).to_be_hidden()
    expect(page.locator(".tk-catalogue button, .tk-cite > *")).to_have_count(0)
    assert len(titles(page)) == rows(page).count() > 2
    fold = rows(page).first.locator("details")
    fold.locator("summary").click()
    expect(fold.locator("p")).to_be_visible()
    for link in page.locator(".tk-sources a[download]").all():
        assert page.request.get(page.evaluate("link => link", link.evaluate("link => link.href"))).ok


def test_on_a_phone(new_context: Callable[..., BrowserContext], site: str, lang: str) -> None:
    page = new_context(**TOUCH).new_page()
    page.goto(f"{site}/{lang}/sources/")
    expect(page.locator(".tk-filter")).to_be_visible()
    assert page.evaluate(FITS)
    # What a small screen shows as a card is a table all the same.
    table = page.get_by_role("table").first
    expect(table.get_by_role("row")).to_have_count(rows(page).count() + 1)
    expect(table.get_by_role("columnheader")).to_have_count(5)
    targets = page.locator(".tk-sources :is(button, summary, select, input[type=search])").all()
    assert all((box := one.bounding_box()) is not None and box["height"] >= 44 for one in targets if one.is_visible())
    page.goto(f"{site}/{lang}/{DAY_43}")
    page.evaluate("document.querySelectorAll('.tk-card details').forEach((one) => { one.open = true; })")
    assert page.evaluate(FITS)


EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&amp; \u202edesrever '
LONG = "unbroken" * 400


def test_hostile_text_on_a_card_is_text(new_context: Callable[..., BrowserContext], site: str) -> None:
    """Such cards do not pass `check`; should one ever come through, it does no harm."""
    report = course.load(REPOSITORY)
    source = report.sources["nanogpt"]
    texts = {"ja": EVIL + LONG, "en": EVIL + LONG}
    work = replace(source.work, title=EVIL + LONG, url="javascript:alert(3)", authors=(Author(EVIL, LONG),))
    hostile = replace(
        source, work=work, rationale=texts, fallback=texts, note=texts, access=Access("none", "none", texts)
    )
    lesson = next(
        one.page for one in report.pages if one.page.language == "en" and one.page.key.startswith(DAY_43[:-1])
    )
    meta = {**lesson.meta, "sources": [{"id": "nanogpt", "locator": {"kind": "symbol", "text": EVIL + LONG}}]}
    fragment = cards.cards(replace(lesson, meta=meta), replace(report, sources={"nanogpt": hostile}), {})
    page = new_context(**TOUCH).new_page()
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog says {dialog.message}"))
    address = f"{site}/en/{DAY_43}"
    text = page.request.get(address).text()
    start = text.index('<article class="tk-card')
    end = text.rindex("</article>", start, text.index("tk-ledger", start)) + len("</article>")
    page.route(
        address, lambda route: route.fulfill(body=text[:start] + fragment + text[end:], content_type="text/html")
    )
    page.goto(address)
    card = page.locator("#source-nanogpt")
    expect(card.locator("h3")).to_contain_text('<img src=x onerror="alert(1)"><script>alert(2)</script>')
    expect(card.locator("h3")).to_contain_text("[U+202E]desrever")
    expect(card.locator("h3 a, img, script")).to_have_count(0)
    assert card.evaluate("card => [...card.querySelectorAll('a')].every((a) => a.protocol.startsWith('http'))")
    page.evaluate("document.querySelectorAll('.tk-card details').forEach((one) => { one.open = true; })")
    assert page.evaluate(FITS)
