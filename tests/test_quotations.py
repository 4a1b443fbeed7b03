"""Quotations on a page and in its notebook."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from build_tools import course
from build_tools.exports.imprint import Imprint
from build_tools.model import Report, VerifiedPage
from build_tools.notebooks import notebook
from build_tools.substitution import substitute

SAMPLES = Path(__file__).parent / "samples"


def built(tmp_path: Path, language: str = "en") -> tuple[VerifiedPage, Report]:
    shutil.copytree(SAMPLES / "base", tmp_path, dirs_exist_ok=True)
    shutil.copytree(SAMPLES / "check" / "source-quote-right", tmp_path, dirs_exist_ok=True)
    report = course.check(tmp_path)
    assert report.findings == ()
    return next(one for one in report.pages if one.page.language == language), report


def test_on_the_page(tmp_path: Path) -> None:
    page, report = built(tmp_path)
    written = substitute(page, report, Imprint({}, "", ()))
    opening = next(html for html in written.fragments if "tk-quote" in html)
    closing = next(html for html in written.fragments if "figcaption" in html and "</blockquote>" in html)
    assert opening == '<figure class="tk-quote"><blockquote cite="https://example.org/tiles">'
    assert closing == (
        "</blockquote><figcaption>— <bdi>Ada Example</bdi> · "
        '<a href="#source-tile-book"><cite><bdi>A Book of Tiles</bdi></cite></a>'
        " · The opening chapter</figcaption></figure>"
    )
    assert "source:" not in written.text and "A floor is a whole number of tiles" in written.text


def test_in_the_notebook(tmp_path: Path) -> None:
    _, report = built(tmp_path)
    notebook.write(report, tmp_path / "notebooks", ["en"], "")
    (file,) = (tmp_path / "notebooks").rglob("*.ipynb")
    text = file.read_text("utf-8")
    assert "<blockquote>" in text and "</blockquote>" in text
    assert "— [A Book of Tiles](<https://example.org/tiles>) · The opening chapter" in text


def test_the_words_are_in_the_language_of_their_source(tmp_path: Path) -> None:
    page, report = built(tmp_path, "ja")
    written = substitute(page, report, Imprint({}, "", ()))
    assert any('<blockquote cite="https://example.org/tiles" lang="en">' in html for html in written.fragments)
    notebook.write(report, tmp_path / "notebooks", ["ja"], "")
    (file,) = (tmp_path / "notebooks").rglob("*.ipynb")
    sources = ["".join(cell["source"]) for cell in json.loads(file.read_text("utf-8"))["cells"]]
    quotation = next(text for text in sources if "<blockquote" in text)
    assert '<blockquote lang="en">' in quotation
    assert "— [A Book of Tiles](<https://example.org/tiles>) · " in quotation
