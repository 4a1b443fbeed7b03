"""What `check` says of a course, kept with all that it was made from: where nothing of that has changed, it holds."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from build_tools import ledger
from build_tools.code import inputs, store
from build_tools.code.store import Entry, Store
from build_tools.disk import Disk
from build_tools.memory import named
from build_tools.model import Finding, Report
from build_tools.settings import rights

_MOST = 200_000  # files and folders of a course


@dataclass(frozen=True)
class Verdict:
    """The findings, how many claims were checked on how many pages, and which layers of the sandbox do not hold."""

    findings: tuple[Finding, ...]
    claims: int
    pages: int
    isolation: Mapping[str, str]

    @property
    def failed(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)


def of(report: Report) -> Verdict:
    """A report in short."""
    claims = sum(len(page.verified) for page in report.pages)
    return Verdict(report.findings, claims, len(report.pages), ledger.isolation(report))


def find(root: Path, kept: Store) -> Verdict | None:
    """The verdict on the course at `root`, where an earlier one still holds.

    Raises:
        UsageError: the day is set to something that is none.
    """
    name = _name(root)
    entry = kept.get([name]).get(name)
    if entry is None or not store.fresh(entry, Disk(str(root), time.time_ns())):
        return None
    try:
        found = json.loads(entry.answer)
        findings = tuple(Finding(*parts) for parts in found["findings"])
        return Verdict(findings, found["claims"], found["pages"], found["isolation"])
    except (ValueError, TypeError, KeyError):
        return None


def keep(root: Path, report: Report, noted: Mapping[str, Any], depended: Iterable[bytes | None], kept: Store) -> None:
    """Keeps the verdict of a report, where it is certain what that was made from.

    Args:
        root: the project's folder.
        report: what `check` found.
        noted: all that was looked at, as `Files` notes it.
        depended: what each run read, as `Outcome` has it.
        kept: where it is kept.
    """
    runs = set(depended)
    read = inputs.settled(noted, Disk(str(root), time.time_ns()), _MOST)
    if read is None or None in runs:
        return
    joined = inputs.joined([read, *(inputs.from_json(json.loads(run)) for run in runs if run)])
    if joined is None:
        return
    verdict = of(report)
    answer = {**vars(verdict), "findings": [astuple(finding) for finding in verdict.findings]}
    content = json.dumps(joined.to_json()).encode() + b"\n" + json.dumps(answer).encode()
    kept.put({_name(root): Entry(content)})


def _name(root: Path) -> str:
    return named("verdict", str(root), rights.today().isoformat())
