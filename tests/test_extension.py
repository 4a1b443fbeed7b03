"""Our syntax in every place that a page has, through Python-Markdown with the extensions of mkdocs.yml.

samples/everywhere/ holds one lesson, in both languages, with a claim in each of those places. It is laid over
samples/course/.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from markdown import Markdown

from build_tools import course
from build_tools.extension import Refusal
from build_tools.model import VerifiedPage
from build_tools.words import for_scripts

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "tests" / "samples"
PAGE = Path("docs/en/bread/day-2-everywhere.md")
_VOID = frozenset({"br", "img", "input", "hr"})


def converter(root: Path, language: str = "en") -> Markdown:
    """Python-Markdown as mkdocs.yml asks for it."""
    configured = dict(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["markdown_extensions"])
    configured["build_tools.extension"] = {"lang": language, "root": str(root)}
    configured["pymdownx.snippets"] = {"base_path": [str(root)], "check_paths": True}
    return Markdown(extensions=list(configured), extension_configs=configured)


def body(path: Path) -> str:
    """A page as MkDocs hands it to Python-Markdown."""
    text = path.read_text("utf-8-sig")
    return re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL).lstrip("\n")


class Nesting(HTMLParser):
    """Whether every element is closed where it should be, and what is said where."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: Counter[str] = Counter()
        self.claims: Counter[str] = Counter()
        self.levels: list[int] = []
        self.places: set[tuple[str, ...]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.ids.update([value or ""] if name == "id" else [])
            if name == "data-claim":
                self.claims[value or ""] += 1
                self.places.update((kind,) for kind in self.open)
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID and (not self.open or self.open.pop() != tag):
            self.faults.append(f"</{tag}> at {self.getpos()}")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("everywhere")
    shutil.copytree(SAMPLES / "course", folder, dirs_exist_ok=True)
    shutil.copytree(SAMPLES / "everywhere", folder, dirs_exist_ok=True)
    assert [str(finding) for finding in course.load(folder).findings] == []
    return folder


@pytest.fixture(scope="module")
def page(root: Path) -> VerifiedPage:
    return next(one for one in course.load(root).pages if one.page.path == PAGE.as_posix())


@pytest.fixture(scope="module")
def html(root: Path) -> str:
    return converter(root).convert(body(root / PAGE))


@pytest.fixture(scope="module")
def nesting(html: str) -> Nesting:
    reader = Nesting()
    reader.feed(html)
    return reader


def test_every_claim_is_there_once(page: VerifiedPage, nesting: Nesting) -> None:
    assert nesting.claims == Counter(one.id for one in page.verified)
    expected = {"p", "em", "strong", "h2", "h3", "li", "blockquote", "label", "summary", "details", "td", "section"}
    assert {(one,) for one in expected} <= nesting.places


def test_the_html_is_well_formed(nesting: Nesting) -> None:
    assert (nesting.faults, nesting.open) == ([], [])
    assert [one for one, count in nesting.ids.items() if count > 1] == []


def test_nothing_of_ours_is_left(html: str) -> None:
    assert not [mark for mark in ("{=", "{!", "///", "\ue000", "\ue001", "**", "$$", "\x02") if mark in html]


def test_headings_go_down_one_at_a_time(nesting: Nesting) -> None:
    assert all(below <= above + 1 for above, below in zip(nesting.levels, nesting.levels[1:], strict=False))


@pytest.mark.parametrize(
    "shown",
    [
        "Intro  A<a ",
        "W^Q、W^K",
        "<code>S_raw[0, 0]</code> S_raw snake_case_name",
        "<strong>強調。</strong>次の文",
        "あああいいい、<strong>ううう</strong>",
        "<code>$</code> and $ price \\ end",
        "&amp;粉</mtext>",
        "<mo>&lt;</mo>",
        "T &amp; &lt;t&gt;",
        "500 &lt;b&gt;&amp;amp;",
        '<code>&lt;script&gt;</code> &amp; "q" 500',
    ],
)
def test_text_survives(html: str, shown: str) -> None:
    assert shown in html


def test_blocks_are_wrapped_whole(html: str) -> None:
    box = r'<div class="tk-block tk-(\w+)" data-claim="\w+"[^>]*>(.*?)<details class="tk-mark"'
    boxes = re.findall(box, html, re.DOTALL)
    inside = {"table": "<table>", "fence": '<div class="highlight">', "display": '<div class="tk-math"'}
    assert len(boxes) == 11
    assert all(inside[shape] in content for shape, content in boxes)


def test_verified_tables_have_captions_and_heads_wherever_they_stand(html: str) -> None:
    tables = re.findall(r'<div class="tk-block tk-table".*?>\n(<table>.*?</table>)', html, re.DOTALL)
    captions = [re.sub(r"<(?!/?(?:em|kbd|code|a)\b)[^>]*>", "", one) for one in re.findall("<caption>(.*?)</cap", html)]
    assert [re.sub(r"<a [^>]*>", "<a>", one) for one in captions] == [
        "Listed <em>cap</em> xa <a>500</a>",
        "Quoted <kbd>k</kbd> <code>a|b</code>",
        "Noted &amp; <a>W</a>",
        "Tabbed <a>|x|&lt;500</a>",
        "Weights",
    ]
    assert all(re.search(r"<table>\s*<caption>", one) for one in tables)
    for one in tables:
        heads = re.findall(r'<th\b( scope="\w+")?', one)
        assert heads and "" not in heads
        fields = [int(field) for fields in re.findall(r'data-fields="([^"]*)"', one) for field in fields.split()]
        assert fields == list(range(len(fields))) and len(fields) in (2, 4)
    assert '<th scope="row"><em>water</em></th>' in tables[-1]


def test_heads_that_hold_only_a_formula_are_said(html: str) -> None:
    heads = re.findall(r"<th [^>]*>(<span.*?)</th>", html)
    assert [re.sub("<[^>]*>", "", one.partition("</span>")[2]) for one in heads] == ["g", "h_0", "s_1"]
    assert all('aria-hidden="true"><math>' in one for one in heads)


def test_a_task_is_what_a_script_needs(html: str) -> None:
    (text,) = re.findall(r'<script type="application/json" class="tk-task">(.*?)</script>', html)
    task = json.loads(text)
    shown = [(one["label"], one["shown"], one["value"], one["within"], one["scale"]) for one in task["fields"]]
    assert shown == [
        ("water, h_0", "325.0", 325.0, 0.05, 1),
        ("water, a|b", "65 %", 0.65, 0.005, 0.01),
        ("s_1, h_0", "10.0", 10.0, 0.05, 1),
        ("s_1, a|b", "2 %", 0.02, 0.005, 0.01),
    ]
    assert (task["title"], task["question"]) == ("Exercise 1: T 500 & x < 500", "Q 500 and $x < 500$")
    assert f'data-claim="{task["claim"]}" data-value="[[325.0,0.65],[10.0,0.02]]"' in html


def test_parts_of_an_exercise_stand_in_their_order(html: str) -> None:
    parts = (
        '<section class="tk-exercise"[^>]* data-kind="table">',
        '<h3 id="exercise-1">',
        '<div class="tk-predict"></div>',
        '<details class="tk-hint"><summary>Hint 1 / 2<',
        '<details class="tk-hint"><summary>Hint 2 / 2<',
        '<details class="tk-answer">',
        '<div class="tk-criterion">',
        '<script [^>]*class="tk-task">.*?</script></section>',
    )
    assert re.search(".*?".join(parts), html, re.DOTALL)


def test_a_figure_has_its_drawing_its_caption_and_its_numbers(html: str) -> None:
    (figure,) = re.findall(r"<figure .*?</figure>", html, re.DOTALL)
    assert "<svg" in figure and 'role="img"' in figure
    assert '<p class="tk-figure__title">F &amp; &quot;f&quot;</p>' in figure and "<em>c</em>.</p>" in figure
    assert re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", figure) == [
        "Values", "c", "d<sup>2</sup>", "a<sub>0</sub>", "325.0", "10.0", "b", "5.0", "70.0",
    ]  # fmt: skip


def test_words_of_scripts_are_there_once(html: str) -> None:
    (words,) = re.findall(r'<script type="application/json" id="tk-words">(.*?)</script>', html)
    assert json.loads(words) == for_scripts("en")


def test_a_page_of_the_course(root: Path, tmp_path: Path) -> None:
    """Days, map and record, as the home and the record page have them."""
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    for code in ("ja", "en"):
        page = tmp_path / f"docs/{code}/bread/index.md"
        blocks = "\n\n".join(f"/// {name}\n///" for name in ("days", "map", "record"))
        page.write_text(f"---\ntitle: Bread\n---\n\n## All {{#all}}\n\n{blocks}\n", "utf-8")
    assert [str(finding) for finding in course.load(tmp_path).findings] == []
    html = converter(tmp_path).convert(body(tmp_path / "docs/en/bread/index.md"))
    spans = re.findall(r'<span class="tk-progress" data-lesson="([^"]*)" data-exercises="(\d)"></span>', html)
    assert spans == [("bread/day-1-bakers-percentage", "2"), ("bread/day-2-everywhere", "1")]
    assert '<li><a href="day-1-bakers-percentage/">' in html and "2 exercises" in html and "1 exercise ·" in html
    assert re.search(r'<div class="tk-map">.*<a [^>]*href="day-2-everywhere/"', html, re.DOTALL)
    assert '<div class="tk-journal"></div>' in html and "<noscript><p>" in html
    (text,) = re.findall(r'class="tk-lessons">(.*?)</script>', html)
    first, second = json.loads(text)
    assert (first["lesson"], first["day"], first["href"]) == (spans[0][0], 1, "day-1-bakers-percentage/")
    assert (first["reflection"], second["reflection"]) == (False, True)
    assert second["exercises"] == [
        {
            "id": "exercise-1",
            "title": "Exercise 1: T 500 & x < 500",
            "kind": "table",
            "expression": "(water, hydration), (salt, salt_share)",
            "labels": ["water, h_0", "water, a|b", "s_1, h_0", "s_1, a|b"],
        }
    ]
    reader = Nesting()
    reader.feed(html)
    assert (reader.faults, reader.open) == ([], [])


@pytest.mark.parametrize("there", [True, False])
def test_a_notebook_is_linked_to_where_there_is_one(
    root: Path, tmp_path: Path, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = tmp_path / "en" / "notebooks" / "bread" / "day-2-everywhere.ipynb"
    if there:
        notebook.parent.mkdir(parents=True)
        notebook.write_text("{}")
    monkeypatch.setenv("TASHIKAME_NOTEBOOKS", str(tmp_path))
    html = converter(root).convert(body(root / PAGE))
    assert ('<a href="../../notebooks/bread/day-2-everywhere/">open</a>' in html) is there
    assert ('href="../../notebooks/bread/day-2-everywhere/day-2-everywhere.ipynb" download>' in html) is there


def test_headings_are_plain_in_the_table_of_contents(root: Path) -> None:
    markdown = converter(root)
    markdown.convert(body(root / PAGE))
    tokens = [token for top in markdown.toc_tokens for token in (top, *top["children"])]  # type: ignore[attr-defined]
    assert tokens[0]["name"] == "Prereq 500 &amp; W&lt;500 a&lt;b"
    assert "Exercise 1: T 500 &amp; x&lt;500" in [token["name"] for token in tokens]
    assert not [token for token in tokens if re.search(r"<|\{|tk-", token["name"])]


@pytest.mark.parametrize("change", ["crlf", "newlines", "bom"])
def test_a_page_is_known_whatever_its_line_ends(root: Path, change: str, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    text = (root / PAGE).read_text("utf-8")
    if change == "crlf":
        text = text.replace("\n", "\r\n")
    elif change == "newlines":
        text = text.replace("\n---\n", "\n---\n\n\n\n", 1) + "\n\n"
    else:
        text = "\ufeff" + text
    (tmp_path / PAGE).write_bytes(text.encode())
    if change == "bom":
        with pytest.raises(Refusal, match="byte order mark"):
            converter(tmp_path).convert(body(tmp_path / PAGE))
    else:
        assert "data-claim" in converter(tmp_path).convert(body(tmp_path / PAGE))


@pytest.mark.parametrize("text", ["A [3]{=T}.", "x\n\n/// cards\n///", "[3]{!label}"])
def test_our_syntax_on_a_page_that_nobody_knows_is_refused(root: Path, text: str) -> None:
    with pytest.raises(Refusal, match="does not know"):
        converter(root).convert(text)


def test_a_page_in_another_language_is_not_known(root: Path) -> None:
    with pytest.raises(Refusal, match="does not know"):
        converter(root, "ja").convert(body(root / PAGE))


def test_text_without_our_syntax_is_left_alone(root: Path) -> None:
    assert converter(root).convert("A $x$ and 3.") == "<p>A $x$ and 3.</p>"


def test_findings_stop_a_build(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    changed = (tmp_path / PAGE).read_text("utf-8").replace("A[500]", "A[501]", 1)
    (tmp_path / PAGE).write_text(changed, "utf-8")
    with pytest.raises(Refusal, match=r"day-2-everywhere\.md:13:10: error\[answer-drift\]"):
        converter(tmp_path).convert(body(tmp_path / PAGE))


def test_there_is_no_course() -> None:
    with pytest.raises(Refusal):
        converter(Path("/nonexistent")).convert("text")


_TITLE = r"Q &amp; A: `a*b`, \*x\*, *em*, $W^Q \cdot x$ and d_model"
_QUESTION = rf"""/// exercise | {_TITLE}
    predict: table

Which?

/// hint
Think.
///

/// answer

| $q_0$ | `a\|b` | x \| *y* |
|:------|-------:|---------:|
| $W^Q$ | $10^{{400}}$ | 840 |

{{=table}}

///

/// criterion
Right.
///

///
"""


def test_a_task_is_plain_text_and_bears_any_number(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / "course", tmp_path, dirs_exist_ok=True)
    for path in ("snippets/dough.py", "snippets/pure/dough.py"):
        text = (tmp_path / path).read_text("utf-8")
        end = text.find("if __name__") if "if __name__" in text else len(text)
        given = "\ntable = [[10**400 + int(dough) - 840, dough]]\n\n"
        (tmp_path / path).write_text(text[:end] + given + text[end:], "utf-8")
    for code in ("ja", "en"):
        lesson = tmp_path / f"docs/{code}/bread/day-1-bakers-percentage.md"
        text = lesson.read_text("utf-8")
        at = text.index("/// exercise")
        lesson.write_text(f"{text[:at]}{_QUESTION}\n{text[at:]}", "utf-8")
    assert [str(finding) for finding in course.load(tmp_path).findings] == []
    html = converter(tmp_path).convert(body(tmp_path / "docs/en/bread/day-1-bakers-percentage.md"))
    tasks = re.findall(r'class="tk-task">(.*?)</script>', html)
    task = json.loads(tasks[0])
    assert task["title"] == "Exercise 1: Q & A: a*b, *x*, em, W^Q · x and d_model"
    assert [field["label"] for field in task["fields"]] == ["W^Q, a|b", "W^Q, x | y"]
    assert [field["value"] for field in task["fields"]] == ["inf", 840.0]
    markdown = re.findall(r'data-markdown="([^"]*)"', html)[0]
    assert markdown.endswith("| 840 |")
