"""The same floor once more: the tiles are laid one by one."""

from fractions import Fraction

rows, columns = 6, 8
price = Fraction(5, 2)
tiles = sum(1 for row in range(rows) for column in range(columns))
cost = tiles * price
