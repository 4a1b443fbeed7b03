from fractions import Fraction

mine, yours = Fraction(2, 3), Fraction(1, 4)
both = Fraction(11, 12)
rest = Fraction(1, 12)
