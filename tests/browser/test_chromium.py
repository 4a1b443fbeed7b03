"""Without a browser the tests fail, at once, and say in one line what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.harness import REPOSITORY


def look(machine: Path, **environment: str) -> tuple[int, str, str]:
    """What `make test` runs first, on a machine with the programs of one folder and no network."""
    kept = {name: value for name, value in os.environ.items() if name != "CHROMIUM"}
    bare = {"PATH": str(machine), "PLAYWRIGHT_BROWSERS_PATH": str(machine), "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.chromium"],
        cwd=REPOSITORY,
        env={**kept, **bare, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def test_none_is_found_and_none_can_be_fetched(tmp_path: Path) -> None:
    code, said, wrong = look(tmp_path)
    assert (code, said) == (1, "No Chromium was found: fetching Playwright's.\n")
    assert wrong.count("\n") == 1
    assert wrong.startswith("No Chromium was found, and none could be fetched: install one (on Debian: apt ")


def test_the_one_that_is_named_is_no_program(tmp_path: Path) -> None:
    code, said, wrong = look(tmp_path, CHROMIUM=str(tmp_path / "nothing"))
    assert (code, said, wrong.count("\n")) == (1, "", 1)
    assert wrong.startswith(f"CHROMIUM={tmp_path}/nothing is no program: install one")


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])
def test_one_is_found(tmp_path: Path, name: str) -> None:
    program = tmp_path / name
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    assert look(tmp_path) == (0, "", "")
    assert look(tmp_path, CHROMIUM=str(program)) == (0, "", "")
