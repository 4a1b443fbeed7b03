"""The kinds of figures: which options and labels each takes, and which values it can draw."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from build_tools.model import Record, Scalar, Tree

MOST_CELLS = 1_024  # of a heat map: more numbers than that nobody reads
MOST_COLUMNS = 24
MOST_PANELS = 16
MOST_SIDE = 64  # of a mask
MOST_SHAPES = 12
MOST_PARTS = 4_096
MOST_AXIS = 10**12


@dataclass(frozen=True)
class Kind:
    """A kind of figure: the label options that it takes, its other options, and how many labels a value wants.

    `options` leaves out `kind` and `value`, which every figure has.
    """

    labels: tuple[str, ...]
    options: tuple[str, ...]
    counts: Callable[[Tree], Mapping[str, int]]


class Undrawable(Exception):
    """A value that a kind cannot draw; the text says why."""


def items(value: Tree) -> tuple[Tree, ...]:
    """The parts of a value one level down; none of a scalar."""
    if isinstance(value, Record):
        return tuple(part for _, part in value.parts)
    return value if isinstance(value, tuple) else ()


def depth(value: Tree) -> int:
    """How many levels a value has along its first parts: 0 for a scalar, 2 for a matrix."""
    levels = 0
    while isinstance(value, tuple | Record):
        levels += 1
        inner = items(value)
        if not inner:
            break
        value = inner[0]
    return levels


def is_number(value: Tree) -> bool:
    """Whether a value is a number; a boolean is none."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def matrix(value: Tree) -> tuple[tuple[Scalar, ...], ...]:
    """A value as rows of equal length, none of them empty. Raises `Undrawable`."""
    if isinstance(value, tuple | Record) and not items(value):
        raise Undrawable("the matrix is empty")
    if depth(value) == 1:
        raise Undrawable("the value is a vector, and this kind draws a matrix: write `[…]` around it for a single row")
    if depth(value) != 2:
        raise Undrawable("the value is no matrix: it must be rows of numbers")
    rows: list[tuple[Scalar, ...]] = []
    for row in items(value):
        cells: list[Scalar] = []
        for cell in items(row):
            if isinstance(cell, tuple | Record):
                raise Undrawable("the value is no matrix: one of its entries has parts of its own")
            cells.append(cell)
        rows.append(tuple(cells))
    lengths = {len(row) for row in rows}
    if lengths == {0}:
        raise Undrawable("the matrix is empty")
    if len(lengths) > 1:
        raise Undrawable("the rows of the value differ in length")
    return tuple(rows)


def panels(value: Tree) -> tuple[tuple[tuple[int | float | Fraction, ...], ...], ...]:
    """The matrices of a heat map: one, or one a panel. Raises `Undrawable`."""
    stack = items(value) if depth(value) == 3 else (value,)
    if len(stack) > MOST_PANELS:
        raise Undrawable(f"the value has {len(stack)} panels; a heat map draws {MOST_PANELS} at most")
    found = tuple(tuple(tuple(_number(cell) for cell in row) for row in matrix(panel)) for panel in stack)
    if len({(len(rows), len(rows[0])) for rows in found}) > 1:
        raise Undrawable("the panels differ in their numbers of rows or columns")
    if len(found[0][0]) > MOST_COLUMNS:
        raise Undrawable(f"the value has {len(found[0][0])} columns; a heat map draws {MOST_COLUMNS} at most")
    if (cells := len(found) * len(found[0]) * len(found[0][0])) > MOST_CELLS:
        raise Undrawable(f"the value has {cells:,} entries; a heat map draws {MOST_CELLS:,} at most")
    return found


def _number(cell: Scalar) -> int | float | Fraction:
    if isinstance(cell, bool):
        raise Undrawable("the value holds booleans: the kind `mask` draws them")
    if not isinstance(cell, int | float | Fraction):
        raise Undrawable(f"the value holds {cell!r}, which is no number")
    return cell


def openings(value: Tree) -> tuple[tuple[bool, ...], ...]:
    """The cells of a mask, true where it is open.

    Open is True; or 1 beside 0; or, in a mask that is added to scores, 0 beside −∞. Raises `Undrawable`.
    """
    rows = matrix(value)
    if len(rows) > MOST_SIDE or len(rows[0]) > MOST_SIDE:
        raise Undrawable(f"the mask is {len(rows)}×{len(rows[0])}; {MOST_SIDE}×{MOST_SIDE} are drawn at most")
    cells = [cell for row in rows for cell in row]
    if all(isinstance(cell, bool) for cell in cells):
        return tuple(tuple(bool(cell) for cell in row) for row in rows)
    if any(isinstance(cell, bool) or not is_number(cell) for cell in cells):
        raise Undrawable("the mask holds something else than booleans or numbers")
    if all(cell == 0 for cell in cells):
        raise Undrawable(
            "every entry is 0: open, if they are added to scores, but blocked, if 1 stands for open; "
            "bind it to booleans, such as `mask == 0`"
        )
    if all(cell in (0, 1) for cell in cells):
        return tuple(tuple(cell == 1 for cell in row) for row in rows)
    if all(cell in (0, -math.inf) for cell in cells):
        return tuple(tuple(cell == 0 for cell in row) for row in rows)
    odd = next((f"{cell}" for cell in cells if cell not in (0, 1, -math.inf)), "1 beside −∞")
    raise Undrawable(f"the mask holds {odd}; a mask is of booleans, of 0 and 1, or of 0 and −∞")


def shapes(value: Tree) -> tuple[tuple[int, ...], ...]:
    """The shapes to draw: one, or several. Raises `Undrawable`."""
    several = items(value) if depth(value) == 2 else (value,)
    if not several or depth(value) not in (1, 2):
        raise Undrawable("the value is no shape: write `X.shape`, or several with commas")
    if len(several) > MOST_SHAPES:
        raise Undrawable(f"the value has {len(several)} shapes; {MOST_SHAPES} are drawn at most")
    found: list[tuple[int, ...]] = []
    for shape in several:
        if isinstance(shape, bool) or not isinstance(shape, tuple | Record):
            raise Undrawable(f"{shape!r} stands between shapes and is none")
        axes = tuple(_whole(axis, "the axis of a shape") for axis in items(shape))
        if not 1 <= len(axes) <= 3:
            raise Undrawable(f"a shape has {len(axes)} axes; from 1 to 3 are drawn")
        if max(axes) > MOST_AXIS:
            raise Undrawable(f"an axis is longer than {MOST_AXIS:,}")
        found.append(axes)
    return tuple(found)


def parts(value: Tree) -> tuple[int, ...]:
    """The sizes of the parts of a whole. Raises `Undrawable`."""
    if depth(value) != 1 or not items(value):
        raise Undrawable("the value is no list of sizes, such as `[d_k] * h`")
    if len(items(value)) > MOST_PARTS:
        raise Undrawable(f"the value has {len(items(value)):,} parts; {MOST_PARTS:,} are drawn at most")
    found = tuple(_whole(part, "a part") for part in items(value))
    if sum(found) > MOST_AXIS:
        raise Undrawable(f"the parts come to more than {MOST_AXIS:,}")
    return found


def _whole(value: Tree, what: str) -> int:
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool) and math.isfinite(value):
        whole = int(value)
        if whole == value and whole > 0:
            return whole
    raise Undrawable(f"{value!r} is {what}, which must be a whole number above 0")


def _of_heatmap(value: Tree) -> Mapping[str, int]:
    stack = panels(value)
    return {"rows": len(stack[0]), "columns": len(stack[0][0]), "panels": len(stack)}


def _of_mask(value: Tree) -> Mapping[str, int]:
    rows = openings(value)
    return {"rows": len(rows), "columns": len(rows[0])}


KINDS: Mapping[str, Kind] = {
    "heatmap": Kind(("rows", "columns", "panels"), ("decimals",), _of_heatmap),
    "mask": Kind(("rows", "columns"), (), _of_mask),
    "shapes": Kind(("names",), (), lambda value: {"names": len(shapes(value))}),
    "split": Kind(("names",), (), lambda value: {"names": len(parts(value))}),
}


def fault(kind: str, value: Tree, labels: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """Why a figure cannot be drawn: the option concerned and a message, or None.

    Args:
        kind: the figure's kind, as its author wrote it.
        value: what its expression came to.
        labels: the labels by option (`rows`, `columns`, `panels`, `names`), those that are given.
    """
    if kind not in KINDS:
        return "kind", f"there is no kind {kind!r}; there are {', '.join(KINDS)}"
    for option in labels:
        if option not in KINDS[kind].labels:
            return option, f"{kind} takes no {option}; it takes {', '.join(KINDS[kind].labels)}"
    try:
        wanted = KINDS[kind].counts(value)
    except Undrawable as error:
        return "value", str(error)
    for option, given in labels.items():
        if len(given) != wanted[option]:
            return option, f"{option} has {len(given)} labels, the value wants {wanted[option]}"
    return None
