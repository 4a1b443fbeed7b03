"""Lessons + values + sources → report: drift, dependence, coverage, lockstep, twins."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from build_tools import coverage, lockstep
from build_tools.binding import Bound, bind
from build_tools.compare import same_scalar, show
from build_tools.languages import Language
from build_tools.lesson import SHARED, is_lesson
from build_tools.model import Answer, Claim, Finding, Name, Outcome, Page, Question, Tree, Verified, VerifiedPage, leaves, position
from build_tools.reading import Literal, PageReading, Placed
from build_tools.reading import read as read_page
from build_tools.snippets import Snippet


@dataclass(frozen=True)
class Run:
    """A lesson's code, and what running it came to."""

    snippet: Snippet
    outcome: Outcome
    twin: Snippet | None = None
    twin_outcome: Outcome | None = None


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
        findings.extend(_fields(first.page, other.page))
        findings.extend(lockstep.stale(first.page, other.page))
    if run is not None:
        findings.extend(_twin_names(works, run))
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
            if not is_lesson(page):
                mend = "name the code in the front matter: `snippet: …`"
                work.report(claim.whole.start, "claim-syntax", "a claim on a page without a snippet", mend)
        elif run.outcome.failure is None:
            _claim(work, claim, literal, run, seen)
    if is_lesson(page):
        if not page.claims:
            mend = "bind its numbers: `[literal]{=expression}`"
            work.findings.append(Finding(page.path, 1, 1, "no-claims", "this lesson claims nothing", mend))
        work.findings.extend(coverage.check(reading, run.outcome.values if run else {}))
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
    elif claim.in_answer and run.snippet.readout(claim.expression):
        message = f"a model answer is bound to `{claim.expression}`, which the snippet states as a literal"
        mend = "let the snippet compute it"
        work.report(claim.expression_span.start, "given-answer", message, mend)
    bound = bind(page, claim, literal, answer)
    work.findings.extend(bound.findings)
    work.loose.extend(bound.loose)
    work.claimed += len(bound.pairs)
    _twin_values(work, claim, bound, answer, run)
    normal = lockstep.normal(claim.expression)
    seen[claim.section, normal] += 1
    identity = f"{page.key}\n{page.language}\n{claim.section}\n{normal}\n{seen[claim.section, normal]}"
    line, column = position(page.text, claim.literal.start)
    work.verified.append(
        Verified(
            hashlib.sha256(identity.encode()).hexdigest()[:12],
            claim,
            line,
            column,
            page.visible[claim.literal.start : claim.literal.end].replace("\x00", "").strip(),
            answer.value,
            tuple(sorted(answer.names)),
            bound.pairs,
        )
    )


def _result(work: _PageWork, run: Run | None) -> VerifiedPage:
    held = Counter(
        "name" if isinstance(placed.token, Name) else {"protected": "arithmetic", "symbolic": "symbolic"}.get(placed.role or "", "free")
        for placed in work.loose
    )
    exempt = sum(len(literal.numerals) for _, literal in work.reading.exemptions)
    counts = {
        "claimed": work.claimed,
        "arithmetic": held["arithmetic"],
        "name": held["name"],
        "symbolic": held["symbolic"],
        "exempt": exempt,
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


def digest(body: str) -> str:
    """Of a page's text as a builder hands it to a Markdown extension: without front matter and outer line ends."""
    return hashlib.sha256(body.replace("\r\n", "\n").strip("\n").encode()).hexdigest()


# -------------------------------------------------------------------------------------------------- twins


def _twin_values(work: _PageWork, claim: Claim, bound: Bound, answer: Answer, run: Run) -> None:
    """Reports each numeral for which the twin's values give something else than the snippet's."""
    if run.twin is None or run.twin_outcome is None or run.twin_outcome.failure is not None:
        return
    what = f"{run.snippet.path} and {run.twin.path}"
    mend = "one of the two is wrong: correct it"
    if answer.twin_error:
        message = f"`{claim.expression}` fails with the values of {run.twin.path}: {answer.twin_error}"
        work.report(claim.expression_span.start, "twin-drift", message, "give both the same shape")
        return
    if answer.twin is None:
        return
    theirs, ours = list(leaves(answer.twin)), list(leaves(answer.value))
    if len(theirs) != len(ours):
        message = f"`{claim.expression}` has {len(ours)} parts by {run.snippet.path}, {len(theirs)} by {run.twin.path}"
        work.report(claim.literal.start, "twin-drift", message, mend)
        return
    numbers = [i for i, value in enumerate(ours) if not isinstance(value, str)]
    places = {i: pair.numeral.start for i, pair in zip(numbers, bound.pairs, strict=False)}
    for i, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        if not same_scalar(our, their):
            message = f"{what} disagree on `{claim.expression}`: {show(our)} and {show(their)}"
            work.report(places.get(i, claim.literal.start), "twin-drift", message, mend)


def _twin_names(works: Sequence[_PageWork], run: Run) -> list[Finding]:
    """Every data name that a lesson claims must be defined by the twin too, and functions cannot be compared."""
    findings: list[Finding] = []
    first = works[0].page
    listed = first.meta.get("twin_exceptions")
    exceptions: Mapping[str, object] = listed if isinstance(listed, dict) else {}
    claimed = sorted({name for work in works for one in work.verified for name in one.names})
    names = [name for name in claimed if run.snippet.kinds.get(name) in ("given", "computed")]
    for work in works:
        for one in work.verified:
            functions = [n for n in one.names if run.snippet.kinds.get(n) in ("function", "class")]
            for name in functions:
                message = f"`{one.claim.expression}` calls `{name}`, which cannot be compared with the twin's"
                mend = "give the result a name in the snippet and its twin, and bind to that"
                work_finding = position(work.page.text, one.claim.expression_span.start)
                findings.append(Finding(work.page.path, *work_finding, "twin-function", message, mend))
    if run.twin is None or run.twin_outcome is None:
        if names:
            path = run.snippet.path.replace("snippets/", "snippets/pure/", 1)
            mend = f"write {path}: plain Python that computes {', '.join(names)}"
            findings.append(Finding(run.snippet.path, 1, 1, "twin-missing", "this snippet has no twin", mend))
        return findings
    if run.twin_outcome.failure is None:
        for name in names:
            if name not in run.twin_outcome.values and name not in exceptions:
                message = f"`{name}` is claimed by {first.path} and not defined here"
                mend = f"define it, or list it under `twin_exceptions` there with a reason (in {run.snippet.path} it is at line {run.snippet.lines.get(name, 1)})"
                findings.append(Finding(run.twin.path, 1, 1, "twin-missing", message, mend))
    for name in exceptions:
        if name not in names or name in run.twin_outcome.values:
            span = first.meta_spans.get(f"twin_exceptions.{name}")
            at = position(first.text, span.start) if span else (1, 1)
            message = f"`{name}` needs no exception"
            findings.append(Finding(first.path, *at, "twin-missing", message, "take it out"))
    return findings


# ----------------------------------------------------------------------------------------------- lockstep


def _fields(source: Page, other: Page) -> list[Finding]:
    """The front matter that both languages of a lesson must share."""
    findings = []
    for name in SHARED:
        ours, theirs = source.meta.get(name), other.meta.get(name)
        if ours == theirs:
            continue
        for page, opposite, mine, others in ((source, other, ours, theirs), (other, source, theirs, ours)):
            at = position(page.text, _differing(page, name, mine, others))
            message = f"`{name}` is {mine!r} here and {others!r} in {opposite.path}"
            findings.append(Finding(page.path, *at, "lockstep-field", message, "correct whichever is wrong"))
    return findings


def _differing(page: Page, name: str, mine: object, others: object) -> int:
    """Where a field differs from the other language's: at the first entry of a list that does."""
    if isinstance(mine, list) and isinstance(others, list):
        for i, entry in enumerate(mine):
            if i >= len(others) or entry != others[i]:
                name = f"{name}.{i}"
                break
    span = page.meta_spans.get(name)
    return span.start if span else 0
