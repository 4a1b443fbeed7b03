"""The code of a synthetic course: snippets about a garden, each with a twin, and the values that lessons state.

A number makes a snippet: the same one gives the same code in every run, another one gives other values. Each takes
about 4 ms of NumPy beside what it states, in a walk whose length has a short formula.
"""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import Any

# How often and how far the walk goes: together about 4 ms of NumPy, and about as much of plain Python for the twin.
_TURNS, _RINGS = 6, (49_999, 50_021, 50_023, 50_033)

_SNIPPET = '''\
"""Garden {number}: what its beds yield, what that is worth, and how alike they are.

Source: An Example Book of Gardens, Section 2.1.
"""

from __future__ import annotations

import numpy as np

# --8<-- [start:givens]
beds, kinds = {beds}, {kinds}
turns, stride, ring = {turns}, {stride}, {ring}

harvest = np.array({harvest})
price = np.array({price})

assert harvest.shape == (beds, kinds)
assert price.shape == (kinds,)
# --8<-- [end:givens]


# --8<-- [start:sums]
cells = beds * kinds
total = harvest.sum()
per_bed = harvest.sum(axis=1)
per_kind = harvest.sum(axis=0)
share = per_bed / total
mean = total / cells
income = harvest @ price
worth = income.sum()
best = income.argmax()

assert per_bed.sum() == per_kind.sum() == total
# --8<-- [end:sums]


# --8<-- [start:likeness]
def softmax(scores: np.ndarray) -> np.ndarray:
    """Turn every row of scores into shares that add up to unity.

    Args:
        scores: array of shape (beds, beds); row i holds how alike bed i is to every bed.

    Returns:
        Shares of the same shape, all of them positive.
    """
    # Subtracting a row's largest score changes no share and keeps the exponentials from overflowing.
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


scores = harvest @ harvest.T
weights = softmax(scores / scores.max())
mixed = weights @ harvest

assert mixed.shape == harvest.shape
# --8<-- [end:likeness]


# --8<-- [start:walk]
def walk(turns: int, stride: int, ring: int) -> int:
    """Add up the posts of a ring that a gardener passes, one in every stride, until each was passed in every turn."""
    steps = np.arange(turns * ring, dtype=np.int64) * stride % ring
    return int(steps.sum())


walked = walk(turns, stride, ring)
# --8<-- [end:walk]

if __name__ == "__main__":
    print("per_bed =", per_bed)
    print("income =", income)
    print("weights =", weights, sep="\\n")
    print("walked =", walked)
'''

_TWIN = '''\
"""Garden {number} once more, in plain Python: the sums are exact integers.

Source: An Example Book of Gardens, Section 2.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

# --8<-- [start:givens]
beds, kinds = {beds}, {kinds}
turns, stride, ring = {turns}, {stride}, {ring}

harvest = {harvest}
price = {price}

assert len(harvest) == beds and all(len(row) == kinds for row in harvest)
# --8<-- [end:givens]


# --8<-- [start:sums]
cells = sum(len(row) for row in harvest)
per_bed = [sum(row) for row in harvest]
per_kind = [sum(column) for column in zip(*harvest, strict=True)]
total = sum(per_bed)
share = [part / total for part in per_bed]
mean = total / cells
income = [sum(count * value for count, value in zip(row, price, strict=True)) for row in harvest]
worth = sum(count * value for count, value in zip(per_kind, price, strict=True))
best = income.index(max(income))
# --8<-- [end:sums]


# --8<-- [start:likeness]
def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Multiply two rows of equal length place by place, and add up the products."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def softmax(row: Sequence[float]) -> list[float]:
    """Turn a row of scores into shares that add up to unity."""
    exponentials = [exp(score) for score in row]
    return [exponential / sum(exponentials) for exponential in exponentials]


scores = [[dot(one, other) for other in harvest] for one in harvest]
most = max(max(row) for row in scores)
weights = [softmax([score / most for score in row]) for row in scores]
mixed = [[dot(row, column) for column in zip(*harvest, strict=True)] for row in weights]
# --8<-- [end:likeness]

# --8<-- [start:walk]
# The stride and the ring have no common factor: a turn passes each post once, whatever the stride.
walked = turns * sum(step * stride % ring for step in range(ring))
# --8<-- [end:walk]

if __name__ == "__main__":
    print("per_bed =", per_bed)
    print("income =", income)
    print("weights =", weights)
    print("walked =", walked)
'''


@dataclass(frozen=True)
class Garden:
    """The snippet of a number, its twin, and their values."""

    number: int

    @property
    def module(self) -> str:
        return f"garden_{self.number}"

    @cached_property
    def _parts(self) -> dict[str, object]:
        chance = random.Random(f"garden {self.number}")
        beds, kinds = chance.choice((3, 4, 5)), chance.choice((3, 4))
        return {
            "number": self.number,
            "beds": beds,
            "kinds": kinds,
            "turns": _TURNS,
            "stride": chance.randint(1_001, 9_999),
            "ring": chance.choice(_RINGS),
            "harvest": [[chance.randint(1, 9) for _ in range(kinds)] for _ in range(beds)],
            "price": [chance.randint(2, 9) for _ in range(kinds)],
        }

    @property
    def snippet(self) -> str:
        return _SNIPPET.format(**self._parts)

    @property
    def script(self) -> str:
        """The snippet for builders that run it under another name: what it prints, it prints always."""
        code, _, prints = self.snippet.partition('if __name__ == "__main__":\n')
        return code + textwrap.dedent(prints)

    @property
    def twin(self) -> str:
        return _TWIN.format(**self._parts)

    @cached_property
    def values(self) -> dict[str, Any]:
        """What the twin comes to, by name."""
        values: dict[str, Any] = {"__name__": self.module}
        exec(compile(self.twin, self.module, "exec"), values)
        return values
