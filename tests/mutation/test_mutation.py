"""Self-mutation: change the course in one place, and `check` must fail there. Survivors are listed with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import yaml

from build_tools import course
from build_tools.model import Report
from tests.mutation import memo, mutants
from tests.mutation.mutants import ROOT, Engine, Mutant

# It is the checker that is measured: on these lessons and their cards, however many more the course has.
MODULES = ("queries_keys_values", "multi_head")
LESSONS = ("day-43-queries-keys-values", "day-45-multi-head-subspaces")
PAGES = [f"docs/{language}/attention/{lesson}.md" for language in mutants.LANGUAGES for lesson in LESSONS]
CODE = [f"snippets/{folder}{module}.py" for folder in ("", "pure/") for module in MODULES]
CARDS = [f"docs/sources/{card}.yml" for card in ("annotated-transformer", "cs224n", "nanogpt", "vaswani-2017")]
SURVIVORS = yaml.safe_load((Path(__file__).parent / "survivors.yml").read_text("utf-8")) or []

engine = Engine()


@pytest.fixture(scope="module", autouse=True)
def remembering() -> Iterator[None]:
    """What the mutants have in common is computed once, in this module alone."""
    with pytest.MonkeyPatch.context() as patch:
        with memo.install(patch).learning():
            course.check(ROOT, engine=engine)
        yield


def check(mutant: Mutant) -> Report:
    return course.check(ROOT, overlay={mutant.path: mutant.text}, engine=engine)


def tally(kind: str, path: str, total: int, alive: list[Mutant]) -> None:
    """Keeps the count for the summary, and fails on a survivor that is not listed, or listed and dead."""
    folder = ROOT / ".build" / "mutation"
    folder.mkdir(parents=True, exist_ok=True)
    record = {"kind": kind, "path": path, "total": total, "alive": [one.place for one in alive]}
    (folder / f"{kind}-{path.replace('/', '-')}.json").write_text(json.dumps(record, ensure_ascii=False), "utf-8")
    listed = {one["change"] for one in SURVIVORS if one["kind"] == kind and one["change"].startswith(f"{path}:")}
    assert {one.place for one in alive} == listed
    assert total > 0


def survivors(changes: Iterable[Mutant], *, anywhere: bool = False) -> tuple[int, list[Mutant]]:
    total, alive = 0, []
    for mutant in changes:
        total += 1
        if not mutants.killed(check(mutant), mutant, anywhere=anywhere):
            alive.append(mutant)
    return total, alive


def test_the_unchanged_course_gives_no_finding() -> None:
    assert [str(finding) for finding in course.check(ROOT, engine=engine).findings] == []


@pytest.mark.parametrize("path", PAGES)
def test_every_digit_a_reader_sees_is_held(path: str) -> None:
    tally("digits", path, *survivors(mutants.of_page(path)))


@pytest.mark.parametrize("path", CODE)
def test_every_number_in_code_is_held(path: str) -> None:
    """A changed number in code shows at the numerals that depend on it, or stops the snippet at its own line."""
    total, alive = 0, []
    pages = {page for page in PAGES if Path(path).stem in (ROOT / page).read_text("utf-8")}
    for mutant in mutants.of_code(path):
        total += 1
        report = check(mutant)
        drifted = {
            f.path
            for f in report.findings
            if f.rule in ("answer-drift", "twin-drift", "literal-shape", "numeral-count")
        }
        failed = any(f.path == path and f.rule.startswith("snippet-") for f in report.findings)
        if not (failed or drifted >= pages):
            alive.append(mutant)
    tally("code", path, total, alive)


@pytest.mark.parametrize("path", CARDS)
def test_every_digit_of_a_card_is_held(path: str) -> None:
    tally("card-digits", path, *survivors(mutants.of_card(path), anywhere=True))


@pytest.mark.parametrize("path", CARDS)
def test_every_required_field_of_a_card_is_held(path: str) -> None:
    """A field that is missing shows at what it is missing from, one of a wrong type at its own line."""
    total, alive = 0, []
    for mutant in mutants.fields_of_card(path):
        total += 1
        found = [f for f in check(mutant).findings if f.path == path and f.severity == "error"]
        if not (found if mutant.after == "removed" else [f for f in found if f.line == mutant.line]):
            alive.append(mutant)
    tally("card-fields", path, total, alive)


@pytest.mark.parametrize("path", CARDS)
def test_every_contradiction_of_a_card_is_found(path: str) -> None:
    """Two fields that cannot both be true: which of them is wrong, nobody can tell, but that one is."""
    total, alive = 0, []
    for mutant in mutants.contradictions_of_card(path):
        total += 1
        if not [f for f in check(mutant).findings if f.path == path and f.severity == "error"]:
            alive.append(mutant)
    tally("card-contradictions", path, total, alive)
