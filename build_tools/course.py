"""The whole course: loaded, run and verified. What `check`, the Markdown extension and the build all start from."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from build_tools import collector, verdict
from build_tools.closing import Closing
from build_tools.code import inputs, surroundings
from build_tools.code.store import Store
from build_tools.errors import TashikameError
from build_tools.memory import Memory, unpacked
from build_tools.model import Report
from build_tools.verdict import Verdict

if TYPE_CHECKING:
    from build_tools.code import runner
    from build_tools.code.cluster import Cluster
    from build_tools.files import Kept
    from build_tools.loader import Engine
    from build_tools.settings.engine import EnginePolicy

HANDED = "TASHIKAME_REPORT"
CACHE = Path(".build", "cache")  # below the project's folder: what runs of snippets came to
STEPS = CACHE / "steps"  # what pure steps came to


@collector.paused()
def check(
    root: Path,
    *,
    overlay: Mapping[str, str] | None = None,
    engine: Engine | None = None,
    cache: bool = True,
    executor: str = "",
) -> Report:
    """Reads, runs and verifies a course.

    Args:
        root: the project's folder, with `mkdocs.yml` in it.
        overlay: relative path → text that stands for the file of that name.
        engine: runs jobs; every job in a process of its own unless another one is given.
        cache: whether what earlier runs came to is taken from disk, where nothing that they depend on has changed.
        executor: the address of a cluster whose workers run the jobs, `dask://host:port`; "" for this machine.

    Returns:
        The report, with all findings in order of their places.

    Raises:
        UsageError: there is no course at `root`, or no cluster at that address that can run its snippets.
        BuildError: the cluster is lost while snippets run.
    """
    if engine is not None or overlay:
        from build_tools.code import runner
        from build_tools.loader import Loader

        loader = Loader(root.absolute(), dict(overlay or {}), Memory())
        if engine is not None:
            return loader.report(engine)
        policy = loader.project.engine
        with runner.Engine(loader.root, limit=policy.seconds, memory=policy.memory) as own:
            return loader.report(own)
    with Checker(root, cache=cache, executor=executor) as checker:
        return checker.check()


class Checker(Closing):
    """Checks one course, as often as one likes: what has not changed since is not made again.

    Args:
        root: the project's folder.
        cache: whether what earlier processes came to is taken from disk, and what this one comes to is left there.
        executor: the address of a cluster whose workers run the jobs, `dask://host:port`; "" for this machine.
    """

    def __init__(self, root: Path, *, cache: bool = True, executor: str = "") -> None:
        self.root, self.executor = root.absolute(), executor
        self._store = Store(self.root / CACHE, engine=surroundings.read().engine) if cache else None
        self._memory = Memory(self.root / STEPS if cache else None)
        self._engine: runner.Engine | None = None
        self._cluster: Cluster | None = None
        # Of the last report: what it was made from, as `Files` notes it; what builders publish as it is; and which
        # other files of the project snippets have read.
        self.noted: Mapping[str, Mapping[str, str]] = {}
        self.assets: frozenset[str] = frozenset()
        self.data: frozenset[str] = frozenset()
        self._unkept: tuple[Report, set[bytes | None]] | None = None  # with what its runs read
        self._policy: EnginePolicy | None = None
        self._files: Mapping[str, Kept] = {}

    def close(self) -> None:
        """Nothing of it runs on."""
        self._stop()
        self._memory.close()
        if self._store is not None:
            self._store.close()

    def _stop(self) -> None:
        """The engine runs nothing on; the next check starts another one."""
        if self._engine is not None:
            self._engine.close()
        if self._cluster is not None:
            self._cluster.close()
        self._engine = self._cluster = None

    @property
    def trouble(self) -> str:
        """Why nothing is taken from disk, or left there, in words for a person."""
        return self._store.trouble if self._store is not None else ""

    @collector.paused()
    def check(self, *, keep: bool = True) -> Report:
        """The report on the course as it is now.

        Args:
            keep: whether what is new is left on disk at once; else `keep` does that, when nobody waits any more.

        Raises:
            UsageError: there is no course, or no cluster that can run its snippets.
            BuildError: the cluster is lost while snippets run.
        """
        # Here, and not above: where a verdict still holds, most of this program is not needed.
        from build_tools.loader import Loader

        loader = Loader(self.root, {}, self._memory, self._files)
        try:
            report = loader.report(self._running(loader.project.engine))
        except TashikameError:  # a cluster that is lost: another check looks for it again
            self._stop()
            raise
        self._files = loader.files.kept
        self.noted, self.assets = loader.files.noted, frozenset(loader.files.assets)
        asked = {path for needs in loader.needs.values() for path in needs.files}
        self.data = _data(loader.depended) | asked
        self._unkept = report, loader.depended
        if keep:
            self.keep()
        return replace(report, packed=self._memory.packed(loader.names))

    def keep(self) -> None:
        """Leaves on disk what the last check came to."""
        if self._unkept is None:
            return
        (report, depended), self._unkept = self._unkept, None
        self._memory.settle()
        if self._store is not None and not self.executor:
            verdict.keep(self.root, report, self.noted, depended, self._store)

    def warm(self) -> None:
        """Starts what runs snippets, once the course was checked: the first one that is saved need not wait for it."""
        if self._engine is not None:
            self._engine.warm()

    def _running(self, policy: EnginePolicy) -> runner.Engine:
        """The engine, with what the course's configuration allows now."""
        from build_tools.code import runner
        from build_tools.code.cluster import Cluster

        if self._engine is None or policy != self._policy:
            self._stop()
            self._cluster = Cluster(self.executor, self.root) if self.executor else None
            self._engine = runner.Engine(
                self.root, limit=policy.seconds, memory=policy.memory, store=self._store, cluster=self._cluster
            )
            self._policy = policy
        return self._engine

    def verdict(self) -> Verdict:
        """What there is to say of the course, without a report where an earlier verdict holds.

        Raises:
            UsageError: there is no course.
        """
        # With a cluster there is none: what its workers come to is kept under what they are.
        store = None if self.executor else self._store
        found = verdict.find(self.root, store) if store is not None else None
        return found or verdict.of(self.check())


def _data(depended: Iterable[bytes | None]) -> frozenset[str]:
    """The project's files that runs have read, beside its code."""
    read = (inputs.from_json(json.loads(one)).files for one in depended if one)
    return frozenset(path for paths in read for path in paths if not path.startswith(("/", "snippets/")))


# The one memo of the program: a builder renders many pages in one process, and all of them come from one report.
_reports: dict[Path, Report] = {}


def load(root: Path) -> Report:
    """The report of the course at `root`, made once in a process; or taken over from the build that started it."""
    root = root.absolute()
    if root not in _reports:
        handed = os.environ.get(HANDED)
        _reports[root] = _handed(Path(handed)) if handed else check(root)
        collector.keep()
    return _reports[root]


def take(root: Path, report: Report) -> None:
    """Has a report stand for the course at `root` in this process from now on."""
    _reports[root.absolute()] = report


@collector.paused()
def _handed(place: Path) -> Report:
    report: Report = pickle.loads(place.read_bytes())
    if report.packed is None:
        return report
    return replace(report, pages=tuple(page for one in report.packed for page in unpacked(one).verified), packed=None)


@collector.paused()
def hand_over(report: Report, place: Path) -> dict[str, str]:
    """Leaves a report for builders, which need not make it once more; what they find in their environment then.

    A page that has changed since is not in it: builders refuse that, as any page that they do not know.

    Args:
        report: the course, just checked.
        place: a file that the builders can read, and nobody else can write.
    """
    short = report if report.packed is None else replace(report, pages=())
    place.write_bytes(pickle.dumps(short, pickle.HIGHEST_PROTOCOL))
    return {HANDED: str(place)}
