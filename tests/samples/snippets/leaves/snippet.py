"""Scalars that JSON, or a careless reader of it, gets wrong."""

import enum
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np


class Colour(enum.Enum):
    RED = 3


class Wordy(int):
    def __repr__(self):
        raise RuntimeError("no")

    __str__ = __int__ = __repr__


huge = 7**3000
too_huge = 1 << 100_000
nan = float("nan")
minus_zero = -0.0
tenth = 0.1
third = Fraction(1, 3)
money = Decimal("2.50")
wordy = Wordy(5)
text = "四つ の値"
half_a_character = "\ud800"
nothing = None
flag = np.bool_(True)
single = np.float32(0.5)
whole = np.int64(2) ** 62
zero_dimensional = np.array([[3]])[0, 0, ...]
long_double = np.longdouble(0.25)
imaginary = 2j
cyclic = [1]
cyclic.append(cyclic)
deep = ()
for _ in range(sys.getrecursionlimit()):
    deep = (deep,)
endless = iter(int, 1)
wide = range(10**12)
