"""What a lesson costs who has never been here: at most 200 KB, compressed as static hosts do, fonts included."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Log

LIMIT = 200_000
LESSONS = ("attention/day-43-queries-keys-values/", "attention/day-45-multi-head-subspaces/")
# Hosts compress text; what is compressed already, they send as it is.
TEXT = (".html", ".css", ".js", ".json", ".svg", ".xml", ".txt")


def sent(file: Path) -> int:
    """The bytes of a file on its way."""
    data = file.read_bytes()
    return len(gzip.compress(data, 6, mtime=0)) if file.suffix in TEXT else len(data)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_cold_lesson(page: Page, site: str, folder: Path, lang: str, lesson: str, log: Log) -> None:
    page.goto(f"{site}/{lang}/{lesson}")
    expect(page.locator(".tk-predict > *").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    sizes = {}
    for url in log.requests:
        if not url.startswith("data:"):
            name = unquote(urlsplit(url).path.removeprefix(urlsplit(site).path)).lstrip("/")
            sizes[name] = sent(folder / name / "index.html" if name.endswith("/") else folder / name)
    assert f"{lang}/assets/fonts/stix-two-math.woff2" in sizes
    # It grows with the course, and comes when somebody searches.
    assert f"{lang}/search/search_index.json" not in sizes
    listed = "\n".join(f"{size:>8} {name}" for name, size in sorted(sizes.items(), key=lambda item: -item[1]))
    assert sum(sizes.values()) <= LIMIT, listed
    print(f"{sum(sizes.values())} bytes\n{listed}")
