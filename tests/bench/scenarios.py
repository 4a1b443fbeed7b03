"""What is measured: a builder, a course, and what is there before it starts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench import courses, processes
from tests.bench.processes import Cost

ROOT = Path(__file__).resolve().parents[2]
BASE = ROOT / ".build" / "bench"
OTHER = Path(__file__).with_name("markdown-exec.txt")  # the one builder that no lock file of ours holds
LIMIT = 1_800.0  # seconds
_MADE = (".build", ".cache", "site")  # by any of the builders, in a course's folder
# Cards age by the day on which they are looked at: for a synthetic course, it is always 2026-11-30.
_DAY = "1796040000"
_CHECK = (sys.executable, "-m", "build_tools", "check")
_BUILD = (sys.executable, "-m", "build_tools", "build")
_MKDOCS = (sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f")


@dataclass(frozen=True)
class Scenario:
    """A row of the table.

    `cold` deletes all that earlier runs left before each run; else everything is as the last run left it, and one run
    goes ahead uncounted. `changed` writes a sentence more into one page before each run. `goal` is the most that its
    ratio to plain MkDocs should be, `most` the most seconds; None where there is no goal.
    """

    name: str
    builder: str = "ours"
    code: str = "distinct"
    command: str = "build"
    cold: bool = True
    changed: bool = False
    goal: float | None = None
    most: float | None = None
    slow: bool = False  # measured once, at the smallest size
    needs: Callable[[], str] = field(default=lambda: "")  # makes ready; the folder that its modules are in

    def folder(self, size: int) -> Path:
        """Where its course is: one of its own, so that nothing but itself fills its caches."""
        course = self._course(size)
        state = "cold" if self.cold else "changed" if self.changed else "warm"
        return course.with_name(f"{course.name}-{self.command}-{state}")

    def _course(self, size: int) -> Path:
        return BASE / "courses" / f"{size}-{self.code}-{self.builder}"

    def prepare(self, size: int, written: set[Path]) -> None:
        """Puts its course into its folder.

        Args:
            size: how many lessons.
            written: courses that this program has written, and that need only be copied.
        """
        course, folder = self._course(size), self.folder(size)
        if course not in written:
            courses.write(course, size, self.code, self.builder)
            written.add(course)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(course, folder)

    def run(self, size: int) -> Cost:
        """Measures it once.

        Raises:
            Failed: the command did not end well.
        """
        folder = self.folder(size)
        if self.cold:
            for name in _MADE:
                shutil.rmtree(folder / name, ignore_errors=True)
        if self.changed:
            lesson = sorted((folder / "docs" / "en").rglob("day-*.md"))[size // 2]
            lesson.write_text(lesson.read_text("utf-8") + "\nOne sentence more.\n", "utf-8")
        commands: list[tuple[str, ...]] = [_CHECK if self.command == "check" else _BUILD]
        if self.builder != "ours":
            commands = [(*_MKDOCS, path) for path in courses.CONFIGURATIONS.values()]
        return processes.run(commands, folder, environment(folder, self.needs()), LIMIT)


def environment(folder: Path, modules: str = "") -> dict[str, str]:
    """What a measured process finds in its environment.

    Args:
        folder: the course's, which keeps whatever is cached.
        modules: a further folder with modules.
    """
    # Compiled modules are kept, as they are for anybody who has not asked for something else.
    mine = ("SITE_URL", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    return {
        **{name: value for name, value in os.environ.items() if name not in mine},
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), modules))),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "SOURCE_DATE_EPOCH": _DAY,
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
        # Two threads of linear algebra cost more than they save; ours sets this itself, and the others get it too.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }


def markdown_exec() -> str:
    """The folder with markdown-exec, installed the first time it is asked for: it is no part of our environment."""
    name = OTHER.read_text("utf-8").split(maxsplit=1)[0]
    place = BASE / name.replace("==", "-")
    if not place.is_dir():
        print(f"installing {name} into {place.relative_to(ROOT)}, for this measurement alone", file=sys.stderr)
        pip = (sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-deps")
        new = place.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        done = subprocess.run(
            [*pip, "--require-hashes", "--target", new, "-r", OTHER], stderr=subprocess.PIPE, text=True
        )
        if done.returncode:
            raise processes.Failed(f"{name} could not be installed: {done.stderr.strip()[-300:]}")
        new.rename(place)
    return str(place)


PLAIN = Scenario("plain MkDocs", "plain", "shared")
BUILDS = (
    Scenario("build, cold, shared code", code="shared", goal=1.05),
    Scenario("build, cold, distinct code", code="distinct"),
    Scenario("build, warm", cold=False, goal=1.01),
    Scenario("build, one page changed", cold=False, changed=True),
    Scenario("check, cold", command="check"),
    Scenario("check, warm", command="check", cold=False, most=1.0),
    Scenario("check, one page changed", command="check", cold=False, changed=True),
)
OTHERS = (
    Scenario("markdown-exec", "markdown-exec", needs=markdown_exec),
    Scenario("mkdocs-jupyter", "mkdocs-jupyter", slow=True),
)
GROWTH = (
    Scenario("check, cold", command="check"),
    Scenario("check, warm", command="check", cold=False),
    Scenario("build, cold"),
    PLAIN,
)


def check_of_this_course() -> Cost:
    """What `check` takes on the course of this repository, as the last run left it.

    Raises:
        Failed: it has findings.
    """
    found = environment(BASE)
    del found["SOURCE_DATE_EPOCH"], found["XDG_CACHE_HOME"]
    return processes.run([_CHECK], ROOT, found, LIMIT)
