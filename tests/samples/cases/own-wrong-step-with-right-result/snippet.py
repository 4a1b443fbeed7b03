"""A scaled score."""

from math import sqrt

q, k, d_k = [1, 2, 3, 4], [4, 3, 2, 1], 4
products = [a * b for a, b in zip(q, k)]
dot = sum(products)
score = dot / sqrt(d_k)
