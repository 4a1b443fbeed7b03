"""One line: where its parts are, to the character, and what of it a reader sees."""

from __future__ import annotations

import pytest

from build_tools.model import Page
from build_tools.pages import markdown
from build_tools.pages.atoms import atoms
from build_tools.pages.braces import expression_end


def read(text: str) -> Page:
    return markdown.read(text, "p.md", "p.md", "en")


def shown(text: str) -> str:
    return read(text).visible.replace("\x00", "")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("a}", 1),
        ("f({1: 2})}", 9),
        ('rows["}"]}', 9),
        (r'"\"}"}', 5),
        ("a)", None),
        ("(a}", None),
        ("'}", None),
        ("", None),
    ],
)
def test_an_expression_ends_at_its_own_brace(text: str, end: int | None) -> None:
    assert expression_end(text, 0, len(text)) == end


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("`a`", ["code"]),
        ("``a ` b``", ["code"]),
        (r"\`a`", ["escape", "tick"]),
        (r"`\`", ["code"]),
        ("$a$", ["math"]),
        (r"\$5 and $a$", ["escape", "math"]),
        ("$5 and $6", []),
        ("$ a $", []),
        ("$$", ["dollars"]),
        ("<b>", ["tag"]),
        ("<https://a.b/7>", ["autolink"]),
        ("a < b > c", []),
        ("<!-- a -->", ["comment"]),
        ("&amp; &unknown; AT&T", ["entity"]),
        ("[a]{=b} [a]{=b", ["binding", "unclosed"]),
    ],
)
def test_atoms(text: str, kinds: list[str]) -> None:
    assert [atom.kind for _, atom in sorted(atoms(text, 0, len(text)).items())] == kinds


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a [3]{=x} b", "a 3 b"),
        ("$d_k = 4${=x}", "d_k = 4"),
        ("[a](u7)", "a"),
        ('[a](u7 "t 8")', "at 8"),
        ("![alt 7](u8)", "!alt 7"),
        ("[a][r]\n\n[r]: u7", "a\n\n"),
        ("[a][7]", "[a][7]"),
        ("<span class=\"x7\" title='8'>a</span>", "8a"),
        ("`a`", "a"),
        (r"\*7\*", "*7*"),
        ("a <!-- 7 --> b", "a  b"),
        ("{x=7}", "{x=7}"),
        ("[a](u){ .c7 }", "a"),
        ("## A [3]{=x} {#a7}", "A 3"),
        ("| 1 | 2 |\n|---|---|\n| 3 | 4 |", " 1  2 \n\n 3  4 "),
    ],
)
def test_what_a_reader_sees(text: str, visible: str) -> None:
    assert shown(text) == visible


@pytest.mark.parametrize(
    "text",
    ["[[0, 1)]{=x}", "[`]`]{=x}", r"[\]]{=x}", "[a [b] c]{=x}", "[$]$ 1]{=x}", "[1]{=f['}']}", "[1]{= x }"],
)
def test_a_literal_may_hold_brackets(text: str) -> None:
    page = read(text)
    assert [claim.expression[:1] for claim in page.claims] in ([], ["x"], ["f"])
    assert len(page.claims) == 1 or text.startswith("[[0")


def test_each_cell_is_read_on_its_own() -> None:
    segments = [
        one.segment.span.of(read("| a | b |\n|---|---|\n| 5 | % |").text)
        for one in read("| a | b |\n|---|---|\n| 5 | % |").seen
    ]
    assert segments == [" a ", " b ", " 5 ", " % "]


def test_a_claim_is_where_it_stands() -> None:
    text = "約 [2,400]{=w * h} 個"
    (claim,) = read(text).claims
    assert claim.whole.of(text) == "[2,400]{=w * h}"
    assert claim.literal.of(text) == "2,400"
    assert claim.marker.of(text) == "{=w * h}"
    assert claim.expression_span.of(text) == "w * h"
    assert [part.span.of(text) for part in claim.segments] == ["2,400"]
