"""Dates, years, seasons and clock times: how a text writes them, and the form that both languages share."""

from __future__ import annotations

import re

from build_tools.numbers.languages import MONTHS, VENUES

GAP = r"[ \t\x00]?"


def any_of(words: tuple[str, ...]) -> str:
    """An alternation of words, the longer first."""
    return "|".join(sorted(words, key=len, reverse=True))


_MONTH = any_of(tuple(m if m == "May" else f"{m[:3]}t?(?:{m[3:].removeprefix('t')}|\\.)?" for m in MONTHS))
_YEAR = r"(?:19|20)\d{2}(?!\d)"
_OLD = r"(?:1[5-9]|20)\d{2}"
# Between these, a number of four digits is far more often a year than a size; 2048 is none of them.
_LIKELY = r"(?:1[6-9]\d{2}|20[0-3]\d)(?!\d)"
_ERA = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
_FOLLOWED = (
    r"(?=[.,;:)\]]|\s*\Z"
    r"|\s+(?:and|or|to|the|it|was|were|is|as|by|but|when|with|on|at|for|paper|edition|he|she|they|we|that)\b)"
)

BY_LETTER = (
    rf"(?:{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?(?![\d:%])|(?:{_MONTH}),?\s+(?:of\s+)?\d{{4}}(?!\d)"
    rf"|(?:Winter|Spring|Summer|Autumn|Fall)\s+(?:(?:term|semester|quarter|of)\s)?(?:{_YEAR}|['’]\d\d(?!\d))"
    rf"|[Yy]ears?\s{_YEAR}|(?:FY\s?|[QH][1-4]\s(?:of\s)?){_YEAR}|(?:AD|BCE?)\s\d{{1,4}}(?!\d)"
    rf"|(?:{any_of(VENUES)})(?:\s?['’]\d\d(?!\d)|[\s\-]?{_YEAR})"
    rf"|(?:Copyright|Circa|circa)\s(?:©\s?|\(c\)\s?)?{_YEAR}(?:[–\-]{_YEAR})?"
    rf"|al\.?,?\s*(?:\({_YEAR}[a-z]?\)|{_YEAR}[a-z]?)"
    rf"|[A-Z][a-zà-ž]+,\s?{_YEAR}[a-z]?(?=\s*[);])|[A-Z][a-zà-ž]+\s\({_YEAR}[a-z]?\)"
    rf"|(?:[Ff]rom\s{_YEAR}\s(?:to|until|through)|[Bb]etween\s{_YEAR}\sand)\s{_YEAR}"
    # `results in 1600` states a result
    rf"|(?:(?<!sults )(?<!sult )(?<!ulting )(?<!sulted )[Ii]n|[Ss]ince|[Uu]ntil|[Dd]uring|[Ee]arly|[Ll]ate|[Mm]id"
    rf"|[Aa]s\sof|class\sof){GAP}-?{_LIKELY}{_FOLLOWED}"
    rf"|(?:[Bb]y|[Bb]efore|[Aa]fter)\s(?!2000){_LIKELY}(?=[.,;:)]|\s*\Z)"
)  # fmt: skip
BY_DIGIT = (
    rf"\d{{4}}-\d{{2}}-\d{{2}}(?!\d)|\d{{4}}/\d{{1,2}}/\d{{1,2}}(?!\d)|\d\d?/\d\d?/{_YEAR}|(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?![\d\-])"
    r"|20[12]\d[\-–][123]\d(?![\d\-])"
    rf"|\d{{3,4}}{GAP}年{GAP}\d{{1,2}}{GAP}月(?:{GAP}\d{{1,2}}{GAP}日)?"
    rf"|{_OLD}(?:{GAP}[〜~\-–]{GAP}{_OLD})?{GAP}年(?:度|代|版|頃|ごろ)?{GAP}(?:[冬春夏秋][学期]*)?(?!間)"
    rf"|\d{{1,2}}{GAP}月{GAP}\d{{1,2}}{GAP}日(?!間)|\d{{1,2}}{GAP}月(?!間|か|カ|ヶ|ケ|個)|\d{{1,2}}{GAP}世紀"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:{_MONTH})(?:,?\s+\d{{4}})?(?![A-Za-z\d])"
    rf"|{_YEAR}\s+(?:edition|paper|version|release|article|book|election|census)\b"
    rf"|{_YEAR}\s?Q[1-4](?!\w)|{_YEAR}['’]s(?!\w)|\d{{1,4}}\s(?:BCE?|AD|CE)(?!\w)"
    rf"|(?<=\()(?!2000){_YEAR}[a-z]?(?=\))|(?:1[5-9]|20)\d0s(?!\w)|(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?![\d:])"
)  # fmt: skip
# `9:30`; but `1:10` is a ratio unless more speaks for a time, and `10:30 の割合` is one too.
CLOCK = (
    r"(?<!ratio of )(?<!odds of )(?<![\w:])(?:(?!1:)|(?<=at )|(?<=from )|(?<=until )|(?=1:\d\d\s?[ap]\.?m))"
    r"(?:[01]?\d|2[0-3]):[0-5]\d"
    r"(?![\d:]|\s?(?:の割合|の比|に分|で混|split|ratio|odds|scale))"
    r"(?:\s?(?:a\.m\.|p\.m\.|[ap]m\b))?"
    rf"|\d{{1,2}}{GAP}時(?!間|点|代|刻|期|系)(?:{GAP}\d{{1,2}}{GAP}分(?!の))?|\d{{1,2}}\s?(?:a\.m\.|p\.m\.|[ap]m\b|o['’]clock)"
)
ANYWHERE = (
    rf"(?:{'|'.join(_ERA)}){GAP}\d+{GAP}年(?:度|代)?(?:{GAP}\d{{1,2}}{GAP}月(?:{GAP}\d{{1,2}}{GAP}日)?)?|(?:午前|午後|正午){GAP}\d{{1,2}}{GAP}時(?:{GAP}\d{{1,2}}{GAP}分)?"
    rf"|西暦{GAP}\d+{GAP}年?|(?<!か)ら(?:[,、]\s?|\s?\(){_YEAR}[a-z]?(?:\s?\))?|(?:©|\([cC]\))\s?{_YEAR}(?:[–\-]{_YEAR})?|['’]\d0s(?!\w)"
)

_NUMBERS = re.compile(r"\d+", re.ASCII)
_DAY = re.compile(r"(\d{3,4})\s?[\-/年]\s?(\d{1,2})(?:\s?[\-/月]\s?(\d{1,2})?)?", re.ASCII)
_DAY_OF_YEAR = re.compile(r"(\d{1,2})\s?月(?:\s?(\d{1,2})\s?日)?", re.ASCII)
_TIME = re.compile(r"(\d{1,2})(?:\s?[:時]\s?(\d{1,2})?)?", re.ASCII)


def canonical(text: str) -> tuple[str, ...]:
    """ISO forms of a date: `2024-05-10`, `05-10`, `2024`, `09:30`."""
    clean = text.replace("\x00", " ")
    clock = re.search(r"\d:\d|時|[ap]\.?m\b|o['’]clock", clean)
    if clock and (time := _TIME.search(clean)):
        later = 12 if re.search(r"午後|p\.?m\b", clean) and int(time[1]) < 12 else 0
        seconds = re.search(r":\d\d(:\d\d)", clean)
        return (f"{int(time[1]) + later:02}:{int(time[2] or 0):02}{seconds[1] if seconds else ''}",)
    for era, start in _ERA.items():
        if clean.startswith(era):
            year, *rest = _NUMBERS.findall(clean)
            return (_joined(str(start + int(year[:6])), *rest),)
    numbers = _NUMBERS.findall(clean)
    for i, month in enumerate(MONTHS, 1):
        if re.search(rf"(?<![A-Za-z]){month[:3]}[a-z]*", clean):
            year = next((part for part in numbers if len(part) == 4), "")
            day = next((part for part in numbers if len(part) < 3), "")
            return (_joined(year, str(i), day),)
    if day_of_year := _DAY_OF_YEAR.fullmatch(clean.strip()):
        return (_joined("", *day_of_year.groups()),)
    if date := _DAY.search(clean):
        return (_joined(*date.groups()),)
    return tuple(number.lstrip("0") or "0" for number in numbers)


def _joined(year: str, *rest: str | None) -> str:
    return "-".join(part for part in (year, *(part.zfill(2) for part in rest if part)) if part)
