"""Costs of a training run."""

hours, price, gpus = 1_000, 2.5, 8
cost = hours * price * gpus
yen = cost * 150
