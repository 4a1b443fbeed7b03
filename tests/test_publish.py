"""The publication: whole or not at all, whoever else builds and whenever it is killed."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from build_tools.errors import BuildError
from build_tools.publishing import publish as module
from build_tools.publishing.publish import publish, staging

FILES = 60
PROGRAM = f"""
import sys
from pathlib import Path
from build_tools.publishing.publish import publish, staging
target = Path(sys.argv[1])
for number in range(int(sys.argv[2]), 10**6):
    with staging(target) as place:
        for file in range({FILES}):
            (place.folder / str(file)).write_text(str(number))
        publish(place.folder, target)
        print(number, flush=True)
"""


def put(target: Path, text: str) -> None:
    with staging(target) as place:
        for name in ("a", "b"):
            (place.folder / name).write_text(text)
        publish(place.folder, target)


def read(target: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in target.iterdir()}


def left(target: Path) -> list[str]:
    return [path.name for path in (target.parent / ".build" / "staging").iterdir() if path.name != "one-at-a-time"]


@pytest.fixture
def no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(one: Path, other: Path) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(module, "_exchange", refuse)


def test_first_and_later_sites(tmp_path: Path) -> None:
    for text in ("one", "two", "three"):
        put(tmp_path / "site", text)
        assert read(tmp_path / "site") == {"a": text, "b": text}
        assert left(tmp_path / "site") == []


def test_a_failing_build_leaves_the_site_and_nothing_else(tmp_path: Path) -> None:
    put(tmp_path / "site", "one")
    with pytest.raises(RuntimeError), staging(tmp_path / "site") as place:
        (place.folder / "a").write_text("two")
        raise RuntimeError
    assert read(tmp_path / "site") == {"a": "one", "b": "one"}
    assert left(tmp_path / "site") == []


def test_without_exchange_a_link_is_replaced(tmp_path: Path, no_exchange: None) -> None:
    for text in ("one", "two", "three"):
        put(tmp_path / "site", text)
        assert read(tmp_path / "site") == {"a": text, "b": text}
    assert (tmp_path / "site").is_symlink()
    assert len(list((tmp_path / ".build" / "published").iterdir())) == 1
    assert left(tmp_path / "site") == []


def test_without_exchange_a_folder_is_never_moved_away(tmp_path: Path, no_exchange: None) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a").write_text("one")
    with pytest.raises(BuildError, match="move it away once"):
        put(tmp_path / "site", "two")
    assert read(tmp_path / "site") == {"a": "one"}


def test_a_link_becomes_a_folder_once_names_can_be_exchanged(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_exchanges", lambda folder: False)
        put(tmp_path / "site", "one")
    put(tmp_path / "site", "two")
    assert not (tmp_path / "site").is_symlink()
    assert read(tmp_path / "site") == {"a": "two", "b": "two"}
    assert left(tmp_path / "site") == []
    assert not (tmp_path / ".build" / "published").exists()


def test_the_next_build_deletes_what_a_killed_one_left(tmp_path: Path) -> None:
    target = tmp_path / "site"
    killed = subprocess.Popen([sys.executable, "-c", PROGRAM, str(target), "0"], stdout=subprocess.DEVNULL)
    while not target.exists() or not left(target):
        time.sleep(0.001)
    killed.kill()
    killed.wait()
    (tmp_path / ".build" / "staging" / "a-folder-without-a-lock").mkdir()
    put(target, "new")
    assert left(target) == []


def test_a_build_leaves_another_ones_folder_alone(tmp_path: Path) -> None:
    with staging(tmp_path / "site") as one:
        (one.folder / "a").write_text("one")
        put(tmp_path / "site", "two")
        assert (one.folder / "a").read_text() == "one"
        publish(one.folder, tmp_path / "site")
    assert read(tmp_path / "site") == {"a": "one"}


def test_a_builder_that_outlives_its_build_keeps_the_folder(tmp_path: Path) -> None:
    target = tmp_path / "site"
    with staging(target) as place:
        orphan = subprocess.Popen(["sleep", "60"], pass_fds=(place.lock,))
        lock = place.folder.with_name(f"{place.folder.name}.lock")
        with open(lock) as file:
            orphan_lock = os.dup(file.fileno())
    try:
        with pytest.raises(BlockingIOError):
            fcntl.flock(orphan_lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        orphan.kill()
        orphan.wait()
        os.close(orphan_lock)


def test_killed_at_any_moment_the_site_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "site"
    seed = random.Random(43)
    for round_ in range(15):
        start = round_ * 1000
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(target), str(start)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(seed.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        files = read(target)
        assert len(files) == FILES
        assert len(set(files.values())) == 1
        assert int(files["0"]) >= start


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    target = tmp_path / "site"
    put(target, "0")
    processes = [
        subprocess.Popen([sys.executable, "-c", PROGRAM, str(target), str(start)], stdout=subprocess.DEVNULL)
        for start in (1, 500_000)
    ]
    try:
        deadline = time.monotonic() + 1.5
        while time.monotonic() < deadline:
            before, names, after = target.stat().st_ino, os.listdir(target), target.stat().st_ino
            # A folder that was replaced while it was listed may be half deleted; the published one never is.
            assert before != after or len(names) in (2, FILES)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert len(set(read(target).values())) == 1


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".build").write_text("a file")
    with pytest.raises(BuildError, match="cannot write"), staging(tmp_path / "site"):
        pass


def test_threads_publish_one_after_the_other(tmp_path: Path) -> None:
    threads = [threading.Thread(target=put, args=(tmp_path / "site", str(number))) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(read(tmp_path / "site").values())) == 1
    assert left(tmp_path / "site") == []


def test_without_exchange_targets_beside_one_another_keep_their_own(tmp_path: Path, no_exchange: None) -> None:
    put(tmp_path / "site", "one")
    put(tmp_path / "other", "two")
    put(tmp_path / "other", "three")
    assert read(tmp_path / "site") == {"a": "one", "b": "one"}
    assert read(tmp_path / "other") == {"a": "three", "b": "three"}


def test_a_link_beside_a_folder_keeps_what_it_leads_to(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_exchanges", lambda folder: False)
        put(tmp_path / "other", "one")
    put(tmp_path / "site", "two")
    put(tmp_path / "site", "three")
    assert read(tmp_path / "other") == {"a": "one", "b": "one"}
