"""Our sections of a page against those of Material's own search: the same for whatever a page may hold."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from material.plugins.search.plugin import SearchIndex

from build_tools.publishing import sections, tags
from tests.test_tags import CODE_MADE, EXAMPLES, MATH_MADE

MADE = SearchIndex.add_entry_from_context  # Material's own: no builder is installed yet
BLANK = '<div class="highlight"><pre><span></span><code>\n</code></pre></div>'
PAGES = (
    "",
    "text alone &amp; &lt;more&gt;\n",
    "<h1 id=a>One<a class='headerlink' href='#a'>¶</a></h1>\n<p>a\nb  <em>c</em></p>\n<h2 id=b>Two</h2><p>d</p>",
    "<h2 id=b>Two</h2><p>d</p><h3>Three</h3><p>e</p><h1 id=a>One</h1>f",
    "<p>before</p><h2 id=b><code>x</code> <sub>y</sub></h2>",
    "<h1 id=a>One</h1><ul>\n<li>a</li>\n<li> </li><li></li></ul><ol><li><p>b</p></li></ol>",
    "<h1 id=a>One</h1><pre><code>a\n\n  b < c</code></pre><pre>\n</pre> <pre> </pre>".replace("b < c", "b &lt; c"),
    "<h1 id=a>One</h1><h2 id=b data-search-exclude>Two</h2><p>a</p><h2 id=c>Three</h2><p>b</p>",
    "<h1 id=a>One</h1><dl data-search-exclude><dt>a</dt></dl><p>b</p><details data-search-exclude><p>c</p></details>d",
    "<h1 id=a>One</h1><div data-search-exclude><div>a</div>b</div><div>c</div>",
    "<h1 id=a>One</h1><table><td class='linenodiv'><pre>1</pre></td><td><pre>a</pre></td></table><td>b</td>",
    "<h1 id=a>One</h1><script>a</script><style>b</style><object>c</object><p data-search-exclude>d</p>e",
    "<script data-search-exclude>a</script><script>b</script>c",
    "<div><div><h2 id=a>One</h2><p>a</p></div><p>b</p></div><p>c</p>",
    "<div><h1 id=a>One</h1><section><h2 id=b>Two</h2><p>a</p></section><p>b</p></div>c",
    "<h1 id=a>One</h1><p>a<br>b<img src=x>c<p>d</p></em></p></p>",
    "<h1 id=a>One<h2 id=b>Two</h1>a</h2>b",
    "<h1 id=a>One</h1><svg><text>a</text></svg><math><mi>x</mi></math><span class=a>b</span>",
    "<h2 id>One</h2><h2 id=b id=c>Two</h2><a class=headerlink>a</a>",
    "<h1 id=a>One</h1><section class=x data-search-exclude><p>a</p></section><p>b</p>",
    "<h1 id=a>One</h1>a < b<p>c</p>",
    "<section data-search-exclude><section>a</section>b</section>c",
    f"{CODE_MADE}<h1 id=a>One</h1>{CODE_MADE}\n<p>a <code>b</code></p>{CODE_MADE}<h2 id=b>Two{CODE_MADE}</h2>",
    f"<h1 id=a>One</h1><pre data-search-exclude>{CODE_MADE}</pre><div data-search-exclude>{CODE_MADE}</div>",
    f"<div><h1 id=a>One</h1>{CODE_MADE}<div><h2 id=b>Two</h2>{CODE_MADE}</div>{CODE_MADE}</div>{CODE_MADE}",
    f"<h1 id=a>One</h1>{BLANK}<code>a</code>{BLANK}b",
    f"{MATH_MADE}<h1 id=a>One {MATH_MADE}</h1><p>a {MATH_MADE} b{MATH_MADE}</p><h2 id=b>{MATH_MADE}</h2>{MATH_MADE}",
    f"<h1 id=a>One</h1><p data-search-exclude>{MATH_MADE}</p><pre>{MATH_MADE}</pre><sub>{MATH_MADE}</sub>",
    f"<div><h1 id=a>One</h1>{MATH_MADE}<div><h2 id=b>Two</h2>{MATH_MADE}</div>{MATH_MADE}</div>{MATH_MADE}",
    "<h1 id=a>One</h1><p>a <math>\n<mi>\n</mi></math><math><mi>b</mi> <mo>\n</mo></math>\n<math><mi>c</math>d</p>",
    "<h1 id=a>One</h1><math><mi> </mi><mi>b</mi></math><mi data-search-exclude><math><mi>c</mi></math>d</mi>e",
)
TAGS = ("p", "li", "pre", "code", "div", "h1", "h2", "a", "span", "object")
PIECES = st.sampled_from(
    [f"<{end}{tag}>" for tag in TAGS for end in ("", "/")]
    + ["<script>", "</script>", "<br>", "<hx>", "</hx>"]
    + ["<h1 id=a>", "<h2 id=b>", "<h2 id=c data-search-exclude>", "<div data-search-exclude>"]
    + ["<p data-search-exclude>", "<a class=headerlink>", "<td class=linenodiv>", "</td>", " ", "\n", "a", "b\nc"]
    + ["&lt;", "&#1;", "&amp;", "あ", "<section data-search-exclude>", "</section>", "<"]
    + [CODE_MADE, BLANK, MATH_MADE, "<math>", "</math>", "<math><mi>\n</mi></math>", "<mi data-search-exclude>"]
    + ["<mi>", "</mi>", "<pre data-search-exclude>", "<span data-search-exclude>", "</h1>"]
)


def page(content: str, **meta: object) -> Any:
    """What Material looks at of a page."""
    toc = [SimpleNamespace(id="a", url="#a", children=[SimpleNamespace(id="b", url="#b!", children=[])])]
    return SimpleNamespace(content=content, meta=meta, toc=toc, url="x/", title="Title")


def entries(add: Any, one: Any) -> object:
    """What comes into the index; what is wrong where Material gives up."""
    index = SearchIndex()
    try:
        add(index, one)
    except ValueError:
        return "an element ends whose beginning is in another section"
    return index.entries


def same(content: str, **meta: object) -> None:
    """Holds a page's entries against those that Material makes of it."""
    assert entries(sections.index, page(content, **meta)) == entries(MADE, page(content, **meta))


@pytest.mark.parametrize("content", PAGES)
def test_what_pages_hold(content: str) -> None:
    same(content)


def test_most_of_it_is_read_here() -> None:
    assert [content for content in PAGES if tags.known(content) is None] == ["<h1 id=a>One</h1>a < b<p>c</p>"]


@pytest.mark.parametrize("meta", [{"search": {"exclude": True}}, {"search": {"boost": 2}}, {"tags": ["x", None, 1]}])
def test_what_a_page_says_of_itself(meta: dict[str, object]) -> None:
    same("<h2 id=a>One</h2>a", **meta)
    same("a", title="Other", **meta)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_whatever_a_page_may_hold(content: str) -> None:
    same(content)
