from fractions import Fraction

peak, final = Fraction(3, 10_000), Fraction(3, 100_000)
ratio = peak / final
steps = 15 * 10**5
