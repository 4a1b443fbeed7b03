"""Snippets each in a Python of its own, started for it: for systems on which a fork of a warm process is not to be had.

What a snippet does to its process ends there; each costs the start of a Python.
"""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from build_tools.code import sandbox, scratch
from build_tools.code.replies import LONGEST, Ended
from build_tools.code.surroundings import INHERITED

PACKAGE_ROOT = str(Path(__file__).resolve().parents[2])
# -I would ignore PYTHONHASHSEED; -s and -P with an environment of our own isolate as much.
PYTHON = (sys.executable, "-s", "-P", "-X", "utf8", "-c")
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); import build_tools.code.worker as worker; del sys.path[0]; "
    "worker.main(*map(int, sys.argv[2:]))"
)
_ENVIRONMENT = {
    "PATH": os.defpath,
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "MALLOC_ARENA_MAX": "1",  # else each thread takes as much of its memory as a whole process
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"),
}
# Another hash seed, and a kernel of OpenBLAS that any processor of the kind has, in place of the one made for it.
OTHERWISE = {"PYTHONHASHSEED": "1", "OPENBLAS_CORETYPE": "Nehalem" if platform.machine() == "x86_64" else "ARMV8"}
_LAST_BYTES = 1 << 20
_LAST_WORDS = 0.5  # seconds for a process that is told to stop to say where it was


def environment(more: Mapping[str, str] = {}) -> dict[str, str]:
    """All that a snippet's process finds in its environment.

    Args:
        more: what is there besides, or in place of something.
    """
    return _ENVIRONMENT | {name: os.environ[name] for name in INHERITED if name in os.environ} | dict(more)


def run(
    jobs: Sequence[bytes],
    limits: Sequence[float],
    done: Callable[[int, Ended], None],
    *,
    folder: Path,
    cores: int,
    more: Mapping[str, str] = {},
) -> None:
    """Runs jobs, a few at a time.

    Args:
        jobs: each as the worker reads it.
        limits: seconds of wall time for each.
        done: told the number of a job and how it ended, as soon as it has.
        folder: the project's root, the processes' working directory.
        cores: how many jobs run at once.
        more: what the processes find in their environment besides.
    """
    running: set[subprocess.Popen[bytes]] = set()
    waiting = list(range(len(jobs)))[::-1]
    folders = scratch.Folders()

    def drain() -> None:
        while waiting:
            try:
                number = waiting.pop()
            except IndexError:
                return
            try:
                ended = _run(jobs[number], limits[number], folder, folders, running, environment(more))
            except Exception as error:  # no process to be had, no room for its answer
                ended = Ended(lost=f"it cannot be started: {error}")
            done(number, ended)

    threads = [threading.Thread(target=drain, daemon=True) for _ in range(min(cores, len(jobs)))]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:  # after an interrupt: nothing of ours runs on
        waiting.clear()
        for process in list(running):
            _kill(process)
        folders.close()


def _run(
    job: bytes,
    limit: float,
    folder: Path,
    folders: scratch.Folders,
    running: set[subprocess.Popen[bytes]],
    found: Mapping[str, str],
) -> Ended:
    """Files, not pipes: nobody waits for a reader, or for a daemon that keeps an end open."""
    with (
        tempfile.TemporaryFile() as task,
        tempfile.TemporaryFile() as answer,
        tempfile.TemporaryFile() as log,
        folders.lend() as own,
    ):
        task.write(job)
        task.seek(0)
        reading, writing = os.pipe()
        try:
            files = answer.fileno(), log.fileno(), writing
            process = subprocess.Popen(
                (*PYTHON, _PROGRAM, PACKAGE_ROOT, *map(str, files)),
                stdin=task,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=files,
                cwd=folder,
                env={**found, "TMPDIR": own},
                start_new_session=True,
            )
        except BaseException:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        running.add(process)
        late = _wait(process, limit)
        running.discard(process)
        return Ended(content(answer), tail(log), process.returncode, late, layers=sandbox.told(reading))


def content(file: IO[bytes]) -> bytes:
    """A file from its start, as much of it as an answer may hold and a bit more."""
    file.seek(0)
    return file.read(LONGEST + 1)


def tail(file: IO[bytes]) -> bytes:
    """The end of a log, which holds the last words."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - _LAST_BYTES))
    return file.read(_LAST_BYTES)


def _wait(process: subprocess.Popen[bytes], limit: float) -> bool:
    """Wait for the process, not for what it leaves behind; then end its whole group. Whether it ran out of time."""
    finished, late = threading.Event(), threading.Event()

    def stop() -> None:
        late.set()
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGABRT)  # faulthandler writes down where it was
        if not finished.wait(_LAST_WORDS):
            _kill(process)

    timer = threading.Timer(limit, stop)
    timer.daemon = True
    timer.start()
    if hasattr(os, "waitid"):  # without reaping: the number of the group stays ours until it is killed
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        finished.set()
        timer.cancel()
        _kill(process)
        process.wait()
    else:
        process.wait()
        finished.set()
        timer.cancel()
        _kill(process)
    return late.is_set()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # nobody left (macOS says so of a zombie with the second)
        os.killpg(process.pid, signal.SIGKILL)
