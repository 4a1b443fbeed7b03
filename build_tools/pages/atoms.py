"""What a line of Markdown holds in which brackets, braces and dollars mean nothing: code, formulas, tags, escapes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from build_tools.pages import rawhtml
from build_tools.pages.braces import OPENINGS, binding_end

Kind = Literal[
    "escape", "code", "tick", "math", "dollars", "binding", "unclosed", "autolink", "tag", "comment", "entity"
]  # fmt: skip

# Python-Markdown's list, and what its `tables` and our own extension add to it.
_ESCAPABLE = frozenset("\\`*_{}[]()>#+-.!|$")
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*://[^\s<>]*>")
_TICKS = re.compile("`+")
_DOLLAR = re.compile(r"\$|\\.?", re.DOTALL)  # or what is escaped
_MARK = re.compile(r"[\\`$<&\[\]{｛|]")  # what may start an atom, brackets, a cell or a binding


class Atom(NamedTuple):
    """One of them: its kind and the offset behind it."""

    kind: Kind
    end: int


class Marks(NamedTuple):
    """Where a line has what may mean something, in order; its atoms by where they start; its pairs of brackets."""

    places: list[int]
    atoms: dict[int, Atom]
    pairs: dict[int, int]


def marks(text: str, start: int, end: int) -> Marks:
    """The marks of `text[start:end]`. In time linear in its length."""
    places = [match.start() for match in _MARK.finditer(text, start, end)]
    found: dict[int, Atom] = {}
    pairs: dict[int, int] = {}
    opened: list[int] = []
    ticks: Mapping[int, int] | None = None
    dollars = comments = True  # whether another one can still be closed
    past = start
    for i in places:
        if i < past:
            continue
        char, atom = text[i], None
        if char == "[":
            opened.append(i)
        elif char == "]":
            if opened:
                pairs[opened.pop()] = i
        elif char == "\\":
            if i + 1 < end and text[i + 1] in _ESCAPABLE:
                atom = Atom("escape", i + 2)
        elif char == "`":
            ticks = _closing_ticks(text, start, end) if ticks is None else ticks
            run = _TICKS.match(text, i, end)
            width = len(run.group()) if run else 1
            close = ticks.get(i)
            atom = Atom("code", close) if close else Atom("tick", i + width)
        elif char == "$":
            if i + 1 < end and text[i + 1] == "$":
                atom = Atom("dollars", i + 2)
            elif dollars and i + 1 < end and text[i + 1] not in " \t":
                close = _formula_end(text, i, end)
                dollars = close is not None
                atom = Atom("math", close) if close else None
        elif char == "<":
            atom = _angle(text, i, end, comments)
            comments = comments and not (atom is None and text.startswith("<!--", i))
        elif char == "&":
            close = rawhtml.entity_end(text, i, end)
            atom = Atom("entity", close) if close else None
        elif char == "{" and text.startswith(OPENINGS, i) and text[i - 1 : i] in ("]", "$", "`"):
            close = binding_end(text, i, end)
            atom = Atom("binding", close) if close else Atom("unclosed", end)
        if atom:
            found[i] = atom
            past = atom.end
    return Marks(places, found, pairs)


def atoms(text: str, start: int, end: int) -> dict[int, Atom]:
    """Where each atom of `text[start:end]` starts."""
    return marks(text, start, end).atoms


def _closing_ticks(text: str, start: int, end: int) -> Mapping[int, int]:
    """Start of each run of backticks → the end of the next run of the same length."""
    closing: dict[int, int] = {}
    following: dict[int, int] = {}
    for run in reversed(list(_TICKS.finditer(text, start, end))):
        width = run.end() - run.start()
        if width in following:
            closing[run.start()] = following[width]
        following[width] = run.end()
        if width > 1 and text[run.start() - 1 : run.start()] == "\\":
            # Behind a backslash the run that opens is one shorter.
            closing[run.start() + 1] = following.get(width - 1, 0)
    return closing


def _formula_end(text: str, start: int, end: int) -> int | None:
    """The end of the formula that the dollar at `start` opens, by Pandoc's rule; None where it opens none."""
    for match in _DOLLAR.finditer(text, start + 1, end):
        i = match.start()
        if text[i] == "$" and text[i - 1] not in " \t" and not text[i + 1 : i + 2].isdigit():
            return i + 1
    return None


def _angle(text: str, start: int, end: int, comments: bool) -> Atom | None:
    if text.startswith("<!--", start):
        close = text.find("-->", start + 4, end) if comments else -1
        return Atom("comment", close + 3) if close >= 0 else None
    if match := _AUTOLINK.match(text, start, end):
        return Atom("autolink", match.end())
    markup = rawhtml.tag(text, start, end)
    return Atom("tag", markup.span.end) if markup else None
