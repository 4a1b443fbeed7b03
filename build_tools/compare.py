"""A literal against a value: the only place with tolerance."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from build_tools.model import Numeral, Record, Scalar, Tree, leaves

# A float computes what exact arithmetic would, up to rounding errors of this relative size.
FLOAT_ERROR = Fraction(1, 10**12)


def agrees(numeral: Numeral, value: Scalar) -> bool:
    """Whether a numeral, as written, states a value.

    An integer or a fraction must be met exactly (by a float within 1e-12 relative); a numeral with a `unit`, such as a
    decimal, stands for every value within half a unit of it, both neighbours at a tie.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return False
    if isinstance(value, float) and not math.isfinite(value):
        return numeral.value == value
    if not isinstance(numeral.value, Fraction):
        return False
    exact = Fraction(value)
    slack = numeral.unit / 2 if numeral.unit is not None else Fraction(0)
    if isinstance(value, float) or numeral.value.denominator > 10**9:
        slack += max(abs(exact), abs(numeral.value)) * FLOAT_ERROR
    return abs(exact - numeral.value) <= slack


def same(left: Tree, right: Tree) -> bool:
    """Whether two computed values agree: exactly, or within rounding errors where a float is among them."""
    ours, theirs = list(leaves(left)), list(leaves(right))
    return len(ours) == len(theirs) and all(map(same_scalar, ours, theirs))


def same_scalar(left: Scalar, right: Scalar) -> bool:
    """Whether two computed scalars agree."""
    if isinstance(left, int | float | Fraction) and isinstance(right, int | float | Fraction):
        if any(isinstance(side, float) and not math.isfinite(side) for side in (left, right)):
            return left == right or (left != left and right != right)
        a, b = Fraction(left), Fraction(right)
        if isinstance(left, float) or isinstance(right, float):
            # Two ways of computing the same may differ by a few rounding errors more than one of them.
            return abs(a - b) <= max(abs(a), abs(b), Fraction(1, 1000)) * FLOAT_ERROR
        return a == b
    return left == right


def plain(text: str) -> str:
    """Text as it is compared: without hidden markup, width or spacing."""
    shown = unicodedata.normalize("NFKC", text.replace("\x00", ""))
    return re.sub(r"\s+", " ", re.sub(r"[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}", "", shown)).strip()


def row_lengths(tree: Tree, start: int, end: int) -> tuple[int, ...] | None:
    """How many leaves each row has in the part of a value that holds the leaves `start` to `end`.

    None where no part of the value holds just these.
    """
    at = 0
    parts = _parts(tree)
    if parts is None:
        return None
    sizes = [sum(1 for _ in leaves(part)) for part in parts]
    if start == 0 and end == sum(sizes) and len(parts) != 1:
        return tuple(sizes)
    for part, size in zip(parts, sizes, strict=True):
        if at <= start and end <= at + size:
            return row_lengths(part, start - at, end - at)
        at += size
    return None


def _parts(tree: Tree) -> Sequence[Tree] | None:
    if isinstance(tree, Record):
        return [part for _, part in tree.parts]
    return tree if isinstance(tree, tuple) else None


def leaf_paths(tree: Tree) -> list[str]:
    """Where each leaf stands, as Python would reach it: `[1, 1]`, `.total`, `` for a scalar."""
    if isinstance(tree, Record):
        return [f".{name}{rest}" for name, part in tree.parts for rest in leaf_paths(part)]
    if isinstance(tree, tuple):
        return [_index(i, rest) for i, part in enumerate(tree) for rest in leaf_paths(part)]
    return [""]


def _index(i: int, rest: str) -> str:
    return f"[{i}, {rest[1:]}" if rest.startswith("[") else f"[{i}]{rest}"


def show(value: Tree) -> str:
    """A value as a message shows it."""
    if isinstance(value, Record):
        return "(" + ", ".join(f"{name}={show(part)}" for name, part in value.parts) + ")"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return repr(value)
    if isinstance(value, int):
        return f"{value:,}" if abs(value) < 10**40 else f"about 2**{value.bit_length()}"
    if isinstance(value, Fraction):
        return f"{value.numerator:,}" if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return repr(value) if abs(value) < 1e6 or not value.is_integer() else f"{value:,}"
