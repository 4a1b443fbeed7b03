"""How a data set is split."""

total, test = 60_000, 7_500
share = test / total
rest = 1 - share
