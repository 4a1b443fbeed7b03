"""The core by itself: what it imports, and that it says the same each time."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from build_tools import collector, course, disk
from build_tools.errors import UsageError
from build_tools.files import Files
from tests.mutation.mutants import Engine

ROOT = Path(__file__).parents[1]
BASE = Path(__file__).parent / "samples" / "base"
# What only builders, notebooks and snippets need: importing any of it would cost more than the check itself.
HEAVY = ("mkdocs", "material", "markdown", "jupyter_core", "nbformat", "numpy", "jinja2", "pygments")


def test_check_imports_no_builder() -> None:
    code = (
        "import sys; from build_tools import __main__; code = __main__.main(['check']); "
        f"print([name for name in {HEAVY} if name in sys.modules], code)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[] 0"


def test_builders_import_no_verifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed to them is read back without what made it."""
    root = tmp_path / "course"
    shutil.copytree(BASE, root)
    report = course.check(root)
    assert report.packed
    for name, value in course.hand_over(report, tmp_path / "report").items():
        monkeypatch.setenv(name, value)
    code = (
        "import sys; from pathlib import Path; from build_tools import course, extension; "
        f"report = course.load(Path({str(root)!r})); "
        "print(len(report.pages), [name for name in sys.modules if name.startswith('build_tools.claims')])"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == f"{len(report.pages)} []\n"


def test_a_second_check_says_the_same() -> None:
    engine = Engine()
    page = "docs/en/attention/day-45-multi-head-subspaces.md"
    text = (ROOT / page).read_text("utf-8").replace("2,362,368", "2,362,369")
    first, second = (course.check(ROOT, overlay={page: text}, engine=engine) for _ in range(2))
    assert first.findings == second.findings != ()


def test_the_collector_is_as_it_was() -> None:
    """Whoever calls `check` finds it as it left it, also where the call ends in an exception."""
    before = gc.isenabled()
    try:
        for enabled, switch in ((True, gc.enable), (False, gc.disable)):
            switch()
            with pytest.raises(UsageError):
                course.check(ROOT / "no-such-folder")
            assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_what_was_kept_can_be_let_go_of() -> None:
    one = frozenset("a")
    circle: list[object] = [one]
    circle.append(circle)
    gone = weakref.ref(one)
    collector.keep()
    try:
        del one, circle
        gc.collect()
        assert gone() is not None
    finally:
        collector.let_go()
    assert gone() is None
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize("name", ["out.png", "out.md", "folder/out.png"])
def test_a_link_out_of_the_project_is_not_published(tmp_path: Path, name: str) -> None:
    root = tmp_path / "project"
    shutil.copytree(BASE, root)
    (tmp_path / "secret").write_text("Theirs.\n", "utf-8")
    place = root / "docs" / "ja" / name
    if place.parent.name == "folder":
        place.parent.symlink_to(tmp_path, target_is_directory=True)
        name = "folder/secret"
    else:
        place.symlink_to(tmp_path / "secret")
    found = [finding for finding in course.check(root).findings if finding.path == f"docs/ja/{name}"]
    assert [(finding.rule, finding.message.partition(",")[0]) for finding in found] == [
        ("file", "this link leads out of the project")
    ]


LINKED = {
    "snippets/tiles.py": "Theirs = 1\n",
    "snippets/pure/tiles.py": "Theirs = 1\n",
    "docs/sources/theirs.yml": "Theirs: 1\n",
    "snippets": "",
    "docs/sources/links.json": "[1]\n",
}


def test_nor_is_what_was_read_before(tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(BASE, root)
    for path in root.rglob("*"):
        os.utime(path, (1, 1))
    with course.Checker(root, cache=False) as checker:
        assert not checker.check().failed
        (root / "snippets").rename(tmp_path / "theirs")
        (root / "snippets").symlink_to(tmp_path / "theirs")
        assert any("leads out" in finding.message for finding in checker.check().findings)


@pytest.mark.parametrize("name", LINKED)
def test_nothing_is_read_through_a_link_out_of_the_project(tmp_path: Path, name: str) -> None:
    """What is there might stand in a message, which a stranger can read."""
    root, theirs = tmp_path / "project", tmp_path / "theirs"
    shutil.copytree(BASE, root)
    place = root / name
    if place.is_dir():
        place.rename(theirs)
    else:
        theirs.write_text(LINKED[name], "utf-8")
        place.unlink(missing_ok=True)
    place.symlink_to(theirs)
    found = [finding for finding in course.check(root).findings if finding.path.startswith(name)]
    assert any("a link leads out of the project" in finding.message for finding in found), found
    assert not any("Theirs" in finding.message for finding in found)


@pytest.mark.parametrize("name", ["extra/.loop", "extra/loop"])
def test_a_link_that_leads_to_itself_hides_no_page(tmp_path: Path, name: str) -> None:
    """Builders read what lies beside it."""
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    for code in ("ja", "en"):
        place = tmp_path / "docs" / code / name
        place.parent.mkdir()
        place.symlink_to(place.name)
        (place.parent / "index.md").write_text("---\ntitle: Extra\n---\n\n# Extra\n\nAn unchecked 0.75.\n", "utf-8")
    paths = {finding.path: finding.rule for finding in course.check(tmp_path).findings}
    assert paths.pop("docs/en/extra/index.md") == paths.pop("docs/ja/extra/index.md")
    seen = {"docs/en/extra/loop": "file", "docs/ja/extra/loop": "file"}
    assert paths == ({} if "/." in name else seen)  # builders pass over what is hidden


def test_a_link_within_the_project_is_a_file_as_any_other(tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "a.txt").write_text("SPDX-FileCopyrightText: x\nSPDX-License-Identifier: MIT\n", "utf-8")
    (tmp_path / "docs" / "ja" / "a.txt").symlink_to("../../shared/a.txt")
    assert course.check(tmp_path).findings == ()


def test_a_text_is_kept_where_its_signature_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was changed just now may change once more within the same time stamp."""
    tmp_path.joinpath("a.md").write_text("a", "utf-8")
    assert (Files(tmp_path, {}).text("a.md"), Files(tmp_path, {}).text("no.md")) == ("a", None)
    young = Files(tmp_path, {})
    young.text("a.md")
    assert young.kept == {}
    monkeypatch.setattr(disk, "RACY", 0)
    old = Files(tmp_path, {})
    old.text("a.md")
    again = Files(tmp_path, {}, old.kept)
    assert again.text("a.md") is old.kept["a.md"].text
    assert (again.noted, again.kept) == (old.noted, old.kept)
    tmp_path.joinpath("a.md").write_text("b", "utf-8")
    changed = Files(tmp_path, {}, again.kept)
    assert changed.text("a.md") == "b"
    assert Files(tmp_path, {"a.md": "c"}, changed.kept).text("a.md") == "c"
    tmp_path.joinpath("a.md").unlink()
    assert Files(tmp_path, {}, changed.kept).text("a.md") is None
