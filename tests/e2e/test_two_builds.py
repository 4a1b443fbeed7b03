"""Two builds of one project at once: each ends well or says why not, and the site is whole."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from tests.e2e.harness import Course
from tests.e2e.test_disks import check

PAGES = ("docs/ja/index.md", "docs/en/index.md")
MARKS = ("marka", "markb")


def started(course: Course) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "build_tools", "build"],
        cwd=course.root,
        env=course.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def written(course: Course, mark: str) -> None:
    for path in PAGES:
        text = (course.root / path).read_text("utf-8").partition("\nmark")[0].rstrip("\n")
        course.write(path, f"{text}\n\n{mark}\n")


@dataclass(frozen=True)
class Known:
    """A course of two states, the site of each, and how long a build takes."""

    course: Course
    sites: list[dict[str, str]]
    whole: float


@pytest.fixture(scope="module")
def known(built: Course, tmp_path_factory: pytest.TempPathFactory) -> Known:
    """One for all of these tests: each leaves a course that can be built."""
    course = Course(tmp_path_factory.mktemp("known") / "course")
    shutil.copytree(built.root, course.root, symlinks=True)
    sites, whole = [], 0.0
    for mark in MARKS:
        written(course, mark)
        began = time.monotonic()
        assert course.build().code == 0
        whole = time.monotonic() - began
        sites.append(course.site())
    assert sites[0] != sites[1]
    return Known(course, sites, whole)


@pytest.mark.parametrize(
    ("share", "order"),
    [(0.0, (0, 1)), (0.5, (0, 1)), (0.5, (1, 0)), (0.95, (1, 0))],
    ids=["together", "between", "between, backwards", "publishing"],
)
def test_two_builds_at_once(known: Known, share: float, order: tuple[int, int]) -> None:
    course, sites = known.course, known.sites
    written(course, MARKS[order[0]])
    first = started(course)
    time.sleep(known.whole * share)
    written(course, MARKS[order[1]])
    second = started(course)
    outputs = {first: first.communicate(timeout=120)[0], second: second.communicate(timeout=120)[0]}
    for build, output in outputs.items():
        assert "Traceback" not in output, output
        # The first may meet a page that has changed since it was read: it refuses that, and says so.
        assert build.returncode == 0 or (build is first and "nothing is published" in output), output
    assert course.site() in sites
    assert [place.name for place in (course.root / ".build" / "staging").iterdir()] == ["one-at-a-time"]
    sound(course)
    if order == (1, 0):
        assert check(course) == check(course, "--no-cache")
        assert course.build().code == 0
        assert course.site() == sites[order[1]]


def sound(course: Course) -> None:
    """Every database that is kept is sound."""
    for place in (course.root / ".build" / "cache").rglob("*"):
        if place.is_file() and place.read_bytes().startswith(b"SQLite format 3\0"):
            database = sqlite3.connect(f"file:{place}?mode=ro", uri=True)
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            database.close()
