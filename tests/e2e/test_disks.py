"""Disks that are full, or that nothing can be written to: no traceback, a sentence, and the old site whole."""

from __future__ import annotations

import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.disks import fill, free, small_disk
from tests.e2e.harness import Course, Result

CACHE = ".build/cache"
MEGABYTE = 1 << 20
_TOLD = re.compile(r" claims on |\Anotice: |: \d+ of \d+( \(.*\))?, \d+ s\Z")  # the last on a slow machine alone


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that has room for two sites and what their build needs."""
    try:
        with small_disk(tmp_path / "disk", 24 * MEGABYTE) as place:
            yield place
    except OSError as error:
        pytest.skip(f"no small disk can be made here: {error}")


def moved(course: Course, place: Path) -> Course:
    """The course, on another disk."""
    shutil.copytree(course.root, place / "course", symlinks=True)
    return Course(place / "course")


def check(course: Course, *options: str) -> Result:
    """What `check` reports, without what it tells a person beside that: how long it took, and what is not kept."""
    result = course.run("build_tools", "check", "--format", "json", *options)
    lines = [line for line in result.output.splitlines() if not _TOLD.search(line)]
    return Result(result.code, "\n".join(lines))


def spoken(output: str) -> bool:
    """Whether it was said in words."""
    return output.strip() != "" and "Traceback" not in output and 'File "' not in output


# --------------------------------------------------------------------------------------------- full disks


@pytest.mark.parametrize("left", [0, 40_960])
def test_a_full_cache_fails_no_build(course: Course, wanted: Result, left: int) -> None:
    shutil.rmtree(course.root / CACHE)
    try:
        with small_disk(course.root / CACHE, 64 << 10) as place:
            fill(place, left)
            for _ in range(2):  # once with nothing kept, once with what had room
                assert check(course) == wanted
            result = course.build()
            assert result.code == 0, result.output
            assert "Traceback" not in result.output
    except OSError as error:
        pytest.skip(f"no small disk can be made here: {error}")


def test_no_room_for_the_new_site(course: Course, disk: Path) -> None:
    """Less and less of it: the build ends earlier each time."""
    other = moved(course, disk)
    before = other.site()
    other.append("docs/ja/index.md", "\n新しい行\n")
    other.append("docs/en/index.md", "\nA new line\n")
    for left in (4 * MEGABYTE, MEGABYTE, 0):
        fill(disk, left)
        result = other.build()
        assert result.code == 1, result.output
        assert spoken(result.output), result.output
        assert "No space left on device" in result.output, result.output
        assert other.site() == before
    free(disk)
    assert other.build().code == 0
    assert other.site() != before
    assert [place.name for place in (other.root / ".build" / "staging").iterdir()] == ["one-at-a-time"]


def test_no_room_for_temporary_files(course: Course, disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = course.site()
    monkeypatch.setenv("TMPDIR", str(disk))
    for left in (4_096, 0):
        fill(disk, left)
        for command in (["build"], ["check", "--no-cache"]):
            result = course.run("build_tools", *command)
            assert spoken(result.output), result.output
            assert result.code == 0 or "space" in result.output, result.output
        assert course.site().keys() == before.keys()
    free(disk)
    assert course.build().code == 0


def test_files_that_may_not_grow(course: Course) -> None:
    """A limit of the system's, as quotas have it, which needs no disk of our own."""
    before = course.site()
    shutil.rmtree(course.root / ".build")

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    done = subprocess.run(
        [sys.executable, "-m", "build_tools", "build"],
        cwd=course.root,
        env=course.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=limited,
    )
    assert done.returncode == 1, done.stdout
    assert spoken(done.stdout), done.stdout
    assert course.site() == before


# ------------------------------------------------------------------------- caches that cannot be written


def _nothing(cache: Path) -> None:
    shutil.rmtree(cache)


def _a_file(cache: Path) -> None:
    shutil.rmtree(cache)
    cache.write_text("no folder", "utf-8")


def _a_link_to_nowhere(cache: Path) -> None:
    shutil.rmtree(cache)
    cache.symlink_to(cache.parent / "nowhere" / "at" / "all")


def _folders(cache: Path) -> None:
    for place in _files(cache):
        place.unlink()
        (place / "in its place").mkdir(parents=True)


def _garbage(cache: Path) -> None:
    for place in _files(cache):
        place.write_bytes(b"no database\n" * 5_000)


def _damage(cache: Path) -> None:
    for place in _files(cache):
        data = bytearray(place.read_bytes())
        for at in range(100, len(data), 501):
            data[at] ^= 0xFF
        place.write_bytes(data)


def _half(cache: Path) -> None:
    for place in _files(cache):
        place.write_bytes(place.read_bytes()[: place.stat().st_size // 2])


def _empty(cache: Path) -> None:
    for place in _files(cache):
        place.write_bytes(b"")


def _other_tables(cache: Path) -> None:
    for place in _files(cache):
        place.unlink()
        with sqlite3.connect(place) as database:
            database.execute("CREATE TABLE results (something, other)")
        database.close()


def _read_only(cache: Path) -> None:
    for place in _files(cache):
        place.chmod(0o444)
    cache.chmod(0o555)


def _files(cache: Path) -> list[Path]:
    """Whatever is kept there."""
    found = [place for place in sorted(cache.rglob("*")) if place.is_file()]
    assert found, "something is kept"
    return found


SPOILED = (_nothing, _a_file, _a_link_to_nowhere, _folders, _garbage, _damage, _half, _empty, _other_tables, _read_only)

BUILT = (_a_file, _folders, _damage, _read_only)


@pytest.fixture(scope="module")
def wanted(built: Course) -> Result:
    """What `check` reports where nothing is kept, and nothing looked up."""
    return check(built, "--no-cache")


@pytest.mark.parametrize("spoil", SPOILED)
def test_a_cache_that_is_none(course: Course, wanted: Result, spoil: Callable[[Path], None]) -> None:
    before = course.site()
    cache = course.root / CACHE
    spoil(cache)
    try:
        assert check(course) == wanted
        if spoil in BUILT:  # it looks at the same files, and takes its time
            result = course.build()
            assert result.code == 0, result.output
            assert "Traceback" not in result.output
            assert course.site() == before
    finally:
        if cache.is_dir() and not cache.is_symlink():
            cache.chmod(0o755)


def test_a_cache_on_a_disk_that_is_mounted_to_be_read(course: Course, wanted: Result) -> None:
    """Permissions say nothing to root; this does."""
    kept = course.root / CACHE
    aside = course.root.parent / "kept"
    shutil.copytree(kept, aside)
    try:
        with small_disk(kept, 16 * MEGABYTE) as place:
            shutil.copytree(aside, place, dirs_exist_ok=True)
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
            assert check(course) == wanted
            result = course.build()
            assert result.code == 0, result.output
            assert "Traceback" not in result.output
    except OSError as error:
        pytest.skip(f"no small disk can be made here: {error}")
