"""A command that is asked to end, whatever it does at that moment, leaves no process and no folder behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from build_tools.errors import BuildError
from build_tools.publishing.behind import Behind
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["terminated", "killed"])
def test_while_builders_wait(course: Course, number: int) -> None:
    """They are started before the course is checked, and end with the build even where it cannot tell them to."""
    before = course.site()
    course.append(SNIPPET, "\nwhile True: pass\n")
    with subprocess.Popen(
        [sys.executable, "-m", "build_tools", "build"],
        cwd=course.root,
        env=course.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            while (waiting := _builders(children)) < 2:
                assert process.poll() is None
            assert waiting == 2
            process.send_signal(number)
            assert process.stdout is not None
            rest = process.stdout.read()  # until nobody holds its other end any more
            assert b"Traceback" not in rest, rest
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert course.site() == before


def test_a_build_behind_a_page(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved next ends it, with its builders."""
    for name, text in course.environment().items():
        monkeypatch.setenv(name, text)
    folder = course.root / ".build" / "behind"
    folder.mkdir()
    behind, said = Behind(), []

    def build() -> None:
        try:
            behind.build(course.root, folder, "")
        except BuildError as error:
            said.append(str(error))

    thread = threading.Thread(target=build)
    thread.start()
    while (process := behind._process) is None:
        time.sleep(0.01)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while _builders(children) < 2:
        assert not said
    assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    behind.end()
    thread.join(60)
    assert said
    until = time.monotonic() + 60  # a killed process takes a moment to go, after that of its parent
    while (left := _running(process.pid)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not left
    assert not folder.with_name("behind.beside").exists()
    with pytest.raises(BuildError):
        behind.build(course.root, folder, "")


def test_a_whole_build_behind_a_page(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in course.environment().items():
        monkeypatch.setenv(name, text)
    folder = course.root / ".build" / "behind"
    folder.mkdir()
    Behind().build(course.root, folder, "")
    assert (folder / "ja" / "index.html").is_file()
    course.edit("snippets/dough.py", "rolls = 12", "rolls = 13")
    folder = folder.with_name("again")
    folder.mkdir()
    with pytest.raises(BuildError, match="findings"):
        Behind().build(course.root, folder, "")


def _builders(children: Path) -> int:
    lines = []
    for child in children.read_text().split():
        try:
            lines.append(Path(f"/proc/{child}/cmdline").read_bytes())
        except OSError:  # it has ended
            continue
    return sum(b"build_tools.publishing.builder" in line for line in lines)


def _running(group: int) -> list[str]:
    """What runs of a group of processes; those that have ended and wait to be noticed do not."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = place.read_text().rpartition(")")
        except OSError:  # it has ended
            continue
        state, _, number = rest.split()[:3]
        if int(number) == group and state not in "ZX":
            found.append(name)
    return found
