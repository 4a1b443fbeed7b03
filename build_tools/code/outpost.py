"""What runs on a cluster's worker: jobs, as they would run at home, in a copy of the project's files.

A job, its files and its end come and go as bytes. The copies lie in the worker's own folder, which goes when it does;
nurseries end when the process that started them has ended, however it did.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from build_tools.code import forked, host, parcel, spawned
from build_tools.code.replies import Ended

_MOST = 4  # copies of projects that stay for the next job
_NAME = "_tashikame"  # of the outpost among a worker's attributes


class _Copy:
    """A project's files, and the nurseries in it that nobody uses at the moment, by whether conditions differ."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.users = 0
        self.idle: dict[bool, list[forked.Nursery]] = {False: [], True: []}

    def close(self) -> None:
        for nurseries in self.idle.values():
            while nurseries:
                nurseries.pop().close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Outpost:
    """All that one worker keeps for the next job; its threads share it.

    Args:
        place: a folder that is the worker's own.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self._copies: dict[str, _Copy] = {}  # by digest, that which was used last at the end
        self._lock = threading.Lock()

    def close(self) -> None:
        """Nothing of it runs on."""
        with self._lock:
            while self._copies:
                self._copies.popitem()[1].close()

    def run(self, task: bytes, digest: str, files: bytes, *, limit: float, otherwise: bool) -> tuple[Ended, str]:
        """Runs a job.

        Args:
            task: the job as its process reads it.
            digest, files: those of the project's parcel.
            limit: seconds of wall time.
            otherwise: whether this is the run under other conditions.

        Returns:
            How it ended, and the folder in which it ran.

        Raises:
            OSError: there is no room for the files.
        """
        ends: list[Ended] = []
        with self._copy(digest, files) as copy:
            if not forked.possible():
                more = spawned.OTHERWISE if otherwise else {}
                spawned.run(
                    [task], [limit], lambda _, end: ends.append(end), folder=Path(copy.folder), cores=1, more=more
                )
            else:
                with self._nursery(copy, otherwise) as nursery:
                    nursery.run([task], [limit], lambda _, end: ends.append(end))
            return ends[0], copy.folder

    @contextmanager
    def _copy(self, digest: str, files: bytes) -> Iterator[_Copy]:
        with self._lock:
            copy = self._copies.pop(digest, None) or self._unpacked(files)
            self._copies[digest] = copy
            copy.users += 1
        try:
            yield copy
        finally:
            with self._lock:
                copy.users -= 1
                unused = [name for name, one in self._copies.items() if not one.users]
                for name in unused[: max(0, len(self._copies) - _MOST)]:
                    self._copies.pop(name).close()

    def _unpacked(self, files: bytes) -> _Copy:
        folder = os.path.realpath(tempfile.mkdtemp(prefix="tashikame-", dir=self.place))
        try:
            parcel.unpack(files, Path(folder))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return _Copy(folder)

    @contextmanager
    def _nursery(self, copy: _Copy, otherwise: bool) -> Iterator[forked.Nursery]:
        """One that no other thread has: a nursery speaks with one at a time."""
        with self._lock:
            nursery = copy.idle[otherwise].pop() if copy.idle[otherwise] else None
        nursery = nursery or forked.Nursery(Path(copy.folder), 1, spawned.OTHERWISE if otherwise else {})
        try:
            yield nursery
        finally:
            with self._lock:
                copy.idle[otherwise].append(nursery)


def greet() -> str:
    """What this worker is, for `host.from_json`."""
    return host.here().to_json()


def work(task: bytes, files: bytes, *, digest: str, root: str, limit: float, otherwise: bool, expected: str) -> bytes:
    """Runs a job on the worker that calls this.

    Args:
        task, files, digest, limit, otherwise: as for `Outpost.run`.
        root: the project's folder at home, which answers name in place of the one here.
        expected: what `greet` must say here.

    Returns:
        What `ended` reads.
    """
    from distributed import get_worker

    found = greet()
    if found != expected:
        return _written({"host": found}, b"", b"")
    worker = get_worker()
    fresh = Outpost(worker.local_directory)
    outpost = vars(worker).setdefault(_NAME, fresh)
    if outpost is fresh:
        weakref.finalize(worker, fresh.close)
    end, folder = outpost.run(task, digest, files, limit=limit, otherwise=otherwise)
    answer = end.answer.replace(_quoted(folder), _quoted(root))
    said = {"code": end.code, "late": end.late, "lost": end.lost, "over": end.over, "layers": dict(end.layers)}
    return _written(said, answer, end.log)


def _quoted(path: str) -> bytes:
    """A path as it stands in JSON."""
    return json.dumps(path)[1:-1].encode()


def _written(said: dict[str, Any], answer: bytes, log: bytes) -> bytes:
    return json.dumps({**said, "answer": len(answer)}).encode() + b"\n" + answer + log


def ended(data: bytes) -> Ended | host.Host:
    """How a job ended on a worker; or what that worker is, where it was not the one that was expected.

    Args:
        data: what `work` came to.

    Raises:
        ValueError: it is something else.
    """
    line, _, rest = data.partition(b"\n")
    try:
        said = json.loads(line)
        if "host" in said:
            return host.from_json(said["host"])
        answer = int(said["answer"])
        return Ended(
            rest[:answer],
            rest[answer:],
            int(said["code"]),
            bool(said["late"]),
            str(said["lost"]),
            str(said["over"]),
            {str(name): str(why) for name, why in said["layers"].items()},
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no end of a job: {error}") from error
