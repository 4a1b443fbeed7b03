"""Every rule that `check` can report: what it says, and where.

samples/base is a small course without a fault. A case is a folder in samples/check/, named after the rule that it is
about: the files in it stand for those of the base course, `removed.txt` (where there is one) lists files that are
taken out, and `expected.txt` holds the findings, `path:line:column: severity[rule]: message` each. Where the mends are
what a case is about, `mends.txt` holds them, one a line, in the order of the findings.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from build_tools import course
from build_tools.code import runner
from build_tools.loader import Loader
from build_tools.memory import Memory
from build_tools.model import Finding, Job, Outcome

SAMPLES = Path(__file__).parent / "samples"
CASES = SAMPLES / "check"
NAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())
OWN = ("expected.txt", "mends.txt", "removed.txt")
MENDED = [name for name in NAMES if (CASES / name / "mends.txt").is_file()]

_outcomes: dict[str, Outcome] = {}
_memory = Memory()  # most cases change one file: what the others come to is remembered, as in `serve`


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[runner.Engine]:
    """One engine for all cases, which take turns in its folder."""
    with runner.Engine(tmp_path_factory.mktemp("course")) as engine:
        yield engine


def emptied(root: Path) -> None:
    for place in root.iterdir():
        shutil.rmtree(place) if place.is_dir() and not place.is_symlink() else place.unlink()


def build(case: Path, root: Path) -> None:
    """The course of a case."""
    emptied(root)
    shutil.copytree(SAMPLES / "base", root, dirs_exist_ok=True)
    shutil.copytree(case, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*OWN))
    listed = case / "removed.txt"
    for path in listed.read_text("utf-8").splitlines() if listed.is_file() else ():
        (root / path).unlink()


def findings_of(running: runner.Engine) -> Sequence[Finding]:
    def engine(jobs: Sequence[Job]) -> list[Outcome]:
        """Runs what has not been run for another case."""
        new = {repr(job): job for job in jobs if repr(job) not in _outcomes}
        _outcomes.update(zip(new, running(list(new.values())), strict=True))
        return [_outcomes[repr(job)] for job in jobs]

    return Loader(running.folder, {}, _memory).report(engine).findings


def found(running: runner.Engine) -> list[str]:
    return [str(finding).split("\n")[0] for finding in findings_of(running)]


def test_the_base_course_is_without_fault(running: runner.Engine) -> None:
    build(SAMPLES / "base", running.folder)
    assert found(running) == []


def test_front_matter_is_not_told_to_bind_its_numbers(tmp_path: Path) -> None:
    build(SAMPLES / "base", tmp_path)
    page = tmp_path / "docs" / "en" / "tiles" / "day-1-floor.md"
    page.write_text(page.read_text("utf-8").replace("The opening chapter", "The 6 first pages"), "utf-8")
    (finding, *_) = course.check(tmp_path).findings
    assert (finding.rule, finding.line) == ("unbound", 10)
    assert "`names`" in finding.mend and "{=" not in finding.mend


@pytest.mark.parametrize("case", NAMES)
def test_what_is_found(case: str, running: runner.Engine) -> None:
    build(CASES / case, running.folder)
    assert "\n".join(found(running)) == (CASES / case / "expected.txt").read_text("utf-8").rstrip("\n")


@pytest.mark.parametrize("case", MENDED)
def test_how_it_is_mended(case: str, running: runner.Engine) -> None:
    build(CASES / case, running.folder)
    mends = [finding.mend for finding in findings_of(running)]
    assert "\n".join(mends) == (CASES / case / "mends.txt").read_text("utf-8").rstrip("\n")


@pytest.mark.parametrize("case", [name for name in MENDED if name.startswith("unbound")])
def test_what_is_proposed_holds_the_number(case: str, running: runner.Engine) -> None:
    build(CASES / case, running.folder)
    for finding in reversed(findings_of(running)):  # from below, so that places stay what they are
        proposed = re.search(
            r"(?:write|exempt it,) `(.*)`(?: alone on the line below the (?:table|formula))?$", finding.mend
        )
        if finding.rule != "unbound" or proposed is None or "{=expression}" in proposed[1]:
            continue
        page = running.folder / finding.path
        lines = page.read_text("utf-8").split("\n")
        if "on the line below" in finding.mend:
            lines.insert(lines.index("", finding.line - 1), proposed[1])
        else:
            line, at = lines[finding.line - 1], finding.column - 1
            number = finding.message.removeprefix("nothing holds ")
            assert line.startswith(number, at)
            lines[finding.line - 1] = line[:at] + proposed[1] + line[at + len(number) :]
        page.write_text("\n".join(lines), "utf-8")
    # What nothing computes, and what a twin does not compute, is another matter.
    left = [one for one in findings_of(running) if one.rule != "twin-missing" and "{=expression}" not in one.mend]
    assert left == []


@pytest.mark.parametrize("case", NAMES)
def test_a_case_shows_the_rule_that_it_is_named_after(case: str) -> None:
    lines = (CASES / case / "expected.txt").read_text("utf-8").splitlines()
    rules = {line.split("[")[1].split("]")[0] for line in lines if line}
    if case.endswith("-right"):
        assert not rules
    else:
        assert any(case == rule or case.startswith(f"{rule}-") for rule in rules)


@pytest.mark.parametrize("case", NAMES)
def test_line_ends_of_windows_change_nothing(case: str, running: runner.Engine) -> None:
    build(CASES / case, running.folder)
    for path in running.folder.rglob("*.md"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert "\n".join(found(running)) == (CASES / case / "expected.txt").read_text("utf-8").rstrip("\n")
