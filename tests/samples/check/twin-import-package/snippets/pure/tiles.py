"""The same floor once more: the tiles are laid one by one."""

from fractions import Fraction

import yaml
from counted import counted

rows, columns = 6, 8
price = Fraction(5, 2)
tiles = yaml.safe_load(str(counted(rows, columns)))
cost = tiles * price
pattern = [[0, 1, 2], [1, 2, 3]]
corners = (0, 3)
colour = "white"
