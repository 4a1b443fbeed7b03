"""A few statistics of a small sample."""

from statistics import mean, median, pstdev, stdev

sample = [2, 4, 4, 4, 5, 5, 7, 9]
n, average, middle = len(sample), mean(sample), median(sample)
spread, spread_sample = pstdev(sample), stdev(sample)
z = (9 - average) / spread
