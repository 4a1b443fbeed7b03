from fractions import Fraction

d_k = 64
root = next(n for n in range(d_k) if n * n == d_k)
scale = Fraction(1, root)
scaled = 112 * scale
