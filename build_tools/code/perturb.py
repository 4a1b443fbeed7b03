"""Changed copies of a value, to see whether an expression that names it depends on it.

Whatever cannot be changed raises; the caller takes any exception as "nothing learnt".
"""

from __future__ import annotations

import copy
import itertools
import math
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from build_tools.code.convert import NO_DATA, View, numpy, stored

_WAYS = range(4)  # added to, scaled, negated, doubled (which keeps what must divide, dividing)
_FIELDS_ALONE = 8
_RESULTS = 10


class Unchangeable(Exception):
    """There is no changed copy of this value."""


def variants(value: Any) -> Iterator[Callable[[], Any]]:
    """Makers of changed copies, those that show most dependences first.

    No change makes a whole number fractional or a finite one infinite, so that `64 + 0*T` stays 64.
    """
    if isinstance(value, type) or (callable(value) and not isinstance(value, View)):
        yield from (partial(Echo, value, n) for n in range(_RESULTS))
        if isinstance(value, type):
            return
    yield from (partial(_Change(way).of, value) for way in _WAYS)
    yield from (partial(grown, value, level) for level in (0, 1, 2))
    yield lambda: grown(grown(value, 1), 0)
    yield partial(_more_precise, value)
    yield from _one_part_alone(value)
    if not isinstance(value, (int, float, str, list, tuple, dict)):
        yield from (partial(Echo, value, n) for n in _WAYS)


class Echo:
    """Stands for a function, a class or an object: what comes out of it is changed (in the nth way)."""

    def __init__(self, target: Any, way: int) -> None:
        self.__target, self.__way = target, way

    def __result(self, value: Any) -> Any:
        if callable(value):
            return Echo(value, self.__way)
        for make in itertools.islice(variants(value), self.__way, self.__way + 1):
            return make()
        raise Unchangeable

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.__result(self.__target(*arguments, **options))

    def __getattr__(self, name: str) -> Any:
        return self.__result(getattr(self.__target, name))

    def __getitem__(self, key: Any) -> Any:
        return self.__result(self.__target[key])


class _Change:
    """One way of changing every scalar of a value, each by another amount."""

    def __init__(self, way: int) -> None:
        self.way = way
        self.places = itertools.count()

    def of(self, value: Any) -> Any:
        if isinstance(value, NO_DATA):
            raise Unchangeable
        np = numpy()
        if np is not None and isinstance(value, np.ndarray):
            return self._array(np, value)
        if np is not None and isinstance(value, np.generic):
            return self._array(np, np.asarray(value))[()]
        if isinstance(value, bool):
            return not value
        if "enum" in sys.modules and isinstance(value, sys.modules["enum"].Enum):
            return self.of(value.value)
        if isinstance(value, str):
            return (value + "1", "7" + value, value[::-1] + "0", value + value + "2")[self.way]
        if value is None:
            return self.way + 1
        if hasattr(value, "__add__") and hasattr(value, "__mul__") and hasattr(value, "real"):
            return self._number(value, _step(next(self.places)))
        if isinstance(value, range):
            return range(value.start + 1, value.stop + value.step * (2 + self.way), value.step)
        return rebuilt(value, self.of)

    def _number(self, value: Any, step: int) -> Any:
        if isinstance(value, float) and not math.isfinite(value):
            return float(step + self.way)
        return (value + step, value * 7 + 12 + step, -value - step, value * 2 or value + step)[self.way]

    def _array(self, np: Any, value: Any) -> Any:
        kind = value.dtype.kind
        if kind not in "biufc":
            changed = [self.of(item) for item in value.ravel().tolist()]
            return np.array(changed, dtype=object if kind == "O" else None).reshape(value.shape)
        if kind == "b":
            return ~value
        places = np.arange(value.size).reshape(value.shape)
        step = 1 + (5 * places * places + 3 * places) % 11
        finite = np.isfinite(value)
        base = np.where(finite, value, 0)
        changed = (base + step, base * 7 + 12 + step, -base - step, np.where(base == 0, step, base * 2))[self.way]
        return np.where(finite, changed, step + self.way).astype(value.dtype)


def _step(place: int) -> int:
    """No constant, no line: what adds up, sorts or compares neighbours sees a difference too."""
    return 1 + (5 * place * place + 3 * place) % 11


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of a container or object with its parts changed, those left as they are that cannot be."""
    changed = 0

    def part(old: Any) -> Any:
        nonlocal changed
        try:
            new = change(old)
        except RecursionError:
            raise
        except Exception:
            return old
        changed += 1
        return new

    new: Any
    if isinstance(value, View):
        new = View({name: part(old) for name, old in value._parts.items()})
    elif isinstance(value, dict):
        new = copy.copy(value)
        new.update({key: part(old) for key, old in value.items()})
    elif isinstance(value, tuple) and hasattr(value, "_make"):
        new = value._make(map(part, value))
    elif isinstance(value, (list, tuple, set, frozenset)):
        new = type(value)(map(part, value))
    else:
        fields = {name: part(old) for name, old in stored(value).items()}
        new = _with_fields(value, fields) if changed else None
    if not changed:
        raise Unchangeable
    return new


def _with_fields(value: Any, fields: dict[str, Any]) -> Any:
    """Set past a frozen class's guard; what was cached goes, so that properties are computed again."""
    new = copy.copy(value)
    if new is value:  # some are their own copy
        raise Unchangeable
    held = getattr(new, "__dict__", {})
    for name in [name for name in held if name not in fields]:
        del held[name]
    for name, part in fields.items():
        object.__setattr__(new, name, part)
    return new


def grown(value: Any, level: int) -> Any:
    """A copy with one more element, row (level 0), column (level 1) …"""
    np = numpy()
    if np is not None and isinstance(value, np.ndarray):
        widths = [(0, 1) if axis == level else (0, 0) for axis in range(value.ndim)]
        if level >= value.ndim:
            raise Unchangeable
        return np.pad(value, widths, mode="edge" if value.shape[level] else "constant")
    if isinstance(value, (list, tuple)) and not hasattr(value, "_make"):
        if level:
            return rebuilt(value, lambda item: grown(item, level - 1))
        try:
            extra = _Change(0).of(value[-1]) if value else 1
        except Exception:
            extra = value[-1]
        return type(value)([*value, extra])
    if isinstance(value, (dict, View)) and not level:
        parts = dict(value._parts if isinstance(value, View) else value)
        last = list(parts.values())[-1] if parts else 1
        parts["another" if not parts or isinstance(next(iter(parts)), str) else len(parts) + 1000] = last
        return View(parts) if isinstance(value, View) else parts
    if isinstance(value, (set, frozenset)):
        return value | {("another",)}
    if isinstance(value, (int, float, str)) or value is None:
        raise Unchangeable
    inner = level - 1 if isinstance(value, (dict, View)) else level
    return rebuilt(value, lambda item: grown(item, inner))


def _more_precise(value: Any) -> Any:
    """The same numbers, more bytes each: `Q.itemsize` depends on Q as well."""
    np = numpy()
    if np is None or not isinstance(value, (np.ndarray, np.generic)):
        raise Unchangeable
    wide = np.longdouble
    return value.astype(wide) if isinstance(value, np.ndarray) else wide(value)


def _one_part_alone(value: Any) -> Iterator[Callable[[], Any]]:
    """An object that checks itself may not bear all of its parts changed at once."""
    if isinstance(value, View):
        fields = value._parts
    elif isinstance(value, dict):
        fields = {str(key): part for key, part in value.items()}
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        fields = value._asdict()
    elif isinstance(value, (int, float, str, list, tuple, set, frozenset)) or hasattr(value, "dtype"):
        return
    else:
        fields = stored(value)
    for name in list(fields)[:_FIELDS_ALONE]:
        for way in (3, 0):
            yield partial(_replaced, value, fields, name, way)


def _replaced(value: Any, fields: dict[str, Any], name: str, way: int) -> Any:
    part = _Change(way).of(fields[name])
    if isinstance(value, View):
        return View({**fields, name: part})
    if isinstance(value, dict):
        return {key: part if str(key) == name else old for key, old in value.items()}
    if isinstance(value, tuple):
        return value._replace(**{name: part})  # type: ignore[attr-defined]
    return _with_fields(value, {**fields, name: part})
