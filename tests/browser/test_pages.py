"""The course's real pages, as the audit and the search index read them: as those read that are slower."""

from __future__ import annotations

from pathlib import Path

from build_tools.publishing.tags import known
from tests import test_sections, test_tags


def test_every_page_is_read_as_others_read_it(folder: Path) -> None:
    pages = sorted(folder.rglob("*.html"))
    assert pages
    for page in pages:
        html = page.read_text("utf-8")
        assert known(html) is not None, page
        test_tags.same(html)
        test_sections.same(html)
