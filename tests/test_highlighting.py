"""Code that is highlighted once for all pages comes out as pymdownx makes it each time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import Markdown
from pygments.styles.default import DefaultStyle
from pymdownx.highlight import Highlight

from build_tools.publishing import highlighting

COURSE = Path(__file__).parent.parent
CODE = "def f(x):\n    return x * 2  # twice\n"
FENCES = {
    "plain": f"```python\n{CODE}```\n",
    "without a language": f"```\n{CODE}```\n",
    "a language that nobody knows": f"```nosuch\n{CODE}```\n",
    "lines with numbers": f'```python linenums="3 2"\n{CODE}```\n',
    "lines in another colour": f'```python hl_lines="1"\n{CODE}```\n',
    "a title": f'```python title="f.py"\n{CODE}```\n',
    "another title": f'```python title="g.py"\n{CODE}```\n',
    "a title in HTML": f'```python title="<b>f</b>" title_mode="html"\n{CODE}```\n',
    "an id and a class": f"``` {{.python #first .wide data-x=1}}\n{CODE}```\n",
    "indented": "".join(f"    {line}\n" for line in CODE.splitlines()),
    "in a line": "Text `#!python f(1)` and `#!python f(1)`.\n",
    "in a list": f"- one\n\n    ```python\n    {CODE.splitlines()[0]}\n    ```\n",
}
OPTIONS: dict[str, dict[str, Any]] = {
    "none": {},
    "anchors of lines": {"anchor_linenums": True, "linenums": True},
    "spans of lines": {"line_spans": "__span", "pygments_lang_class": True},
    "titles": {"auto_title": True, "auto_title_map": {"Python": {"title": "<b>Py</b>", "mode": "html"}}},
    "without Pygments": {"use_pygments": False},
    "a style that is a class": {"pygments_style": DefaultStyle, "noclasses": True},
}


@pytest.fixture(autouse=True)
def pymdownx(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is put in place of pymdownx's own goes again."""
    monkeypatch.setattr(Highlight, "highlight", highlighting._MADE)
    yield


def html(text: str, options: dict[str, Any]) -> str:
    extensions = ["pymdownx.highlight", "pymdownx.superfences", "pymdownx.inlinehilite", "attr_list"]
    return Markdown(extensions=extensions, extension_configs={"pymdownx.highlight": options}).convert(text)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_each_fence(options: dict[str, Any]) -> None:
    pages = [*FENCES.values(), "\n".join(FENCES.values()), "\n".join(reversed(FENCES.values()))]
    expected = [html(page, options) for page in pages]
    highlighting.remember()
    assert [html(page, options) for page in pages] == expected
    assert [html(page, options) for page in pages] == expected


def test_one_configuration_after_another() -> None:
    page = "\n".join(FENCES.values())
    expected = [html(page, options) for options in OPTIONS.values()]
    highlighting.remember()
    for _ in range(2):
        assert [html(page, options) for options in OPTIONS.values()] == expected


def test_the_course() -> None:
    texts = [path.read_text("utf-8") for path in sorted((COURSE / "docs").rglob("*.md"))]
    texts += [f"```python\n{path.read_text('utf-8')}```\n" for path in sorted((COURSE / "snippets").rglob("*.py"))]
    expected = [html(text, {}) for text in texts]
    highlighting.remember()
    for _ in range(2):
        assert [html(text, {}) for text in texts] == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.sampled_from("a1 \n`\"'&<>{}#:\t.é"), max_size=30), max_size=4))
def test_odd_code(codes: list[str]) -> None:
    page = "\n".join(f"~~~~python\n{code}\n~~~~\n\n" for code in codes)
    Highlight.highlight = highlighting._MADE
    expected = html(page, {})
    highlighting.remember()
    assert html(page, {}) == expected
    assert html(page, {}) == expected


def test_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(self: Any, src: str, *given: Any, **options: Any) -> str:
        made.append(src)
        return f"<pre>{src}</pre>"

    monkeypatch.setattr(highlighting, "_MADE", counted)
    highlighting.remember()
    for _ in range(2):
        html(FENCES["plain"], {})
    assert len(made) == 1
    html(FENCES["lines with numbers"], {})
    html(FENCES["plain"].replace("twice", "doubled"), {})
    html(FENCES["plain"], {"linenums": True})
    assert len(made) == 4


def test_no_more_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highlighting, "_MOST", 2)
    pages = [f"```python\nx = {number}\n```\n" for number in range(5)]
    expected = [html(page, {}) for page in pages]
    highlighting.remember()
    assert [html(page, {}) for page in [*pages, *pages]] == [*expected, *expected]
