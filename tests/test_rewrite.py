"""A value written back in the format of a numeral."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_tools.model import Numeral, Scalar
from build_tools.numbers.compare import agrees
from build_tools.numbers.languages import language
from build_tools.numbers.literals import Surface, scan
from build_tools.numbers.rewrite import rewrite
from tests.test_literals import LINES, tokens


def numeral(text: str, code: str = "ja", *, words: bool = False) -> Numeral:
    """The first numeral of a text."""
    surface: Surface = "math" if any(char in text for char in "\\^{") else "prose"
    found = scan(text, language(code), surface=surface, words=words)
    return next(token for token in found if isinstance(token, Numeral))


FORMATS: list[tuple[str, Scalar, str | None]] = [
    # integers and their separators
    ("2,359,296", 2_362_368, "2,362,368"),
    ("2,359,296", 512, "512"),
    ("2{,}359{,}296", 2_362_368, "2{,}362{,}368"),
    ("2\\,359\\,296", 2_362_368, "2\\,362\\,368"),
    ("1_000_000", 2_000_000, "2_000_000"),
    ("２４００", 1234, "１２３４"),
    ("２，４００", 1234, "１，２３４"),
    ("3", 3.0000000000000004, "3"),
    ("3", 3.5, None),
    ("3", Fraction(1, 3), None),
    # signs
    ("-12", -19, "-19"),
    ("−12", -19, "−19"),
    ("−12", 19, "19"),
    ("12", -19, "-19"),
    ("−¥500", -1200, "−¥1200"),
    ("マイナス 3", -4, "マイナス 4"),
    ("±2", 3, "±3"),
    ("±2", -3, None),
    ("+0.5", -0.25, "-0.2"),
    # decimals
    ("5.0", 5.25, "5.2"),
    ("0.995", 0.9948, "0.995"),
    (".182", 0.1923, ".192"),
    ("-.182", 0.1923, ".192"),
    ("８８．０％", 0.9234, "９２．３％"),
    ("1,234.5", 9876.54, "9,876.5"),
    # suffixes and unit words
    ("54 %", 0.678, "68 %"),
    ("54\\%", 0.678, "68\\%"),
    ("54 %", 0.001, None),
    ("3 割", 0.47, "5 割"),
    ("3 割 5 分", 0.47, "4 割 7 分"),
    ("3 割 2 分 5 厘", 0.2504, "2 割 5 分 0 厘"),
    ("125M", 162_201_636, "162M"),
    ("77.1 MB", 19_267_584, "19.3 MB"),
    ("16 MiB", 2**25, "32 MiB"),
    ("about 125 million", 162_201_636, "162 million"),
    ("125 million", 162_201_636, None),
    ("1.5 million", 2_340_000, "2.3 million"),
    ("約 1 億 2,500 万", 162_201_636, "1 億 6,220 万"),
    ("1 億", 10**9, "10 億"),
    ("1 億", 50_000_000, "5000 万"),
    ("2,504 万 3,750", 25_053_750, "2,505 万 3,750"),
    ("1,000 万", 12_345_678, "1,234 万 5,678"),
    ("1.5 億", 234_000_000, "2.3 億"),
    ("約 1000", 2345.6, "2000"),
    # scientific
    ("2.04e-09", 2.05e-7, "2.05e-07"),
    ("2.04e-09", 0, "0.00e+00"),
    ("1e-1", 0.01, "1e-2"),
    ("1e-1", 0.25, "2.5e-1"),
    ("1e+03", 2000, "2e+03"),
    ("2.04 \\times 10^{-9}", 3.04e-7, "3.04 \\times 10^{-7}"),
    ("2.05 × 10⁻⁹", 3e-5, "3.00 × 10⁻⁵"),
    ("3 x 10^8", 2e10, "2 x 10^{10}"),
    # powers, roots, logarithms
    ("10^{-3}", 1e-5, "10^{-5}"),
    ("10⁻³", 0.1, "10⁻¹"),
    ("2^9", 1024, "2^{10}"),
    ("768^2", 1024**2, "1024^2"),
    ("10 の −3 乗", 0.0001, "10 の −4 乗"),
    ("2 to the power of 10", 4096, "2 to the power of 12"),
    ("ln 2", math.log(3), "ln 3"),
    ("√2", math.sqrt(3), "√3"),
    ("1/√2", 1 / math.sqrt(3), "1/√3"),
    # fractions
    ("\\frac{1}{3}", Fraction(2, 3), "\\frac{2}{3}"),
    ("\\frac12", Fraction(11, 13), "\\frac{11}{13}"),
    ("\\frac{ 1 }{ 3 }", Fraction(1, 7), "\\frac{ 1 }{ 7 }"),
    ("1/3", 2 / 3, "2/3"),
    ("2/4", 0.75, "3/4"),
    ("1/3", 2, "2"),
    ("16 分の 1", Fraction(1, 8), "8 分の 1"),
    ("10 万分の 1", Fraction(3, 1000), "1000 分の 3"),
    ("¼", 0.75, "¾"),
    ("1½", 2.25, "2¼"),
    # other bases
    ("0x1F", 32, "0x20"),
    ("0x0f", 10, "0x0a"),
    ("0b11111", 33, "0b100001"),
    # infinities
    ("∞", float("-inf"), "-∞"),
    ("−∞", float("-inf"), "−∞"),
    ("-\\infty", float("inf"), "\\infty"),
    ("1", float("inf"), "∞"),
    ("∞", 5, "5"),
    ("1", float("nan"), None),
    # what no numeral states
    ("1", "one", None),
    ("1", True, None),
    ("1", None, None),
]
WORDS: list[tuple[str, str, Scalar, str | None]] = [
    ("en", "three", 4, "four"),
    ("en", "Three", 21, "Twenty-one"),
    ("en", "three", 123, "123"),
    ("en", "three", 0.5, "one half"),
    ("en", "one billion", 2 * 10**9, "two billion"),
    ("en", "two thirds", Fraction(3, 4), "three quarters"),
    ("en", "half", 0.25, "one quarter"),
    ("ja", "四つ", 7, "七"),
    ("ja", "四つ", 12, "十二"),
    ("ja", "四つ", 123, "123"),
    ("ja", "三分の一", Fraction(1, 4), "四分の一"),
    ("ja", "二割", 0.3, "三割"),
]


@pytest.mark.parametrize(("text", "value", "expected"), FORMATS)
def test_format(text: str, value: Scalar, expected: str | None) -> None:
    assert rewrite(numeral(text), value, language("ja")) == expected


@pytest.mark.parametrize(("code", "text", "value", "expected"), WORDS)
def test_word(code: str, text: str, value: Scalar, expected: str | None) -> None:
    assert rewrite(numeral(text, code, words=True), value, language(code)) == expected


def test_a_unit_elsewhere_scales() -> None:
    first, second = (token for token in scan("5〜10 %", language("ja")) if isinstance(token, Numeral))
    assert (rewrite(first, 0.25, language("ja")), rewrite(second, 0.25, language("ja"))) == ("25", "25 %")


@pytest.mark.parametrize(("code", "entry"), LINES)
def test_a_numeral_states_its_own_value(code: str, entry: dict[str, object]) -> None:
    for token in tokens(str(entry["line"]), code):
        if isinstance(token, Numeral):
            assert rewrite(token, token.value, language(code)) == token.text


_STYLES = [text for text, _, expected in FORMATS if expected]
_VALUES = st.one_of(
    st.integers(-(10**12), 10**12),
    st.floats(-1e12, 1e12, allow_nan=False),
    st.fractions(-100, 100, max_denominator=64),
    st.sampled_from([math.inf, -math.inf, 0, 0.0]),
)


@given(st.sampled_from(_STYLES), _VALUES)
def test_what_is_written_agrees_and_can_be_written_back(style: str, value: int | float | Fraction) -> None:
    old = numeral(style)
    text = rewrite(old, value, language("ja"))
    if text is None:
        return
    front = "約 " if old.approximate else ""
    new = numeral(front + text)
    assert new.text == text
    assert agrees(new, value)
    again = rewrite(new, old.value, language("ja"))
    if again is not None:
        assert agrees(numeral(front + again), old.value)


@given(st.integers(0, 10**16), st.integers(0, 6), st.sampled_from(["", ",", "{,}"]), st.booleans())
def test_decimals_round_trip(digits: int, places: int, separator: str, negative: bool) -> None:
    text = f"{digits:,}".replace(",", separator) + (f".{'7' * places}" if places else "")
    text = f"-{text}" if negative else text
    old = numeral(text)
    assert old.text == text
    assert rewrite(replace(old, text=text), old.value, language("ja")) == text
