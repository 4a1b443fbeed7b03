"""The formulas' font as it is published: cut down, and nothing of it missed."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Page, Route

from build_tools.errors import BuildError
from build_tools.publishing import fonts
from tests.browser.harness import REPOSITORY, until

WHOLE = REPOSITORY / "theme" / "assets" / "fonts" / fonts.NAME
LOADED = """async () => (await document.fonts.load('16px "Tashikame Math"')).length"""
SIZES = """(parts) => parts.map((part) => part.getBoundingClientRect()).map((box) => [box.width, box.height])"""
# The forms hold formulas too.
MOUNTED = """() => [...document.querySelectorAll(".tk-predict")].every((place) => place.childElementCount > 0)"""
# All formulas on one sheet above the page: what else moves while a page is loaded does not move them.
SHEET = """() => {
  const sheet = document.createElement("div");
  sheet.className = "sheet md-typeset";
  sheet.style = "position: fixed; inset: 0; z-index: 99; background: white; color: black";
  sheet.append(...[...document.querySelectorAll("math")].map((formula) => formula.cloneNode(true)));
  document.body.append(sheet);
}"""
LESSONS = ("attention/day-43-queries-keys-values", "attention/day-45-multi-head-subspaces")


def glyphs(font: bytes) -> dict[int, str]:
    found: dict[int, str] = TTFont(io.BytesIO(font)).getBestCmap()
    return found


def is_set_in_text(character: str) -> bool:
    """Whether a character of a formula is left to the fonts of the text: Japanese words, and what has no ink."""
    return unicodedata.east_asian_width(character) in "WF" or unicodedata.category(character) in ("Zs", "Cf", "Cc")


def test_every_character_of_every_formula_has_a_glyph(folder: Path, lang: str) -> None:
    published = glyphs((folder / lang / "assets" / "fonts" / fonts.NAME).read_bytes())
    pages = [page.read_text("utf-8") for page in (folder / lang).rglob("*.html")]
    used = frozenset().union(*map(fonts.characters, pages))
    assert len(used) > 40
    assert {c for c in used if ord(c) not in published and not is_set_in_text(c)} == set()


def test_it_is_cut(folder: Path, lang: str) -> None:
    assert (folder / lang / "assets" / "fonts" / fonts.NAME).stat().st_size < 40_000 < WHOLE.stat().st_size


@pytest.mark.parametrize("lesson", LESSONS)
def test_formulas_look_as_with_the_whole_font(page: Page, site: str, lang: str, lesson: str) -> None:
    def seen() -> tuple[list[list[float]], bytes]:
        page.goto(f"{site}/{lang}/{lesson}/")
        until(page, MOUNTED)
        page.evaluate(SHEET)
        assert page.evaluate(LOADED) == 1
        boxes: list[list[float]] = page.locator(".sheet math, .sheet math *").evaluate_all(SIZES)
        return boxes, page.screenshot()

    cut = seen()
    asked: list[str] = []

    def whole(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=WHOLE.read_bytes(), content_type="font/woff2")

    page.route(f"**/{fonts.NAME}", whole)
    assert seen() == cut
    assert asked


def subset_of(text: str) -> bytes:
    return fonts.subset(WHOLE.read_bytes(), frozenset(text))


def test_the_same_characters_give_the_same_bytes() -> None:
    once = subset_of("(x)√")
    fonts.subset.cache_clear()
    assert subset_of("√)x(") == once


def test_brackets_stretch() -> None:
    font = TTFont(io.BytesIO(subset_of("(√")))
    variants = font["MATH"].table.MathVariants
    upright = dict(zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True))
    assert len(upright) >= 2
    for construction in upright.values():
        assert construction.VariantCount >= 4
        assert construction.GlyphAssembly.PartRecords
    assert len(font.getGlyphOrder()) < 60


def test_what_a_browser_makes_of_a_formula() -> None:
    formula = "<math><mi>x</mi><mi>h</mi><mi>sin</mi><mo>-</mo><msqrt><mi>&alpha;</mi></msqrt><mn>2&lt;</mn></math>"
    assert fonts.characters(f"<p>ab</p>{formula}") == frozenset("xhsin-−√α2< ") | {"𝑥", "ℎ", "𝛼"}


def test_a_file_that_is_no_font(tmp_path: Path) -> None:
    (tmp_path / fonts.NAME).write_bytes(b"not a font")
    with pytest.raises(BuildError, match="put the font back"):
        fonts.cut(tmp_path, frozenset("x"))


def test_a_site_without_the_font(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<math><mi>x</mi></math>", "utf-8")
    fonts.cut(tmp_path, frozenset("x"))
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
