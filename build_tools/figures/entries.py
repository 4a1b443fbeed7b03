"""Numbers as a figure shows them: one number of decimals for all, powers of ten for huge and tiny ones."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

Number = int | float | Fraction
_MOST_DECIMALS = 12
_DEFAULT_DECIMALS = 3
_HUGE = 10**7
_INTEGER = 10**9


def shared(values: Iterable[Number]) -> int | None:
    """The decimals that say every number exactly, up to three; None where all of them are integers or fractions."""
    floats = [value for value in values if isinstance(value, float) and math.isfinite(value)]
    if not floats:
        return None
    for decimals in range(1, _DEFAULT_DECIMALS):
        if all(abs(value - float(f"{value:.{decimals}f}")) <= 1e-9 * max(1.0, abs(value)) for value in floats):
            return decimals
    return _DEFAULT_DECIMALS


def entry(value: Number, decimals: int | None) -> str:
    """A number as a label: `4.0`, `−∞`, `1/3`, `2,359,296`, `1.2×10^{-7}`.

    Args:
        value: an integer, a float or a fraction.
        decimals: how many to show; None shows integers and fractions as they are.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "∞" if value > 0 else "−∞"
    if decimals is None:
        if isinstance(value, int) and abs(value) >= _INTEGER:
            return _power(value)
        if isinstance(value, int | Fraction) and len(str(value)) <= len("1,234/5,678"):
            exact = Fraction(value)
            bottom = "" if exact.denominator == 1 else f"/{exact.denominator:,}"
            return _signed(f"{exact.numerator:,}{bottom}")
    places = min(_DEFAULT_DECIMALS if decimals is None else decimals, _MOST_DECIMALS)
    if magnitude(value) >= _HUGE:
        return _power(value)
    written = f"{_decimal(value):,.{places}f}"
    if value != 0 and decimals is None and not float(written.replace(",", "")):
        return _power(value)
    # A zero has no sign, nor has what rounds to zero.
    return _signed(written) if any(digit in "123456789" for digit in written) else written.lstrip("-")


def _decimal(value: Number) -> Decimal:
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(value)


def _power(value: Number) -> str:
    digits, _, exponent = f"{_decimal(value):.1e}".partition("e")
    return f"{_signed(digits)}×10^{{{_signed(str(int(exponent)))}}}"


def _signed(text: str) -> str:
    return text.replace("-", "−")


def magnitude(value: Number) -> float:
    """The size of a number as a finite float; 0 for what is not finite."""
    if isinstance(value, float) and not math.isfinite(value):
        return 0.0
    try:
        return abs(float(value))
    except OverflowError:
        return 1.7e308
