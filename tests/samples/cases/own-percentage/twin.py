from fractions import Fraction

total, test = 60_000, 7_500
share = Fraction(test, total)
rest = 1 - share
