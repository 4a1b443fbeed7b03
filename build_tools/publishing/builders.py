"""MkDocs, once for each language: processes that are started ahead, told what to build, and heard until they end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Queue

from build_tools import course
from build_tools.closing import Closing
from build_tools.code.spawned import PACKAGE_ROOT
from build_tools.errors import BuildError
from build_tools.progress import Progress
from build_tools.publishing.publish import Staging
from build_tools.settings.config import ConfiguredLanguage

_BUILDER = (sys.executable, "-m", "build_tools.publishing.builder")
_STEPS = re.compile(r"steps done: (\d+)$")
_RENDERED = re.compile(r"^rendered (\d+) of (\d+) pages$", re.MULTILINE)


class Builders(Closing):
    """The builders of a site: each loads its modules while the course is still checked, and waits.

    Args:
        root: the project's folder.
        languages: a builder each.
        folder: what they build into, each into a folder named after its language.
        place: the build's staging, which they are to keep alive.
        cache: whether pages are taken as earlier builds rendered them.
    """

    def __init__(
        self,
        root: Path,
        languages: Sequence[ConfiguredLanguage],
        folder: Path,
        place: Staging | None = None,
        *,
        cache: bool = True,
    ) -> None:
        self.languages, self._told = languages, 0.0
        options = ["--kept", str(root.absolute() / course.STEPS)] if cache else []
        quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
        self._running = [
            subprocess.Popen(
                [*_BUILDER, language.config_path, str((folder / language.code).resolve()), "--waiting", *options],
                cwd=root,
                env={**environment(), **quiet},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
                pass_fds=() if place is None else (place.lock,),
            )
            for language in languages
        ]

    def close(self) -> None:
        """None of them runs on."""
        for process in self._running:
            if process.poll() is None:
                process.kill()
                process.wait()
            with suppress(OSError):
                assert process.stdin is not None
                process.stdin.close()

    def tell(self, environment: Mapping[str, str]) -> None:
        """Has them build.

        Args:
            environment: what they find in their environment besides: where the report is.
        """
        self._told = time.monotonic()
        print(f"building {', '.join(language.code for language in self.languages)} …", flush=True)
        for process in self._running:
            assert process.stdin is not None
            with suppress(OSError):  # it has ended: `wait` hears what it said
                process.stdin.write(f"{json.dumps(dict(environment))}\n")
                process.stdin.flush()

    def wait(self, pages: int) -> None:
        """Waits until they have built.

        Args:
            pages: how many they render.

        Raises:
            BuildError: one failed.
        """
        with Progress("building pages", pages) as progress:
            outputs = _heard(self._running, progress)
        problems = [
            f"{language.code}: mkdocs ({language.config_path}) failed:\n{plain(output)}"
            for language, process, output in zip(self.languages, self._running, outputs, strict=True)
            if process.returncode != 0
        ]
        if problems:
            raise BuildError("\n".join((*problems, "nothing is published")))
        counts = [match for output in outputs if (match := _RENDERED.search(output))]
        anew, pages = (sum(int(match[group]) for match in counts) for group in (1, 2))
        print(f"built in {time.monotonic() - self._told:.1f} s, {anew} of {pages} pages rendered anew", flush=True)


def environment() -> dict[str, str]:
    """The environment of a process that finds this program, wherever it runs, and says what it says in UTF-8."""
    found = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return {**found, "PYTHONPATH": os.pathsep.join(filter(None, (PACKAGE_ROOT, os.environ.get("PYTHONPATH"))))}


def _heard(running: Sequence[subprocess.Popen[str]], progress: Progress) -> list[str]:
    """What builders say until they end, but for how far they are, which is told."""
    steps = [0] * len(running)
    said: list[list[str]] = [[] for _ in running]
    ended: Queue[int] = Queue()

    def listen(number: int, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            if match := _STEPS.match(line):
                steps[number] = int(match[1])
                ended.put(-1)
            else:
                said[number].append(line)
        process.wait()
        ended.put(number)

    for number, process in enumerate(running):
        threading.Thread(target=listen, args=(number, process), daemon=True).start()
    left = len(running)
    while left:
        left -= ended.get() >= 0
        progress(sum(steps) // 2)  # each page takes two: it is read, then built
    return ["".join(lines) for lines in said]


def plain(output: str) -> str:
    """What a builder says of its failure, without its progress and the frames of its tracebacks."""
    kept: list[str] = []
    keeping = in_frames = False
    for line in output.splitlines():
        if line.startswith(("Traceback (most recent call last)", "During handling of", "The above exception")):
            in_frames = True
        elif in_frames and (not line.strip() or line[0] in " \t|+"):
            continue
        elif re.match(r"(INFO|DEBUG)\b", line):
            keeping = in_frames = False
        else:
            # A line of its own, the last line of a traceback, or the continuation of such a line.
            starts = in_frames or re.match(r"(ERROR|WARNING|CRITICAL|Error|Aborted|Config value)\b", line) is not None
            keeping, in_frames = keeping or starts, False
            if keeping and line.strip():
                kept.append(f"    {line.rstrip()}")
    if not kept:
        kept = [f"    {line}" for line in output.splitlines() if line.strip()][-3:] or ["    it said nothing"]
    return "\n".join(kept[-30:])
