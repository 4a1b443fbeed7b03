"""Raw Markdown → `Page`: where every claim, formula, section and block stands, to the character.

The page is read once, line by line, top to bottom. Nothing is rendered here; a builder's Markdown does that later, with
our syntax already taken out at the spans found here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from build_tools.inline import HIDDEN, Binding, Found, LineReader, first, read_binding, wide
from build_tools.model import (
    Block,
    Claim,
    Exemption,
    Finding,
    Formula,
    Inclusion,
    Page,
    Section,
    Seen,
    Segment,
    Span,
    position,
)
from build_tools.positioned import front_matter

# Block name → the blocks it may stand in ("" is the page itself).
BLOCKS: Mapping[str, frozenset[str]] = {
    "exercise": frozenset({""}),
    "hint": frozenset({"exercise"}),
    "answer": frozenset({"exercise"}),
    "criterion": frozenset({"exercise"}),
    "cards": frozenset({""}),
    "verification": frozenset({""}),
    "days": frozenset({""}),
}
LEAVES = frozenset({"cards", "verification", "days"})
PARTS = ("hint", "answer", "criterion")

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([^`\n]*)$")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_ID = re.compile(r"[ \t]*\{[ \t]*:?[ \t]*#([^\s{}]*)[^{}]*\}[ \t]*$")
_ASCII_ID = re.compile(r"[A-Za-z][\w.-]*\Z", re.ASCII)
_UNDERLINE = re.compile(r"[ \t]*(=+|-+)[ \t]*$")
_DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_BLOCK = re.compile(r"([ \t]*)(/{3,})[ \t]*([^\s|]*)[ \t]*(?:\|[ \t]*(.*?))?[ \t]*$")
_INCLUSION = re.compile(r"[ \t]*-{1,}8<-{1,}(?:[ \t]+([\"'])(.*?)\1)?[ \t]*$")
_SNIPPET = re.compile(r"(snippets/[\w./-]+\.py)(?::([A-Za-z][\w-]*))?\Z", re.ASCII)
_LIST_ITEM = re.compile(r"[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|(\d+)\.[ \t]+)")
_DEFINITION = re.compile(r"[ \t]{0,3}\[[^\]]+\]:[ \t]*\S+[ \t]*(?:[\"'(](.*)[\"')])?[ \t]*$")
_MARKER = re.compile(r"[ \t]*\{[=!]")


@dataclass
class _Pending:
    """The block a `{=…}` line may bind to: the last table, display formula or fence."""

    shape: str
    whole: Span
    literal: Span
    segments: list[Segment]
    until: int  # the number of the last line on which its marker may stand


@dataclass
class _Open:
    """A block of ours whose closing line has not come yet."""

    name: str
    title: str
    span: Span
    section: str
    parts: list[str] = field(default_factory=list)


def read(text: str, path: str, key: str, language: str, *, foreign_blocks: bool = False) -> Page:
    """Reads one page.

    Args:
        text: the whole file, front matter included, with `\\n` line ends.
        path: its path as findings name it.
        key: its path below the language's folder, the same in every language.
        language: its language code.
        foreign_blocks: whether another extension of the project owns `///` blocks too; unknown names are then left
            to it (and what it lets through is caught in the built site).

    Returns:
        The page, with every fault of syntax among its findings. No text makes it raise.
    """
    return _Reader(text, path, key, language, foreign_blocks).page()


class _Reader:
    def __init__(self, text: str, path: str, key: str, language: str, foreign_blocks: bool) -> None:
        self.text, self.path, self.key, self.language = text, path, key, language
        self.foreign_blocks = foreign_blocks
        self.findings: list[Finding] = []
        self.visible = list(text)
        self.found = Found()
        self.line = LineReader(text, self.visible, self.found, self.report)
        self.sections: list[Section] = []
        self.blocks: list[Block] = []
        self.stack: list[_Open] = []
        self.inclusions: list[Inclusion] = []
        self.joins: list[Span] = []
        self.pending: _Pending | None = None
        self.section = ""

    def report(self, offset: int, rule: str, message: str, mend: str) -> None:
        line, column = position(self.text, offset)
        self.findings.append(Finding(self.path, line, column, rule, message, mend))

    def page(self) -> Page:
        meta, meta_spans, body, findings = front_matter(self.text, self.path)
        self.findings.extend(findings)
        self.line.hide(0, body)
        self._lines(body)
        self._sections(body)
        for block in reversed(self.stack):
            self.report(block.span.start, "block-syntax", f"`/// {block.name}` is never closed", "close it: `///`")
        return Page(
            self.path,
            self.key,
            self.language,
            self.text,
            body,
            meta,
            meta_spans,
            tuple(self.sections),
            tuple(sorted(self.found.claims, key=lambda claim: claim.whole.start)),
            tuple(self.found.exemptions),
            tuple(sorted(self.found.seen, key=lambda seen: seen.segment.span.start)),
            tuple(self.found.formulas),
            tuple(self.blocks),
            tuple(self.inclusions),
            tuple(self.joins),
            "".join(self.visible),
            tuple(self.findings),
        )

    # --------------------------------------------------------------------------------------------- lines

    def _lines(self, body: int) -> None:
        """Reads the body, one block after the other."""
        offset, self.spans = body, list[Span]()
        for line in self.text[body:].split("\n"):
            self.spans.append(Span(offset, offset + len(line)))
            offset += len(line) + 1
        number, previous = 0, None
        while number < len(self.spans):
            span = self.spans[number]
            line = span.of(self.text)
            start, prose = number, None
            if match := _FENCE.match(line):
                number = self._fence(number, match.group(1))
            elif line.lstrip().startswith("<!--"):
                number = self._comment(number)
            elif line.lstrip().startswith("$$"):
                number = self._display(number)
            elif _BLOCK.match(line):
                self._block(span)
            elif _MARKER.match(line):
                self._marker(number)
            elif _INCLUSION.match(line):
                self.report(span.start, "inclusion", "code is included outside a code fence", "put it into a fence")
            elif match := _HEADING.match(line):
                self._heading(span, len(match.group(1)), span.start + match.start(2), span.start + match.end(2))
            elif "|" in line and number + 1 < len(self.spans) and self._delimiter(number + 1):
                number = self._table(number)
            elif line.strip():
                prose = number
                self._prose(number, previous)
            previous = prose
            number = max(number, start) + 1

    def _delimiter(self, number: int) -> bool:
        line = self.spans[number].of(self.text)
        return "-" in line and "|" in line and _DELIMITER.match(line) is not None

    @property
    def in_answer(self) -> bool:
        return any(block.name == "answer" for block in self.stack)

    def _read(self, start: int, end: int, *, row: bool = False) -> list[Segment]:
        return self.line.read(start, end, section=self.section, in_answer=self.in_answer, row=row)

    # -------------------------------------------------------------------------------------------- blocks

    def _fence(self, number: int, opening: str) -> int:
        """A code fence up to its closing line; returns the number of that line."""
        close = re.compile(rf"[ \t]*{re.escape(opening[0])}{{{len(opening)},}}[ \t]*$")
        segments: list[Segment] = []
        last = number + 1
        while last < len(self.spans) and not close.match(self.spans[last].of(self.text)):
            span = self.spans[last]
            if match := _INCLUSION.match(span.of(self.text)):
                self._inclusion(span, match.group(2))
            elif span.start < span.end:
                segments.append(Segment(span, "code"))
            last += 1
        if last == len(self.spans):
            self.report(self.spans[number].start, "block-syntax", "this code fence is never closed", f"`{opening}`")
            last -= 1
        self._await("fence", number, last, segments)
        for edge in (self.spans[number], self.spans[last]):
            self.line.hide(edge.start, edge.end)
        return last

    def _inclusion(self, span: Span, target: str | None) -> None:
        match = _SNIPPET.match(target or "")
        if match:
            self.inclusions.append(Inclusion(match.group(1), match.group(2) or "", span))
        else:
            mend = 'include a named section of a snippet: `--8<-- "snippets/x.py:section"`'
            self.report(span.start, "inclusion", f"`{target or ''}` is no section of a snippet", mend)
        self.line.hide(span.start, span.end)

    def _comment(self, number: int) -> int:
        """An HTML comment, which no reader sees; returns the number of its last line."""
        start = self.spans[number].start
        end = self.text.find("-->", start)
        if end < 0:
            self.report(start, "block-syntax", "this comment is never closed", "close it: `-->`")
            end = len(self.text)
        last = number
        while last + 1 < len(self.spans) and self.spans[last + 1].start <= end:
            last += 1
        self.line.hide(start, min(end + 3, self.spans[last].end))
        rest = min(end + 3, self.spans[last].end)
        self._read(rest, self.spans[last].end)
        return last

    def _display(self, number: int) -> int:
        """Display maths; returns the number of its last line."""
        text, start = self.text, self.spans[number].start
        opening = text.index("$$", start)
        line_end = self.spans[number].end
        close = text.find("$$", opening + 2, line_end)
        last = number
        while close < 0 and last + 1 < len(self.spans) and self.spans[last + 1].of(text).strip():
            last += 1
            close = text.find("$$", self.spans[last].start, self.spans[last].end)
        if close < 0:
            mend = "close it with `$$`, without a blank line in between"
            self.report(opening, "block-syntax", "this formula is never closed", mend)
            return last
        whole, tex = Span(opening, close + 2), Span(opening + 2, close)
        self.line.hide(opening, opening + 2)
        self.line.hide(close, close + 2)
        segment = Segment(tex, "math")
        self.found.formulas.append(Formula(whole, tex, display=True))
        tail = Span(close + 2, self.spans[last].end)
        if text.startswith(("{=", "{!"), tail.start) or tail.of(text).strip():
            mend = "write `{=expression}` alone on the line below"
            self.report(tail.start, "claim-syntax", "something follows display maths on its line", mend)
            self.line.hide(tail.start, tail.end)
        self._await("display", number, last, [segment])
        return last

    def _table(self, number: int) -> int:
        """A table; returns the number of its last row."""
        before = len(self.found.seen)
        last = number
        while last < len(self.spans) and (last == number or "|" in self.spans[last].of(self.text)):
            span = self.spans[last]
            if _MARKER.match(span.of(self.text)) and last > number + 1:
                break
            if last == number + 1:
                self.line.hide(span.start, span.end)
            else:
                self._read(span.start, span.end, row=True)
            last += 1
        seen = self.found.seen[before:]
        del self.found.seen[before:]
        self._await("table", number, last - 1, [one.segment for one in seen])
        return last - 1

    def _await(self, shape: str, first_line: int, last: int, segments: list[Segment]) -> None:
        """Keeps a block that the line below may bind; until then its text is seen and free."""
        line = self.spans[first_line].of(self.text)
        start = self.spans[first_line].start + len(line) - len(line.lstrip(" \t"))
        whole = Span(start, self.spans[last].end)
        literal = Span(first(segments, whole.start), max((s.span.end for s in segments), default=whole.start))
        self.pending = _Pending(shape, whole, literal, segments, last + 2)
        self.found.seen.extend(Seen(segment, self.section, display=shape == "display") for segment in segments)

    def _marker(self, number: int) -> None:
        """A line `{=…}` that binds the block above it."""
        span, text = self.spans[number], self.text
        start = span.start + len(span.of(text)) - len(span.of(text).lstrip())
        binding = read_binding(text, start, span.end, self.report)
        pending, self.pending = self.pending, None
        self.line.hide(span.start, span.end)
        blank = pending and all(not self.spans[n].of(text).strip() for n in range(pending.until - 1, number))
        if binding is None:
            return
        if text[binding.end : span.end].strip():
            self.report(binding.end, "claim-syntax", "something follows a block's claim", "let it stand alone on its line")
        elif pending is None or number > pending.until or not blank:
            mend = "put it directly below a table, display maths or a code fence (one blank line may stand between)"
            self.report(start, "claim-syntax", "this binds nothing: no block stands above it", mend)
        else:
            self._bind(pending, binding, Span(start, binding.end))

    def _bind(self, pending: _Pending, binding: Binding, marker: Span) -> None:
        # What the block's own inline claims hold is theirs; the block's claim takes all of its numerals, in order.
        inside = [c for c in self.found.claims if pending.whole.start <= c.whole.start < pending.whole.end]
        if inside:
            mend = "bind the whole block, or its cells one by one"
            self.report(inside[0].whole.start, "claim-nested", "a claim stands inside a block that is claimed", mend)
        free = {(s.span.start, s.span.end) for s in pending.segments}
        self.found.seen = [s for s in self.found.seen if (s.segment.span.start, s.segment.span.end) not in free]
        whole = Span(pending.whole.start, marker.end)
        if binding.claim:
            claim = Claim(
                pending.shape,  # type: ignore[arg-type]  # one of the three that `_await` is called with
                binding.text,
                whole,
                pending.literal,
                marker,
                binding.span,
                tuple(pending.segments),
                self.section,
                self.in_answer,
            )
            self.found.claims.append(claim)
        else:
            exemption = Exemption(
                binding.text, whole, pending.literal, binding.span, tuple(pending.segments), self.section
            )
            self.found.exemptions.append(exemption)

    def _block(self, span: Span) -> None:
        """A line of slashes: opens or closes a block of ours."""
        match = _BLOCK.match(span.of(self.text))
        assert match is not None
        indent, slashes, name, title = match.group(1), match.group(2), match.group(3), match.group(4) or ""
        self.line.hide(span.start, span.end)
        if self.foreign_blocks and name not in BLOCKS and (name or not self.stack):
            return
        if indent or len(slashes) != 3:
            what = "is indented" if indent else f"has {len(slashes)} slashes"
            self.report(span.start, "block-syntax", f"this block line {what}", "write `///` at the start of the line")
        elif name:
            self._open(span, name, title, span.start + match.start(4) if title else span.end)
        elif not self.stack:
            self.report(span.start, "block-syntax", "`///` closes nothing", "take it out, or open a block above")
        else:
            self._close(span)

    def _open(self, span: Span, name: str, title: str, title_at: int) -> None:
        parent = self.stack[-1].name if self.stack else ""
        if name not in BLOCKS:
            near = get_close_matches(name, BLOCKS, 1)
            guess = f"did you mean `/// {near[0]}`? " if near else ""
            mend = f"{guess}blocks: {', '.join(BLOCKS)}"
            self.report(span.start, "block-syntax", f"`/// {name}` is no block", mend)
        elif parent not in BLOCKS[name]:
            homes = " or ".join(f"`/// {home}`" if home else "no other block" for home in sorted(BLOCKS[name]))
            where = f"inside `/// {parent}`" if parent else "on its own"
            self.report(span.start, "block-syntax", f"`/// {name}` stands {where}", f"it belongs inside {homes}")
        if self.stack:
            self.stack[-1].parts.append(name)
        self.stack.append(_Open(name, title, span, self.section))
        for i in range(title_at, span.end):
            self.visible[i] = self.text[i]
        self._read(title_at, span.end)

    def _close(self, span: Span) -> None:
        opened = self.stack.pop()
        between = self.text[opened.span.end : span.start].strip()
        if opened.name in LEAVES and between:
            mend = f"close it at once: `/// {opened.name}`, then `///`"
            self.report(opened.span.start, "block-syntax", f"`/// {opened.name}` holds no text", mend)
        if opened.name == "exercise":
            for part in PARTS:
                if opened.parts.count(part) != 1:
                    many = "no" if part not in opened.parts else "more than one"
                    mend = "an exercise holds a question and one each of hint, answer and criterion"
                    self.report(opened.span.start, "exercise-part", f"this exercise has {many} `/// {part}`", mend)
        count = sum(block.name == opened.name for block in self.blocks) + 1
        self.blocks.append(
            Block(opened.name, opened.title, f"{opened.name}-{count}", opened.span, span, opened.section)
        )

    # ----------------------------------------------------------------------------------- headings and prose

    def _heading(self, span: Span, level: int, start: int, end: int) -> None:
        match = _ID.search(self.text[start:end])
        identifier = match.group(1) if match else ""
        if match:
            self.line.hide(start + match.start(), end)
            end = start + match.start()
        if not _ASCII_ID.match(identifier):
            what = f"`{identifier}` is no ASCII id" if match else "this heading has no id"
            mend = "end it with ` {#id}`, the same in every language"
            self.report(span.start, "section-id", what, mend)
            identifier = identifier or f"line-{position(self.text, span.start)[0]}"
        elif any(section.id == identifier for section in self.sections):
            self.report(span.start, "section-id", f"the id `{identifier}` is taken on this page", "choose another")
        elif match and not self.text[start + match.start() : start + match.end()].startswith((" ", "\t")):
            self.report(end, "section-id", "no space stands before the heading's id", "put one before `{#`")
        self.line.hide(span.start, start)
        self.section = identifier
        self.sections.append(Section(identifier, self.text[start:end].strip(), level, span, span))
        self._read(start, end)

    def _sections(self, body: int) -> None:
        """Stretches every section to the next heading; the text above the first one is a section too."""
        starts = [section.span.start for section in self.sections]
        ends = [*starts[1:], len(self.text)]
        self.sections = [
            Section("", "", 0, Span(body, starts[0] if starts else len(self.text)), Span(body, body)),
            *(
                Section(s.id, s.title, s.level, Span(s.span.start, end), s.heading)
                for s, end in zip(self.sections, ends, strict=True)
            ),
        ]

    def _prose(self, number: int, previous: int | None) -> None:
        """A line of text: part of a paragraph or a list item."""
        span, text = self.spans[number], self.text
        line = span.of(text)
        if previous is not None and _UNDERLINE.match(line):
            mend = "write `## Title {#id}` instead"
            self.report(self.spans[previous].start, "section-id", "this heading is underlined and has no id", mend)
            return
        if match := _DEFINITION.match(line):
            title = match.span(1) if match.group(1) else (len(line), len(line))
            self.line.hide(span.start, span.start + title[0])
            self.line.hide(span.start + title[1], span.end)
            self._read(span.start + title[0], span.start + title[1])
            return
        start, item = span.start, _LIST_ITEM.match(line)
        if item:
            if item.group(1):
                digits = Span(span.start + item.start(1), span.start + item.end(1))
                self.found.seen.append(Seen(Segment(digits, "marker"), self.section))
            start += item.end()
        elif previous is not None:
            self._join(self.spans[previous], span)
        self._read(start, span.end)

    def _join(self, above: Span, below: Span) -> None:
        left, right = above.of(self.text), below.of(self.text).lstrip(" \t")
        if left and right and not left.endswith("  ") and wide(left[-1]) and wide(right[0]):
            self.joins.append(Span(above.end, below.end - len(right)))


def bare(text: str, spans: Iterable[Span]) -> str:
    """`text` with the given spans hidden."""
    characters = list(text)
    for span in spans:
        characters[span.start : span.end] = HIDDEN * (span.end - span.start)
    return "".join(characters)
