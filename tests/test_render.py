"""What `rendering` makes of a report: text stays text, links lead somewhere, nothing is without a name."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from build_tools.model import (
    Block,
    Candidate,
    Claim,
    Code,
    Numeral,
    Page,
    Pair,
    Report,
    Scalar,
    Section,
    Source,
    Span,
    Tree,
    Verified,
    VerifiedPage,
)
from build_tools.rendering import cards, claims, course, lessons, records, tasks
from build_tools.rendering.addresses import link
from build_tools.words import ACTIVITIES, activity, for_scripts, word

NOTHING = Span(0, 0)
EVIL = "<script>alert('1')</script> \"quoted\" & &amp;"


def page(key: str = "attention/day-43-x.md", **meta: object) -> Page:
    sections = (Section("", "", 0, Span(0, 0), Span(0, 0)), Section("procedure", EVIL, 2, Span(0, 0), Span(0, 0)))
    return Page(
        f"docs/en/{key}",
        key,
        "en",
        "",
        0,
        {"title": EVIL, "day": 43, "activity": "reading", "minutes": 5} | meta,
        {},
        sections,
    )


def verified(shape: str = "text", expression: str = f"{EVIL!r}") -> Verified:
    claim = Claim(shape, expression, Span(0, 9), Span(0, 3), Span(3, 9), Span(5, 8), (), "goal", False)  # type: ignore[arg-type]
    return Verified("0123456789ab", claim, 1, 1, EVIL, Fraction(1, 3), ("n",), ())


SOURCE = Source(
    id="s-1", path="docs/sources/s-1.yml", title=EVIL, authors=(EVIL,), url='https://example.org/?a="b"&c',
    identifiers={},
    edition={"en": EVIL}, verified_on="2026-11-20", mutability="moving", role="code-reference", rationale={"en": EVIL},
    reader_prerequisites={"en": EVIL}, fallback={"en": EVIL}, provides=("attention/day-43#procedure", f"other#{EVIL}"),
    candidates=(Candidate(EVIL, 'https://example.org/"', {"en": EVIL}, "rejected"),), license="NOASSERTION",
    rights_holder=EVIL, use="link", access={"en": EVIL}, note={"en": EVIL}, spans={},
)  # fmt: skip


def fragments() -> dict[str, str]:
    one = page(sources=[{"id": "s-1", "locator": EVIL}], prerequisites=["day-42", "day-43"])
    known, table = {"day-43": one}, verified("table")
    counts = {"claimed": 1, "arithmetic": 0, "name": 0, "symbolic": 0, "exempt": 0}
    shown = VerifiedPage(one, "digest", (verified(),), counts, "snippets/x.py", "snippets/pure/x.py")
    report = Report((), (shown,), {"s-1": SOURCE}, {}, {"snippets/x.py": Code(EVIL, {"n": 1})})
    return {
        "claim": claims.claim_open(verified(), shown) + EVIL_FREE + claims.claim_close(verified(), shown, report),
        "block": claims.claim_open(table, shown) + EVIL_FREE + claims.claim_close(table, shown, report),
        "page ledger": records.page_ledger(shown, {"snippets/x.py": EVIL, "snippets/pure/x.py": EVIL}, {"n": 1}),
        "course ledger": records.course_ledger(report, page("verification.md")),
        "meta strip": lessons.meta_strip(one, known, "../../notebooks/x/"),
        "days": course.days(page("index.md"), [shown]),
        "cards": cards.cards(one, {"s-1": SOURCE}, known),
    }


EVIL_FREE = "text"
FRAGMENTS = fragments()


@pytest.mark.parametrize("name", FRAGMENTS)
def test_text_stays_text(name: str) -> None:
    html = FRAGMENTS[name]
    assert "<script" not in html
    assert not re.search(r"&(?!(?:amp|lt|gt|quot|#x27|#\d+);)", html)
    # No attribute ends early: outside of tags there is no quote that a tag could swallow.
    for tag in re.findall(r"<[a-z][^>]*>", html):
        assert re.fullmatch(r"<[a-z][a-z0-9]*(?:\s[a-z-]+(?:=\"[^\"<>]*\")?)*>", tag), tag


@pytest.mark.parametrize("name", FRAGMENTS)
def test_every_element_is_closed(name: str) -> None:
    open_tags: list[str] = []
    for closing, tag in re.findall(r"<(/?)([a-z][a-z0-9]*)\b[^>]*>", FRAGMENTS[name]):
        if tag == "br":
            continue
        if closing:
            assert open_tags.pop() == tag
        else:
            open_tags.append(tag)
    assert open_tags == []


@pytest.mark.parametrize("name", FRAGMENTS)
def test_links_and_summaries_have_text(name: str) -> None:
    for tag in ("a", "summary", "th", "h2", "h3"):
        for content in re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", FRAGMENTS[name], re.DOTALL):
            assert re.sub(r"<[^>]*>", "", content).strip(), f"an empty <{tag}>"


@pytest.mark.parametrize("name", FRAGMENTS)
def test_no_list_is_empty_and_no_id_is_twice(name: str) -> None:
    html = FRAGMENTS[name]
    assert not re.search(r"<(ul|dl|ol)[^>]*></\1>", html)
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))


def test_links_of_a_ledger_lead_to_what_it_holds() -> None:
    html = FRAGMENTS["page ledger"]
    targets = set(re.findall(r'href="#([^"]*)"', html))
    assert targets and targets <= set(re.findall(r'\bid="([^"]*)"', html))


def test_a_card_without_a_section_that_stands_in_has_no_list() -> None:
    bare = Source(**{**SOURCE.__dict__, "provides": ()})
    assert "<ul></ul>" not in cards.cards(page(sources=[{"id": "s-1", "locator": "x"}]), {"s-1": bare}, {})


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("attention/day-43-x.md", "attention/day-45-y.md", "../day-45-y/"),
        ("index.md", "attention/day-43-x.md", "attention/day-43-x/"),
        ("attention/index.md", "attention/day-43-x.md", "day-43-x/"),
        ("attention/day-43-x.md", "index.md", "../../"),
        ("a.md", "章/x.md", "../%E7%AB%A0/x/"),
    ],
)
def test_links_are_relative(source: str, target: str, expected: str) -> None:
    assert link(source, target) == expected


@pytest.mark.parametrize("name", ["exercise", "hint", "answer", "criterion", "reflection"])
def test_blocks_open_and_close(name: str) -> None:
    block = Block(name, "", f"{name}-1", Span(0, 1), Span(2, 3), "goal")
    shown = VerifiedPage(page(), "digest", (), {})
    opening, closing = lessons.block_open(block, shown), lessons.block_close(block, shown)
    assert closing.endswith(f"</{re.match('<([a-z]+) ', opening)[1]}>")  # type: ignore[index]
    assert name == "exercise" or word(name, "en") in opening


def test_every_word_is_in_both_languages() -> None:
    assert word("hint", "ja") != word("hint", "en") == word("hint", "fr")
    assert all(activity(name, "ja") != activity(name, "en") for name in ACTIVITIES)


# ---------------------------------------------------------------------------------------------------- exercises


def asked(written: str, *pairs: tuple[str, Scalar, Fraction | None], value: Tree, shape: str = "text") -> VerifiedPage:
    """A lesson with one exercise that asks for a claim: `pairs` are numerals as written, their values and units."""
    text = f"/// exercise\n/// answer\n{written}\n///\n///\n"
    at = text.index(written)
    found: list[Pair] = []
    start = at
    for shown, number, unit in pairs:
        start = text.index(shown, start)
        exact = number if isinstance(number, float) and abs(number) == float("inf") else Fraction(number)  # type: ignore[arg-type]
        found.append(Pair(Numeral(start, start + len(shown), shown, exact, unit), number, "", True))
        start += len(shown)
    literal = Span(at, at + len(written))
    claim = Claim(shape, "x", literal, literal, NOTHING, NOTHING, (), "exercises", True, block="answer-1")  # type: ignore[arg-type]
    one = Verified("c1", claim, 1, 1, written, value, ("x",), tuple(found))
    blocks = (
        Block("exercise", "", "exercise-1", Span(0, 12), NOTHING, "", body=12, options={"predict": " x "}),
        Block("answer", "", "answer-1", Span(13, 23), NOTHING, "", "exercise-1", 23),
    )
    lesson = replace(page(), text=text, visible=text, blocks=blocks)
    return VerifiedPage(lesson, "digest", (one,), {})


def asks(shown: VerifiedPage) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(tasks.task(shown.page.blocks[0], shown))
    return found


@pytest.mark.parametrize(
    ("shown", "value", "unit", "field"),
    [
        ("4", 4, None, (4.0, 4e-9, 1)),
        ("4.0", 4, Fraction(1, 10), (4.0, 0.05, 1)),
        ("1/3", Fraction(1, 3), None, (1 / 3, 1e-9 / 3, 1)),
        ("46.8 %", Fraction(468, 1000), Fraction(1, 1000), (0.468, 0.0005, 0.01)),
        ("4.7e-3", Fraction(47, 10000), Fraction(1, 10000), (0.0047, 0.00005, 1)),
        ("236 万", 2_360_000, 10_000, (2_360_000.0, 5000.0, 10_000)),
        ("2.36 million", 2_360_000, 10_000, (2_360_000.0, 5000.0, 1_000_000)),
        ("−2{,}359{,}296", -2_359_296, None, (-2_359_296.0, 2.359_296e-3, 1)),
        ("４．０", 4, Fraction(1, 10), (4.0, 0.05, 1)),
        ("-∞", float("-inf"), None, ("-inf", 0.0, 1)),
        ("四つ", 4, None, (4.0, 4e-9, 1)),
    ],
)
def test_fields_know_how_far_off_a_number_may_be(
    shown: str, value: Scalar, unit: Fraction | None, field: tuple[float | str, float, float]
) -> None:
    task = asks(asked(f"a {shown} b", (shown, value, unit), value=value))
    (one,) = task["fields"]
    wanted, within, scale = field
    assert one["value"] == (pytest.approx(wanted) if isinstance(wanted, float) else wanted)
    assert (one["within"], one["scale"]) == (pytest.approx(within), pytest.approx(scale))
    assert task["form"] == [["a ", 0, " b"]]


def test_forms_have_a_row_for_each_row_of_the_value() -> None:
    numbers = [(f"{number}", number, None) for number in (1, 2, 3, 4)]
    formula = r"\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}"
    assert asks(asked(formula, *numbers, value=((1, 2), (3, 4)), shape="display"))["form"] == [[0, 1], [2, 3]]
    assert asks(asked("1 2 3 4", *numbers, value=(1, 2, 3, 4), shape="fence"))["form"] == [[0, 1, 2, 3]]
    assert asks(asked("yes", value="yes"))["form"] == [[0]]
    assert asks(asked("yes", value="yes"))["fields"][0]["within"] is None


def test_an_exercise_that_asks_for_no_claim_takes_a_text() -> None:
    shown = asked("1", ("1", 1, None), value=1)
    free = replace(shown.page.blocks[0], options={})
    task = json.loads(tasks.task(free, shown))
    assert (task["claim"], task["expression"], task["fields"], "form" in task) == ("", "", [], False)
    assert tasks.kind(tasks.predicted(free, shown)) == "text"


def test_data_cannot_end_their_script() -> None:
    assert json.loads(tasks.as_script({"a": "</script><!--"})) == {"a": "</script><!--"}
    assert "<" not in tasks.as_script({"a": "</script><!--"})


def test_words_of_scripts_are_in_both_languages_with_the_same_places() -> None:
    ja, en = for_scripts("ja"), for_scripts("en")
    assert list(ja) == list(en) and for_scripts("fr") == en
    assert [key for key in ja if ja[key].count("{}") != en[key].count("{}")] == []
    assert all(key.startswith(("predict.", "record.", "copy.")) for key in ja)
