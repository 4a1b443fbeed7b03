"""What is read of a page whose formulas and pieces of code are taken as one, against the same read tag by tag."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build_tools.publishing import document
from build_tools.publishing.document import Document
from tests.test_tags import CODE_MADE, MATH_MADE, told

PIECES = (
    *(MATH_MADE, CODE_MADE, "<math>", "</math>", "<mi>", "</mi>", "<math><mi>x</mi></math>", "<math><mi> </mi></math>"),
    *("<math><mi href='#a' id='b'>x</mi></math>", '<math><mi href="#a">x</mi></math>', "<math><mark>x</mark></math>"),
    *("<math><mi>x</math>", "<math>\n<mi>x</mi>\n</math>", "<math><mi>x</mi><mo>\n</mo><mi>￼</mi></math>"),
    *("<div class=highlight>", "</div>", "<p>", "</p>", "<a data-claim=c href='#c'>", "</a>", "<pre>", "</pre>"),
    *("<code>", "</code>", "<kbd>", "</kbd>", "a", "b\nc", " ", "\n", "あ &lt; ", "<"),
    *("<p data-exercise=e>", '<script type="application/json">', "</script>"),
)


def apart(html: str) -> Document:
    reader = document._Reader(html)
    reader.read(told(html))
    reader.finish()
    return reader.document


def same(html: str) -> None:
    together, expected = document.read(html), apart(html)
    for part, value in vars(expected).items():
        found = getattr(together, part)
        if part in ("prose", "output"):
            assert [(run.text, run.pieces) for run in found] == [(run.text, run.pieces) for run in value]
            for run in found:
                assert [run.position(at) for at in range(len(run.text))]
        else:
            assert found == value, part


@pytest.mark.parametrize("before", ["", "a", "<p>", "<p>a ", "<div class=highlight>a", "<pre>a", "<code>a", "<kbd>"])
@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_in_its_place(before: str, piece: str) -> None:
    same(f"{before}{piece} b</p>")


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_whatever_a_page_may_hold(html: str) -> None:
    same(html)
