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
_NOTHING = re.compile(r"[^\\`$<&{]*")  # no atom starts with any of these


class Atom(NamedTuple):
    """One of them: its kind and the offset behind it."""

    kind: Kind
    end: int


def atoms(text: str, start: int, end: int) -> dict[int, Atom]:
    """Where each atom of `text[start:end]` starts. In time linear in its length."""
    found: dict[int, Atom] = {}
    ticks = _closing_ticks(text, start, end)
    dollars = comments = True  # whether another one can still be closed
    i = start
    while i < end:
        char, atom = text[i], None
        if char == "\\" and i + 1 < end and text[i + 1] in _ESCAPABLE:
            atom = Atom("escape", i + 2)
        elif char == "`":
            run = _TICKS.match(text, i, end)
            width = len(run.group()) if run else 1
            close = ticks.get(i)
            atom = Atom("code", close) if close else Atom("tick", i + width)
        elif char == "$" and text.startswith("$$", i) and i + 1 < end:
            atom = Atom("dollars", i + 2)
        elif char == "$" and dollars and i + 1 < end and text[i + 1] not in " \t":
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
            i = atom.end
        else:
            past = _NOTHING.match(text, i + 1, end)
            i = past.end() if past else i + 1
    return found


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
    i = start + 1
    while i < end:
        if text[i] == "\\":
            i += 2
            continue
        if text[i] == "$" and text[i - 1] not in " \t" and not text[i + 1 : i + 2].isdigit():
            return i + 1
        i += 1
    return None


def _angle(text: str, start: int, end: int, comments: bool) -> Atom | None:
    if text.startswith("<!--", start):
        close = text.find("-->", start + 4, end) if comments else -1
        return Atom("comment", close + 3) if close >= 0 else None
    if match := _AUTOLINK.match(text, start, end):
        return Atom("autolink", match.end())
    markup = rawhtml.tag(text, start, end)
    return Atom("tag", markup.span.end) if markup else None
