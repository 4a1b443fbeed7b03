from fractions import Fraction

third = Fraction(3, 10)
big = 24 * 10**8
sharp = Fraction(13421773, 134217728)
negative_zero = 0
close = 0.9999999999999
mixed = [1, 2.5, -3]
seconds = 90 * 60
