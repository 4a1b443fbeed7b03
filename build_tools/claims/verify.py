"""Lessons + values + sources → report: drift, dependence, coverage, lockstep, twins."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from build_tools.claims import coverage, expressions, figured, lockstep, twins
from build_tools.claims.binding import Bound, bind
from build_tools.claims.twins import Run
from build_tools.model import (
    Answer,
    Claim,
    Finding,
    Name,
    Page,
    Question,
    Verified,
    VerifiedPage,
    digest,
    position,
)
from build_tools.numbers.compare import near, show
from build_tools.numbers.languages import Language
from build_tools.pages.lesson import is_lesson, unread
from build_tools.pages.reading import Literal, PageReading, Placed
from build_tools.pages.reading import read as read_page

# What an expression reads from front matter and cards: stated by somebody, computed by nothing.
_STATED = frozenset({"page", "sources"})


@dataclass
class _PageWork:
    """What verifying one page gathers."""

    page: Page
    language: Language
    reading: PageReading
    loose: list[Placed]
    verified: list[Verified] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    claimed: int = 0

    def report(self, offset: int, rule: str, message: str, mend: str = "") -> None:
        line, column = position(self.page.text, offset)
        self.findings.append(Finding(self.page.path, line, column, rule, message, mend))


def verify_group(
    pages: Sequence[Page], languages: Mapping[str, Language], run: Run | None
) -> tuple[list[VerifiedPage], list[Finding]]:
    """Verifies one page in all of its languages.

    Args:
        pages: the same page in every language, the course's first language first.
        languages: the tables of each language, by code.
        run: the lesson's code and its outcome; None for a plain page, or where there is none to run.

    Returns:
        The pages as they can be shown, and every finding.
    """
    works = [_work(page, languages[page.language], run) for page in pages]
    findings = [finding for work in works for finding in work.findings]
    first = works[0]
    for other in works[1:]:
        findings.extend(
            lockstep.check(
                lockstep.Side(first.page, first.language, first.page.claims, first.loose),
                lockstep.Side(other.page, other.language, other.page.claims, other.loose),
            )
        )
        if not (unread(first.page) or unread(other.page)):
            findings.extend(lockstep.fields(first.page, other.page))
            findings.extend(lockstep.stale(first.page, other.page))
    if run is not None:
        findings.extend(twins.names([(work.page, work.verified) for work in works], run))
    return [_result(work, run) for work in works], findings


# ----------------------------------------------------------------------------------------------- one page


def _work(page: Page, language: Language, run: Run | None) -> _PageWork:
    reading = read_page(page, language)
    # A numeral that nothing holds is an error of its own on a lesson, and no matter of lockstep.
    free = ("symbolic", "protected") if is_lesson(page) else ("symbolic", "protected", "free", "result", None)
    loose = [placed for placed in reading.free if isinstance(placed.token, Name) or placed.role in free]
    loose += [placed for _, literal in reading.exemptions for placed in literal.tokens]
    work = _PageWork(page, language, reading, loose)
    work.findings.extend(reading.findings)
    seen: Counter[tuple[str, str]] = Counter()
    for claim, literal in reading.claims:
        if run is None:
            if not (is_lesson(page) or unread(page)):
                mend = "name the code in the front matter: `snippet: …`"
                work.report(claim.whole.start, "claim-syntax", "a claim on a page without a snippet", mend)
        elif run.outcome.failure is None:
            _claim(work, claim, literal, run, seen)
    if is_lesson(page):
        if not page.claims:
            mend = "bind its numbers: `[literal]{=expression}`"
            work.findings.append(Finding(page.path, 1, 1, "no-claims", "this lesson claims nothing", mend))
        values = run.outcome.values if run else {}
        given = run.snippet.readout if run else bool
        work.findings.extend(coverage.check(reading, language, values, given))
    return work


def _claim(work: _PageWork, claim: Claim, literal: Literal, run: Run, seen: Counter[tuple[str, str]]) -> None:
    page = work.page
    answer = run.outcome.answers.get(Question(claim.expression, page.language))
    if answer is None:
        work.report(claim.expression_span.start, "expression-error", f"`{claim.expression}` was never evaluated")
        return
    if answer.error:
        message = f"`{claim.expression}` cannot be evaluated: {answer.error}"
        work.report(claim.expression_span.start, "expression-error", message, f"see {run.snippet.path}")
        return
    if not answer.depends_on:
        message = f"`{claim.expression}` depends on nothing that the snippet computes"
        mend = "bind the literal to a name of the snippet"
        work.report(claim.expression_span.start, "independent", message, mend)
    elif idle := [part for part in lockstep.listed(claim.expression) if _depends_on_nothing(part, page, run)]:
        message = f"`{idle[0]}` in `{claim.expression}` depends on nothing that the snippet computes"
        mend = "bind each numeral to a name of the snippet"
        work.report(claim.expression_span.start, "independent", message, mend)
    elif _answers(claim) and (answer.depends_on <= _STATED or run.snippet.readout(claim.expression)):
        message = f"a model answer is bound to `{claim.expression}`, which is stated as a literal, not computed"
        mend = "let the snippet compute it"
        work.report(claim.expression_span.start, "given-answer", message, mend)
    if claim.shape == "figure":
        work.findings.extend(figured.check(page, claim, answer.value))
        bound = Bound((), (), ())
    else:
        bound = bind(page, claim, literal, answer)
    if answer.varies and _varies(work, claim, literal, bound, answer):
        bound = Bound((), bound.loose, ())  # what it is today is nothing to be corrected to
    else:
        work.findings.extend(twins.values(page, claim, bound, answer, run))
    work.findings.extend(bound.findings)
    work.loose.extend(bound.loose)
    work.claimed += len(bound.pairs)
    normal = expressions.read(claim.expression).normal
    seen[claim.section, normal] += 1
    identity = f"{page.key}\n{page.language}\n{claim.section}\n{normal}\n{seen[claim.section, normal]}"
    line, column = position(page.text, claim.literal.start)
    work.verified.append(
        Verified(
            hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:12],
            claim,
            line,
            column,
            page.visible[claim.literal.start : claim.literal.end].replace("\x00", "").strip(),
            answer.value,
            tuple(sorted(answer.names)),
            bound.pairs,
            answer.printed,
        )
    )


def _varies(work: _PageWork, claim: Claim, literal: Literal, bound: Bound, answer: Answer) -> bool:
    """Whether a claim has no one value: it would be another one under other conditions, in the digits written too."""
    if claim.shape == "figure" or bound.findings:
        drifted = not near(answer.value, answer.varied)
    else:
        drifted = bool(bind(work.page, claim, literal, replace(answer, value=answer.varied)).findings)
    if drifted:
        message = f"`{claim.expression}` is {show(answer.value)}, and {show(answer.varied)} in a second run"
        mend = f"it depends on {answer.varies}: settle that in the snippet (a seed, a date as data, `sorted`)"
        work.report(claim.literal.start, "answer-varies", message, mend)
    return drifted


def _answers(claim: Claim) -> bool:
    """Whether a claim is part of a model answer; a figure only illustrates one."""
    return claim.in_answer and claim.shape != "figure"


def _depends_on_nothing(part: str, page: Page, run: Run) -> bool:
    answer = run.outcome.answers.get(Question(part, page.language))
    return answer is not None and not answer.error and not answer.depends_on


def _result(work: _PageWork, run: Run | None) -> VerifiedPage:
    held = Counter("name" if isinstance(placed.token, Name) else placed.role for placed in work.loose)
    counts = {
        "claimed": work.claimed,
        "arithmetic": held["protected"],
        "name": held["name"],
        "symbolic": held["symbolic"],
        "exempt": sum(len(literal.numerals) for _, literal in work.reading.exemptions),
    }
    reasons = Counter(exemption.reason for exemption, _ in work.reading.exemptions)
    counts.update({f"exempt:{reason}": count for reason, count in sorted(reasons.items())})
    return VerifiedPage(
        work.page,
        digest(work.page.text[work.page.body :]),
        tuple(work.verified),
        counts,
        run.snippet.path if run else "",
        run.twin.path if run and run.twin else "",
    )
