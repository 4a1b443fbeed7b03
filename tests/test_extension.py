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
    assert len(boxes) == 10
    assert all(inside[shape] in content for shape, content in boxes)


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
