"""A copy of the sample course, and what can be done with it."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SAMPLE = REPOSITORY / "tests" / "samples" / "course"
PAGE = "docs/{}/bread/day-1-bakers-percentage.md"


@dataclass(frozen=True)
class Result:
    """What a command came to."""

    code: int
    output: str


@dataclass(frozen=True)
class Course:
    """A copy of the sample course in a folder of its own."""

    root: Path

    def run(self, *command: str) -> Result:
        """A module run by this Python in the course's folder."""
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.root,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        return Result(done.returncode, done.stdout)

    def environment(self) -> dict[str, str]:
        """The tools are found; no notice of a builder's own is shown; nothing of the machine's reaches the site."""
        kept = {name: value for name, value in os.environ.items() if name != "SITE_URL"}
        quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
        return {**kept, **quiet, "PYTHONPATH": os.pathsep.join((str(REPOSITORY), str(self.root)))}

    def build(self) -> Result:
        return self.run("build_tools", "build")

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a text that stands in a file exactly once."""
        text = (self.root / path).read_text("utf-8")
        assert text.count(old) == 1, (path, old)
        (self.root / path).write_text(text.replace(old, new), "utf-8")

    def append(self, path: str, text: str) -> None:
        with open(self.root / path, "a", encoding="utf-8") as file:
            file.write(text)

    def write(self, path: str, text: str) -> None:
        (self.root / path).write_text(text, "utf-8")

    def site(self) -> dict[str, str]:
        """The published files, by their digests."""
        folder = self.root / "site"
        return {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def refused(self) -> str:
        """Builds, expects a readable refusal that leaves the site as it was, and gives what was said."""
        before = self.site()
        result = self.build()
        assert result.code != 0, result.output
        assert self.site() == before
        assert 'File "' not in result.output, result.output
        assert not any(line.startswith("Traceback") for line in result.output.splitlines()), result.output
        assert len(result.output.splitlines()) < 40, result.output
        return result.output
