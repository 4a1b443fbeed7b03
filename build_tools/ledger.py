"""The verification record of a site: every claim with its literal, expression, value, snippet and versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

from build_tools.model import Finding, Record, Report, Tree, VerifiedPage

FORMAT = 1


def as_json(report: Report) -> str:
    """The record that is published as `verification.json`."""
    pages = [page for page in report.pages if page.verified]
    claims = [claim for page in pages for claim in _claims(page, report)]
    record = {
        "format": FORMAT,
        "totals": {"pages": len(pages), "claims": len(claims)},
        "snippets": {
            path: {"sha256": outcome.digest, "versions": dict(outcome.versions)}
            for path, outcome in sorted(report.outcomes.items())
        },
        "isolation": isolation(report),
        "pages": [_page(page) for page in pages],
        "claims": claims,
        "findings": [_finding(finding) for finding in report.findings],
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def isolation(report: Report) -> dict[str, str]:
    """The layers of the sandbox that snippets ran in: each with why it did not hold for one of them, else empty."""
    found: dict[str, str] = {}
    for outcome in report.outcomes.values():
        for name, why in outcome.layers.items():
            found[name] = found.get(name) or why
    return found


def _page(page: VerifiedPage) -> dict[str, object]:
    return {
        "page": page.page.path,
        "language": page.page.language,
        "snippet": page.snippet,
        "twin": page.twin,
        "numerals": dict(page.counts),  # by how they are held, exemptions by their reasons too
    }


def _claims(page: VerifiedPage, report: Report) -> list[dict[str, object]]:
    outcome = report.outcomes[page.snippet]
    return [
        {
            "id": one.id,
            "page": page.page.path,
            "line": one.line,
            "column": one.column,
            "section": one.claim.section,
            "literal": one.literal,
            "expression": one.claim.expression,
            "value": plain(one.value),
            "names": list(one.names),
            "snippet": page.snippet,
            "sha256": outcome.digest,
            "versions": dict(outcome.versions),
        }
        for one in page.verified
    ]


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "severity": finding.severity,
        "rule": finding.rule,
        "message": finding.message,
        "mend": finding.mend,
    }


def findings_json(findings: Sequence[Finding]) -> str:
    """The findings alone, for `check --format json`."""
    return json.dumps([_finding(finding) for finding in findings], indent=1)


def plain(tree: Tree) -> object:
    """A value as JSON has it: numbers where it can be exact, text for fractions and infinities."""
    if isinstance(tree, Record):
        return {name: plain(part) for name, part in tree.parts}
    if isinstance(tree, tuple):
        return [plain(part) for part in tree]
    if isinstance(tree, Fraction):
        return tree.numerator if tree.denominator == 1 else str(tree)
    if isinstance(tree, float) and (tree != tree or tree in (float("inf"), float("-inf"))):
        return str(tree)
    return tree
