"""Snippets in forks of one warm process, `nursery`: for Linux, where a fork is cheap and safe enough.

A job goes to the nursery with three files: itself, its answer, its log. What comes back is only how its process ended.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from build_tools.closing import Closing
from build_tools.code import scratch, spawned
from build_tools.code.replies import Ended

_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); import build_tools.code.nursery as nursery; del sys.path[0]; "
    "nursery.main(int(sys.argv[2]))"
)
_MESSAGE = 4096
_LOST = "the process that snippets are forked from has ended: something has killed it, or no memory was left"
_SLACK = 10.0  # seconds that the nursery may be late with the end of a job before it is taken for dead


def possible() -> bool:
    """Whether this system has what the nursery needs."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open") and hasattr(socket, "recv_fds")


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

    def run(self, jobs: Sequence[bytes], limits: Sequence[float], done: Callable[[int, Ended], None]) -> None:
        """Runs jobs, a few at a time.

        Args:
            jobs: each as the worker reads it.
            limits: seconds of wall time for each.
            done: told the number of a job and how it ended, as soon as it has.

        Where the nursery dies, the jobs that it was running, and all that wait, end as such.
        """
        waiting = list(range(len(jobs)))[::-1]
        with ExitStack() as files:
            running: dict[int, tuple[IO[bytes], IO[bytes], ExitStack]] = {}
            while waiting or running:
                while waiting and len(running) < self.cores:
                    number = waiting.pop()
                    own = files.enter_context(ExitStack())
                    answer, log = (own.enter_context(TemporaryFile()) for _ in range(2))
                    running[number] = (answer, log, own)
                    message = {
                        "number": number,
                        "limit": limits[number],
                        "folder": own.enter_context(self._folders.lend()),
                    }
                    if not self._send(message, jobs[number], answer, log):
                        break
                ended = self._receive(max(limits[number] for number in running))
                if ended is None:
                    self.close()
                    for number in (*running, *waiting[::-1]):
                        done(number, Ended(lost=self._lost or _LOST))
                    return
                number = ended["number"]
                written, noted, own = running.pop(number)
                done(number, Ended(spawned.content(written), spawned.tail(noted), ended["code"], ended["late"]))
                own.close()

    def _send(self, message: Mapping[str, Any], job: bytes, answer: IO[bytes], log: IO[bytes]) -> bool:
        """Whether the nursery has taken a job."""
        try:
            door = self._door or self._start()
            with TemporaryFile() as task:
                task.write(job)
                task.seek(0)
                socket.send_fds(door, [json.dumps(message).encode()], [task.fileno(), answer.fileno(), log.fileno()])
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
