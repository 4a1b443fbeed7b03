"""The formulas' font, cut down to the glyphs that the site's formulas use.

Whole it is larger than all else of a lesson together. A plain build of one language keeps it whole.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from pathlib import Path

from build_tools.errors import BuildError

NAME = "stix-two-math.woff2"

_MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)
_VARIABLE = re.compile(r"<mi\b[^>]*>([^<]*)</mi>")
_TAG = re.compile(r"<[^>]*>")
# A browser sets a variable of one letter in italics, which in a font for maths are characters of their own.
_ITALIC = {
    chr(int(plain[1], 16)): italic
    for italic in ("\u210e", *map(chr, (*range(0x1D434, 0x1D468), 0x1D6A4, 0x1D6A5, *range(0x1D6E2, 0x1D71C))))
    if len(plain := unicodedata.decomposition(italic).split()) == 2
}


def characters(page: str) -> frozenset[str]:
    """The characters that a browser looks for in the formulas' font when it shows a page's MathML."""
    return frozenset(_characters(page))


def _characters(page: str) -> Iterator[str]:
    for formula in _MATH.findall(page):
        text = unescape(_TAG.sub("", formula))
        yield from text
        for name in _VARIABLE.findall(formula):
            yield _ITALIC.get(unescape(name), " ")
        if "<msqrt" in formula or "<mroot" in formula:
            yield "√"
        if "-" in text:
            yield "−"


@lru_cache(maxsize=1)
def subset(font: bytes, wanted: frozenset[str]) -> bytes:
    """A woff2 font with the glyphs of `wanted`, their taller and smaller forms, and what puts them together.

    The same font and characters give the same bytes. What the font does not have is left out. The last result is kept:
    while a site is served, most changes of a page bring no new character into its formulas.

    Raises:
        BuildError: the file is no font.
    """
    # Imported here: a site without formulas does without it.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont, TTLibError

    options = Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True)
    cut = io.BytesIO()
    try:
        read = TTFont(io.BytesIO(font), recalcTimestamp=False)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=map(ord, wanted))
        subsetter.subset(read)
        read.flavor = "woff2"
        read.save(cut)
    except TTLibError as error:
        raise BuildError(f"{NAME} cannot be read: {error}", "put the font back that belongs into theme/") from error
    return cut.getvalue()


def cut(folder: Path, wanted: frozenset[str]) -> None:
    """Cuts each copy of the font in a built site down to what its pages need.

    Args:
        folder: the site.
        wanted: the `characters` of all of its pages.

    Raises:
        BuildError: a copy is no font.
    """
    for copy in sorted(folder.rglob(NAME)):
        copy.write_bytes(subset(copy.read_bytes(), wanted))
