"""Links that leave the site, taken out of a page: their texts stay. The real course is read so in tests/browser/."""

from __future__ import annotations

import pytest

from build_tools.publishing import outside


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="https://a.example/">x</a>', '<span class="tk-outside">x</span>'),
        (
            '<a class="b" href=\'http://a.example\' rel="c"><b>x</b>\ny</a>',
            '<span class="tk-outside"><b>x</b>\ny</span>',
        ),
        ("<A HREF=//a.example>x</A>", '<span class="tk-outside">x</span>'),
        ('<a title="a > b" href="https://a.example/">x</a>', '<span class="tk-outside">x</span>'),
        ('<a href="#b">x</a>', '<a href="#b">x</a>'),
        ('<a href="../b/" title="https://a.example">x</a>', '<a href="../b/" title="https://a.example">x</a>'),
        ('<abbr href="https://a.example/">x</abbr>', '<abbr href="https://a.example/">x</abbr>'),
        ('<a href="b/">x</a><a href="https://a.example/">y</a>', '<a href="b/">x</a><span class="tk-outside">y</span>'),
        ('<a id="b"></a> <a href="https://a.example/">y</a>', '<a id="b"></a> <span class="tk-outside">y</span>'),
    ],
)
def test_a_link(html: str, expected: str) -> None:
    assert outside.without(html) == expected
