"""A page in all of its languages: as it is read, and as it is verified. Both are pure steps, and are remembered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from build_tools.claims import lockstep
from build_tools.claims.twins import Run
from build_tools.claims.verify import verify_group
from build_tools.formulas import mathml
from build_tools.model import Finding, Known, Page, Question, position
from build_tools.numbers.languages import Language
from build_tools.pages import lesson, markdown


class Text(NamedTuple):
    """A page as it is written."""

    name: str  # below its language's folder
    path: str
    language: str
    text: str


def read(texts: Sequence[Text], *, foreign_blocks: bool) -> Known:
    """Reads a page, and says what is wrong with it by itself.

    Args:
        texts: the page in each of its languages, the course's first one first.
        foreign_blocks: whether `///` may open a block of another extension.
    """
    pages = tuple(
        markdown.read(one.text, one.path, one.name, one.language, foreign_blocks=foreign_blocks) for one in texts
    )
    findings: list[Finding] = []
    for page in pages:
        findings.extend(page.findings)
        if lesson.is_lesson(page) and not lesson.unread(page):
            findings.extend(lesson.check(page))
        findings.extend(_formulas(page))
    questions = dict.fromkeys(
        Question(expression, page.language)
        for page in pages
        for claim in page.claims
        for expression in (claim.expression, *lockstep.listed(claim.expression))
    )
    return Known(pages, tuple(questions), tuple(findings))


def outline(known: Known) -> Known:
    """A page that is read, without all that only its verification needs: enough to run its lesson's code."""
    return replace(known, pages=tuple(map(_outline, known.pages)))


def _outline(page: Page) -> Page:
    kept = (page.path, page.key, page.language, page.text, page.body, page.meta, page.meta_spans)
    return Page(*kept, inclusions=page.inclusions)


def verify(known: Known, languages: Mapping[str, Language], run: Run | None, stamp: bytes) -> Known:
    """Verifies a page that is read.

    Args:
        known: the page.
        languages: the tables of each language, by code.
        run: the lesson's code and its outcome, if it has any.
        stamp: tells that outcome from any other.
    """
    verified, findings = verify_group(known.pages, languages, run)
    return replace(known, stamp=stamp, verified=tuple(verified), findings=tuple(findings))


def _formulas(page: Page) -> Iterator[Finding]:
    for formula in page.formulas:
        fault = mathml.fault(formula.tex.of(page.text))
        if fault:
            at = position(page.text, formula.tex.start)
            yield Finding(page.path, *at, "formula", f"this formula cannot be set: {fault}", "mend the TeX")
