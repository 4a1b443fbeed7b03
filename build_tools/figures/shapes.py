"""Shapes of arrays as rectangles: equal axes look equal, every side has its number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from build_tools.figures.canvas import canvas
from build_tools.figures.grid import rectangle
from build_tools.figures.kinds import shapes
from build_tools.figures.lettering import SIZE, cut, number, plain, room, spans, text, width
from build_tools.model import Tree
from build_tools.words import word

_LONGEST = 96.0  # an axis, in px
_SHORTEST = 24.0
_THIN = 22.0  # the side that a vector does not have
_FAITHFUL = 4  # how many times longer an axis may be before lengths are compressed
_MOST_GRID = 12  # an axis of so many is drawn as single cells
_SHEETS = 4
_SHIFT = 7.0  # from sheet to sheet
_SPACE = 30.0
_WIDEST = 420.0
_LINE = 24.0


@dataclass(frozen=True)
class _Scale:
    """How long an axis is drawn. `faithful` says whether lengths are in proportion."""

    low: int
    high: int

    @property
    def faithful(self) -> bool:
        return self.high <= _FAITHFUL * self.low

    def length(self, axis: int) -> float:
        """An axis of so many entries, in px."""
        if self.faithful:
            return _LONGEST * axis / self.high
        share = math.log(axis / self.low) / math.log(self.high / self.low)
        return _SHORTEST + (_LONGEST - _SHORTEST) * share


@dataclass(frozen=True)
class _Sketch:
    """One shape, drawn: `content` in a box of `size`, with its base line at the bottom."""

    content: str
    size: tuple[float, float]


def draw(value: Tree, labels: Mapping[str, tuple[str, ...]], title: str, language: str, identifier: str) -> str:
    """Shapes as SVG; arguments as for `draw.draw`."""
    several = shapes(value)
    names = labels.get("names", ())
    axes = [axis for shape in several for axis in shape[-2:]]
    scale = _Scale(min(axes), max(axes))
    sketches = [_sketch(shape, names[index] if names else "", scale) for index, shape in enumerate(several)]
    lines: list[list[_Sketch]] = [[]]
    for sketch in sketches:
        if lines[-1] and _across(lines[-1]) + _SPACE + sketch.size[0] > _WIDEST:
            lines.append([])
        lines[-1].append(sketch)
    drawn: list[str] = []
    y = 0.0
    for line in lines:
        x = 0.5
        high = max(sketch.size[1] for sketch in line)
        for sketch in line:
            place = f"translate({number(x)} {number(y + high - sketch.size[1])})"
            drawn.append(f'<g transform="{place}">{sketch.content}</g>')
            x += sketch.size[0] + _SPACE
        y += high + _SPACE * 0.6
    across, down = max(map(_across, lines)), y - _SPACE * 0.6
    if not scale.faithful:
        note = word("figure.compressed", language)
        across = max(across, room(note, size=SIZE - 2))
        drawn.append(f'<g class="k">{text(note, 0, down + 20, across, size=SIZE - 2)}</g>')
        down += 30
    across += 1  # the stroke of the last side
    description = _description(several, names, scale, language)
    return canvas("shapes", (across, down), "".join(drawn), title, description, identifier)


def _across(line: list[_Sketch]) -> float:
    return sum(sketch.size[0] for sketch in line) + _SPACE * (len(line) - 1)


def _sketch(shape: tuple[int, ...], name: str, scale: _Scale) -> _Sketch:
    wide = scale.length(shape[-1])
    high = scale.length(shape[-2]) if len(shape) > 1 else _THIN
    sheets = min(shape[0], _SHEETS) if len(shape) == 3 else 1
    depth = (sheets - 1) * _SHIFT
    count = f"{shape[-2]:,}" if len(shape) > 1 else ""
    stack = f"{shape[0]:,}×" if len(shape) == 3 else ""
    left = max(
        room(count, size=SIZE - 1) + 8 if count else 0.0, room(stack, size=SIZE - 1) - depth - 2 if stack else 0.0
    )
    top = _LINE + (depth if sheets > 1 else 0.0)
    label = width(name)
    body = [
        rectangle(left + sheet * _SHIFT, top - sheet * _SHIFT, wide, high, 'class="a"')
        for sheet in reversed(range(sheets))
    ]
    if lines := _cells(shape, left, top, wide, high):
        body.append(f'<path class="g" d="{lines}"/>')
    numbers = [text(f"{shape[-1]:,}", left + depth + wide / 2, _LINE / 2 - 1, wide + 60, size=SIZE - 1)]
    if count:
        at = f'<text class="e" x="{number(left - 8)}" y="{number(top + high / 2 + SIZE * 0.33)}">{count}</text>'
        numbers.append(at)
    if stack:
        numbers.append(
            f'<text class="e" x="{number(left + depth - 4)}" y="{number(_LINE + SIZE * 0.2)}">{stack}</text>'
        )
    right = left + depth + wide
    box = max(right, left + wide / 2 + width(f"{shape[-1]:,}", SIZE) / 2)
    foot = 0.0
    if name:
        middle = left + wide / 2
        most = max(2 * min(middle, _LONGEST), wide + 24)
        pieces = cut(name, most)
        shown = spans(pieces)
        half = room(name, most) / 2
        shift = max(0.0, half - middle)
        title = "" if label <= most else f"<title>{plain(name).replace('&', '&amp;').replace('<', '&lt;')}</title>"
        y = top + high + 20
        numbers.append(f'<text class="m" x="{number(middle + shift)}" y="{number(y)}">{title}{shown}</text>')
        box = max(box, middle + shift + half)
        foot = 28.0
    return _Sketch(f'{"".join(body)}<g class="f">{"".join(numbers)}</g>', (box, top + high + foot + 1))


def _cells(shape: tuple[int, ...], left: float, top: float, wide: float, high: float) -> str:
    """Lines between the single entries of short axes, as a path."""
    rows = shape[-2] if len(shape) > 1 else 1
    columns = shape[-1]
    lines = ""
    if columns <= _MOST_GRID and rows <= _MOST_GRID:
        for column in range(1, columns):
            lines += f"M{number(left + wide * column / columns)} {number(top)}v{number(high)}"
        for row in range(1, rows):
            lines += f"M{number(left)} {number(top + high * row / rows)}h{number(wide)}"
    return lines


def _description(several: tuple[tuple[int, ...], ...], names: tuple[str, ...], scale: _Scale, language: str) -> str:
    said: list[str] = []
    for index, shape in enumerate(several):
        written = " × ".join(f"{axis:,}" for axis in shape)
        name = plain(names[index]) if names else word("figure.shape", language).format(index + 1)
        said.append(word(f"figure.shape_{len(shape)}", language).format(name, written))
    said.append(word("figure.faithful" if scale.faithful else "figure.compressed", language))
    return " ".join(said)
