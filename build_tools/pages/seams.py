"""Seams of a line: numbers that a reader sees as one and the page writes in parts, and cells that end unmeant."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from build_tools.model import Claim, Exemption
from build_tools.numbers import numberwords
from build_tools.pages.atoms import Atom
from build_tools.pages.draft import Draft

Bound = TypeVar("Bound", Claim, Exemption)

# These begin with a character, and look back behind it: so a search finds at once where they may match at all.
# Two parts of one number, as a reader sees it, with something in between that none sees.
_SEAM = re.compile(r"\d(?P<seam>[\x00*]++)(?=(?:\.[\x00*]*+)?\d|,[\x00*]*+\d{3}(?!\d))")
# A sign outside of what holds the digits; a dash between two things is none. A unit may stand outside: `[65]{=p} %`.
_OUTSIDE = re.compile(r"(?P<seam>[-−－±](?<![\w\x00)\]）」][-−－±])[\x00*]++)(?=\d)")
# `_49_` is emphasis, no name: an underscore at a word's edge is never seen.
_EMPHASIS = re.compile(r"_(?<![\w_]_)_{0,2}(?=[^\s_])|_(?<=[^\s_]_)_{0,2}(?![\w_])")
# What multiplies a number and stands behind its claim; `%`, bytes and counters may stand there: `[92]{=acc * 100} %`.
_MULTIPLE = re.compile(
    r"[\x00*]*+(?P<outside>"
    r"(?:[ \u00a0\u2009\u202f]|-)?(?:thousand|million|billion|trillion|hundred|dozen|bn|mn)(?![A-Za-z])"
    r"|[kKMBT](?![A-Za-z\d])|[⁰¹²³⁴-⁹⁻]+|[eE][+\-−]?\d"
    r"|[ \u00a0\u2009\u202f\u3000]?(?:百(?!分)|千(?!葉|代)|万(?!能|一)|億|兆(?!候|し)|割(?![りる合っ])))"
)
# What changes a number and stands in front of its claim: a sign, a root, another digit.
_NO_OPERAND = (
    r"(?:\A[\s*]*|[(\[{（「『【、。，,;:：=≈<>≤≥]\s*|[ぁ-ん]\s*"
    r"|(?<![A-Za-z])(?:is|of|to|from|by|at|or|than|are|was|were|be|gives?|gets?|get|yields|equals|about)\s+)"
)
_AHEAD = re.compile(
    rf"(?:(?:{_NO_OPERAND}|(?<![A-Za-z])(?:and|with)\s+)(?P<word>[Mm]inus)\s+|{_NO_OPERAND}(?P<negative>[Nn]egative)\s+"
    rf"|(?<![\d)\]}}\x00])(?<![\d)\]}}\x00] )(?P<kana>マイナス|氷点下)\s?|{_NO_OPERAND}(?P<sign>[-−－‐‑‒﹣])\s"
    rf"|{_NO_OPERAND}(?P<dash>[–—])|(?P<mark>[√∛▲△])\s?"
    r"|(?<![一-龠々])(?P<kanji>[〇一二三四五六七八九十百千万億兆]+))\Z"
)
# How all of that ends. Looked at first: `_AHEAD` tries every place of a line, and seldom finds anything.
_AHEAD_ENDS = frozenset("seス下-−－‐‑‒﹣–—√∛▲△〇一二三四五六七八九十百千万億兆")
_BEGINS = re.compile(r"\\?[$¥€£]?[.√]?[\d０-９∞]")
_PARTING = re.compile(r"<(?:br|wbr|/?(?:div|details|summary|figure|figcaption))\b", re.IGNORECASE)


def hide_emphasis(draft: Draft, atoms: Mapping[int, Atom], start: int, end: int) -> None:
    """Hides the underscores that emphasise words or numbers of a line, outside of its code and formulas."""
    found = [*_EMPHASIS.finditer(draft.text, start, end)]
    verbatim = _verbatim(atoms) if found else []
    for match in found:
        if not _within(verbatim, *match.span()):
            draft.hide(*match.span())


def _verbatim(atoms: Mapping[int, Atom]) -> list[tuple[int, int]]:
    """Where a line's code and formulas stand, in order."""
    return [(i, atom.end) for i, atom in atoms.items() if atom.kind in ("code", "math")]


def _within(verbatim: Sequence[tuple[int, int]], left: int, right: int) -> bool:
    """Whether a stretch lies inside one of these, before its closing mark."""
    at = bisect_right(verbatim, (left, 0)) - 1
    return at >= 0 and right < verbatim[at][1]


def check_numbers(draft: Draft, atoms: Mapping[int, Atom], partings: Sequence[int], start: int, end: int) -> None:
    """Reports numbers with markup inside: `1**2**3`, `[1]{=a}[2]{=b}`, `-[1]{=a}`.

    Args:
        draft: the page, of which `text[start:end]` has just been read.
        atoms: the atoms of that line.
        partings: offsets at which digits are apart for a reader, too: cells of a table, edges of attributes.
        start: where the line starts.
        end: where it ends.
    """
    shown, cells = draft.shown(start, end), sorted(partings)
    found = [*_SEAM.finditer(shown), *_OUTSIDE.finditer(shown)]
    verbatim = _verbatim(atoms) if found else []
    for match in found:
        left, right = start + match.start("seam"), start + match.end("seam")
        inside = _within(verbatim, left, right)
        apart = _PARTING.search(draft.text, left, right) or bisect_left(cells, left) < bisect_left(cells, right)
        if not inside and not apart:
            what = "a reader sees one number here, which is written in parts"
            mend = "take out what stands between its digits, or put a space there; to multiply is `×` or maths"
            draft.report(left, "split-number", what, mend)
    _check_outside(draft, cells, shown, start)


def _check_outside(draft: Draft, cells: Sequence[int], shown: str, start: int) -> None:
    """Reports signs and multiples that stand outside of what is bound: `[48]{=a} million`, `minus [48]{=a}`."""
    all_bound: list[Claim | Exemption] = [*_since(draft.claims, start), *_since(draft.exemptions, start)]
    for bound in all_bound:
        whole = bound.whole
        behind = _MULTIPLE.match(shown, whole.end - start)
        cell = bisect_right(cells, whole.start - 1)
        edge = cells[cell - 1] + 1 - start if cell else 0
        tail = shown[max(edge, whole.start - start - 60) : whole.start - start]
        before = tail.rstrip("*\x00")
        ahead = _AHEAD.search(before) if before.rstrip()[-1:] in _AHEAD_ENDS else None
        if not behind and not ahead:
            continue
        literal = shown[bound.literal.start - start : bound.literal.end - start].replace("\x00", "").strip()
        found: list[tuple[int, str]] = []
        words = [span for *span, _ in numberwords.find(literal, "ja")]
        if behind and (literal[-1:].isnumeric() or literal.endswith("∞") or len(literal) in (end for _, end in words)):
            found.append((behind.start("outside"), behind["outside"]))
        if ahead and ahead.lastgroup and (_BEGINS.match(literal) or 0 in (begin for begin, _ in words)):
            found.append((whole.start - start - len(tail) + ahead.start(ahead.lastgroup), ahead[ahead.lastgroup]))
        for offset, outside in found:
            what = "a reader sees one number here, which is written in parts"
            mend = f"take `{outside.strip()}` into the brackets of the number that it changes"
            draft.report(start + offset, "split-number", what, mend)


def _since(bound: Sequence[Bound], start: int) -> Iterator[Bound]:
    """What has been bound from `start` on: the last ones."""
    for one in reversed(bound):
        if one.whole.start < start:
            return
        yield one


def check_pipes(draft: Draft, atoms: Mapping[int, Atom], pipes: Collection[int], start: int, end: int) -> None:
    """Reports the first `|` of a table's row at which a builder ends a cell, in the middle of a link or a claim."""
    meant = set(pipes)
    for offset, atom in atoms.items():
        if atom.kind in ("escape", "code", "math", "binding", "unclosed"):
            meant.update(i for i in range(offset, atom.end) if draft.text[i] == "|")
    stray = next((i for i in range(start, end) if draft.text[i] == "|" and i not in meant), None)
    if stray is not None:
        message = "this `|` ends a cell in the middle of something"
        draft.report(stray, "table", message, "write `\\|`, or take it out")
