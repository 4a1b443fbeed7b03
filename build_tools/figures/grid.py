"""Cells in rows and columns, with labels above and beside them: what heat maps and masks have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from build_tools.figures.lettering import SIZE, number, room, text, width

GAP = 2.0  # between cells
_MOST_LABEL = 150.0
_ROOM = 8.0  # between labels and cells
_HALF = 0.5  # of a stroke, which must not stick out
_LINE = 24.0  # a line of labels


@dataclass(frozen=True)
class Grid:
    """A grid of equal cells with its labels, in px; (0, 0) is the corner of what it takes up.

    `rows` and `columns` are the labels, empty where there are none; `counts` how many rows and columns there are.
    """

    counts: tuple[int, int]
    cell: tuple[float, float]
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @classmethod
    def of(cls, counts: tuple[int, int], cell: tuple[float, float], labels: Mapping[str, tuple[str, ...]]) -> Grid:
        """The grid with the labels `rows` and `columns`, of which either may be missing."""
        return cls(counts, cell, labels.get("rows", ()), labels.get("columns", ()))

    @cached_property
    def left(self) -> float:
        """Where the cells begin: behind the labels of the rows."""
        return max(room(label, _MOST_LABEL) for label in self.rows) + _ROOM if self.rows else _HALF

    @property
    def top(self) -> float:
        """Where the cells begin: below the labels of the columns."""
        return _LINE if self.columns else _HALF

    @property
    def size(self) -> tuple[float, float]:
        rows, columns = self.counts
        return self.left + columns * self.cell[0], self.top + rows * self.cell[1]

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Where a cell begins."""
        return self.left + column * self.cell[0], self.top + row * self.cell[1]

    def lettering(self) -> str:
        """The labels, as SVG."""
        wide, high = self.cell
        rows = "".join(
            text(label, self.left - _ROOM, self.corner(row, 0)[1] + (high - GAP) / 2, _MOST_LABEL)
            for row, label in enumerate(self.rows)
        )
        columns = "".join(
            text(label, self.corner(0, column)[0] + (wide - GAP) / 2, _LINE / 2 - 2, wide - GAP)
            for column, label in enumerate(self.columns)
        )
        return (f'<g class="l e">{rows}</g>' if rows else "") + (f'<g class="l">{columns}</g>' if columns else "")


def wide_enough(labels: tuple[str, ...], least: float, most: float) -> float:
    """The width of a cell that its labels fit into, within bounds."""
    return min(max([least, *(width(label) + SIZE for label in labels)]), most)


def rectangle(x: float, y: float, wide: float, high: float, attributes: str = "") -> str:
    """A rectangle, as SVG."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'
    return f"<rect {place}{' ' + attributes if attributes else ''}/>"
