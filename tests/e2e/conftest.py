"""The sample course, built once, and copied for each test that breaks it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.e2e.harness import SAMPLE, Course


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The sample course with its site. Not to be changed: `course` is a copy."""
    course = Course(tmp_path_factory.mktemp("built") / "course")
    shutil.copytree(SAMPLE, course.root, ignore=shutil.ignore_patterns("__pycache__", ".build", "site"))
    result = course.build()
    assert result.code == 0, result.output
    return course


@pytest.fixture(scope="session")
def plain(built: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The sample course, with what MkDocs by itself makes of each language below `.build/plain`. Not to be changed."""
    course = Course(tmp_path_factory.mktemp("plain") / "course")
    shutil.copytree(built.root, course.root, symlinks=True)
    for path in ("mkdocs.yml", "mkdocs.en.yml"):
        result = course.run("mkdocs", "build", "-f", path)
        assert result.code == 0, result.output
    return course


@pytest.fixture
def course(built: Course, tmp_path: Path) -> Course:
    root = tmp_path / "course"
    shutil.copytree(built.root, root, symlinks=True)
    return Course(root)
