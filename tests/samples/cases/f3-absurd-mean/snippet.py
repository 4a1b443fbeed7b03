"""What one very large income does to a mean."""

from statistics import mean

fourth = 100_000_000
three = [50_000, 60_000, 65_000]
before = round(mean(three))
after = mean([*three, fourth])
