"""What is fuzzed: a function for each parser, which takes any text and must return.

What is wrong with a text is a finding, or an error of the program's own. Anything else that is raised is a fault.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path

from build_tools.cards import linkstatus, sources
from build_tools.claims import coverage, figured
from build_tools.claims.binding import bind
from build_tools.claims.verify import verify_group
from build_tools.code import header, snippets
from build_tools.errors import TashikameError
from build_tools.files import Files
from build_tools.formulas import blame, mathml, texmath
from build_tools.model import Answer, Numeral, Page, Tree
from build_tools.numbers.compare import agrees
from build_tools.numbers.languages import language
from build_tools.numbers.literals import canonical, scan, soft
from build_tools.numbers.rewrite import rewrite
from build_tools.pages import braces, lesson, markdown
from build_tools.pages.draft import Draft
from build_tools.pages.reading import read as read_page
from build_tools.settings import config, positioned
from build_tools.settings.config import ConfiguredLanguage
from build_tools.settings.engine import EnginePolicy

_LANGUAGES = {code: language(code, ("GPT-2",)) for code in ("ja", "en")}
_CONFIGURED = [
    ConfiguredLanguage(code, f"mkdocs.{code}.yml", Path("docs"), Path("site"), "", (), {}, {}, {})
    for code in _LANGUAGES
]
_VALUES: tuple[Tree, ...] = (7, 0.5, Fraction(1, 3), "7 あ", ((1, 2), (3, 4)), (1, "7"), 10**5000, float("inf"), None)
_NOWHERE = Path("/nowhere")
_REWRITTEN = 2  # numerals of a text that are written back: that takes longest


def page(text: str) -> None:
    """A page with all that its text is asked for, without anything being run."""
    pages = [_page(text, "ja"), _page(text.replace("1", "2"), "en")]
    verified, _ = verify_group(pages, _LANGUAGES, None)
    for one in verified:
        lesson.check(one.page)
        lesson.tree(dict(one.page.meta))
        lesson.locators(one.page)
        reading = read_page(one.page, _LANGUAGES[one.page.language])
        values: Mapping[str, Tree] = {"a": 7, "b": ((1, 2), (3, 4))}
        coverage.check(reading, _LANGUAGES[one.page.language], values, lambda expression: expression == "a")
        for number, (claim, literal) in enumerate(reading.claims):
            answer = Answer(_VALUES[number % len(_VALUES)])
            if claim.shape == "figure":
                figured.check(one.page, claim, answer.value)
            else:
                bind(one.page, claim, literal, answer)
    for formula in pages[0].formulas:
        _set(formula.tex.of(text))


def _page(text: str, code: str) -> Page:
    return markdown.read(text, f"docs/{code}/day-1.md", "day-1.md", code, foreign_blocks=len(text) % 2 == 0)


def literal(text: str) -> None:
    """Numerals and names of a text, in every language and everywhere that it may stand, and written back."""
    for tables in _LANGUAGES.values():
        for surface in ("prose", "code", "math"):
            tokens = scan(text, tables, surface=surface, words=surface == "prose")
            for number, token in enumerate(token for token in tokens if isinstance(token, Numeral)):
                canonical(token)
                for value in _VALUES if number < _REWRITTEN and surface == "prose" else ():
                    if isinstance(value, int | float | Fraction):
                        agrees(token, value)
                        rewrite(token, value, tables)
        soft(text, tables)


def formula(text: str) -> None:
    """A formula as arithmetic, as MathML, and as plain text."""
    for tables in _LANGUAGES.values():
        for fault in texmath.read(text, tables).faults:
            blame.blame(fault)
    _set(text)


def _set(tex: str) -> None:
    mathml.spoken(tex)
    if mathml.fault(tex) is None:
        mathml.to_mathml(tex, display=True)


def card(text: str) -> None:
    """A source-rights card."""
    sources.load(_NOWHERE / "cards", Files(_NOWHERE, {"cards/example-2024.yml": text}), _CONFIGURED)


def record(text: str) -> None:
    """The record of outside links."""
    linkstatus.load(text, date(2026, 11, 30))


def frontmatter(text: str) -> None:
    """Front matter, by itself and as a lesson's."""
    found = positioned.front_matter(text, "x.md")
    lesson.tree(dict(found.meta))
    positioned.load(text, "x.yml")


def configuration(text: str) -> None:
    """A project's configuration."""
    english = "INHERIT: mkdocs.yml\ntheme: {language: en}\n"
    config.load(_NOWHERE, Files(_NOWHERE, {"mkdocs.yml": text, "mkdocs.en.yml": english}))


def snippet(text: str) -> None:
    """A snippet's source with its header, and an expression about it."""
    read = snippets.read("snippets/x.py", text)
    read.readout(text[:200])
    header.read(text, "snippets/x.py", EnginePolicy(), Files(_NOWHERE, {}))


def binding(text: str) -> None:
    """What stands in braces behind a literal."""
    for opening in braces.OPENINGS:
        whole = opening + text
        found = braces.read_binding(Draft(whole, "x.md"), 0, len(whole))
        if found is not None and found.claim:
            braces.normal(found.text)


def octets(text: str) -> None:
    """Any bytes in a file, as a page and as a card."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "x.md").write_bytes(text.encode("utf-8", "surrogateescape"))
        files = Files(place, {})
        read = files.text("x.md")
        files.raw("x.md")
        if read is not None:
            markdown.read(read, "x.md", "x.md", "ja")
        (place / "x.yml").write_bytes(text.encode("utf-8", "surrogateescape"))
        sources.load(place, Files(place, {}), _CONFIGURED)


TARGETS: Mapping[str, Callable[[str], None]] = {
    "page": page,
    "literal": literal,
    "formula": formula,
    "card": card,
    "record": record,
    "frontmatter": frontmatter,
    "configuration": configuration,
    "snippet": snippet,
    "binding": binding,
    "octets": octets,
}


def run(target: str, text: str) -> None:
    """Gives a text to a target; what the program refuses in its own words is no fault.

    Raises:
        Exception: whatever else the parser lets out.
    """
    try:
        TARGETS[target](text)
    except TashikameError as error:
        assert error.message, "an error says what is wrong"
