"""Addresses asked: HEAD, then GET, as often as may help and no oftener; several hosts at once, one request at each.

The tries are made here and not by urllib3's own `Retry` inside of a connection pool: there, nothing would see that a
host's turn, or the address's deadline, is over.
"""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urldefrag, urljoin, urlsplit

from build_tools.cards.linkfields import is_address
from build_tools.cards.linkstatus import Answer
from build_tools.links.manners import ClosedError, Hosts, Manners
from build_tools.links.request import Reply, Session, SilenceError, request

_REDIRECTS = (301, 302, 303, 307, 308)
_PERMANENT = (301, 308)
_GONE = (404, 410)
_TOO_MANY = 429
_PASSING = (500, 502, 503, 504)  # what may be over by the next try
_SCHEMES = ("http", "https")


def ask(addresses: Iterable[str], agent: str, manners: Manners) -> Iterator[tuple[str, Answer | None]]:
    """Asks every address, and gives each with its answer as soon as that is known.

    Args:
        addresses: web addresses. Those that differ in their fragments alone are asked once.
        agent: what the requests call themselves.
        manners: how to ask.

    The answer is None where an address was not asked, because its host wanted no more requests. When the caller stops
    listening, no further address is asked.
    """
    lanes = _lanes(addresses)
    waiting: queue.SimpleQueue[Mapping[str, list[str]]] = queue.SimpleQueue()
    answers: queue.SimpleQueue[tuple[list[str], Answer | None] | Exception] = queue.SimpleQueue()
    hosts, stopped = Hosts(manners.interval), threading.Event()

    def work() -> None:
        try:
            while not stopped.is_set():
                for address, written in waiting.get_nowait().items():
                    if stopped.is_set():
                        return
                    answers.put((written, _Visit(address, hosts, agent, manners).answer()))
        except queue.Empty:
            return
        except Exception as error:
            answers.put(error)

    for lane in lanes:
        waiting.put(lane)
    for _ in range(min(manners.hosts, len(lanes))):
        threading.Thread(target=work, daemon=True).start()
    try:
        for _ in range(sum(map(len, lanes))):
            one = answers.get()
            if isinstance(one, Exception):
                raise one
            for address in one[0]:
                yield address, one[1]
    finally:
        stopped.set()


def _lanes(addresses: Iterable[str]) -> list[dict[str, list[str]]]:
    """What is asked of one host after the other: address → the forms in which it is written. The longest come first."""
    lanes: dict[str, dict[str, list[str]]] = {}
    for written in addresses:
        address = written.partition("#")[0]
        lanes.setdefault(_host(address), {}).setdefault(address, []).append(written)
    return sorted(lanes.values(), key=len, reverse=True)


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


class _Visit:
    """The tries at one address."""

    def __init__(self, address: str, hosts: Hosts, agent: str, manners: Manners) -> None:
        self.address, self.hosts, self.manners = address, hosts, manners
        self.session = Session(agent, manners)
        self.left = manners.deadline

    def answer(self) -> Answer | None:
        """What the address answers in the end; None where its host wants no more requests."""
        answer = Answer("unreachable", "no answer")
        try:
            with self.session:
                for number in range(self.manners.tries):
                    last = number == self.manners.tries - 1
                    answer, again = self._try("HEAD" if number == 0 else "GET", number, last)
                    if not again:
                        break
        except ClosedError:
            return None
        return answer

    def _try(self, method: str, number: int, last: bool) -> tuple[Answer, bool]:
        """One try from the address through all its redirects: the answer, and whether to try again."""
        backoff = self.manners.backoff * 2**number * random.uniform(1, 1.5)
        address = self.address
        permanent, seen = True, set[object]()
        while True:
            fault = self._fault(address, seen)
            if fault:
                return Answer("unreachable", fault), False
            seen.add(self._state(address))
            host = _host(address)
            try:
                reply = self._request(method, address, host)
            except SilenceError as silence:
                again = silence.again and self.left > 0
                if again and not last:
                    self.hosts.hold(host, backoff)
                return Answer("unreachable", silence.detail), again
            if reply.status not in _REDIRECTS or not reply.location:
                break
            permanent = permanent and reply.status in _PERMANENT
            try:
                address = urldefrag(urljoin(address, reply.location)).url
            except ValueError:
                return Answer("unreachable", "redirects to no valid address"), False
        if 200 <= reply.status < 300:
            moved = permanent and address != self.address and is_address(address)
            return Answer("moved", str(reply.status), address) if moved else Answer("ok", str(reply.status)), False
        return self._no(reply, method, host, backoff, last)

    def _no(self, reply: Reply, method: str, host: str, backoff: float, last: bool) -> tuple[Answer, bool]:
        """What an answer other than "here it is" comes to, and whether to try again."""
        answer = Answer("gone" if reply.status in _GONE else "refused", str(reply.status))
        if reply.status == _TOO_MANY or (reply.status in _PASSING and reply.wait is not None):
            wait = backoff if reply.wait is None else reply.wait
            if wait > self.manners.patience or (last and reply.status == _TOO_MANY):
                self.hosts.close(host)
                return answer, False
            self.hosts.hold(host, wait)
            return answer, True
        if reply.status in _PASSING:
            if not last:
                self.hosts.hold(host, backoff)
            return answer, True
        # Many a host answers to GET alone, and lies to HEAD.
        return answer, method == "HEAD"

    def _request(self, method: str, address: str, host: str) -> Reply:
        with self.hosts.turn(host):
            if self.left <= 0:
                raise SilenceError("time-out", False)
            started = time.monotonic()
            try:
                return request(self.session, method, address, self.manners, self.left)
            finally:
                self.left -= time.monotonic() - started

    def _fault(self, address: str, seen: set[object]) -> str:
        """Why an address is not asked; empty where it is."""
        redirected = "redirects to " if seen else ""
        try:
            parts = urlsplit(address)
            named = parts.username is not None or parts.password is not None
            whole = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:
            return f"{redirected}no valid address"
        if parts.scheme not in _SCHEMES:
            return f"{redirected}no web address"
        if not whole:
            return f"{redirected}no valid address"
        if named:
            return f"{redirected}an address with a name or password in it"
        if self._state(address) in seen:
            return "redirects in a circle"
        return f"more than {self.manners.redirects} redirects" if len(seen) > self.manners.redirects else ""

    def _state(self, address: str) -> object:
        """What a host can tell apart: a redirect to the same address with a new cookie is no circle."""
        return address, tuple(sorted((cookie.name, str(cookie.value)) for cookie in self.session.cookies))
