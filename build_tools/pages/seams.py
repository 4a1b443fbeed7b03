"""Seams of a line: numbers that a reader sees as one and the page writes in parts, and cells that end unmeant."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence

from build_tools.pages.atoms import Atom
from build_tools.pages.draft import Draft

# Two parts of one number, as a reader sees it, with something in between that none sees.
_SEAM = re.compile(r"(?<=\d)[\x00*]++(?=(?:\.[\x00*]*+)?\d|,[\x00*]*+\d{3}(?!\d))")
# A sign outside of what holds the digits; a dash between two things is none. A unit may stand outside: `[65]{=p} %`.
_OUTSIDE = re.compile(r"(?<![\w\x00)\]）」])[-−－±][\x00*]++(?=\d)")
# `_49_` is emphasis, no name: an underscore at a word's edge is never seen.
_EMPHASIS = re.compile(r"(?<![\w_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\w_])")
_PARTING = re.compile(r"<(?:br|wbr|/?(?:div|details|summary|figure|figcaption))\b", re.IGNORECASE)


def hide_emphasis(draft: Draft, atoms: Mapping[int, Atom], start: int, end: int) -> None:
    """Hides the underscores that emphasise words or numbers of a line, outside of its code and formulas."""
    verbatim = [(i, atom.end) for i, atom in atoms.items() if atom.kind in ("code", "math")]
    for match in _EMPHASIS.finditer(draft.text, start, end):
        at = bisect_right(verbatim, (match.start(), end)) - 1
        if at < 0 or match.start() >= verbatim[at][1]:
            draft.hide(*match.span())


def check_numbers(draft: Draft, atoms: Mapping[int, Atom], partings: Sequence[int], start: int, end: int) -> None:
    """Reports numbers with markup inside: `1**2**3`, `[1]{=a}[2]{=b}`, `-[1]{=a}`.

    Args:
        draft: the page, of which `text[start:end]` has just been read.
        atoms: the atoms of that line.
        partings: offsets at which digits are apart for a reader, too: cells of a table, edges of attributes.
        start: where the line starts.
        end: where it ends.
    """
    verbatim = [(i, atom.end) for i, atom in atoms.items() if atom.kind in ("code", "math")]
    shown = draft.shown(start, end)
    for match in (*_SEAM.finditer(shown), *_OUTSIDE.finditer(shown)):
        left, right = start + match.start(), start + match.end()
        at = bisect_right(verbatim, (left, 0)) - 1
        inside = at >= 0 and right < verbatim[at][1]
        apart = _PARTING.search(draft.text, left, right) or any(left <= offset < right for offset in partings)
        if not inside and not apart:
            what = "a reader sees one number here, which is written in parts"
            mend = "take out what stands between its digits, or put a space there; to multiply is `×` or maths"
            draft.report(left, "split-number", what, mend)


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
