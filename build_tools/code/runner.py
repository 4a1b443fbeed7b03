"""Snippets → outcomes: each in a process of its own, in parallel, within a time limit.

One class, `Engine`, is all that the rest knows. What a snippet does to its process ends in its `Outcome`; it reaches
neither another snippet nor us.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from weakref import WeakKeyDictionary

from build_tools.closing import Closing
from build_tools.code import conditions, forked, host, replies, spawned, store, today
from build_tools.code.cluster import Cluster
from build_tools.code.replies import Ended
from build_tools.code.store import Entry, Store
from build_tools.disk import Disk
from build_tools.model import Job, Outcome, Question
from build_tools.numbers.compare import near, show
from build_tools.progress import Progress

LIMIT = 20.0  # seconds of wall time for each job
MEMORY = 4_000_000_000  # bytes for each job


class Engine(Closing):
    """Runs jobs, for as long as it is open.

    Args:
        folder: the project's root, the processes' working directory.
        limit: seconds of wall time for each job that asks for none.
        memory: bytes for each job that asks for none.
        warm: whether jobs are forks of one warm process, where the system has what that needs.
        twice: whether each job is run once more under other conditions, so that what depends on them is found.
        store: where outcomes are kept, and looked up before anything runs; None for nowhere.
        cluster: whose workers run the jobs, in place of processes of this machine.
    """

    def __init__(
        self,
        folder: Path,
        *,
        limit: float = LIMIT,
        memory: int = MEMORY,
        warm: bool = True,
        twice: bool = True,
        store: Store | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self.folder, self.limit, self.memory, self.twice, self.store = folder, limit, memory, twice, store
        self._known: dict[str, tuple[Entry, Outcome]] = {}  # by key: what it has read of the store, or put there
        self._keys: WeakKeyDictionary[Job, str] = WeakKeyDictionary()
        self._cluster, self._host = cluster, cluster.host if cluster else host.here(warm=warm)
        warm = self._host.forks and cluster is None
        # Hash seed and BLAS kernel are settled when a process starts: the second runs have a parent of their own.
        self._nurseries = [forked.Nursery(folder, cores(), more) for more in ({}, spawned.OTHERWISE)] if warm else []

    def warm(self) -> None:
        """Starts what jobs are forked from, which imports NumPy while nobody waits for it."""
        for nursery in self._nurseries:
            nursery.warm()

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
        if self.store is None:
            return tuple(outcome for outcome, _ in self._fresh(jobs))
        disk = Disk(str(self.folder), time.time_ns())
        keys = [self._key(job) for job in jobs]
        found = self.store.get([key for key in keys if key not in self._known])
        outcomes: dict[int, Outcome] = {}
        for number, (job, key) in enumerate(zip(jobs, keys, strict=True)):
            if key in found:
                with suppress(ValueError):
                    self._known[key] = found[key], self._recalled(job, found[key])
            if key in self._known and store.fresh(self._known[key][0], disk):
                outcomes[number] = self._known[key][1]
        missing = [number for number in range(len(jobs)) if number not in outcomes]
        entries: dict[str, store.Entry] = {}
        anew = self._fresh([jobs[one] for one in missing], len(outcomes))
        for number, (outcome, ended) in zip(missing, anew, strict=True):
            outcomes[number] = outcome
            if outcome.failure is None:
                entry = store.entry(replies.keep(jobs[number], ended, outcome), replies.noted(ended), disk)
                if entry is not None:
                    entries[keys[number]] = entry
                    outcomes[number] = replace(outcome, depended=entry.depended)
                    self._known[keys[number]] = entry, outcomes[number]
        if entries:
            self.store.put(entries)
        return tuple(outcomes[number] for number in range(len(jobs)))

    def _recalled(self, job: Job, entry: store.Entry) -> Outcome:
        """What an entry says.

        Raises:
            ValueError: it says nothing of the kind.
        """
        return replace(replies.kept(job, entry.answer, self._limit(job)), depended=entry.depended)

    def _key(self, job: Job) -> str:
        if job not in self._keys:
            self._keys[job] = store.key(
                replies.task(job, self._limit(job), job.memory or self.memory),
                # The kernel's layers are told in the outcome: it is another one where they are.
                limits=[str(self.folder), self.twice, self._host.forks, vars(self._host.kernel)],
                **vars(self._host.surroundings),
            )
        return self._keys[job]

    def _limit(self, job: Job) -> float:
        return job.seconds or self.limit

    def _fresh(self, jobs: Sequence[Job], known: int = 0) -> list[tuple[Outcome, Ended]]:
        """Runs jobs, each twice, whatever is kept of them; of so many others the outcome is known."""
        runs = self._run(jobs, known=known)
        if not self.twice:
            return runs
        well = [number for number, (outcome, _) in enumerate(runs) if outcome.failure is None]
        others = self._run([jobs[number] for number in well], ("clock", "order", "machine"), otherwise=True)
        for number, (other, _) in zip(well, others, strict=True):
            outcome, ended = runs[number]
            runs[number] = (self._compared(jobs[number], outcome, other), ended)
        return runs

    def _run(
        self, jobs: Sequence[Job], changed: Sequence[str] = (), *, otherwise: bool = False, known: int = 0
    ) -> list[tuple[Outcome, Ended]]:
        if not jobs:
            return []
        outcomes: dict[int, tuple[Outcome, Ended]] = {}
        how = " once more, under other conditions" if otherwise else f", {known} more as they were" if known else ""
        progress = Progress(f"running snippets{how}", len(jobs))

        def done(number: int, ended: Ended) -> None:
            outcomes[number] = (replies.read(jobs[number], ended, limits[number]), ended)
            progress(len(outcomes), jobs[number].path)

        limits = [self._limit(job) for job in jobs]
        if "clock" in changed:
            jobs = [replace(job, source=today.later(job.source)) for job in jobs]
        tasks = [
            replies.task(job, limit, job.memory or self.memory, changed)
            for job, limit in zip(jobs, limits, strict=True)
        ]
        with progress:
            if self._cluster is not None:
                self._cluster.run(jobs, tasks, limits, done, otherwise=otherwise)
            elif self._nurseries:
                self._nurseries[otherwise].run(tasks, limits, done)
            else:
                more = spawned.OTHERWISE if otherwise else {}
                spawned.run(tasks, limits, done, folder=self.folder, cores=cores(), more=more)
        return [outcomes[number] for number in range(len(jobs))]

    def _compared(self, job: Job, outcome: Outcome, other: Outcome) -> Outcome:
        """An outcome with what a second run, under other conditions, came to, where that is something else."""
        if other.failure is not None:
            message = f"it ran well once, and not again under other conditions: {other.failure.message}"
            failure = replies.failure("snippet-error", other.failure.line, message)
            mend = "Settle what differs from run to run: a seed for randomness, a date as data, `sorted` for a set."
            return replace(outcome, failure=replace(failure, mend=mend))
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
        for name, otherwise in (
            ("again", False),
            ("clock", False),
            ("order", False),
            ("machine", False),
            ("process", True),
        ):
            ((probe, _),) = self._run([job], (name,), otherwise=otherwise)
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


def cores() -> int:
    """How many processes of this one's can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
