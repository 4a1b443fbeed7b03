"""Text in a figure: labels with sub- and superscripts, their width estimated, and cut to the room there is."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from html import escape

SIZE = 14.0  # px at the figure's natural size
_SMALL = 0.7
_MOST_MARKS = 2
_RUN = re.compile(r"([_^])(?:\{([^{}]*)\}|([^\W_]+))")
# Letters of a wide fallback font, such as DejaVu Sans, may take so much more than is estimated.
_SPARE = 1.15
# Widths in ems, on the generous side: what does not fit would be cut off.
_WIDTHS = {
    **dict.fromkeys("ijl.,:;'|", 0.3), **dict.fromkeys("cksvxyz", 0.53), **dict.fromkeys("ftrI()[] -/!", 0.4),
    **dict.fromkeys("mwMW%@", 0.95), **dict.fromkeys("…—∞×", 1.0), **dict.fromkeys("+=<>~#^&±÷−", 0.73),
    **dict.fromkeys("aego", 0.56),
}  # fmt: skip


@dataclass(frozen=True)
class Run:
    """A run of characters on one level: 0 is the line, -1 a subscript, 1 a superscript."""

    text: str
    level: int = 0

    @property
    def width(self) -> float:
        return sum(map(_em, self.text)) * (_SMALL if self.level else 1)


def _em(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in _WIDTHS:
        return _WIDTHS[character]
    return 0.75 if character.isupper() or ord(character) > 0x2FF else 0.57


def clean(text: str) -> str:
    """A text without characters that XML forbids, that turn its direction, or that no reader sees."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        category = unicodedata.category(character)
        if category in ("Cc", "Cf", "Cs", "Co", "Cn") and character not in "\u200c\u200d":
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def plain(text: str) -> str:
    """A label for a text alternative: `d_{model}` as `d_model`."""
    return _RUN.sub(lambda match: match[1] + (match[2] if match[2] is not None else match[3]), clean(text))


@lru_cache(maxsize=1024)  # a label is measured where it stands, for its column, and for the whole
def runs(label: str) -> tuple[Run, ...]:
    """A label's runs: `q_0`, `d_{model}` and `W^Q` have a subscript or superscript, anything else is as typed."""
    text = clean(label)
    found: list[Run] = []
    last = 0
    for match in _RUN.finditer(text):
        if match.start() == 0:
            continue  # nothing that it could be attached to
        found.append(Run(text[last : match.start()]))
        found.append(Run(match[2] if match[2] is not None else match[3], -1 if match[1] == "_" else 1))
        last = match.end()
    found.append(Run(text[last:]))
    return tuple(run for run in found if run.text)


def width(label: str, size: float = SIZE) -> float:
    """The estimated width of a label, in px."""
    return sum(run.width for run in runs(label)) * size


def room(label: str, most: float = math.inf, size: float = SIZE) -> float:
    """The room that a label is given at a figure's edge, in px: it is cut off there, in whatever font a reader has.

    Args:
        label: as its author wrote it.
        most: the width that it may take; what is wider ends in ….
        size: of the letters, in px.
    """
    return min(width(label, size), most) * _SPARE


def cut(label: str, room: float, size: float = SIZE) -> tuple[Run, ...]:
    """A label's runs, ending in … where they are wider than the room, in px."""
    whole = runs(label)
    if sum(run.width for run in whole) * size <= room:
        return whole
    left = room / size - _em("…")
    kept: list[Run] = []
    for run in whole:
        scale = _SMALL if run.level else 1.0
        text = ""
        for character in run.text:
            left -= _em(character) * scale
            if left < 0:
                return (*kept, Run(text.rstrip() + "…", run.level))
            text += character
        kept.append(run)
    return tuple(kept)


def spans(pieces: tuple[Run, ...], size: float = SIZE) -> str:
    """Runs as the content of an SVG text: escaped, with tspans that are raised or lowered."""
    out: list[str] = []
    height = 0.0
    for run in pieces:
        # A subscript goes down by a fifth of the size, a superscript up by a third; then back to the line.
        target = (0.0, -0.34, 0.2)[run.level] * size
        move = f' dy="{number(target - height)}"' if target != height else ""
        text = escape(run.text)
        if run.level:
            out.append(f'<tspan class="s"{move}>{text}</tspan>')
        else:
            out.append(f"<tspan{move}>{text}</tspan>" if move else text)
        height = target
    return "".join(out)


def text(label: str, x: float, y: float, room: float, *, size: float = SIZE, attributes: str = "") -> str:
    """A label as an SVG text, y at the middle of its line; one that is cut holds the whole in its title.

    Args:
        label: as its author wrote it.
        x: in px, what the anchor of the text is set on.
        y: in px, the middle of the line.
        room: in px, the width that it may take.
        size: of the letters, in px.
        attributes: further ones, such as a class.
    """
    pieces = cut(label, room, size)
    whole = "" if pieces == runs(label) else f"<title>{escape(plain(label))}</title>"
    extra = f" {attributes}" if attributes else ""
    return f'<text x="{number(x)}" y="{number(y + size * 0.36)}"{extra}>{whole}{spans(pieces, size)}</text>'


def number(value: float) -> str:
    """A coordinate, in px, to a tenth."""
    return f"{round(value, 1) + 0.0:g}" if abs(value) < 1e5 else f"{value:.0f}"
