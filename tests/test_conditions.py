"""Under other conditions a value that depends on them is another one: each case is a value."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """\
import os, sys
from build_tools.code import conditions
conditions.apply(sys.argv[1:])
from pathlib import Path
print({})
"""
VARYING = [
    "Path('a.txt').stat().st_mtime",
    "os.stat('a.txt').st_mtime_ns",
    "os.stat('a.txt')[8]",
    "os.lstat('a.txt').st_ctime",
    "os.path.getmtime('a.txt')",
    "os.fstat(os.open('a.txt', os.O_RDONLY)).st_mtime",
    "[one.stat().st_mtime for one in os.scandir()]",
    "[one.stat(follow_symlinks=False).st_mtime for one in os.scandir('.')]",
]
STAYING = [
    "os.stat('a.txt').st_size",
    "[one.is_file() for one in os.scandir()], [one.is_dir(follow_symlinks=False) for one in os.scandir()]",
    "sorted((one.name, os.fspath(one), one.stat().st_size, one.is_symlink()) for one in os.scandir())",
    "sorted(one.name for one in Path().glob('**/*')), sorted(os.walk('.'))",
    "os.stat('a.txt')[:7], os.stat('a.txt').st_blksize, len(os.stat('a.txt'))",
    "sorted(one.name for one in os.scandir(os.open('.', os.O_RDONLY)))",
    "os.stat in os.supports_follow_symlinks, os.stat in os.supports_fd, os.stat in os.supports_dir_fd",
    "[one.name for one in os.scandir(b'.')], [os.fspath(one) for one in os.scandir(b'.')]",
]


def shown(folder: Path, expression: str, *conditions: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", PROGRAM.format(expression), *conditions]
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=True).stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("text")
    return tmp_path


@pytest.mark.parametrize("expression", VARYING)
def test_the_time_of_a_file_is_another_one(folder: Path, expression: str) -> None:
    assert shown(folder, expression) != shown(folder, expression, "clock")
    assert shown(folder, expression) == shown(folder, expression, "order")


@pytest.mark.parametrize("expression", STAYING)
def test_nothing_else_of_a_file_is(folder: Path, expression: str) -> None:
    if "is_symlink" in expression:
        (folder / "link").symlink_to("a.txt")
    assert shown(folder, expression) == shown(folder, expression, "clock")
