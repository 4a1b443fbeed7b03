"""The course without any link that leaves it: nothing that a learner needs is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

from build_tools import course
from build_tools.model import Report
from build_tools.publishing import outside
from build_tools.rendering.addresses import place

ROOT = Path(__file__).resolve().parents[2]


class Links(HTMLParser):
    """The addresses that a page leads to, and its ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        if tag == "a" and values.get("href"):
            self.addresses.append(str(values["href"]))


@pytest.fixture(scope="module")
def report() -> Report:
    return course.check(ROOT)


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[str, str]:
    """Every page of the course's own site as `build --links-off` publishes it."""
    return {
        page.relative_to(folder).as_posix(): outside.without(page.read_text("utf-8")) for page in folder.rglob("*.html")
    }


def test_no_page_leads_outside(pages: Mapping[str, str]) -> None:
    assert len(pages) > 10
    for path, html in pages.items():
        away = [one for one in Links(html).addresses if re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", one)]
        assert away == [], path


def test_every_source_is_named_and_replaced(pages: Mapping[str, str], report: Report) -> None:
    """Each card keeps its title, and what stands in for the source can be reached from it."""
    cards = 0
    for one in report.pages:
        named = one.page.meta.get("sources")
        for item in named if isinstance(named, list) else []:
            source = report.sources[item["id"]]
            html = pages[f"{one.page.language}/{place(one.page.key)}/index.html"]
            card = html[html.index(f'id="source-{source.id}"') :].partition("</article>")[0]
            assert source.work.title.replace("'", "&#x27;") in card
            assert source.provides
            addresses = Links(card).addresses
            for anchor in source.provides:
                lesson, _, section = anchor.partition("#")
                found = [one for one in addresses if one.endswith(f"#{section}")]
                assert any(lesson.rpartition("/")[2] in one or one.startswith("#") for one in found), anchor
            cards += 1
    assert cards >= 8
