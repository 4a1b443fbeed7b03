"""What a command prints reaches whoever reads it, in whatever encoding, for as long as somebody does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from build_tools.errors import BuildError

ROOT = Path(__file__).parents[1]
PAGE = "docs/en/tiles/day-1-floor.md"
STRANGE = "docs/en/tiles/日本é😀.html"  # builders would publish it: a finding
COMMANDS = (
    ["--help"],
    ["check"],
    ["check", "--format", "json"],
    ["check", "--format", "github"],
    ["fix"],
    ["audit", "."],
    ["build"],
)
ENCODINGS: dict[str, dict[str, str]] = {
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "ascii": {"PYTHONIOENCODING": "ascii:strict"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course with a stale literal, and a file of a strange name."""
    shutil.copytree(ROOT / "tests" / "samples" / "base", tmp_path, dirs_exist_ok=True)
    text = (tmp_path / PAGE).read_text("utf-8")
    (tmp_path / PAGE).write_text(text.replace("[6]{=rows}", "\x1b[31m [7]{=rows}"), "utf-8")
    (tmp_path / STRANGE).write_text("")
    return tmp_path


def run(
    root: Path, command: list[str], stdout: int = subprocess.PIPE, **more: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "build_tools", *command],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "", **more},
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=120,
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_reader_that_has_gone(root: Path, command: list[str]) -> None:
    """Nothing is said of it, least of all that a disk is full; and it is no success."""
    if command == ["build"]:
        (root / STRANGE).unlink()
        shutil.copy(ROOT / "tests" / "samples" / "base" / PAGE, root / PAGE)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = run(root, command, writing)
    finally:
        os.close(writing)
    assert ended.returncode == 141, ended.stderr.decode()
    for word in (b"Traceback", b"Exception ignored", b"Broken pipe", b"cannot be written"):
        assert word not in ended.stderr
    assert not (root / "site").exists()


@pytest.mark.parametrize("variables", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize("command", COMMANDS[1:5], ids=" ".join)
def test_an_encoding_that_lacks_what_is_said(root: Path, command: list[str], variables: dict[str, str]) -> None:
    ended = run(root, command, **variables)
    assert ended.returncode == 1
    assert b"Traceback" not in ended.stderr
    if "LC_ALL" in variables:  # in which the system itself does not know what the file is called
        assert b"dce6" in ended.stdout.lower()
        return
    assert b"\\u65e5\\u672c" in ended.stdout and b"\\ud83d\\ude00" in ended.stdout
    if "json" in command:
        assert json.loads(ended.stdout)[-1]["path"] == STRANGE


def test_a_diff_moves_no_cursor(root: Path) -> None:
    ended = run(root, ["fix"])
    assert b"[U+001B][31m [7]{=rows}" in ended.stdout and b"\x1b" not in ended.stdout + ended.stderr


def test_an_error_moves_no_cursor() -> None:
    error = BuildError("a\x1b[2J", "b\u202e", ["c\x1b"])
    assert (error.message, error.mend, error.details) == ("a[U+001B][2J", "b[U+202E]", ("c[U+001B]",))
    assert str(error) == "c[U+001B]\na[U+001B][2J\n    b[U+202E]"
