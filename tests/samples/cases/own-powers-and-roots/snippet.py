"""Powers of two, factorials and a root."""

from math import factorial, sqrt

bits = 16
codes = 2**bits
orders = factorial(5)
root = sqrt(2)
