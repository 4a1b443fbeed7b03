"""Snippets → outcomes: each in a process of its own, in parallel, within a time limit.

One class, `Engine`, is all that the rest knows. What a snippet does to its process ends in its `Outcome`; it reaches
neither another snippet nor us.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from build_tools.code import forked, replies, spawned
from build_tools.code.replies import Ended
from build_tools.model import Job, Outcome

LIMIT = 20.0  # seconds of wall time for each job


class Engine:
    """Runs jobs, for as long as it is open.

    Args:
        folder: the project's root, the processes' working directory.
        limit: seconds of wall time for each job.
        warm: whether jobs are forks of one warm process, where the system has what that needs.
    """

    def __init__(self, folder: Path, *, limit: float = LIMIT, warm: bool = True) -> None:
        self.folder, self.limit = folder, limit
        self._nursery = forked.Nursery(folder, _cores()) if warm and forked.possible() else None

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing of it runs on."""
        if self._nursery is not None:
            self._nursery.close()

    def __call__(self, jobs: Sequence[Job]) -> tuple[Outcome, ...]:
        """Run each job and ask it its questions.

        Args:
            jobs: what to run; their paths are relative to the folder.

        Returns:
            The outcomes, in the order of the jobs. Whatever a job does ends in its own outcome's `failure`.
        """
        outcomes: dict[int, Outcome] = {}

        def done(number: int, ended: Ended) -> None:
            outcomes[number] = replies.read(jobs[number], ended, self.limit)

        tasks = [replies.task(job, self.limit) for job in jobs]
        limits = [self.limit] * len(jobs)
        if self._nursery is not None:
            self._nursery.run(tasks, limits, done)
        else:
            spawned.run(tasks, limits, done, folder=self.folder, cores=_cores())
        return tuple(outcomes[number] for number in range(len(jobs)))


def run(jobs: Sequence[Job], *, folder: Path, limit: float = LIMIT) -> tuple[Outcome, ...]:
    """Runs jobs in an engine of their own; `Engine` says how."""
    with Engine(folder, limit=limit) as engine:
        return engine(jobs)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
