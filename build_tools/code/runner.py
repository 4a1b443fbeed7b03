"""Snippets → outcomes: each in a process of its own, in parallel, within a time limit.

One class, `Engine`, is all that the rest knows. What a snippet does to its process ends in its `Outcome`; it reaches
neither another snippet nor us.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from build_tools.code import conditions, forked, replies, spawned
from build_tools.code.replies import Ended
from build_tools.model import Job, Outcome, Question
from build_tools.numbers.compare import near, show
from build_tools.progress import Progress

LIMIT = 20.0  # seconds of wall time for each job
# Another hash seed, and a kernel of OpenBLAS that any processor of the kind has, in place of the one made for it.
_OTHERWISE = {"PYTHONHASHSEED": "1", "OPENBLAS_CORETYPE": "Nehalem" if platform.machine() == "x86_64" else "ARMV8"}


class Engine:
    """Runs jobs, for as long as it is open.

    Args:
        folder: the project's root, the processes' working directory.
        limit: seconds of wall time for each job.
        warm: whether jobs are forks of one warm process, where the system has what that needs.
        twice: whether each job is run once more under other conditions, so that what depends on them is found.
    """

    def __init__(self, folder: Path, *, limit: float = LIMIT, warm: bool = True, twice: bool = True) -> None:
        self.folder, self.limit, self.twice = folder, limit, twice
        warm = warm and forked.possible()
        # Hash seed and BLAS kernel are settled when a process starts: the second runs have a parent of their own.
        self._nurseries = [forked.Nursery(folder, _cores(), more) for more in ({}, _OTHERWISE)] if warm else []

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing of it runs on."""
        for nursery in self._nurseries:
            nursery.close()

    def __call__(self, jobs: Sequence[Job]) -> tuple[Outcome, ...]:
        """Run each job and ask it its questions.

        Args:
            jobs: what to run; their paths are relative to the folder.

        Returns:
            The outcomes, in the order of the jobs. Whatever a job does ends in its own outcome's `failure`.
        """
        outcomes = self._run(jobs)
        if not self.twice:
            return tuple(outcomes)
        well = [number for number, outcome in enumerate(outcomes) if outcome.failure is None]
        others = self._run([jobs[number] for number in well], ("clock", "order"), otherwise=True)
        for number, other in zip(well, others, strict=True):
            outcomes[number] = self._compared(jobs[number], outcomes[number], other)
        return tuple(outcomes)

    def _run(self, jobs: Sequence[Job], changed: Sequence[str] = (), *, otherwise: bool = False) -> list[Outcome]:
        outcomes: dict[int, Outcome] = {}
        progress = Progress("running snippets" + (" once more, under other conditions" if otherwise else ""), len(jobs))

        def done(number: int, ended: Ended) -> None:
            outcomes[number] = replies.read(jobs[number], ended, self.limit)
            progress(len(outcomes), jobs[number].path)

        tasks = [replies.task(job, self.limit, changed) for job in jobs]
        limits = [self.limit] * len(jobs)
        with progress:
            if self._nurseries:
                self._nurseries[otherwise].run(tasks, limits, done)
            else:
                more = _OTHERWISE if otherwise else {}
                spawned.run(tasks, limits, done, folder=self.folder, cores=_cores(), more=more)
        return [outcomes[number] for number in range(len(jobs))]

    def _compared(self, job: Job, outcome: Outcome, other: Outcome) -> Outcome:
        """An outcome with what a second run, under other conditions, came to, where that is something else."""
        if other.failure is not None:
            message = f"it ran well once, and not again under other conditions: {other.failure.message}"
            return replace(outcome, failure=replies.failure("snippet-error", other.failure.line, message))
        apart = [question for question in job.questions if _differ(outcome, other, question)]
        if not apart:
            return outcome
        why = self._why(job, outcome, other, apart)
        answers = {
            question: replace(answer, varied=other.answers[question].value, varies=why) if question in apart else answer
            for question, answer in outcome.answers.items()
        }
        return replace(outcome, answers=answers)

    def _why(self, job: Job, outcome: Outcome, other: Outcome, apart: Sequence[Question]) -> str:
        """What the answers depend on: one condition after the other is changed by itself."""
        if all(near(outcome.answers[one].value, other.answers[one].value) for one in apart):
            return conditions.SAID["process"]
        for name, otherwise in (("again", False), ("clock", False), ("order", False), ("process", True)):
            (probe,) = self._run([job], (name,), otherwise=otherwise)
            if probe.failure is not None or any(_differ(outcome, probe, question) for question in apart):
                return conditions.SAID[name]
        return "a condition of the run"


def _differ(outcome: Outcome, other: Outcome, question: Question) -> bool:
    """Whether two runs answer a question differently."""
    one, two = outcome.answers[question], other.answers[question]
    return show(one.value) != show(two.value) or one.error != two.error


def run(jobs: Sequence[Job], *, folder: Path, limit: float = LIMIT) -> tuple[Outcome, ...]:
    """Runs jobs in an engine of their own; `Engine` says how."""
    with Engine(folder, limit=limit) as engine:
        return engine(jobs)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
