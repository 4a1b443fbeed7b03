"""Snippets in forks of one warm process, `nursery`: for Linux, where a fork is cheap and safe enough.

A job goes to the nursery with three files: itself, its answer, its log. What comes back is only how its process ended.
"""

from __future__ import annotations

import functools
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from build_tools.closing import Closing
from build_tools.code import scratch, spawned
from build_tools.code.replies import Ended

_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); import build_tools.code.nursery as nursery; del sys.path[0]; "
    "nursery.main(int(sys.argv[2]))"
)
_MESSAGE = 1 << 14
_LOST = "the process that snippets are forked from has ended: something has killed it, or no memory was left"
_SLACK = 10.0  # seconds that the nursery may be late with the end of a job before it is taken for dead


@functools.cache
def possible() -> bool:
    """Whether this system has what the nursery needs, and lets us have it."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open") or not hasattr(socket, "recv_fds"):
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # Linux before 5.3, or a container that refuses it
        return False
    return True


class _Running(Closing):
    """What a job that runs has here: its files, and a folder.

    Args:
        job: what stands in the first of them.
        folders: where it has its folder from.

    Raises:
        OSError: there is no room for them.
    """

    def __init__(self, job: bytes, folders: scratch.Folders) -> None:
        with ExitStack() as own:
            self.task, self.answer, self.log = (own.enter_context(TemporaryFile()) for _ in range(3))
            self.task.write(job)
            self.task.seek(0)
            self.folder = own.enter_context(folders.lend())
            self._own = own.pop_all()

    def close(self) -> None:
        """Lets go of all of it."""
        self._own.close()


class Nursery(Closing):
    """The nursery's other end. It is started with the first jobs, and ends with `close`."""

    def __init__(self, folder: Path, cores: int, more: Mapping[str, str] = {}) -> None:
        """
        Args:
            folder: the project's root, the processes' working directory.
            cores: how many jobs run at once.
            more: what the processes find in their environment besides.
        """
        self.folder, self.cores, self.more = folder, cores, more
        self._process: subprocess.Popen[bytes] | None = None
        self._door: socket.socket | None = None
        self._lost = ""
        self._folders = scratch.Folders()

    def close(self) -> None:
        """Ends the nursery, and with it whatever still runs in it."""
        if self._door is not None:
            self._door.close()
        if self._process is not None:
            self._process.kill()  # its children have gone: `run` waits for them, or an interrupt wants them gone
            self._process.wait()
        self._door = self._process = None
        self._folders.close()

    def warm(self) -> None:
        """Starts the nursery; where it cannot be started, the first job says why."""
        if self._door is None:
            with suppress(OSError):
                self._start()

    def run(self, jobs: Sequence[bytes], limits: Sequence[float], done: Callable[[int, Ended], None]) -> None:
        """Runs jobs, a few at a time.

        Args:
            jobs: each as the worker reads it.
            limits: seconds of wall time for each.
            done: told the number of a job and how it ended, as soon as it has.

        Where the nursery dies, the jobs that it was running, and all that wait, end as such; where there is no room for
        a job's files, that one does.
        """
        self._lost = ""
        with ExitStack() as files:
            try:
                self._run(jobs, limits, done, files)
            except BaseException:  # an interrupt: what runs on would go on writing into its folder
                self.close()
                raise

    def _run(
        self, jobs: Sequence[bytes], limits: Sequence[float], done: Callable[[int, Ended], None], files: ExitStack
    ) -> None:
        waiting = list(range(len(jobs)))[::-1]
        running: dict[int, _Running] = {}
        while waiting or running:
            while waiting and len(running) < self.cores:
                number = waiting.pop()
                try:
                    running[number] = _Running(jobs[number], self._folders)
                except OSError as error:
                    done(number, Ended(lost=f"there is no room for its files: {error.strerror}"))
                    continue
                files.enter_context(running[number])
                if not self._send(number, limits[number], running[number]):
                    break
            if not running:
                continue
            ended = self._receive(max(limits[number] for number in running))
            if ended is None:
                self.close()
                for number in (*running, *waiting[::-1]):
                    done(number, Ended(lost=self._lost or _LOST))
                return
            number = ended.pop("number")
            with running.pop(number) as own:
                done(number, Ended(spawned.content(own.answer), spawned.tail(own.log), **ended))

    def _send(self, number: int, limit: float, own: _Running) -> bool:
        """Whether the nursery has taken a job."""
        message = {"number": number, "limit": limit, "folder": own.folder}
        try:
            door = self._door or self._start()
            files = [own.task.fileno(), own.answer.fileno(), own.log.fileno()]
            socket.send_fds(door, [json.dumps(message).encode()], files)
            own.task.close()
        except OSError as error:
            if self._process is None:
                self._lost = f"the process that snippets are forked from cannot be started: {error}"
            return False
        return True

    def _receive(self, limit: float) -> dict[str, Any] | None:
        """How the next job ended; None where the nursery is dead, or as good as dead."""
        if self._door is None:
            return None
        self._door.settimeout(limit + _SLACK)
        try:
            message = self._door.recv(_MESSAGE)
        except OSError:
            return None
        return json.loads(message) if message else None

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                (*spawned.PYTHON, _PROGRAM, spawned.PACKAGE_ROOT, str(theirs.fileno())),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd=self.folder,
                env=spawned.environment(self.more),
                start_new_session=True,
            )
        self._door = ours
        return ours
