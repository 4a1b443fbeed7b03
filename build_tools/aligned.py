"""Two sequences side by side: which items of each stand in the same order in the other."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

# Of the lengths multiplied: the matcher looks at that many pairs, and where all are alike at each of them many times.
_MOST_PAIRS = 250_000


def aligned(left: Sequence[str], right: Sequence[str]) -> tuple[set[int], set[int]]:
    """The places in each sequence of the items that go together.

    Where both are longer than anybody reads in one piece, those are only what they begin and what they end with alike.
    """
    start = end = 0
    if len(left) * len(right) > _MOST_PAIRS:
        start = _alike(left, right, 0)
        end = _alike(left[::-1], right[::-1], start)
    ours = {*range(start), *range(len(left) - end, len(left))}
    theirs = {*range(start), *range(len(right) - end, len(right))}
    mine, others = left[start : len(left) - end], right[start : len(right) - end]
    if len(mine) * len(others) <= _MOST_PAIRS:
        for block in SequenceMatcher(None, mine, others, autojunk=False).get_matching_blocks():
            ours.update(range(start + block.a, start + block.a + block.size))
            theirs.update(range(start + block.b, start + block.b + block.size))
    return ours, theirs


def _alike(left: Sequence[str], right: Sequence[str], taken: int) -> int:
    """How many items two sequences begin with alike, but for so many at their ends."""
    most = min(len(left), len(right)) - taken
    return next((i for i in range(most) if left[i] != right[i]), most)
