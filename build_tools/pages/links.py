"""Links: what stands behind a link's text, and the lines that define links for the whole page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from build_tools.entities import unescape
from build_tools.model import Span
from build_tools.pages.containers import Line
from build_tools.pages.draft import Draft
from build_tools.pages.fences import FENCE, closes

_TAIL = re.compile(
    r"\(\s*+(<[^<>]*+>|[^\s()\"'<>]*+(?:\([^\s()\"'<>]*+\)[^\s()\"'<>]*+)*+)\s*+(?:\"([^\"]*+)\"|'([^']*+)')?\s*+\)"
)
_REFERENCE = re.compile(r" ?\[([^\[\]]*)\]")
_DEFINITION = re.compile(r"\[([^\[\]]++)\]:[ \t]*+(\S++)[ \t]*+")
_OPENING = {'"': '"', "'": "'", ")": "("}  # of a title, by how it ends
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()>#+.!|$-])")
_ELSEWHERE = re.compile(r"//|(?!data:)[A-Za-z][A-Za-z0-9+.-]*:", re.IGNORECASE)


class Tail(NamedTuple):
    """Where a link ends, its title, which browsers show (an empty span where it has none), and where it leads."""

    end: int
    title: Span
    address: str


def tail(text: str, start: int, limit: int, names: Mapping[str, str]) -> Tail | None:
    """What stands behind a link's text at `start`: an address in parentheses, or one of `names` in brackets."""
    match = _TAIL.match(text, start, limit)
    if match:
        end, titled = match.end(), match.lastindex or 1
        title = Span(*match.span(titled)) if titled > 1 else Span(end, end)
        return Tail(end, title, match.group(1).strip("<>"))
    match = _REFERENCE.match(text, start, limit)
    if match and (name := match.group(1).strip().lower()) in names:
        return Tail(match.end(), Span(match.end(), match.end()), names[name])
    return None


def elsewhere(address: str) -> bool:
    """Whether an address, as it is typed into Markdown or HTML, makes a browser ask another host."""
    # As browsers read it: without what they drop, and every slash a slash.
    read = re.sub(r"[\t\r\n]", "", unescape(_ESCAPED.sub(r"\1", address))).strip().replace("\\", "/")
    return _ELSEWHERE.match(read) is not None


def check(draft: Draft, at: int, address: str) -> None:
    """Reports an address that builders cannot read: they end with it, and do not say where it stands."""
    try:
        urlsplit(unescape(_ESCAPED.sub(r"\1", address)))
    except ValueError as error:
        message = f"{address[:200]} is no address: {error}"
        draft.report(at, "markdown", message, "correct it, or show it as code")


class Definition(NamedTuple):
    """`[name]: address "title"`: its name in lower case, its title, and its address."""

    name: str
    title: Span
    address: str


def definition(line: Line) -> Definition | None:
    """The link that a line defines."""
    content = line.content
    match = _DEFINITION.match(content) if line.indent < 4 else None
    if match is None:
        return None
    title = _title(content, match)
    if title is None:
        return None
    # A title that touches the address is no part of it.
    end = min(match.end(2), title.start - 1) if title.start < len(content) else match.end(2)
    address = content[match.start(2) : end].strip("<>")
    return Definition(match.group(1).strip().lower(), Span(line.start + title.start, line.start + title.end), address)


def _title(content: str, match: re.Match[str]) -> Span | None:
    """The title behind a definition's address, empty where it has none; None where something else stands there.

    Builders see a title that touches the address, too: `u"title of it"`.
    """
    end = len(content.rstrip(" \t"))
    if match.end() >= end:
        return Span(len(content), len(content))
    opening = _OPENING.get(content[end - 1], "")
    if not opening:
        return None
    at = match.end()
    if content[at] != opening or at == end - 1:
        at = content.rfind(opening, match.start(2) + 1, match.end(2))
    return Span(at + 1, end - 1) if at >= 0 else None


def defined(text: str, lines: Sequence[Line]) -> Mapping[str, str]:
    """The names of all links that a page defines outside of its fences, and where they lead."""
    names: dict[str, str] = {}
    if "]:" not in text:  # most pages
        return names
    fence = ""
    for line in lines:
        content = line.content
        opening = FENCE.match(content)
        if opening and not fence:
            fence = opening.group(1) or opening.group(3)
        elif fence:
            fence = "" if closes(content, fence) else fence
        elif found := definition(line):
            names[found.name] = found.address  # builders keep the last one
    return names
