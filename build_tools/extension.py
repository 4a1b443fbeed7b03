"""The Python-Markdown extension: takes our syntax out of a page, at the places that the core has found.

Named in both configurations, it makes any builder fail on a drifted answer. It parses nothing itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import click
from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from build_tools import course, lesson, mathml, render
from build_tools.errors import TashikameError
from build_tools.model import Block, Page, Report, Span, VerifiedPage
from build_tools.verify import digest
from build_tools.words import word

# Before every other preprocessor: the spans are those of the page as it was written.
_FIRST = 10_000
# After `normalize_whitespace` (30), which takes Python-Markdown's own placeholders out of a page's text, and before
# everything that reads blocks and HTML. Until then ours are numbers between two characters for private use.
_STASH = 29
_PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")
_OURS = ("{=", "{!", "\n/// ")


class Refusal(click.ClickException):
    """What ends a build: builders show its message and exit with 1."""


class TashikameExtension(Extension):
    """Options: `root`, the project's folder; `lang`, the language of this build; `names`, the course's own names."""

    def __init__(self, **options: object) -> None:
        self.config = {
            "root": [".", "the project's folder"],
            "lang": ["", "the language of this build"],
            "names": [[], "the course's own names with digits in them, such as GPT-2"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        root = Path(str(self.getConfig("root"))).absolute()
        substitution = _Substitution(md, root, str(self.getConfig("lang")))
        md.preprocessors.register(substitution, "tashikame", _FIRST)
        md.preprocessors.register(_Stash(md, substitution), "tashikame-stash", _STASH)


class _Substitution(Preprocessor):
    def __init__(self, md: Markdown, root: Path, language: str) -> None:
        super().__init__(md)
        self.root, self.language = root, language
        self.fragments: list[str] = []

    def run(self, lines: list[str]) -> list[str]:
        self.fragments = []
        text = "\n".join(lines)
        try:
            report = course.load(self.root)
        except TashikameError as error:
            raise Refusal(str(error)) from error
        if report.failed:
            errors = [finding for finding in report.findings if finding.severity == "error"]
            listed = "\n".join(map(str, errors))
            raise Refusal(f"{len(errors)} finding{'s' if len(errors) > 1 else ''}:\n{listed}")
        identity = digest(text)
        found = [one for one in report.pages if one.digest == identity and one.page.language == self.language]
        if found:
            writer = _Writer(found[0], report)
            written, self.fragments = writer.text(), writer.fragments
            return written.split("\n")
        if any(mark in f"\n{text}" for mark in _OURS):
            first = next((line for line in lines if line.strip()), "")
            raise Refusal(f"a page has claims that `check` does not know; it begins: {first:.60}")
        return lines


class _Stash(Preprocessor):
    """Hands our HTML to Python-Markdown, which puts it back once everything else is rendered."""

    def __init__(self, md: Markdown, substitution: _Substitution) -> None:
        super().__init__(md)
        self.substitution = substitution

    def run(self, lines: list[str]) -> list[str]:
        fragments = self.substitution.fragments
        if not fragments:
            return lines

        def stashed(match: re.Match[str]) -> str:
            number = int(match.group(1))
            return self.md.htmlStash.store(fragments[number]) if number < len(fragments) else ""

        return [_PLACEHOLDER.sub(stashed, line) for line in lines]


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
        return f"\ue000{len(self.fragments) - 1}\ue001"

    def _alone(self, html: str, offset: int) -> str:
        """A stash entry as a paragraph of its own, indented like the line it stands on."""
        line = self.page.text[self.page.text.rfind("\n", 0, offset) + 1 : offset]
        return f"\n\n{line if not line.strip() else ''}{self._stash(html)}\n\n"

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
                line = self.page.text[self.page.text.rfind("\n", 0, start) + 1 : start]
                self.edits.append(_Edit(Span(start, start), f"{self._stash(opening)}\n\n{line}"))
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
                label = "数式" if self.page.language == "ja" else "formula"
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


def makeExtension(**options: object) -> TashikameExtension:  # noqa: N802 (Python-Markdown's name)
    """What Python-Markdown calls to load the extension."""
    return TashikameExtension(**options)
