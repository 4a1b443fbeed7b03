"""The number reader on lines as lessons write them, and on anything at all."""

from __future__ import annotations

import math
import re
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from build_tools.model import Name, Numeral, Token
from build_tools.numbers.languages import language, words
from build_tools.numbers.literals import DIGIT, Surface, canonical, scan, soft
from build_tools.numbers.surfaces import normalised

SAMPLES = Path(__file__).parent / "samples" / "wild"
LINES: list[tuple[str, dict[str, Any]]] = [
    (code, entry) for code in ("ja", "en") for entry in yaml.safe_load((SAMPLES / f"{code}.yml").read_text("utf-8"))
]
IDS = [f"{code}-{entry['line'][:40]}" for code, entry in LINES]
JAPANESE = [entry["line"] for code, entry in LINES if code == "ja"]
SURFACES: tuple[Surface, ...] = ("prose", "code", "math")
_PARTS = re.compile(r"(?<!\\)\$(?P<math>[^$]+)\$(?!\d)|`(?P<code>[^`]+)`")


def tokens(line: str, code: str, *, spelled: bool = True) -> list[Token]:
    """The tokens of a line of Markdown: maths between dollar signs, code between backticks, prose elsewhere."""
    found: list[Token] = []
    tables = language(code)

    def read(start: int, end: int, surface: Surface) -> None:
        for token in scan(line[start:end], tables, surface=surface, words=spelled and surface == "prose"):
            assert token.text == line[start:end][token.start : token.end]
            found.append(type(token)(**{**vars(token), "start": token.start + start, "end": token.end + start}))

    at = 0
    for match in _PARTS.finditer(line):
        read(at, match.start(), "prose")
        kind: Surface = "math" if match["math"] else "code"
        read(*match.span(kind), kind)
        at = match.end()
    read(at, len(line), "prose")
    return found


def exact(value: Any) -> Fraction | float:
    return value if isinstance(value, float) and math.isinf(value) else Fraction(str(value))


def inside(start: int, end: int, line: str, texts: list[Any]) -> bool:
    return any(
        match.start() <= start and end <= match.end()
        for text in map(str, texts)
        for match in re.finditer(re.escape(text), line)
    )


@pytest.mark.parametrize(("code", "entry"), LINES, ids=IDS)
def test_a_line_is_read_as_a_careful_person_reads_it(code: str, entry: dict[str, Any]) -> None:
    line, names, either = entry["line"], entry.get("names", []), entry.get("either", [])
    found = tokens(line, code)
    expected = list(entry["values"])
    for token in found:
        if isinstance(token, Numeral):
            if expected and str(expected[0][0]) == token.text:
                _, value, *unit = expected.pop(0)
                wanted = exact(value)
                if isinstance(wanted, float) or isinstance(token.value, float):
                    assert token.value == wanted, token
                else:
                    assert abs(token.value - wanted) <= abs(wanted) / 10**12, token
                if unit:
                    assert token.unit == exact(unit[0]), token
                elif not token.approximate:
                    assert token.unit is None, token
            else:
                assert inside(token.start, token.end, line, either), (token, expected[:1])
    assert expected == []
    for text in map(str, names):
        places = [match.span() for match in re.finditer(re.escape(text), line)]
        assert places, text
        assert any(only_names(found, start, end, text) for start, end in places), text


def only_names(found: list[Token], start: int, end: int, text: str) -> bool:
    over = [token for token in found if token.start < end and start < token.end]
    return all(isinstance(token, Name) for token in over) and (bool(over) or not re.search(r"\d", text))


def outline(line: str, code: str) -> list[tuple[Any, ...]]:
    return [(t.value, t.unit) if isinstance(t, Numeral) else ("name", t.canonical) for t in tokens(line, code)]


_GAPS = re.compile(r"(?<=[ぁ-ヿ一-龠、。（）「」]) (?=[!-~０-９])|(?<=[!-~０-９％]) (?=[ぁ-ヿ一-龠、。（）「」])")


@pytest.mark.parametrize("line", JAPANESE)
def test_japanese_reads_the_same_without_spaces(line: str) -> None:
    assert outline(_GAPS.sub("", line), "ja") == outline(line, "ja")


@pytest.mark.parametrize("line", [line for line in JAPANESE if not re.search("[$`@]", line)])
def test_full_width_digits_read_as_half_width_ones(line: str) -> None:
    wide = line.translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    assert outline(wide, "ja") == outline(line, "ja")


@pytest.mark.parametrize(("code", "entry"), LINES, ids=IDS)
def test_words_change_no_digit(code: str, entry: dict[str, Any]) -> None:
    """What is written in digits reads the same whether number words are read or not."""
    with_words = [t for t in tokens(entry["line"], code) if not (isinstance(t, Numeral) and t.word)]
    assert with_words == tokens(entry["line"], code, spelled=False)


# ------------------------------------------------------------------------------------------ any text at all

_PIECES = [
    *words(
        r"""0 1 9 1,000 2{,}359 1. 1.2. .5 ½ ∞ Ⅲ ① ⁰ ₁ １ ٣ 0x 0x1F 1e 1e5 √ 1/ 分の 万 億 割 % \% ± − - – ~ 約
        about ^2 ^{2} _1 _{a {} } { \frac{1}{ \frac12 \times 10^{-3} \mathbb{R}^{3 \infty \hspace{ \\[4pt]
        \text{row Section Eq. ( ) [ ] , 、 。 第 図 目 つ 年 月 時 の 乗 から to and rows x q a A- GPT-2
        Python v1 al., May 10:30 § # @ http:// one two half hundred third 三 十 百 分 二割 マイナス minus
        between $ ¥ GB kB M per cent inf は"""
    ),
    " ",
    "\x00",
    "\n",
]
_TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(_PIECES), max_size=24).map("".join))
_DIGIT_LIKE = re.compile(r"[\d⁰¹²³⁴-⁹₀-₉①-⓿Ⅰ-ⅿ½∞]")


@given(_TEXTS, st.sampled_from(SURFACES), st.sampled_from(["ja", "en"]), st.booleans())
def test_tokens_are_ordered_and_hold_every_digit(text: str, surface: Surface, code: str, spelled: bool) -> None:
    found = scan(text, language(code, ("GPT-2",)), surface=surface, words=spelled)
    at, rest = 0, []
    for token in found:
        assert at <= token.start < token.end <= len(text)
        assert token.text == text[token.start : token.end]
        assert canonical(token) if isinstance(token, Numeral) else isinstance(token.canonical, tuple)
        rest.append(text[at : token.start])
        at = token.end
    assert not _DIGIT_LIKE.search("\n".join([*rest, text[at:]]))
    soft(text, language(code))


_HOSTILE = [
    *words(
        r"""1 9, 1,000 { _{ _{a a a1 A- q_ 1. .5 0x1F 1e5 √ 1/ 図3 第 a@ http:// a[1 [1 2024- 約1 1〜 one- 三
        十万 １ Ⅲ ¼ − $1 10: rows1, 5% \ \frac{ \frac1 \\[ \hspace{ }^3 ^2 ① GPT- v1. 1万 目 8d2f1ab"""
    ),
    "Section 3, ",
    "rows 1, ",
    "and 1 ",
    "between 1 and ",
    "two hundred ",
    "3 分の ",
    "x_1^2 ",
    " ",
    "\x00",
]


@pytest.mark.parametrize("unit", _HOSTILE)
def test_time_grows_with_the_length(unit: str) -> None:
    for surface in ("prose", "math"):
        text = (unit * 10_000)[:10_000]
        began = time.process_time()
        scan(text, language("ja"), surface=surface, words=surface == "prose")
        assert time.process_time() - began < 1  # an eighth of a second at most; what is quadratic takes two and a half


# --------------------------------------------------------------------------------- what both languages share


@pytest.mark.parametrize(
    ("ja", "en"),
    [
        ("２，４００ 件", "2.4e3 items"),
        ("3 割", "30 %"),
        ("1 億 2,400 万", "124 million"),
        ("16 分の 1", "1/16"),
        ("2 の 10 乗", "2 to the power of 10"),
        ("第 2 列", "the 2nd column"),
        ("2024 年 5 月 10 日", "May 10, 2024"),
        ("令和 6 年 5 月 10 日", "10 May 2024"),
        ("5 月 10 日", "May 10"),
        ("2017 年に", "in 2017,"),
        ("2010 年代", "the 2010s"),
        ("20 世紀", "the 20th century"),
        ("2026 年冬学期", "Winter 2026"),
        ("午後 3 時 30 分", "3:30 p.m."),
        ("17 時", "5 pm"),
        ("講義 05", "Lecture 5"),
        ("図 3〜5", "Figures 3–5"),
        ("行 1 列 2", "row 1, column 2"),
        ("GPT-2 と Python 3.11", "GPT-2 and Python 3.11"),
        ("式 (4)", "Eq. (4)"),
        ("99 パーセンタイル", "the 99th percentile"),
        ("−∞", "-∞"),
        ("$q_0$ と $W^{(1)}$", "$q_0$ and $W^{(1)}$"),
    ],
)
def test_both_languages_share(ja: str, en: str) -> None:
    def shared(line: str, code: str) -> list[str]:
        keys = [(canonical(t),) if isinstance(t, Numeral) else t.canonical for t in tokens(line, code, spelled=False)]
        return [key for group in keys for key in group]

    assert shared(ja, "ja") == shared(en, "en") != []


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("the second of four heads", "en", ("4", "2")),
        ("Chapter III", "en", ("3",)),
        ("twice a third of it", "en", ("2", "1/3", "3")),
        ("第二層の四つ", "ja", ("2", "4", "4")),  # 四つ may stand for a label or a numeral, 第二 for a label alone
        ("nine zeroes", "en", ("9", "0")),
        ("no digits", "en", ()),
    ],
)
def test_soft(text: str, code: str, expected: tuple[str, ...]) -> None:
    assert soft(text, language(code)) == expected


def test_a_character_has_a_digit_however_it_is_seen() -> None:
    every = "".join(map(chr, range(0x110000)))
    seen = normalised(every, "prose")
    assert len(seen) == len(every)
    differing = [
        ord(char)
        for char, shown in zip(every, seen, strict=True)
        if bool(DIGIT.match(char)) != bool(DIGIT.match(shown))
    ]
    assert differing == []


@given(st.text())
def test_what_has_no_digit_states_nothing_but_words(text: str) -> None:
    for code in ("ja", "en"):
        for token in scan(text, language(code), words=True):
            assert DIGIT.search(token.text) or (isinstance(token, Numeral) and token.word)
