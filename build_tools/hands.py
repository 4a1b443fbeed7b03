"""Forks of this process that work for it: each keeps what it has made, so that a later task can go to who has it.

A fork knows all that this process knows, and is told next to nothing. What one that dies was about to answer does not
come.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from build_tools.closing import Closing
from build_tools.code.syscalls import call

_DEATH_SIGNAL = 1  # of prctl: what a process gets when the one that forked it ends

Work: TypeAlias = Callable[[Any], Any]


def possible() -> bool:
    """Whether this process can be forked safely: on Linux, and where no thread of it could hold a lock meanwhile."""
    return sys.platform == "linux" and threading.active_count() == 1


class Hands(Closing):
    """The forks, by their numbers from 0.

    Args:
        most: how many; there are fewer where no more are to be had.
        begin: called in each, for what does its tasks there.
    """

    def __init__(self, most: int, begin: Callable[[], Work]) -> None:
        self._running: list[tuple[BaseProcess, Connection]] = []
        context = get_context("fork")
        # Ctrl+C reaches all processes of a terminal: it is for this one, which ends the others.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for _ in range(most):
                ours, theirs = context.Pipe()
                foreign = [ours, *(door for _, door in self._running)]
                process = context.Process(target=_serve, args=(os.getpid(), theirs, foreign, begin), daemon=True)
                try:
                    process.start()
                except OSError:  # no more processes, or no memory
                    ours.close()
                    break
                finally:
                    theirs.close()
                self._running.append((process, ours))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def __len__(self) -> int:
        return len(self._running)

    def close(self) -> None:
        """None of them runs on."""
        for process, door in self._running:
            process.kill()
            process.join()
            door.close()
        self._running = []

    def answers(self, waiting: Mapping[int, deque[Any]]) -> Iterator[tuple[int, Any]]:
        """What they answer to tasks, as it comes, with the number of who answers.

        Args:
            waiting: the tasks that each takes, one after the other; several can share a queue.
        """
        busy: dict[Connection, int] = {}

        def ask(number: int) -> None:
            door = self._running[number][1]
            with suppress(OSError):  # it has died
                if waiting[number]:
                    door.send(waiting[number].popleft())
                    busy[door] = number

        for number in waiting:
            ask(number)
        while busy:
            for door in wait(list(busy)):
                assert isinstance(door, Connection)
                number = busy.pop(door)
                with suppress(EOFError, OSError):
                    answer = door.recv()
                    ask(number)  # before anybody looks at the answer: it need not wait
                    yield number, answer


def _serve(starter: int, door: Connection, foreign: list[Connection], begin: Callable[[], Work]) -> None:
    """A fork: until who started it ends, or has no more tasks."""
    for other in foreign:  # held here, they would keep others from hearing that
        other.close()
    with suppress(OSError):  # a kernel that refuses: then this ends when its task does
        call("prctl", _DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != starter:  # it ended before that
        return
    work = begin()
    # An error of ours ends it: who started it comes to the same, and says so.
    with suppress(Exception):
        while True:
            door.send(work(door.recv()))
