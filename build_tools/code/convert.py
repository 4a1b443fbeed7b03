"""Python objects → the JSON form of a `Tree`, and back: the child's half, which imports next to nothing.

The form: null, true, numbers and strings are themselves (JSON as Python writes it: integers of any length, NaN,
Infinity); a list is a tuple; `{"fraction": [n, d]}` a Fraction; `{"record": [[name, part], …]}` a Record,
with `"keys": [key as Python writes it, …]` beside it where it is a mapping.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeAlias

Json: TypeAlias = Any

MOST_LEAVES = 20_000
MOST_NODES = 5 * MOST_LEAVES
MOST_CHARACTERS = 1_000_000
MOST_BITS = 14_000  # Python writes no integer of more than 4,300 digits in decimal
DEEPEST = 60
NO_DATA = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)


class Inconvertible(Exception):
    """An object that states no value; the text says why."""


class View:
    """A Record in an expression: parts as attributes (dashes as underscores), by name, or by place."""

    __slots__ = ("_parts",)
    _parts: dict[str, Any]

    def __init__(self, parts: dict[str, Any]) -> None:
        object.__setattr__(self, "_parts", parts)

    def __getattr__(self, name: str) -> Any:
        parts = self._parts
        if name in parts:
            return parts[name]
        for key in parts:
            if key.replace("-", "_") == name:
                return parts[key]
        raise AttributeError(f"no {name!r} here, only {', '.join(parts) or 'nothing'}")

    def __getitem__(self, key: Any) -> Any:
        return self._parts[key] if isinstance(key, str) else tuple(self._parts.values())[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parts.values())

    def __len__(self) -> int:
        return len(self._parts)


def numpy() -> Any:
    """NumPy where the snippet has imported it, otherwise None: never a reason to import it."""
    return sys.modules.get("numpy")


def stored(value: object) -> dict[str, Any]:
    """The attributes that an object itself holds, private ones too, in order; no cached properties."""
    held: dict[str, Any] = {}
    for cls in reversed(type(value).__mro__):
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name.startswith("__") and not name.endswith("__"):
                name = f"_{cls.__name__.lstrip('_')}{name}"
            if name != "__dict__" and hasattr(value, name):
                held[name] = getattr(value, name)
    held.update(getattr(value, "__dict__", {}))
    for name in properties(value):
        held.pop(name, None)
    return held


def properties(value: object) -> list[str]:
    """The names of an object's properties, in the order of their definition."""
    names: dict[str, None] = {}
    for cls in reversed(type(value).__mro__):
        for name, member in cls.__dict__.items():
            if isinstance(member, property) or type(member).__name__ == "cached_property":
                names[name] = None
    return list(names)


def to_json(value: object, *, lenient: bool = False) -> Json:
    """The JSON form of an object.

    `lenient` leaves out the parts of an object that raise or state no value. Raises `Inconvertible`, and whatever
    the object's own code raises.
    """
    return _Conversion(lenient).of(value)


class _Conversion:
    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.leaves = MOST_LEAVES
        self.nodes = MOST_NODES
        self.characters = MOST_CHARACTERS
        self.above: list[int] = []

    def of(self, value: Any) -> Json:
        self.nodes -= 1
        if self.nodes < 0:
            raise Inconvertible(f"it has more than {MOST_NODES:,} parts")
        enum = sys.modules.get("enum")
        if enum is not None and isinstance(value, enum.Enum):
            value = value.value
        leaf = self._leaf(value)
        if leaf is not _NOT_A_LEAF:
            self.leaves -= 1
            if self.leaves < 0:
                raise Inconvertible(f"it has more than {MOST_LEAVES:,} numbers or texts")
            return leaf
        if id(value) in self.above:
            raise Inconvertible("it contains itself")
        if len(self.above) >= DEEPEST:
            raise Inconvertible(f"it is nested more than {DEEPEST} deep")
        self.above.append(id(value))
        try:
            return self._branch(value)
        finally:
            self.above.pop()

    def _leaf(self, value: Any) -> Json:
        if value is None or value is True or value is False:
            return value
        if isinstance(value, int):
            return _bounded(int.__int__(value))
        if isinstance(value, float):
            return float.__float__(value)
        if isinstance(value, str):
            text = str.__str__(value)
            self.characters -= len(text)
            if self.characters < 0:
                raise Inconvertible(f"its text is longer than {MOST_CHARACTERS:,} characters")
            try:
                text.encode()
            except UnicodeEncodeError:
                raise Inconvertible("its text holds half of a character (a lone surrogate)") from None
            return text
        rational = sys.modules.get("fractions")
        if rational is not None and isinstance(value, rational.Fraction):
            return {"fraction": [_bounded(value.numerator), _bounded(value.denominator)]}
        decimal = sys.modules.get("decimal")
        if decimal is not None and isinstance(value, decimal.Decimal):
            if not value.is_finite():
                return float(value)
            return {"fraction": [_bounded(part) for part in value.as_integer_ratio()]}
        if isinstance(value, complex):
            raise Inconvertible("it is a complex number; name its .real or .imag")
        if isinstance(value, (bytes, bytearray, memoryview)):
            raise Inconvertible("it is bytes; decode it to text")
        return _NOT_A_LEAF

    def _branch(self, value: Any) -> Json:
        kind = type(value)
        if isinstance(value, View):
            return self._record(value._parts.items())
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            parts = list(zip(kind._fields, tuple(value), strict=True))
            return self._record(parts + self._properties(value))
        if isinstance(value, dict):
            record = self._record([(_key(key), part) for key, part in islice(value.items(), self.nodes + 1)])
            written = {_key(key): _written(key) for key in islice(value, self.nodes + 1)}
            return {**record, "keys": [written[name] for name, _ in record["record"]]}
        if isinstance(value, (list, tuple, range)):
            return [self.of(item) for item in value]
        if isinstance(value, (set, frozenset)):
            raise Inconvertible("a set has no order; use sorted(…)")
        if isinstance(value, NO_DATA):
            raise Inconvertible(f"it is a {kind.__name__}, not a value")
        if hasattr(kind, "tolist"):
            size = getattr(value, "size", 0)
            if isinstance(size, int) and size > self.leaves:
                raise Inconvertible(f"it has more than {MOST_LEAVES:,} numbers or texts")
            plain = value.tolist()
            return self.of(float(plain) if type(plain) is kind else plain)
        if hasattr(kind, "__next__") or (kind.__module__ in ("builtins", "collections") and hasattr(kind, "__iter__")):
            return [self.of(item) for item in value]
        parts = [(name, part) for name, part in stored(value).items() if _is_public(name, part)]
        parts += self._properties(value)
        if parts:
            return self._record(parts)
        if hasattr(kind, "__iter__"):
            return [self.of(item) for item in value]
        raise Inconvertible(f"it is an object of type {kind.__name__} without any data")

    def _properties(self, value: object) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        for name in properties(value):
            try:
                if not name.startswith("_"):
                    part = getattr(value, name)
                    if _is_public(name, part):
                        found.append((name, part))
            except BaseException as error:  # sys.exit() is no better than any other
                if not self.lenient:
                    raise Inconvertible(f"its property {name} raises {describe(error)}") from None
        return found

    def _record(self, parts: Any) -> Json:
        converted = []
        for name, part in parts:
            try:
                converted.append([name, self.of(part)])
            except Inconvertible as error:
                if not self.lenient or self.leaves < 0 or self.nodes < 0:
                    raise Inconvertible(f"in {name}: {error}") from None
        return {"record": converted}


_NOT_A_LEAF = object()


def _bounded(number: int) -> int:
    if number.bit_length() > MOST_BITS:
        raise Inconvertible(f"it is an integer of {number.bit_length():,} bits, too long to be written out")
    return number


def _is_public(name: str, part: object) -> bool:
    return not name.startswith("_") and not isinstance(part, NO_DATA)


def _key(key: object) -> str:
    if isinstance(key, (str, int, float, tuple)) or key is None:
        return str(key)
    raise Inconvertible(f"one of its keys is of type {type(key).__name__}")


def _written(key: object) -> str:
    """A key as an expression would write it."""
    return repr(key) if type(key) is str else _key(key)


def describe(error: BaseException) -> str:
    """`TypeName: text` on one line, for any exception, even one that cannot be printed."""
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = ""
    text = text.encode("utf-8", "backslashreplace").decode()
    name = type(error).__name__
    return f"{name}: {text[:500]}" if text else name


def from_json(tree: Json) -> Any:
    """An object that expressions can use: a Record becomes a `View`, a Fraction a Fraction."""
    if isinstance(tree, list):
        return tuple(map(from_json, tree))
    if isinstance(tree, dict):
        if "fraction" in tree:
            from fractions import Fraction

            return Fraction(*tree["fraction"])
        return View({name: from_json(part) for name, part in tree["record"]})
    return tree


def same(one: Json, other: Json) -> bool:
    """Whether two trees are the same value, float noise aside."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, float) or isinstance(other, float):
        if not (isinstance(one, (int, float)) and isinstance(other, (int, float))):
            return False
        if one == other or (one != one and other != other):
            return True
        return abs(one - other) <= 1e-12 * max(abs(one), abs(other)) < float("inf")
    return bool(one == other)
