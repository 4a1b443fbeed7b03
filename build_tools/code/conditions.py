"""What may differ between two runs of the same code, made to differ: the child's half.

A value that depends on one of these is another one tomorrow, or on another machine. A second run in which they are
different shows it. Hash seed, time zone, locale and the form of floats are the same in all runs; the hash seed of
the second one is another, since an order of a set that holds by accident is no better than none.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

# Condition → what a value that it changes depends on.
SAID: Mapping[str, str] = {
    "again": "something that changes from run to run: randomness without a seed, the clock, or an address in memory",
    "clock": "the clock",
    "order": "the order in which a folder lists its files",
    "process": "the order of a set, or digits that another BLAS kernel rounds differently",
}
_LATER = 401 * 86_400 + 5 * 3_600 + 7 * 60 + 11  # seconds: another year, month, weekday, hour, minute and second


def apply(names: Sequence[str]) -> None:
    """Puts this process under conditions.

    Args:
        names: `clock` for a later day, `order` for files listed the other way round. Without it they are sorted, so
            that what one machine computes another does too.
    """
    if "clock" in names:
        _later()
    _listed(reverse="order" in names)


def _later() -> None:
    now, now_ns, local, utc = time.time, time.time_ns, time.localtime, time.gmtime
    time.time = lambda: now() + _LATER
    time.time_ns = lambda: now_ns() + _LATER * 1_000_000_000
    time.localtime = lambda seconds=None: local(now() + _LATER if seconds is None else seconds)
    time.gmtime = lambda seconds=None: utc(now() + _LATER if seconds is None else seconds)
    day, moment = datetime.date, datetime.datetime

    class _Any(type):
        """Instances of the real classes are instances of those that stand for them."""

        real: type

        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, cls.real)

        def __subclasscheck__(cls, other: type) -> bool:
            return issubclass(other, cls.real)

    class Day(day, metaclass=_Any):  # type: ignore[valid-type, misc]
        real = day

        def __new__(cls, *given: Any, **named: Any) -> Any:
            return day(*given, **named)

        @classmethod
        def today(cls) -> Any:
            return day.fromtimestamp(now() + _LATER)

    class Moment(moment, metaclass=_Any):  # type: ignore[valid-type, misc]
        real = moment

        def __new__(cls, *given: Any, **named: Any) -> Any:
            return moment(*given, **named)

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return moment.fromtimestamp(now() + _LATER, tz)

        @classmethod
        def today(cls) -> Any:
            return cls.now()

        @classmethod
        def utcnow(cls) -> Any:
            return moment.fromtimestamp(now() + _LATER, datetime.UTC).replace(tzinfo=None)

    for stand_in, name in ((Day, "date"), (Moment, "datetime")):
        stand_in.__name__ = stand_in.__qualname__ = name
        setattr(datetime, name, stand_in)


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
            return _Scan(sorted(entries, key=lambda entry: entry.name, reverse=reverse))

    os.listdir = listdir
    os.scandir = scandir  # type: ignore[assignment]
