"""The numbers of a heat map as tables, for those who would rather read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from build_tools.figures.entries import entry, shared
from build_tools.figures.kinds import panels
from build_tools.model import Tree


@dataclass(frozen=True)
class NumberTable:
    """A panel as it is drawn. What has no label goes by its number: rows and columns from 0, as indices do."""

    name: str  # the panel's; "" where there is only one, and it has no label
    columns: tuple[str, ...]
    sides: tuple[str, ...]  # what stands in front of each row
    rows: tuple[tuple[str, ...], ...]


def tables(value: Tree, labels: Mapping[str, tuple[str, ...]], decimals: int | None) -> list[NumberTable]:
    """The tables of a heat map, one a panel.

    Args:
        value: what the figure's expression came to.
        labels: as for `draw.draw`.
        decimals: as for `draw.draw`.

    Raises:
        kinds.Undrawable: the value is none that a heat map can draw.
    """
    stack = panels(value)
    places = shared(cell for rows in stack for row in rows for cell in row) if decimals is None else decimals
    names = labels.get("panels") or tuple(str(i + 1) if len(stack) > 1 else "" for i in range(len(stack)))
    columns = labels.get("columns") or tuple(map(str, range(len(stack[0][0]))))
    sides = labels.get("rows") or tuple(map(str, range(len(stack[0]))))
    return [
        NumberTable(name, columns, sides, tuple(tuple(entry(cell, places) for cell in row) for row in rows))
        for name, rows in zip(names, stack, strict=True)
    ]
