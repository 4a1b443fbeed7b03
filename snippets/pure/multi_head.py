"""The lesson on multi-head attention once more, in plain Python, counted head by head.

Source: Vaswani et al., Attention Is All You Need (arXiv:1706.03762v7), Section 3.2.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

# --8<-- [start:ledger]
PROJECTIONS = ("W^Q", "W^K", "W^V", "W^O")


@dataclass(frozen=True)
class AttentionLedger:
    """The same ledger, from the other side: the small matrices of every head, added up.

    Args:
        d_model: width of the vectors that go in and come out.
        h: number of heads.
    """

    d_model: int
    h: int

    @property
    def d_k(self) -> int:
        """Width of a head's queries and keys."""
        return self.d_model // self.h

    @property
    def d_v(self) -> int:
        """Width of a head's values: laid side by side, the values of all heads are d_model wide."""
        return self.d_model // self.h

    @property
    def shape(self) -> tuple[int, int]:
        """The rows, then the columns that the heads contribute."""
        return self.d_model, sum(self.d_k for _ in range(self.h))

    @property
    def matrix(self) -> int:
        """Each head brings d_k columns of d_model weights."""
        return sum(self.d_model * self.d_k for _ in range(self.h))

    @property
    def weights(self) -> int:
        """The slices for queries, keys and values of every head, and the output projection."""
        slices = sum(self.d_model * width for _ in range(self.h) for width in (self.d_k, self.d_k, self.d_v))
        return slices + self.h * self.d_v * self.d_model

    @property
    def biases(self) -> int:
        """A bias for every column that queries, keys, values and the output have."""
        return self.h * (self.d_k + self.d_k + self.d_v) + self.d_model

    @property
    def total(self) -> int:
        """Weights and biases together."""
        return self.weights + self.biases


tiny = AttentionLedger(d_model=4, h=2)
gpt2_small = AttentionLedger(d_model=768, h=12)
# --8<-- [end:ledger]


# --8<-- [start:givens]
X = [[0, 0, 2, 2], [2, 2, 0, 0], [1, 1, 1, 1]]
# --8<-- [end:givens]


# --8<-- [start:heads]
def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Multiply two vectors of equal length place by place, and add up the products."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def softmax(row: Sequence[float]) -> list[float]:
    """Turn a row of scores into a probability distribution of the same length."""
    exponentials = [exp(score) for score in row]
    return [exponential / sum(exponentials) for exponential in exponentials]


def attend(x: Sequence[Sequence[float]]) -> tuple[list[list[float]], list[list[float]]]:
    """Let the rows of x, shape (T, d_k), attend to each other: the weights, shape (T, T), and the mixed rows."""
    width = len(list(zip(*x, strict=True)))
    weights = [softmax([dot(q, k) / sqrt(width) for k in x]) for q in x]
    return weights, [[dot(row, column) for column in zip(*x, strict=True)] for row in weights]


def multi_head(x: Sequence[Sequence[float]], width: int) -> tuple[list[list[list[float]]], list[list[float]]]:
    """Cut every row of x into pieces of the given width, let each subspace attend by itself, and join the pieces."""
    starts = range(0, tiny.d_model, width)
    weights, mixed = zip(*(attend([row[start : start + width] for row in x]) for start in starts), strict=True)
    return list(weights), [[value for piece in row for value in piece] for row in zip(*mixed, strict=True)]


# A query sees its own position and those before it.
causal_mask = [[key <= query for key in range(len(X))] for query in range(len(X))]
assert all(causal_mask[-1])

single_weights, single_output = multi_head(X, width=tiny.d_model)
head_weights, output = multi_head(X, width=tiny.d_k)
# --8<-- [end:heads]

if __name__ == "__main__":
    print("tiny:", tiny.weights, "+", tiny.biases, "=", tiny.total)
    print("GPT-2 Small:", gpt2_small.weights, "+", gpt2_small.biases, "=", gpt2_small.total)
    print("weights of each head =", head_weights)
