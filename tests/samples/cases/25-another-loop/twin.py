from fractions import Fraction

rate, trials = Fraction(1, 10), 50
left = 1
for _ in range(trials):
    left *= 1 - rate
printed = 1 - left
