"""A build that is killed at any moment leaves the old site or the new one, whole; the next one clears up."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time

from tests.e2e.harness import Course

ROUNDS = 15
PAGES = ("docs/ja/index.md", "docs/en/index.md")


def shown_mark(course: Course, language: str) -> str:
    text = (course.root / "site" / language / "index.html").read_text("utf-8")
    return next(iter(re.findall(r"<p>(mark\w)</p>", text)), "")


def test_killed_at_random_moments(course: Course) -> None:
    files = set(course.site())
    words = random.Random(45)
    originals = {path: (course.root / path).read_text("utf-8") for path in PAGES}
    started = time.monotonic()
    assert course.build().code == 0
    whole = time.monotonic() - started
    survived = 0
    for number in range(ROUNDS):
        mark = "mark" + "abcdefghijklmnopqrstuvwxyz"[number]
        for path, text in originals.items():
            course.write(path, f"{text}\n{mark}\n")
        process = subprocess.Popen(
            [sys.executable, "-m", "build_tools", "build"],
            cwd=course.root,
            env=course.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        # Every moment, and some of them close to the exchange at the end.
        time.sleep(whole * (words.uniform(0.85, 1.1) if number % 3 == 2 else words.uniform(0.0, 1.0)))
        if number % 2:
            os.killpg(process.pid, signal.SIGKILL)  # with its builders
        else:
            process.kill()  # alone: its builders go on for a while
        survived += process.wait() == 0
        assert set(course.site()) == files
        shown = {language: shown_mark(course, language) for language in ("ja", "en")}
        assert shown["ja"] == shown["en"]
    assert survived < ROUNDS
    time.sleep(whole)  # the last killed build's builders end
    assert course.build().code == 0
    assert [path.name for path in (course.root / ".build" / "staging").iterdir()] == ["one-at-a-time"]
