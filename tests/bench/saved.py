"""How soon something that was saved is on the screen: `serve`, a browser with a lesson open, and a clock.

The clock runs from the moment at which the file is written until the open page, reloaded by itself, holds the new text.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.bench import courses, scenarios
from tests.bench.processes import Failed
from tests.browser import chromium

_START = 900.0  # seconds until the first site, and all that is made ready behind it
_SHOWN = 120.0
_REST = 1.0  # between two saves, as somebody who writes leaves


@dataclass
class Saved:
    """Seconds from a save to the screen: of a page's text, and of a snippet's."""

    page: list[float] = field(default_factory=list)
    snippet: list[float] = field(default_factory=list)


def measure(size: int, times: int) -> Saved:
    """Saves a page and its snippet in turns.

    Args:
        size: how many lessons the course has.
        times: how often each is saved.

    Raises:
        Failed: the server ended, or something saved never came.
    """
    folder = scenarios.BASE / "courses" / f"{size}-saved"
    shutil.rmtree(folder, ignore_errors=True)
    courses.write(folder, size, "distinct", "ours")
    lesson = sorted((folder / "docs" / "en").rglob("day-*.md"))[size // 2]
    code = folder / "snippets" / f"{_snippet(lesson)}.py"
    found = Saved()
    try:
        with _serving(folder) as (address, say), sync_playwright() as player:
            browser = player.chromium.launch(
                executable_path=chromium.find(player.chromium.executable_path), args=chromium.flags()
            )
            page = browser.new_page()
            where = lesson.relative_to(folder / "docs").with_suffix("").as_posix()
            page.goto(f"{address}{where}/", timeout=60_000)
            for number in range(times):
                mark = f"saved-{number}-page"
                found.page.append(_until(page, lesson, f"\nThis text is {_words(mark)}.\n", _words(mark)))
                time.sleep(_REST)
                mark = f"saved-{number}-snippet"
                found.snippet.append(_until(page, code, f"\nunused_{_words(mark)} = len('{mark}')\n", _words(mark)))
                time.sleep(_REST)
                say(f"saved {number + 1} of {times} times: {found.page[-1]:.2f} s, {found.snippet[-1]:.2f} s")
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found


def _snippet(lesson: Path) -> str:
    match = re.search(r"^snippet: (\S+)$", lesson.read_text("utf-8"), re.MULTILINE)
    if match is None:
        raise Failed(f"{lesson.name} names no snippet")
    return match[1]


def _words(mark: str) -> str:
    """A mark without digits, which would be claims."""
    return re.sub(r"\d", lambda digit: "abcdefghij"[int(digit[0])], mark).replace("-", "_")


def _until(page: Page, file: Path, more: str, mark: str) -> float:
    """Adds to a file; seconds until the open page holds the mark."""
    text = file.read_text("utf-8") + more
    started = time.perf_counter()
    file.write_text(text, "utf-8")
    script = "mark => document.documentElement.textContent.includes(mark)"
    page.wait_for_function(script, arg=mark, timeout=_SHOWN * 1000)
    return time.perf_counter() - started


@contextmanager
def _serving(folder: Path) -> Iterator[tuple[str, Callable[[str], None]]]:
    """A server that is ready for what is saved, and its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryFile("w+") as said:
        server = subprocess.Popen(
            [sys.executable, "-u", "-m", "build_tools", "serve", "--port", str(port)],
            cwd=folder,
            env=scenarios.environment(folder),
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + _START
            while time.monotonic() < deadline and server.poll() is None:
                said.seek(0)
                if "pages are shown as they are saved" in said.read():
                    break
                time.sleep(0.2)
            else:
                said.seek(0)
                raise Failed(f"serve was never ready: {said.read()[-500:]}")
            yield f"http://127.0.0.1:{port}/", lambda text: print(text, file=sys.stderr, flush=True)
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
