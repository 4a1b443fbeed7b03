"""Queries, keys and values: the raw scores, the weights and the output of a small example.

Source: Vaswani et al., Attention Is All You Need (arXiv:1706.03762v7), Section 3.2.1.
"""

from __future__ import annotations

import numpy as np

# --8<-- [start:givens]
T = 3
d_k = 4
d_v = 2

Q = np.array([[2.0, 0.0, 2.0, 0.0], [0.0, 2.0, 0.0, 2.0], [1.0, 1.0, 1.0, 1.0]])
K = np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [2.0, 1.0, 0.0, 1.0]])
V = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])

assert Q.shape == K.shape == (T, d_k)
assert V.shape == (T, d_v)
# --8<-- [end:givens]


# --8<-- [start:scores]
S_raw = Q @ K.T

# Entry by entry, the matrix product is what the hand calculation does: the dot product of a query and a key.
assert S_raw.tolist() == [[sum(q * k) for k in K] for q in Q]
# --8<-- [end:scores]


# --8<-- [start:attention]
def softmax(scores: np.ndarray) -> np.ndarray:
    """Turn every row of scores into a probability distribution.

    Args:
        scores: array of shape (T, T); row i holds the scores of query i against every key.

    Returns:
        Weights of the same shape: positive, and each row sums to unity.
    """
    # Subtracting a row's largest score changes no weight and keeps the exponentials from overflowing.
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


weights = softmax(S_raw / np.sqrt(d_k))
output = weights @ V

assert output.shape == (T, d_v)
# --8<-- [end:attention]

if __name__ == "__main__":
    print("S_raw =", S_raw, sep="\n")
    print("weights =", weights, sep="\n")
    print("output =", output, sep="\n")
