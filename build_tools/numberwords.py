"""Numbers written as words: `twenty-one`, `two thirds`, `四つ`, `三分の一`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

_ONES = dict(zip(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen".split(), range(20), strict=True))  # fmt: skip
_ONES |= {"zeros": 0, "zeroes": 0}
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_ORDINALS = dict(zip(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), range(1, 13),
    strict=True))  # fmt: skip

_CARDINAL = "|".join(sorted([*_ONES, *_TENS, *_SCALES], key=len, reverse=True))
_PART = "|".join(f"{part}s?" if part != "half" else "half|halves" for part in _PARTS)
_ENGLISH = re.compile(
    rf"(?<![A-Za-z-])(?:(?P<top>(?:{_CARDINAL})|an?)[\s-]+(?P<part>{_PART})(?![a-z-])"
    rf"|(?P<alone>half|halves|dozen|twice|quarter)(?![a-z-])"
    rf"|(?P<number>(?:a\s+(?=hundred|thousand|million|billion))?(?:{_CARDINAL})(?:(?:\s+and\s+|[\s-]+)(?:{_CARDINAL}))*)(?![a-z]))",
    re.IGNORECASE,
)
_ALONE = {"half": Fraction(1, 2), "halves": Fraction(1, 2), "dozen": Fraction(12), "twice": Fraction(2),
          "quarter": Fraction(1, 4)}  # fmt: skip
_ORDINAL = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_ORDINALS)}|once)(?![a-z])", re.IGNORECASE)

_KANJI = dict(zip("〇零一二三四五六七八九", [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9], strict=True))
_POWERS = {"十": 10, "百": 100, "千": 1000}
_GROUPS = {"万": 10**4, "億": 10**8, "兆": 10**12}
_RUN = r"[〇零一二三四五六七八九十百千万億兆]+"
_COUNTERS = (
    "つ|個|こ|本|枚|人|名|行|列|層|段|回|倍|種類|種|次元|頭|桁|文字|件|台|冊|点|軸|組|通り|か所|カ所|箇所|ヶ所|要素|語|単語|文|歩|"
    "ページ|ヘッド|トークン|パラメータ|バイト|ビット|成分|項|辺|角|日間|時間|秒|年間|週間|か月|カ月|ヶ月|円|ドル|割|パーセント"
)
_JAPANESE = re.compile(
    rf"(?<![一-龠々〇数第])(?:(?P<below>{_RUN})分の(?P<above>{_RUN})|(?P<half>半分|半数)"
    rf"|(?P<number>(?:[一二三四五六七八九]?[十百千万億兆][一二三四五六七八九十百千万億兆]+|{_RUN})(?=(?:{_COUNTERS})(?!目)))"
    rf"|(?P<large>[一二三四五六七八九十百千]+[万億兆][一二三四五六七八九十百千万億]*(?![一-龠])"
    rf"|[二三四五六七八九]?十[一二三四五六七八九](?![一-龠々])))"
)
_SOFT_JAPANESE = re.compile(rf"第?{_RUN}")


def find(text: str, code: str) -> Iterator[tuple[int, int, Fraction]]:
    """The number words of a text: start, end, value."""
    if code == "ja":
        yield from _japanese(text)
    yield from _english(text)


def _english(text: str) -> Iterator[tuple[int, int, Fraction]]:
    for match in _ENGLISH.finditer(text):
        if match["part"]:
            top = match["top"].lower()
            below = _PARTS.get(match["part"].lower().removesuffix("s"), 2)
            above = 1 if top in ("a", "an") else _count(top)
            if above is not None:
                yield match.start(), match.end(), Fraction(above, below)
        elif match["alone"]:
            yield match.start(), match.end(), _ALONE[match["alone"].lower()]
        else:
            words = match["number"]
            value = _count(words)
            if value is not None:
                yield match.start(), match.end(), Fraction(value)
            else:  # several numbers in a row: `one two three`
                for word in re.finditer(r"[A-Za-z]+", words):
                    single = _count(word.group())
                    if single is not None:
                        start = match.start() + word.start()
                        yield start, start + len(word.group()), Fraction(single)


def _count(words: str) -> int | None:
    """The value of an English cardinal; None where the words make none."""
    total, group, last = 0, 0, 10**15
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in ("and", "a"):
            continue
        if word in _ONES or word in _TENS:
            value = _ONES.get(word, _TENS.get(word, 0))
            size = 10 if word in _ONES and value < 10 else 100
            if last <= (10 if size == 10 else 20):
                return None
            group, last = group + value, 1 if word in _ONES else 20
        elif word == "hundred":
            group, last = (group or 1) * 100, 100
        else:
            total, group, last = total + (group or 1) * _SCALES[word], 0, 1000
    return total + group


def _japanese(text: str) -> Iterator[tuple[int, int, Fraction]]:
    for match in _JAPANESE.finditer(text):
        if match["half"]:
            yield match.start(), match.end(), Fraction(1, 2)
        elif match["below"]:
            below, above = _kanji(match["below"]), _kanji(match["above"])
            if below and above is not None:
                yield match.start(), match.end(), Fraction(above, below)
        else:
            written = match["number"] or match["large"]
            value = _kanji(written)
            if value is not None:
                yield match.start(), match.start() + len(written), Fraction(value)


def _kanji(text: str) -> int | None:
    """The value of a kanji numeral; None where the characters make none."""
    total, group, digit = 0, 0, 0
    if len(text) > 1 and all(char in _KANJI for char in text):
        return int("".join(str(_KANJI[char]) for char in text))
    for char in text:
        if char in _KANJI:
            if digit:
                return None
            digit = _KANJI[char]
        elif char in _POWERS:
            group, digit = group + (digit or 1) * _POWERS[char], 0
        else:
            total, group, digit = total + (group + digit or 1) * _GROUPS[char], 0, 0
    return total + group + digit


def soft(text: str, code: str) -> Iterator[Fraction]:
    """Number words and ordinals in running text, which may stand for digits in another language."""
    for _, _, value in _english(text):
        yield value
    for match in _ORDINAL.finditer(text):
        yield Fraction(_ORDINALS.get(match.group().lower(), 1))
    if code == "ja":
        for match in _SOFT_JAPANESE.finditer(text):
            value = _kanji(match.group().removeprefix("第"))
            if value is not None:
                yield Fraction(value)


def spell(value: Fraction, like: str) -> str | None:
    """A value as a word of the kind of `like`; None where there is none."""
    if re.match(r"[A-Za-z]", like):
        words = {Fraction(v): k for k, v in {**_TENS, **_ONES}.items() if k not in ("zeros", "zeroes")}
        words |= {Fraction(1, 2): "half"} if like.lower().startswith("half") else {}
        word = words.get(value)
        if word is None and value.denominator == 1 and 20 < value < 100:
            word = f"{words[Fraction(value // 10 * 10)]}-{words[Fraction(value % 10)]}"
        return word.capitalize() if word and like[0].isupper() else word
    if value.denominator == 1 and 0 < value < 100:
        tens, ones = divmod(int(value), 10)
        digits = "〇一二三四五六七八九"
        return ("" if tens < 2 else digits[tens]) + ("十" if tens else "") + (digits[ones] if ones else "")
    return None
