"""Cards: every field of the schema, hostile cards, and what lessons make of them.

A case of its own is a folder in samples/cards/: cards, and in expected.txt a line `<card>:<line>:<column>: <rule>` for
each finding that they must give.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build_tools.cards import card, cardtext, workfields
from build_tools.cards.references import check_anchors, check_references
from build_tools.cards.sources import load
from build_tools.files import Files
from build_tools.model import Author, Finding, Page, Source, Span, position
from build_tools.settings import positioned
from build_tools.settings.config import ConfiguredLanguage

CASES = Path(__file__).parent / "samples" / "cards"
RIGHT = CASES / "right"
NOWHERE = Path("/nowhere")  # a folder that only the overlay has
LANGUAGES = [
    ConfiguredLanguage(code, f"mkdocs.{code}.yml", Path("docs"), Path("site"), "", (), {}, {}, {})
    for code in ("ja", "en")
]
PAPER = (RIGHT / "example-2024.yml").read_text(encoding="utf-8")
CODE = (RIGHT / "example-code.yml").read_text(encoding="utf-8")


def there(text: str, finding: Finding) -> str:
    """The rest of the line at which a finding points."""
    return text.split("\n")[finding.line - 1][finding.column - 1 :]


def read(text: str, name: str = "example-2024") -> tuple[Source | None, list[Finding]]:
    """One card, as if it were the only one of a project."""
    sources, findings = load(NOWHERE / "cards", Files(NOWHERE, {f"cards/{name}.yml": text}), LANGUAGES)
    return sources.get(name), list(findings)


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_sample(case: str) -> None:
    folder = CASES / case
    _, findings = load(folder, Files(folder, {}), LANGUAGES)
    found = [f"{f.path}:{f.line}:{f.column}: {f.rule}" for f in sorted(findings)]
    assert found == (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert all(finding.mend for finding in findings if finding.rule != "yaml")


def test_a_card_is_read_whole() -> None:
    source, findings = read(PAPER)
    assert findings == []
    assert source is not None
    assert source.id == "example-2024"
    assert source.path == "cards/example-2024.yml"
    assert source.work.authors == (Author("Ada", "Example"), Author("Łukasz", "Beispiel"))
    assert source.work.identifiers == {"arxiv": "2401.01234v2"}
    assert source.verified_on == "2026-10-30"
    assert source.rationale["en"].endswith("The proof takes [12]{=proof.value} lines.")
    assert cardtext.plain(source.rationale["en"]).endswith("The proof takes 12 lines.")
    assert source.provides == ("unit/day-1#procedure",)
    assert source.candidates[0].evaluation == {"ja": "対象が違います。", "en": "It is about something else."}
    assert source.candidates[0].outcome == "rejected"
    assert source.note == {}
    assert PAPER.split("\n")[source.spans["fallback.text.ja"][0] - 1] == "    ja: 導出は本文にあります。"
    code, findings = read(CODE, "example-code")
    assert findings == []
    assert code is not None
    assert set(code.work.identifiers) == {"repository", "commit"}
    assert code.note["en"] == "A note."


# --------------------------------------------------------------------------------------------- the whole schema

TEXTS = (
    "edition",
    "rights_holder",
    "access.text",
    "rationale",
    "reader_prerequisites",
    "counts.proof.what",
    "fallback.text",
    "candidates.0.evaluation",
)
REQUIRED = [
    *card.REQUIRED,
    "access.account",
    "access.payment",
    "access.text",
    "counts.proof.value",
    "counts.proof.what",
    "fallback.text",
    "fallback.provides",
    *(f"candidates.0.{field}" for field in (*workfields.REQUIRED, *card.EVALUATED)),
    *(f"{field}.{code}" for field in TEXTS for code in ("ja", "en")),
]
WRONG = ["", '""', '"  "', "~", "7", "true", "[]", "{}", "[7]", "[[x]]", "{no: 7}", '"a\\nb"', "[x, '']", "{ja: x}"]


def block(text: str, dotted: str) -> tuple[int, int]:
    """The lines from a key up to the next one at its depth or above."""
    lines = text.splitlines()
    first, column = position(text, positioned.load(text, "x").keys[dotted].start)
    last = first
    while last < len(lines) and (len(lines[last]) - len(lines[last].lstrip(" -")) >= column):
        last += 1
    return first, last


def without(text: str, dotted: str) -> str:
    lines = text.splitlines()
    first, last = block(text, dotted)
    dash = re.match(r"\s*- ", lines[first - 1])
    del lines[first - 1 : last]
    if dash:
        lines[first - 1] = dash[0] + lines[first - 1].lstrip()
    return "\n".join(lines) + "\n"


def replaced(text: str, dotted: str, value: str) -> str:
    lines = text.splitlines()
    first, last = block(text, dotted)
    lines[first - 1 : last] = [lines[first - 1].partition(":")[0] + ": " + value]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("dotted", REQUIRED)
def test_a_required_field_removed(dotted: str) -> None:
    text = without(PAPER, dotted)
    parent = dotted.rpartition(".")[0]
    keys = positioned.load(text, "x").keys
    siblings = [span for key, span in keys.items() if key.rpartition(".")[0] == parent]
    line, column = position(text, min(span.start for span in siblings))
    _, findings = read(text)
    assert (line, column, "card-field", f"`{dotted}` is missing") in [
        (f.line, f.column, f.rule, f.message) for f in findings
    ]


@pytest.mark.parametrize("dotted", REQUIRED)
@pytest.mark.parametrize("value", WRONG)
def test_a_required_field_of_a_wrong_type(dotted: str, value: str) -> None:
    if value == '"a\\nb"' and (dotted.endswith((".ja", ".en"))):
        return  # a text may have paragraphs
    if (dotted, value) == ("counts.proof.value", "7"):
        return  # of the right type: the texts that state it are wrong then
    text = replaced(PAPER, dotted, value)
    line = block(text, dotted)[0]
    _, findings = read(text)
    assert line in [finding.line for finding in findings], text


@pytest.mark.parametrize("dotted", ["doi", "arxiv", "repository", "commit", "note"])
@pytest.mark.parametrize("value", WRONG)
def test_an_optional_field_of_a_wrong_type(dotted: str, value: str) -> None:
    text = replaced(CODE, dotted, value) if f"\n{dotted}:" in CODE else f"{CODE}{dotted}: {value}\n"
    line = block(text, dotted)[0]
    _, findings = read(text, "example-code")
    assert line in [finding.line for finding in findings], text


@pytest.mark.parametrize(
    ("old", "new", "at", "rule", "part"),
    [
        ("rationale:\n", "rationalle:\n", "rationalle:", "card-field", "no field `rationalle`"),
        ("outcome: rejected", "outcome: reject", "reject", "card-field", "`reject` is no outcome"),
        ("use: link", "use: linking", "linking", "card-field", "`linking` is no use"),
        ("verified_on: 2026-10-30", "verified_on: 2026-02-30", "2026-02-30", "card-date", "day is out of range"),
        ("verified_on: 2026-10-30", "verified_on: 30.10.2026", "30.10.2026", "card-date", "not of the form"),
        ("verified_on: 2026-10-30", "verified_on: ２０２６-10-30", "２０２６-10-30", "card-date", "not of the form"),
        ("verified_on: 2026-10-30", "verified_on: 2026-10-31", "2026-10-31", "card-identity", "stands nowhere else"),
        ("id: example-2024", "id: example-2025", "example-2025", "card-identity", "not the file's name"),
        ("id: example-2024", "id: Example_2024", "Example_2024", "card-identity", "is no id"),
        ("arxiv: 2401.01234v2", "arxiv: 2401.01234v1", "2401.01234v1", "card-identity", "stands nowhere else"),
        ("arxiv: 2401.01234v2", "arxiv: 2401.01234", "2401.01234", "card-identity", "has no version"),
        ("arxiv: 2401.01234v2", "arxiv: 2413.01234v2", "2413.01234v2", "card-identity", "is no arxiv id"),
        ("abs/2401.01234v2", "abs/2401.01234v21", "https://arxiv.", "card-identity", "does not hold `2401.01234v2`"),
        (
            'ja: "arXiv:2401.01234v2（',
            'ja: "arXiv:2401.01234v3（',
            '"arXiv:2401.01',
            "card-identity",
            "does not hold `2401.01234v2`",
        ),
        ("arxiv: 2401.01234v2\n", "arxiv: 2401.01234v2\ndoi: 10.1/x\n", "10.1/x", "card-identity", "is no doi"),
        ("arxiv: 2401.01234v2\n", "arxiv: 2401.01234v2\ncommit: abc\n", "abc", "card-identity", "is no commit"),
        ("url: https://arxiv", "url: ftp://arxiv", "ftp://arxiv.or", "card-url", "does not start with https"),
        (
            "url: https://arxiv",
            "url: javascript:alert(1)//arxiv",
            "javascript:ale",
            "card-url",
            "does not start with https",
        ),
        ("url: https://arxiv.org/abs", "url: https:/arxiv.org/abs", "https:/arxiv.o", "card-url", "no web address"),
        ("another?page=1", "an other", "https://exampl", "card-url", "no web address"),
        ("another?page=1", "日本", "https://exampl", "card-url", "no web address"),
        ("//example.org/another", "//user@example.org/another", "https://user@e", "card-url", "no web address"),
        ("license: CC-BY-4.0", "license: CC-BY-4.1", "CC-BY-4.1", "card-license", "no SPDX expression"),
        ("license: CC-BY-4.0", "license: MIT AND", "MIT AND", "card-license", "no SPDX expression"),
        ("license: CC-BY-4.0", "license: cc-by-4.0", "cc-by-4.0", "card-license", "not as SPDX writes it"),
        ("unit/day-1#procedure", "unit/day-1", "unit/day-1", "card-anchor", "no place in the course"),
        (
            "{given: Łukasz, family: Beispiel}",
            "{given: Ada, family: Example}",
            "{given: Ada",
            "card-field",
            "listed twice",
        ),
        ("  en: Free to read.\n", "  en: Free to read.\n  de: Frei.\n", "de: Frei.", "card-field", "no field `de`"),
        ("Free to read", "Free to [read]{=x}", "[read]{=x}.", "card-numeral", "holds no numeral"),
        ("Free to read", "Free to { =x } read", "{ =x } read.", "card-syntax", "means nothing"),
        ("Free to read", "Free ｛=x｝", "｛=x｝.", "card-syntax", "means nothing"),
        ("[12]{=proof.value} lines", "[12]{!reportd} lines", "reportd} lines", "exemption-reason", "`reportd`"),
        ("[12]{=proof.value} lines", "[12] {=proof.value} lines", "] {=proof.value} ", "card-syntax", "means nothing"),
        ("title: Another Paper", "title: Another [3]{!label}", "]{!label}", "card-syntax", "means nothing"),
        ("Free to read", "Free for 3 days", "3 days.", "card-numeral", "bound to nothing"),
        (
            "[12]{=proof.value} lines",
            "[twelve]{=proof.value} 12 lines",
            "12 lines.",
            "card-numeral",
            "bound to nothing",
        ),
        (
            "[12]{=proof.value} lines",
            "[13]{=proof.value} lines",
            "13]{=proof.value}",
            "card-lockstep",
            "not in the text for `ja`",
        ),
        (
            "[12]{=proof.value} 行",
            "[13]{=proof.value} 行",
            "13]{=proof.value}",
            "card-lockstep",
            "not in the text for `en`",
        ),
        ("Linear algebra.", "Linear algebra (NumPy 2.0).", "NumPy 2.0).", "card-lockstep", "not in the text for `ja`"),
        ("[12]{=proof.value} lines", "[some]{=proof.value} lines", "[some]{=proof", "card-numeral", "holds no numeral"),
    ],
)
def test_faults_are_findings_at_their_place(old: str, new: str, at: str, rule: str, part: str) -> None:
    """`at` is what stands where the finding points."""
    assert old in PAPER
    text = PAPER.replace(old, new, 1)
    _, findings = read(text)
    found = [f for f in findings if f.rule == rule and there(text, f).startswith(at) and part in f.message]
    assert found, findings


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("\ncommit: 0", "\ncommit: 1", "commit:", "stands nowhere else"),
        (
            "\nrepository: https://example.org/ada/code",
            "\nrepository: https://example.org/ada/cod",
            "repository:",
            "stands nowhere else",
        ),
        ("code/blob/0", "code/blob/1", "url:", "does not hold `0123456789abcdef0123456789abcdef01234567`"),
        ("ada/code/blob", "ada/cod/blob", "url:", "does not hold `https://example.org/ada/code`"),
        ("\nrepository: https://example.org/ada/code", "", "commit:", "`commit` stands without `repository`"),
        (
            "\ncommit: 0123456789abcdef0123456789abcdef01234567",
            "",
            "repository:",
            "`repository` stands without `commit`",
        ),
        ("\ncommit: 0123456789abcdef", "\ncommit: 0123456789ABCDEF", "commit:", "is no commit"),
    ],
)
def test_a_repository_and_its_commit(old: str, new: str, line: str, part: str) -> None:
    """`line` is how the finding's line begins."""
    assert old in CODE
    text = CODE.replace(old, new, 1)
    _, findings = read(text, "example-code")
    lines = text.split("\n")
    assert any(part in f.message and lines[f.line - 1].startswith(line) for f in findings), findings


@pytest.mark.parametrize("text", ["", "# nothing\n", "just words\n", "- a\n- b\n", "{}\n", "7\n"])
def test_no_card_at_all(text: str) -> None:
    source, findings = read(text)
    assert source is not None
    assert [f.rule for f in findings] == ["card-field"]


def test_a_broken_card_is_there_all_the_same() -> None:
    source, findings = read(without(PAPER, "candidates"))
    assert source is not None and source.candidates == ()
    assert len(findings) == 1


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_bytes("id: 日本\n".encode() + b"x: \xff\n")
    (tmp_path / "b.yml").mkdir()
    (tmp_path / "example-2024.yaml").write_text(PAPER, encoding="utf-8")
    _, findings = load(tmp_path, Files(tmp_path, {}), LANGUAGES)
    assert [(f.path, f.line, f.column, f.rule) for f in findings] == [
        ("a.yml", 2, 4, "yaml"),
        ("b.yml", 1, 1, "yaml"),
        ("example-2024.yaml", 1, 1, "card-identity"),
    ]
    assert load(tmp_path / "no", Files(tmp_path, {}), LANGUAGES) == ({}, ())


def test_a_candidate_with_a_card_is_that_cards_work() -> None:
    start = CODE.index("candidates:\n")
    end = CODE.index("\n", CODE.index("outcome:", start))
    listed = "candidates:\n  - card: example-2024\n    evaluation: {ja: 良い。, en: Good.}\n    outcome: joint"
    cards = {"cards/example-2024.yml": PAPER, "cards/example-code.yml": CODE[:start] + listed + CODE[end:]}
    sources, findings = load(NOWHERE / "cards", Files(NOWHERE, cards), LANGUAGES)
    assert findings == ()
    assert [one.work for one in sources["example-code"].candidates] == [sources["example-2024"].work]


# ---------------------------------------------------------------------------------------------- hostile and random


@settings(deadline=None)
@given(st.text() | st.text(st.sampled_from("id: authors[]{}\"'!=&*日1２\n-#|>%@\\\u202e\x00")))
def test_no_text_raises(text: str) -> None:
    read(text)


PARTS = [span for key, span in positioned.load(PAPER, "x").spans.items() if key]


@settings(deadline=None)
@given(st.sampled_from(PARTS), st.text(max_size=12) | st.sampled_from(["[1]{!reported}", "{=1}", "*a", "&a", "!!set"]))
def test_no_value_raises(span: Span, value: str) -> None:
    _, findings = read(PAPER[: span.start] + value + PAPER[span.end :])
    for finding in findings:
        assert 1 <= finding.line <= (PAPER + value).count("\n") + 1


# Fields whose digits are stated once only: nothing can tell a right one from a wrong one.
ONCE = re.compile(r"title|authors\.\d+|rights_holder|license|issued|candidates\.\d+\.(title|url|issued)|url")


@pytest.mark.parametrize("name", ["example-2024", "example-code", "example-slides"])
def test_a_changed_digit_is_noticed_wherever_it_is_stated_twice(name: str) -> None:
    text = (RIGHT / f"{name}.yml").read_text(encoding="utf-8")
    known = {"unit/day-1#procedure", "unit/day-1#code", "unit/day-2#goal"}
    document = positioned.load(text, "x")
    survivors = []
    for run in re.finditer(r"\d+", text):
        changed = str((int(run[0][0]) + 1) % 10) + run[0][1:]
        mutant = text[: run.start()] + changed + text[run.end() :]
        source, findings = read(mutant, name)
        if not findings and source is not None and not check_anchors({name: source}, known):
            inside = [key for key, span in document.spans.items() if span.start <= run.start() < span.end]
            survivors.append(inside[-1])
    assert all(ONCE.fullmatch(dotted) for dotted in survivors), survivors


# ------------------------------------------------------------------------------------------------------- lessons


def page(front: str, language: str = "ja") -> Page:
    text = f"---\n{front}---\n# x\n"
    found = positioned.front_matter(text, f"docs/{language}/unit/day-1.md")
    assert found.findings == ()
    return Page(f"docs/{language}/unit/day-1.md", "unit/day-1.md", language, text, found.body, found.meta, found.spans)


def cards() -> dict[str, Source]:
    sources, findings = load(RIGHT, Files(RIGHT, {}), LANGUAGES)
    assert findings == ()
    return sources


LOCATOR = "    locator: {kind: section, text: Section}\n"
ALL = "sources:\n" + "".join(f"  - id: example-{name}\n{LOCATOR}" for name in ("2024", "code", "slides"))


def test_right_references() -> None:
    assert check_references([page(ALL), page(ALL, "en")], cards()) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "part"),
    [
        ("id: example-code", "id: example-cod", 5, 9, "there is no source `example-cod`"),
        ("id: example-code", "id: 7", 5, 9, "there is no source `7`"),
        ("id: example-code", "id: example-2024", 5, 9, "named twice"),
        (LOCATOR, "", 3, 5, "an id and a locator"),
        ("locator: {", "lokator: {", 3, 5, "an id and a locator"),
        (f"  - id: example-2024\n{LOCATOR}", "  - example-2024\n", 3, 5, "an id and a locator"),
        (LOCATOR, "    locator: Section\n", 4, 14, "a kind and a text"),
        (LOCATOR, "    locator: [a]\n", 4, 5, "a kind and a text"),
        (LOCATOR, "    locator: {text: Section}\n", 4, 5, "a kind and a text"),
        ("text: Section", "text: ''", 4, 36, "no text"),
        ("text: Section", "text: 7", 4, 36, "no text"),
        ("kind: section", "kind: sektion", 4, 21, "no kind of locator"),
        ("kind: section", "kind: [section]", 4, 15, "no kind of locator"),
        ("kind: section", "kind: timestamp", 4, 38, "names no time"),
    ],
)
def test_wrong_references(old: str, new: str, line: int, column: int, part: str) -> None:
    assert old in ALL
    findings = check_references([page(ALL.replace(old, new, 1))], cards())
    assert (line, column) in [(f.line, f.column) for f in findings if f.rule == "source-reference"]
    assert any(part in finding.message for finding in findings)


def test_no_list_and_no_sources() -> None:
    assert check_references([page("sources: example-2024\n")], cards())[0].message == "`sources` is no list"
    findings = check_references([page("title: x\n")], cards())
    assert {(f.rule, f.severity) for f in findings} == {("source-unused", "warning")}


def test_languages_rely_on_the_same_sources_in_the_same_order() -> None:
    lines = ALL.splitlines(keepends=True)
    english = page("".join([lines[0], *lines[3:5], *lines[1:3], *lines[5:]]), "en")
    findings = check_references([page(ALL), english], cards())
    assert [(f.path, f.line, f.rule) for f in findings] == [("docs/en/unit/day-1.md", 2, "source-reference")]


def test_anchors_exist() -> None:
    sources = {"example-slides": cards()["example-slides"]}
    assert check_anchors(sources, {"unit/day-1#procedure", "unit/day-2#goal"}) == ()
    findings = check_anchors(sources, {"unit/day-1#procedure", "unit/day-2#goals"})
    assert [(f.line, f.column, f.rule, f.mend) for f in findings] == [
        (21, 36, "card-anchor", "did you mean `unit/day-2#goals`?")
    ]
    broken = {"x": replace(sources["example-slides"], provides=("", "unit/day-9#x"), spans={})}
    assert [(f.line, f.column) for f in check_anchors(broken, set())] == [(1, 1)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("HTTP://example.org/X", "http://example.org/X"),
        ("https://例え.jp/日本?q=図", "https://xn--r8jz45g.jp/%E6%97%A5%E6%9C%AC?q=%E5%9B%B3"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://user:word@example.org/a|b", "https://example.org/a%7Cb"),
        ("https://example..org/", ""),
        ("https://example.org:99999/", ""),
        ("https://" + "a" * 64 + ".org/", ""),
    ],
)
def test_an_address_as_it_was_meant(typed: str, meant: str) -> None:
    _, findings = read(PAPER.replace("https://example.org/another?page=1", f'"{typed}"'))
    (finding,) = findings
    assert finding.rule == "card-url"
    assert finding.mend == (
        f"write `{meant}`" if meant else "write the whole address, what is not ASCII percent-encoded"
    )
    if meant:
        assert read(PAPER.replace("https://example.org/another?page=1", meant))[1] == []
