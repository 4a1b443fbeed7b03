"""One number as digits: every format in which a lesson writes it, and its value.

Offsets are those of the text as given. Patterns see a copy of the same length (`surfaces.normalised`).
"""

from __future__ import annotations

import math
import re
import unicodedata
from fractions import Fraction

from build_tools.model import Numeral
from build_tools.numbers import names
from build_tools.numbers.languages import MULTIPLES, PERCENT, SUFFIXES, Language
from build_tools.numbers.surfaces import Surface

# Longer runs of digits are no number that a person wrote, and Python refuses to convert them.
LONGEST = 400

_UP = "⁰¹²³⁴-⁹"
PLAIN = (
    r"(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3}){1,30}+(?!(?:,|\{,\}|\\,)?\d)|\d{1,3}(?:_\d{3}){1,30}+(?!_?\d)|\d++)"
    r"(?:\.\d++|\.(?=[eE][+\-]?\d))?|(?<![\d.\w)\]])\.\d++"
)
PAD = r"[ \t\x00]{0,8}"
_MINUS = "-−－"
_SUFFIX = "|".join(sorted(map(re.escape, SUFFIXES), key=len, reverse=True))
_BYTES = "|".join(name for name in SUFFIXES if name.endswith("B") and len(name) > 1)
_ENGLISH = "hundred|thousand|million|billion|trillion|dozen"
_EAST = "百万|千万|十億|百(?!分)|千(?!葉|代)|万(?!能|一)|億|兆(?!候|し)"

NUMERAL = re.compile(
    rf"""(?=[\d\\√∞i.l¼½¾⅐-⅞])(?:
    (?P<frac>\\[tdc]?frac{PAD}(?:\{{{PAD}(?P<top>[-−]?\d+){PAD}\}}{PAD}\{{{PAD}(?P<bottom>\d+){PAD}\}}|(?P<top1>\d)(?P<bottom1>\d)))
  | (?P<radix>0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)(?!\w)
  | (?P<log>(?<![A-Za-z])ln[ ]?(?P<logarg>\d++)(?![\d.]\d))
  | (?P<root>(?:(?P<over>\d++)[ ]?/[ ]?)?√[ ]?(?P<rootarg>\d++)(?!\.\d))
  | (?P<of>(?P<below>\d++)[ ]?(?P<belowunit>[百千万億]?)[ ]?分の[ ]?(?P<above>\d++)(?!\.\d|,\d))
  | (?P<pow>(?P<base>\d++(?:\.\d++)?)(?:
        {PAD}\^{PAD}(?:\{{{PAD}(?P<exp1>[-−]?\d++){PAD}\}}|(?P<exp2>[-−]?\d++))|(?P<exp3>⁻?[{_UP}]++)
        |[ ]?の[ ]?(?P<exp4>[-−]?\d++)[ ]?乗
        |[ ]to[ ]the[ ](?:power[ ](?:of[ ])?(?P<exp5>[-−]?\d++)|(?P<exp6>\d++)(?:st|nd|rd|th)[ ]power)))
  | (?P<ratio>(?<![\d/.])(?P<num>\d++)(?:/|[ ]?[⁄∕][ ]?)(?P<den>[1-9]\d*+)(?![\d/]|\.\d))
  | (?P<mixed>\d*+[¼½¾⅐-⅞])
  | (?P<inf>∞|(?<![A-Za-z_])inf(?![A-Za-z_]))
  | (?P<plain>{PLAIN}))
    """,
    re.VERBOSE | re.ASCII,
)
EXPONENTS = ("exp1", "exp2", "exp3", "exp4", "exp5", "exp6")
SCIENCE = re.compile(
    rf"(?:[eE](?P<e>[+\-−]?\d+)(?!\w|\.\d))"
    rf"|{PAD}(?:×|x|·|\*){PAD}10{PAD}"
    rf"(?:\^{PAD}(?:\{{{PAD}(?P<t1>[-−]?\d+){PAD}\}}|(?P<t2>[-−]?\d+))|(?P<t3>⁻?[{_UP}]+))",
    re.ASCII,
)
UNIT = re.compile(
    rf"(?P<suffix>(?:{_SUFFIX})(?![A-Za-z\d])|{PAD}(?:{_BYTES})(?![A-Za-z\d]))"
    rf"|(?:\\,)?{PAD}(?P<percent>\\?%(?!{PAD}(?:ポイント|points?|pt))|‰|パーセント(?![ ]?ポイント)"
    r"|per[ ]?cent(?![a-z]|[ ]points?)|割(?![りる合っ]))"
    rf"|(?:{PAD}|-)(?P<english>{_ENGLISH})(?![A-Za-z])|{PAD}(?P<east>{_EAST})"
    # `124\text{M}`, `80\,\mathrm{GB}`
    rf"|(?:\\,|[ \x00-\x02]){{1,14}}\{{[ \x00]{{0,4}}(?P<tex>{_SUFFIX}|{_ENGLISH}|{_EAST})[ \x00]{{0,4}}\}}",
    re.ASCII,
)
_REST = re.compile(rf"{PAD}(?P<number>{PLAIN}){PAD}(?P<east>{_EAST})?", re.ASCII)
TENTHS = re.compile(rf"{PAD}(?P<tenth>\d){PAD}分(?!の)(?:{PAD}(?P<hundredth>\d){PAD}厘)?", re.ASCII)
_OPERATORS = re.compile(r"[=<>≈≤≥≠+*/×·(\[{,;:&|^_→∈±、，（「：\\\x02]\Z")
# `は マイナス 3`, `is minus 3`; in `10 minus 3` it subtracts.
MINUS_WORD = re.compile(
    r"(?:(?<![\d)\]}])(?P<kana>(?:マイナス|氷点下)[ ]?)"
    r"|(?:\A[\s\x00]*|(?:\b(?:is|of|to|from|by|at|or|and|than|are|was|with|gives?|get)|[,(\[|])[ ]?)"
    r"(?P<word>[Mm]inus[ ])"
    r"|(?:\A[\s\x00]*|(?:\b(?:is|of|to|from|by|at|than|are|was|gives?|get)|[(\[|])[ ]?)(?P<below>[Nn]egative[ ]))\Z",
    re.ASCII,
)
# A sign with a space behind it: at the start of a literal or of a cell only. `▲ 48` is how Japanese accounts write it.
_SPACED = re.compile(r"(?:\A|[(\[|「（約]|およそ|\babout|\broughly)[\s\x00]*(?P<sign>[-−▲△])[ ]\Z")
_BEFORE_DASH = re.compile(r"(?<![A-Za-z])(?:is|of|to|from|by|at|than|are|was|gives?|get|yields)\s\Z")


def integer(text: str) -> int:
    """The value of digits with a sign; superscript or not, any minus."""
    return int(text.translate(names.SUPERSCRIPTS).replace("−", "-").replace("－", "-"))


def bare(text: str) -> str:
    """Digits without their separators."""
    return re.sub(r"[,{}_\\\s]", "", text)


def _places(text: str) -> int:
    return len(bare(text).partition(".")[2])


def _power(base: Fraction, exponent: int) -> Fraction:
    # Nobody writes a value that large; what is meant is a symbol, and its digits are compared as such.
    return base**exponent if abs(exponent) <= 4096 and (base or exponent >= 0) and base < 10**30 else base


def read(match: re.Match[str], text: str, plain: str, floor: int, surface: Surface) -> Numeral | None:
    """The numeral that a match begins, with its sign in front and its unit behind; None where it is none after all.

    Args:
        match: of `NUMERAL`, in `plain`.
        text: the text as written.
        plain: the text as patterns see it.
        floor: where the token before ends: no sign stands in front of it.
        surface: where the text stands.
    """
    end, unit = match.end(), None
    value: Fraction | float
    if surface == "math" and (match["log"] or match["root"]):  # its operand is a numeral of its own there
        shorter = NUMERAL.search(plain, match.start("logarg") if match["log"] else match.start() + (not match["over"]))
        return read(shorter, text, plain, floor, surface) if shorter and not shorter["root"] else None
    if match["inf"]:
        if match["inf"] == "inf" and surface != "code":
            return None
        value = math.inf
        while surface == "math" and plain[end : end + 1] == "\x00":  # the rest of the command
            end += 1
    elif match["plain"] or _is_split(match):
        end = match.end() if match["plain"] else match.end("num")
        value, unit, end = _decimal(_listed(plain, match.start(), end, surface), plain, match.start())
    else:
        whole = _closed(match)
        if whole is None:
            return None
        value = whole
        percent = UNIT.match(plain, end)
        if percent and percent["percent"]:
            end, value = percent.end(), value * PERCENT[re.sub("per ?cent", "percent", percent["percent"].lstrip("\\"))]
    start = _sign_before(plain, match.start(), floor, surface)
    negative = start is not None and plain[start] not in "±+"
    start = match.start() if start is None else start
    return Numeral(start, end, text[start:end], -value if negative else value, unit)


def _is_split(match: re.Match[str]) -> bool:
    """`80/20` divides a whole in two, and `768/12` is to be divided: two numbers, not one."""
    if not match["ratio"]:
        return False
    top, bottom = int(match["num"]), int(match["den"])
    return (top + bottom == 100 and top % 5 == 0) or (top % bottom == 0 and top > 0)


def _closed(match: re.Match[str]) -> Fraction | None:
    """The value of a fraction, power, root or logarithm; None where it has none."""
    if match["radix"]:
        return Fraction(int(match["radix"], 0))
    if match["log"]:
        return Fraction(math.log(int(match["logarg"]) or 1))
    if match["root"]:
        root = math.sqrt(int(match["rootarg"][:300]))
        return Fraction(int(match["over"])) / Fraction(root) if match["over"] and root else Fraction(root)
    if match["pow"]:
        exponent = next(match[name] for name in EXPONENTS if match[name])
        return _power(Fraction(match["base"]), integer(exponent))
    if match["mixed"]:
        whole, part = match["mixed"][:-1], match["mixed"][-1]
        return Fraction(int(whole or 0)) + Fraction(unicodedata.numeric(part)).limit_denominator(10)
    pairs = (("top", "bottom"), ("top1", "bottom1"), ("num", "den"), ("above", "below"))
    top, bottom = next((match[top], match[bottom]) for top, bottom in pairs if match[bottom])
    below = int(bottom) * MULTIPLES.get(match["belowunit"] or "", Fraction(1))
    return Fraction(integer(top)) / below if below else None


def _listed(plain: str, start: int, end: int, surface: Surface) -> int:
    """Where the number at `start` ends: before the first comma of a list: `(224,224)`, in code `[128,256]`."""
    groups = plain[start:end].split(",")
    opened, closed = plain[start - 1 : start], plain[end : end + 1]
    if len(groups) < 2 or "{" in plain[start:end] or not (opened in ("(", "[") and closed in (")", "]")):
        return end
    tight = surface != "prose" and len(groups[0]) == 3
    return start + len(groups[0]) if tight or len(set(groups)) == 1 else end


def _decimal(end: int, plain: str, start: int) -> tuple[Fraction, Fraction | None, int]:
    """A decimal number with what scales it: value, unit of the last place, end."""
    digits = plain[start:end]
    places = _places(digits)
    value = Fraction(bare(digits).rstrip("."))
    unit = Fraction(1, 10**places) if places else None
    science = SCIENCE.match(plain, end)
    if science:
        scale = _power(Fraction(10), integer(next(group for group in science.groups() if group)[:20]))
        return value * scale, unit * scale if unit is not None else None, science.end()
    scaled = UNIT.match(plain, end)
    if not scaled:
        return value, unit, end
    scale, compact, end = *scale_of(scaled), scaled.end()
    if scaled["percent"] == "割" and (tenths := TENTHS.match(plain, end)):
        value += Fraction(int(tenths["tenth"]), 10) + Fraction(int(tenths["hundredth"] or 0), 100)
        return value * scale, Fraction(1, 1000 if tenths["hundredth"] else 100), tenths.end()
    if unit is not None or compact:
        unit = (unit or 1) * scale
    return _compound(value * scale, unit, scale, end, plain) if scaled["east"] else (value * scale, unit, end)


def scale_of(unit: re.Match[str]) -> tuple[Fraction, bool]:
    """What a unit scales a number by, and whether it abbreviates, so that an integer with it is rounded.

    Args:
        unit: a match of `UNIT`.
    """
    word = next(group for group in unit.group("suffix", "percent", "english", "east", "tex") if group).strip(
        " \t\x00\\"
    )
    if word in MULTIPLES:
        return MULTIPLES[word], False
    return SUFFIXES.get(word) or PERCENT[re.sub("per ?cent", "percent", word)], True


def _compound(
    value: Fraction, unit: Fraction | None, scale: Fraction, end: int, plain: str
) -> tuple[Fraction, Fraction | None, int]:
    """`1 億 2,400 万`, `2,504 万 3,750`: one number of several parts, each smaller than the one before."""
    while unit is None and (rest := _REST.match(plain, end)):
        digits, word = rest["number"], rest["east"]
        if len(digits) > LONGEST:
            break
        part = Fraction(bare(digits).rstrip("."))
        smaller = MULTIPLES[word] if word else Fraction(1)
        adjacent = rest.start("number") == end
        # `3 億 5 つ` is two numbers: a part without a unit stands directly behind, or has all its digits.
        if smaller >= scale or part * smaller >= scale or not (word or adjacent or len(bare(digits)) >= 3):
            break
        places = _places(digits)
        unit = smaller / 10**places if places else None
        value, scale = value + part * smaller, smaller
        end = rest.end() if word else rest.end("number")
        if not word:
            break
    return value, unit, end


def _sign_before(plain: str, start: int, floor: int, surface: Surface) -> int | None:
    """Where the sign of the number at `start` stands; None where it has none."""
    i = start - 1
    while surface == "math" and i >= floor and plain[i] in " \t\x00":
        i -= 1
    if surface == "prose" and i > floor and plain[i] in "$¥€£":  # `−¥500`
        i -= 2 if plain[i - 1] == "\\" else 1
    if i < floor:
        return None
    if plain[i] in "▲△" and surface != "math":
        return i
    if plain[i] not in _MINUS + "±+–":
        word = (
            MINUS_WORD.search(plain, max(floor, start - 24), start)
            if surface == "prose" and plain[i] in "ス下 s\x00"
            else None
        )
        if word is None and surface == "prose" and plain[i] == " ":
            word = _SPACED.search(plain, max(floor, start - 24), start)
        return word.start(word.lastgroup or 0) if word else None
    before = plain[i - 1 : i] if surface != "math" else plain[max(0, i - 400) : i].rstrip(" \t\x00")[-1:]
    if plain[i] == "±":
        return i
    if surface == "math":
        unary = not before or _OPERATORS.match(before) is not None
        return i if unary else None
    if before and ((before.isascii() and before.isalnum()) or before in ")]}%万億兆割"):
        return None
    if plain[i] == "–" and before and before in " \t":  # `pages 3 –5` is a range, badly spaced
        earlier = "" if _BEFORE_DASH.search(plain, max(0, i - 12), i) else plain[max(0, i - 400) : i].rstrip()[-1:]
        return None if earlier and (earlier.isalnum() or earlier in ")]}%") else i
    return i


def rounded(numeral: Numeral, plain: str, language: Language) -> Numeral:
    """The numeral with what a word such as `about` beside it makes of it."""
    near = plain[max(0, numeral.start - 24) : numeral.start]
    if not isinstance(numeral.value, Fraction):
        return numeral
    if not (language.before.search(near) or language.after.match(plain[numeral.end : numeral.end + 24])):
        return numeral
    return approximate(numeral)


def approximate(numeral: Numeral) -> Numeral:
    """The numeral as a rounded one: an integer stands for what rounds to it at its last digit that is not zero."""
    value, unit = numeral.value, numeral.unit
    if not isinstance(value, Fraction) or numeral.approximate:
        return numeral
    if value.denominator != 1 and unit is None:
        unit = Fraction(1, 5 * value.denominator)
    elif unit is None or re.search(r"\d\.\d|^\.\d", bare(numeral.text)) is None:
        step = unit or Fraction(1)
        unit = step * _last_digit(value / step)
    return Numeral(numeral.start, numeral.end, numeral.text, value, unit, True, numeral.word)


def _last_digit(value: Fraction) -> int:
    """The place of an integer's last non-zero digit."""
    digits = str(abs(value.numerator)) if value.denominator == 1 and value.numerator.bit_length() < 10_000 else "1"
    stripped = digits.rstrip("0")
    return int(10 ** (len(digits) - len(stripped))) if stripped else 1
