"""A course checked by several processes: the same report, whatever becomes of them."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from build_tools import course, crew, hands, steps
from build_tools.code import runner
from build_tools.loader import Engine
from build_tools.model import Job, Outcome, Question, Report
from tests.bench import courses

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are no forks elsewhere")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course that is worth several processes, with a page that is wrong, one without a counterpart, and one whose
    snippet is missing."""
    folder = tmp_path_factory.mktemp("crew")
    courses.write(folder, 12, "shared", "ours")
    ja = folder / "docs" / "ja"
    first = next(iter(sorted(ja.rglob("day-2-*.md"))))
    text = first.read_text("utf-8")
    first.write_text(text.replace("]{=", "9]{=", 3) + "\n$\\frac$ と 17 個\n\n[1]{=never}\n", "utf-8")
    next(iter(sorted(ja.rglob("day-3-*.md")))).unlink()
    for page in folder.rglob("day-4-*.md"):
        page.write_text(page.read_text("utf-8").replace("snippet: ", "snippet: no_", 1), "utf-8")
    return folder


@pytest.fixture(scope="module")
def engine(root: Path) -> Engine:
    """Runs each job once: a value whose text is an address has another one in every run."""
    known: dict[tuple[str, tuple[Question, ...]], Outcome] = {}

    def run(jobs: Sequence[Job]) -> list[Outcome]:
        for job in jobs:
            if (job.path, job.questions) not in known:
                known[job.path, job.questions] = runner.run([job], folder=root)[0]
        return [known[job.path, job.questions] for job in jobs]

    return run


def _checked(
    root: Path, monkeypatch: pytest.MonkeyPatch, engine: Engine | None = None, *, together: bool, cache: bool = False
) -> Report:
    monkeypatch.setattr(hands, "possible", lambda: together)
    monkeypatch.setattr(crew, "cores", lambda: 2)
    monkeypatch.setattr(crew, "WORTH", 12)
    return course.check(root, engine=engine, cache=cache)


def _same(one: Report, other: Report) -> bool:
    names = ("findings", "pages", "sources", "outcomes", "codes", "answered")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _here(monkeypatch: pytest.MonkeyPatch, name: str, elsewhere: Callable[[], object] = int) -> list[str]:
    """The pages for which a step is done in this process; in others something happens to it."""
    done: list[str] = []
    process, step = os.getpid(), getattr(steps, name)

    def noted(first: Any, *rest: Any, **options: Any) -> Any:
        page = first[0] if name == "read" else first.pages[0]
        if os.getpid() == process:
            done.append(page.path)
        elif "day-5-" in page.path:
            elsewhere()
        return step(first, *rest, **options)

    monkeypatch.setattr(steps, name, noted)
    return done


def test_together_as_alone(root: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = _checked(root, monkeypatch, engine, together=False)
    assert alone.packed is None
    rules = {finding.rule for finding in alone.findings}
    assert rules >= {"answer-drift", "expression-error", "formula", "front-matter", "lockstep-page", "unbound"}, rules
    read, verified = _here(monkeypatch, "read"), _here(monkeypatch, "verify")
    assert _same(_checked(root, monkeypatch, engine, together=True), alone)
    assert read == verified == []


@pytest.mark.parametrize("name", ["read", "verify"])
@pytest.mark.parametrize("what", ["killed", "failed"])
def test_one_that_dies_loses_nothing(
    root: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch, name: str, what: str
) -> None:
    """What it has read, and what it should have verified, is done here."""
    alone = _checked(root, monkeypatch, engine, together=False)

    def die() -> None:
        if what == "failed":
            raise MemoryError
        os.kill(os.getpid(), signal.SIGKILL)

    done = _here(monkeypatch, name, die)
    assert _same(_checked(root, monkeypatch, engine, together=True), alone)
    assert any("day-5-" in path for path in done)


def test_what_is_kept_and_handed_over(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that others have packed are found again, and are those that builders read."""
    together = _checked(root, monkeypatch, together=True, cache=True)
    read, verified = _here(monkeypatch, "read"), _here(monkeypatch, "verify")
    again = _checked(root, monkeypatch, together=False, cache=True)
    assert read == []
    # Nothing is known for certain of a page without outcomes, or of one that has none of its own.
    assert _same(again, together)
    assert len(verified) < 3, verified
    for number, report in enumerate((together, again, _checked(root, monkeypatch, together=False))):
        course.hand_over(report, tmp_path / str(number))
        handed = course._handed(tmp_path / str(number))
        assert _same(handed, report)
        assert (report.packed is None) is (number == 2)
    short = pickle.loads((tmp_path / "0").read_bytes())
    assert short.pages == ()
    assert len(short.packed) < len(together.pages)
