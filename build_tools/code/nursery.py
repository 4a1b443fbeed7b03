"""The warm parent of the processes that run snippets: it has imported NumPy once, and forks a child for each job.

Never imported by the generator: `forked` starts it in a process of its own, with a socket on which jobs come and their
ends go. It runs no code of a snippet and reads nothing that one wrote. What no limit of the system counts, it looks at:
a process's threads, and all that its folder holds. Where its own starter is gone, so is it, and all of its children.

A module that was loaded beforehand is hidden until somebody imports it: what a snippet did not ask for is not there.
"""

from __future__ import annotations

import array
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import selectors
import signal
import socket
import sys
import time
import types
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from build_tools.code import sandbox, usage, worker
from build_tools.code.convert import Json

# The first use of `numpy.random` costs as much as NumPy itself.
_WARM = ("numpy", "numpy.random")
_LAST_WORDS = 0.5  # seconds for a child that is told to stop to say where it was
_OFTEN = 0.1  # seconds between two looks at what children use
_PATIENCE = 5.0  # seconds in which to try again, where no process is to be had
MESSAGE = 1 << 14  # bytes of a message, at most
FILES = 3  # what comes with a job: the job itself, its answer, its log


@dataclass
class _Child:
    """A job that runs."""

    number: int
    pid: int
    handle: int  # a descriptor that becomes readable when it ends
    layers: int  # one from which its sandbox's layers are read
    folder: str  # in which it may write
    deadline: float
    told: bool = False  # it was told to stop, and has a moment to say where it is
    over: str = ""  # what it uses too much of


@dataclass
class _Job:
    """A job that has come, and has no process yet."""

    asked: Json
    files: Sequence[int]
    until: float  # when to give up


class _Hidden(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules that are loaded, and that nobody sees until one of them is imported."""

    def __init__(self, modules: dict[str, types.ModuleType]) -> None:
        self.modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self) if fullname in self.modules else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        self.spec = self.modules[spec.name].__spec__
        return self.modules[spec.name]

    def scatter(self) -> None:
        """Gives this process a random state of its own: all children of one parent would have the same."""
        if random := self.modules.get("numpy.random"):
            random.seed()

    def exec_module(self, module: types.ModuleType) -> None:
        module.__spec__ = self.spec  # as it was before the import system put ours in its place
        for name, hidden in self.modules.items():
            sys.modules.setdefault(name, hidden)


def _warm() -> _Hidden:
    """Loads what most snippets import, and hides it."""
    before = set(sys.modules)
    for name in _WARM:
        with suppress(ImportError):  # a course without NumPy
            importlib.import_module(name)
    roots = {name.partition(".")[0] for name in _WARM}
    loaded = {name: sys.modules[name] for name in set(sys.modules) - before if name.partition(".")[0] in roots}
    for name in loaded:
        del sys.modules[name]
    hidden = _Hidden(loaded)
    sys.meta_path.insert(0, hidden)
    return hidden


class _Nursery:
    """Jobs in, ends out, on one socket."""

    def __init__(self, door: socket.socket, hidden: _Hidden) -> None:
        self.door, self.hidden = door, hidden
        self.children: dict[int, _Child] = {}  # by handle
        self.waiting: list[_Job] = []
        self.looked = 0.0
        self.ready = selectors.DefaultSelector()
        self.ready.register(door, selectors.EVENT_READ)

    def serve(self) -> None:
        """Until whoever started it closes the socket."""
        while True:
            for key, _ in self.ready.select(self._patience()):
                if key.fileobj is self.door:
                    if not self._take():
                        return
                else:
                    self._end(self.children[key.fd])
            self._hurry()

    def _patience(self) -> float | None:
        """Seconds until somebody is to be looked at; None where there is nobody."""
        deadlines = [child.deadline for child in self.children.values()]
        if not deadlines and not self.waiting:
            return None
        return max(0.0, min(*deadlines, self.looked + _OFTEN, time.monotonic() + _OFTEN) - time.monotonic())

    def _take(self) -> bool:
        """Starts the next job; False where there will be none."""
        message, files = _received(self.door)
        if not message:
            return False
        self.waiting.append(_Job(json.loads(message), files, time.monotonic() + _PATIENCE))
        self._start()
        return True

    def _start(self) -> None:
        """Starts what waits. Where somebody has taken all processes that there are, that may pass."""
        while self.waiting:
            job = self.waiting[0]
            try:
                self._fork(job)
            except OSError as error:
                if time.monotonic() < job.until:
                    return
                lost = f"it cannot be started: {error.strerror}"
                self._tell({"number": job.asked["number"], "lost": lost})
            for file in job.files:
                os.close(file)
            del self.waiting[0]

    def _fork(self, job: _Job) -> None:
        """Starts a job.

        Raises:
            OSError: there is no process to be had.
        """
        reading, writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            pid = os.fork()
            if pid == 0:
                self._bear(job.files, writing, job.asked["folder"])
            try:
                handle = os.pidfd_open(pid)
            except OSError:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                raise
        except OSError:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        deadline = time.monotonic() + job.asked["limit"]
        child = _Child(job.asked["number"], pid, handle, reading, job.asked["folder"], deadline)
        self.children[child.handle] = child
        self.ready.register(child.handle, selectors.EVENT_READ)

    def _bear(self, files: Sequence[int], layers: int, folder: str) -> NoReturn:
        """The child: it keeps these files, and nothing else of its parent's."""
        try:
            os.setsid()
            task, answer, log = files
            with open(task, "rb") as job:
                text = job.read()
            os.environ["TMPDIR"] = folder
            self.hidden.scatter()
            worker.Worker(json.loads(text), answer, log, layers).run()
        finally:  # not even an error of ours may end in a second nursery
            os._exit(1)

    def _hurry(self) -> None:
        """Ends the children whose time is up: a word of warning first, so that a crash's traceback says where."""
        now = time.monotonic()
        if now >= self.looked + _OFTEN:
            self.looked = now
            self._start()
            for child in self.children.values():
                if not child.told and (over := usage.over(child.pid, child.folder)):
                    child.over, child.deadline = over, now
        for child in self.children.values():
            if child.deadline > now:
                continue
            with suppress(ProcessLookupError):
                if child.told:
                    os.killpg(child.pid, signal.SIGKILL)
                else:
                    os.kill(child.pid, signal.SIGABRT)
            child.deadline = now + (_OFTEN if child.over else _LAST_WORDS)
            child.told = True

    def _end(self, child: _Child) -> None:
        """Tells what became of a job. Its number as a group stays ours until everything in it is killed."""
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        _, status = os.waitpid(child.pid, 0)
        self.ready.unregister(child.handle)
        os.close(child.handle)
        del self.children[child.handle]
        self._tell(
            {
                "number": child.number,
                "code": os.waitstatus_to_exitcode(status),
                "late": child.told and not child.over,
                "over": child.over,
                "layers": sandbox.told(child.layers),
            }
        )

    def _tell(self, reply: Json) -> None:
        self.door.send(json.dumps(reply).encode())

    def close(self) -> None:
        """Nothing of it runs on."""
        for child in self.children.values():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)


def _received(door: socket.socket) -> tuple[bytes, list[int]]:
    """A message and the files that came with it."""
    files = array.array("i")
    size = socket.CMSG_LEN(FILES * files.itemsize)
    message, extra, _, _ = door.recvmsg(MESSAGE, size)
    for level, kind, data in extra:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            files.frombytes(data[: len(data) - len(data) % files.itemsize])
    return message, list(files)


def main(door: int) -> NoReturn:
    """Serves until the other end of the socket is closed."""
    hidden = _warm()
    sandbox.warm()
    gc.collect()
    gc.freeze()  # what is here stays: a child's collector has no need to touch, and so to copy, it
    nursery = _Nursery(socket.socket(fileno=door), hidden)
    try:
        nursery.serve()
    except (KeyboardInterrupt, BrokenPipeError, ConnectionError):
        pass
    finally:
        nursery.close()
    os._exit(0)
