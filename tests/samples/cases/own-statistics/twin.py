from math import sqrt

sample = [2, 4, 4, 4, 5, 5, 7, 9]
n = 8
average = sum(sample) / n
middle = (sorted(sample)[3] + sorted(sample)[4]) / 2
squares = sum((v - average) ** 2 for v in sample)
spread, spread_sample = sqrt(squares / n), sqrt(squares / (n - 1))
z = (9 - average) / spread
