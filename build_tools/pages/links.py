"""Links: what stands behind a link's text, and the lines that define links for the whole page."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from build_tools.model import Span
from build_tools.pages.containers import Line
from build_tools.pages.fences import FENCE, closes

_TAIL = re.compile(
    r"\(\s*+(?:<[^<>]*+>|[^\s()\"'<>]*+(?:\([^\s()\"'<>]*+\)[^\s()\"'<>]*+)*+)\s*+(?:\"([^\"]*+)\"|'([^']*+)')?\s*+\)"
)
_REFERENCE = re.compile(r" ?\[([^\[\]]*)\]")
_DEFINITION = re.compile(r"\[([^\[\]]+)\]:[ \t]*[^\s]+[ \t]*(?:\"(.*)\"|'(.*)'|\((.*)\))?[ \t]*$")


@dataclass(frozen=True)
class Tail:
    """Where a link ends, and its title, which browsers show; an empty span where it has none."""

    end: int
    title: Span


def tail(text: str, start: int, limit: int, names: Collection[str]) -> Tail | None:
    """What stands behind a link's text at `start`: an address in parentheses, or one of `names` in brackets."""
    match = _TAIL.match(text, start, limit)
    if match:
        end = match.end()
        return Tail(end, Span(*match.span(match.lastindex)) if match.lastindex else Span(end, end))
    match = _REFERENCE.match(text, start, limit)
    if match and match.group(1).strip().lower() in names:
        return Tail(match.end(), Span(match.end(), match.end()))
    return None


@dataclass(frozen=True)
class Definition:
    """`[name]: address "title"`: its name in lower case, and its title."""

    name: str
    title: Span


def definition(text: str, line: Line) -> Definition | None:
    """The link that a line defines."""
    match = _DEFINITION.match(line.content(text)) if line.indent < 4 else None
    if match is None:
        return None
    start, end = match.span(match.lastindex or 1) if match.lastindex != 1 else (match.end(), match.end())
    return Definition(match.group(1).strip().lower(), Span(line.start + start, line.start + end))


def defined(text: str, lines: Sequence[Line]) -> frozenset[str]:
    """The names of all links that a page defines outside of its fences."""
    names: set[str] = set()
    fence = ""
    for line in lines:
        content = line.content(text)
        opening = FENCE.match(content)
        if opening and not fence:
            fence = opening.group(1) or opening.group(3)
        elif fence:
            fence = "" if closes(content, fence) else fence
        elif found := definition(text, line):
            names.add(found.name)
    return frozenset(names)
