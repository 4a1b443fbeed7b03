"""On which systems it runs; where it does not, every command says so in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Windows, as far as Python code can tell: what the standard library makes of it is imported before.
PRETENDED = """\
import argparse, asyncio, ctypes, pathlib, platform, socket, sqlite3, subprocess, sys, tempfile, threading
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("killpg", "fork", "uname", "geteuid", "getegid", "sched_getaffinity", "waitid"):
    if hasattr(sys.modules["os"], name):
        delattr(sys.modules["os"], name)
sys.platform = "win32"
from build_tools.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("command", ["check", "fix", "build", "serve", "audit", "links"])
def test_on_windows_a_command_says_where_it_runs(command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PRETENDED, command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.splitlines() == [
        "error: this runs on Linux and macOS, and Windows is neither",
        "    run it in WSL: aka.ms/wsl",
    ]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_what_is_said_of_windows(name: str) -> None:
    said = [line for line in (ROOT / name).read_text("utf-8").splitlines() if "Windows" in line]
    assert said and all("WSL" in line for line in said)
