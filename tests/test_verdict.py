"""The verdict of `check`: it holds as long as nothing that it was made from has changed, and not a moment longer."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from build_tools import disk
from build_tools.__main__ import main
from build_tools.code.sandbox import Kernel
from build_tools.course import Checker

SAMPLE = Path(__file__).parent / "samples" / "course"
DAY = "docs/{}/bread/day-1-bakers-percentage.md"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A course that was checked once, whose snippet reads a file and asks for another one; and a copy of it."""
    root = tmp_path_factory.mktemp("verdict") / "place" / "course"
    shutil.copytree(SAMPLE, root, ignore=shutil.ignore_patterns("__pycache__", ".build", "site"))
    (root / "data").mkdir()
    (root / "data" / "flour.txt").write_text("500")
    code = root / "snippets" / "dough.py"
    text = code.read_text("utf-8").replace("flour = 500", 'flour = int(open("data/flour.txt").read())')
    text += "\nfrom pathlib import Path\n_more = Path('data/more.txt').exists()\n"
    text += "import os\n_size = sum(one.stat().st_size for one in os.scandir('data/weighed'))\n"
    code.write_text(text, "utf-8")
    write("data/weighed/grain.txt", "1")(root)
    with Checker(root) as checker:
        assert [str(finding) for finding in checker.check().findings] == []
    copy = root.parent.with_name("copy")
    shutil.copytree(root, copy)
    return root, copy


@pytest.fixture
def root(checked: tuple[Path, Path]) -> Path:
    """The course anew, in the same place: what its snippets came to is known there, and it is checked without them."""
    root, copy = checked
    shutil.rmtree(root.parent)
    shutil.copytree(copy, root)
    with Checker(root) as checker:
        assert [str(finding) for finding in checker.check().findings] == []
    return root


def holds(root: Path) -> bool:
    """Whether a verdict is found, without a look at the course."""

    class Blind(Checker):
        def check(self):  # type: ignore[no-untyped-def]
            raise LookupError

    with Blind(root) as checker:
        try:
            checker.verdict()
        except LookupError:
            return False
    return True


def leave(path: str) -> Callable[[Path], None]:
    """The same text, behind a link that leads out of the project."""

    def change(root: Path) -> None:
        place, other = root / path, root.with_name("elsewhere")
        shutil.move(place, other)
        place.symlink_to(other)

    return change


def write(path: str, text: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")

    return change


def append(path: str, text: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        with open(root / path, "a", encoding="utf-8") as file:
            file.write(text)

    return change


def digit(path: str) -> Callable[[Path], None]:
    """Another digit within the same time stamps, as far as anybody can set them."""

    def change(root: Path) -> None:
        place = root / path
        status = place.stat()
        data = place.read_bytes()
        assert b"65" in data
        place.write_bytes(data.replace(b"65", b"56", 1))
        os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))

    return change


CHANGES: dict[str, Callable[[Path], None]] = {
    "a sentence": append(DAY.format("en"), "\nMore.\n"),
    "a digit, and no time": digit(DAY.format("ja")),
    "a page more": write("docs/en/more.md", "# More\n"),
    "a page less": lambda root: (root / DAY.format("en")).unlink(),
    "a page that is a link out of the project": leave(DAY.format("en")),
    "a page that is a folder": write("docs/en/x.md/y.md", "# Y\n"),
    "an asset more": write("docs/en/picture.svg", "<svg/>"),
    "a snippet": append("snippets/dough.py", "more = 1\n"),
    "a twin": append("snippets/pure/dough.py", "more = 1\n"),
    "a card": append("docs/sources/python-fractions.yml", "\n# a comment\n"),
    "a card more": write("docs/sources/another.yml", "title: x\n"),
    "the record of links": write("docs/sources/links.json", "{}"),
    "a configuration": append("mkdocs.yml", "\n# a comment\n"),
    "a language more": write("mkdocs.fr.yml", "INHERIT: mkdocs.yml\n"),
    "a file that the snippet reads": write("data/flour.txt", "501"),
    "a file that the snippet asks for": write("data/more.txt", ""),
    "a file whose size the snippet asks for": write("data/weighed/grain.txt", "12"),
    "a file that the snippet reads is gone": lambda root: (root / "data" / "flour.txt").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change(root: Path, change: Callable[[Path], None]) -> None:
    assert holds(root)
    change(root)
    assert not holds(root)


@pytest.mark.parametrize("name", [name for name in CHANGES if name.startswith("a file ")])
def test_a_change_of_what_a_run_has_read(root: Path, name: str) -> None:
    """It is known from the run itself as it is from what was kept of one."""
    shutil.rmtree(root / ".build")
    with Checker(root) as checker:
        checker.check()
    assert holds(root)
    CHANGES[name](root)
    assert not holds(root)


def link(path: str, target: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        (root / path).unlink(missing_ok=True)
        (root / path).symlink_to(target)

    return change


def moved(path: str, where: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        (root / path).rename(root / where)
        (root / path).symlink_to(root / where)

    return change


LINKS: dict[str, Callable[[Path], None]] = {
    "a link leads elsewhere": link("docs/en/linked.svg", "../../more/picture.svg"),
    "a link on the way leads elsewhere": link("here.svg", "more/picture.svg"),
    "a folder on the way leads elsewhere": link("folder", "more"),
    "a link in place of a file": link("docs/en/picture.svg", "../../more/picture.svg"),
    "a link in place of a folder": moved("docs/en/own", "elsewhere"),
}


@pytest.mark.parametrize("change", LINKS.values(), ids=LINKS.keys())
def test_what_links_lead_to(root: Path, change: Callable[[Path], None]) -> None:
    """Where builders publish it from matters too, whatever is there."""
    for place in ("data/picture.svg", "more/picture.svg", "docs/en/picture.svg", "docs/en/own/picture.svg"):
        write(place, "<svg/>")(root)
    link("here.svg", "data/picture.svg")(root)
    link("folder", "data")(root)
    for name, target in (("linked", "data/picture.svg"), ("twice", "here.svg"), ("within", "folder/picture.svg")):
        link(f"docs/en/{name}.svg", f"../../{target}")(root)
    with Checker(root) as checker:
        checker.check()
    assert holds(root)
    change(root)
    assert not holds(root)


@pytest.mark.parametrize("path", ["README.md", "docs-of-others/x.md", "site/index.html", "data/others.txt"])
def test_what_it_was_not_made_from(root: Path, path: str) -> None:
    write(path, "x")(root)
    assert holds(root)


def test_another_day(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(time.time()) + 3_000_000_000))
    assert not holds(root)


def test_another_kernel(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which layers of the sandbox hold is part of the verdict."""
    monkeypatch.setattr(Kernel, "here", lambda: Kernel(0, "none"))
    assert not holds(root)


@pytest.mark.parametrize("before", [None, "300"])
def test_a_variable_that_a_configuration_asks_for(
    root: Path, monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    name = "TASHIKAME_TEST_QUOTE"
    config = root / "mkdocs.yml"
    text = config.read_text("utf-8")
    config.write_text(text.replace("    names: []", f"    rights: {{quote: !ENV [{name}, 300]}}"), "utf-8")
    if before is not None:
        monkeypatch.setenv(name, before)
    for kept_before in (False, True):  # what is found wrong is kept as well
        with Checker(root) as checker:
            checker.check()
        assert holds(root)
        monkeypatch.setenv(name, "many")
        assert holds(root) == kept_before


def test_a_file_that_may_not_be_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it may, nothing else of it has changed."""
    page, read = root / DAY.format("en"), Path.read_bytes

    def refused(path: Path) -> bytes:
        if path == page:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return read(path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", refused)
        with Checker(root) as checker:
            assert "cannot be read" in str(checker.check().findings)
    with Checker(root) as checker:
        assert not checker.verdict().failed


def test_another_place(root: Path) -> None:
    moved = root.with_name("moved")
    shutil.copytree(root, moved)
    assert not holds(moved)


def test_back_again(root: Path) -> None:
    page = root / DAY.format("en")
    text = page.read_bytes()
    page.write_bytes(text + b"\nMore.\n")
    assert not holds(root)
    page.write_bytes(text)
    assert holds(root)


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_what_is_said(root: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same, to the byte, whether or not it was said before; findings included."""
    page = root / DAY.format("en")
    page.write_text(page.read_text("utf-8").replace("[840]{=dough}", "[850]{=dough}"), "utf-8")
    said = []
    for options in ([], [], ["--no-cache"]):
        assert main(["check", "--root", str(root), "--format", form, *options]) == 1
        said.append(capsys.readouterr().out)
    assert "answer-drift" in said[0]
    assert said[0] == said[1] == said[2]
    assert holds(root)


def edit(path: str, old: str, new: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        text = (root / path).read_text("utf-8")
        assert old in text
        (root / path).write_text(text.replace(old, new, 1), "utf-8")

    return change


def touch(root: Path) -> None:
    for path in root.rglob("*.*"):
        os.utime(path)


# What is said of a course again by who has said it before: also where less changes than it seems.
AGAIN: dict[str, Callable[[Path], None]] = {
    **CHANGES,
    "nothing": lambda root: None,
    "the times of all files": touch,
    "what a snippet asks for": edit("snippets/dough.py", "flour = ", "# needs: 30 s\nflour = "),
    "what every snippet has": edit(
        "mkdocs.yml", "build_tools.extension:", "build_tools.extension:\n    engine: {seconds: 7}"
    ),
}


@pytest.mark.parametrize("change", AGAIN.values(), ids=AGAIN.keys())
def test_who_has_looked_before_says_the_same(
    root: Path,
    change: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What has not changed is not looked at again: what is said is what somebody says who has never looked."""
    monkeypatch.setattr(disk, "RACY", 0)  # as if some seconds passed before each look

    def told(checker: Checker) -> list[Any]:
        report = checker.check()
        return [vars(replace(report, packed=None)), checker.noted, checker.assets]

    with Checker(root) as before, Checker(root, cache=False) as never:
        before.check()
        change(root)
        assert told(before) == told(never)
        assert told(before) == told(never)
