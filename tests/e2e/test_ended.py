"""A command that is asked to end, whatever it does at that moment, leaves no process and no folder behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.harness import Course

SNIPPET = "snippets/dough.py"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["terminated", "without a terminal"])
@pytest.mark.parametrize("command", ["serve", "build"])
def test_in_the_middle_of_a_build(course: Course, tmp_path: Path, command: str, number: int) -> None:
    before, folder = course.site(), tmp_path / "temporary"
    folder.mkdir()
    course.append(SNIPPET, "\nmore = 1\n")
    arguments = [sys.executable, "-m", "build_tools", command, *(["--port", "0"] if command == "serve" else [])]
    with subprocess.Popen(
        arguments,
        cwd=course.root,
        env={**course.environment(), "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: [signal.signal(number, signal.SIG_DFL), None][1],
    ) as process:
        try:
            assert process.stdout is not None
            said = ""
            while not said.startswith("building ja"):
                said = process.stdout.readline()
                assert said
            process.send_signal(number)
            rest = process.stdout.read()  # until nobody holds its other end any more, builders among them
            assert process.wait() == 128 + number, rest
            assert "Traceback" not in rest
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            else:
                process.wait()
    assert list(folder.iterdir()) == []
    assert [place.name for place in (course.root / ".build" / "staging").iterdir()] == ["one-at-a-time"]
    assert course.site() == before
