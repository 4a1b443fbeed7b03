"""Characters with digits in them that state no value: identifiers, versions, dates, labels, indices.

The patterns are tried in order, and the first that matches furthest to the left wins. They see text in which full-width
forms are half-width, other scripts' digits are ASCII, and TeX commands are blanked.
"""

from __future__ import annotations

import re
from functools import cache

from build_tools.languages import (
    LABELS_EN,
    LABELS_EN_CAPITAL,
    LABELS_EN_SHORT,
    LABELS_JA,
    MONTHS,
    PRODUCTS,
    VENUES,
    Language,
)

LETTER = "A-Za-zÀ-ÖØ-öø-ɏͰ-Ͽ"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉₋", "0123456789-")
_SMALL = "₀-₉⁰¹²³⁴-⁹"
_MONTH = "|".join(f"{month[:3]}(?:{month[3:]}|\\.)?" if month != "May" else month for month in MONTHS)
_GAP = r"[ \t\x00]?"
_NUM = r"\d+(?:[.\-–]\d+)*"
_JOIN_JA = rf"(?:{_GAP}[・〜~\-–,、]{_GAP}(?:第{_GAP})?\d+(?:\.\d+)*)*"
_MEMBER = r"\(?[A-Z]?\.?\d+(?:[.\-–]\d+)*[a-z]?\)?(?:\([a-z\d]+\))?"
_JOIN_EN = rf"(?:(?:,?\s+(?:and|or|to|through|&)|,|\s*[–\-])\s*{_MEMBER})*"


def _any(words: tuple[str, ...]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _either_case(words: tuple[str, ...], plural: str) -> str:
    return _any(tuple(f"[{word[0]}{word[0].lower()}]{word[1:]}{plural}" for word in words))


_YEAR = r"(?:19|20)\d{2}"
_PATTERNS: tuple[tuple[str, str], ...] = (
    ("address", r"https?://[^\s<>()\[\]「」、。\x00]+|[A-Za-z0-9.+_-]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+"),
    ("identifier", r"(?i:arxiv)[:\s]\s?\d{4}\.\d{4,5}(?:v\d+)?|\d{4}\.\d{5}v\d+|(?:doi:\s?)?10\.\d{4,9}/[^\s\x00、。]+"
                   r"|ISBN(?:-1[03])?:?\s?[\dX-]{10,17}|ISSN:?\s?\d{4}-\d{3}[\dX]"),
    ("identifier", r"(?<![\w.])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])(?!\d+e\d+(?![0-9a-f]))[0-9a-f]{7,64}(?!\w)"),
    ("date", rf"\d{{4}}-\d{{2}}-\d{{2}}(?!\d)|\d{{4}}/\d{{1,2}}/\d{{1,2}}(?!\d)"
             rf"|\d{{4}}{_GAP}年{_GAP}\d{{1,2}}{_GAP}月(?:{_GAP}\d{{1,2}}{_GAP}日)?"
             rf"|{_YEAR}{_GAP}年(?:度|代|版|頃|ごろ)?(?!間)|\d{{1,2}}{_GAP}月{_GAP}\d{{1,2}}{_GAP}日"
             rf"|(?:令和|平成|昭和|大正|明治){_GAP}\d+{_GAP}年(?:度)?|\d{{1,2}}{_GAP}月(?!間|か|ヶ|曜)"
             rf"|\d{{1,2}}{_GAP}世紀"
             rf"|(?<![A-Za-z])(?:{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?(?!\d)"
             rf"|(?<![A-Za-z])(?:{_MONTH}),?\s+\d{{4}}"
             rf"|(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?\s+(?:{_MONTH})(?:,?\s+\d{{4}})?(?![A-Za-z\d])"
             rf"|(?:Winter|Spring|Summer|Autumn|Fall)\s+{_YEAR}|{_YEAR}\s?年?(?:冬|春|夏|秋)学期?"
             rf"|(?<![A-Za-z])(?:{_any(VENUES)})(?:\s?['’]?|-){_YEAR[:-3]}{{2}}|(?<![A-Za-z])(?:{_any(VENUES)})\s?['’]\d\d"
             rf"|(?:©|\(c\)|\(C\)|Copyright)\s?{_YEAR}(?:[–-]{_YEAR})?"
             rf"|(?<![\d.])(?:1[5-9]|20)\d0s(?!\w)|(?<=\(){_YEAR}[a-z]?(?=\))|et al\.,?\s*\(?{_YEAR}"
             rf"|(?<![A-Za-z])(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Bb]efore|[Aa]fter|[Ee]arly|[Ll]ate|[Mm]id|of|from){_GAP}-?{_YEAR}"
             rf"(?=[.,;:)\]]|\s*$|\s+(?:and|or|to|the|it|was|were|as|by|but|when|with|on|at|paper|edition)\b)"
             rf"|{_YEAR}\s+(?:edition|paper|version|release|article|book|election|census)\b"
             r"|(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])"
             rf"|(?:午前|午後){_GAP}\d{{1,2}}{_GAP}時(?:{_GAP}\d{{1,2}}{_GAP}分)?|(?<!\d)\d{{1,2}}{_GAP}時(?!間|点|代|刻|期){_GAP}(?:\d{{1,2}}{_GAP}分)?"
             r"|(?<!\d)\d{1,2}\s?(?:a\.m\.|p\.m\.|[ap]m\b)"),
    ("version", rf"(?<![A-Za-z])(?:{_any(PRODUCTS)})(?:\s|/|-)?v?\d+(?:\.\d+)*(?:\.x|[a-z]\d*(?![a-z])|\+)?(?!\d)"
                r"|(?<![\w.])\d+(?:\.\d+){2,}(?:[a-z]+\d*)?(?!\w)"
                rf"|(?<![A-Za-z])(?:[Vv]ersions?|[Vv]er\.|バージョン|[Rr]elease){_GAP}\d+(?:\.\d+)*|(?<![{LETTER}\d])[vV]\d+(?:\.\d+)*(?!\w)"),
    ("label", rf"第{_GAP}{_NUM}{_JOIN_JA}"),
    ("label", rf"(?<![一-龠々])(?:{_any(LABELS_JA)}){_GAP}[(\[（]?{_GAP}[A-Z]?\.?{_NUM}[a-z]?(?![\d,.]*\d){_GAP}[)\]）]?"
              rf"(?:{_GAP}[・〜~–]{_GAP}\(?\d+(?:\.\d+)*\)?)*"),
    ("label", rf"\d+(?:{_GAP}[〜~\-–・、,]{_GAP}\d+)*{_GAP}(?!項目|種目|科目|品目|題目|演目|曲目|注目|項{_GAP}目|面目)"
              r"(?:[一-龠々ァ-ヶー]{1,4}|つ)?目(?![的標次録視立安])"),
    ("label", rf"\d+(?:\.\d+)+{_GAP}[節項章]|(?<!全)(?<!全[ ])(?<!計)(?<!計[ ])\d+{_GAP}[章節](?!構成|立て|分|から成|から構|ある|あり|に分)"),
    ("label", rf"\d+{_GAP}(?:進数|進法|進)(?!歩|む|み|行)|\d+{_GAP}乗(?!り|る|客)"),
    ("label", rf"(?<![A-Za-z\d])(?:{_either_case(LABELS_EN, 's')}|[Aa]ppendices|[Cc]orollaries|{_any(tuple(w + 's' for w in LABELS_EN_CAPITAL))}"
              rf"|Refs\.|Eqs\.|Figs\.|Secs\.|Nos\.|pp\.|ll\.)[\s\x00]?{_MEMBER}{_JOIN_EN}(?![\w])"),
    ("label", rf"(?<![A-Za-z\d])(?:(?:{_either_case(LABELS_EN, '')}|{_any(LABELS_EN_CAPITAL)})[\s\x00]"
              rf"|(?:{_either_case(LABELS_EN_SHORT, '')})\.[\s\x00]?|§§?[\s\x00]?){_MEMBER}(?![\w]|[.,]\d|\s?[%×])"),
    ("label", r"(?<![\w.])\d+(?:,\d{3})*(?:st|nd|rd|th)(?!\w)|(?<![\w.-])\d-?D(?!\w)|(?<![\w.])[2-6]G(?!\w)|#\d+(?!\w)"),
    ("index", rf"(?<![{LETTER}\d_\x01])[{LETTER}][{LETTER}\d_{_SMALL}]*(?:_\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}})?"
              r"(?:\[[^\[\]\n]*\d[^\[\]\n]*\])+"),
    ("name", rf"(?<![{LETTER}\d_\x01-])(?:[{LETTER}_]{{2,}}|[A-Z])[{LETTER}\d_]*(?:-[{LETTER}]+)*-\d+(?:\.\d+)*[{LETTER}]*"
             rf"(?:-[{LETTER}]+\d*|-\d+[{LETTER}]+)*(?![\d])"),
    ("name", rf"(?<![{LETTER}\d_\x01])[{LETTER}][{LETTER}_]*_\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}"
             rf"|(?<![{LETTER}\d_\x01])[{LETTER}_][{LETTER}_]*[\d{_SMALL}][{LETTER}\d_{_SMALL}]*(?:\.\d+(?:\.\d+)*[a-z]*(?=\W|$))?"),
    ("symbol", rf"(?<=[{LETTER}}}\x01'])\s?\^(?:\{{\s*\(?\s*[-−]?\d+\s*\)?\s*\}}|[-−]?\d+)|_(?:\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}|\d)"
               rf"|(?<=[{LETTER})\]}}])[⁻]?[⁰¹²³⁴-⁹]+"),
)  # fmt: skip

_DIGIT = re.compile(rf"[\d{_SMALL}]")
_SPACE = re.compile(r"mathbb\s*\{?\s*[A-Z]\s*\}?\s*\Z")


@cache
def pattern(own: tuple[str, ...]) -> re.Pattern[str]:
    """The names of a course as one expression; its own names come first."""
    mine = [("name", rf"(?<![{LETTER}\d])(?:{'|'.join(re.escape(name) for name in own)})(?![{LETTER}\d])")] if own else []
    return re.compile("|".join(f"(?P<{kind}_{i}>{text})" for i, (kind, text) in enumerate([*mine, *_PATTERNS])))


def find(plain: str, raw: str, start: int, language: Language) -> re.Match[str] | None:
    """The next name with a digit in it, from `start` on.

    Args:
        plain: the text as patterns see it.
        raw: the text as written, of the same length.
        start: where to begin.
        language: whose course's own names count too.
    """
    expression = pattern(language.names)
    while match := expression.search(plain, start):
        number_space = match.group().lstrip().startswith("^") and _SPACE.search(raw, max(0, match.start() - 20), match.start())
        if _DIGIT.search(match.group()) and match.end() > match.start() and not number_space:
            return match
        start = max(match.start() + 1, match.end() if not _DIGIT.search(match.group()) else 0)
    return None


def kind(match: re.Match[str]) -> str:
    return (match.lastgroup or "name_0").rpartition("_")[0]


_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_EAST = re.compile(r"(\d{4})\s?[年/]\s?(?:(\d{1,2})\s?[月/]?\s?(?:(\d{1,2})\s?日?)?)?")
_NUMBERS = re.compile(r"\d+(?:\.\d+)*")


def canonical(text: str, kind: str) -> tuple[str, ...]:
    """What both languages must share of a name.

    Labels share their numbers, dates their ISO form, everything else its characters without TeX's marks.
    """
    if kind == "label":
        return tuple(_NUMBERS.findall(text))
    if kind == "date":
        return _date(text)
    if kind == "version":
        return tuple(_NUMBERS.findall(text))
    bare = text.translate(SUBSCRIPTS).translate(SUPERSCRIPTS)
    return (re.sub(r"[\s_{}^\x00\x01]|\\text|\\mathrm", "", bare),)


def _date(text: str) -> tuple[str, ...]:
    clean = text.replace("\x00", " ")
    if match := _ISO.search(clean):
        return (match.group(),)
    for i, month in enumerate(MONTHS, 1):
        found = re.search(rf"(?<![A-Za-z]){month[:3]}[a-z.]*", clean)
        if found:
            rest = _NUMBERS.findall(clean)
            year = next((part for part in rest if len(part) == 4), "")
            day = next((part for part in rest if len(part) < 3), "")
            return ("-".join(part for part in (year, f"{i:02}", day.zfill(2) if day else "") if part),)
    if match := _EAST.search(clean):
        return ("-".join([match[1], *(part.zfill(2) for part in match.groups()[1:] if part)]),)
    if match := re.search(r"(\d{1,2})\s?月(?:\s?(\d{1,2})\s?日)?", clean):
        return ("-".join(part.zfill(2) for part in match.groups() if part),)
    if match := re.search(r"(午後|p\.?m)", clean):
        return tuple(_NUMBERS.findall(clean))
    return tuple(_NUMBERS.findall(clean))
