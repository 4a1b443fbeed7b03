"""A verified page's Markdown with our syntax taken out, and placeholders where HTML of ours goes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from build_tools.exports.imprint import Imprint
from build_tools.formulas import mathml
from build_tools.model import Block, Claim, Report, Span, VerifiedPage
from build_tools.pages import lesson
from build_tools.pages.blocks import LEAVES
from build_tools.rendering import (
    cards,
    claims,
    course,
    figures,
    headings,
    lessondata,
    lessons,
    quotations,
    records,
    sources,
    tables,
)
from build_tools.rendering.addresses import link, place
from build_tools.rendering.plaintext import around
from build_tools.words import word

# Characters for private use, which no page may contain.
_OPEN, _CLOSE = "\ue000", "\ue001"
PLACEHOLDER = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_SCRIPTED = frozenset({"exercise", "reflection", "cards", "sources", "days", "record"})  # what a page's script works on


@dataclass(frozen=True)
class Substituted:
    """A page's body as a builder gets it, and what its placeholders stand for, by number."""

    text: str
    fragments: list[str]  # HTML
    tables: dict[int, tables.Grid] = field(default_factory=dict)  # what opens a verified table → the table's cells
    captions: frozenset[int] = frozenset()  # what stands in front of a table's caption
    spoken: dict[int, str] = field(default_factory=dict)  # a formula → the same as plain text


def substitute(verified: VerifiedPage, report: Report, imprint: Imprint, notebooks: Path | None = None) -> Substituted:
    """Takes our syntax out of a page, at the places that the reader of Markdown has found.

    Args:
        verified: the page.
        report: the course.
        imprint: what the course says of itself.
        notebooks: the folder of the notebooks that this build publishes, where it publishes any.
    """
    writer = _Writer(verified, report, imprint, notebooks)
    text = writer.text()
    return Substituted(text, writer.fragments, writer.tables, frozenset(writer.captions), writer.spoken)


@dataclass(frozen=True)
class _Edit:
    """A span of the page's text, and what a builder gets in its place."""

    span: Span
    text: str


class _Writer:
    """Rewrites one page."""

    def __init__(self, verified: VerifiedPage, report: Report, imprint: Imprint, notebooks: Path | None) -> None:
        self.verified, self.page, self.report = verified, verified.page, report
        self.imprint, self.notebooks = imprint, notebooks
        self.fragments: list[str] = []
        self.tables: dict[int, tables.Grid] = {}
        self.captions: set[int] = set()
        self.spoken: dict[int, str] = {}
        self.lessons = course.lessons_in(report, self.page.language)
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
            strip = lessons.meta_strip(self.page, course.by_id(self.report, self.page.language), self._notebook())
            parts.insert(0, f"{self._stash(strip)}\n\n")
            parts.append(f"\n\n{self._stash(self._ledger())}\n")
            parts.append(f"\n\n{self._stash(lessondata.block(self.page, self.report, self.imprint))}\n")
        if any(block.name in _SCRIPTED for block in self.page.blocks) or self.tables:
            parts.append(f"\n\n{self._stash(lessons.words_for_scripts(self.page.language))}\n")
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

    def _notebook(self) -> str:
        """The address of the page's notebook, where this build publishes it."""
        key = f"notebooks/{place(self.page.key)}"
        if self.notebooks is None or not (self.notebooks / self.page.language / f"{key}.ipynb").is_file():
            return ""
        return link(self.page.key, f"{key}.md")

    def _claims(self) -> None:
        for one in self.verified.verified:
            claim = one.claim
            if claim.shape == "figure":
                continue  # its block is substituted whole
            opening = claims.claim_open(one, self.verified)
            closing = claims.claim_close(one, self.verified, self.report)
            if claim.shape in ("text", "math"):
                start, end = claim.literal.start, claim.literal.end
                if claim.shape == "math":
                    start, end = claim.whole.start, claim.marker.start
                self.edits.append(_Edit(Span(claim.whole.start, start), self._stash(opening)))
                self.edits.append(_Edit(Span(end, claim.whole.end), self._stash(closing)))
            else:
                start = claim.whole.start
                before = f"{self._stash(opening)}\n\n{self._prefix(start)}"
                if claim.shape == "table":
                    self.tables[len(self.fragments) - 1] = tables.grid(self.page, one)
                self.edits.append(_Edit(Span(start, start), before))
                self._marker(claim, closing)
        for exemption in self.page.exemptions:
            self.edits.extend(_Edit(span, "") for span in around(self.page, exemption))

    def _marker(self, claim: Claim, closing: str) -> None:
        """What stands for a block's `{=…}`: a table's caption as a paragraph of its own, then the block's end."""
        end = self._alone(closing, claim.marker.start)
        if claim.caption is None:
            self.edits.append(_Edit(claim.marker, end))
            return
        start = f"\n\n{self._prefix(claim.marker.start)}{self._stash('')}"
        self.captions.add(len(self.fragments) - 1)
        self.edits.append(_Edit(Span(claim.marker.start, claim.caption.start), start))
        self.edits.append(_Edit(Span(claim.caption.end, claim.caption.end), end))

    def _formulas(self) -> None:
        for formula in self.page.formulas:
            html = mathml.to_mathml(formula.tex.of(self.page.text), display=formula.display)
            if formula.display:
                label = word("formula", self.page.language)
                box = f'<div class="tk-math" tabindex="0" role="group" aria-label="{label}">{html}</div>'
                self.edits.append(_Edit(formula.whole, self._alone(box, formula.whole.start)))
            else:
                self.edits.append(_Edit(formula.whole, self._stash(html)))
                self.spoken[len(self.fragments) - 1] = mathml.spoken(formula.tex.of(self.page.text))

    def _block(self, block: Block) -> None:
        if block.name in LEAVES:
            html = self._leaf(block)
            self.edits.append(_Edit(Span(block.open.start, block.close.end), self._alone(html, block.open.start)))
            return
        if block.name == "figure":
            one = next((one for one in self.verified.verified if one.claim.block == block.id), None)
            opening = figures.figure_open(block, one, self.verified) if one else ""
            closing = figures.figure_close(block, one, self.verified, self.report) if one else ""
        elif block.name == "quote":
            opening = quotations.quotation_open(block, self.page, self.report.sources)
            closing = quotations.quotation_close(block, self.page, self.report.sources)
        else:
            opening = lessons.block_open(block, self.verified)
            closing = lessons.block_close(block, self.verified)
        before = self._alone(opening, block.open.start)
        if block.name == "exercise":
            self._around_title(block, before + headings.heading(block, self.page))
            self._form(block)
        else:
            self.edits.append(_Edit(Span(block.open.start, block.body), before))
        self.edits.append(_Edit(block.close, self._alone(closing, block.close.start)))

    def _leaf(self, block: Block) -> str:
        """What stands for a block that holds no text."""
        page = self.page
        if block.name == "cards":
            return cards.cards(page, self.report, course.by_id(self.report, page.language))
        if block.name == "sources":
            return sources.catalogue(page, self.report, self.lessons)
        if block.name == "verification":
            return records.course_ledger(self.report, page)
        if block.name == "map":
            return course.prerequisites(page, self.lessons)
        if block.name == "record":
            return course.journal(page, self.lessons)
        return course.days(page, self.lessons)

    def _form(self, exercise: Block) -> None:
        """The place of an exercise's form: below its question."""
        start = min(block.open.start for block in self.page.blocks if block.parent == exercise.id)
        self.edits.append(_Edit(Span(start, start), self._alone(lessons.form_place(), start)))

    def _around_title(self, block: Block, opening: str) -> None:
        """Leaves an exercise's title in its place, so that what is bound in it is substituted there."""
        title = headings.title(block, self.page)
        self.edits.append(_Edit(Span(block.open.start, title.start), opening))
        self.edits.append(_Edit(Span(title.end, block.body), f" {{#{block.id}}}\n\n"))

    def _ledger(self) -> str:
        listed: dict[str, str] = {}
        for path in (self.verified.snippet, self.verified.twin):
            if path in self.report.codes:
                listed[path] = self.report.codes[path].source
        snippet = self.report.codes.get(self.verified.snippet)
        return records.page_ledger(self.verified, listed, snippet.lines if snippet else {})
