"""The server: both languages, the last good site while something is wrong, and a port that is taken."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import PAGE, Course

INDEX = "docs/ja/index.md"


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heeding() -> None:
    """What starts the tests may ignore signals: `nohup`, or a shell that runs them behind something else."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


class Server:
    def __init__(self, course: Course, **environment: str) -> None:
        self.course = course
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "build_tools", "serve", "--port", str(self.port)],
            cwd=course.root,
            env=course.environment() | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=heeding,
        )

    def get(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=20) as answer:
            text: str = answer.read().decode()
        return text

    def until(self, path: str, words: str) -> str:
        """The page, once these words are on it."""
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline:
            try:
                text = self.get(path)
            except (urllib.error.URLError, TimeoutError):
                text = ""
            if words in text:
                return text
            assert self.process.poll() is None
            time.sleep(0.2)
        raise AssertionError(f"{words!r} never came: {text[-2000:]}")


@pytest.fixture(scope="module")
def server(built: Course, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all that is saved while it serves: each test leaves a course without a fault."""
    course = Course(tmp_path_factory.mktemp("served") / "course")
    shutil.copytree(built.root, course.root, symlinks=True)
    server = Server(course)
    yield server
    server.process.terminate()
    server.process.wait()


def test_serving(server: Server) -> None:
    course = server.course
    before = course.site()
    page = server.until("ja/", "livereload(")
    assert "パンの配合" in page
    assert "Content-Security-Policy" not in page
    assert "Bread by numbers" in server.get("en/")
    assert "location.replace" in server.get("")

    course.append(INDEX, "\n小麦とライ麦\n")
    server.until("ja/", "小麦とライ麦")

    course.edit(PAGE.format("en"), "[840]{=dough}", "[850]{=dough}")
    page = server.until("ja/", "this is the last good site")
    assert "小麦とライ麦" in page
    assert "answer-drift" in page

    course.edit(PAGE.format("en"), "[850]{=dough}", "[840]{=dough}")
    course.append(INDEX, "\nそば粉\n")
    page = server.until("ja/", "そば粉")
    assert "answer-drift" not in page
    assert course.site() == before


@pytest.mark.parametrize("path", ["mkdocs.yml", "docs/ja/index.md"])
def test_a_file_that_an_editor_replaces(server: Server, path: str) -> None:
    """Twice: who looks at the file itself sees no more of it after the first time."""
    course = server.course
    server.until("ja/", "livereload(")
    for number, mark in enumerate(("小麦粉だけ", "ライ麦粉だけ")):
        place = course.root / path
        old = place.read_text("utf-8")
        new = f"{old}\n{mark}\n" if path.endswith(".md") else re.sub("site_name: .*", f"site_name: {mark}", old)
        beside = place.with_name(f".{place.name}.{number}.tmp")
        beside.write_text(new, "utf-8")
        beside.replace(place)
        server.until("ja/", mark)


def test_a_page_is_there_while_the_site_is_built_anew(server: Server) -> None:
    course = server.course
    server.until("ja/", "livereload(")
    course.append(INDEX, "\nライ麦だけ\n")
    deadline = time.monotonic() + 100
    while "ライ麦だけ" not in server.get("ja/"):  # an answer other than 200 raises
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "Bread by numbers" in server.get("en/")


def eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 100
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """A folder for all that is temporary."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def building(folder: Path) -> bool:
    """Whether builders are at work: they are handed a folder of notebooks."""
    return any(folder.glob("tashikame-notebooks-*/.report"))


def test_a_page_that_is_saved_while_the_first_site_is_built(course: Course, temporary: Path) -> None:
    server = Server(course, TMPDIR=str(temporary))
    try:
        eventually(lambda: building(temporary))
        course.append(INDEX, "\nライ麦だけ\n")
        server.until("ja/", "ライ麦だけ")
    finally:
        server.process.terminate()
        server.process.wait()


@pytest.mark.parametrize("number", SIGNALS)
def test_nothing_is_left_behind(course: Course, temporary: Path, number: signal.Signals) -> None:
    """Neither folders nor processes, which would hold the pipe open, wherever the build is when it is ended."""
    server = Server(course, TMPDIR=str(temporary))
    eventually(lambda: building(temporary))
    server.process.send_signal(number)
    server.process.wait(timeout=20)
    assert list(temporary.iterdir()) == []
    assert [place.name for place in (course.root / ".build" / "staging").iterdir()] == ["one-at-a-time"]


def test_a_second_server_and_what_the_first_one_leaves(server: Server) -> None:
    """Each has folders of its own; those of one that was killed are deleted by the next one."""
    course, staging = server.course, server.course.root / ".build" / "staging"
    server.until("ja/", "livereload(")
    second = Server(course)
    second.until("en/", "Bread by numbers")
    second.process.kill()
    second.process.wait()
    assert "Bread by numbers" in server.get("en/")
    assert list(staging.glob(f"{second.process.pid}-*"))
    third = Server(course)
    third.until("en/", "Bread by numbers")
    third.process.terminate()
    third.process.wait()
    assert not list(staging.glob(f"{second.process.pid}-*"))
    assert "Bread by numbers" in server.get("en/")


def test_a_course_that_is_wrong_from_the_start(course: Course) -> None:
    course.edit(PAGE.format("en"), "[840]{=dough}", "[850]{=dough}")
    server = Server(course)
    try:
        server.until("", "nothing to show yet")
        course.edit(PAGE.format("en"), "[850]{=dough}", "[840]{=dough}")
        server.until("en/", "Bread by numbers")
    finally:
        server.process.terminate()
        server.process.wait()


def test_a_port_that_is_taken(course: Course) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = course.run("build_tools", "serve", "--port", str(port))
    assert result.code == 2
    assert f"port {port} is taken by another program" in result.output
    assert f"make serve PORT={port + 1}" in result.output
    assert "Traceback" not in result.output
