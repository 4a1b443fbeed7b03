"""Closed arithmetic in TeX, evaluated: exactly wherever it can be."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from build_tools.formulas.lexemes import CLOSING, DIVIDED, FRACTIONS, FUNCTIONS, MINUS, OPENING, TIMES, Lexeme

_LEFT_OUT = re.compile(r"[{},\\]")  # what stands between the digits of a number
_SIGNS = frozenset("+" + MINUS)
_FACTORS = {"(", r"\sqrt", r"\log", *FRACTIONS, *FUNCTIONS}  # what multiplies without a sign: `2 \ln 2`
_ROUNDINGS = {r"\lfloor": (r"\rfloor", math.floor), r"\lceil": (r"\rceil", math.ceil)}

_MOST_BITS = 20_000
_MOST_PRINTED = 10_000  # bits: Python writes no longer ones
_BARS = {"|": "|", r"\vert": r"\vert", r"\lvert": r"\rvert"}


class NotClosed(Exception):
    """This is no closed arithmetic."""


def evaluate(lexemes: Sequence[Lexeme], changed: Mapping[int, Fraction]) -> tuple[Fraction, bool] | None:
    """The value of a side, and whether it is exact (no root, logarithm or the like in it); None for one that has none.

    Args:
        lexemes: the side.
        changed: offset of a number → what stands for it.
    """
    try:
        return _Arithmetic(lexemes, changed).value()
    except (NotClosed, ZeroDivisionError, OverflowError, ValueError, RecursionError):
        return None


@lru_cache(maxsize=1024)  # the same few are evaluated over and over, to see what a change of another would break
def number(text: str) -> Fraction:
    """A number as TeX writes it, separators and all."""
    return Fraction(_LEFT_OUT.sub("", text))


def last_digit(value: Fraction) -> Fraction:
    """The place of an integer's last non-zero digit."""
    if value.denominator != 1 or value == 0:
        return Fraction(0) if value else Fraction(1)
    if value.numerator.bit_length() > _MOST_PRINTED:
        return Fraction(1)
    digits = str(abs(value.numerator))
    return Fraction(10 ** (len(digits) - len(digits.rstrip("0"))))


def show(value: Fraction | None) -> str:
    """A number as a message shows it."""
    if value is None:
        return "unknown"
    if value.denominator == 1:
        return f"{value.numerator:,}" if abs(value.numerator) < 10**30 else "a huge integer"
    return f"{float(value):.12g}" if abs(value) < 10**300 else "a huge number"


def _check_size(value: Fraction) -> None:
    """Raises `NotClosed` at a number of thousands of digits: each step would take longer than the last."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS:
        raise NotClosed


class _Arithmetic:
    """Evaluates closed arithmetic by recursive descent; raises `NotClosed` at anything else."""

    def __init__(self, lexemes: Sequence[Lexeme], changed: Mapping[int, Fraction]) -> None:
        self.lexemes, self.changed = lexemes, changed
        self.texts = [lexeme.text for lexeme in lexemes]
        self.texts.append("")  # behind the last one
        self.at, self.exact, self.depth = 0, True, 0

    def value(self) -> tuple[Fraction, bool]:
        """The value, and whether it is exact (no root, logarithm or the like in it)."""
        value = self._sum()
        if self.at != len(self.lexemes):
            raise NotClosed
        return value, self.exact

    @property
    def _next(self) -> str:
        return self.texts[self.at]

    def _take(self, text: str) -> bool:
        if self.texts[self.at] == text:
            self.at += 1
            return True
        return False

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise NotClosed

    def _sum(self) -> Fraction:
        self.depth += 1
        if self.depth > 60:
            raise NotClosed
        total = self._product()
        while (text := self.texts[self.at]) in _SIGNS:
            self.at += 1
            _check_size(total)
            total = total + self._product() if text == "+" else total - self._product()
        self.depth -= 1
        return total

    def _product(self) -> Fraction:
        product = self._signed()
        while True:
            text = self.texts[self.at]
            _check_size(product)
            if text in TIMES:
                self.at += 1
                product *= self._signed()
            elif text in DIVIDED:
                self.at += 1
                product /= self._signed()
            elif text in _FACTORS:
                product *= self._power()
            else:
                return product

    def _signed(self) -> Fraction:
        negative = False
        while (text := self.texts[self.at]) in _SIGNS:
            negative ^= text != "+"
            self.at += 1
        return -self._power() if negative else self._power()

    def _power(self) -> Fraction:
        base = self._base()
        while self._next in (r"\%", "%", "!"):
            base = self._factorial(base) if self._next == "!" else base / 100
            self.at += 1
        if self._take("^"):
            exponent = self._signed()
            if exponent.denominator != 1 or abs(exponent) > 512 or max(abs(base.numerator), base.denominator) > 10**40:
                raise NotClosed
            base = base ** int(exponent)
        return base

    def _base(self) -> Fraction:
        if self.at >= len(self.lexemes):
            raise NotClosed
        lexeme = self.lexemes[self.at]
        self.at += 1
        if lexeme.kind == "number":
            return self.changed.get(lexeme.span.start, number(lexeme.text))
        if lexeme.text in OPENING:
            value = self._sum()
            self._expect(CLOSING[OPENING.index(lexeme.text)])
            return value
        if lexeme.text in FRACTIONS:
            return self._short_fraction() or self._argument() / self._argument()
        if lexeme.text == r"\sqrt":
            return self._root(self._index(), self._argument())
        if lexeme.text in _BARS:
            value = self._sum()
            self._expect(_BARS[lexeme.text])
            return abs(value)
        if lexeme.text in _ROUNDINGS:
            close, rounded = _ROUNDINGS[lexeme.text]
            value = self._sum()
            self._expect(close)
            return Fraction(rounded(value))
        if lexeme.text == r"\log":
            return self._logarithm()
        if lexeme.text in FUNCTIONS:
            self.exact = False
            return Fraction(FUNCTIONS[lexeme.text](self._power()))
        raise NotClosed

    def _argument(self) -> Fraction:
        if self._next == "{":
            return self._base()
        raise NotClosed

    def _short_fraction(self) -> Fraction | None:
        """The two digits of `\\tfrac12`; None where groups follow."""
        if not re.fullmatch(r"\d[1-9]", self._next):
            return None
        self.at += 1
        top, bottom = tuple(self.lexemes[self.at - 1].text)
        return Fraction(int(top), int(bottom))

    def _index(self) -> int:
        """What kind of root: 3 in `\\sqrt[3]{8}`."""
        if not self._take("["):
            return 2
        index = self._sum()
        self._expect("]")
        if index.denominator != 1 or not 2 <= index <= 64:
            raise NotClosed
        return int(index)

    def _root(self, index: int, value: Fraction) -> Fraction:
        if value < 0:
            raise NotClosed
        if max(value.numerator, value.denominator) < 10**300:
            root = Fraction(round(value.numerator ** (1 / index)), round(value.denominator ** (1 / index)))
            if root**index == value:
                return root
        self.exact = False
        return Fraction(float(value) ** (1 / index))

    def _logarithm(self) -> Fraction:
        """To a base that is a number, as in `\\log_2 8`; any other one is a matter of the field."""
        base = re.fullmatch(r"_\s*\{?\s*(\d+)\s*\}?", self._next)
        if base is None:
            raise NotClosed
        self.at += 1
        value, of = self._power(), int(base.group(1))
        if value <= 0 or not 2 <= of <= 1000:
            raise NotClosed
        power = round(math.log(value, of))
        if abs(power) < 1000 and Fraction(of) ** power == value:
            return Fraction(power)
        self.exact = False
        return Fraction(math.log(value, of))

    @staticmethod
    def _factorial(value: Fraction) -> Fraction:
        if value.denominator != 1 or not 0 <= value <= 170:
            raise NotClosed
        return Fraction(math.factorial(int(value)))
