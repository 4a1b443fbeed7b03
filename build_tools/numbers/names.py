"""Characters with digits in them that state no value: identifiers, versions, dates, labels, indices.

Patterns see a text in which full-width forms are half-width, other scripts' digits are ASCII, and TeX commands are
blanked (`surfaces.normalised`). The one that matches furthest to the left wins, then the one that comes first. They are
grouped by the character they start with, so that most positions of a text are passed over at once.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from build_tools.numbers import namedates
from build_tools.numbers.languages import (
    COUNTERS_JA,
    DETERMINERS,
    LABELS_COLON,
    LABELS_EN,
    LABELS_EN_CAPITAL,
    LABELS_EN_SHORT,
    LABELS_JA,
    MODELS,
    NOUNS_EN,
    PRODUCTS,
    Language,
)
from build_tools.numbers.namedates import GAP, any_of
from build_tools.numbers.surfaces import Surface

LETTER = "A-Za-zÀ-ÖØ-öø-ɏͰ-Ͽ"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉₋", "0123456789-")
_SMALL = "₀-₉₋⁰¹²³⁴-⁹⁻"
_ROMAN = "Ⅰ-ⅿ"
_BRACES = r"\{(?:[^{}]|\{[^{}]{0,60}\}){0,120}\}"
_TEX_UNIT = "(?:pt|em|ex|mm|cm|mu|px)"
_START = rf"(?<![{LETTER}\d_\x01])"

# `2`, `3.1`, `B.2`, `2a`, `(4)`, `2(b)`; not `0.1` and not `1e-3`, which are sizes.
_BARE = r"(?:[A-Z]\.?)?\d+(?:[.\-–]\d+)*[a-h]?(?![A-Za-z\d])(?:\([a-z\d]{1,3}\))?"
_MEMBER = rf"(?!\(?(?:0\.\d|\d+(?:\.\d+)?e[-+−]?\d))(?:\({_BARE}\)|{_BARE})"
# After a comma, a number goes on with the list only where the list itself goes on or ends.
_LIST_GOES_ON = r"(?=\s*(?:,?\s(?:and|or|&)\s|,\s*\(?\d|[.;:)\]]|\Z))"
_JOIN_EN = rf"(?:(?:,?\s+(?:and|or|to|through|&)|\s*[–\-])\s*{_MEMBER}|,\s*{_MEMBER}{_LIST_GOES_ON})*"
_COUNTED = rf"(?:{COUNTERS_JA})(?!目)"
_NUM = r"\d+(?:[.\-–]\d+)*"
_BARE_JA = rf"(?:[A-Z]\.?)?{_NUM}[a-h]?(?![A-Za-z\d]|[.,]\d{{3}}|\.\d)"
_JOIN_JA = rf"(?:{GAP}[・〜~\-–,、]{GAP}(?:第{GAP})?\d+(?:\.\d+)*(?![\d.]*{GAP}{_COUNTED}))*"


def _either_case(words: tuple[str, ...], plural: str = "") -> str:
    return any_of(tuple(f"[{word[0]}{word[0].lower()}]{word[1:]}{plural}" for word in words))


# `a step 0.1 long` sizes a step; `formula section 3` still names one.
_UNDETERMINED = "".join(rf"(?<!\b{word} )(?<!\b{word.capitalize()} )" for word in DETERMINERS)
# `Type 49 tiles`, `row 49 planks long`, but `Figure 2 plots it`.
_COUNTS = (
    rf"(?!\s(?:(?:{any_of(NOUNS_EN)})\b"
    r"|(?:points|samples|times|numbers|tests)\b(?!\s(?:the|an?|to|at|how|whether|why|that|it|its|us|out|from|each)\b)"
    r"|[a-z]+s\s(?:long|wide|high|deep|tall|thick|each|apart|altogether|in\s(?:all|total|sum)|at\sonce)\b))"
)
# `Llama 3 models` are versions of it.
_NO_VERSION = tuple(word for word in NOUNS_EN if word not in ("models", "weights", "cards"))
_COUNTED_MODELS = rf"(?!\s(?:{any_of(_NO_VERSION)})\b)"

# A parenthesis belongs to it where it is closed in it.
_DOI = r"10\.\d{4,9}/(?:\([^\s\x00()、。ぁ-ヿ一-龠]{0,80}\)|[^\s\x00、。（）()ぁ-ヿ一-龠])+"

_BY_LETTER: tuple[tuple[str, str], ...] = (
    ("address", r"https?://[^\s<>()\[\]「」、。ぁ-ヿ一-龠\x00]+|[A-Za-z][\w.+\-]{0,40}@[A-Za-z\d\-]{1,60}\.[\w.\-]{1,60}"),
    ("identifier", r"(?i:arxiv)[:\s]\s?(?:\d{4}\.\d{4,5}|[a-z\-]{2,20}(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
                   rf"|(?i:doi)[:\s]\s?{_DOI}"
                   r"|ISBN(?:-1[03])?:?\s?[\dX\-]{10,17}|ISSN:?\s?\d{4}-\d{3}[\dX]|CVE-\d{4}-\d+|PMID:?\s?\d+"),
    ("date", namedates.BY_LETTER),
    ("version", rf"(?:{any_of(PRODUCTS)}|CC[ \-]BY(?:-[A-Z]{{2}})*|JIS\s[A-Z]|CS)(?:\s|/|-|\s?(?:>=|≥|==)\s?)?v?"
                r"\d+(?:\.\d+)*"
                r"(?:\.x|[a-z]\d*(?![a-z])|x\d+B|[A-Z](?![A-Za-z])|\+)?(?!\d)(?::\d{4})?"
                r"(?:-(?=[A-Za-z\d])[A-Za-z\d]*(?:\.\d+)*)*"
                r"(?:\s?(?:〜|~|–|から|や|と|and|or|to|,|、)\s?\d+\.\d+(?![\d%.]))*"
                rf"|(?:[Vv]ersions?|[Vv]er\.|[Rr]elease){GAP}\d+(?:\.\d+)*|[vV]\d+(?:\.\d+)*(?!\w)"),
    ("version", rf"(?:{any_of(MODELS)})[\s\-]?"
                rf"(?:\d(?:\.\d+)?(?![\d.]*\d|\s?%|x\d)[a-z]?|\d+(?:x\d+)?B(?!\w)){_COUNTED_MODELS}"
                r"(?:[\s\-]\d+(?:\.\d+)?(?:x\d+)?B(?!\w))?(?:-(?=[A-Za-z\d])[A-Za-z\d]*(?:\.\d+)*)*"
                r"(?:\s(?:and|or|to)\s\d+\.\d+(?![\d%.]))*"),
    ("label", rf"{_UNDETERMINED}(?:[Ii]ndex|[Aa]xis|[Ss]eed|[Ee]poch)(?:\s|\s?=\s?)[-−]?\d+(?:–\d+)?"
              rf"(?![\d.,]*\d|\w|\s?[%×]){_COUNTS}|dim\s?=\s?[-−]\d(?![\d.])"
              rf"|(?:{any_of(LABELS_COLON)})\s\d+(?=\s?:)"
              r"|(?:[Ss]ee(?:\salso)?|[Cc]f\.)\s\[\d{1,3}(?:\s?[,–\-]\s?\d{1,3})*\]"),
    ("label", rf"(?:{_either_case(LABELS_EN, 's')}|{any_of(tuple(word + 's' for word in LABELS_EN_CAPITAL))}"
              rf"|[Aa]ppendices|[Cc]orollaries|(?:Refs|Eqs|Eqns|Figs|Secs|Nos|pp|ll)\.)[\s\x00]?{_MEMBER}{_JOIN_EN}(?!\w|\s?[%×])"),
    ("label", rf"(?:{_UNDETERMINED}(?:{_either_case(LABELS_EN)}|{any_of(LABELS_EN_CAPITAL)})[\s\x00]"
              rf"|(?:{_either_case(LABELS_EN_SHORT)})\.[\s\x00]?){_MEMBER}(?!\w|[.,]\d|\s?[%×]){_COUNTS}"
              r"|[Bb]ase[ \-]\d+(?![.\d]*[\d%])"),
    ("index", rf"[{LETTER}][{LETTER}\d_{_SMALL}]*(?:_{_BRACES})?(?:\[[^\[\]\n]{{0,80}}\])+"),
    ("name", rf"[A-Z]\.\d+(?![.\d]*\d)|[{LETTER}]∞"),
    ("name", rf"(?<!\d-)(?:[{LETTER}_]{{2}}|[A-Z])[{LETTER}\d_]*+(?:-[{LETTER}]++(?!/)){{0,8}}+"
             rf"(?:-\d+(?:\.\d+)*|-[A-Z]/\d+)[{LETTER}]*(?:-[{LETTER}\d]+(?:\.\d+)*[{LETTER}]*)*"),
    ("name", rf"[{LETTER}][{LETTER}_]{{0,40}}_{_BRACES}"
             rf"|[{LETTER}]++[₀-₉]+(?=\d)"
             rf"|(?!ln\d)[{LETTER}_]++[\d{_SMALL}][{LETTER}\d_{_SMALL}]*(?:\.\d+(?:\.\d+)*[a-z]*(?=\W|\Z))?"
             rf"(?:-[{LETTER}\d]+(?:\.\d+)*[{LETTER}]*)*"),
)  # fmt: skip
_BY_DIGIT: tuple[tuple[str, str], ...] = (
    ("identifier", rf"\d{{4}}\.\d{{5}}v\d+|{_DOI}"
                   r"|(?!0[xbo]|\d+e\d+(?![0-9a-f]))(?=[0-9]{1,63}[a-f])[0-9a-f]{7,64}(?!\w)"),
    ("date", namedates.BY_DIGIT),
    ("clock", namedates.CLOCK),
    ("version", r"\d+(?:\.\d+){2,}(?:[a-z]+\d*)?(?!\w)|\d+\.S\d+"),
    ("label", rf"\d++(?:{GAP}[〜~\-–・、,]{GAP}\d++){{0,6}}+{GAP}"
              r"(?!項目|種目|科目|品目|題目|演目|曲目|注目|面目)"
              r"(?:[一-龠々ァ-ヶー]{1,6}|つ)?目(?![的標次録視立安])"),
    ("label", rf"\d+(?:\.\d+)+{GAP}[節項章]"
              rf"|(?<!全)(?<!全[ ])(?<!計)(?<!計[ ])\d+{GAP}[章節](?!構成|立て|分|から成|から構|ある|あり|に分)"),
    ("label", rf"\d+{GAP}(?:進数|進法|進(?!歩|む|み|行|ん)|乗(?![りる客せっ法除])|番(?!組)|号(?!令)|限(?![りら定界度])"
              r"|年生|回生|教室|パーセンタイル|百分位)"),
    ("label", r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:-?(?:st|nd|rd|th)(?!\w)(?:[ \-]percentile)?|[ \-]percentile)"),
    ("label", rf"\d+{GAP}行{GAP}\d+{GAP}列目|\d+{GAP}次(?:関数|方程式|多項式|導関数|不等式|曲線|近似|形式|式)"
              rf"|[12]-norms?(?!\w)|[12]{GAP}-?ノルム"),
    ("label", rf"\d-?D(?!\w)|[2-6]G(?!\w)|[01]-(?:based|indexed|origin)|[01]{GAP}(?:始まり|オリジン|起点)|24/7(?!\d)"),
)  # fmt: skip
_ANYWHERE: tuple[tuple[str, str], ...] = (
    ("label", rf"第{GAP}(?:{_NUM}{_JOIN_JA}|[{_ROMAN}]+)"),
    ("label", rf"(?<![一-龠々ァ-ヶ\d])(?<!\d[ \x00])(?:{any_of(LABELS_JA)}){GAP}[\-:]?"
              rf"(?:[{_ROMAN}]+|\({GAP}{_BARE_JA}{GAP}\)|\[{_BARE_JA}\]"
              rf"|{_BARE_JA}(?!{GAP}{_COUNTED})(?:\([a-z\d]{{1,3}}\))?)"
              rf"(?:{GAP}列{GAP}\d+(?!{GAP}{_COUNTED}))?"
              rf"(?:{GAP}[・〜~–、,]{GAP}(?:\(\d+(?:\.\d+)*\)|\d+(?:\.\d+)*(?![\d,.]*{GAP}(?:{_COUNTED}|[一-龠ァ-ヶ]))))*"),
    ("date", namedates.ANYWHERE),
    ("label", rf"その{GAP}\d+(?=[、。:)」]|\Z)|※\d+"),
    ("version", rf"バージョン{GAP}\d+(?:\.\d+)*"),
    ("label", rf"(?:文献|参照|参考){GAP}\[\d{{1,3}}(?:\s?[,、–\-]\s?\d{{1,3}})*\]"
              rf"|\[\d{{1,3}}(?:\s?[,、–\-]\s?\d{{1,3}})*\]{GAP}[をも]{GAP}(?:参照|見よ)|〒\s?\d{{3}}-\d{{4}}(?!\d)"
              r"|(?<![一-龠々ァ-ヶ\d])(?<!\d[ \x00])(?:インデックス|シード|エポック)"
              rf"{GAP}[-−]?\d+(?![\d.,]*\d|{GAP}(?:{_COUNTED}|[ァ-ヶ]{{2}}))|(?:解答|答え){GAP}\d+(?=\s?:)"
              rf"|\(\d+,\s?\d+\){GAP}(?:成分|要素(?!数)|entry\b|element\b|component\b)"),
    ("name", rf"(?<![一-龠々ァ-ヶーA-Za-z\dの])[数何幾]{GAP}10+(?![\d.,])"),
    ("label", rf"#(?:\d+(?!\w)|[0-9a-fA-F]{{6}}(?!\w))|§§?[\s\x00]?{_MEMBER}"),
    ("mark", r"(?<!\x03)\x03++[ \x00]*+"
             rf"(?:\{{[^{{}}]{{0,60}}\}}|\[[ \-]?[\d.]+[ \x00]*{_TEX_UNIT}[ ]?\]|[\-\d.]+{_TEX_UNIT})"),
    ("symbol", rf"(?:(?<=[{LETTER}}}\x01'])|(?<=_\d))\s?\^"
               r"(?:\{\s*\(?\s*[-−]?\d+(?:[./]\d+)?\s*\)?\s*\}|[-−]?\d|\{?∞\x00*\}?)"
               rf"|_{_BRACES}|_∞\x00*|(?<=[{LETTER}\d}}\x01')\]])_\d|(?<=[{LETTER})\]}}\x01])[⁻]?[⁰¹²³⁴-⁹]+"),
)  # fmt: skip

_DIGIT = re.compile(rf"[\d{_SMALL}{_ROMAN}∞]", re.ASCII)
_SPACE = re.compile(r"(?:mathbb\s*\{?\s*[A-Z]\s*\}?|\\R)\s*\Z")


def _alternatives(patterns: tuple[tuple[str, str], ...], prefix: str) -> str:
    return "|".join(f"(?P<{kind}_{prefix}{i}>{text})" for i, (kind, text) in enumerate(patterns))


@cache
def pattern(own: tuple[str, ...]) -> re.Pattern[str]:
    """The names of a course as one expression; its own names come first."""
    mine = rf"(?P<name_own>(?<![{LETTER}\d])(?:{any_of(tuple(map(re.escape, own)))})(?![{LETTER}\d]))|" if own else ""
    return re.compile(
        rf"{mine}{_START}(?=[{LETTER}_])(?:{_alternatives(_BY_LETTER, 'a')})"
        rf"|(?<![\d.])(?<!\d,)(?=\d)(?:{_alternatives(_BY_DIGIT, 'b')})|{_alternatives(_ANYWHERE, 'c')}",
        re.ASCII,
    )


def find(plain: str, raw: str, start: int, language: Language, surface: Surface) -> re.Match[str] | None:
    """The next name with a digit in it, from `start` on.

    Args:
        plain: the text as patterns see it.
        raw: the text as written, of the same length.
        start: where to begin.
        language: whose course's own names count too.
        surface: where the text stands; a clock time is one in prose only (`{1:10}`).
    """
    expression = pattern(language.names)
    while match := expression.search(plain, start):
        written = match.group()
        space = written.lstrip().startswith("^") and _SPACE.search(raw, max(0, match.start() - 20), match.start())
        clock = surface != "prose" and (match.lastgroup or "").startswith("clock")
        if written and not space and not clock and _DIGIT.search(written):
            return match
        start = match.end() if written and not (space or clock) else match.start() + 1
    return None


def kind(match: re.Match[str]) -> str:
    """What sort of name a match is: `label`, `date`, `version`, …"""
    return (match.lastgroup or "name_").partition("_")[0].replace("clock", "date")


_NUMBERS = re.compile(r"\d+(?:\.\d+)*", re.ASCII)


def canonical(text: str, kind: str) -> tuple[str, ...]:
    """What both languages must share of a name.

    Labels share their numbers, dates their ISO form, everything else its characters without TeX's marks.
    """
    if kind == "label" or kind == "version":
        romans = [str(round(sum(values))) for values in _romans(text)]
        return (*(_unpadded(number) for number in _NUMBERS.findall(text)), *romans)
    if kind == "date":
        return namedates.canonical(text)
    bare = text.translate(SUBSCRIPTS).translate(SUPERSCRIPTS)
    return (re.sub(r"[\s_{}^\x00-\x03]", "", bare),)


def _unpadded(number: str) -> str:
    return number.lstrip("0") or "0" if "." not in number else number


def _romans(text: str) -> list[list[float]]:
    return [[unicodedata.numeric(char) for char in run] for run in re.findall(rf"[{_ROMAN}]+", text)]
