"""MkDocs, once for each language: processes that are started ahead, told what to build, and heard until they end.

When all have built, each is told to finish the pages of its language, and ends.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
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
_STEPS = re.compile(r"steps done: (\d+)")
_RENDERED = re.compile(r"rendered (\d+) of (\d+) pages")


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
        self._heard: Queue[tuple[int, str | None]] = Queue()  # a builder's number, and a line of it; None at its end
        self._ended: set[int] = set()
        self._said: list[list[str]] = [[] for _ in languages]
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
            self._say(process, json.dumps(dict(environment)))
        for number, process in enumerate(self._running):
            threading.Thread(target=self._listen, args=(number, process), daemon=True).start()

    def wait(self, pages: int) -> None:
        """Waits until they have built.

        Args:
            pages: how many they render.

        Raises:
            BuildError: one failed.
        """
        with Progress("building pages", pages) as progress:
            # Each page takes two steps: it is read, then built.
            self._hear(_RENDERED.fullmatch, lambda steps: progress(steps // 2))
        counts = [match for said in self._said for line in said if (match := _RENDERED.fullmatch(line))]
        anew, pages = (sum(int(match[group]) for match in counts) for group in (1, 2))
        print(f"built in {time.monotonic() - self._told:.1f} s, {anew} of {pages} pages rendered anew", flush=True)

    def finish(self, order: Path, pages: int) -> None:
        """Has them finish their pages, and end.

        Args:
            order: the file that says how.
            pages: how many there are.

        Raises:
            BuildError: one failed.
        """
        for process in self._running:
            self._say(process, json.dumps(str(order.resolve())))
        with Progress("finishing pages", pages) as progress:
            self._hear(lambda line: None, progress)

    def _say(self, process: subprocess.Popen[str], line: str) -> None:
        assert process.stdin is not None
        with suppress(OSError):  # it has ended: what it said is heard
            process.stdin.write(f"{line}\n")
            process.stdin.flush()

    def _listen(self, number: int, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self._heard.put((number, line.rstrip("\n")))
        process.wait()
        self._heard.put((number, None))

    def _hear(self, over: Callable[[str], object], progress: Callable[[int], None]) -> None:
        """Hears what they say, but for how far they are, which is told: until each says that it is over, or ends.

        Raises:
            BuildError: one failed.
        """
        steps = [0] * len(self._running)
        left = set(range(len(self._running))) - self._ended
        while left:
            number, line = self._heard.get()
            if line is None:
                self._ended.add(number)
            elif match := _STEPS.fullmatch(line):
                steps[number] = int(match[1])
            else:
                self._said[number].append(line)
            if line is None or over(line):
                left.discard(number)
            progress(sum(steps))
        problems = [
            f"{language.code}: mkdocs ({language.config_path}) {_failure(process.returncode, said)}"
            for language, process, said in zip(self.languages, self._running, self._said, strict=True)
            if process.returncode
        ]
        if problems:
            raise BuildError("\n".join((*problems, "nothing is published")))


def _failure(code: int, said: Sequence[str]) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}: something has killed it, or no memory was left; build again"
    return "failed:\n" + plain("\n".join(said))


def environment() -> dict[str, str]:
    """The environment of a process that finds this program, wherever it runs, and says what it says in UTF-8."""
    found = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return {**found, "PYTHONPATH": os.pathsep.join(filter(None, (PACKAGE_ROOT, os.environ.get("PYTHONPATH"))))}


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
