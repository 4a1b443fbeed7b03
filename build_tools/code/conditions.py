"""What may differ between two runs of the same code, made to differ: the child's half.

A value that depends on one of these is another one tomorrow, or on another machine. A second run in which they are
different shows it. Hash seed, time zone, locale and the form of floats are the same in all runs; the hash seed of
the second one is another, since an order of a set that holds by accident is no better than none.
"""

from __future__ import annotations

import _socket
import copyreg
import datetime
import functools
import importlib.machinery
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

from build_tools.code import today

# Condition → what a value that it changes depends on.
SAID: Mapping[str, str] = {
    "again": "something that changes from run to run: randomness without a seed, the clock, or an address in memory",
    "clock": "the clock, or the time or the number of a file",
    "order": "the order in which a folder lists its files",
    "machine": "the machine: what it is called, how many processors it has, or the version of its system",
    "process": "the order of a set, or digits that another BLAS kernel rounds differently",
}
_LATER = today.LATER
_COPIED = 37 * 86_400 + 3 * 3_600 + 5 * 60 + 13  # seconds: the files are a copy, which was made before that
_NUMBERED = 1 << 40  # between the numbers of a file and of its copy


def apply(names: Sequence[str]) -> None:
    """Puts this process under conditions.

    Args:
        names: `clock` for a later day, `machine` for another one, `order` for files listed the other way round.
            Without it they are sorted, so that what one machine computes another does too.
    """
    if "clock" in names:
        _later()
        _counted_later()
        _said_later()
        _changed_later()
    if "machine" in names:
        _elsewhere()
    _listed(reverse="order" in names)


def _later() -> None:
    now, now_ns, local, utc = time.time, time.time_ns, time.localtime, time.gmtime
    time.time = lambda: now() + _LATER
    time.time_ns = lambda: now_ns() + _LATER * 1_000_000_000
    time.localtime = lambda seconds=None: local(now() + _LATER if seconds is None else seconds)
    time.gmtime = lambda seconds=None: utc(now() + _LATER if seconds is None else seconds)
    written, asctime, ctime = time.strftime, time.asctime, time.ctime
    time.strftime = lambda form, moment=None: written(form, time.localtime() if moment is None else moment)
    time.asctime = lambda moment=None: asctime(time.localtime() if moment is None else moment)
    time.ctime = lambda seconds=None: ctime(now() + _LATER if seconds is None else seconds)
    _now_later(now)


def _now_later(now: Callable[[], float]) -> None:
    """`datetime.now` asks the system itself; `today`, of days and of moments, asks `time.time`."""
    moment = datetime.datetime

    class _Any(type):
        """What is true of the real class is true of the one that stands for it."""

        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, moment) if cls is Moment else super().__instancecheck__(value)

        def __subclasscheck__(cls, other: type) -> bool:
            return issubclass(other, moment) if cls is Moment else super().__subclasscheck__(other)

        def __eq__(cls, other: object) -> bool:
            return cls is other or (cls is Moment and other is moment)

        def __hash__(cls) -> int:
            return hash(moment) if cls is Moment else super().__hash__()

    class Moment(moment, metaclass=_Any):  # type: ignore[valid-type, misc]
        def __new__(cls, *given: Any, **named: Any) -> Any:
            return moment.__new__(moment if cls is Moment else cls, *given, **named)  # a class of the snippet's own

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return (moment if cls is Moment else cls).fromtimestamp(now() + _LATER, tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.now(datetime.UTC).replace(tzinfo=None)

    Moment.__module__, Moment.__name__, Moment.__qualname__ = moment.__module__, moment.__name__, moment.__qualname__
    # A pickle names the class by where it is found: there stands the other one now.
    copyreg.pickle(moment, lambda value: (Moment, *value.__reduce_ex__(4)[1:]))
    datetime.datetime = Moment  # type: ignore[misc]


def _counted_later() -> None:
    """Clocks that count from when the machine was started go on as long; those of a process's own work do not."""
    for name in ("monotonic", "perf_counter"):
        count, count_ns = getattr(time, name), getattr(time, f"{name}_ns")
        setattr(time, name, lambda count=count: count() + _LATER)
        setattr(time, f"{name}_ns", lambda count=count_ns: count() + _LATER * 1_000_000_000)
    if hasattr(time, "clock_gettime"):
        own = (time.CLOCK_PROCESS_CPUTIME_ID, time.CLOCK_THREAD_CPUTIME_ID)
        told, told_ns = time.clock_gettime, time.clock_gettime_ns
        time.clock_gettime = lambda clock: told(clock) + (0 if clock in own else _LATER)
        time.clock_gettime_ns = lambda clock: told_ns(clock) + (0 if clock in own else _LATER * 1_000_000_000)
    times = os.times
    os.times = lambda: os.times_result((*times()[:4], times()[4] + _LATER))


def _said_later() -> None:
    """Modules of the project say what the snippet itself says to NumPy (`today`); nobody else's are read from source
    while a snippet runs, or they say nothing of the kind."""
    compiled: Callable[..., Any] = importlib.machinery.SourceFileLoader.source_to_code

    def source_to_code(loader: Any, data: Any, path: Any, **named: Any) -> Any:
        if isinstance(data, bytes):
            data = today.later_bytes(data)
        return compiled(loader, data, path, **named)

    importlib.machinery.SourceFileLoader.source_to_code = source_to_code  # type: ignore[assignment]


def _elsewhere() -> None:
    """Another machine of the same kind: it has another name, another version of its system, one processor more."""
    system = os.uname()
    there = os.uname_result(
        (system.sysname, "elsewhere", f"{system.release}-other", f"{system.version} other", system.machine)
    )
    os.uname = lambda: there
    if "platform" in sys.modules:  # which remembers
        sys.modules["platform"]._uname_cache = None  # type: ignore[attr-defined]
    count = os.cpu_count() or 1
    os.cpu_count = lambda: count + 1
    if hasattr(os, "sched_getaffinity"):
        usable = os.sched_getaffinity
        os.sched_getaffinity = lambda pid: usable(pid) | {max(usable(pid)) + 1}
    _socket.gethostname = socket.gethostname = lambda: there.nodename


def _changed_later() -> None:
    """Files carry the times of a copy that was made in between, and have its numbers: what a claim says may not depend
    on them."""

    def shifted(original: Callable[..., os.stat_result]) -> Callable[..., os.stat_result]:
        @functools.wraps(original)
        def function(*given: Any, **named: Any) -> os.stat_result:
            return _shifted(original(*given, **named))

        for known in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if original in known:
                known.add(function)
        return function

    os.stat, os.lstat, os.fstat = shifted(os.stat), shifted(os.lstat), shifted(os.fstat)


def _shifted(status: os.stat_result) -> os.stat_result:
    fields = {name: getattr(status, name) for name in dir(status) if name.startswith("st_")}
    for name in ("st_atime", "st_mtime", "st_ctime"):
        fields[name] += _COPIED
        fields[f"{name}_ns"] += _COPIED * 1_000_000_000
    fields["st_ino"] += _NUMBERED
    whole = [second + _COPIED for second in status[7:10]]
    return os.stat_result((status.st_mode, fields["st_ino"], *status[2:7], *whole), fields)


class _Entry(os.PathLike[Any]):
    """An `os.DirEntry` that asks as everybody does, so that its questions are noted, and answered alike."""

    def __init__(self, entry: os.DirEntry[Any]) -> None:
        self._entry = entry
        self.name, self.path = entry.name, entry.path

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        return os.stat(self.path, follow_symlinks=follow_symlinks)

    def is_symlink(self) -> bool:
        os.lstat(self.path)
        return self._entry.is_symlink()

    def __fspath__(self) -> Any:
        return self.path

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)

    def __repr__(self) -> str:
        return repr(self._entry)


class _Scan:
    """`os.scandir` in an order of its own."""

    def __init__(self, entries: Sequence[Any]) -> None:
        self.entries = iter(entries)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self.entries)

    def close(self) -> None:
        self.entries = iter(())

    def __enter__(self) -> _Scan:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _listed(*, reverse: bool) -> None:
    names: Callable[..., list[Any]] = os.listdir
    scan: Callable[..., Any] = os.scandir

    def listdir(*given: Any, **named: Any) -> list[Any]:
        return sorted(names(*given, **named), reverse=reverse)

    def scandir(*given: Any, **named: Any) -> _Scan:
        with scan(*given, **named) as entries:
            found = sorted(entries, key=lambda entry: entry.name, reverse=reverse)
        return _Scan(found if given and isinstance(given[0], int) else [_Entry(entry) for entry in found])

    os.listdir = listdir
    os.scandir = scandir  # type: ignore[assignment]
