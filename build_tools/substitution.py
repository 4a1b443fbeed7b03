"""A verified page's Markdown with our syntax taken out, and placeholders where HTML of ours goes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from build_tools import render
from build_tools.formulas import mathml
from build_tools.model import Block, Page, Report, Span, VerifiedPage
from build_tools.pages import lesson
from build_tools.words import word

# Characters for private use, which no page may contain.
_OPEN, _CLOSE = "\ue000", "\ue001"
PLACEHOLDER = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


@dataclass(frozen=True)
class Substituted:
    """A page's body as a builder gets it, and the fragments of HTML that its placeholders stand for, by number."""

    text: str
    fragments: list[str]


def substitute(verified: VerifiedPage, report: Report) -> Substituted:
    """Takes our syntax out of a page, at the places that the reader of Markdown has found."""
    writer = _Writer(verified, report)
    return Substituted(writer.text(), writer.fragments)


@dataclass(frozen=True)
class _Edit:
    """A span of the page's text, and what a builder gets in its place."""

    span: Span
    text: str


class _Writer:
    """Rewrites one page."""

    def __init__(self, verified: VerifiedPage, report: Report) -> None:
        self.verified, self.page, self.report = verified, verified.page, report
        self.fragments: list[str] = []
        mine = [one.page for one in report.pages if one.page.language == self.page.language]
        self.lessons: dict[str, Page] = {lesson.lesson_id(page.key): page for page in mine if lesson.is_lesson(page)}
        self.edits: list[_Edit] = []

    def text(self) -> str:
        """The page's body for a builder: our syntax taken out, a placeholder for every fragment of HTML."""
        self._claims()
        self._formulas()
        for block in self.page.blocks:
            self._block(block)
        self.edits.extend(_Edit(span, "") for span in self.page.joins)
        parts: list[str] = []
        at = self.page.body
        for edit in sorted(self.edits, key=lambda edit: (edit.span.start, edit.span.end)):
            parts += [self.page.text[at : edit.span.start], edit.text]
            at = max(at, edit.span.end)
        parts.append(self.page.text[at:])
        if lesson.is_lesson(self.page):
            parts.insert(0, f"{self._stash(render.meta_strip(self.page, self.lessons))}\n\n")
            parts.append(f"\n\n{self._stash(self._ledger())}\n")
        return "".join(parts)

    def _stash(self, html: str) -> str:
        self.fragments.append(html)
        return f"{_OPEN}{len(self.fragments) - 1}{_CLOSE}"

    def _alone(self, html: str, offset: int) -> str:
        """A placeholder as a paragraph of its own, indented like the line it stands on."""
        return f"\n\n{self._prefix(offset)}{self._stash(html)}\n\n"

    def _prefix(self, offset: int) -> str:
        """The spaces and quote marks in front of what starts at `offset`."""
        line = self.page.text[self.page.text.rfind("\n", 0, offset) + 1 : offset]
        return line if not line.strip(" \t>") else ""

    def _claims(self) -> None:
        for one in self.verified.verified:
            claim = one.claim
            opening, closing = render.claim_open(one), render.claim_close(one, self.page.language)
            if claim.shape in ("text", "math"):
                start, end = claim.literal.start, claim.literal.end
                if claim.shape == "math":
                    start, end = claim.whole.start, claim.marker.start
                self.edits.append(_Edit(Span(claim.whole.start, start), self._stash(opening)))
                self.edits.append(_Edit(Span(end, claim.whole.end), self._stash(closing)))
            else:
                start = claim.whole.start
                before = f"{self._stash(opening)}\n\n{self._prefix(start)}"
                self.edits.append(_Edit(Span(start, start), before))
                self.edits.append(_Edit(claim.marker, self._alone(closing, claim.marker.start)))
        for exemption in self.page.exemptions:
            if exemption.whole.start < exemption.literal.start and self.page.text[exemption.whole.start] == "[":
                self.edits.append(_Edit(Span(exemption.whole.start, exemption.literal.start), ""))
                self.edits.append(_Edit(Span(exemption.literal.end, exemption.whole.end), ""))
            else:  # the reason alone stands behind a formula or below a block
                start = self.page.text.rfind("{!", exemption.literal.end, exemption.whole.end)
                self.edits.append(_Edit(Span(start, exemption.whole.end), ""))

    def _formulas(self) -> None:
        for formula in self.page.formulas:
            html = mathml.to_mathml(formula.tex.of(self.page.text), display=formula.display)
            if formula.display:
                label = word("formula", self.page.language)
                box = f'<div class="tk-math" tabindex="0" role="group" aria-label="{label}">{html}</div>'
                self.edits.append(_Edit(formula.whole, self._alone(box, formula.whole.start)))
            else:
                self.edits.append(_Edit(formula.whole, self._stash(html)))

    def _block(self, block: Block) -> None:
        language = self.page.language
        if block.name == "cards":
            html = render.cards(self.page, self.report.sources, self.lessons)
        elif block.name == "verification":
            html = render.course_ledger(self.report, self.page)
        elif block.name == "days":
            html = render.days(self.page, self.lessons.values())
        else:
            opening = self._alone(render.block_open(block, language), block.open.start)
            if block.name == "exercise":
                opening += self._title(block)
            self._around_title(block, opening)
            self.edits.append(_Edit(block.close, self._alone(render.block_close(block), block.close.start)))
            return
        self.edits.append(_Edit(Span(block.open.start, block.close.end), self._alone(html, block.open.start)))

    def _title(self, block: Block) -> str:
        """An exercise's heading, up to where its own title goes on in Markdown."""
        level = next((section.level for section in self.page.sections if section.id == block.section), 2)
        number = block.id.rpartition("-")[2]
        separator = ("：" if self.page.language == "ja" else ": ") if block.title else ""
        return f"{'#' * min(level + 1, 6)} {word('exercise', self.page.language)} {number}{separator}"

    def _around_title(self, block: Block, opening: str) -> None:
        """Leaves a title in its place, so that what is bound in it is substituted there."""
        text = self.page.text
        if block.name == "exercise":
            start = text.index("|", block.open.start, block.open.end) + 1 if block.title else block.open.end
            start += len(text[start : block.open.end]) - len(text[start : block.open.end].lstrip())
            self.edits.append(_Edit(Span(block.open.start, start), opening))
            self.edits.append(_Edit(Span(block.open.end, block.open.end), f" {{#{block.id}}}\n\n"))
        else:
            self.edits.append(_Edit(block.open, opening))

    def _ledger(self) -> str:
        sources: dict[str, str] = {}
        for path in (self.verified.snippet, self.verified.twin):
            if path in self.report.codes:
                sources[path] = self.report.codes[path].source
        snippet = self.report.codes.get(self.verified.snippet)
        return render.page_ledger(self.verified, sources, snippet.lines if snippet else {})
