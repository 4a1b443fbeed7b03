"""Two runs of the same model."""

small = [0.81, 0.79, 0.83]
large = [0.90, 0.88, 0.92]
small_mean, large_mean = sum(small) / 3, sum(large) / 3
gain = large_mean - small_mean
