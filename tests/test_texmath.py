"""Formulas: which of their numbers a page must bind, and what a reader takes them for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from build_tools.formulas import mathml, texmath
from build_tools.numbers.languages import language


def read(tex: str) -> list[tuple[float, str]]:
    reading = texmath.read(tex, language("en"))
    return [(float(n.value), role) for n, role in zip(reading.numerals, reading.roles, strict=True)]


@pytest.mark.parametrize(
    "tex",
    [
        r"49\,\mathrm{kg}",
        r"t = 49\,\mathrm{s}",
        r"n = 49\,\text{tiles}",
        r"49^\circ",
        r"49\ \Omega",
        r"49\,\mathrm{m/s^2}",
        r"n = \fbox{49}",
        r"\underbrace{49}_{n}",
        r"\color{red}{49}",
        r"\overset{49}{=}",
        r"x_{}49",
        r"49\,\mathrm{K}",
    ],
)
def test_a_number_with_a_unit_or_a_frame_is_to_be_bound(tex: str) -> None:
    [(value, role)] = read(tex)
    assert value == 49 and role in ("free", "result")


@pytest.mark.parametrize(
    "tex",
    [
        r"2\,\mathrm{softmax}(x)",
        r"2\,\mathrm{head}_1",
        r"\int 2\,\mathrm{d}x",
        r"2\,\mathbf{K}",
        r"2\,\hat{k}",
        r"2\,\vec{B}",
    ],
)
def test_a_factor_of_a_symbol_is_symbolic(tex: str) -> None:
    assert read(tex) == [(2, "symbolic")]


@pytest.mark.parametrize(
    ("tex", "values"),
    [
        *((tex, [-48]) for tex in (r"-\,48", "-(48)", "-{48}", r"\text{−}48", "{-}48", r"\mathord{-}48")),
        *((tex, [0.1, -0.2, 0.3]) for tex in (r"[\,0.1\ \ -0.2\ \ 0.3\,]", r"(0.1\quad -0.2\quad 0.3)")),
        *((tex, [2359296]) for tex in (r"2\;359\;296", "2~359~296")),
        *((tex, [0.48]) for tex in (r"48~\%", r"48\text{ \%}")),
        (r"[128\;256\;512]", [128, 256, 512]),
        (r"3 -\,48", [3, 48]),
        (r"48\text{M}", [48e6]),
        (r"80\,\mathrm{GB}", [80e9]),
    ],
)
def test_values_are_those_that_a_reader_sees(tex: str, values: list[float]) -> None:
    assert [value for value, _ in read(tex)] == values


def test_a_numeral_is_the_text_as_written_with_the_groups_that_it_opens() -> None:
    for tex in ("-{48}", r"\text{−}48", "{-}48", r"-\,48", r"48\text{ \%}"):
        [numeral] = texmath.read(tex, language("en")).numerals
        assert (numeral.start, numeral.end, numeral.text) == (0, len(tex), tex)
    assert texmath.read("-(48)", language("en")).numerals[0].value == Fraction(-48)


@pytest.mark.parametrize(
    ("tex", "wrong"),
    [
        (r"6\,\mathrm{m} \times 8\,\mathrm{m} = 48\,\mathrm{m}^2", False),
        (r"6\,\mathrm{m} \times 8\,\mathrm{m} = 49\,\mathrm{m}^2", True),
        (r"1\,\mathrm{km} = 1000\,\mathrm{m}", False),
        (r"|{-48}| = 48", False),
        (r"|{-48}| = 47", True),
        (r"\lceil 48/5 \rceil = 10", False),
        (r"25\% \text{ of } 48 = 12", False),
        (r"12 = 25\% \text{ of } 48", False),
        (r"x = 3 \text{ and } 4 + 4 = 9", True),
    ],
)
def test_arithmetic(tex: str, wrong: bool) -> None:
    assert bool(texmath.read(tex, language("en")).faults) == wrong


@pytest.mark.parametrize(
    "tex",
    ["{" * 6000 + "x" + "}" * 6000, "{" * 20_000, r"\sqrt " * 20_000 + "x", r"\left(" * 6000, "x" * 60_000],
    ids=["braces", "unclosed", "roots", "left", "long"],
)
def test_a_formula_too_deep_for_the_converter_is_a_fault(tex: str) -> None:
    assert mathml.fault(tex)
    texmath.read(tex, language("en"))
