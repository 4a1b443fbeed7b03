"""YAML with places: what is read, where it stands, and that nothing is ever raised."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from mkdocs.utils import meta

from build_tools.model import Span, position
from build_tools.settings.positioned import front_matter, load
from build_tools.settings.yamlreader import locate

TEXT = """\
id: vaswani-2017
day: 43
draft: false
verified_on: 2026-10-30
switch: on
rate: 1e3
version: 1.10
empty:
authors:
  - Ashish
  - "Łukasz"
fallback:
  text: {ja: 本文, en: 'It''s here'}
"""


def test_strict_reading_keeps_what_was_typed() -> None:
    document = load(TEXT, "x.yml")
    assert document.findings == ()
    assert document.data == {
        "id": "vaswani-2017",
        "day": 43,
        "draft": False,
        "verified_on": "2026-10-30",
        "switch": "on",
        "rate": "1e3",
        "version": "1.10",
        "empty": None,
        "authors": ["Ashish", "Łukasz"],
        "fallback": {"text": {"ja": "本文", "en": "It's here"}},
    }


def test_tolerant_reading_resolves_as_mkdocs_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TASHIKAME_SITE", "out")
    monkeypatch.delenv("TASHIKAME_NONE", raising=False)
    text = (
        "a: on\nb: 1.5\nc: !ENV TASHIKAME_SITE\nd: !ENV [TASHIKAME_NONE, true]\ne: !ENV TASHIKAME_NONE\n"
        "f: !relative $docs_dir\ng: !!python/name:pymdownx.superfences.fence_code_format\nh: &h {x: 1, y: 2}\n"
        "i: {<<: *h, y: 3}\n1: 2\n"
    )
    document = load(text, "x.yml", tolerant=True)
    assert document.findings == ()
    assert document.data == {
        "a": True,
        "b": 1.5,
        "c": "out",
        "d": True,
        "e": None,
        "f": "$docs_dir",
        "g": "",
        "h": {"x": 1, "y": 2},
        "i": {"x": 1, "y": 3},
        1: 2,
    }


def test_places_are_those_of_values_and_for_containers_of_their_keys() -> None:
    document = load(TEXT, "x.yml")

    def shown(dotted: str) -> str:
        return document.spans[dotted].of(TEXT)

    assert shown("id") == "vaswani-2017"
    assert shown("day") == "43"
    assert shown("empty") == "empty"
    assert shown("authors") == "authors"
    assert shown("authors.1") == '"Łukasz"'
    assert shown("fallback.text.ja") == "本文"
    assert document.keys["fallback.text.en"].of(TEXT) == "en"
    assert position(TEXT, document.place("fallback.text.no.such").start) == (13, 3)


def test_part_of_a_file_has_places_in_the_whole() -> None:
    text = "前書き\n---\ntitle: 題\n---\n"
    start = text.index("title")
    document = load(text, "x.md", start=start, end=start + len("title: 題\n"))
    assert document.spans["title"].of(text) == "題"


BOMB = "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 10)}]\n" for i in range(9)
)


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, "`a` is stated twice"),
        ("a:\n  b: 1\n  b: 2\n", 3, 3, "`b` is stated twice"),
        ("a:\n\t- b\n", 2, 1, "a tab cannot indent"),
        ("a: [1\n", 1, 4, "flow sequence"),
        ('日本: "x\ny: z\n', 1, 5, "quoted scalar"),
        ("a: b: c\n", 1, 5, "mapping values are not allowed"),
        ("a: 1\n b: 2\n", 2, 3, "this is no YAML"),
        ('日本: "\\q"\n', 1, 6, "unknown escape"),
        ("a: *x\n", 1, 4, "refers to nothing"),
        ("a: &x [*x]\n", 1, 8, "refers to nothing"),
        (BOMB, 5, 8, "stand for too many values"),
        ("[" * 500 + "]" * 500, 1, 52, "nested more than"),
        ("[" * 3000, 1, 1001, "nesting depth"),
        ("1: a\n", 1, 1, "this key is no text"),
        ("true: a\n", 1, 1, "this key is no text"),
        ("? [a]\n: b\n", 1, 3, "this key is no text"),
        ("a: !!python/object/apply:os.system [ls]\n", 1, 4, "means nothing here"),
        ("a: !ENV HOME\n", 1, 4, "means nothing here"),
        ("a: 1\n---\nb: 2\n", 2, 1, "a second document"),
        ("日本: \x07\n", 1, 5, "U+0007"),
        ("a: \ud800\n", 1, 4, "U+D800"),
        ("a: 1,\u202e000\n", 1, 6, "U+202E"),
        ('a: "1,\\u202e000"\n', 1, 7, "U+202E"),
        ("a: 2\u200b3\n", 1, 5, "U+200B"),
        ("<<: 1\n", 1, 1, "`<<` merges mappings only"),
    ],
)
def test_faults_are_findings_at_their_place(text: str, line: int, column: int, part: str) -> None:
    findings = load(text, "x.yml").findings
    assert [(f.path, f.line, f.column, f.rule) for f in findings] == [("x.yml", line, column, "yaml")]
    assert part in findings[0].message


def test_a_binary_file_is_ten_findings_not_thousands() -> None:
    assert len(load("\x00" * 5000, "x.yml").findings) == 10


def test_byte_order_mark_and_windows_line_ends_keep_places_right() -> None:
    text = "\ufeffa: 1\r\nb: 日本\r\nb: 2\r\n"
    document = load(text, "x.yml")
    assert [(f.line, f.column) for f in document.findings] == [(3, 1)]
    assert document.spans["a"].of(text) == "1"


YAMLISH = st.text(st.sampled_from("ab1 -:?[]{},&*!|>'\"\\%@`#\n\t~<=.\r\ufeff\u2028日\x00\x85")) | st.text()


@settings(deadline=None)
@given(YAMLISH, st.booleans())
def test_no_text_raises(text: str, tolerant: bool) -> None:
    document = load(text, "x.yml", tolerant=tolerant)
    for span in (*document.spans.values(), *document.keys.values()):
        assert 0 <= span.start <= span.end <= len(text)
    for finding in document.findings:
        assert finding.line <= text.count("\n") + 1


@settings(deadline=None)
@given(YAMLISH)
def test_tolerant_data_is_what_pyyaml_reads(text: str) -> None:
    document = load(text, "x.yml", tolerant=True)
    if not document.findings and "!" not in text:
        try:
            expected = yaml.load(text, yaml.CSafeLoader)
        except (yaml.YAMLError, ValueError):
            return
        assert str(document.data) == str(expected).replace("datetime.date", "")


WORDS = st.text(st.sampled_from("ab '\"\\:#-1日本。\n")).map(str.strip)
TREES = st.recursive(WORDS, lambda part: st.lists(part) | st.dictionaries(st.sampled_from("pqrs"), part), max_leaves=8)


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from("xyz"), TREES, min_size=1),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([20, 200]),
)
def test_every_character_of_a_value_is_located(data: object, style: str, width: int) -> None:
    text = yaml.safe_dump(data, allow_unicode=True, default_style=style, width=width)
    document = load(text, "x.yml")
    assert document.findings == ()
    for dotted, value in _scalars(document.data):
        span = document.spans[dotted]
        for offset, char in enumerate(value):
            if not char.isspace() and char not in "\\\"'":
                assert text[locate(text, span, value, offset)] == char


def _scalars(data: object, dotted: str = "") -> list[tuple[str, str]]:
    if isinstance(data, dict):
        return [pair for key, value in data.items() for pair in _scalars(value, f"{dotted}.{key}".lstrip("."))]
    if isinstance(data, list):
        return [pair for index, value in enumerate(data) for pair in _scalars(value, f"{dotted}.{index}")]
    return [(dotted, data)] if isinstance(data, str) else []


def test_locating_in_folded_quoted_and_escaped_text() -> None:
    text = "a: >-\n  60 行\n  未満 61\nb: \"\\u0031\\t2 \\\n  3\"\nc: 'it''s 4'\n"
    document = load(text, "x.yml")
    assert isinstance(document.data, dict)

    def at(dotted: str, char: str) -> tuple[int, int]:
        value = document.data[dotted]  # type: ignore[index]
        return position(text, locate(text, document.spans[dotted], value, value.index(char)))

    assert at("a", "61") == (3, 6)
    assert at("b", "2") == (4, 13)
    assert at("b", "3") == (5, 3)
    assert at("c", "4") == (6, 11)


# ------------------------------------------------------------------------------------------------ front matter


def test_front_matter_places_are_those_in_the_page() -> None:
    text = "---\ntitle: 題名\nsources:\n  - id: a\n    locator: 第 3 節\n---\n\n\n# 見出し\n"
    found = front_matter(text, "x.md")
    assert found.findings == ()
    assert found.meta == {"title": "題名", "sources": [{"id": "a", "locator": "第 3 節"}]}
    assert found.spans["sources.0.locator"].of(text) == "第 3 節"
    assert text[found.body :] == "# 見出し\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("---\ntitle: x\n", 1, 1, "never closed"),
        ("---\ntitle: x\n---", 1, 1, "never closed"),
        ("---\n---\n# x\n", 1, 1, "is empty"),
        ("\n---\ntitle: x\n---\n# x\n", 1, 1, "first column and line"),
        (" ---\ntitle: x\n---\n# x\n", 1, 1, "first column and line"),
        ("\ufeff---\ntitle: x\n---\n# x\n", 1, 1, "byte order mark"),
        ("---\njust words\n---\n# x\n", 2, 1, "no list of `key: value` lines"),
        ("---\ntitle: x\nday: 2026-13-01\n---\n# x\n", 3, 6, "month must be in 1..12"),
        ("---\ntitle: a: b\n---\n# x\n", 2, 9, "mapping values are not allowed"),
        ("---\ntitle: x\ntitle: y\n---\n# x\n", 3, 1, "stated twice"),
        ("Note: this line would vanish\n\n# x\n", 1, 1, "must not start with `word:`"),
    ],
)
def test_what_mkdocs_would_not_see_is_a_finding(text: str, line: int, column: int, part: str) -> None:
    findings = front_matter(text, "x.md").findings
    assert [(f.line, f.column) for f in findings] == [(line, column)]
    assert part in findings[0].message


LINES = ("---", "...", "--- ", "title: x", "a: [1]", "day: 1:30", "", " ", "# x", "Note: y", "    more", "\t")
PAGES = st.lists(st.sampled_from(LINES)).map("\n".join)


@settings(deadline=None)
@given(PAGES | YAMLISH | st.builds("---\n{}\n---\n{}".format, YAMLISH, YAMLISH), st.booleans())
def test_body_is_what_mkdocs_hands_to_markdown(text: str, windows: bool) -> None:
    text = text.replace("\r\n", "\n").replace("\r", "")
    raw = text.replace("\n", "\r\n") if windows else text
    found = front_matter(raw, "x.md")
    if not found.findings:
        body, data = meta.get_data(text)
        assert raw[found.body :].replace("\r\n", "\n") == body
        assert list(found.meta) == [str(key) for key in data]
    assert all(isinstance(span, Span) and span.end <= len(raw) for span in found.spans.values())


SCALARS = (
    "x", "day", "1", "-2", "2026-13-01", "2026-10-30", "1:30", "0x", "0b_", "0o8", "1_0", "+.inf", "1e5", "=", "<<",
    "on", "~", "-", "!!int a", "! 2026-13-01", "!!str =", "&a b", "*a", "? [a]", "[1, 0x]", "{a: =}", "'='",
)  # fmt: skip
MAPPINGS = st.lists(st.builds("{}: {}".format, st.sampled_from(SCALARS), st.sampled_from(SCALARS)), max_size=4)


@settings(deadline=None, max_examples=400)
@given(YAMLISH | MAPPINGS.map("\n".join))
def test_what_pyyaml_refuses_is_told_or_doubted(text: str) -> None:
    document = load(text, "x.yml")
    if isinstance(document.data, dict) and not document.findings and not document.doubtful:
        yaml.load(text, yaml.CSafeLoader)  # or it raises


def test_what_pages_hold_is_not_doubted() -> None:
    assert not load('title: "Day 1: words"\nday: 1\nhide: [toc, title]\ndraft: false\n', "x.yml").doubtful


@pytest.mark.parametrize(
    ("text", "line", "column", "mend"),
    [
        ("title: Foo: bar\n", 1, 11, "put a text with `: ` in it in quotes"),
        ("title: @home\n", 1, 8, "put the text in quotes"),
        ("a: 1\ntype:page\nb: 2\n", 2, 1, "a colon of half width and a space"),
        ("a: 1\ntype： page\nb: 2\n", 2, 1, "a colon of half width and a space"),
        ("a: {b: c\nd: 1\n", 1, 4, "close it"),
        ("a: 'x\nb: y\n", 1, 4, "close the quotation mark"),
        ('a: "x\nb: "y"\n', 2, 5, "look at the quotation marks"),
    ],
)
def test_what_is_no_yaml_says_how_to_mend_it(text: str, line: int, column: int, mend: str) -> None:
    (finding,) = load(text, "x.yml").findings
    assert (finding.line, finding.column) == (line, column)
    assert finding.mend.startswith(mend) or mend in finding.mend
