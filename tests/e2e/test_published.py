"""What a site publishes for other programs: the sources as files, and each lesson as JSON-LD, whoever builds it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import bibtexparser
import pytest

from build_tools.publishing import document
from tests.e2e.harness import Course

LESSON = "bread/day-1-bakers-percentage/index.html"
CARD = "python-fractions"


def described(page: Path) -> list[dict[str, object]]:
    """The blocks of JSON-LD on a page."""
    read = document.read(page.read_text("utf-8"))
    return [json.loads(data.text) for data in read.data if data.name == "application/ld+json"]


@pytest.mark.parametrize("code", ["ja", "en"])
def test_sources_are_published_as_files(built: Course, code: str) -> None:
    folder = built.root / "site" / code
    (item,) = json.loads((folder / "sources.csl.json").read_text("utf-8"))
    (entry,) = bibtexparser.parse_string((folder / "sources.bib").read_text("utf-8")).entries
    assert item["id"] == entry.key == CARD
    assert f"### {item['title']}\n" in (folder / "attribution.md").read_text("utf-8")


@pytest.mark.parametrize("code", ["ja", "en"])
def test_a_lesson_is_described_once(built: Course, code: str) -> None:
    folder = built.root / "site" / code
    (lesson,) = described(folder / LESSON)
    assert (lesson["@type"], lesson["inLanguage"]) == ("LearningResource", code)
    assert described(folder / "index.html") == []


def test_a_plain_build_describes_lessons_too(built: Course, plain: Course) -> None:
    (lesson,) = described(plain.root / ".build" / "plain" / "en" / LESSON)
    (published,) = described(built.root / "site" / "en" / LESSON)
    assert lesson == published


def test_with_its_links_off_no_page_leads_outside(course: Course) -> None:
    result = course.run("build_tools", "build", "--links-off", "--out", "off")
    assert result.code == 0, result.output
    pages = [page.read_text("utf-8") for page in (course.root / "off").rglob("*.html")]
    assert any('class="tk-outside"' in page for page in pages)
    assert not any(re.search(r'<a\b[^>]*href="https?:', page) for page in pages)
