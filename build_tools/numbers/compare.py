"""A literal against a value: the only place with tolerance."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
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
    if not isinstance(value, float) and numeral.value == value:
        return True
    exact = Fraction(value)
    gap = abs(exact - numeral.value)
    slack = numeral.unit / 2 if numeral.unit is not None else Fraction(0)
    if gap <= slack:
        return True
    if isinstance(value, float) or numeral.value.denominator > 10**9:
        slack += max(abs(exact), abs(numeral.value)) * FLOAT_ERROR
    return gap <= slack


def same(left: Tree, right: Tree) -> bool:
    """Whether two computed values agree: exactly, or within rounding errors where a float is among them."""
    ours, theirs = list(leaves(left)), list(leaves(right))
    return len(ours) == len(theirs) and all(map(same_scalar, ours, theirs))


def near(left: Tree, right: Tree) -> bool:
    """Whether two values differ by no more than the rounding of a few floating-point operations in another order."""
    ours, theirs = list(leaves(left)), list(leaves(right))
    return len(ours) == len(theirs) and all(map(_near, ours, theirs))


def _near(left: Scalar, right: Scalar) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return (
            left == right or (left != left and right != right) or math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)
        )
    return left == right


def same_scalar(left: Scalar, right: Scalar) -> bool:
    """Whether two computed scalars agree."""
    if left == right:
        return True
    if isinstance(left, int | float | Fraction) and isinstance(right, int | float | Fraction):
        if any(isinstance(side, float) and not math.isfinite(side) for side in (left, right)):
            return left != left and right != right
        a, b = Fraction(left), Fraction(right)
        if isinstance(left, float) or isinstance(right, float):
            # Two ways of computing the same may differ by a few rounding errors more than one of them.
            return abs(a - b) <= max(abs(a), abs(b), Fraction(1, 1000)) * FLOAT_ERROR
    return False


def plain(text: str) -> str:
    """Text as it is compared: without hidden markup, width or spacing."""
    shown = unicodedata.normalize("NFKC", text.replace("\x00", ""))
    return re.sub(r"\s+", " ", re.sub(r"[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}", "", shown)).strip()


def find_text(visible: str, start: int, end: int, text: str, *, whole: bool) -> int | None:
    """Where a text ends that stands in a stretch of a page; None where it does not stand there.

    Args:
        visible: the page as its reader sees it.
        start: where the stretch begins.
        end: where it ends.
        text: what to look for, compared as `plain` compares.
        whole: whether the stretch may hold nothing else.
    """
    wanted = plain(text)
    if whole:
        return end if plain(visible[start:end]) == wanted else None
    for last in range(start + len(wanted), end + 1):
        if plain(visible[start:last]).endswith(wanted):
            return last
    return None


def likeliest(visible: str, start: int, end: int, text: str) -> tuple[int, int]:
    """The words of a stretch that most likely stand where a text should: those most like it, of the last line."""
    start = visible.rfind("\n", start, end) + 1 or start
    words = [match.span() for match in re.finditer(r"[^\s\x00|、。，,;:：；()（）「」]+", visible[start:end])]
    count = len(plain(text).split())
    runs = [(start + words[i][0], start + words[i + count - 1][1]) for i in range(len(words) - count + 1)]

    def likeness(run: tuple[int, int]) -> float:
        return SequenceMatcher(None, plain(visible[slice(*run)]), plain(text)).ratio()

    return max(runs, key=likeness, default=(start, end))


def numbers(tree: Tree) -> Tree:
    """A value without its texts, and without what they leave empty."""
    parts = _parts(tree)
    if parts is None:
        return tree
    kept = (numbers(part) for part in parts if not isinstance(part, str))
    return tuple(part for part in kept if part != ())


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


def listed_rows_fit(listed: Sequence[Tree], start: int, rows: Sequence[int]) -> bool:
    """Whether values that an expression lists one after the other can stand in rows of these lengths.

    A row may end behind any of them; one that has rows of its own is not cut elsewhere.

    Args:
        listed: the values.
        start: the number of leaves in front of the first row.
        rows: how many leaves stand in each row.
    """
    ends = {start + sum(rows[: i + 1]) for i in range(len(rows))}
    last, at = start + sum(rows), 0
    for part in listed:
        size = sum(1 for _ in leaves(part))
        cuts = {end for end in ends if at < end < at + size and end != last}
        own = row_lengths(part, 0, size) or ()
        if cuts and cuts != {cut for i in range(1, len(own)) if start < (cut := at + sum(own[:i])) < last}:
            return False
        at += size
    return True


def _parts(tree: Tree) -> Sequence[Tree] | None:
    if isinstance(tree, Record):
        return [part for _, part in tree.parts]
    return tree if isinstance(tree, tuple) else None


def parts_of(tree: Tree) -> list[tuple[str, Tree]]:
    """The parts of a value, each with how Python reaches it: `.total`, `['total']`, `[1]`; none of a scalar.

    `[1][2]` reaches what `[1, 2]` reaches in an array, and reaches it in lists of lists as well.
    """
    if isinstance(tree, Record):
        ways = [f"[{key}]" for key in tree.keys] or [f".{name}" for name, _ in tree.parts]
        return [(way, part) for way, (_, part) in zip(ways, tree.parts, strict=True)]
    return [(f"[{i}]", part) for i, part in enumerate(tree)] if isinstance(tree, tuple) else []


def leaf_paths(tree: Tree) -> list[str]:
    """Where each leaf stands, as Python would reach it: `[1, 1]`, `.total`, `` for a scalar."""
    if isinstance(tree, Record):
        return [way + rest for way, part in parts_of(tree) for rest in leaf_paths(part)]
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
