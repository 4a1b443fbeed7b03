"""Code fences: what they show, and the sections of snippets that they include."""

from __future__ import annotations

import re
from collections.abc import Sequence

from build_tools.model import Inclusion, Segment, Span
from build_tools.pages.blockclaims import BlockClaims
from build_tools.pages.containers import Line
from build_tools.pages.draft import Draft
from build_tools.pages.rawhtml import check_spoken

FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
SCISSORS = re.compile(r"[ \t>]*-+8<-+")
_INFO = re.compile(r"[ \t]*(?:[A-Za-z][\w#.+-]*)?((?:[ \t]+(?:title|hl_lines)=\"[^\"]*\")*)[ \t]*\Z")
_TITLE = re.compile(r"title=\"([^\"]*)\"")
_INCLUSION = re.compile(r"-+8<-+(?:[ \t]+([\"'])(.*?)\1)?[ \t]*$")
_SNIPPET = re.compile(r"(snippets/[\w./-]+\.py)(?::([A-Za-z][\w-]*))?\Z", re.ASCII)


class Fences:
    """Reads fences among the lines of a page."""

    def __init__(self, draft: Draft, lines: Sequence[Line], claims: BlockClaims) -> None:
        self.draft, self.text, self.lines, self.claims = draft, draft.text, lines, claims

    def read(self, number: int, opening: str, info: str) -> int:
        """A code fence up to its closing line; returns the number of that line."""
        draft, first = self.draft, self.lines[number]
        self._info(first, info)
        mark = self.claims.mark()
        segments: list[Segment] = []
        last = number + 1
        while last < len(self.lines) and self.lines[last].quotes >= first.quotes:
            line = self.lines[last]
            if line.quotes == first.quotes and closes(line.content, opening):
                break
            if not line.blank and line.indent < first.indent:
                mend = "indent it like the line that opens the fence"
                draft.report(line.start, "block-syntax", "this line falls out of its code fence", mend)
            if SCISSORS.match(line.span.of(self.text)):
                self._inclusion(line)
            else:
                segments.append(Segment(Span(line.start if first.quotes else line.span.start, line.span.end), "code"))
            last += 1
        if last == len(self.lines) or self.lines[last].quotes < first.quotes:
            draft.report(first.start, "block-syntax", "this code fence is never closed", f"close it: `{opening}`")
            last -= 1
        else:
            draft.hide(self.lines[last].span.start, self.lines[last].span.end)
        segments = [segment for segment in segments if segment.span.start < segment.span.end]
        for segment in segments:
            draft.see(segment)
        self.claims.offer("fence", Span(first.start, self.lines[last].span.end), segments, mark)
        return last

    def _info(self, line: Line, info: str) -> None:
        """What stands behind the opening of a fence: its language, and a title, which readers see."""
        start = line.span.end - len(info)
        if not _INFO.match(info):
            mend = 'a fence is ```` ```language ````, with `title="…"` and `hl_lines="…"` behind it'
            self.draft.report(start, "block-syntax", "no fence opens like this", mend)
        at = line.span.start
        for match in _TITLE.finditer(info):
            title = Span(start + match.start(1), start + match.end(1))
            check_spoken(self.draft, title)
            self.draft.see(Segment(title, "prose"))
            self.draft.hide(at, title.start)
            at = title.end
        self.draft.hide(at, line.span.end)

    def _inclusion(self, line: Line) -> None:
        match = _INCLUSION.match(line.content)
        target = match.group(2) if match else None
        snippet = _SNIPPET.match(target or "")
        if snippet and not line.quotes:
            self.draft.inclusions.append(Inclusion(snippet.group(1), snippet.group(2) or "", line.span))
        else:
            what = f"`{target or ''}` is no section of a snippet"
            if snippet:
                what = "nothing is included inside a quotation"
            mend = 'include a named section of a snippet: `--8<-- "snippets/x.py:section"`'
            self.draft.report(line.start, "inclusion", what, mend)
        self.draft.hide(line.span.start, line.span.end)


def closes(content: str, opening: str) -> bool:
    """Whether a line closes the fence that `opening` opened."""
    bare = content.rstrip(" \t")
    return len(bare) >= len(opening) and bare == opening[0] * len(bare)
