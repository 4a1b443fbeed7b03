"""Shares of a cake."""

from fractions import Fraction

mine, yours = Fraction(2, 3), Fraction(1, 4)
rest = 1 - mine - yours
both = mine + yours
