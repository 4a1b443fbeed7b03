"""A value back into the format of a numeral: what `fix` writes, never what `check` reads.

Each format only proposes texts; a text is taken when scanning it back gives a numeral that the value agrees with. So a
format that cannot state a value (an integer, and a value that is none) fails by itself.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from build_tools import literals, numberwords
from build_tools.compare import agrees
from build_tools.languages import MULTIPLES, PERCENT, SUFFIXES, Language
from build_tools.model import Numeral, Scalar

_WIDE = str.maketrans("0123456789.,-", "０１２３４５６７８９．，－")
_UP = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_SIGN = re.compile(r"[-−－–+±][ \t\x00]*")
_GROUPS = (("兆", 10**12), ("億", 10**8), ("万", 10**4))
_DENOMINATOR = 10_000  # a float stands for no fraction with a larger one that a person would write


def rewrite(numeral: Numeral, value: Scalar, language: Language) -> str | None:
    """The text that states a value the way a numeral is written.

    Args:
        numeral: the numeral whose format is kept: separators, decimals, width, unit, TeX, fraction, word.
        value: what it should state.
        language: the tables of the page's language.

    Returns:
        The new text; None where that format cannot state the value.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or value != value:
        return None
    own = _read(numeral.text, numeral, language)
    if own is None:
        return None
    scale = _outer_scale(numeral, own)
    for text in _texts(numeral, value, scale):
        read = _read(text, numeral, language)
        if read is not None and agrees(_scaled(read, scale), value):
            return text
    return None


def _surface(text: str) -> literals.Surface:
    if re.search(r"[\\{^]", text):
        return "math"
    return "code" if "inf" in text else "prose"


def _read(text: str, like: Numeral, language: Language) -> Numeral | None:
    """The one numeral that a text is, read as `like` was; None where it is none, or more than one."""
    front, back = "≈" if like.approximate else "", "つ" if like.word and not text.isascii() else ""
    tokens = literals.scan(front + text + back, language, surface=_surface(text), words=like.word)
    if len(tokens) != 1 or not isinstance(tokens[0], Numeral) or tokens[0].end - tokens[0].start != len(text):
        return None
    return tokens[0]


def _outer_scale(numeral: Numeral, own: Numeral) -> Fraction:
    """What stands elsewhere and scales the numeral: the percent sign of `10 %` for the `5` in `5〜10 %`."""
    if isinstance(numeral.value, Fraction) and isinstance(own.value, Fraction):
        if own.value and numeral.value:
            return abs(numeral.value / own.value)
        if numeral.unit is not None and not numeral.approximate:
            return numeral.unit / (own.unit or 1)
    return Fraction(1)


def _scaled(numeral: Numeral, scale: Fraction) -> Numeral:
    if scale == 1 or not isinstance(numeral.value, Fraction):
        return numeral
    # A percent sign elsewhere rounds an integer as one beside it does.
    unit = numeral.unit if numeral.unit is not None else Fraction(1) if scale in PERCENT.values() else None
    return replace(numeral, value=numeral.value * scale, unit=unit * scale if unit is not None else None)


# ---------------------------------------------------------------------------------------------- proposals


def _texts(numeral: Numeral, value: int | float | Fraction, scale: Fraction) -> Iterator[str]:
    """Texts that may state `value` in the numeral's format, the closest to it first."""
    text = numeral.text
    plain = literals.normalised(text, _surface(text))
    signed = _SIGN.match(plain)
    sign = text[: signed.end()] if signed else ""
    body, plain_body = text[len(sign) :], plain[len(sign) :]
    wide = re.search("[０-９]", body) is not None
    if value < 0:
        if sign.startswith(("±", "\\pm")):
            return
        sign = sign if signed and plain[0] not in "+±" else "－" if wide else "-"
    elif signed and plain[0] not in "+±":
        sign = ""
    if isinstance(value, float) and math.isinf(value):
        yield sign + ("\\infty" if "\\" in body else "inf" if "inf" in body else "∞")
        return
    exact = abs(Fraction(value)) / scale
    if numeral.word:
        word = numberwords.spell(exact, body)
        yield from (sign + each for each in (word, *_fractions(exact, "{}/{}"), _integer(exact, "")) if each is not None)
        return
    for each in _bodies(body, plain_body, exact, numeral):
        yield sign + each


def _bodies(body: str, plain: str, value: Fraction, numeral: Numeral) -> Iterator[str]:
    """The texts of an unsigned value in the format of an unsigned numeral."""
    match = literals.NUMERAL.match(plain)
    if match is None or match["inf"]:
        yield from filter(None, (_integer(value, ""), _shortest(value)))
    elif match["plain"]:
        yield from _decimals(body, plain, value, numeral, match.end())
    elif match["radix"]:
        yield from _radix(body, value)
    elif match["pow"]:
        yield from _powers(body, match, value)
    elif match["log"] or match["root"]:
        inner = math.exp(min(float(value), 80)) if match["log"] else float(value) ** 2
        yield body[: match.start("logarg" if match["log"] else "rootarg")] + str(round(inner))
    elif match["mixed"]:
        tail = body[match.end() :]
        whole, part = divmod(value, 1)
        vulgar = {Fraction(unicodedata.numeric(c)).limit_denominator(10): c for c in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
        sign = vulgar.get(part.limit_denominator(10), "")
        yield f"{whole or ''}{sign}{tail}" if sign else f"{whole}{tail}"
        yield from (text + tail for text in _fractions(value, "{}/{}"))
    else:
        yield from _ratios(body, match, value)


def _integer(value: Fraction, separator: str) -> str | None:
    digits = str(round(value)) if value < 10**300 else None
    return _separated(digits, separator) if digits else None


def _shortest(value: Fraction) -> str | None:
    return f"{float(value):.12g}" if 1e-4 <= value < 1e12 else None


def _separated(digits: str, separator: str) -> str:
    whole, dot, places = digits.partition(".")
    if separator:
        whole = re.sub(r"(?<=\d)(?=(?:\d{3})+\Z)", lambda _: separator, whole)
    return whole + dot + places


def _fixed(value: Fraction, places: int) -> str:
    """The value rounded half to even, as Python and NumPy print it."""
    digits = str(round(value * 10**places)).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def _fractions(value: Fraction, form: str, like: int = 1) -> Iterator[str]:
    near = value.limit_denominator(_DENOMINATOR)
    if near.denominator == 1:
        yield str(near.numerator)
    elif like % near.denominator == 0:
        yield form.format(near.numerator * like // near.denominator, like)
    else:
        yield form.format(near.numerator, near.denominator)


def _ratios(body: str, match: re.Match[str], value: Fraction) -> Iterator[str]:
    """`\\frac{1}{3}`, `1/3`, `3 分の 1`, each with its own spaces."""
    pairs = (("top", "bottom"), ("top1", "bottom1"), ("num", "den"), ("above", "below"))
    top, bottom = next(pair for pair in pairs if match[pair[0]])
    (first, _), (second, _) = sorted((match.span(name), name) for name in (top, bottom))
    keep, gap, tail = body[: first[0]], body[first[1] : second[0]], body[second[1] : match.end()]
    rest = body[match.end() :]
    unit = PERCENT.get(rest.strip(" \\"), Fraction(1))
    near = (value / unit).limit_denominator(_DENOMINATOR)
    wide = re.search("[０-９]", body) is not None
    if near.denominator == 1:
        text = str(near.numerator)
        yield (text.translate(_WIDE) if wide else text) + rest
        return
    like = int(match[bottom])
    if like % near.denominator:
        like = near.denominator
    over, under = str(near.numerator * like // near.denominator), str(like)
    if top == "top1" and len(over + under) > 2:
        yield f"{keep}{{{over}}}{{{under}}}{rest}"
        return
    if wide:
        over, under = over.translate(_WIDE), under.translate(_WIDE)
    yield keep + (under + gap + over if top == "above" else over + gap + under) + tail + rest


def _radix(body: str, value: Fraction) -> Iterator[str]:
    if value.denominator == 1 and value < 2**256:
        prefix, digits = body[:2], body[2:]
        new = format(int(value), {"x": "x", "b": "b", "o": "o"}[prefix[1].lower()]).zfill(len(digits))
        yield prefix + (new.upper() if re.search("[A-F]", digits) or prefix[1] == "X" else new)


def _powers(body: str, match: re.Match[str], value: Fraction) -> Iterator[str]:
    """Another exponent of 2 or 10, and another base of anything else."""
    if not value:
        return
    base = int(match["base"])
    group = next(name for name in ("exp1", "exp2", "exp3", "exp4") if match[name])
    exponent = literals.integer(match[group])
    front, (start, end) = body[match.end("base") : match.start(group)], match.span(group)
    tail = body[end:]
    if base > 1:
        other = round((math.log(value.numerator) - math.log(value.denominator)) / math.log(base))
        written = str(other).translate(_UP) if group == "exp3" else str(other)
        braces = group == "exp2" and len(written) > 1
        if braces:
            written = "{" + written + "}"
        proposals = [body[: match.end("base")] + front + written + tail]
    else:
        proposals = []
    if exponent > 0 and value < 10**300:
        root = f"{round(float(value) ** (1 / exponent))}{body[match.end('base') :]}"
        proposals.insert(0 if base not in (2, 10) else len(proposals), root)
    yield from proposals


# --------------------------------------------------------------------------------------- decimal numbers


def _decimals(body: str, plain: str, value: Fraction, numeral: Numeral, end: int) -> Iterator[str]:
    digits = plain[:end]
    separator = next((each for each in ("{,}", "\\,", ",", "_") if each in digits), "")
    places = len(digits.partition(".")[2])
    wide = re.search("[０-９]", body) is not None

    def written(number: str) -> str:
        text = _separated(number, separator)
        if digits.startswith(".") and text.startswith("0."):
            text = text[1:]
        return text.translate(_WIDE) if wide else text

    science = literals.SCIENCE.match(plain, end)
    if science:
        yield from (written(mantissa) + power for mantissa, power in _science(body, digits, places, value, science))
        return
    rest = body[end:]
    scaled = literals.UNIT.match(plain, end)
    if scaled and scaled["east"]:
        yield from _east(body, plain, value, numeral, separator, places)
        return
    step = Fraction(1)
    if scaled:
        word = re.sub(r"per cent", "percent", scaled.group().strip(" \t\x00\\"))
        step = SUFFIXES.get(word) or PERCENT.get(word) or MULTIPLES.get(word, Fraction(1))
        if word == "割" and (tenth := re.search(r"\d", plain[scaled.end() :])):
            tens, ones = divmod(round(value * 100), 10)
            at = scaled.end() + tenth.start()
            one = str(ones).translate(_WIDE) if wide else str(ones)
            yield written(str(tens)) + body[end:at] + one + body[at + 1 :]
            return
    share = value / step
    rounded = _fixed(share, places)
    if scaled and not places and share and rounded == "0":
        return  # `0M` would agree with half a million, and say nothing
    if numeral.approximate and not places and not scaled and numeral.unit is not None:
        yield written(str(round(share / numeral.unit) * numeral.unit)) + rest if round(share / numeral.unit) else ""
        if share:
            figure = Fraction(10) ** math.floor(math.log10(float(min(share, Fraction(10**300)))))
            yield written(str(round(share / figure) * figure)) + rest
    yield written(rounded) + rest


def _science(
    body: str, digits: str, places: int, value: Fraction, science: re.Match[str]
) -> Iterator[tuple[str, str]]:
    """Mantissa and power of ten: with the exponent as it is, then normalised, then with as many decimals as needed."""
    group = next(name for name in ("e", "t1", "t2", "t3") if science[name])
    old = science[group]
    before, after = body[science.start() : science.start(group)], body[science.end(group) : science.end()]
    whole = max(len(literals.bare(digits).partition(".")[0]), 1)

    def power(exponent: int) -> str:
        if group == "e":
            width = len(old.lstrip("+-−"))
            sign = "-" if exponent < 0 else "+" if old[0] == "+" or (old[0] in "-−" and width > 1) else ""
            new = f"{sign}{abs(exponent):0{width}d}"
        else:
            new = str(exponent).translate(_UP) if group == "t3" else str(exponent)
            if group == "t2" and len(new) > 1:
                new = "{" + new + "}"
        return before + new + after + body[science.end() :]

    if not value:
        yield _fixed(value, places), power(0)
        return
    exponent = literals.integer(old)
    mantissa = _fixed(value / Fraction(10) ** exponent, places)
    if len(mantissa.partition(".")[0]) == whole and mantissa[0] != "0":
        yield mantissa, power(exponent)
    size = math.floor(math.log10(value.numerator) - math.log10(value.denominator)) - whole + 1
    for exponent in (size, size + 1, size - 1):
        mantissa = _fixed(value / Fraction(10) ** exponent, places)
        if len(mantissa.partition(".")[0]) == whole and mantissa[0] != "0":
            yield mantissa, power(exponent)
    for extra in range(1, 4):  # `1e-1` for a quarter: `2.5e-1`
        yield _fixed(value / Fraction(10) ** size, places + extra), power(size)


def _east(
    body: str, plain: str, value: Fraction, numeral: Numeral, separator: str, places: int
) -> Iterator[str]:
    """`1 億 6,220 万`: as many units as the value needs, in the numeral's own spacing."""
    first = re.match(r"[^万億兆百千]*?([ ]*)(?:百万|千万|[百千万億兆])([ ]*)", plain)
    assert first is not None
    gap, between = first.group(1), first.group(2) or first.group(1)
    wide = re.search("[０-９]", body) is not None
    words = re.findall(r"百万|千万|[百千万億兆]", plain)
    ends_in_digits = plain[-1].isdigit()
    lowest = Fraction(1) if ends_in_digits else MULTIPLES[words[-1]]

    def text(number: str) -> str:
        number = _separated(number, separator)
        return number.translate(_WIDE) if wide else number

    if places:
        yield text(_fixed(value / lowest, places)) + gap + words[-1]
    if words[-1] not in ("万", "億", "兆"):
        yield text(_fixed(value / lowest, places)) + gap + words[-1]
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
