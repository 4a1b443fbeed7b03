"""Computed twice: every claimed name by the snippet and by its twin, and both must agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from build_tools.claims.binding import Bound
from build_tools.code.snippets import Snippet
from build_tools.model import Answer, Claim, Finding, Outcome, Page, Verified, leaves, position
from build_tools.numbers.compare import same_scalar, show

_CORRECT = "one of the two is wrong: correct it"


@dataclass(frozen=True)
class Run:
    """A lesson's code, and what running it came to."""

    snippet: Snippet
    outcome: Outcome
    twin: Snippet | None = None
    twin_outcome: Outcome | None = None


def values(page: Page, claim: Claim, bound: Bound, answer: Answer, run: Run) -> list[Finding]:
    """Finds each numeral of a claim for which the twin's values give something else than the snippet's.

    Args:
        page: the page on which the claim stands.
        claim: the claim.
        bound: its numerals beside their values.
        answer: its value, and its value with the twin's names in place.
        run: the lesson's code.
    """
    if run.twin is None or run.twin_outcome is None or run.twin_outcome.failure is not None:
        return []

    def drift(offset: int, message: str, mend: str = _CORRECT) -> Finding:
        return Finding(page.path, *position(page.text, offset), "twin-drift", message, mend)

    if answer.twin_error:
        message = f"`{claim.expression}` fails with the values of {run.twin.path}: {answer.twin_error}"
        return [drift(claim.expression_span.start, message, "give both the same shape")]
    if answer.twin is None or answer.twin == answer.value:
        return []
    theirs, ours = list(leaves(answer.twin)), list(leaves(answer.value))
    if len(theirs) != len(ours):
        message = f"`{claim.expression}` has {len(ours)} parts by {run.snippet.path}, {len(theirs)} by {run.twin.path}"
        return [drift(claim.literal.start, message)]
    what = f"{run.snippet.path} and {run.twin.path} disagree on `{claim.expression}`"
    numbers = [i for i, value in enumerate(ours) if not isinstance(value, str)]
    places = {i: pair.numeral.start for i, pair in zip(numbers, bound.pairs, strict=False)}
    return [
        drift(places.get(i, claim.literal.start), f"{what}: {show(our)} and {show(their)}")
        for i, (our, their) in enumerate(zip(ours, theirs, strict=True))
        if not same_scalar(our, their)
    ]


def names(pages: Sequence[tuple[Page, Sequence[Verified]]], run: Run) -> list[Finding]:
    """Finds the names that a lesson claims and its twin does not define; functions cannot be compared at all.

    Args:
        pages: the lesson in every language, the first of which lists the exceptions, with its claims.
        run: the lesson's code.
    """
    first = pages[0][0]
    listed = first.meta.get("twin_exceptions")
    exceptions: Mapping[str, object] = listed if isinstance(listed, dict) else {}
    claimed = sorted({name for _, verified in pages for one in verified for name in one.names})
    compared = [name for name in claimed if run.snippet.kinds.get(name) in ("given", "computed")]
    findings = [finding for page, verified in pages for finding in _functions(page, verified, run.snippet)]
    if run.twin is None or run.twin_outcome is None:
        if compared:
            path = run.snippet.path.replace("snippets/", "snippets/pure/", 1)
            mend = f"write {path}: plain Python that computes {', '.join(compared)}"
            findings.append(Finding(run.snippet.path, 1, 1, "twin-missing", "this snippet has no twin", mend))
        return findings
    defined = run.twin_outcome.values
    if run.twin_outcome.failure is None:
        for name in compared:
            if name not in defined and name not in exceptions:
                message = f"`{name}` is claimed by {first.path} and not defined here"
                where = f"{run.snippet.path}:{run.snippet.lines.get(name, 1)}"
                mend = f"define it as {where} does, or list it under `twin_exceptions` in {first.path} with a reason"
                findings.append(Finding(run.twin.path, 1, 1, "twin-missing", message, mend))
    for name in exceptions:
        if name not in compared or name in defined:
            span = first.meta_spans.get(f"twin_exceptions.{name}")
            at = position(first.text, span.start) if span else (1, 1)
            message = f"`{name}` needs no exception"
            findings.append(Finding(first.path, *at, "twin-missing", message, "take it out"))
    return findings


def _functions(page: Page, verified: Sequence[Verified], snippet: Snippet) -> list[Finding]:
    findings = []
    for one in verified:
        for name in one.names:
            if snippet.kinds.get(name) in ("function", "class"):
                message = f"`{one.claim.expression}` calls `{name}`, which cannot be compared with the twin's"
                mend = "give the result a name in the snippet and its twin, and bind to that"
                at = position(page.text, one.claim.expression_span.start)
                findings.append(Finding(page.path, *at, "twin-function", message, mend))
    return findings
