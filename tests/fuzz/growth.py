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

_STEEP = 2.7  # of a doubling: 2 is linear, 4 quadratic
_SHORT = 500  # characters of the first text
_TIMES = 3


@dataclass(frozen=True)
class Stretch:
    """A text for a target, of which a part can be repeated."""

    target: str
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


def is_steep(parse: Parse, stretch: Stretch, longest: int, long: float) -> bool:
    """Whether a parser takes more than in proportion to the length, and long.

    Args:
        parse: the parser.
        stretch: what is repeated, 2, 4, 8, 16 times as often, until it takes long.
        longest: characters of the longest text.
        long: seconds of processor time; what is faster than that, however it grows, harms nobody.
    """
    length, times = _SHORT, [spent(parse, stretch.text(_SHORT))]
    while times[-1] < long and length < longest:
        length *= 2
        times.append(spent(parse, stretch.text(length)))
    return times[-1] >= long and all(_grows(parse, stretch, length) for _ in range(_TIMES))


def _grows(parse: Parse, stretch: Stretch, length: int) -> bool:
    """Whether the last two doublings up to a length are steep, taken together."""
    whole, quarter = spent(parse, stretch.text(length)), spent(parse, stretch.text(length // 4))
    return whole > _STEEP**2 * quarter


def cut(target: str, text: str, chance: random.Random) -> Stretch:
    """A text, cut at random so that a short part of it can be repeated."""
    size = min(len(text), chance.choice((1, 1, 1, 2, 3, 5, 12, 40)))
    start = chance.randrange(len(text) - size + 1)
    # Sometimes nothing stands around the part, or only one character: what fails last is slowest.
    before = chance.choice((text[:start], text[:start], "", text[max(0, start - 4) : start]))
    after = chance.choice((text[start + size :], text[start + size :], "", "x", "\n"))
    return Stretch(target, before[-500:] if len(before) > 2_000 else before, text[start : start + size], after[:500])
