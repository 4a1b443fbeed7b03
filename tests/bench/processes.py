"""What whole processes take: seconds from start to end, processor seconds, and the memory of the largest of them."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_TOLD = 600  # characters of what a failed command said last


@dataclass(frozen=True)
class Cost:
    """What commands took that ran side by side."""

    wall: float  # seconds until the last one ended
    processor: float  # seconds of all of them and of their children, together
    memory: int  # bytes: the most that any single process of theirs held


class Failed(Exception):
    """A command did not end well; a figure of a failure would mislead. The text says what it said last."""


def run(commands: Sequence[Sequence[str]], folder: Path, environment: Mapping[str, str], limit: float) -> Cost:
    """Runs commands side by side.

    Args:
        commands: each with its arguments.
        folder: where they run.
        environment: all that they find in theirs.
        limit: seconds after which they are ended.

    Raises:
        Failed: one of them ended with another code than 0, or not in time.
    """
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        ended = [
            _Child(
                subprocess.Popen(
                    command,
                    cwd=folder,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    start_new_session=True,  # to be ended with all that it has started
                )
            )
            for command in commands
        ]
        late = False
        try:
            for child in ended:
                child.join(max(0.0, started + limit - time.perf_counter()))
        finally:
            for child in ended:
                late |= child.end()
        if late or any(child.code for child in ended):
            said.seek(0, os.SEEK_END)
            said.seek(max(0, said.tell() - _TOLD))
            words = said.read().decode("utf-8", "replace").strip()
            raise Failed(f"not done within {limit:.0f} s" if late else words or "it said nothing")
    return Cost(
        max(child.at for child in ended) - started,
        sum(child.used.ru_utime + child.used.ru_stime for child in ended),
        max(child.used.ru_maxrss for child in ended) * 1024,
    )


class _Child(threading.Thread):
    """Waits for one process, so that its end is seen at once whichever ends first."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(daemon=True)
        self.process, self.code, self.at = process, -1, 0.0
        self.start()

    def run(self) -> None:
        _, status, self.used = os.wait4(self.process.pid, 0)
        self.at = time.perf_counter()
        self.code = self.process.returncode = os.waitstatus_to_exitcode(status)

    def end(self) -> bool:
        """Ends the process where it still runs; whether it did."""
        if not self.is_alive():
            return False
        os.killpg(self.process.pid, signal.SIGKILL)
        self.join()
        return True
