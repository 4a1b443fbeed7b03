"""A page's headings, and the sections between them."""

from __future__ import annotations

import re
from dataclasses import replace

from build_tools.model import Section, Span
from build_tools.pages.draft import Draft
from build_tools.pages.inline import LineReader

_HEADING = re.compile(r"(#{1,6})([ \t]*)")
_ID = re.compile(r"\{[ \t]*+:?[ \t]*+#([^\s{}]*+)([^{}]*+)\}[ \t]*+$")
_BLANK = " \t"
# What the generator itself puts on a page: see `render.py`.
_TAKEN = re.compile(r"tk-|source-|(?:exercise|hint|answer|criterion)-\d")
UNNAMED = "?"  # what the id of a heading begins with that has none: nobody can have written it
_ASCII_ID = re.compile(r"[A-Za-z][\w.-]*\Z", re.ASCII)


class Headings:
    """Reads headings, and sets the section of what follows."""

    def __init__(self, draft: Draft, line: LineReader) -> None:
        self.draft, self.line = draft, line
        self.ids: set[str] = set()

    def read(self, span: Span) -> None:
        """A line that starts with `#`."""
        draft = self.draft
        written = span.of(draft.text)
        match = _HEADING.match(written)
        assert match is not None, "such a line starts with `#`"
        level, space = len(match.group(1)), match.group(2)
        start = span.start + match.end()
        end = start + len(written[match.end() :].rstrip(_BLANK).rstrip("#").rstrip(_BLANK))
        if not space:
            mend = "put a space behind `#`, or write `\\#` for the sign itself"
            draft.report(span.start, "section-id", "no space stands behind the `#` of this heading", mend)
        start, end, identifier = self._id(span, start, end)
        if draft.sections and level > draft.sections[-1].level + 1:
            mend = f"write `{'#' * (draft.sections[-1].level + 1)}`"
            draft.report(span.start, "heading-order", "this heading skips a level", mend)
        draft.hide(span.start, start)
        draft.hide(end, span.end)
        draft.section = identifier
        draft.sections.append(Section(identifier, draft.text[start:end].strip(), level, span, span))
        for segment in self.line.read(start, end):
            brace = draft.text.find("{", segment.span.start, segment.span.end)
            if brace >= 0 and segment.surface == "prose":
                mend = "put it into code or maths"
                draft.report(brace, "section-id", "a brace in a heading hides its id from builders", mend)

    def _id(self, span: Span, start: int, end: int) -> tuple[int, int, str]:
        """Where the heading's text starts and ends, and its id."""
        draft = self.draft
        brace = draft.text.rfind("{", start, end)
        match = _ID.match(draft.text, brace, end) if brace >= 0 else None
        fallback = f"{UNNAMED}{draft.place(span.start)[0]}"
        if match is None:
            mend = "end it with ` {#id}`, the same in every language"
            draft.report(span.start, "section-id", "this heading has no id", mend)
            return start, end, fallback
        identifier, stop = match.group(1), start + len(draft.text[start:brace].rstrip(_BLANK))
        if not _ASCII_ID.match(identifier):
            mend = "begin it with a letter: letters, digits, `-`, `_` and `.`"
            draft.report(stop, "section-id", f"`{identifier}` is no ASCII id", mend)
        elif identifier in self.ids:
            draft.report(stop, "section-id", f"the id `{identifier}` is taken on this page", "choose another")
        elif _TAKEN.match(identifier):
            message = f"ids such as `{identifier}` are made by the generator"
            draft.report(stop, "section-id", message, "choose another")
        elif stop == brace:
            draft.report(brace, "section-id", "no space stands before the heading's id", "put one before `{#`")
        elif match.group(2).strip():
            draft.report(stop, "section-id", "a heading has an id and nothing else", "write ` {#id}`")
        self.ids.add(identifier)
        return start, stop, identifier or fallback


def stretch(draft: Draft, body: int) -> None:
    """Stretches every section to the next heading; the text above the first one is a section too."""
    above = Section("", "", 0, Span(body, body), Span(body, body))
    everything = [above, *draft.sections]
    ends = [*(section.span.start for section in draft.sections), len(draft.text)]
    draft.sections = [
        replace(section, span=Span(section.span.start, end)) for section, end in zip(everything, ends, strict=True)
    ]
