"""Text of a number ⇄ value: every format in which a lesson writes digits, read and written back.

Offsets are those of the text as given. Patterns see a copy of the same length in which full-width forms are half-width,
digits of other scripts are ASCII and, in maths, TeX commands are single signs or blanks.
"""

from __future__ import annotations

import math
import re
import unicodedata
from fractions import Fraction
from functools import cache
from typing import Literal

from build_tools import names, numberwords
from build_tools.languages import MULTIPLES, PERCENT, SUFFIXES, Language
from build_tools.model import Name, Numeral, Token

Surface = Literal["prose", "code", "math"]

_UP = "⁰¹²³⁴-⁹"
_PLAIN = r"(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?!(?:,|\{,\}|\\,)?\d)|\d{1,3}(?:_\d{3})+(?!_?\d)|\d+)(?:\.\d+)?|\.\d+"
_PAD = r"[ \t\x00]*"
_MINUS = "-−－"
_SUFFIX = "|".join(sorted(map(re.escape, SUFFIXES), key=len, reverse=True))
_BYTES = "|".join(name for name in SUFFIXES if name.endswith("B") and len(name) > 1)
_ENGLISH = "thousand|million|billion|trillion"
_EAST = "百万|千万|百|千|万|億|兆"

NUMERAL = re.compile(
    rf"""
    (?P<frac>\\[tdc]?frac{_PAD}(?:\{{{_PAD}(?P<top>[-−]?\d+){_PAD}\}}{_PAD}\{{{_PAD}(?P<bottom>\d+){_PAD}\}}|(?P<top1>\d)(?P<bottom1>\d)))
  | (?P<radix>0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)(?!\w)
  | (?P<log>(?<![A-Za-z])ln[ ]?(?P<logarg>\d+)(?![\d.]))
  | (?P<root>√[ ]?(?P<rootarg>\d+)(?![\d.]))
  | (?P<of>(?P<below>\d+)[ ]?分の[ ]?(?P<above>\d+))
  | (?P<pow>(?P<base>\d+)(?:{_PAD}\^{_PAD}(?:\{{{_PAD}(?P<exp1>[-−]?\d+){_PAD}\}}|(?P<exp2>[-−]?\d+))|(?P<exp3>⁻?[{_UP}]+)
        |[ ]?の[ ]?(?P<exp4>[-−]?\d+)[ ]?乗))
  | (?P<ratio>(?<![\d/.])(?P<num>\d+)/(?P<den>[1-9]\d*)(?![\d/]|\.\d))
  | (?P<mixed>\d*[¼½¾⅐-⅞])
  | (?P<inf>∞|(?<![A-Za-z_])inf(?![A-Za-z_]))
  | (?P<plain>{_PLAIN})
    """,
    re.VERBOSE,
)
SCIENCE = re.compile(
    rf"(?:[eE](?P<e>[+\-−]?\d+)(?![\w.]))"
    rf"|{_PAD}(?:×|x|·|\*){_PAD}10{_PAD}(?:\^{_PAD}(?:\{{{_PAD}(?P<t1>[-−]?\d+){_PAD}\}}|(?P<t2>[-−]?\d+))|(?P<t3>⁻?[{_UP}]+))"
)
UNIT = re.compile(
    rf"(?P<suffix>(?:{_SUFFIX})(?![A-Za-z\d])|{_PAD}(?:{_BYTES})(?![A-Za-z\d]))"
    rf"|{_PAD}(?P<percent>\\?%(?!{_PAD}(?:ポイント|points?))|‰|パーセント(?!ポイント)|per[ ]?cent(?![a-z])(?!age|[ ]points?)|割(?!り))"
    rf"|{_PAD}(?P<english>{_ENGLISH})(?![A-Za-z])|{_PAD}(?P<east>{_EAST})(?!一)"
)
_REST = re.compile(rf"{_PAD}(?P<number>{_PLAIN}){_PAD}(?P<east>{_EAST})?")
_TENTH = re.compile(rf"{_PAD}(?P<digit>\d){_PAD}分(?!の)")
_RANGE = re.compile(r"[ \t\x00]*(?:[〜~～–—-]|から|to)[ \t\x00]*\Z")
_DIGITS = re.compile(rf"[\d{_UP}₀-₉¼½¾⅐-⅞∞①-⓿❶-➓㉑-㊿Ⅰ-ⅿ]")
_LEFT = re.compile(rf"[{_UP}₀-₉①-⓿❶-➓㉑-㊿Ⅰ-ⅿ]+|[\d¼½¾⅐-⅞]+")
_OPERATORS = re.compile(r"[=<>≈≤≥≠+*/×·(\[{,;:&|^_→∈±、，（「：\\\x02]\Z")

_COMMANDS = {
    r"\times": "×", r"\cdot": "·", r"\approx": "≈", r"\simeq": "≈", r"\infty": "∞", r"\pm": "±", r"\sim": "~",
    r"\left": " ", r"\right": " ", r"\quad": " ", r"\qquad": " ",
}  # fmt: skip
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
_RELATION = frozenset(
    "eq neq ne lt gt le leq ge geq ll gg in to equiv propto rightarrow mapsto Rightarrow implies div ast odot oplus"
    " otimes mid text".split()
)


def scan(text: str, language: Language, *, surface: Surface = "prose", words: bool = False) -> tuple[Token, ...]:
    """The numerals and names of a text, in reading order.

    Args:
        text: a line or a formula; `\\x00` stands for characters that no reader sees.
        language: the tables of its language.
        surface: `prose`, `code`, or `math` for what stands between dollar signs.
        words: whether number words are read too, as they are inside claims.

    Returns:
        Tokens that do not overlap and in which every digit-like character lies.
    """
    plain = normalised(text, surface)
    if not (words or _DIGITS.search(plain) or (surface == "code" and "inf" in plain)):
        return ()
    tokens: list[Token] = []
    at = 0
    spelled = list(numberwords.find(plain, language.code)) if words else []
    name = names.find(plain, text, 0, language)
    numeral = NUMERAL.search(plain)
    while True:
        if name and name.start() < at:
            name = names.find(plain, text, at, language)
        if numeral and numeral.start() < at:
            numeral = NUMERAL.search(plain, at)
        while spelled and spelled[0][0] < at:
            spelled.pop(0)
        starts = [name.start() if name else math.inf, numeral.start() if numeral else math.inf]
        starts.append(spelled[0][0] if spelled else math.inf)
        first = min(starts)
        if first == math.inf:
            break
        if spelled and starts[2] == first and (starts[1] > first):
            start, end, value = spelled.pop(0)
            tokens.append(_rounded(Numeral(start, end, text[start:end], value, None, word=True), plain, language))
            at = end
        elif name and starts[0] == first and not _outruns(numeral, name, plain):
            kind = names.kind(name)
            start, end = name.span()
            tokens.append(Name(start, end, text[start:end], kind, names.canonical(plain[start:end], kind)))
            at = end
        elif numeral:
            read = _numeral(numeral, text, plain, at, language, surface)
            if read is None:
                at = numeral.end()
                continue
            tokens.append(read)
            at = read.end
    tokens = _ranges(tokens, text, plain)
    return tuple(_complete(tokens, text, plain))


def _outruns(numeral: re.Match[str] | None, name: re.Match[str], plain: str) -> bool:
    """Whether a numeral that starts where a name does goes on beyond it: `10 の 6 乗` is no label."""
    return numeral is not None and numeral.start() == name.start() and numeral.end() > name.end()


def normalised(text: str, surface: Surface) -> str:
    """The text as patterns see it, of the same length."""
    chars = text if text.isascii() else "".join(_half(char) for char in text)
    if surface != "math":
        return chars
    return _COMMAND.sub(_sign, chars)


@cache
def _half(char: str) -> str:
    if char == "－":
        return "-"
    if "！" <= char <= "～" or char == "\u3000" or char == "\u00a0":
        return unicodedata.normalize("NFKC", char)
    value = unicodedata.decimal(char, None)
    return str(value) if value is not None else char


def _sign(match: re.Match[str]) -> str:
    command = match.group()
    if re.match(r"\\[tdc]?frac\Z", command) or command in (r"\,", r"\%"):
        return command
    if command in _COMMANDS:
        return _COMMANDS[command] + "\x00" * (len(command) - 1)
    if command[1:] in _RELATION:
        return "\x00" * (len(command) - 1) + "\x02"
    return "\x01" * len(command) if command[1].isalpha() else "\x00" * len(command)


# ----------------------------------------------------------------------------------------------- numerals


def integer(text: str) -> int:
    digits = text.translate(names.SUPERSCRIPTS).replace("−", "-").replace("－", "-")
    return int(digits) if len(digits) < 4000 else 0


def bare(text: str) -> str:
    return re.sub(r"[,{}_\\\s]", "", text)


def _places(text: str) -> int:
    return len(bare(text).partition(".")[2])


def _power(base: int, exponent: int) -> Fraction:
    # Nobody writes a value that large; what is meant is a symbol, and its digits are compared as such.
    return Fraction(base) ** exponent if abs(exponent) <= 4096 and (base or exponent >= 0) and base < 10**30 else Fraction(base)


def _numeral(
    match: re.Match[str], text: str, plain: str, floor: int, language: Language, surface: Surface
) -> Numeral | None:
    """The numeral that a match begins, with its sign in front and its unit behind."""
    start, end, unit = match.start(), match.end(), None
    group = match.lastgroup
    if match["frac"]:
        top, bottom = match["top"] or match["top1"], match["bottom"] or match["bottom1"]
        if int(bottom) == 0:
            return None
        value: Fraction | float = Fraction(integer(top), int(bottom))
    elif match["radix"]:
        value = Fraction(int(match["radix"], 0))
    elif match["log"] and surface != "math":
        value = Fraction(math.log(int(match["logarg"]) or 1))
    elif match["root"] and surface != "math":
        value = Fraction(math.sqrt(int(match["rootarg"][:300])))
    elif match["of"]:
        if int(match["below"]) == 0:
            return None
        value = Fraction(int(match["above"]), int(match["below"]))
    elif match["pow"]:
        exponent = match["exp1"] or match["exp2"] or match["exp3"] or match["exp4"]
        value = _power(integer(match["base"]), integer(exponent))
    elif match["ratio"]:
        value = Fraction(int(match["num"]), int(match["den"]))
    elif match["mixed"]:
        whole, part = match["mixed"][:-1], match["mixed"][-1]
        value = Fraction(int(whole or 0)) + Fraction(unicodedata.numeric(part)).limit_denominator(10)
    elif match["inf"]:
        if match["inf"] == "inf" and surface != "code":
            return None
        value = math.inf
    elif match["plain"]:
        value, unit, end = _decimal(match, plain)
    else:  # `ln` or a root in maths: its operand is a numeral there
        shorter = NUMERAL.search(plain, match.start("logarg") if group == "logarg" or match["log"] else match.start() + 1)
        return _numeral(shorter, text, plain, floor, language, surface) if shorter else None
    if not match["inf"] and not match["plain"]:
        percent = UNIT.match(plain, end)
        if percent and percent["percent"]:
            end, value = percent.end(), value * PERCENT[percent["percent"].lstrip("\\")]
    sign = _sign_before(plain, start, floor, surface)
    if sign is not None:
        start = sign
        value = -value if plain[sign] != "±" and plain[sign] != "+" else value
    return _rounded(Numeral(start, end, text[start:end], value, unit), plain, language)


def _decimal(match: re.Match[str], plain: str) -> tuple[Fraction, Fraction | None, int]:
    """A decimal number with what scales it: value, unit of the last place, end."""
    digits, end = match["plain"], match.end()
    places = _places(digits)
    value = Fraction(bare(digits))
    unit = Fraction(1, 10**places) if places else None
    science = SCIENCE.match(plain, end)
    if science:
        scale = _power(10, integer(next(group for group in science.groups() if group)))
        return value * scale, unit * scale if unit is not None else None, science.end()
    scaled = UNIT.match(plain, end)
    if not scaled:
        return value, unit, end
    if scaled["suffix"] or scaled["percent"]:
        word = (scaled["suffix"] or scaled["percent"]).strip(" \t\x00\\")
        scale = SUFFIXES.get(word) or PERCENT.get(re.sub(r"per ?cent", "percent", word), Fraction(1))
        end = scaled.end()
        if word == "割" and (tenth := _TENTH.match(plain, end)):
            return value * scale + Fraction(int(tenth["digit"]), 100), Fraction(1, 100), tenth.end()
        return value * scale, (unit or Fraction(1)) * scale, end
    word = scaled["english"] or scaled["east"]
    scale, end = MULTIPLES[word], scaled.end()
    value, unit = value * scale, unit * scale if unit is not None else None
    return _compound(value, unit, scale, end, plain) if scaled["east"] else (value, unit, end)


def _compound(
    value: Fraction, unit: Fraction | None, scale: Fraction, end: int, plain: str
) -> tuple[Fraction, Fraction | None, int]:
    """`1 億 2,400 万`, `2,504 万 3,750`: one number of several parts, each smaller than the one before."""
    while unit is None and (rest := _REST.match(plain, end)):
        digits, word = rest["number"], rest["east"]
        part = Fraction(bare(digits))
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
    if i < floor or plain[i] not in _MINUS + "±+–":
        return None
    before = plain[:i][-1:] if surface != "math" else plain[max(0, i - 400) : i].rstrip(" \t\x00")[-1:]
    if plain[i] == "+" and before and before in "0123456789.)]}":
        return None
    if plain[i] in "±+":
        return i if plain[i] == "±" or not (before.isalnum() or before in ")]}%") else None
    if surface == "math":
        unary = not before or _OPERATORS.match(before) is not None
        return i if unary else None
    if before and (before.isascii() and before.isalnum() or before in ")]}）］%万億兆割"):
        return None
    if plain[i] == "–" and before and before in " \t":
        earlier = plain[:i].rstrip()[-1:]
        return None if earlier and (earlier.isalnum() or earlier in ")]}%") else i
    return i


def _rounded(numeral: Numeral, plain: str, language: Language) -> Numeral:
    """The numeral with what a word such as `about` beside it makes of it."""
    value = numeral.value
    near = plain[max(0, numeral.start - 24) : numeral.start]
    if not isinstance(value, Fraction):
        return numeral
    after = language.after.match(plain[numeral.end : numeral.end + 24])
    if not (language.before.search(near) or after):
        return numeral
    unit = numeral.unit
    if value.denominator != 1 and unit is None:
        unit = Fraction(1, 5 * value.denominator)
    elif unit is None or re.search(r"\d\.\d|^\.\d", bare(numeral.text)) is None:
        step = unit or Fraction(1)
        unit = step * _last_digit(value / step)
    return Numeral(numeral.start, numeral.end, numeral.text, value, unit, True, numeral.word)


def _last_digit(value: Fraction) -> int:
    """The place of an integer's last non-zero digit."""
    digits = str(abs(value.numerator)) if value.denominator == 1 and abs(value) < 10**4000 else "1"
    stripped = digits.rstrip("0")
    return int(10 ** (len(digits) - len(stripped))) if stripped else 1


def _ranges(tokens: list[Token], text: str, plain: str) -> list[Token]:
    """The first number of `5〜10 %` takes the unit of the second."""
    for i in range(len(tokens) - 1):
        one, two = tokens[i], tokens[i + 1]
        if not (isinstance(one, Numeral) and isinstance(two, Numeral)) or one.word or two.word:
            continue
        if not _RANGE.match(plain[one.end : two.start]) or not re.match(rf"(?:{_PLAIN})\Z", plain[one.start : one.end]):
            continue
        unit = re.search(rf"{_PAD}(?:{_SUFFIX}|\\?%|‰|パーセント|per ?cent|割|{_ENGLISH}|{_EAST})\Z", plain[two.start : two.end])
        if unit and isinstance(one.value, Fraction):
            word = unit.group().strip(" \t\x00\\").replace("per cent", "percent")
            compact = word in SUFFIXES or word in PERCENT
            scale = SUFFIXES.get(word) or PERCENT.get(word) or MULTIPLES[word]
            step = one.unit * scale if one.unit is not None else scale if compact else None
            tokens[i] = Numeral(one.start, one.end, one.text, one.value * scale, step, one.approximate)
    return tokens


def _complete(tokens: list[Token], text: str, plain: str) -> list[Token]:
    """Adds what no pattern took: circled digits, Roman numerals, lone superscripts are names."""
    added: list[Token] = []
    at = 0
    for token in [*tokens, None]:
        end = token.start if token else len(plain)
        for match in _LEFT.finditer(plain, at, end):
            start, stop = match.span()
            if match.group()[0].isdecimal() and match.group().isdecimal() and match.group().isascii():
                added.append(Numeral(start, stop, text[start:stop], Fraction(match.group())))
            else:
                shown = unicodedata.normalize("NFKC", match.group())
                added.append(Name(start, stop, text[start:stop], "mark", (shown,)))
        at = token.end if token else at
    return sorted([*tokens, *added], key=lambda token: token.start) if added else tokens


def canonical(numeral: Numeral) -> str:
    """A numeral's value as both languages share it, whatever its format."""
    if not isinstance(numeral.value, Fraction):
        return str(numeral.value)
    value = numeral.value
    return str(value) if abs(value.numerator) < 10**400 and value.denominator < 10**400 else numeral.text


def soft(text: str, language: Language) -> tuple[str, ...]:
    """Canonical strings of the number words and ordinals of a text, which digits of another language may stand for."""
    return tuple(str(value) for value in numberwords.soft(normalised(text, "prose"), language.code))
