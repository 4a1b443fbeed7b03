"""What `rendering` makes of a report: text stays text, links lead somewhere, nothing is without a name."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

from build_tools.cards import card as schema
from build_tools.cards import linkfields, references, workfields
from build_tools.model import (
    Access,
    Answered,
    Author,
    Block,
    Candidate,
    Claim,
    Code,
    Component,
    Count,
    Material,
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
    Work,
)
from build_tools.notebooks import frames
from build_tools.rendering import cards, claims, course, lessons, records, sources, tasks, works
from build_tools.rendering.addresses import link
from build_tools.wording import cards as card_words
from build_tools.wording import exports, predictions
from build_tools.wording import lessons as lesson_words
from build_tools.wording import record as record_words
from build_tools.words import ACTIVITIES, for_scripts, word

NOTHING = Span(0, 0)
WORDING = (lesson_words, card_words, exports, predictions, record_words)
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


WORK = Work(
    title=EVIL, type="paper", language="de", authors=(Author("Ada", EVIL), Author(name={"en": EVIL}), Author("C", "D")),
    issued="2017-06", container=EVIL, url='https://example.org/?a="b"&c', identifiers={"doi": EVIL, "isbn": EVIL},
    license=f"LicenseRef-own AND {EVIL}", components=(Component("video", "NOASSERTION", "link"),),
    unchecked=("issued", "license"),
)  # fmt: skip
COMMIT = "3adf61e154c3fe3fca428ad6bc3818b27a3b8291"
SOURCE = Source(
    id="s-1", path="docs/sources/s-1.yml", work=WORK,
    edition={"en": EVIL}, verified_on="2026-11-20", mutability="moving", role="code-reference", rationale={"en": EVIL},
    reader_prerequisites={"en": EVIL}, fallback={"en": EVIL}, provides=("attention/day-43#procedure", f"other#{EVIL}"),
    candidates=(
        Candidate(replace(WORK, url="javascript:alert(1)", components=()), {"en": EVIL}, "rejected"),
        Candidate(WORK, {"en": EVIL}, "joint", card="s-1"),
    ),
    rights_holder={"en": EVIL}, use="link", access=Access("none", "unchecked", {"en": EVIL}),
    counts=(Count("lines", 48, 60, {"en": EVIL}, COMMIT, f"src/{EVIL}.py", EVIL, (29, 76)),),
    material=(Material(EVIL, "adapt", "", {"en": EVIL}),), note={"en": EVIL}, spans={},
)  # fmt: skip
LOCATOR = {"kind": "section", "text": EVIL}
MOVED = Answered("2026-11-30", "moved", EVIL, 'https://example.com/"><b>')


def fragments() -> dict[str, str]:
    one = page(sources=[{"id": "s-1", "locator": LOCATOR}], prerequisites=["day-42", "day-43"])
    known, table = {"day-43": one}, verified("table")
    counts = {"claimed": 1, "arithmetic": 0, "name": 0, "symbolic": 0, "exempt": 0}
    shown = VerifiedPage(one, "digest", (verified(),), counts, "snippets/x.py", "snippets/pure/x.py")
    report = Report((), (shown,), {"s-1": SOURCE}, {}, {"snippets/x.py": Code(EVIL, {"n": 1})}, {WORK.url: MOVED})
    gone = replace(report, sources={"s-1": replace(SOURCE, work=replace(WORK, withdrawn="2026-11-30"))})
    return {
        "claim": claims.claim_open(verified(), shown) + EVIL_FREE + claims.claim_close(verified(), shown, report),
        "block": claims.claim_open(table, shown) + EVIL_FREE + claims.claim_close(table, shown, report),
        "page ledger": records.page_ledger(shown, {"snippets/x.py": EVIL, "snippets/pure/x.py": EVIL}, {"n": 1}),
        "course ledger": records.course_ledger(report, page("verification.md")),
        "meta strip": lessons.meta_strip(one, known, "../../notebooks/x/"),
        "days": course.days(page("index.md"), [shown]),
        "cards": cards.cards(one, report, known),
        "a card of what is gone": cards.cards(one, gone, known),
        "sources": sources.catalogue(page("sources.md"), report, [shown]),
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
        if tag in ("br", "input"):
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


# -------------------------------------------------------------------------------------------------------- sources


def card(source: Source, answered: Answered | None = None) -> str:
    """A card on a page whose only source is this one."""
    answers = {source.work.url: answered} if answered else {}
    report = Report((), (), {"s-1": source}, {}, {}, answers)
    return cards.cards(page(sources=[{"id": "s-1", "locator": LOCATOR}]), report, {"day-43": page()})


def text(html: str) -> str:
    """What a reader sees of it."""
    return unescape(re.sub(r"<[^>]*>", "", re.sub(r"</(?:p|dt|dd|li|h3)>|<br>", "\n", html)))


PLAIN = replace(
    SOURCE,
    work=replace(WORK, title="A title", language="en", license="MIT", components=(), unchecked=(), identifiers={}),
    mutability="pinned", candidates=(), counts=(), material=(), provides=("attention/day-43#procedure",),
)  # fmt: skip


def test_where_to_look_comes_first() -> None:
    html = card(PLAIN)
    assert html.index("Where to look") < html.index("tk-badges") < html.index("Why this one") < html.index("<details")


def test_a_card_without_a_section_that_stands_in_has_no_list() -> None:
    assert "<ul></ul>" not in card(replace(PLAIN, provides=()))


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("MIT", "Licence: MIT"),
        ("MIT AND CC-BY-4.0", "Licence: MIT AND CC-BY-4.0"),
        ("NOASSERTION", "Licence: not checked"),
        ("LicenseRef-arXiv-1.0", "Licence: terms of its own (arXiv-1.0)"),
        ("MIT OR LicenseRef-own", "Licence: MIT OR terms of its own (own)"),
    ],
)
def test_licences_in_words(expression: str, shown: str) -> None:
    assert shown in text(card(replace(PLAIN, work=replace(PLAIN.work, license=expression)))).split("\n")


@pytest.mark.parametrize(
    ("answered", "said"),
    [
        (None, "Link not tried yet"),
        (Answered("2026-11-30", "ok", "200"), "Link answered 2026-11-30"),
        (Answered("2026-11-30", "moved", "301", "https://example.com/new"), "moved to example.com/new"),
        (Answered("2026-11-30", "gone", "404", gone=("2026-11-30",)), "there was no page at this address (404)"),
        (Answered("2026-11-30", "refused", "403"), "did not let our check in (403)"),
        (Answered("2026-11-30", "unreachable", "time-out"), "could not reach the address (time-out)"),
    ],
)
def test_a_card_says_what_its_address_answered(answered: Answered | None, said: str) -> None:
    html = card(PLAIN, answered)
    assert said in text(html) and "tk-card--lost" not in html


def test_a_moving_page_says_so() -> None:
    assert "may differ from what was checked on 2026-11-20" in text(card(replace(PLAIN, mutability="moving")))
    assert "may differ" not in text(card(PLAIN))


def test_what_nobody_could_check_is_said_in_words() -> None:
    shown = text(card(replace(PLAIN, work=replace(PLAIN.work, unchecked=("issued", "rights_holder")))))
    assert "Not checked: date of publication, rights holder" in shown
    assert "Not checked" not in text(card(PLAIN))


@pytest.mark.parametrize("field", [*schema.REQUIRED, *schema.OPTIONAL])
def test_every_field_that_may_be_unchecked_has_a_name(field: str) -> None:
    assert word(f"field.{field}", "ja") and word(f"field.{field}", "en")


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("type.", workfields.TYPE),
        ("part.", workfields.PART),
        ("", workfields.USE),
        ("", schema.ROLE),
        ("", schema.MUTABILITY),
        ("", schema.OUTCOME),
        ("access.", schema.NEEDED),
        ("answered.", linkfields.OUTCOMES),
        ("locator.", references.KINDS),
    ],
)
def test_every_choice_on_a_card_has_words(prefix: str, names: tuple[str, ...]) -> None:
    assert [name for name in names if not (word(prefix + name, "ja") and word(prefix + name, "en"))] == []


def test_a_source_that_is_gone_gives_way_to_what_stands_in_for_it() -> None:
    html = card(replace(PLAIN, work=replace(PLAIN.work, withdrawn="2026-11-30")))
    assert PLAIN.work.url not in html.partition("citation")[0]
    assert html.index("As of ") < html.index('href="#procedure"') < html.index("Where to look")
    assert html.count('href="#procedure"') == 1


COUNTED = Count("lines", 48, 60, {"en": "lines of Block"}, COMMIT, "src/model.py", "Block", (29, 76))


@pytest.mark.parametrize(
    ("count", "repository", "address", "said"),
    [
        (
            COUNTED, "https://github.com/o/n", f"https://github.com/o/n/blob/{COMMIT}/src/model.py#L29-L76",
            "lines of Block: 48 (fewer than 60)\nsrc/model.py, L29 to L76, commit 3adf61e",
        ),
        (
            replace(COUNTED, below=None, symbol="Other", lines=None), "https://github.com/o/n.git",
            f"https://github.com/o/n/blob/{COMMIT}/src/model.py", "lines of Block: 48\nsrc/model.py, Other, commit",
        ),
        (COUNTED, "https://example.org/o/n", "", "src/model.py, L29 to L76, commit 3adf61e"),
        (
            replace(COUNTED, commit="2026-11-01", path="", lines=None, below=None), "", "",
            "lines of Block: 48\ncounted on 2026-11-01",
        ),
    ],
)  # fmt: skip
def test_a_count_names_where_it_was_counted(count: Count, repository: str, address: str, said: str) -> None:
    work = replace(PLAIN.work, identifiers={"repository": repository, "commit": COMMIT} if repository else {})
    html = card(replace(PLAIN, work=work, counts=(count,)))
    assert works.permalink(count, work) == address
    assert said in text(html) and (f'href="{address}"' in html) == bool(address)


def test_numerals_of_a_card_are_plain() -> None:
    source = replace(PLAIN, rationale={"en": "fewer than [60]{=lines.below} lines, since [2017]{!date}"})
    assert "fewer than 60 lines, since 2017" in text(card(source))


def test_hidden_characters_are_shown_by_their_numbers() -> None:
    work = replace(PLAIN.work, title="safe \u202egnp.exe", authors=(Author("A", "\u200bB"),))
    html = card(replace(PLAIN, work=work, fallback={"en": "\u2066x"}))
    assert not re.search("[\u200b\u202e\u2066]", html)
    assert all(f"[U+{number}]" in html for number in ("202E", "200B", "2066"))


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "//example.org", ""]
)
def test_what_is_no_address_of_the_web_is_no_link(url: str) -> None:
    html = card(replace(PLAIN, work=replace(PLAIN.work, url=url)))
    assert re.findall(r'href="(?![.#])', html) == [] and "A title" in html


def test_titles_say_their_language() -> None:
    german = replace(PLAIN, work=replace(PLAIN.work, language="de"))
    assert '<bdi lang="de">A title</bdi>' in card(german) and "lang=" not in card(PLAIN)


@pytest.mark.parametrize(("withdrawn", "shown"), [("", "A title"), ("2026-11-30", "A title (no longer online)")])
def test_a_candidate_says_how_it_fared_and_is_a_link_while_it_is_there(withdrawn: str, shown: str) -> None:
    work = replace(PLAIN.work, withdrawn=withdrawn)
    source = replace(PLAIN, candidates=(Candidate(work, {"en": "good"}, "joint"),))
    (listed,) = re.findall(r'<ul class="tk-candidates">.*?</ul>', card(source))
    assert text(listed).startswith(f"{shown} Chosen as well\ngood\n") and ("<a " in listed) == (not withdrawn)


def test_a_notebook_names_source_place_licence_and_what_stands_in() -> None:
    shown = frames.cards(page(sources=[{"id": "s-1", "locator": {"kind": "symbol", "text": "x.py"}}]), {"s-1": PLAIN})
    assert shown.split("\n")[:3] == [
        f"- [A title](<{PLAIN.work.url}>)", "    - Where to look (code): x.py", "    - Licence: MIT",
    ]  # fmt: skip
    assert shown.split("\n")[3].startswith("    - If you cannot open it: ")


def table_rows(html: str) -> list[list[str]]:
    """The cells of the tables of sources, as text."""
    rows = re.findall(r'<tr role="row"[^>]*>(.*?)</tr>', html)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def test_the_page_of_sources_says_where_each_is_used() -> None:
    cards_block = Block("cards", "", "cards-1", NOTHING, NOTHING, "sources")
    one = replace(page(sources=[{"id": "s-1", "locator": {"kind": "section", "text": "Here"}}]), blocks=(cards_block,))
    other = replace(PLAIN, id="s-2", work=replace(PLAIN.work, title="Another"))
    report = Report((), (), {"s-2": other, "s-1": PLAIN}, {}, {})
    html = sources.catalogue(page("sources.md"), report, [VerifiedPage(one, "", (), {})])
    head, first, second = table_rows(html)
    assert len(head) == len(first) == len(second) == 5
    assert 'href="../attention/day-43-x/#source-s-1">Day 43</a><span>Here' in first[1]
    assert "No lesson uses it" in second[1]
    assert ("2 sources" in html, "tk-compared" in html) == (True, False)


def test_a_candidate_is_listed_once_with_all_that_it_was_compared_with() -> None:
    rival = replace(PLAIN.work, title="Rival", url="https://example.org/rival")
    sources_ = {
        name: replace(
            PLAIN, id=name, work=replace(PLAIN.work, title=name), candidates=(Candidate(rival, {}, "rejected"),)
        )
        for name in ("s-1", "s-2")
    }
    html = sources.catalogue(page("sources.md"), Report((), (), sources_, {}, {}), [])
    compared = table_rows(html.partition('id="tk-compared"')[2])
    assert len(compared) == 2 and re.findall(r'href="#(source-s-\d)"', compared[1][1]) == ["source-s-1", "source-s-2"]


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


def test_every_word_is_in_both_languages_with_the_same_places() -> None:
    tables = [getattr(module, name, {}) for module in WORDING for name in ("WORDS", "SCRIPTED")]
    entries = [entry for table in tables for entry in table.items()]
    assert len({key for key, _ in entries}) == len(entries), "a key stands in two tables"
    for key, (ja, en) in entries:
        assert ja and en and sorted(re.findall(r"\{\w*\}", ja)) == sorted(re.findall(r"\{\w*\}", en)), key
    assert word("hint", "ja") != word("hint", "en") == word("hint", "fr")
    assert all(word(f"activity.{name}", "ja") for name in ACTIVITIES)


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


def test_scripts_get_the_words_of_their_page_alone() -> None:
    ja, en = for_scripts("ja"), for_scripts("en")
    assert list(ja) == list(en) and for_scripts("fr") == en != ja
    assert all(key.startswith(("predict.", "record.", "copy.", "sources.")) for key in ja)
