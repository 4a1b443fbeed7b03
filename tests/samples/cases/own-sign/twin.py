from fractions import Fraction

w, rate, slope = Fraction(1, 2), Fraction(1, 10), 3
change = -rate * slope
after = w + change
