from fractions import Fraction

mean = Fraction(5, 40)
half = Fraction(5, 2)
twice = 5
score = Fraction(21, 16)
