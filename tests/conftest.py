"""The day of every test run, and what it says at its end: how many of the course's mutants the checker killed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import settings

# For whoever has changed what random texts are given to: `pytest --hypothesis-profile long tests/test_tags.py`.
settings.register_profile("long", max_examples=2_000)

# Cards age by the day on which they are looked at: for the tests, and for what they start, it is always this one.
os.environ["SOURCE_DATE_EPOCH"] = "1796040000"  # 2026-11-30

_RECORDS = Path(__file__).resolve().parents[1] / ".build" / "mutation"


def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        for record in _RECORDS.glob("*.json"):
            record.unlink()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    totals: dict[str, list[int]] = {}
    alive: list[str] = []
    for path in sorted(_RECORDS.glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        count = totals.setdefault(record["kind"], [0, 0])
        count[0] += record["total"] - len(record["alive"])
        count[1] += record["total"]
        alive.extend(f"{record['kind']}: {place}" for place in record["alive"])
    for kind, (killed, total) in totals.items():
        terminalreporter.write_line(f"mutation, {kind}: {killed} of {total} killed")
    for place in alive:
        terminalreporter.write_line(f"  survived: {place}")
