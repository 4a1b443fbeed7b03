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

from build_tools.model import Numeral, Scalar
from build_tools.numbers import literals, numberwords, numerals, rewritedecimals, surfaces
from build_tools.numbers.compare import agrees
from build_tools.numbers.languages import MULTIPLES, PERCENT, Language
from build_tools.numbers.rewritedecimals import UP, WIDE, separated

_SIGN = re.compile(
    r"(?P<sign>(?:[-−－–+±▲△]|マイナス|氷点下|[Mm]inus|[Nn]egative)[ \t\x00]*)(?P<currency>(?:\\?[$¥€£])?)"
)
_DENOMINATOR = 10_000  # a float stands for no fraction with a larger one that a person would write

_LARGEST = 10**300  # no person writes more out, and no float holds it


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
    if isinstance(value, int | Fraction) and abs(Fraction(value)) >= _LARGEST:
        return None
    if agrees(numeral, value):
        return numeral.text
    own = _read(numeral.text, numeral, language)
    if own is None:
        return None
    scale = _outer_scale(numeral, own)
    for text in _texts(numeral, value, scale):
        read = _read(text, numeral, language)
        if read is not None and agrees(_scaled(read, scale), value):
            return text
    return None


def _surface(text: str) -> surfaces.Surface:
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
    plain = surfaces.normalised(text, _surface(text))
    signed = _SIGN.match(plain)
    sign, currency = (text[: signed.end("sign")], signed["currency"]) if signed else ("", "")
    front = len(sign + currency)
    body, plain_body = text[front:], plain[front:]
    wide = re.search("[０-９]", body) is not None
    if value < 0:
        if plain.startswith("±"):
            return
        sign = sign if signed and plain[0] != "+" else "－" if wide else "-"
    elif signed and plain[0] not in "+±":
        sign = ""
    sign += currency
    if isinstance(value, float) and math.isinf(value):
        yield sign + ("\\infty" if "\\" in body else "inf" if "inf" in body else "∞")
        return
    exact = abs(Fraction(value)) / scale
    if numeral.word:
        word = numberwords.spell(exact.limit_denominator(_DENOMINATOR), body)
        yield from (
            sign + each for each in (word, *_fractions(exact, "{}/{}"), _integer(exact, "")) if each is not None
        )
        return
    for each in _bodies(body, plain_body, exact, numeral):
        yield sign + each


def _bodies(body: str, plain: str, value: Fraction, numeral: Numeral) -> Iterator[str]:
    """The texts of an unsigned value in the format of an unsigned numeral."""
    match = numerals.NUMERAL.match(plain)
    if re.fullmatch(r"\d+ \d+/\d+", plain):  # `2 1/2`
        whole, part = divmod(value, 1)
        yield from (f"{whole} {text}" if whole and part else text for text in _fractions(part or value, "{}/{}"))
        return
    if match is None or match["inf"]:
        yield from filter(None, (_integer(value, ""), _shortest(value)))
    elif match["plain"]:
        yield from rewritedecimals.texts(body, plain, value, numeral, match.end())
    elif match["radix"]:
        yield from _radix(body, value)
    elif match["pow"]:
        yield from _powers(body, match, value)
    elif match["log"] or match["root"]:
        over = int(match["over"] or 1)
        if match["log"]:
            inner: Fraction | float = math.exp(min(float(value), 80))
        else:
            inner = (over / value) ** 2 if match["over"] and value else value**2
        start = match.start("logarg" if match["log"] else "rootarg")
        yield body[:start] + str(round(inner)) + body[match.end() :]
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
    return separated(digits, separator) if digits else None


def _shortest(value: Fraction) -> str | None:
    return f"{float(value):.12g}" if 1e-4 <= value < 1e12 else None


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
    part = int(MULTIPLES.get(match["belowunit"] or "", 1))
    near = (value / unit).limit_denominator(_DENOMINATOR * part)
    wide = re.search("[０-９]", body) is not None
    if near.denominator == 1:
        text = str(near.numerator)
        yield (text.translate(WIDE) if wide else text) + rest
        return
    like = int(match[bottom]) * part
    if like % near.denominator or math.gcd(like, numerals.integer(match[top])) == 1:
        like = near.denominator  # one that was not in lowest terms, such as `2/4`, keeps its denominator
    over, under = str(near.numerator * like // near.denominator), str(like)
    if part > 1 and like % part == 0:
        under = str(like // part)  # `10 万分の 1`
    elif part > 1:
        gap = re.sub("[百千万億]", "", gap, count=1)
    if top == "top1" and len(over + under) > 2:
        yield f"{keep}{{{over}}}{{{under}}}{rest}"
        return
    if wide:
        over, under = over.translate(WIDE), under.translate(WIDE)
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
    base = Fraction(match["base"])
    group = next(name for name in numerals.EXPONENTS if match[name])
    exponent = numerals.integer(match[group])
    start, end = match.span(group)
    proposals = []
    if base not in (0, 1):
        logarithm = (math.log(value.numerator) - math.log(value.denominator)) / math.log(base)
        other = str(round(logarithm)) if abs(logarithm) < 10**6 else match[group]
        if "−" in match[group]:
            other = other.replace("-", "−")
        if group == "exp3":
            other = other.translate(UP)
        elif group == "exp2" and len(other) > 1 == len(match[group]):
            other = "{" + other + "}"
        proposals.append(body[:start] + other + body[end:])
    if exponent > 0 and value < 10**300:
        root = f"{round(float(value) ** (1 / exponent))}{body[match.end('base') :]}"
        proposals.insert(0 if base not in (2, 10) else len(proposals), root)
    yield from proposals
