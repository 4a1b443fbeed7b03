"""A page's text as numerals and names: each in its place, and how it is held."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from build_tools.formulas import blame, texmath
from build_tools.formulas.texmath import Fault, Role
from build_tools.model import Bare, Claim, Exemption, Finding, Name, Numeral, Page, Segment, Span, Token, position
from build_tools.numbers.languages import Language
from build_tools.numbers.literals import DIGIT, scan

_SHOWN = ("title", "description", "subtitle")  # front matter that builders put on the page
_LOCATOR = re.compile(r"sources\.\d+\.locator\.text\Z")
_PLACE = attrgetter("token.start")
_BEFORE, _AFTER = 14, 6  # how far a word such as `約` or `ほど` may stand from the literal that it rounds


class Placed(NamedTuple):
    """A token at its place on the page. `role` is a numeral's role in its formula; None outside formulas."""

    token: Token
    section: str
    role: Role | None = None

    @property
    def start(self) -> int:
        return self.token.start


@dataclass(frozen=True)
class Literal:
    """What a claim or exemption shows: its tokens in order, and its rows where it has any.

    `grids` holds, for a table or a matrix, the span of each row; `faults` the calculations in it that do not hold,
    each with the offset of its formula.
    """

    tokens: tuple[Placed, ...]
    grids: tuple[tuple[Span, ...], ...] = ()
    faults: tuple[tuple[int, Fault], ...] = ()
    whole: Numeral | None = None  # of a formula that is one calculation: what it comes to

    @property
    def numerals(self) -> list[tuple[Numeral, Role | None]]:
        return [(placed.token, placed.role) for placed in self.tokens if isinstance(placed.token, Numeral)]

    @property
    def names(self) -> list[Placed]:
        return [placed for placed in self.tokens if isinstance(placed.token, Name)]


@dataclass(frozen=True)
class PageReading:
    """Every token of a page, by what holds it."""

    page: Page
    claims: tuple[tuple[Claim, Literal], ...]
    exemptions: tuple[tuple[Exemption, Literal], ...]
    free: tuple[Placed, ...]
    findings: tuple[Finding, ...]  # arithmetic that does not hold, outside claims


def read(page: Page, language: Language) -> PageReading:
    """Reads every numeral and name of a page.

    Args:
        page: the page as parsed.
        language: the tables of its language.
    """
    reader = _Reader(page, language)
    claims = tuple(
        (claim, reader.literal(claim.segments, claim.section, claim.shape, bound=True)) for claim in page.claims
    )
    exemptions = tuple(
        (exemption, reader.literal(exemption.segments, exemption.section, "", bound=True))
        for exemption in page.exemptions
    )
    seen = [
        reader.literal([one.segment], one.section, "", bound=False)
        for one in page.seen
        # Most of what a page says holds no number.
        if one.segment.surface != "prose" or DIGIT.search(page.visible, one.segment.span.start, one.segment.span.end)
    ]
    titles = [
        reader.literal([Segment(span, "prose")], "", "", bound=False)
        for name, span in page.meta_spans.items()
        if name in _SHOWN or _LOCATOR.match(name)
    ]
    free = tuple(placed for literal in (*titles, *seen) for placed in literal.tokens)
    findings = [
        finding for literal in (*seen, *(literal for _, literal in exemptions)) for finding in faults(page, literal)
    ]
    return PageReading(page, claims, exemptions, free, tuple(findings))


def shown_by(page: Page, block: Bare, language: Language) -> Literal:
    """What a block states that no binding stands below, read as a claim below it would be."""
    return _Reader(page, language).literal(block.segments, block.section, block.shape, bound=True)


def faults(page: Page, literal: Literal, right: Collection[int] = (), wrong: Collection[int] = ()) -> list[Finding]:
    """The calculations of a literal that do not hold, at the numeral that is to be corrected.

    Args:
        page: its page.
        literal: the literal.
        right: offsets of numerals that a value confirms.
        wrong: offsets of numerals that are reported as wrong already.
    """
    findings = []
    rights, wrongs = sorted(right), sorted(wrong)
    for start, fault in literal.faults:
        end = start + max((numeral.end for numeral in fault.numerals), default=0)
        for one in blame.blame(fault, _within(rights, start, end), _within(wrongs, start, end)):
            line, column = position(page.text, start + one.start)
            findings.append(Finding(page.path, line, column, "arithmetic", one.message, one.mend))
    return findings


def _within(places: Sequence[int], start: int, end: int) -> set[int]:
    """Those of the places that lie in a stretch, as offsets in it."""
    return {at - start for at in places[bisect_left(places, start) : bisect_left(places, end)]}


class _Reader:
    def __init__(self, page: Page, language: Language) -> None:
        self.page, self.language = page, language

    def literal(self, segments: Iterable[Segment], section: str, shape: str, *, bound: bool) -> Literal:
        tokens: list[Placed] = []
        grids: list[tuple[Span, ...]] = []
        faults: list[tuple[int, Fault]] = []
        whole: Numeral | None = None
        for segment in segments:
            if segment.surface == "math":
                reading = texmath.read(self._text(segment.span), self.language)
                placed, matrices = self._math(segment, section, reading)
                tokens.extend(placed)
                grids.extend(matrices)
                faults.extend((segment.span.start, fault) for fault in reading.faults)
                if reading.whole is not None and shape in ("math", "display"):
                    start, end = (segment.span.start + at for at in (reading.whole.start, reading.whole.end))
                    whole = replace(reading.whole, start=start, end=end)
            else:
                tokens.extend(Placed(token, section) for token in self._prose(segment, bound))
        if shape in ("table", "fence"):
            grids = [self._lines(segments)]
        return Literal(tuple(sorted(tokens, key=_PLACE)), tuple(grids), tuple(faults), whole)

    def _text(self, span: Span) -> str:
        """What a reader sees of a span; in front matter, where nothing is marked up, the text itself."""
        return (self.page.text if span.end <= self.page.body else self.page.visible)[span.start : span.end]

    def _math(
        self, segment: Segment, section: str, reading: texmath.Reading
    ) -> tuple[list[Placed], list[tuple[Span, ...]]]:
        start = segment.span.start
        roles = iter(reading.roles)
        placed = [
            Placed(_shift(token, start), section, next(roles) if isinstance(token, Numeral) else None)
            for token in reading.tokens
        ]
        grids = [
            tuple(Span(start + row.start, start + row.end) for row in matrix.rows)
            for matrix in reading.matrices
            if len(matrix.rows) > 1
        ]
        return placed, grids

    def _prose(self, segment: Segment, bound: bool) -> list[Token]:
        span, text = segment.span, self._text(segment.span)
        if segment.surface == "marker":
            text = span.of(self.page.text)
            return [Name(span.start, span.end, text, "list", (text,))]
        if segment.surface == "code":
            tokens = scan(text, self.language, surface="code", words=bound)
        elif bound:
            before = self._near(range(span.start - 1, -1, -1), _BEFORE)[::-1]
            after = self._near(range(span.end, len(self.page.text)), _AFTER)
            tokens = _in_context(before, text, after, self.language)
        else:
            tokens = scan(text, self.language)
        return [_shift(token, span.start) for token in tokens]

    def _near(self, places: Iterable[int], most: int) -> str:
        """What a reader sees at these places, up to the end of the line, or of the table's cell, that they begin in."""
        text, visible, found = self.page.text, self.page.visible, ""
        for i in places:
            if len(found) == most or text[i] == "\n" or (text[i] == "|" and visible[i] == "\x00"):
                break
            if visible[i] != "\x00":
                found += visible[i]
        return found

    def _lines(self, segments: Iterable[Segment]) -> tuple[Span, ...]:
        """The lines on which a block's segments stand."""
        lines: list[Span] = []
        for segment in segments:
            if lines and lines[-1].start <= segment.span.start <= lines[-1].end:
                continue
            start = self.page.text.rfind("\n", 0, segment.span.start) + 1
            end = self.page.text.find("\n", start)
            line = Span(start, end if end >= 0 else len(self.page.text))
            lines.append(line)
        return tuple(lines)


@lru_cache(maxsize=4096)  # cells and counts are few, and so are the words beside them
def _in_context(before: str, text: str, after: str, language: Language) -> tuple[Token, ...]:
    """The tokens of a literal, read with the words around it, so that `about [124]` rounds."""
    tokens = scan(text, language, words=True)
    if not (before or after):
        return tokens
    start, end = len(before), len(before) + len(text)
    near = [
        _shift(token, -start)
        for token in scan(before + text + after, language, words=True)
        if start <= token.start and token.end <= end
    ]
    alone = {(token.start, token.end, type(token)) for token in tokens}
    # `[三]{=n} つ`: a word may be a number only by what stands behind it.
    more = [
        token
        for token in near
        if (token.start, token.end, type(token)) in alone or (isinstance(token, Numeral) and token.word)
    ]
    agreed = len(more) == len(near) and alone <= {(token.start, token.end, type(token)) for token in more}
    return tuple(more) if agreed else tokens


def _shift(token: Token, by: int) -> Token:
    """The same token at another place; there is one for each that stands on a page."""
    if isinstance(token, Name):
        return Name(token.start + by, token.end + by, token.text, token.kind, token.canonical)
    return Numeral(token.start + by, token.end + by, token.text, token.value, token.unit, token.approximate, token.word)
