"""How far a line is indented, and whether a list, an admonition or a tab above it holds it."""

from __future__ import annotations

import re
from typing import NamedTuple

from build_tools.model import Span
from build_tools.pages.draft import Draft

_PREFIX = re.compile(r"[ \t]*(?:>[ \t]*)*")
_PREFIXES = frozenset(" \t>")
_STEP = 4  # what Python-Markdown takes for one level
LIST_ITEM = re.compile(r"(?:[-*+]|(\d+)\.)[ \t]+")
HOLDER = re.compile(r"!!! ?[\w-]|===[!+]? +\"")


class Line(NamedTuple):
    """A line: its span, where its own text starts behind spaces and quote marks, how deep that stands, and the text."""

    span: Span
    start: int
    quotes: int
    indent: int
    blank: bool
    content: str  # without what stands in front of the line's own text


def split(text: str, body: int) -> list[Line]:
    """The lines of a text from `body` on."""
    lines: list[Line] = []
    offset = body
    for line in text[body:].split("\n"):
        if line[:1] not in _PREFIXES:  # most lines
            lines.append(Line(Span(offset, offset + len(line)), offset, 0, 0, not line, line))
            offset += len(line) + 1
            continue
        match = _PREFIX.match(line)
        prefix = match.group() if match else ""
        quotes = prefix.count(">")
        own = prefix.rpartition(">")[2]
        indent = max(0, len(own.expandtabs(_STEP)) - (1 if quotes else 0))
        content, span = line[len(prefix) :], Span(offset, offset + len(line))
        lines.append(Line(span, offset + len(prefix), quotes, indent, not content, content))
        offset += len(line) + 1
    return lines


class Containers:
    """Tells text of a list item, an admonition or a tab from an indented block of code.

    Such a block shows everything as it is typed, so the reader of a page would see what we take for markup.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.quotes = 0
        self.bases: list[int] = []  # the indentation that each open container asks for
        self.in_list = False  # whether the block of lines being read began with a list item

    def enter(self, line: Line, *, continuing: bool) -> None:
        """Takes in the next line that is not blank; `continuing` says whether a paragraph or list item goes on."""
        if line.quotes != self.quotes:
            self.quotes, self.bases = line.quotes, []
        content = line.content
        item = LIST_ITEM.match(content) is not None
        if not continuing:
            while self.bases and line.indent < self.bases[-1]:
                self.bases.pop()
            if line.indent >= (self.bases[-1] if self.bases else 0) + _STEP:
                mend = "indent it by 4 for each list, admonition or tab that holds it; code stands in a fence"
                self.draft.report(line.start, "markdown", "this line is indented so far that it shows as code", mend)
            self.in_list = item
        elif item and not self.in_list:
            mend = "put a blank line above the list"
            if line.indent < _STEP:
                self.draft.report(line.start, "markdown", "this list item shows as text of the paragraph above", mend)
            return
        if item or HOLDER.match(content):
            level = line.indent // _STEP * _STEP
            while self.bases and self.bases[-1] > level:
                self.bases.pop()
            self.bases.append(level + _STEP)
