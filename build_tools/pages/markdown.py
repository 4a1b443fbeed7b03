"""Raw Markdown → `Page`: where every claim, formula, section and block stands, to the character.

The page is read once, line by line, top to bottom. Nothing is rendered here; a builder's Markdown does that later, with
our syntax already taken out at the spans found here. What it would show in another way than it is read here (HTML off
the list, indented code, a table without a blank line above) is a finding, so that nothing on a page goes unread.
"""

from __future__ import annotations

import re
import unicodedata

from build_tools.model import Formula, Page, Segment, Span
from build_tools.pages import characters, links, sections
from build_tools.pages.blockclaims import BlockClaims
from build_tools.pages.blocks import Blocks
from build_tools.pages.braces import OPENINGS
from build_tools.pages.containers import HOLDER, LIST_ITEM, Containers, Line, split
from build_tools.pages.draft import HIDDEN, Draft
from build_tools.pages.fences import FENCE, SCISSORS, Fences
from build_tools.pages.inline import LineReader
from build_tools.pages.rawhtml import BOX, check_comment, check_spoken, check_title
from build_tools.settings.positioned import front_matter

_UNDERLINE = re.compile(r"(=+|-+)[ \t]*$")
_DELIMITER = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$")
_SPECIAL = frozenset("`~<$/／{-#")  # a line that begins with none of these is a table's or a paragraph's
_OWN_LINE = re.compile(r"```|~~~|\$\$|#{1,6}[ \t]|///")


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
    draft = Draft(text, path)
    meta, meta_spans, body, findings = front_matter(text, path)
    draft.findings.extend(findings)
    draft.hide(0, body)
    if "title" in meta_spans:
        check_title(draft, str(meta.get("title", "")), meta_spans["title"])
    characters.check(draft, body)
    _Reader(draft, body, foreign_blocks).run()
    sections.stretch(draft, body)
    return Page(
        path,
        key,
        language,
        text,
        body,
        meta,
        meta_spans,
        tuple(draft.sections),
        tuple(sorted(draft.claims, key=lambda claim: claim.whole.start)),
        tuple(sorted(draft.exemptions, key=lambda exemption: exemption.whole.start)),
        tuple(sorted(draft.seen, key=lambda seen: seen.segment.span.start)),
        tuple(draft.formulas),
        tuple(draft.blocks),
        tuple(draft.inclusions),
        tuple(draft.joins),
        "".join(draft.visible),
        tuple(draft.findings),
        tuple(draft.bare),
    )


class _Reader:
    def __init__(self, draft: Draft, body: int, foreign_blocks: bool) -> None:
        self.draft, self.text = draft, draft.text
        self.lines = split(self.text, body)
        self.line = LineReader(draft, links.defined(self.text, self.lines))
        self.headings = sections.Headings(draft, self.line)
        self.blocks = Blocks(draft, self.line, self.lines, foreign_blocks)
        self.claims = BlockClaims(draft)
        self.fences = Fences(draft, self.lines, self.claims)
        self.containers = Containers(draft)

    def run(self) -> None:
        number, previous = 0, None
        while number < len(self.lines):
            line = self.lines[number]
            if line.blank:
                number, previous = number + 1, None
                continue
            last = self._block(number, line, previous)
            previous = number if last is None else None
            number = (number if last is None else last) + 1
        self.blocks.finish()

    def _block(self, number: int, line: Line, previous: int | None) -> int | None:
        """Reads what starts at a line; returns its last line, or None where the line is one of a paragraph."""
        content = line.content
        if not content.startswith("/"):
            above = self.lines[previous].quotes if previous is not None else 0
            if above > line.quotes:
                message = "builders take this line for one of the quotation above"
                self.draft.report(line.start, "markdown", message, "put a blank line above it")
            self.containers.enter(line, continuing=previous is not None and above == line.quotes)
        if content[0] not in _SPECIAL:
            return self._text(number, previous)
        if match := FENCE.match(content):
            return self._fence(number, match.group(1) or match.group(3), match.group(2) or match.group(4) or "")
        if content.startswith("<!--") and not line.quotes and line.start - line.span.start < 4:
            return self._comment(number)
        if content.startswith("$$"):
            return self._display(number)
        if Blocks.starts(content):
            return self.blocks.read(number)
        elif content.startswith(OPENINGS):
            if caption := self.claims.read(line.span, line.start):
                self.draft.visible[caption.start : caption.end] = caption.of(self.text)
                self.line.read(caption.start, caption.end)
        elif SCISSORS.match(content):
            mend = "put it into a fence"
            self.draft.report(line.start, "inclusion", "code is included outside a code fence", mend)
        elif content.startswith("#") and line.start == line.span.start:
            self.headings.read(line.span)
        else:
            return self._text(number, previous)
        return number

    def _text(self, number: int, previous: int | None) -> int | None:
        """A table or a line of text; returns as `_block` does."""
        if self._is_table(number):
            return self._table(number, previous)
        return None if self._prose(number, previous) else number

    # -------------------------------------------------------------------------------------------- blocks

    def _fence(self, number: int, opening: str, info: str) -> int:
        last = self.fences.read(number, opening, info)
        below = self.lines[last + 1] if last + 1 < len(self.lines) else None
        if below and not below.blank and not below.content.startswith((*OPENINGS, "///", "$$")):
            mend = "put a blank line below the fence"
            self.draft.report(below.start, "markdown", "this line shows as text of a paragraph around the fence", mend)
        return last

    def _comment(self, number: int) -> int:
        """An HTML comment, which no reader sees; returns the number of its last line."""
        draft, start = self.draft, self.lines[number].start
        close = self.text.find("-->", start + 4)
        if close < 0:
            draft.report(start, "block-syntax", "this comment is never closed", "close it: `-->`")
            close = len(self.text)
        else:
            check_comment(draft, start, close + 3)
        last = number
        while last + 1 < len(self.lines) and self.lines[last + 1].span.start <= close:
            last += 1
        end = self.lines[last].span.end
        rest = min(close + 3, end)
        draft.hide(start, rest)
        self.line.read(rest, end)
        return last

    def _display(self, number: int) -> int:
        """Display maths; returns the number of its last line."""
        draft, text, first = self.draft, self.text, self.lines[number]
        mark = self.claims.mark()
        close = text.find("$$", first.start + 2, first.span.end)
        last = number
        while close < 0 and last + 1 < len(self.lines) and not self.lines[last + 1].blank:
            last += 1
            close = text.find("$$", self.lines[last].span.start, self.lines[last].span.end)
        if close < 0:
            mend = "close it with `$$`, without a blank line in between"
            draft.report(first.start, "block-syntax", "this formula is never closed", mend)
            return last
        if first.quotes and last > number:
            mend = "write it on one line: `> $$…$$`"
            draft.report(first.start, "block-syntax", "this formula has quote marks inside", mend)
        tex = Span(first.start + 2, close)
        if not tex.of(text).strip():
            draft.report(first.start, "block-syntax", "this formula is empty", "write it between the `$$`")
        draft.hide(first.start, tex.start)
        draft.hide(close, close + 2)
        draft.formulas.append(Formula(Span(first.start, close + 2), tex, display=True))
        end = self.lines[last].span.end
        if text[close + 2 : end].strip():
            mend = "write `{=expression}` alone on the line below"
            draft.report(close + 2, "claim-syntax", "something follows display maths on its line", mend)
            draft.hide(close + 2, end)
        draft.see(Segment(tex, "math"), display=True)
        self.claims.offer("display", Span(first.start, end), [Segment(tex, "math")], mark)
        return last

    # ---------------------------------------------------------------------------------- tables and prose

    def _is_table(self, number: int) -> bool:
        if number + 1 == len(self.lines):
            return False
        content, below = self.lines[number].content, self.lines[number + 1].content
        return "|" in content and "|" in below and _DELIMITER.match(below) is not None

    def _table(self, number: int, previous: int | None) -> int:
        """A table; returns the number of its last row."""
        draft, first = self.draft, self.lines[number]
        if previous is not None:
            message = "this table shows as text of the paragraph above"
            draft.report(first.start, "table", message, "put a blank line above it")
        mark = self.claims.mark()
        columns = self._row(first)
        rule = self.lines[number + 1]
        draft.hide(rule.span.start, rule.span.end)
        if rule.content.strip().strip("|").count("|") + 1 != columns:
            draft.report(rule.start, "table", "this line has not as many cells as the one above", "make them as many")
        last = number + 1
        while last + 1 < len(self.lines) and not self._ends_table(self.lines[last + 1], first.quotes):
            last += 1
            row = self.lines[last]
            if self._row(row) > columns:
                message = f"this row has more than the table's {columns} cells, and builders drop the rest"
                draft.report(row.start, "table", message, "give each row the cells of the first one")
        segments = [one.segment for one in draft.seen[mark[2] :]]
        self.claims.offer("table", Span(first.start, self.lines[last].span.end), segments, mark)
        return last

    def _ends_table(self, line: Line, quotes: int) -> bool:
        content = line.content
        return line.blank or line.quotes != quotes or content.startswith((*OPENINGS, "///", "```", "~~~", "$$"))

    def _row(self, line: Line) -> int:
        """Reads a row; returns how many cells it has."""
        self.line.read(line.start, line.span.end, row=True)
        pipes, content = self.line.pipes, line.content
        left, right = content.startswith("|"), line.start + len(content.rstrip()) - 1 in pipes
        return len(pipes) + 1 - left - (right and len(pipes) > left)

    def _prose(self, number: int, previous: int | None) -> bool:
        """A line of text; returns whether a paragraph or list item may go on below it."""
        draft, line = self.draft, self.lines[number]
        content, start = line.content, line.start
        if content.startswith("#"):
            mend = "write it at the start of a line, outside of everything else"
            draft.report(start, "section-id", "a heading stands inside something else", mend)
        if previous is not None and _UNDERLINE.match(content):
            mend = "write `## Title {#id}` instead; a rule has a blank line above it"
            draft.report(self.lines[previous].start, "section-id", "this heading is underlined and has no id", mend)
            return False
        below = self.lines[number + 1] if number + 1 < len(self.lines) else None
        if defined := links.definition(line):
            if below and _UNDERLINE.match(below.content):
                message = "this line makes a heading of the one above"
                draft.report(below.start, "markdown", message, "put a blank line between")
            links.check(draft, line.start, defined.address)
            draft.hide(line.span.start, defined.title.start)
            draft.hide(defined.title.end, line.span.end)
            check_spoken(draft, defined.title)
            draft.see(Segment(defined.title, "prose"))
            return False
        above = self.lines[previous] if previous is not None else None
        alike = above is not None and (above.quotes, above.indent) == (line.quotes, line.indent)
        if alike and (below is None or below.blank) and self.line.attributes(start, line.span.end):
            return False
        if item := LIST_ITEM.match(content):
            if item.group(1):
                digits = Span(start + item.start(1), start + item.end(1))
                draft.see(Segment(digits, "marker"))
            start += item.end()
            if _OWN_LINE.match(self.text, start, line.span.end):
                mend = "put it below, on a line of its own, indented by 4"
                draft.report(start, "markdown", "this cannot stand on the first line of a list item", mend)
        self.line.read(start, line.span.end)
        if previous is not None and not item:
            self._join(self.lines[previous], line)
        return not HOLDER.match(content) and not BOX.match(content)

    def _join(self, above: Line, below: Line) -> None:
        """Notes a line end between wide characters, which a browser would show as a space."""
        left = self.draft.shown(above.start, above.span.end).replace(HIDDEN, "").rstrip("*_")
        right = self.draft.shown(below.start, below.span.end).replace(HIDDEN, "").lstrip("*_")
        broken = self.text.endswith(("  ", "<br>", "<br/>", "<br />"), above.start, above.span.end)
        if left and right and not broken and _wide(left[-1]) and _wide(right[0]):
            self.draft.joins.append(Span(above.span.end, below.start))


def _wide(char: str) -> bool:
    """Whether a browser sets this character without spaces between words."""
    return unicodedata.east_asian_width(char) in "WF"
