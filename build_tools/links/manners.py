"""How a host is treated: one request at a time, with a pause in between, and none once it wants no more."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Manners:
    """How addresses are asked. All times are in seconds."""

    interval: float = 1.0  # between the end of one request to a host and the start of the next
    connect: float = 10.0  # until a connection stands
    read: float = 20.0  # between two bytes of an answer
    deadline: float = 60.0  # on the network for one address, whatever trickles in
    tries: int = 3  # HEAD once, then GET
    backoff: float = 2.0  # before the second try; doubled each time, and up to half as much again by chance
    patience: float = 30.0  # the longest wait that a host may ask for: with a longer one it is left for another day
    redirects: int = 10  # followed in a row
    hosts: int = 4  # asked at the same time
    certificates: str = ""  # a file of authorities to trust in place of the usual ones


class ClosedError(Exception):
    """A host has said that it wants no more requests."""


@dataclass
class _Host:
    lock: threading.Lock = field(default_factory=threading.Lock)
    free: float = 0.0  # the time from which it may be asked
    closed: bool = False


class Hosts:
    """The hosts of one round, and when each of them may be asked again. For any number of threads."""

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """Waits until the host may be asked, and keeps everybody else from it meanwhile.

        Raises:
            ClosedError: it wants no more requests.
        """
        host = self._host(name)
        with host.lock:
            while not host.closed and (left := host.free - time.monotonic()) > 0:
                time.sleep(left)
            if host.closed:
                raise ClosedError(name)
            try:
                yield
            finally:
                host.free = max(host.free, time.monotonic() + self._interval)

    def hold(self, name: str, seconds: float) -> None:
        """Leaves a host alone for a while."""
        host = self._host(name)
        host.free = max(host.free, time.monotonic() + seconds)

    def close(self, name: str) -> None:
        """Leaves a host alone for the rest of the round."""
        self._host(name).closed = True

    def _host(self, name: str) -> _Host:
        with self._lock:
            return self._hosts.setdefault(name, _Host())
