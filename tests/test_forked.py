"""The warm process and its other end, where the system has no room or no process for another job."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from build_tools.code import forked, nursery, replies, scratch
from build_tools.code.replies import Ended
from build_tools.model import Job

if sys.platform != "linux" or not forked.possible():
    pytest.skip("this system has no warm process", allow_module_level=True)

TASK = replies.task(Job("x.py", "x = 1\n"), 20.0, 1 << 30)


class Full:
    """The temporary files of a disk that is full for some of them.

    Args:
        made: which of them, by their numbers, cannot be made.
        written: which cannot be written.
    """

    def __init__(self, *, made: tuple[int, ...] = (), written: tuple[int, ...] = ()) -> None:
        self.made, self.written, self.number = made, written, 0

    def __call__(self, make: Callable[[], IO[bytes]]) -> Any:
        self.number += 1
        if self.number in self.made:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        file = make()
        if self.number in self.written:
            file.write = self._refuse  # type: ignore[assignment, method-assign]
        return file

    def _refuse(self, data: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("full", [Full(made=(1,)), Full(made=(3,)), Full(made=(4, 5)), Full(written=(1, 4))])
def test_no_room_for_a_jobs_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: Full) -> None:
    """That job ends as such, at once; others run."""
    make = forked.TemporaryFile
    monkeypatch.setattr(forked, "TemporaryFile", lambda: full(make))
    ended: dict[int, Ended] = {}
    with forked.Nursery(tmp_path, 1) as own:
        own.run([TASK] * 4, [20.0] * 4, ended.__setitem__)
    lost = {number: end.lost for number, end in ended.items() if end.lost}
    assert sorted(ended) == [0, 1, 2, 3] and 0 < len(lost) <= 2
    assert set(lost.values()) == {"there is no room for its files: No space left on device"}
    assert all(json.loads(end.answer)["answers"] == [] for end in ended.values() if not end.lost)


def test_no_folder_for_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("build_tools.code.scratch.tempfile.tempdir", str(tmp_path / "nowhere"))
    ended: dict[int, Ended] = {}
    with forked.Nursery(tmp_path, 2) as own:
        own.run([TASK], [20.0], ended.__setitem__)
    assert ended[0].lost.startswith("there is no room for its files: ")


def test_a_folder_is_emptied_where_there_is_room_for_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files go before a second folder is asked for."""
    made = scratch.tempfile.mkdtemp

    def mkdtemp(**named: Any) -> str:
        if any(path.is_file() for path in full.rglob("*")):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return made(**named, dir=tmp_path)

    full = tmp_path / "full"
    (full / "below" / "empty").mkdir(parents=True)
    for number in range(8):
        (full / f"z{number}").touch()
    monkeypatch.setattr(scratch.tempfile, "mkdtemp", mkdtemp)
    scratch.remove(str(full))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> tuple[nursery._Nursery, socket.socket]:
    """A warm process's jobs and children, in this very process, and the other end of its door."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    monkeypatch.setattr(nursery, "_OFTEN", 0.0)
    return nursery._Nursery(theirs, nursery._Hidden({})), ours


def ask(door: socket.socket, folder: Path) -> None:
    files = [os.open(os.devnull, os.O_RDWR) for _ in range(nursery.FILES)]
    socket.send_fds(door, [json.dumps({"number": 7, "limit": 20.0, "folder": str(folder)}).encode()], files)
    for file in files:
        os.close(file)


def test_no_process_to_be_had(
    children: tuple[nursery._Nursery, socket.socket], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be had soon; where it is not, that job ends as such."""
    own, door = children

    def refuse() -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    before = os.listdir("/proc/self/fd")
    monkeypatch.setattr(os, "fork", refuse)
    ask(door, tmp_path)
    assert own._take() and len(own.waiting) == 1
    own._hurry()
    assert len(own.waiting) == 1
    own.waiting[0].until = time.monotonic()
    own._hurry()
    assert own.waiting == [] and own.children == {}
    assert json.loads(door.recv(nursery.MESSAGE)) == {
        "number": 7,
        "lost": "it cannot be started: Resource temporarily unavailable",
    }
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_a_process_that_is_to_be_had_later(
    children: tuple[nursery._Nursery, socket.socket], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, door = children
    with monkeypatch.context() as patch:
        patch.setattr(os, "pidfd_open", lambda pid: (_ for _ in ()).throw(OSError(errno.EMFILE, "too many")))
        ask(door, tmp_path)
        assert own._take() and len(own.waiting) == 1 and own.children == {}
    own._hurry()
    (child,) = own.children.values()
    own._end(child)
    assert json.loads(door.recv(nursery.MESSAGE))["number"] == 7


@pytest.mark.parametrize("lacking", ["pidfd_open", "recv_fds"])
def test_a_kernel_that_refuses(monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    """Python has the function, and the kernel, or the container around us, has it not."""

    def refuse(*given: object) -> int:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    if lacking == "pidfd_open":
        monkeypatch.setattr(os, "pidfd_open", refuse)
    else:
        monkeypatch.delattr(socket, "recv_fds")
    assert not forked.possible.__wrapped__()
