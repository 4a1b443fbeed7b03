"""One request: sent, its status taken, its body left unread; or why there was no answer, in a few lasting words.

It knows no credentials and no proxies: the environment is not read, nor is a netrc file.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar
from urllib.parse import quote

import requests
import urllib3.exceptions
from urllib3.util.retry import Retry

from build_tools.links.manners import Manners

_T = TypeVar("_T")
_KEPT = "%/:?#[]@!$&'()*+,;=~"
_WAITS = Retry()  # reads `Retry-After`, in both of its forms


class Reply(NamedTuple):
    """What a host answered to one request."""

    status: int
    location: str  # where it leads on; percent-encoded, and otherwise as the host wrote it
    wait: float | None  # the seconds that it asks to wait


class SilenceError(Exception):
    """There was no answer: why, and whether another try might bring one."""

    def __init__(self, detail: str, again: bool) -> None:
        self.detail, self.again = detail, again
        super().__init__(detail)


class Session(requests.Session):
    """The visit of one address, with the cookies that it was given on its way."""

    def __init__(self, agent: str, manners: Manners) -> None:
        super().__init__()
        self.trust_env = False
        self.verify = manners.certificates or True
        # A connection kept open is one that the host may close just when it is asked again.
        self.headers.update({"User-Agent": agent, "Connection": "close"})

    def resolve_redirects(self, *_: object, **__: object) -> Iterator[requests.Response]:
        """None: even where it follows no redirect, `requests` reads the redirect's body, which may have no end."""
        return iter(())


def request(session: Session, method: str, address: str, manners: Manners, left: float) -> Reply:
    """Sends one request.

    Args:
        session: the visit that it belongs to.
        method: HEAD or GET.
        address: a web address.
        manners: how long to wait.
        left: the seconds that are left for it.

    Raises:
        SilenceError: no answer came.
    """

    def send() -> Reply:
        prepared = session.prepare_request(requests.Request(method, address))
        timeout = (min(manners.connect, left), min(manners.read, left))
        response = session.send(prepared, stream=True, allow_redirects=False, timeout=timeout)
        try:
            location = response.headers.get("Location", "").encode("latin-1", "replace")
            return Reply(response.status_code, quote(location, safe=_KEPT), _wait(response))
        finally:
            response.close()

    try:
        return _within(min(left, manners.connect + manners.read), send)
    except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        raise _silence(error) from error


def _within(seconds: float, work: Callable[[], _T]) -> _T:
    """What a function comes to within so many seconds.

    A host that sends a byte now and then evades every time-out of a read, and the look-up of a name has none. A thread
    that is late is left to itself: it sends nothing more.
    """
    box: queue.SimpleQueue[tuple[_T | None, Exception | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            box.put((work(), None))
        except Exception as error:
            box.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    try:
        result, error = box.get(timeout=seconds)
    except queue.Empty:
        raise requests.Timeout("time-out") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]


def _wait(response: requests.Response) -> float | None:
    try:
        return _WAITS.parse_retry_after(response.headers["Retry-After"])
    except (KeyError, ValueError, OverflowError, urllib3.exceptions.HTTPError):
        return None


def _silence(error: Exception) -> SilenceError:
    """Why there was no answer, told from the exception and all those that it came from."""
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return SilenceError(_plain(cause.verify_message or "the certificate is not valid"), False)
    kinds: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str, bool], ...] = (
        ((requests.exceptions.InvalidURL, UnicodeError), "no valid address", False),
        ((urllib3.exceptions.NameResolutionError, socket.gaierror), "the name is not known", False),
        (ConnectionRefusedError, "connection refused", True),
        ((TimeoutError, requests.Timeout), "time-out", True),
        ((ssl.SSLError, requests.exceptions.SSLError), "no encrypted connection", False),
        (urllib3.exceptions.NewConnectionError, "no way to the host", True),
        ((ConnectionError, requests.ConnectionError, urllib3.exceptions.HTTPError), "connection broken off", True),
    )
    for kind, detail, again in kinds:
        if any(isinstance(cause, kind) for cause in causes):
            return SilenceError(detail, again)
    return SilenceError("no answer", True)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    waiting: list[object] = [error]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, BaseException) and not any(one is other for other in seen):
            seen.append(one)
            yield one
            waiting += [getattr(one, "reason", None), *one.args, one.__cause__, one.__context__]


def _plain(message: str) -> str:
    """OpenSSL's words as its newer releases say it, without the address that some of them end in."""
    return message.partition(",")[0].rstrip(".").replace("self signed", "self-signed")
