"""A whole divided into parts: a bar with the size and label of each part, and the total below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from build_tools.figures.canvas import canvas
from build_tools.figures.grid import rectangle
from build_tools.figures.kinds import parts
from build_tools.figures.lettering import SIZE, number, plain, text, width
from build_tools.model import Tree
from build_tools.words import word

_WIDTH = 420.0
_HIGH = 40.0
_LINE = 24.0
_MOST = 12  # parts that are drawn one by one
_FIRST, _LAST = 4, 2  # of more, these
_GAP = 36.0  # stands for the parts left out
_MOST_LABEL = 60.0
_LONGEST_TEXT = 64


@dataclass(frozen=True)
class _Part:
    """A part as drawn: its place among all, or None where parts are left out."""

    index: int | None
    wide: float


def draw(value: Tree, labels: Mapping[str, tuple[str, ...]], title: str, language: str, identifier: str) -> str:
    """A bar in parts as SVG; arguments as for `draw.draw`."""
    sizes = parts(value)
    names = labels.get("names", ())
    shown, faithful = _shown(sizes, names)
    top = _LINE if names else 1.0
    drawn: list[str] = []
    x = 0.5
    for part in shown:
        middle = x + part.wide / 2
        if part.index is None:
            drawn.append(rectangle(x, top, part.wide, _HIGH, 'class="r"'))
            drawn.append(text("…", middle, top + _HIGH / 2, part.wide))
        else:
            drawn.append(rectangle(x, top, part.wide, _HIGH, f'class="a{part.index % 2}"'))
            drawn.append(text(f"{sizes[part.index]:,}", middle, top + _HIGH / 2, part.wide - 4, size=SIZE - 1))
            if names:
                label = text(names[part.index], middle, _LINE / 2 - 2, part.wide - 2, size=SIZE - 1)
                drawn.append(f'<g class="l">{label}</g>')
        x += part.wide
    y = top + _HIGH + 6
    drawn.append(f'<path class="g" d="M.5 {number(y)}v7h{number(x - 0.5)}v-7"/>')
    drawn.append(text(_total(sizes, len(shown) < len(sizes), language), x / 2, y + 22, _WIDTH, attributes='class="t"'))
    down = y + 34
    if not faithful:
        note = word("figure.compressed_widths", language)
        drawn.append(f'<g class="k">{text(note, 0, down + 14, _WIDTH, size=SIZE - 2)}</g>')
        down += 24
    description = _description(sizes, names, faithful, language)
    return canvas("split", (x + 0.5, down), "".join(drawn), title, description, identifier)


def _shown(sizes: tuple[int, ...], names: tuple[str, ...]) -> tuple[list[_Part], bool]:
    """The parts to draw: all, or the first and last ones of many; and whether their widths are in proportion."""
    chosen: list[int | None] = list(range(len(sizes)))
    least = [_least(size, names[index] if names else "") for index, size in enumerate(sizes)]
    if len(sizes) > _FIRST + _LAST + 1 and (len(sizes) > _MOST or sum(least) > _WIDTH):
        chosen = [*range(_FIRST), None, *range(len(sizes) - _LAST, len(sizes))]
    kept = [index for index in chosen if index is not None]
    room = _WIDTH - 1 - (_GAP if None in chosen else 0.0)
    total = sum(sizes[index] for index in kept)
    widths = {index: room * sizes[index] / total for index in kept}
    faithful = all(widths[index] >= least[index] for index in kept)
    if not faithful:
        free = max(0.0, room - sum(least[index] for index in kept))
        widths = {index: least[index] + free * sizes[index] / total for index in kept}
    return [_Part(index, _GAP if index is None else widths[index]) for index in chosen], faithful


def _least(size: int, name: str) -> float:
    """The narrowest that a part may be, so that its number can be read, in px."""
    return max(26.0, width(f"{size:,}", SIZE - 1) + 10, min(width(name, SIZE - 1) + 8, _MOST_LABEL))


def _total(sizes: tuple[int, ...], elided: bool, language: str) -> str:
    """What the parts come to; and their number, where it cannot be seen."""
    if len(sizes) > 1 and len(set(sizes)) == 1:
        return f"{len(sizes):,} × {sizes[0]:,} = {sum(sizes):,}"
    total = f"{sum(sizes):,}"
    return word("figure.parts_total", language).format(len(sizes), total) if elided else total


def _description(sizes: tuple[int, ...], names: tuple[str, ...], faithful: bool, language: str) -> str:
    said = [word("figure.parts", language).format(_total(sizes, False, language), len(sizes))]
    if len(sizes) <= _LONGEST_TEXT:
        listed = [f"{plain(names[index])} {size:,}" if names else f"{size:,}" for index, size in enumerate(sizes)]
        said.append(word("figure.list", language).format(word("comma", language).join(listed)))
    elif min(sizes) < max(sizes):
        said.append(word("figure.range", language).format(f"{min(sizes):,}", f"{max(sizes):,}"))
    if not faithful:
        said.append(word("figure.compressed_widths", language))
    return " ".join(said)
