"""Text of a number ⇄ value: the numerals and names of a text, in reading order. `rewrite` writes a value back.

The text is gone through once: where a name and a numeral start at the same place, the name has it, unless the numeral
goes on beyond it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from build_tools.model import Name, Numeral, Token
from build_tools.numbers import names, numberwords
from build_tools.numbers.languages import Language
from build_tools.numbers.numerals import LONGEST, MINUS_WORD, NUMERAL, PLAIN, UNIT, approximate, read, rounded, scale_of
from build_tools.numbers.surfaces import Surface, normalised

__all__ = ["DIGIT", "Surface", "canonical", "scan", "soft"]

_SCRIPTS = "⁰¹²³⁴-⁹₀-₉①-⓿❶-➓㉑-㊿Ⅰ-ⅿ"
# What every token but a number word has, in prose. Digits are those of any script: no other character becomes one.
DIGIT = re.compile(rf"[\d{_SCRIPTS}¼½¾⅐-⅞∞]")
_LEFT = re.compile(rf"[{_SCRIPTS}]+|[\d¼½¾⅐-⅞∞]+", re.ASCII)
_RANGE = re.compile(r"[ \t\x00]{0,4}(?:[〜~～–—-]|から|to|and)[ \t\x00]{0,4}\Z")
_PROPER = re.compile(r"(\d{1,3})/(\d{1,3})\Z", re.ASCII)
_WHOLE = re.compile(r"[-−]?[1-9]\d{0,5}\Z", re.ASCII)
_ONE = re.compile(rf"(?:{PLAIN})\Z", re.ASCII)


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
    if surface == "prose" and not (words or DIGIT.search(text)):
        return ()
    plain = normalised(text, surface)
    if not (words or DIGIT.search(plain) or (surface == "code" and "inf" in plain)):
        return ()
    return _scan(text, plain, language, surface, words)


@lru_cache(maxsize=4096)  # the same short literals stand on many pages
def _scan(text: str, plain: str, language: Language, surface: Surface, words: bool) -> tuple[Token, ...]:
    tokens: list[Token] = []
    spelled = list(numberwords.find(plain, language.code))[::-1] if words else []
    name = names.find(plain, text, 0, language, surface)
    match = NUMERAL.search(plain)
    at = 0
    while name or match or spelled:
        word_at = spelled[-1][0] if spelled else math.inf
        name_at = name.start() if name else math.inf
        match_at = match.start() if match else math.inf
        if spelled and word_at < min(name_at, match_at):
            start, end, value = spelled.pop()
            tokens.append(rounded(_word(start, end, value, text, plain, at), plain, language))
            end = tokens[-1].end
            at = end
        elif name and name_at <= match_at and not (match and name_at == match_at and match.end() > name.end()):
            start, end = _trimmed(plain, *name.span())
            kind = names.kind(name)
            tokens.append(Name(start, end, text[start:end], kind, names.canonical(plain[start:end], kind)))
            at = end
        elif match:
            token = _token(match, text, plain, at, language, surface)
            if token:
                tokens.append(token)
            at = max(at, token.end if token else match.end())
        name = names.find(plain, text, at, language, surface) if name and name.start() < at else name
        match = NUMERAL.search(plain, at) if match and match.start() < at else match
        while spelled and spelled[-1][0] < at:
            spelled.pop()
    if surface == "prose":
        tokens = _mixed(tokens, text, plain)
    return tuple(_complete(_ranges(tokens, plain), text, plain))


def _word(start: int, end: int, value: Fraction, text: str, plain: str, floor: int) -> Numeral:
    """A number word with its sign in front and a percent sign behind: `minus forty`, `fifty percent`."""
    sign = MINUS_WORD.search(plain, max(floor, start - 24), start)
    if sign:
        start, value = sign.start(sign.lastgroup or 0), -value
    unit = UNIT.match(plain, end)
    if unit and unit["percent"]:
        scale, _ = scale_of(unit)
        end, value = unit.end(), value * scale
        return Numeral(start, end, text[start:end], value, scale, word=True)
    return Numeral(start, end, text[start:end], value, None, word=True)


def _mixed(tokens: list[Token], text: str, plain: str) -> list[Token]:
    """`2 1/2` is one number, unless it is a part of a list of numbers with spaces between them."""
    found: list[Token] = []
    for token in tokens:
        whole = found[-1] if found else None
        if (
            isinstance(token, Numeral)
            and isinstance(whole, Numeral)
            and plain[whole.end : token.start] == " "
            and (parts := _PROPER.match(plain, token.start, token.end))
            and 0 < int(parts[1]) < int(parts[2])
            and _WHOLE.match(plain, whole.start, whole.end)
            and not re.search(r"[\d/][ ]\Z", plain[max(0, whole.start - 2) : whole.start])
            and not re.match(r"[ ]\d", plain[token.end : token.end + 2])
            and isinstance(whole.value, Fraction)
            and isinstance(token.value, Fraction)
        ):
            value = whole.value + (-token.value if whole.value < 0 else token.value)
            found[-1] = replace(whole, end=token.end, text=text[whole.start : token.end], value=value, unit=None)
        else:
            found.append(token)
    return found


def _trimmed(plain: str, start: int, end: int) -> tuple[int, int]:
    while end - 1 > start and plain[end - 1] in " \t\x00":
        end -= 1
    return start, end


def _token(
    match: re.Match[str], text: str, plain: str, floor: int, language: Language, surface: Surface
) -> Token | None:
    if match.end() - match.start() > LONGEST:
        start, end = match.span()
        return Name(start, end, text[start:end], "mark", (plain[start:end],))
    numeral = read(match, text, plain, floor, surface)
    return rounded(numeral, plain, language) if numeral else None


def _ranges(tokens: list[Token], plain: str) -> list[Token]:
    """The first number of `5〜10 %` takes the unit of the second, and both are as rounded as either."""
    for i in range(len(tokens) - 1):
        one, two = tokens[i], tokens[i + 1]
        if not (isinstance(one, Numeral) and isinstance(two, Numeral)) or one.word or two.word:
            continue
        if two.start - one.end > 12 or not (link := _RANGE.match(plain[one.end : two.start])):
            continue
        if "and" in link.group() and not plain.endswith("between ", 0, one.start):
            continue
        number = re.match(r"[-−–+±]?", plain[one.start : one.end])
        scaled = _scale(two, plain)
        if (
            scaled
            and isinstance(one.value, Fraction)
            and _ONE.match(plain, one.start + len(number[0]) if number else 0, one.end)
        ):
            scale, compact = scaled
            step = one.unit * scale if one.unit is not None else scale if compact else None
            tokens[i] = one = replace(one, value=one.value * scale, unit=step)
        if one.approximate or two.approximate:
            tokens[i], tokens[i + 1] = approximate(one), approximate(two)
    return tokens


def _scale(numeral: Numeral, plain: str) -> tuple[Fraction, bool] | None:
    """What the unit behind a number scales it by, and whether it is one that rounds an integer."""
    number = re.compile(rf"[-−–+±]?(?:{PLAIN})", re.ASCII).match(plain, numeral.start)
    unit = UNIT.match(plain, number.end()) if number else None
    if not unit or unit.end() != numeral.end:
        return None
    return scale_of(unit)


def _complete(tokens: list[Token], text: str, plain: str) -> list[Token]:
    """Adds what no pattern took: circled digits, Roman numerals, lone superscripts are names."""
    added: list[Token] = []
    at = 0
    for token in [*tokens, None]:
        end = token.start if token else len(plain)
        for match in _LEFT.finditer(plain, at, end):
            start, stop = match.span()
            found = match.group()
            if found.isascii() and len(found) <= LONGEST:
                added.append(Numeral(start, stop, text[start:stop], Fraction(found)))
            else:
                added.append(Name(start, stop, text[start:stop], "mark", (_shown(found),)))
        at = token.end if token else at
    return sorted([*tokens, *added], key=lambda token: token.start) if added else tokens


def _shown(mark: str) -> str:
    """`3` for `③`, for `Ⅲ` and for `³`."""
    if len(mark) == 1 and (value := unicodedata.numeric(mark, None)) is not None and value == int(value):
        return str(int(value))
    return unicodedata.normalize("NFKC", mark)


def canonical(numeral: Numeral) -> str:
    """A numeral's value as both languages share it, whatever its format."""
    if not isinstance(numeral.value, Fraction):
        return str(numeral.value)
    value = numeral.value
    long = max(value.numerator.bit_length(), value.denominator.bit_length()) > 10_000  # Python writes no longer ones
    return numeral.text if long else str(value)


def soft(text: str, language: Language, kind: str = "") -> tuple[str, ...]:
    """Canonical strings of the number words and ordinals of a text, which digits of another language may stand for.

    Args:
        text: running text.
        language: the tables of its language.
        kind: `label` or `numeral` for those alone that may stand for such; all of them otherwise.
    """
    found = numberwords.soft(normalised(text, "prose"), language.code)
    return tuple(str(value) for what, value in found if kind in ("", what))
