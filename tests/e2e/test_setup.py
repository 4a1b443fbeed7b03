"""Setting up on a machine that lacks something: one sentence that says what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.harness import REPOSITORY

OLD = """#!/bin/sh
exit 1
"""
# Recent enough, but without the modules that Debian puts into a package of their own.
BARE = f"""#!/bin/sh
case "$2" in *ensurepip*) exit 1;; esac
exec {sys.executable} "$@"
"""
# What pip would be taken from is not what these tests are about: it takes the longest of all.
FIT = f"""#!/bin/sh
case "$2" in venv) exec {sys.executable} "$@" --without-pip;; esac
exec {sys.executable} "$@"
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder with the Makefile, and a folder `bin` that has nothing but a shell and what `make` needs."""
    shutil.copy(REPOSITORY / "Makefile", tmp_path)
    (tmp_path / "bin").mkdir()
    for name in ("make", "sh", "rm", "touch"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    return tmp_path


def install(machine: Path, name: str, text: str) -> None:
    path = machine / "bin" / name
    path.write_text(text)
    path.chmod(0o755)


def make(machine: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        ["make", "--no-print-directory", ".venv/bin/python", *arguments],
        cwd=machine,
        env={**os.environ, "PATH": str(machine / "bin"), "MAKEFLAGS": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout


def test_no_python_at_all(machine: Path) -> None:
    code, said = make(machine)
    assert code != 0
    assert said.startswith("No Python 3.11 or newer was found: install one, or name one: make PYTHON=")


def test_a_python_that_is_too_old(machine: Path) -> None:
    install(machine, "python3", OLD)
    code, said = make(machine)
    assert code != 0
    assert said.startswith("No Python 3.11 or newer was found")


def test_a_named_python_that_is_too_old(machine: Path) -> None:
    install(machine, "python3", FIT)
    install(machine, "python2", OLD)
    code, said = make(machine, "PYTHON=python2")
    assert code != 0
    assert said.startswith("python2 is no Python 3.11 or newer")


def test_no_module_venv(machine: Path) -> None:
    install(machine, "python3", BARE)
    code, said = make(machine)
    assert code != 0
    assert said.startswith("python3 has no module venv: install it (on Debian and Ubuntu: apt install python3-venv)")


def test_a_fit_python_beside_unfit_ones_is_found(machine: Path) -> None:
    install(machine, "python3", OLD)
    install(machine, "python3.13", BARE)
    install(machine, "python3.11", FIT)
    code, said = make(machine)
    assert code == 0, said
    assert "python3.11" in said
    assert (machine / ".venv" / "bin" / "python").exists()
    code, said = make(machine)
    assert (code, "Using" in said) == (0, False), said
