"""A value in the format of a decimal number: separators, decimals, powers of ten, percent signs and unit words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from build_tools.model import Numeral
from build_tools.numbers import numerals
from build_tools.numbers.languages import MULTIPLES

WIDE = str.maketrans("0123456789.,-", "０１２３４５６７８９．，－")
UP = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_GROUPS = (("兆", 10**12), ("億", 10**8), ("万", 10**4))


def separated(digits: str, separator: str) -> str:
    """Digits in groups of three."""
    whole, dot, places = digits.partition(".")
    if separator:
        whole = re.sub(r"(?<=\d)(?=(?:\d{3})+\Z)", lambda _: separator, whole)
    return whole + dot + places


def fixed(value: Fraction, places: int) -> str:
    """The value rounded half to even, as Python and NumPy print it."""
    digits = str(round(value * 10**places)).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def texts(body: str, plain: str, value: Fraction, numeral: Numeral, end: int) -> Iterator[str]:
    """Texts of a value in the format of a decimal number with what scales it, the closest to the format first.

    Args:
        body: the numeral without its sign; `plain` is the same as patterns see it.
        value: what to state, without its sign.
        numeral: the numeral, for how rounded it is.
        end: where its digits end in `body`.
    """
    digits = plain[:end]
    separator = next((each for each in ("{,}", "\\,", ",", "_") if each in digits), "")
    if separator == "_" and (space := re.search("[\u2009\u202f\u00a0]", body[:end])):
        separator = space.group()
    places = len(digits.partition(".")[2])
    wide = re.search("[０-９]", body) is not None

    def written(number: str) -> str:
        text = separated(number, separator)
        if digits.startswith(".") and text.startswith("0."):
            text = text[1:]
        return text.translate(WIDE) if wide else text

    science = numerals.SCIENCE.match(plain, end)
    if science:
        yield from (written(mantissa) + power for mantissa, power in _science(body, digits, places, value, science))
        return
    rest = body[end:]
    scaled = numerals.UNIT.match(plain, end)
    if scaled and scaled["east"]:
        yield from _east(body, plain, value, numeral, separator, places)
        return
    if scaled and scaled["percent"] == "割" and (tenths := numerals.TENTHS.match(plain, scaled.end())):
        yield _tenths(body, value, end, tenths, wide)
        return
    share = value / (numerals.scale_of(scaled)[0] if scaled else 1)
    rounded = fixed(share, places)
    if scaled and not places and share and rounded == "0":
        return  # `0M` would agree with half a million, and say nothing
    if numeral.approximate and not places and not scaled and numeral.unit is not None:
        yield written(str(round(share / numeral.unit) * numeral.unit)) + rest if round(share / numeral.unit) else ""
        if share:
            figure = Fraction(10) ** math.floor(math.log10(float(min(share, Fraction(10**300)))))
            yield written(str(round(share / figure) * figure)) + rest
    yield written(rounded) + rest


def _tenths(body: str, value: Fraction, end: int, tenths: re.Match[str], wide: bool) -> str:
    """`3 割 2 分 5 厘`: a digit for each place."""
    places = ("tenth", "hundredth") if tenths["hundredth"] else ("tenth",)
    digits = str(round(value * 10 ** (len(places) + 1))).zfill(len(places) + 1)
    whole, rest = digits[: -len(places)], digits[-len(places) :]
    out, at = whole, end
    for place, digit in zip(places, rest, strict=True):
        out += body[at : tenths.start(place)] + digit
        at = tenths.end(place)
    out += body[at:]
    return out.translate(WIDE) if wide else out


def _science(body: str, digits: str, places: int, value: Fraction, science: re.Match[str]) -> Iterator[tuple[str, str]]:
    """Mantissa and power of ten: with the exponent as it is, then normalised, then with as many decimals as needed."""
    group = next(name for name in ("e", "t1", "t2", "t3") if science[name])
    old = science[group]
    before, after = body[science.start() : science.start(group)], body[science.end(group) : science.end()]
    whole = max(len(numerals.bare(digits).partition(".")[0]), 1)

    def power(exponent: int) -> str:
        if group == "e":
            width = len(old.lstrip("+-−"))
            sign = "-" if exponent < 0 else "+" if old[0] == "+" or (old[0] in "-−" and width > 1) else ""
            new = f"{sign}{abs(exponent):0{width}d}"
        else:
            new = str(exponent).translate(UP) if group == "t3" else str(exponent)
            if group == "t2" and len(new) > 1:
                new = "{" + new + "}"
        return before + new + after + body[science.end() :]

    if not value:
        yield fixed(value, places), power(0)
        return
    exponent = numerals.integer(old)
    mantissa = fixed(value / Fraction(10) ** exponent, places)
    if len(mantissa.partition(".")[0]) == whole and mantissa[0] != "0":
        yield mantissa, power(exponent)
    size = math.floor(math.log10(value.numerator) - math.log10(value.denominator)) - whole + 1
    for exponent in (size, size + 1, size - 1):
        mantissa = fixed(value / Fraction(10) ** exponent, places)
        if len(mantissa.partition(".")[0]) == whole and mantissa[0] != "0":
            yield mantissa, power(exponent)
    for extra in range(1, 4):  # `1e-1` for a quarter: `2.5e-1`
        yield fixed(value / Fraction(10) ** size, places + extra), power(size)


def _east(body: str, plain: str, value: Fraction, numeral: Numeral, separator: str, places: int) -> Iterator[str]:
    """`1 億 6,220 万`: as many units as the value needs, in the numeral's own spacing."""
    first = re.match(r"[^万億兆百千]*?([ ]*)(?:百万|千万|[百千万億兆])([ ]*)", plain)
    assert first is not None
    gap, between = first.group(1), first.group(2) or first.group(1)
    wide = re.search("[０-９]", body) is not None
    separator = separator or ("," if "," in plain else "")
    words = re.findall(r"百万|千万|[百千万億兆]", plain)
    ends_in_digits = plain[-1].isdigit()
    lowest = Fraction(1) if ends_in_digits else MULTIPLES[words[-1]]

    def text(number: str) -> str:
        number = separated(number, separator)
        return number.translate(WIDE) if wide else number

    if places:
        yield text(fixed(value / lowest, places)) + gap + words[-1]
    if words[-1] not in ("万", "億", "兆"):
        yield text(fixed(value / lowest, places)) + gap + words[-1]
        return
    for step in dict.fromkeys((lowest, Fraction(10**8), Fraction(10**4), Fraction(1))):
        if step > lowest:
            continue
        left, parts = round(value / step) * int(step), []
        for word, size in _GROUPS:
            count, left = divmod(left, size)
            if count:
                parts.append(text(str(count)) + gap + word)
        if left:
            parts.append(text(str(left)))
        if parts:
            yield between.join(parts)
