"""Where a site may be published: nothing that somebody wrote is ever replaced by it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from build_tools.errors import UsageError
from build_tools.publishing.target import target
from build_tools.settings import config

BASE = Path(__file__).parent / "samples" / "base"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a site, and around it what somebody wrote."""
    project = tmp_path / "project"
    shutil.copytree(BASE, project)
    for name in ("site/verification.json", "site/.nojekyll", "site/index.html", "site/ja/index.html", "notes/a.txt"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x", "utf-8")
    (project / "empty").mkdir()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "precious.txt").write_text("x", "utf-8")
    return project


def chosen(root: Path, out: str) -> Path:
    return target(root, out, config.load(root).languages)


@pytest.mark.parametrize("out", ["site", "./site/", "docs/../site", "new", "new/er", "empty", "../new"])
def test_a_new_folder_an_empty_one_or_a_site(root: Path, out: str) -> None:
    assert chosen(root, out).resolve() == (root / out).resolve()
    assert chosen(root, str(root / out)) == chosen(root, out)


@pytest.mark.parametrize(
    ("out", "why"),
    [
        ("", "names no folder"),
        ("  ", "names no folder"),
        ("a\0b", "names no folder"),
        (".", "holds the project itself"),
        ("..", "holds the project itself"),
        ("/", "holds the project itself"),
        ("../project", "holds the project itself"),
        ("site/../../project", "holds the project itself"),
        ("docs", "lies in docs/"),
        ("docs/ja", "lies in docs/"),
        ("docs/new", "lies in docs/"),
        ("site/../docs/sources", "lies in docs/"),
        ("snippets", "lies in snippets/"),
        (".git", "lies in .git/"),
        (".build/staging", "lies in .build/"),
        ("mkdocs.yml", "is a file"),
        ("notes", "no build made, such as a.txt"),
        ("../theirs", "no build made, such as precious.txt"),
        ("link-to-docs", "no build made, such as en"),
        ("into-docs/new", "lies in docs/"),
    ],
)
def test_what_nobody_may_replace(root: Path, out: str, why: str) -> None:
    (root / "link-to-docs").symlink_to("docs", target_is_directory=True)
    (root / "into-docs").symlink_to("docs", target_is_directory=True)
    with pytest.raises(UsageError, match=why) as error:
        chosen(root, out)
    assert "--out site" in error.value.mend


@pytest.mark.parametrize("name", ["CNAME", ".git", "notes.txt"])
def test_a_file_by_hand_among_those_of_a_site(root: Path, name: str) -> None:
    (root / "site" / name).write_text("x", "utf-8")
    with pytest.raises(UsageError, match=f"holds {name}, which no build made"):
        chosen(root, "site")


def test_a_site_that_a_link_leads_to(root: Path) -> None:
    """As a build leaves it where a file system cannot exchange names."""
    (root / ".build" / "published").mkdir(parents=True)
    (root / "site").rename(root / ".build" / "published" / "1")
    (root / "site").symlink_to(".build/published/1", target_is_directory=True)
    assert chosen(root, "site") == root / "site"
