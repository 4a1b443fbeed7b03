"""The lesson on queries, keys and values once more, in plain Python: the scores are exact integers.

Source: Vaswani et al., Attention Is All You Need (arXiv:1706.03762v7), Section 3.2.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

# --8<-- [start:givens]
T = 3
d_k = 4
d_v = 2

Q = [[2, 0, 2, 0], [0, 2, 0, 2], [1, 1, 1, 1]]
K = [[1, 0, 1, 0], [0, 2, 0, 1], [2, 1, 0, 1]]
V = [[1, 0], [0, 2], [1, 1]]

assert len(Q) == len(K) == len(V) == T
# --8<-- [end:givens]


# --8<-- [start:scores]
def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Multiply two vectors of equal length place by place, and add up the products."""
    return sum(x * y for x, y in zip(a, b, strict=True))


S_raw = [[dot(q, k) for k in K] for q in Q]
# --8<-- [end:scores]


# --8<-- [start:attention]
def softmax(row: Sequence[float]) -> list[float]:
    """Turn a row of scores into a probability distribution of the same length."""
    exponentials = [exp(score) for score in row]
    return [exponential / sum(exponentials) for exponential in exponentials]


weights = [softmax([score / sqrt(d_k) for score in row]) for row in S_raw]

# Each output row mixes the rows of V: a dot product of the weights with every column of V.
output = [[dot(row, column) for column in zip(*V, strict=True)] for row in weights]

assert all(len(row) == d_v for row in output)
# --8<-- [end:attention]

if __name__ == "__main__":
    print("S_raw =", S_raw)
    print("weights =", weights)
    print("output =", output)
