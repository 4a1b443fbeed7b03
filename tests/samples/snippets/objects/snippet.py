"""Objects of every make: each is a record of its data and its properties, in the order of their definition."""

from collections import namedtuple
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import pi, sqrt
from types import SimpleNamespace
from typing import NamedTuple


@dataclass(frozen=True)
class Ledger:
    d_model: int
    heads: int
    _hidden: int = 0

    def __post_init__(self):
        if self.d_model % self.heads:
            raise ValueError("the heads must share d_model")

    @property
    def d_k(self):
        assert self.d_model % self.heads == 0
        return self.d_model // self.heads

    @property
    def total(self):
        return 4 * self.d_model**2 + 4 * self.d_model


class Plain:
    unit = 8

    def __init__(self, n):
        self.n = n
        self.twice = 2 * n

    @cached_property
    def thrice(self):
        return 3 * self.n

    def times(self, k):
        return k * self.n


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self):
        self.b, self.a = 2, 1


class Row(NamedTuple):
    left: int
    right: int

    @property
    def sum(self):
        return self.left + self.right


class Stateless:
    def answer(self):
        return sum(range(9))


Point = namedtuple("Point", "x y")


def ledger(d_model, heads):
    return Ledger(d_model, heads)


def gcd(a, b):
    return gcd(b, a % b) if b else a


@lru_cache
def square(n):
    return n * n


cube = partial(pow, exp=3)
tiny = Ledger(4, 2)
plain = Plain(5)
plain.thrice
slotted = Slotted()
row = Row(1, 2)
point = Point(3, 4)
loose = SimpleNamespace(a=1, inner=SimpleNamespace(b=Fraction(1, 3)))
table = {"d_model": 4, "heads": 2}
lazy = (n * n for n in range(4))
pairs = zip("ab", (1, 2))
tool = Stateless()
