"""How a parser's time grows with the length of what it reads: no input may be slower than linear.

Time is taken of the process alone, and a fault is only what is clearly worse than linear several times in a row, in
amounts that no busy machine makes by chance.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

Parse = Callable[[str], None]

_DOUBLINGS = 4
_LONG = 0.5  # seconds: what is faster than that, however it grows, harms nobody
_SUSPECT = 0.02
_STEEP = 2.7  # of a doubling: 2 is linear, 4 quadratic
_LENGTH = 2_000  # characters of a first look
_LONGEST = 400_000
_TIMES = 3


@dataclass(frozen=True)
class Stretch:
    """A text of which a part can be repeated."""

    before: str
    again: str
    after: str

    def text(self, length: int) -> str:
        """The text with its part repeated to about so many characters."""
        return self.before + self.again * max(1, length // len(self.again)) + self.after


def spent(parse: Parse, text: str) -> float:
    """Seconds of processor time."""
    started = time.process_time()
    parse(text)
    return time.process_time() - started


def is_steep(parse: Parse, stretch: Stretch, long: float = _LONG) -> bool:
    """Whether a parser takes more than in proportion to the length, and long.

    Args:
        parse: the parser.
        stretch: what is repeated, 2, 4, 8, 16 times as often.
        long: seconds that the longest text must take, for anybody to mind.
    """
    if not _looks_steep(parse, stretch):
        return False
    length = _LENGTH
    while length < _LONGEST and spent(parse, stretch.text(length)) < long / 2**_DOUBLINGS:
        length *= 2
    return all(_grows(parse, stretch, length, long) for _ in range(_TIMES))


def _looks_steep(parse: Parse, stretch: Stretch) -> bool:
    """A cheap look, which most texts stop at: four times the text takes more than eight times as long."""
    first = spent(parse, stretch.text(_LENGTH))
    more = spent(parse, stretch.text(4 * _LENGTH))
    return more > _SUSPECT and more > 2 * _STEEP * first


def _grows(parse: Parse, stretch: Stretch, length: int, long: float) -> bool:
    """Whether the last two doublings are steep, and the time is long."""
    before = spent(parse, stretch.text(length))
    for doubling in range(_DOUBLINGS):
        length *= 2
        now = spent(parse, stretch.text(length))
        if now > long and now > _STEEP * before:
            return True
        if now > 4 * long or length > 4 * _LONGEST or (doubling and now < _SUSPECT):
            return False
        before = now
    return False


def cut(text: str, chance: random.Random) -> Stretch:
    """A text, cut at random so that a short part of it can be repeated."""
    size = min(len(text), chance.choice((1, 1, 1, 2, 3, 5, 12, 40)))
    start = chance.randrange(len(text) - size + 1)
    # Sometimes nothing stands around the part, or only one character: what fails last is slowest.
    before = chance.choice((text[:start], text[:start], "", text[max(0, start - 4) : start]))
    after = chance.choice((text[start + size :], text[start + size :], "", "x", "\n"))
    return Stretch(before[-500:] if len(before) > 2_000 else before, text[start : start + size], after[:500])
