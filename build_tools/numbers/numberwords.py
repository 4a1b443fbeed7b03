"""Numbers written as words: `twenty-one`, `two thirds`, `四つ`, `三分の一`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from build_tools.numbers.languages import words

_ONES = {
    word: value
    for value, word in enumerate(
        words(
            """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
            seventeen eighteen nineteen"""
        )
    )
}
_TENS = {
    word: 10 * value for value, word in enumerate(words("twenty thirty forty fifty sixty seventy eighty ninety"), 2)
}
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twelfth": 12, "sixteenth": 16, "twentieth": 20,
    "hundredth": 100, "thousandth": 1000, "millionth": 10**6,
}  # fmt: skip
_ORDINALS = {
    word: value
    for value, word in enumerate(
        words("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), 1
    )
}
_ALONE = {
    "half": Fraction(1, 2), "halves": Fraction(1, 2), "quarter": Fraction(1, 4), "twice": Fraction(2),
    "thrice": Fraction(3), "half a dozen": Fraction(6), "dozen": Fraction(12),
}  # fmt: skip

_CARDINAL = "|".join(sorted([*_ONES, *_TENS, *_SCALES], key=len, reverse=True))
_PART = "|".join(f"{part}s?" if part != "half" else "half|halves" for part in _PARTS)
# `no one`, `one another`, `one-hot`, `zero-shot`: words that count nothing.
_NO_NUMBER = (
    r"(?:one|zero|two|three|four)-(?:hot|shot|way|to-|off|liner|sided|size|mean|sum|pad|point|by-|time|step|tailed)"
    r"|one(?:\s+another|\s+by\s+one|['’]s)"
    r"|(?:(?<=no )|(?<=each )|(?<=any )|(?<=every )|(?<=this )|(?<=that )|(?<=which ))one"
    r"|(?<=the )one(?!\s+[a-z])|(?<=the )one(?=\s+(?:in|of|on|for|from|with|that|which|who|we|you|it|is|was)\b)"
)


@cache
def _english_words() -> re.Pattern[str]:
    """Compiled when first needed: the long patterns together would cost as much as all other imports."""
    return re.compile(
        rf"(?<![A-Za-z-])(?!{_NO_NUMBER})(?:(?P<top>(?:{_CARDINAL}))[\s-]+(?P<part>{_PART})(?![a-z-])"
        # `a third of it` is a fraction, `a third head` is not.
        rf"|an?\s+(?P<one>half|quarter|(?:{'|'.join(_PARTS)})(?=\s+of\b|\s*[.,;)]|\s*\Z))(?![a-z-])"
        rf"|(?P<entire>{_CARDINAL})\s+and\s+(?P<rest>an?|{_CARDINAL})[\s-]+(?P<share>{_PART})(?![a-z-])"
        rf"|(?P<alone>half\s+a\s+dozen|half|halves|dozen|twice|thrice|quarter)(?![a-z-])"
        rf"|(?P<number>(?:an?\s+(?=hundred|thousand|million|billion))?(?:{_CARDINAL})"
        rf"(?:(?:\s+and\s+|[\s-]+)(?:{_CARDINAL})\b){{0,12}})(?![a-z]))",
        re.IGNORECASE | re.ASCII,
    )


_ORDINAL = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_ORDINALS)}|once)(?![a-z])", re.IGNORECASE)
_ZEROS = re.compile(r"(?<![A-Za-z])zeroe?s(?![a-z])", re.IGNORECASE)
# Behind a label only: alone, `V` and `I` are mostly symbols and words.
_ROMAN = re.compile(
    r"(?:(?<![A-Za-z])(?:Chapter|Section|Part|Appendix|Figure|Table|Volume|Book|Phase|Type|Theorem)s?\s|[第録図表式章部]\s?)"
    r"(?=[IVX])(X{0,3}(?:IX|IV|V?I{0,3}))(?![A-Za-z\d])"
)

_KANJI = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0}
_POWERS = {"十": 10, "百": 100, "千": 1000}
_GROUPS = {"万": 10**4, "億": 10**8, "兆": 10**12}
_RUN = r"[〇零一二三四五六七八九十百千万億兆]{1,24}"
_COUNTERS = (
    "つ|個|こ|本|枚|人(?!称|工|間|気|体|口|材)|名|行(?!列)|列|層|段|回(?!帰|路|転)|倍|種類|種|次元|頭|桁|文字|件|台|冊|点|軸|組|通り|か所|カ所|箇所|"
    "ヶ所|要素|語|単語|文(?!字列)|歩|ページ|ヘッド|トークン|パラメータ|バイト|ビット|成分|項(?!分布|演算|定理|係数)|辺|角(?!形|関数|錐|柱|行列)|日間|日(?!本|程|曜|常)|"
    "時間|秒|年間|週間|か月|カ月|ヶ月|円|ドル|割|パーセント|章|節|問|例|社|校|票|匹|杯|乗(?!誤差|和|根|平均)"
)
# Words that begin with a numeral and count nothing.
_WORDS = (
    "三つ子|一般|一致|一方|一部|一緒|一旦|一応|一括|一定|一番|一切|一意|一様|一覧|一連|一貫|一律|一見|一瞬|一体|一次|一例|一因|一環|一面|一気|一言|一時(?!間)|"
    "一対|一層|一段と|一種の|一歩一歩|一人称|二次(?!元)|二重|二分|二値|二乗|二進|二者|三者|三角|三脚|三人称|二人称|四則|四捨|四角|四半|四季|五感|七夕|"
    "八百屋|九州|十分(?!の[一二三四五六七八九])|十字|十二分|百科|百分率|百分位|千葉|千差|万一|万が一|万能|万有|万歳|億劫|兆候|一文字一文字"
)


@cache
def _japanese_words() -> re.Pattern[str]:
    return re.compile(
        rf"\A(?P<sole>{_RUN})\Z"  # a literal that is nothing else: `[十]{{=total}}`
        rf"|(?<![一二三四五六七八九十百千万億兆〇数第何幾統唯同単均画万随])(?!{_WORDS})(?:(?P<below>{_RUN})分の(?P<above>{_RUN})|(?P<half>半分|半数)"
        rf"|(?P<number>{_RUN})(?P<counter>{_COUNTERS})(?!目)(?:(?<=割)(?P<tenth>[一二三四五六七八九])分(?!の))?"
        rf"|(?P<large>[一二三四五六七八九十百千]{{1,8}}[万億兆][一二三四五六七八九十百千万億]{{0,12}}(?![一-龠])"
        rf"|[二三四五六七八九]?十[一二三四五六七八九](?![一-龠々])))"
    )


_SCALED = {"割": Fraction(1, 10), "パーセント": Fraction(1, 100)}
_SOFT_JAPANESE = re.compile(rf"第?{_RUN}")


def find(text: str, code: str) -> Iterator[tuple[int, int, Fraction]]:
    """The number words of a text in reading order: start, end, value."""
    found = list(_english(text))
    if code == "ja" and not text.isascii():
        found = sorted([*found, *_japanese(text)])
    yield from found


def _english(text: str) -> Iterator[tuple[int, int, Fraction]]:
    for match in _english_words().finditer(text):
        if match["part"] or match["one"]:
            below = _PARTS.get((match["part"] or match["one"]).lower().removesuffix("s"), 2)
            above = _count(match["top"]) if match["top"] else 1
            if above is not None:
                yield match.start(), match.end(), Fraction(above, below)
        elif match["entire"]:
            below = _PARTS.get(match["share"].lower().removesuffix("s"), 2)
            entire, rest = _count(match["entire"]), _count(match["rest"]) or 1
            if entire and rest < below:
                yield match.start(), match.end(), entire + Fraction(rest, below)
        elif match["alone"]:
            yield match.start(), match.end(), _ALONE[re.sub(r"\s+", " ", match["alone"].lower())]
        else:
            words = match["number"]
            value = _count(words)
            if value is not None:
                yield match.start(), match.end(), Fraction(value)
                continue
            for word in re.finditer(r"[A-Za-z]+", words):  # several numbers in a row: `one two three`
                if word.group().lower() not in ("and", "a", "an") and (single := _count(word.group())) is not None:
                    start = match.start() + word.start()
                    yield start, start + len(word.group()), Fraction(single)


def _count(words: str) -> int | None:
    """The value of an English cardinal; None where the words make none."""
    total, group, last, scale = 0, 0, 100, 10**15
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in ("and", "a", "an"):
            continue
        if word in _TENS:
            if last < 100:
                return None
            group, last = group + _TENS[word], 20
        elif word in _ONES:
            value = _ONES[word]
            if last < (20 if value < 10 else 100) or (value == 0 and (total or group)):
                return None
            group, last = group + value, 1
        elif word == "hundred":
            if group >= 100:
                return None
            group, last = (group or 1) * 100, 100
        elif _SCALES[word] < scale:
            scale = _SCALES[word]
            total, group, last = total + (group or 1) * scale, 0, 100
        else:
            return None
    return total + group


def _japanese(text: str) -> Iterator[tuple[int, int, Fraction]]:
    for match in _japanese_words().finditer(text):
        if match["half"]:
            yield match.start(), match.end(), Fraction(1, 2)
        elif match["below"]:
            below, above = _kanji(match["below"]), _kanji(match["above"])
            if below and above is not None:
                yield match.start(), match.end(), Fraction(above, below)
        elif (value := _kanji(match["sole"] or match["number"] or match["large"])) is not None:
            scale = _SCALED.get(match["counter"] or "")
            end = match.end("number") if match["number"] and not scale else match.end()
            share = Fraction(_KANJI[match["tenth"]], 100) if match["tenth"] else 0
            yield match.start(), end, value * scale + share if scale else Fraction(value)


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


def soft(text: str, code: str) -> Iterator[tuple[str, Fraction]]:
    """Number words, ordinals and Roman numerals in running text, which may stand for digits in another language.

    Each with what it may stand for: a `label` (`second`, `第二`, `III`) or a `numeral` (`two`); a kanji numeral for
    both.
    """
    for _, _, value in _english(text):
        yield "numeral", value
    for _ in _ZEROS.finditer(text):
        yield "numeral", Fraction(0)
    for match in _ORDINAL.finditer(text):
        yield "label", Fraction(_ORDINALS.get(match.group().lower(), 1))
    for match in _ROMAN.finditer(text):
        yield "label", Fraction(_roman(match[1]))
    if code == "ja":
        for match in _SOFT_JAPANESE.finditer(text):
            kanji = _kanji(match.group().removeprefix("第"))
            if kanji is not None:
                yield "label", Fraction(kanji)
                if not match.group().startswith("第"):
                    yield "numeral", Fraction(kanji)


def _roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10}[char] for char in text]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def spell(value: Fraction, like: str) -> str | None:
    """A value as a word of the kind of `like`; None where there is none."""
    if re.match(r"[A-Za-z]", like):
        percent = re.search(r"\s*(?:per\s?cent|%)\Z", like)
        front = like[: percent.start()] if percent else like
        word = _spell_english(value * 100 if percent else value, front.lower())
        word = word + percent.group() if word and percent else word
        return word.capitalize() if word and like[0].isupper() else word
    if "分の" in like and value.denominator > 1:
        above, below = _spell_kanji(value.numerator), _spell_kanji(value.denominator)
        return f"{below}分の{above}" if above and below else None
    if like.endswith(("割", "パーセント")):
        counter = "割" if like.endswith("割") else "パーセント"
        value, like = value / _SCALED[counter], counter
    word = _spell_kanji(value.numerator) if value.denominator == 1 else None
    return word + like if word and like in _SCALED else word


def _spell_kanji(value: int) -> str | None:
    if not 0 < value < 100:
        return None
    tens, ones = divmod(value, 10)
    digits = "〇一二三四五六七八九"
    return ("" if tens < 2 else digits[tens]) + ("十" if tens else "") + (digits[ones] if ones else "")


def _spell_english(value: Fraction, like: str) -> str | None:
    words = {number: word for word, number in (_TENS | _ONES).items()}
    if value == Fraction(1, 2):
        return like if like in ("half", "halves") else "a half" if like.startswith("a") else "one half"
    if value == 2 and like in ("twice", "thrice"):
        return "twice"
    if value.denominator > 1:
        part = next((part for part, below in _PARTS.items() if below == value.denominator), None)
        if part is None or value.numerator not in words:
            return None
        top = "a" if like.startswith(("a ", "quarter")) and value.numerator == 1 else words[value.numerator]
        return f"{top}{'-' if '-' in like else ' '}{part}{'s' if value.numerator > 1 else ''}"
    number = int(value)
    for scale, size in reversed(_SCALES.items()):
        if number >= size and number % size == 0:
            front = _spell_english(Fraction(number // size), "")
            return f"{front} {scale}" if front else None
    if 20 < number < 100 and number not in words:
        return f"{words[number // 10 * 10]}-{words[number % 10]}"
    return words.get(number)
