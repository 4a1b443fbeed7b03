"""A map of what builds on what: nodes in columns from left to right, each a link to its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from build_tools.figures.canvas import canvas
from build_tools.figures.grid import rectangle
from build_tools.figures.layers import columns, reduced
from build_tools.figures.lettering import clean, number, plain, text, width
from build_tools.words import word

STATES = ("", "here", "done")
_WIDE, _HIGH = 176.0, 74.0
_ROW = 14.0  # between the nodes of a column
_COLUMN = 40.0  # between columns
_BAND = 34.0  # between the bands that columns are wrapped into
_HEAD = "m-5-3.5l5 3.5l-5 3.5"  # of an arrow
_ACROSS = 3  # columns in a band
_EDGE = 20.0  # around everything
_SMALL, _LARGE = 12.0, 13.0
_LONGEST_TEXT = 64
_ENDS = "、。：；・）」』-—/"  # a line may end behind these


@dataclass(frozen=True)
class Node:
    """A node of a map: `label` and `title` are shown, `href` is None for what this course does not hold.

    `state` is one of `STATES`.
    """

    id: str
    label: str
    title: str
    href: str | None = None
    state: str = ""


@dataclass(frozen=True)
class _Place:
    """Where a node stands: its corner, in px, its band and its column in that band."""

    x: float
    y: float
    band: int
    column: int


def graph(nodes: Sequence[Node], edges: Sequence[tuple[str, str]], language: str, identifier: str) -> str:
    """The map as inline SVG, with links that the keyboard reaches and a text alternative.

    Args:
        nodes: in reading order; an id that comes twice counts once.
        edges: pairs of ids, what comes first and what builds on it; unknown ids are passed over.
        language: of the text alternative.
        identifier: unique on the page; all ids begin with it.
    """
    known = {node.id: node for node in reversed(nodes)}
    ordered = [known[name] for name in dict.fromkeys(node.id for node in nodes)]
    kept = reduced([node.id for node in ordered], edges)
    places, gaps = _placed(columns([node.id for node in ordered], kept))
    lines = "".join(_way(places[before], places[after], gaps) for before, after in kept)
    # Focus goes in the order of the days, whatever their places.
    boxes = "".join(_box(node, places[node.id], language) for node in ordered)
    across = max((place.x for place in places.values()), default=0.0) + _WIDE + _EDGE
    content = f'<path class="w" d="{lines}"/>{boxes}' if lines else boxes
    description = _description(ordered, edges, language)
    size = (across, max(gaps, default=_EDGE))
    return canvas("map", size, content, word("figure.map", language), description, identifier, role="group")


def _placed(layers: Sequence[Sequence[str]]) -> tuple[dict[str, _Place], list[float]]:
    """The place of every node, and for each band where the lane below it runs."""
    places: dict[str, _Place] = {}
    gaps: list[float] = []
    y = _EDGE
    for band, start in enumerate(range(0, len(layers), _ACROSS)):
        chosen = layers[start : start + _ACROSS]
        tall = max(map(_tall, map(len, chosen)))
        for column, layer in enumerate(chosen):
            top = y + (tall - _tall(len(layer))) / 2
            for index, name in enumerate(layer):
                x = _EDGE + column * (_WIDE + _COLUMN)
                places[name] = _Place(x, top + index * (_HIGH + _ROW), band, column)
        y += tall + _BAND
        gaps.append(y - _BAND + _EDGE)
    return places, gaps


def _tall(count: int) -> float:
    return count * (_HIGH + _ROW) - _ROW


def _way(start: _Place, end: _Place, gaps: Sequence[float]) -> str:
    """An edge as a path: straight across to the next column, else along the lanes between bands."""
    x, y = start.x + _WIDE, start.y + _HIGH / 2
    at, down = end.x, end.y + _HIGH / 2
    if start.band == end.band and end.column == start.column + 1:
        half = number((at - x) / 2)
        return (
            f"M{number(x)} {number(y)}c{half} 0 {half} {number(down - y)} {number(at - x)} {number(down - y)}" + _HEAD
        )
    lane = gaps[start.band]
    turns = [(x + _COLUMN / 3, y), (x + _COLUMN / 3, lane)]
    if end.band > start.band + 1:
        # Past the bands between, at the left edge of all.
        turns += [(_EDGE / 3, lane), (_EDGE / 3, gaps[end.band - 1])]
    beside = at - _EDGE / 3 if end.column == 0 else at - _COLUMN / 3
    turns += [(beside, gaps[end.band - 1] if end.band > start.band else lane), (beside, down)]
    return _rounded([(x, y), *turns, (at, down)])


def _rounded(points: Sequence[tuple[float, float]], radius: float = 5.0) -> str:
    """A path along points, its corners rounded."""
    drawn = f"M{number(points[0][0])} {number(points[0][1])}"
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into = _toward(corner, before, radius)
        out = _toward(corner, after, radius)
        drawn += (
            f"L{number(into[0])} {number(into[1])}"
            f"Q{number(corner[0])} {number(corner[1])} {number(out[0])} {number(out[1])}"
        )
    return drawn + f"L{number(points[-1][0])} {number(points[-1][1])}" + _HEAD


def _toward(start: tuple[float, float], end: tuple[float, float], step: float) -> tuple[float, float]:
    across, down = end[0] - start[0], end[1] - start[1]
    share = min(step / max(abs(across), abs(down), 1e-9), 0.5)
    return start[0] + across * share, start[1] + down * share


def _box(node: Node, place: _Place, language: str) -> str:
    room = _WIDE - 24
    first, second = _lines(clean(node.title), room)
    state = word(f"figure.map_{_state(node)}", language) if _state(node) else ""
    left, y = place.x + 12, place.y
    beside = bool(state and first)
    taken = width(state, _SMALL - 1) + 6 if beside else 0.0
    letters = text(node.label, left, y + 17, max(room - taken, 24.0), size=_SMALL, attributes='class="d"')
    if beside:
        letters += text(state, place.x + _WIDE - 12, y + 17, taken, size=_SMALL - 1, attributes='class="y"')
    elif state:
        first = state
    for index, line in enumerate(filter(None, (first, second))):
        letters += text(line, left, y + 36 + index * 18, room + 1, size=_LARGE)
    kind = " ".join(filter(None, ("n", _state(node))))
    inner = rectangle(place.x + 0.5, y + 0.5, _WIDE - 1, _HIGH - 1, 'rx="5"') + letters
    name = escape(", ".join(filter(None, (plain(node.label), clean(node.title), state))), quote=True)
    marks = f'class="{kind}" data-node="{escape(clean(node.id), quote=True)}"'
    if node.href is None:
        return f'<g {marks} role="img" aria-label="{name}">{inner}</g>'
    return f'<a {marks} href="{escape(node.href, quote=True)}" aria-label="{name}">{inner}</a>'


def _state(node: Node) -> str:
    return "absent" if node.href is None else node.state


def _lines(title: str, room: float) -> tuple[str, str]:
    """A title on two lines, broken where a word ends, else where the room does; the second may be too long."""
    if width(title, _LARGE) <= room:
        return title, ""
    most = next(index for index in range(len(title), 0, -1) if index == 1 or width(title[:index], _LARGE) <= room)
    breaks = [index for index in range(most // 2 + 1, most + 1) if title[index - 1] in _ENDS or title[index] == " "]
    best = max(breaks, default=most)
    if best == most and title[most] in _ENDS:
        best += 1  # a mark never begins a line
    return title[:best].rstrip(), title[best:].lstrip()


def _description(nodes: Sequence[Node], edges: Sequence[tuple[str, str]], language: str) -> str:
    labels = {node.id: plain(node.label) for node in nodes}
    said = [word("figure.map_size", language).format(len(nodes))]
    if len(nodes) <= _LONGEST_TEXT:
        for node in nodes:
            needs = [labels[before] for before, after in dict.fromkeys(edges) if after == node.id and before in labels]
            key = "figure.map_needs" if needs else "figure.map_none"
            said.append(word(key, language).format(labels[node.id], word("comma", language).join(needs)))
    return " ".join(said)
