from fractions import Fraction
from math import erfc, exp, pi, sqrt

seen, want = (35, 51, 64, 50), (40, 60, 60, 40)
df = sum(1 for _ in seen) - 1
x2 = sum(Fraction((s - w) ** 2, w) for s, w in zip(seen, want))
p = erfc(sqrt(x2 / 2)) + sqrt(2 * x2 / pi) * exp(-x2 / 2)
