from fractions import Fraction

weights = [Fraction(1, 3)] * 3
total = sum(weights)
