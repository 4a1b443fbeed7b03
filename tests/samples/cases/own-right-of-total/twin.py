from fractions import Fraction

correct, asked = 5, 8
share = Fraction(5, 8)
odds = (5, 3)
bits, codes = 4, 16
