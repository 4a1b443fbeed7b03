"""The parameters of one attention layer, as a ledger."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Ledger:
    """Weights and biases of four projections of width d_model."""

    d_model: int

    @property
    def weights(self) -> int:
        return 4 * self.d_model**2

    @property
    def biases(self) -> int:
        return 4 * self.d_model

    @property
    def total(self) -> int:
        return self.weights + self.biases


small = Ledger(d_model=768)
weights, biases, total = small.weights, small.biases, small.total
