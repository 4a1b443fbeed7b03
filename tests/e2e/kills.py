"""Builds that are killed at random moments: `python -m tests.e2e.kills --times 100`.

After each one the site is the old or the new one, byte for byte; the next build succeeds and clears up; no process of
the killed one is left.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.e2e.harness import SAMPLE, Course

PAGES = ("docs/ja/index.md", "docs/en/index.md")
_PATIENCE = 30.0  # seconds for the builders of a build that was killed alone to end


@dataclass
class Kills:
    """A course that changes between two states; each build that brings the other one is killed."""

    course: Course
    seed: int = 45
    moments: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.texts = {path: (self.course.root / path).read_text("utf-8") for path in PAGES}
        self.sites = [self._site("marka"), self._site("markb")]
        assert self.sites[0] != self.sites[1]
        started = time.monotonic()
        assert self.course.build().code == 0  # the state stays: how long a build takes, with what is kept of the last
        self.whole = time.monotonic() - started
        assert self.course.site() == self.sites[1], "the same course gives the same site"
        self.state = 1

    def once(self, number: int) -> None:
        """Kills one build, and looks at what is left."""
        self._write(("marka", "markb")[1 - self.state])
        process = subprocess.Popen(
            [sys.executable, "-m", "build_tools", "build"],
            cwd=self.course.root,
            env=self.course.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        # Every moment, and a third of them close to the exchange at the end.
        share = self.chance.uniform(0.85, 1.1) if number % 3 == 2 else self.chance.uniform(0.0, 1.0)
        time.sleep(self.whole * share)
        if number % 2:
            process.kill()  # alone: its builders go on for a while
        else:
            os.killpg(process.pid, signal.SIGKILL)  # with its builders
        survived = process.wait() == 0
        left = self._processes_left()
        found = self.course.site()
        when = f"number {number}, killed at {share:.3f} of a build"
        assert found in self.sites, f"{when}: the site is neither the old nor the new one"
        assert not left, f"{when}: {left} still run"
        self.moments["survived" if survived else "new site" if found != self.sites[self.state] else "old site"] += 1
        self.state = self.sites.index(found)

    def mended(self) -> None:
        """The next build succeeds, and nothing of the ones before is left."""
        result = self.course.build()
        assert result.code == 0, result.output
        self.state = 1 - self.state if self.course.site() != self.sites[self.state] else self.state
        assert self.course.site() == self.sites[self.state]
        staging = self.course.root / ".build" / "staging"
        assert [place.name for place in staging.iterdir()] == ["one-at-a-time"]
        assert self._processes_left() == []

    def _site(self, mark: str) -> dict[str, str]:
        self._write(mark)
        result = self.course.build()
        assert result.code == 0, result.output
        return self.course.site()

    def _write(self, mark: str) -> None:
        for path, text in self.texts.items():
            self.course.write(path, f"{text}\n{mark}\n")

    def _processes_left(self) -> list[str]:
        """What still runs in the course's folder once builders had time to end."""
        until = time.monotonic() + _PATIENCE
        while (left := _running_in(self.course.root)) and time.monotonic() < until:
            time.sleep(0.05)
        return left


def _running_in(folder: Path) -> list[str]:
    """The processes whose working directory is a folder; none on systems that do not list them."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if (place / "cwd").resolve() == folder.resolve():
                found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")[:120])
        except OSError:  # it has ended, or is somebody else's
            continue
    return [one for one in found if one]


def main() -> None:
    """Kills builds of the sample course, and says how it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.kills", description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=45)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        course = Course(Path(folder) / "course")
        shutil.copytree(SAMPLE, course.root, ignore=shutil.ignore_patterns("__pycache__", ".build", "site"))
        started = time.monotonic()
        kills = Kills(course, wanted.seed)
        print(f"a whole build takes {kills.whole:.1f} s", flush=True)
        for number in range(wanted.times):
            kills.once(number)
            kills.mended()
        said = ", ".join(f"{count} {what}" for what, count in sorted(kills.moments.items()))
        print(f"{wanted.times} builds killed in {time.monotonic() - started:.0f} s: {said}; each next one succeeded")


if __name__ == "__main__":
    main()
