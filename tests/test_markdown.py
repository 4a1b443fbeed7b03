"""Text → `Page`: the cases of samples/markdown/, and what must hold for every text.

A case is a folder with `page.md` and `expected.txt`: a line for each claim, caption, exemption, block, option,
inclusion and finding, by place. To see what a page comes to, run `python -m pytest tests/test_markdown.py -k <case>`
with an empty `expected.txt` beside it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_tools.model import Page, Span, position
from build_tools.pages import markdown

SAMPLES = Path(__file__).parent / "samples" / "markdown"
CASES = sorted(path.parent.name for path in SAMPLES.glob("*/page.md"))


def read(text: str) -> Page:
    return markdown.read(text, "docs/en/page.md", "page.md", "en")


def found(page: Page) -> list[str]:
    """What a page holds, as `expected.txt` lists it."""
    lines: list[tuple[int, str]] = []
    for claim in page.claims:
        literal = " ".join(claim.literal.of(page.text).split())
        line = f"claim[{claim.shape}] {literal} = {claim.expression}"
        lines.append((claim.literal.start, f"{line} (in an answer)" if claim.in_answer else line))
        if claim.caption is not None:
            lines.append((claim.caption.start, f"caption {claim.caption.of(page.text)}"))
    for exemption in page.exemptions:
        lines.append((exemption.literal.start, f"exemption {exemption.literal.of(page.text)} = {exemption.reason}"))
    for block in page.blocks:
        lines.append((block.open.start, f"block {block.id} {block.title}".rstrip()))
        for key, span in block.option_spans.items():
            assert span.of(page.text) == block.options[key]
            lines.append((span.start, f"option {key} = {block.options[key]}"))
    for inclusion in page.inclusions:
        lines.append((inclusion.span.start, f"inclusion {inclusion.path} {inclusion.section}"))
    placed = [(position(page.text, offset), line) for offset, line in lines]
    placed += [((one.line, one.column), f"error[{one.rule}]: {one.message}") for one in page.findings]
    return [f"{line}:{column}: {text}" for (line, column), text in sorted(placed)]


@pytest.mark.parametrize("case", CASES)
def test_case(case: str) -> None:
    page = read((SAMPLES / case / "page.md").read_bytes().decode("utf-8"))
    expected = (SAMPLES / case / "expected.txt").read_text("utf-8").splitlines()
    assert found(page) == expected


# In these, every 7 is one that a reader sees, every 8 one that none does.
@pytest.mark.parametrize("case", ["html", "links", "code"])
def test_what_a_reader_sees(case: str) -> None:
    page = read((SAMPLES / case / "page.md").read_bytes().decode("utf-8"))
    reached = {i for span in spans_seen(page) for i in range(span.start, span.end)}
    for offset, char in enumerate(page.text):
        seen = offset in reached and page.visible[offset] == char
        if char in "78" and seen != (char == "7"):
            assert refused(page, offset), line_of(page, offset)


def refused(page: Page, offset: int) -> bool:
    """Whether a finding stops the page at the line of a character."""
    line, _ = position(page.text, offset)
    return any(one.line == line for one in page.findings)


def line_of(page: Page, offset: int) -> str:
    line, column = position(page.text, offset)
    return f"{line}:{column}: {page.text.splitlines()[line - 1]}"


def spans_seen(page: Page) -> Iterator[Span]:
    for seen in page.seen:
        yield seen.segment.span
    for bound in (*page.claims, *page.exemptions):
        for segment in bound.segments:
            yield segment.span


# --------------------------------------------------------------------------------------------- every text

PIECES = st.sampled_from([
    "[", "]", "(", ")", "{", "}", "{=", "{!", "}", "$", "$$", "`", "```", "~~~", "|", "|---|", "/// ", "///",
    "exercise", "answer", "hint", "#", "## ", " {#id}", "- ", "1. ", "> ", "    ", "\n", "\n\n", "\n", " ", "12",
    "3.5", "８", "第 2 行", "[1]{=a}", "$1${=a}", "{=a}", "[2]{!label}", "[a](u)", "![a](u)", "<b>", "</b>", "<!--",
    "-->", "&#55;", "\\", "*", "_", "!!! note", '=== "a"', "---", "===", "--8<-- ", '"snippets/x.py:a"', "[r]: u",
    "[^1]", "あ", "。", "\x00", "\ue000", "\r", "\ud800", "\u200b", "\t", "{: .a }", "<div markdown>", "</div>",
    "label", "'", '"', "/// figure | 5\n", "    kind: mask\n", "    value: a\n", "    rows: 1, b7\n",
    "    predict: a\n", "/// exercise | x\n", "{=a} caption", "    ",
])  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS)
def test_no_text_makes_it_raise_and_every_digit_is_accounted_for(text: str) -> None:
    page = read(text)
    assert len(page.visible) == len(text)
    spans = sorted((span.start, span.end) for span in spans_seen(page))
    assert all(page.body <= start < end <= len(text) for start, end in spans)
    reached = {i for start, end in spans for i in range(start, end)}
    for offset in range(page.body, len(text)):
        if text[offset].isdigit():
            assert page.visible[offset] == "\x00" or offset in reached or page.findings
        if page.visible[offset] != "\x00":
            assert page.visible[offset] == text[offset]
    lines = text.split("\n")
    for finding in page.findings:
        assert 1 <= finding.line <= len(lines) and 1 <= finding.column <= len(lines[finding.line - 1]) + 1


@given(TEXTS)
def test_claims_stand_where_they_say(text: str) -> None:
    page = read(text)
    starts = [claim.whole.start for claim in page.claims]
    assert starts == sorted(starts)
    for claim in page.claims:
        assert claim.whole.start <= claim.literal.start <= claim.literal.end <= claim.marker.start
        assert claim.marker.end == claim.whole.end
        if claim.shape == "figure":
            assert claim.marker.of(text).startswith("///") and not claim.segments
        else:
            assert claim.marker.of(text).startswith("{=") and claim.marker.of(text).endswith("}")
        assert claim.expression_span.of(text).strip() == claim.expression
        assert all(
            claim.whole.start <= part.span.start <= part.span.end <= claim.marker.start for part in claim.segments
        )


@given(st.lists(st.sampled_from(["[1]{=a}", "$2${=b}", "あ 3", "`4`", "[5]{!label}", "[x](u6)", "**7**"]), min_size=1))
def test_a_line_of_well_formed_parts_has_no_findings(parts: list[str]) -> None:
    page = read("、".join(parts) + "\n")
    assert page.findings == ()
    assert len(page.claims) == parts.count("[1]{=a}") + parts.count("$2${=b}")
    assert len(page.exemptions) == parts.count("[5]{!label}")


# ------------------------------------------------------------------------------------------- hostile texts

HOSTILE = {
    **{
        piece: piece * (50_000 // len(piece))
        for piece in ("[", "[]", "[a](b)", "[[a](b)", "](", "` ", "$ ", "$a ", "$$")
    },
    **{
        piece: piece * (50_000 // len(piece))
        for piece in ("{=", "[a]{=", "[1]{=x}", "| ", "///\n", "<a ", "<!--", "<a b=c ")
    },
    **{
        piece: piece * (50_000 // len(piece))
        for piece in ("&", "&#1", "{ .a ", "1*", "**1", "> ", "\u200b", "[a][b]", "- ")
    },
    **{
        piece: piece * (50_000 // len(piece))
        for piece in ("|a|b|\n|-|-|\n|1|1|\n{=x}\n\n", "/// exercise\n", "# a {#a}\n")
    },
    "ticks": " ".join("`" * width for width in range(1, 310)),
    "links in links": "[" * 2000 + "1" + "](u)" * 2000,
    "claims in claims": "[" * 2000 + "1" + "]{=u}" * 2000,
    "an open expression": "[1]{=" + "(" * 50_000,
    "an open reason": "[1]{!" * 20_000,
    "deep quotes": "\n".join(">" * depth + " a" for depth in range(400)),
}


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name[:16]))
def test_time_is_linear(name: str) -> None:
    started = time.process_time()
    read(HOSTILE[name])
    assert time.process_time() - started < 1  # a quarter of a second where it is slow; quadratic: half a minute


# --------------------------------------------------------------------------------------------- the details


def test_a_page_without_headings_is_one_section() -> None:
    (section,) = read("Text 1.\n").sections
    assert (section.id, section.span) == ("", Span(0, 8))


def test_sections_reach_to_the_next_heading() -> None:
    page = read("Above\n\n## A {#a}\n\nx\n\n## B {#b}\n")
    assert [(one.id, one.title, one.level) for one in page.sections] == [("", "", 0), ("a", "A", 2), ("b", "B", 2)]
    assert "".join(one.span.of(page.text) for one in page.sections) == page.text


@pytest.mark.parametrize("title", ["a <b>1</b>", "&#55; heads", "[1]{=a}"])
def test_a_title_is_plain_text(title: str) -> None:
    page = read(f'---\ntitle: "{title}"\n---\n\nText.\n')
    assert [(one.rule, one.line) for one in page.findings] == [("front-matter", 2)]


def test_a_file_with_hidden_characters_gives_a_few_findings() -> None:
    assert len(read("\x00" * 1000).findings) == 10


def test_joins_are_the_line_ends_between_wide_characters() -> None:
    page = read((SAMPLES / "japanese" / "page.md").read_text("utf-8"))
    joined = [page.text[max(0, one.start - 2) : one.end + 2] for one in page.joins]
    assert joined == ["す。\n次の", "行と\n**", "用の\n> 続き", "目の\n  続き"]


def test_blocks_of_another_extension_are_left_to_it() -> None:
    text = "/// details | more\n\n7\n\n///\n\n/// cards\n///\n"
    page = markdown.read(text, "p.md", "p.md", "en", foreign_blocks=True)
    assert [block.name for block in page.blocks] == ["cards"] and page.findings == ()
    assert re.search("7", page.visible)
