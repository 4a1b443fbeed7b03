"""Masks: open and blocked cells, told apart by a dot and a cross as well as by colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from build_tools.figures.canvas import canvas
from build_tools.figures.grid import GAP, Grid, rectangle, wide_enough
from build_tools.figures.kinds import openings
from build_tools.figures.lettering import SIZE, number, plain, room, text
from build_tools.model import Tree
from build_tools.words import word

_CELL = 32.0
_MOST_CELL = 90.0
_LEAST_CELL = 10.0
_WIDEST = 400.0
_LONGEST_TEXT = 64
_LINE = 30.0

Cells = Sequence[Sequence[bool]]


def draw(value: Tree, labels: Mapping[str, tuple[str, ...]], title: str, language: str, identifier: str) -> str:
    """A mask as SVG; arguments as for `draw.draw`."""
    cells = openings(value)
    counts = len(cells), len(cells[0])
    side = max(_LEAST_CELL, min(_CELL, _WIDEST / max(counts)))
    columns = labels.get("columns", ())
    wide = wide_enough(columns, side, _MOST_CELL) if columns else side
    grid = Grid.of(counts, (wide, max(side, SIZE + 6) if "rows" in labels else side), labels)
    legend, across = _legend(language, grid.left, grid.size[1] + 10)
    size = (max(grid.size[0], across), grid.size[1] + _LINE)
    content = f"{grid.lettering()}{''.join(_drawn(cells, grid))}{legend}"
    return canvas("mask", size, content, title, _description(cells, labels, language), identifier)


def _drawn(cells: Cells, grid: Grid) -> Iterator[str]:
    """Each sort of cell in one path, which keeps a large mask small."""
    wide, high = grid.cell[0] - GAP, grid.cell[1] - GAP
    boxes = {True: "", False: ""}
    marks = {True: "", False: ""}
    for row, line in enumerate(cells):
        for column, is_open in enumerate(line):
            x, y = grid.corner(row, column)
            boxes[is_open] += f"M{number(x)} {number(y)}h{number(wide)}v{number(high)}h{number(-wide)}z"
            marks[is_open] += _mark(is_open, x + wide / 2, y + high / 2, min(wide, high) * 0.16)
    for is_open, box, mark in ((True, "o", "d"), (False, "b", "x")):
        if boxes[is_open]:
            yield f'<path class="{box}" d="{boxes[is_open]}"/><path class="{mark}" d="{marks[is_open]}"/>'


def _mark(is_open: bool, x: float, y: float, reach: float) -> str:
    """A dot or a cross around a point, as a path."""
    r, d = number(reach), number(2 * reach)
    if is_open:
        return f"M{number(x - reach)} {number(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z"
    return f"M{number(x - reach)} {number(y - reach)}l{d} {d}m-{d} 0l{d} -{d}"


def _legend(language: str, left: float, top: float) -> tuple[str, float]:
    """What dots and crosses mean, and where that ends."""
    x = left
    drawn = ""
    for is_open, box, mark in ((True, "o", "d"), (False, "b", "x")):
        said = word("figure.open" if is_open else "figure.blocked", language)
        taken = room(said, size=SIZE - 1)
        drawn += rectangle(x, top, 16, 16, f'class="{box}"')
        drawn += f'<path class="{mark}" d="{_mark(is_open, x + 8, top + 8, 2.6)}"/>'
        drawn += text(said, x + 22, top + 8, taken, size=SIZE - 1)
        x += 22 + taken + 18
    return f'<g class="k">{drawn}</g>', x - 18


def _description(cells: Cells, labels: Mapping[str, tuple[str, ...]], language: str) -> str:
    rows, columns = (tuple(map(plain, labels.get(option, ()))) for option in ("rows", "columns"))
    states = {is_open: word("figure.open" if is_open else "figure.blocked", language) for is_open in (True, False)}
    comma = word("comma", language)
    if len(cells) * len(cells[0]) > _LONGEST_TEXT:
        count = sum(map(sum, cells))
        said = [word("figure.mask_extent", language).format(len(cells), len(cells[0]), count)]
        for key, holds in _patterns(cells):
            if holds:
                said.append(word(key, language))
        return " ".join(said)
    said = [word("figure.columns", language).format(comma.join(columns))] if columns else []
    for index, line in enumerate(cells):
        name = rows[index] if rows else word("figure.row", language).format(index + 1)
        said.append(word("figure.row_values", language).format(name, comma.join(states[cell] for cell in line)))
    return " ".join(said)


def _patterns(cells: Cells) -> Iterator[tuple[str, bool]]:
    """The patterns that a sentence can say of a mask, and whether it has them."""
    numbered = [(row, column, cell) for row, line in enumerate(cells) for column, cell in enumerate(line)]
    yield "figure.mask_lower", all(cell == (column <= row) for row, column, cell in numbered)
    yield "figure.mask_upper", all(cell == (column >= row) for row, column, cell in numbered)
