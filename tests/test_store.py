"""The store of results: nothing that happens to its file, or beside it, costs more than the results in it."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import pytest

from build_tools import disk
from build_tools.code import database, inputs, spawned, store, surroundings
from build_tools.code.inputs import Inputs
from build_tools.code.store import Entry, Store
from build_tools.disk import Disk

PARTS: dict[str, object] = {
    "python": "3.11",
    "numpy": "2.4",
    "blas": "openblas",
    "machine": "x86_64",
    "engine": "e1",
    "limits": {"seconds": 20, "memory": 1_000_000_000},
}
TASK = b'{"path": "snippets/x.py", "source": "value = 1\\n", "questions": [], "context": {}, "substitutes": {}}'


def key(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def made(answer: bytes, depended: bytes = b"{}") -> Entry:
    return Entry(depended + b"\n" + answer)


def entry(number: int, size: int = 3000) -> Entry:
    """What is kept under the key of a number: it can be told whether it is that."""
    return made(random.Random(number).randbytes(size), json.dumps({"places": {f"{number}.csv": "ENOENT"}}).encode())


def some(*numbers: int, size: int = 3000) -> dict[str, Entry]:
    return {key(number): entry(number, size) for number in numbers}


def kept(folder: Path, numbers: Iterator[int] | range, size: int = 3000) -> set[int]:
    """Which of the numbers are kept; what is kept is right, and the store has nothing to say."""
    numbers = list(numbers)
    with Store(folder, engine="e1") as opened:
        found = opened.get([key(number) for number in numbers])
        assert opened.trouble == ""
    there = {number for number in numbers if key(number) in found}
    assert found == some(*there, size=size)
    return there


def child(action: Callable[[], object]) -> int:
    """Runs something in a process of its own."""
    pid = os.fork()
    if pid == 0:
        try:
            action()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return pid


def ended(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


# --------------------------------------------------------------------------------------------------- keys


def test_a_key_is_a_digest_of_everything() -> None:
    first = store.key(TASK, **PARTS)  # type: ignore[arg-type]
    assert store.key(TASK, **PARTS) == first  # type: ignore[arg-type]
    assert len(first) == 64 and int(first, 16)
    others = [store.key(TASK + b" ", **PARTS)]  # type: ignore[arg-type]
    for name in PARTS:
        others.append(store.key(TASK, **{**PARTS, name: "other"}))  # type: ignore[arg-type]
    # What stands in one part does not pass for the other's.
    others.append(store.key(TASK, **{**PARTS, "python": "3.112.4", "numpy": ""}))  # type: ignore[arg-type]
    assert len({first, *others}) == len(PARTS) + 3


def test_what_surrounds_a_run_is_told() -> None:
    found = surroundings.read()
    assert all(asdict(found)[name] for name in ("python", "machine", "engine"))
    assert found == surroundings.read.__wrapped__(), "it is the same whenever it is asked for"
    assert set(asdict(found)) < set(PARTS)


@pytest.mark.parametrize("name", surroundings.INHERITED)
def test_what_a_snippet_inherits_surrounds_its_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says which libraries are loaded."""
    monkeypatch.setenv(name, "/opt/one")
    first = surroundings.read.__wrapped__()
    assert spawned.environment()[name] == "/opt/one"
    monkeypatch.setenv(name, "/opt/two")
    assert surroundings.read.__wrapped__() != first


def test_whose_process_it_is_surrounds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file's mode lets a snippet do depends on that."""
    monkeypatch.setattr(os, "geteuid", lambda: 12_345)
    assert surroundings.read.__wrapped__() != surroundings.read()


PACKAGE = Path(surroundings.__file__).parents[1]


def used(path: Path) -> Iterator[Path]:
    """The modules of this package that one of them imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [one.name for one in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{name}" for name in names)]
        for name in names:
            place = PACKAGE.parent / f"{name.replace('.', '/')}.py"
            if name.startswith("build_tools.") and place.is_file():
                yield place


def engine_modules() -> set[str]:
    found, waiting = set(), list((PACKAGE / "code").glob("*.py"))
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += used(path)
    return {path.relative_to(PACKAGE).as_posix() for path in found}


@pytest.mark.parametrize("module", sorted(engine_modules()))
def test_a_change_of_what_the_engine_uses_is_another_engine(
    module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(PACKAGE, tmp_path / "package", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(surroundings, "_PACKAGE", tmp_path / "package")
    before = surroundings.read.__wrapped__()
    assert before == surroundings.read()
    with open(tmp_path / "package" / module, "a") as file:
        file.write("# x\n")
    after = surroundings.read.__wrapped__()
    assert after.engine != before.engine and after.python == before.python


def test_a_change_of_what_it_does_not_use_is_none() -> None:
    """Else a word of a page's HTML would make every snippet run anew."""
    assert engine_modules().isdisjoint({"rendering/lessons.py", "publishing/site.py", "pages/markdown.py"})
    assert set(surroundings._USED) <= engine_modules()


# ----------------------------------------------------------------------------------------- what is kept is found


def test_nothing_is_found_that_was_not_kept(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert kept(folder, range(3)) == set()
    with Store(folder, engine="e1") as opened:
        opened.put(some(1, 2))
        assert opened.get([key(1), key(3), key(1)]) == some(1)
    assert kept(folder, range(3)) == {1, 2}
    assert sorted(path.name for path in folder.iterdir()) == ["lock", store.NAME]


def test_results_are_kept_to_the_byte(tmp_path: Path) -> None:
    entries = {
        key(0): made(b""),
        key(1): made(bytes(range(256)) * 50, b"{}"),
        key(2): made('{"value": "確かめ\\ud800"}\n'.encode(), b"{}"),
        key(3): made(b"x" * 1_000_000),
    }
    with Store(tmp_path, engine="e1") as opened:
        opened.put(entries)
        opened.put({})
        assert opened.get(list(entries)) == entries
        opened.put({key(1): made(b"another")})
        assert opened.get([key(1)]) == {key(1): made(b"another")}


def test_many_at_once(tmp_path: Path) -> None:
    with Store(tmp_path, engine="e1") as opened:
        opened.put(some(*range(1200)))
    assert kept(tmp_path, range(1500)) == set(range(1200))


def test_two_keys_that_share_a_place(tmp_path: Path) -> None:
    """Whoever writes snippets can make two that agree in as much of their digests as SQLite has room for."""
    one, two = (key(1)[:60] + ending for ending in ("0000", "ffff"))
    with Store(tmp_path, engine="e1") as opened:
        opened.put({one: entry(1)})
        assert opened.get([two]) == {}
        assert opened.get([one, two, key(3)]) == {one: entry(1)}
        opened.put({one: entry(1), two: entry(2), key(3): entry(3)})
        assert opened.get([one, two, key(3)]) == {two: entry(2), key(3): entry(3)}, "the last one has the place"
        assert opened.trouble == ""


def test_from_another_thread(tmp_path: Path) -> None:
    with Store(tmp_path, engine="e1") as opened:
        threads = [threading.Thread(target=lambda n=n: opened.put(some(n))) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(opened.get([key(number) for number in range(8)])) == 8
        assert opened.trouble == ""


def test_after_it_is_closed(tmp_path: Path) -> None:
    opened = Store(tmp_path, engine="e1")
    opened.put(some(1))
    opened.close()
    opened.close()
    opened.put(some(2))
    assert opened.get([key(1)]) == {}
    assert kept(tmp_path, range(3)) == {1}


def test_no_child_gets_hold_of_it(tmp_path: Path) -> None:
    """What is started in a process of its own finds no way to it among its descriptors."""
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("there is no /proc here")
    with Store(tmp_path, engine="e1") as opened:
        opened.put(some(1))
        held = []
        for name in os.listdir("/proc/self/fd"):
            try:
                if os.readlink(f"/proc/self/fd/{name}").startswith(str(tmp_path)):
                    held.append(int(name))
            except OSError:
                continue
        assert held and not any(map(os.get_inheritable, held))


# ------------------------------------------------------------------------------------------------ two at once


@pytest.mark.parametrize("garbage", [False, True])
def test_two_processes_that_write(tmp_path: Path, garbage: bool) -> None:
    """At the same time, to a file that neither of them has made yet; or that both find to be garbage."""
    if garbage:
        (tmp_path / store.NAME).write_bytes(b"garbage" * 10_000)
    go = tmp_path / "go"

    def write(first: int) -> None:
        while not go.exists():
            pass
        with Store(tmp_path, engine="e1") as opened:
            for number in range(first, first + 150):
                opened.put(some(number))
                assert opened.get([key(number)]) == some(number)
            assert opened.trouble == "", opened.trouble

    children = [child(lambda first=first: write(first)) for first in (0, 150, 300)]
    go.touch()
    assert [ended(pid) for pid in children] == [0, 0, 0]
    assert kept(tmp_path, range(450)) == set(range(450))


def test_an_end_by_kill_in_the_middle(tmp_path: Path) -> None:
    """What was there before is there after it, whole; what was being written is there whole or not at all."""

    def write(first: int) -> None:
        with Store(tmp_path, engine="e1") as opened:
            for number in range(first, first + 100_000, 7):
                opened.put(some(*range(number, number + 7)))

    chance = random.Random(5)
    sure: set[int] = set()
    for round_ in range(60):
        first = round_ * 1000
        pid = child(lambda first=first: write(first))
        time.sleep(chance.uniform(0, 0.06))
        os.kill(pid, signal.SIGKILL)
        assert ended(pid) == -signal.SIGKILL
        if round_ % 6 == 5:
            found = kept(tmp_path, range(first + 1000))
            assert found >= sure
            sure = found
    assert len(sure) > 100
    with sqlite3.connect(tmp_path / store.NAME) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_somebody_who_does_not_let_go_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path, engine="e1") as opened:
        opened.put(some(1))
    monkeypatch.setattr(database, "_PATIENCE", 0.1)
    holder = sqlite3.connect(tmp_path / store.NAME, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with Store(tmp_path, engine="e1") as opened:
        began = time.monotonic()
        for number in range(20):
            assert opened.get([key(1)]) == {}
            opened.put(some(number))
        assert time.monotonic() - began < 3, "it is waited for once"
        assert "locked" in opened.trouble
    holder.execute("ROLLBACK")
    holder.close()
    assert kept(tmp_path, range(20)) == {1}


# ------------------------------------------------------------------------------------- what a disk may refuse


def test_a_full_disk(tmp_path: Path) -> None:
    """Played by a limit on the size of files: the system refuses to write, at every place in turn."""
    with Store(tmp_path, engine="e1") as opened:
        opened.put(some(*range(100)))
    size = (tmp_path / store.NAME).stat().st_size

    def write(limit: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        with Store(tmp_path, engine="e1") as opened:
            assert len(opened.get([key(number) for number in range(100)])) == 100
            for number in range(100, 500, 40):
                opened.put(some(*range(number, number + 40)))
            assert "not kept" in opened.trouble
            assert len(opened.get([key(number) for number in range(100)])) == 100, "what is there can still be read"

    for limit in (*range(0, 40_000, 4_000), size // 2, size, size + 50_000, size + 500_000):
        assert ended(child(lambda limit=limit: write(limit))) == 0, limit
        assert kept(tmp_path, range(500)) >= set(range(100)), limit
    with Store(tmp_path, engine="e1") as opened:
        opened.put(some(1000))
    assert kept(tmp_path, range(1001)) >= {*range(100), 1000}


def test_a_disk_that_is_full_from_the_beginning(tmp_path: Path) -> None:
    def write() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        with Store(tmp_path / "new", engine="e1") as opened:
            opened.put(some(1))
            assert opened.get([key(1)]) == {}
            assert "not kept" in opened.trouble

    assert ended(child(write)) == 0
    with Store(tmp_path / "new", engine="e1") as opened:
        opened.put(some(1))
    assert kept(tmp_path / "new", range(2)) == {1}


@pytest.mark.parametrize("filled", [True, False])
def test_a_folder_that_may_only_be_read(filled: bool) -> None:
    """By a user who may not write there: root may always."""
    folder = Path(tempfile.mkdtemp())
    try:
        if filled:
            with Store(folder, engine="e1") as opened:
                opened.put(some(1, 2))
            for path in folder.iterdir():
                path.chmod(0o444)
        folder.chmod(0o555)

        def use() -> None:
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            with Store(folder, engine="e1") as opened:
                assert opened.get([key(1), key(2), key(3)]) == (some(1, 2) if filled else {})
                opened.put(some(3))
                assert "not kept" in opened.trouble
                assert opened.get([key(1)]) == (some(1) if filled else {})
            with Store(folder / "new", engine="e1") as opened:
                opened.put(some(3))
                assert "not kept" in opened.trouble

        assert ended(child(use)) == 0
        folder.chmod(0o755)
        assert sorted(path.name for path in folder.iterdir()) == (["lock", store.NAME] if filled else [])
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_errors_of_every_kind_end_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> object:
        raise OSError(5, "Input/output error")

    for place, name in ((os, "open"), (Path, "mkdir"), (sqlite3, "connect")):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, refuse)
            with Store(tmp_path / "new", engine="e1") as opened:
                opened.put(some(1))
                found = opened.get([key(1)])
        assert found == {} or (name == "open" and found == some(1))
        assert opened.trouble == (
            "" if found else f"results of snippets are not kept in {opened.path}: Input/output error"
        )


# ------------------------------------------------------------------------------------- what may lie in its place


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE others (a)")
    database.close()


def _version(path: Path) -> None:
    with Store(path.parent, engine="e1") as opened:
        opened.put(some(*range(50)))
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 999")
    database.close()


def _no_table(path: Path) -> None:
    with Store(path.parent, engine="e1") as opened:
        opened.put(some(*range(50)))
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE results")
    database.close()


def _truncated(path: Path) -> None:
    with Store(path.parent, engine="e1") as opened:
        opened.put(some(*range(50)))
    os.truncate(path, path.stat().st_size // 3)


def _stray_journal(path: Path) -> None:
    path.with_name(f"{store.NAME}-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"x" * 5000)
    path.write_bytes(b"garbage" * 1000)


PLACES: Mapping[str, Callable[[Path], object]] = {
    "nothing": lambda path: None,
    "an empty file": lambda path: path.touch(),
    "garbage": lambda path: path.write_bytes(b"garbage" * 5000),
    "short garbage": lambda path: path.write_bytes(b"{"),
    "zeros": lambda path: path.write_bytes(bytes(100_000)),
    "only its beginning": lambda path: path.write_bytes(b"SQLite format 3\0"),
    "a truncated file": _truncated,
    "another version": _version,
    "a database of something else": _foreign,
    "a missing table": _no_table,
    "a link that leads nowhere": lambda path: path.symlink_to("none"),
    "a stray journal": _stray_journal,
}


@pytest.mark.parametrize("place", PLACES)
def test_what_lies_in_its_place_is_made_anew(place: str, tmp_path: Path) -> None:
    PLACES[place](tmp_path / store.NAME)
    for number in range(100, 104):  # in the first run, or at the latest in the next one
        with Store(tmp_path, engine="e1") as opened:
            found = opened.get([key(number) for number in range(50)])
            assert found == some(*(number for number in range(50) if key(number) in found))
            opened.put(some(number))
    assert kept(tmp_path, range(104)) >= {101, 102, 103}


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / store.NAME / "mine").mkdir(parents=True)
    with Store(tmp_path, engine="e1") as opened:
        opened.put(some(1))
        assert opened.get([key(1)]) == {}
        assert "not kept" in opened.trouble
    assert (tmp_path / store.NAME / "mine").is_dir(), "what is somebody's stays"


def test_a_file_in_the_place_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("mine")
    with Store(tmp_path / "cache", engine="e1") as opened:
        opened.put(some(1))
        assert opened.get([key(1)]) == {}
        assert "not kept" in opened.trouble
    assert (tmp_path / "cache").read_text() == "mine"


def test_a_file_that_is_used_is_not_taken_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds it damaged while another uses it goes without, and the next one mends it."""
    monkeypatch.setattr(database, "_PATIENCE", 0.3)
    with Store(tmp_path, engine="e1") as first:
        first.put(some(*range(50)))
        _no_table(tmp_path / store.NAME)
        inode = (tmp_path / store.NAME).stat().st_ino
        with Store(tmp_path, engine="e1") as second:
            second.put(some(51))
            assert "not kept" in second.trouble
        assert (tmp_path / store.NAME).stat().st_ino == inode
    with Store(tmp_path, engine="e1") as third:
        third.put(some(52))
    with Store(tmp_path, engine="e1") as third:
        third.put(some(52))
    assert kept(tmp_path, range(53)) == {52}


@pytest.mark.parametrize("seed", range(8))
def test_bytes_that_change_under_it(seed: int, tmp_path: Path) -> None:
    """Wherever the damage is: what is still found is right, and a later run keeps results again."""
    chance = random.Random(seed)
    for _ in range(12):
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        with Store(tmp_path / "cache", engine="e1") as opened:
            opened.put(some(*range(40), size=chance.choice((200, 3000, 40_000))))
            expected = opened.get([key(number) for number in range(40)])
        path = tmp_path / "cache" / store.NAME
        data = bytearray(path.read_bytes())
        for _ in range(chance.choice((1, 5, 50))):
            start = chance.randrange(len(data) if chance.random() < 0.7 else 3000)
            for place in range(start, min(len(data), start + chance.choice((1, 8, 500, 20_000)))):
                data[place] = chance.randrange(256)
        path.write_bytes(data)
        for number in range(100, 108):
            with Store(tmp_path / "cache", engine="e1") as opened:
                found = opened.get(list(expected))
                assert all(expected[name] == one for name, one in found.items())
                opened.put(some(number))
        assert kept(tmp_path / "cache", range(100, 108)) >= {106, 107}


# ------------------------------------------------------------------------------------------------- its size


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    most = 4_000_000
    for number in range(0, 2000, 20):  # ten times as much as it may hold
        with Store(tmp_path, engine="e1", most=most) as opened:
            assert number == 0 or key(0) in opened.get([key(0)]), "it is used all the time"
            opened.put(some(*range(number, number + 20), size=10_000))
            assert opened.trouble == ""
        assert (tmp_path / store.NAME).stat().st_size <= most
    found = kept(tmp_path, range(2000), size=10_000)
    oldest = min(found - {0}) // 20 * 20 + 20  # of those that were put together, some may be gone
    assert found >= {0, *range(oldest, 2000)}
    assert oldest < 1900
    assert len(found) > 100


@pytest.mark.parametrize("size", [100, 3_000, 20_000, 100_000])
def test_it_never_outgrows_its_bound(size: int, tmp_path: Path) -> None:
    most = 3_000_000
    chance = random.Random(size)
    with Store(tmp_path, engine="e1", most=most) as opened:
        for number in range(0, 3 * most // (size + 400), 50):
            sizes = [chance.randrange(size // 2, size * 2) for _ in range(50)]
            opened.put({key(number + n): entry(number + n, length) for n, length in enumerate(sizes)})
            assert opened.trouble == ""
            assert (tmp_path / store.NAME).stat().st_size <= most
        last = number + 49
        assert key(last) in opened.get([key(last)])
        count = sqlite3.connect(tmp_path / store.NAME).execute("SELECT count(*) FROM results").fetchone()[0]
    assert count * (size + 400) > most // 4, "most of it is used"


def test_results_of_another_engine_go_first(tmp_path: Path) -> None:
    most = 2_000_000
    with Store(tmp_path, engine="e1", most=most) as opened:
        opened.put(some(*range(40), size=10_000))
    with Store(tmp_path, engine="e2", most=most) as opened:
        opened.put(some(*range(40, 80), size=10_000))
        opened.get([key(number) for number in range(40)])  # used, and yet never again of use
        for number in range(80, 130, 10):
            opened.put(some(*range(number, number + 10), size=10_000))
        found = opened.get([key(number) for number in range(130)])
    assert {key(number) for number in range(40, 110)} <= set(found)


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    with Store(tmp_path, engine="e1", most=1_000_000) as opened:
        opened.put(some(*range(20)))
        opened.put({key(99): made(bytes(900_000))})
        assert opened.trouble == ""
        assert opened.get([key(99)]) == {}
        assert len(opened.get([key(number) for number in range(20)])) == 20


def test_a_use_is_said_once_a_day(tmp_path: Path) -> None:
    """A run that finds everything writes nothing: its file does not change."""
    with Store(tmp_path, engine="e1") as opened:
        opened.put(some(*range(10)))
    data = (tmp_path / store.NAME).read_bytes()
    kept(tmp_path, range(10))
    assert (tmp_path / store.NAME).read_bytes() == data
    database = sqlite3.connect(tmp_path / store.NAME, isolation_level=None)
    database.execute("UPDATE uses SET used = used - 100000")
    kept(tmp_path, range(5))
    ages = [time.time() - used for (used,) in database.execute("SELECT used FROM uses")]
    database.close()
    assert sum(age < 1000 for age in ages) == 5


# ----------------------------------------------------------------------------------- what a result depended on


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("value = 1\n")
    return tmp_path.resolve()


def later(project: Path) -> Disk:
    """The folder, looked at when its files are old enough for their signatures to be trusted."""
    return Disk(str(project), time.time_ns() + 10 * disk.RACY)


def test_a_time_stamp_that_is_too_young_is_not_trusted(project: Path) -> None:
    """A change within the clock's tick, to the same size, leaves a signature as it was."""
    path = project / "helper.py"
    state = hashlib.sha256(b"value = 1\n").hexdigest()
    for looked in (Disk(str(project), time.time_ns()), Disk(str(project), path.stat().st_mtime_ns + disk.RACY - 1)):
        found = inputs.settled({"files": {"helper.py": state}}, looked)
        assert found is not None and found.signatures == {}
    path.write_text("value = 2\n")
    assert not inputs.fresh(found, later(project))


def test_a_time_stamp_from_the_future_is_not_trusted(project: Path) -> None:
    path = project / "helper.py"
    state = hashlib.sha256(b"value = 1\n").hexdigest()
    os.utime(path, (time.time() + 1000,) * 2)
    found = inputs.settled({"files": {"helper.py": state}}, Disk(str(project), time.time_ns() + 5 * disk.RACY))
    assert found is not None and found.signatures == {}


def test_a_signature_that_is_old_enough_spares_the_reading(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = hashlib.sha256(b"value = 1\n").hexdigest()
    found = inputs.settled({"files": {"helper.py": state}}, later(project))
    assert found is not None and found.signatures == {"helper.py": disk.signature(os.stat(project / "helper.py"))}
    with monkeypatch.context() as patch:
        patch.setattr(disk, "_held", None)
        assert inputs.fresh(found, later(project))
    # Its time set back by hand: that itself is a change of its status.
    status = (project / "helper.py").stat()
    (project / "helper.py").write_text("value = 2\n")
    os.utime(project / "helper.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (project / "helper.py").stat().st_mtime_ns == status.st_mtime_ns
    assert not inputs.fresh(found, later(project))
    # Another file moved into its place, of the same size and time.
    (project / "other.py").write_text("value = 3\n")
    os.utime(project / "other.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    os.replace(project / "other.py", project / "helper.py")
    assert not inputs.fresh(found, later(project))
    (project / "helper.py").write_text("value = 1\n")
    assert inputs.fresh(found, later(project)), "its content is what counts"


def test_a_file_that_changes_while_the_snippet_runs(project: Path) -> None:
    """What was read is not what is there: nothing is kept."""
    path = project / "helper.py"
    status = path.stat()
    state, signature = hashlib.sha256(b"value = 1\n").hexdigest(), list(disk.signature(status))
    young = {"files": {"helper.py": state}}
    old = {"files": {"helper.py": ""}, "signatures": {"helper.py": signature}}
    assert inputs.settled(young, later(project)) == inputs.settled(old, later(project)) is not None
    path.write_text("value = 2\n")
    assert inputs.settled(young, later(project)) is None
    assert inputs.settled(old, later(project)) is None
    path.unlink()
    assert inputs.settled(young, later(project)) is None


def test_a_round_looks_at_everything_once(project: Path) -> None:
    """All results of one round are held against the same state, whatever is saved meanwhile."""
    state = hashlib.sha256(b"value = 1\n").hexdigest()
    depended = Inputs({"helper.py": state}, {"new.csv": "ENOENT"}, modules={"new": "-"})
    kept_ = made(b"", json.dumps(depended.to_json()).encode())
    looked = later(project)
    assert store.fresh(kept_, looked)
    (project / "helper.py").write_text("value = 2\n")
    assert store.fresh(kept_, looked)
    assert not store.fresh(kept_, later(project))


@pytest.mark.parametrize(
    "noted",
    [
        {"files": {"none.py": ""}},
        {"files": {"none.py": "x"}},
        {"files": {".": ""}},
        {"files": {"fifo": ""}},
        {"files": {"/dev/zero": ""}},
        {"files": {"/dev/zero": "x"}},
        {"files": {"helper.py": 7}},
        {"files": {"a\0b": ""}},
        {"files": {"\ud800": ""}},
        {"files": {"x" * 10_000: ""}},
        {"files": ["helper.py"]},
        {"files": None},
        {"files": {"helper.py": ""}, "signatures": {"helper.py": [1, 2]}},
        {"files": {"helper.py": ""}, "signatures": {"helper.py": "1234"}},
        {"files": {"helper.py": ""}, "signatures": {"helper.py": [1, 2, 3, float("inf")]}},
        {"places": {"helper.py": "ENOENT"}},
        {"places": {"helper.py/x": "ENOENT"}},
        {"folders": {"helper.py": "x"}},
        {"folders": {".": ""}},
        {"modules": {"helper": "-"}},
        {"modules": {"": "x", "/": "x"}},
        {"places": {str(number): "ENOENT" for number in range(10_000)}},
        {"unseen": "it writes x"},
    ],
)
def test_a_record_that_is_made_up_is_not_kept(noted: dict[str, object], project: Path) -> None:
    """It comes from a process that ran anybody's code. Nothing in it makes us wait, or fail."""
    os.mkfifo(project / "fifo")
    began = time.monotonic()
    assert store.entry(b"answer", noted, later(project)) is None
    assert time.monotonic() - began < 5


def test_what_is_kept_is_not_believed_either(project: Path) -> None:
    for depended in (b"", b"[]", b"nonsense", b'{"files": 3}', b'{"files": {"helper.py": 3}}', b"\xff", b"[" * 100_000):
        assert not store.fresh(made(b"", depended), later(project))


def test_a_large_file_is_no_reason_to_read_it_all(project: Path) -> None:
    with open(project / "large.bin", "wb") as file:
        file.truncate(disk.LARGEST + 1)
    assert store.entry(b"", {"files": {"large.bin": ""}}, later(project)) is None


def test_a_helper_that_changes_within_the_second(project: Path) -> None:
    """From end to end: the second result is never taken for the first."""
    with Store(project / "cache", engine="e1") as opened:
        for digit in "123454321":
            (project / "helper.py").write_text(f"value = {digit}\n")
            looked = Disk(str(project), time.time_ns())
            found = opened.get([key(1)])
            assert not any(store.fresh(one, looked) for one in found.values())
            noted = {"files": {"helper.py": hashlib.sha256(f"value = {digit}\n".encode()).hexdigest()}}
            result = store.entry(digit.encode(), noted, looked)
            assert result is not None
            opened.put({key(1): result})
            again = opened.get([key(1)])
            assert again == {key(1): result} and store.fresh(again[key(1)], Disk(str(project), time.time_ns()))
