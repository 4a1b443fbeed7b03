from fractions import Fraction

small_mean = Fraction(81 + 79 + 83, 300)
large_mean = Fraction(90 + 88 + 92, 300)
gain = large_mean - small_mean
