"""What `rendering` makes of a report: text stays text, links lead somewhere, nothing is without a name."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from build_tools.model import (
    Block,
    Candidate,
    Claim,
    Code,
    Page,
    Report,
    Section,
    Source,
    Span,
    Verified,
    VerifiedPage,
)
from build_tools.rendering import cards, claims, course, lessons, records
from build_tools.rendering.addresses import link
from build_tools.words import ACTIVITIES, activity, word

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
