"""Heat maps: a matrix, or several side by side, each cell with its number on a colour as strong as the number."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from build_tools.figures import lettering
from build_tools.figures.canvas import canvas
from build_tools.figures.entries import Number, entry, magnitude, shared
from build_tools.figures.grid import GAP, Grid, rectangle, wide_enough
from build_tools.figures.kinds import panels
from build_tools.figures.lettering import SIZE, number, plain, text
from build_tools.model import Tree
from build_tools.words import word

STRONGEST = 0.6  # of the colour, so that text on it keeps 4.5:1 in both themes
_CELL = (42.0, 34.0)
_MOST_CELL = 130.0
_SPACE = 28.0  # between panels
_LINE = 26.0  # the title of a panel, the legend
_WIDEST = 640.0
_LONGEST_TEXT = 64  # numbers that a text alternative lists one by one
_LEGEND_TEXT = 64.0
_BAR = 72.0  # of the legend
_READ_AT_A_GLANCE = 36  # numbers that need no legend, since each stands on its colour

Matrix = Sequence[Sequence[Number]]


def draw(
    value: Tree,
    labels: Mapping[str, tuple[str, ...]],
    decimals: int | None,
    title: str,
    language: str,
    identifier: str,
) -> str:
    """A heat map as SVG; arguments as for `draw.draw`."""
    stack = panels(value)
    numbers = [cell for rows in stack for row in rows for cell in row]
    places = shared(numbers) if decimals is None else decimals
    most = max(map(magnitude, numbers))
    names = labels.get("panels", ())
    shown = tuple({entry(cell, places): None for cell in numbers})
    wide = wide_enough((*shown, *labels.get("columns", ())), _CELL[0], _MOST_CELL) + GAP
    grid = Grid.of((len(stack[0]), len(stack[0][0])), (wide, _CELL[1]), labels)

    step = grid.size[0] + _SPACE
    across = min(len(stack), max(1, int((_WIDEST + _SPACE) // step)))
    head = _LINE if names else 0.0
    tall = head + grid.size[1] + _SPACE * 0.75
    drawn: list[str] = []
    for index, rows in enumerate(stack):
        x, y = index % across * step, index // across * tall
        name = names[index] if names else ""
        heading = text(name, grid.left, head / 2 - 3, grid.size[0] - grid.left, attributes='class="p"') if name else ""
        body = "".join(_cells(rows, grid, places, most))
        drawn.append(f'<g transform="translate({number(x)} {number(y + head)})">{grid.lettering()}{body}</g>')
        if heading:
            drawn.append(f'<g transform="translate({number(x)} {number(y)})">{heading}</g>')
    width = across * step - _SPACE
    height = -(-len(stack) // across) * tall
    legend = _legend(numbers, places, most, grid.left, height)
    if legend:
        width = max(width, grid.left + _BAR + 2 * _LEGEND_TEXT + 16)
    size = (width, height + (_LINE if legend else -_SPACE * 0.75))
    description = _description(stack, labels, places, language)
    return canvas("heatmap", size, "".join(drawn) + legend, title, description, identifier)


def _cells(rows: Matrix, grid: Grid, places: int | None, most: float) -> list[str]:
    wide, high = grid.cell[0] - GAP, grid.cell[1] - GAP
    boxes: list[str] = []
    letters: list[str] = []
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            x, y = grid.corner(row, column)
            boxes.append(rectangle(x, y, wide, high, _colour(cell, most)))
            letters.append(text(entry(cell, places), x + wide / 2, y + high / 2, wide))
    return [f'<g class="c">{"".join(boxes)}</g><g>{"".join(letters)}</g>']


def _colour(cell: Number, most: float) -> str:
    if isinstance(cell, float) and not math.isfinite(cell):
        return 'class="x"'
    share = magnitude(cell) / most * STRONGEST if most else 0.0
    sign = ' class="n"' if cell < 0 else ""
    return f'fill-opacity="{share:.2g}"{sign}'


def _legend(numbers: Sequence[Number], places: int | None, most: float, left: float, top: float) -> str:
    """A bar from the palest to the strongest colour, and the numbers that they stand for."""
    finite = [cell for cell in numbers if not isinstance(cell, float) or math.isfinite(cell)]
    if not most or len(numbers) <= _READ_AT_A_GLANCE:
        return ""
    low, high = min([*finite, 0]), max([*finite, 0])
    start, end = (entry(bound, places) if bound else "0" for bound in (low, high))
    steps = 6
    blocks: list[str] = []
    for index in range(steps):
        at = (index + 0.5) / steps
        if low < 0 < high:
            share = 2 * at - 1
            share *= magnitude(low) / most if share < 0 else magnitude(high) / most
        else:
            share = at - 1 if low < 0 else at
        sign = ' class="n"' if share < 0 else ""
        colour = f'fill-opacity="{abs(share) * STRONGEST:.2g}"{sign}'
        blocks.append(rectangle(index * _BAR / steps, 0, _BAR / steps, 8, colour))
    room = _LEGEND_TEXT
    first = text(start, 0, 4, room, size=SIZE - 2)
    from_left = min(lettering.width(start, SIZE - 2), room) + 8
    last = text(end, from_left + _BAR + 8, 4, room, size=SIZE - 2)
    bar = f'<g class="c" transform="translate({number(from_left)} 0)">{"".join(blocks)}</g>'
    return f'<g class="k" transform="translate({number(left)} {number(top)})">{first}{bar}{last}</g>'


def _description(
    stack: Sequence[Matrix], labels: Mapping[str, tuple[str, ...]], places: int | None, language: str
) -> str:
    rows, columns = (tuple(map(plain, labels.get(option, ()))) for option in ("rows", "columns"))
    names = tuple(map(plain, labels.get("panels", ())))
    count = len(stack) * len(stack[0]) * len(stack[0][0])
    if count > _LONGEST_TEXT:
        return _summary(stack, places, language)
    sentences: list[str] = []
    if columns:
        sentences.append(word("figure.columns", language).format(word("comma", language).join(columns)))
    for index, matrix in enumerate(stack):
        if len(stack) > 1:
            sentences.append(word("figure.panel", language).format(names[index] if names else index + 1))
        for number_of_row, row in enumerate(matrix):
            name = rows[number_of_row] if rows else word("figure.row", language).format(number_of_row + 1)
            listed = word("comma", language).join(plain(entry(cell, places)) for cell in row)
            sentences.append(word("figure.row_values", language).format(name, listed))
    return " ".join(sentences)


def _summary(stack: Sequence[Matrix], places: int | None, language: str) -> str:
    numbers = [cell for rows in stack for row in rows for cell in row]
    finite = [cell for cell in numbers if not isinstance(cell, float) or math.isfinite(cell)]
    said = [word("figure.extent", language).format(len(stack), len(stack[0]), len(stack[0][0]))]
    if finite:
        said.append(word("figure.range", language).format(entry(min(finite), places), entry(max(finite), places)))
    if len(finite) < len(numbers):
        said.append(word("figure.infinite", language).format(len(numbers) - len(finite)))
    return " ".join(said)
