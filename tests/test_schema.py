"""The schema that editors use: it is that of the code, and where it says anything it says what `check` says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from build_tools.cards import card, schema
from build_tools.settings import positioned
from tests import test_sources as cards

ROOT = Path(__file__).parents[1]
VALIDATOR = Draft202012Validator(schema.schema(["ja", "en"]))


def errors(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(positioned.load(text, "x").data)]


def test_the_committed_schema_is_that_of_the_code() -> None:
    committed = (ROOT / "docs" / "sources" / schema.NAME).read_text("utf-8")
    assert committed == schema.as_json(["ja", "en"]), "renew it: make schema"
    Draft202012Validator.check_schema(json.loads(committed))


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "sources").glob("*.yml")), ids=lambda path: path.stem)
def test_the_cards_of_the_course(path: Path) -> None:
    text = path.read_text("utf-8")
    assert errors(text) == []
    assert text.startswith(f"# yaml-language-server: $schema={schema.NAME}\n"), "so that an editor finds the schema"


@pytest.mark.parametrize("path", sorted(cards.RIGHT.glob("*.yml")), ids=lambda path: path.stem)
def test_right_cards(path: Path) -> None:
    assert errors(path.read_text("utf-8")) == []


@pytest.mark.parametrize("dotted", cards.REQUIRED)
def test_a_required_field_removed(dotted: str) -> None:
    assert errors(cards.without(cards.PAPER, dotted))


@pytest.mark.parametrize("dotted", cards.REQUIRED)
@pytest.mark.parametrize("value", cards.WRONG)
def test_a_field_of_a_wrong_type(dotted: str, value: str) -> None:
    """What is wrong by its form alone: the rest is for `check`, which finds it too."""
    if value == '"a\\nb"' and dotted.endswith((".ja", ".en")):
        return  # a text may have paragraphs
    if (dotted, value) in (("counts.proof.value", "7"), ("compared", "7")):
        return  # of the right type
    assert errors(cards.replaced(cards.PAPER, dotted, value)), value


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("role: primary-definition", "role: primary"),
        ("arxiv: 2401.01234v2\n", "arxiv: 2401.01234v2\ndoi: 10.1000/182\n"),
        ("arxiv: 2401.01234v2\n", "commit: 0123456789abcdef0123456789abcdef01234567\n"),
        ("verified_on: 2026-10-30", "verified_on: 30.10.2026"),
        ("url: https://arxiv", "url: javascript:alert(1)//arxiv"),
        ("unit/day-1#procedure", "unit/day-1"),
        ("rationale:\n", "rationalle:\n"),
        ("{given: Ada, family: Example}", "Ada Example"),
        ("outcome: rejected", "outcome: no"),
        ("verified_on: 2026-10-30", "verified_on: 2026-13-30"),
        ("verified_on: 2026-10-30", "verified_on: 0000-10-30"),
        ("arxiv: 2401.01234v2\n", "arxiv: 2401.01234v2\nunchecked: [licence]\n"),
        ("outcome: rejected", "outcome: rejected\n    unchecked: [edition]"),
        ("\ncounts:\n  proof:\n", "\ncounts:\n  proof:\n    lines: [0, 11]\n"),
        ("\ncounts:\n  proof:\n", "\ncounts:\n  proof:\n    lines: [true, 12]\n"),
        ("\ncounts:\n  proof:\n", "\ncounts:\n  proof:\n    path: ../proof.tex\n"),
    ],
)
def test_what_is_wrong_for_both(old: str, new: str) -> None:
    assert old in cards.PAPER
    text = cards.PAPER.replace(old, new, 1)
    assert errors(text)
    assert cards.read(text)[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("verified_on: 2026-10-30", 'verified_on: " 2026-10-30 "'),
        ("url: https://example.org/another?page=1", 'url: " https://example.org/another?page=1 "'),
        ("- unit/day-1#procedure", '- "unit/day-1#procedure "'),
        ("arxiv: 2401.01234v2\n", "arxiv: 2401.01234v2\nunchecked: [rights_holder, counts]\n"),
    ],
)
def test_what_is_right_for_both(old: str, new: str) -> None:
    assert old in cards.PAPER
    text = cards.PAPER.replace(old, new, 1)
    assert errors(text) == []
    assert cards.read(text)[1] == []


def test_a_count_in_code_says_where() -> None:
    count = "counts:\n  lines: {value: 1, what: {ja: 行, en: lines}}\n"
    assert errors(cards.CODE + count) and cards.read(cards.CODE + count, "example-code")[1]
    placed = cards.CODE + count.replace("{value", "{path: a b.py, symbol: f, value")
    assert errors(placed) == [] and cards.read(placed, "example-code")[1] == []


def test_what_could_not_be_checked_may_be_missing() -> None:
    text = cards.without(cards.PAPER, "issued") + "unchecked: [issued]\n"
    assert errors(text) == []
    assert cards.read(text)[1] == []
    assert errors(cards.without(text, "unchecked"))


def test_every_field_is_explained() -> None:
    known = schema.schema(["ja", "en"])["properties"]
    assert isinstance(known, dict)
    assert set(known) == {*card.REQUIRED, *card.OPTIONAL}
    assert [name for name, part in known.items() if "description" not in part] == []
