"""Multi-head attention: how d_model is split into subspaces, and how many parameters that takes.

Source: Vaswani et al., Attention Is All You Need (arXiv:1706.03762v7), Section 3.2.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# --8<-- [start:ledger]
PROJECTIONS = ("W^Q", "W^K", "W^V", "W^O")


@dataclass(frozen=True)
class AttentionLedger:
    """The parameters of an attention layer, counted.

    Args:
        d_model: width of the vectors that go in and come out.
        h: number of heads; it must divide d_model.

    Raises:
        ValueError: the heads cannot share d_model evenly.
    """

    d_model: int
    h: int

    def __post_init__(self) -> None:
        if self.d_model % self.h:
            raise ValueError("h must divide d_model")

    @property
    def d_k(self) -> int:
        """Width of a head's queries and keys."""
        return self.d_model // self.h

    @property
    def d_v(self) -> int:
        """Width of a head's values."""
        return self.d_model // self.h

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of each projection matrix, all heads side by side."""
        return self.d_model, self.h * self.d_k

    @property
    def matrix(self) -> int:
        """Weights in each projection matrix."""
        rows, columns = self.shape
        return rows * columns

    @property
    def weights(self) -> int:
        """Weights in all projection matrices."""
        return len(PROJECTIONS) * self.matrix

    @property
    def biases(self) -> int:
        """A bias vector of width d_model for every projection."""
        return len(PROJECTIONS) * self.d_model

    @property
    def total(self) -> int:
        """Weights and biases together."""
        return self.weights + self.biases


tiny = AttentionLedger(d_model=4, h=2)
gpt2_small = AttentionLedger(d_model=768, h=12)
# --8<-- [end:ledger]


# --8<-- [start:givens]
X = np.array([[0.0, 0.0, 2.0, 2.0], [2.0, 2.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0]])

# Identity projections leave X as it is, so a head's subspace can be read off the columns of X.
W_Q, W_K, W_V, W_O = (np.eye(tiny.d_model) for _ in PROJECTIONS)

assert W_Q.shape == tiny.shape
assert W_Q.size + W_K.size + W_V.size + W_O.size == tiny.weights
# --8<-- [end:givens]


# --8<-- [start:heads]
def softmax(scores: np.ndarray) -> np.ndarray:
    """Turn every row of scores, shape (h, T, T), into a probability distribution."""
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def multi_head(X: np.ndarray, h: int) -> tuple[np.ndarray, np.ndarray]:
    """Attend with h heads, each in its own subspace.

    Args:
        X: input of shape (T, d_model).
        h: number of heads.

    Returns:
        The attention weights, shape (h, T, T), and the output, shape (T, d_model).

    Source: the equation of MultiHead(Q, K, V) in the paper.
    """
    Q, K, V = (np.stack(np.split(X @ W, h, axis=-1)) for W in (W_Q, W_K, W_V))
    *_, d_k = Q.shape
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(d_k))
    heads = weights @ V
    return weights, np.concatenate([*heads], axis=-1) @ W_O


# Row i is open up to column i: no position looks at a later one.
causal_mask = np.tri(len(X), dtype=bool)

single_weights, single_output = multi_head(X, h=1)
head_weights, output = multi_head(X, h=tiny.h)

assert output.shape == single_output.shape == X.shape
# The last row is open throughout, so the mask would leave the weights of the last position as they are.
assert causal_mask[-1].all()
# --8<-- [end:heads]

if __name__ == "__main__":
    print("tiny:", tiny.weights, "+", tiny.biases, "=", tiny.total)
    print("GPT-2 Small:", gpt2_small.weights, "+", gpt2_small.biases, "=", gpt2_small.total)
    print("weights of each head =", head_weights, sep="\n")
