"""Hosts on loopback that answer as hosts do: well, elsewhere, slowly, without end, or not at all.

What a page plays is a step, a list of steps of which the last repeats, or `{HEAD: …, GET: …}`. A step is a status, or
a mapping:

    status   the status; `to`: the address in `Location`; `wait`: `Retry-After`, also as `in 2 seconds`, for a date;
             `cookie`: a cookie that is set
    body     half: shorter than said; drips: a byte now and then; endless; longer-than-said; despite-head: where there
             may be none; no-gzip: not what `Content-Encoding` says
    does     in place of a status: close, reset (the connection), half-a-head, garbage, endless-head, nothing,
             drip-the-head, meet (answers 200 once two such requests are there at the same time)
"""

from __future__ import annotations

import email.utils
import socket
import ssl
import struct
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

KEYS = Path(__file__).parent / "samples" / "links" / "keys"
CERTIFICATES = ("good", "expired", "elsewhere", "self-signed")
_DRIP = 0.05


@dataclass
class Asked:
    """A request: when it came and when its answer was done, by the monotonic clock."""

    came: float
    method: str
    path: str
    headers: Mapping[str, str]
    done: float = 0.0


@dataclass
class Hosts:
    """The running servers: their addresses by name, what they play by path, and what they were asked."""

    addresses: dict[str, str] = field(default_factory=dict)
    plays: dict[str, Any] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    meeting: threading.Barrier = field(default_factory=lambda: threading.Barrier(2, timeout=10))
    _turns: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def at(self, path: str) -> list[Asked]:
        """The requests for a path and what is below it, in the order in which they came."""
        found = [one for one in self.asked if one.path == path or one.path.startswith(f"{path.rstrip('/')}/")]
        return sorted(found, key=lambda one: one.came)

    def step(self, path: str, method: str) -> Mapping[str, Any]:
        """What is played now."""
        head, countdown, number = path.rpartition("/countdown/")
        if countdown:
            return {"status": 302, "to": f"{head}/countdown/{int(number) - 1}"} if int(number) else {"status": 200}
        steps = self.plays.get(path, 404)
        key = path
        if isinstance(steps, dict) and ("HEAD" in steps or "GET" in steps):
            steps, key = steps[method], f"{method} {path}"
        if not isinstance(steps, list):
            steps = [steps]
        with self._lock:
            step = steps[min(self._turns[key], len(steps) - 1)]
            self._turns[key] += 1
        return step if isinstance(step, dict) else {"status": step}


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what was asked is in `Hosts.asked`."""

    def _answer(self) -> None:
        hosts, path = self.server.hosts, urlsplit(self.path).path
        asked = Asked(time.monotonic(), self.command, path, dict(self.headers))
        hosts.asked.append(asked)
        self.close_connection = True
        try:
            step = hosts.step(path, self.command)
            if "does" in step:
                self._do(str(step["does"]))
            else:
                self._status(step)
        finally:
            asked.done = time.monotonic()

    def _status(self, step: Mapping[str, Any]) -> None:
        lines = [f"HTTP/1.1 {step['status']} Whatever"]
        if "to" in step:
            to = str(step["to"])
            for name, address in self.server.hosts.addresses.items():
                to = to.replace(f"{{{name}}}", address)
            lines.append(f"Location: {to}")
        if "wait" in step:
            words = str(step["wait"]).split()
            if words[0] == "in":
                words = [email.utils.formatdate(time.time() + float(words[1]), usegmt=True)]
            lines.append(f"Retry-After: {' '.join(words)}")
        if "cookie" in step:
            lines.append(f"Set-Cookie: {step['cookie']}")
        body = str(step.get("body", ""))
        length = {"half": 5000, "drips": 500, "endless": None, "longer-than-said": 2}.get(body, 5)
        lines += ["Content-Type: text/html", *([] if length is None else [f"Content-Length: {length}"])]
        lines += ["Content-Encoding: gzip"] if body == "no-gzip" else []
        self.wfile.write("\r\n".join([*lines, "", ""]).encode())
        if self.command == "GET" or body == "despite-head":
            self._body(body)

    def _body(self, body: str) -> None:
        if body == "drips":
            self._drip(b"x" * 500)
        elif body == "endless":
            while not self.server.hosts.ended.is_set():
                self.wfile.write(b"x" * 10_000)
        else:
            self.wfile.write(b"x" * (5000 if body == "longer-than-said" else 5))

    def _do(self, what: str) -> None:
        hosts = self.server.hosts
        if what == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        elif what == "half-a-head":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-")
        elif what == "garbage":
            self.wfile.write(b"220 at your service\r\n")
        elif what == "endless-head":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000)
        elif what == "nothing":
            hosts.ended.wait(30)
        elif what == "drip-the-head":
            self._drip(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 500)
        elif what == "meet":
            hosts.meeting.wait()
            self._status({"status": 200})
        else:
            assert what == "close", what

    def _drip(self, data: bytes) -> None:
        for number in range(len(data)):
            self.wfile.write(data[number : number + 1])
            if self.server.hosts.ended.wait(_DRIP):
                return


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, hosts: Hosts, certificate: str = "") -> None:
        self.hosts = hosts
        self.tls: ssl.SSLContext | None = None
        if certificate:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(KEYS / f"{certificate}.pem", KEYS / "server.key")
        super().__init__(("127.0.0.1", 0), _Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        # In the connection's own thread: one that never greets keeps nobody else waiting.
        if self.tls is not None:
            request = self.tls.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)
        if self.tls is not None:
            request.close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever asks goes away in the middle of many answers."""


def _raw(talk: Callable[[socket.socket], object]) -> Callable[[socket.socket], None]:
    def serve(listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                threading.Thread(target=_talk, args=(connection, talk), daemon=True).start()

    return serve


def _talk(connection: socket.socket, talk: Callable[[socket.socket], object]) -> None:
    with suppress(OSError), connection:
        talk(connection)


@contextmanager
def hosts() -> Iterator[Hosts]:
    """All hosts, until the block ends."""
    running = Hosts()
    raw: dict[str, Callable[[socket.socket], object]] = {
        "garbage": lambda connection: (connection.recv(1000), connection.sendall(b"220 at your service\r\n")),
        "hangup": lambda connection: connection.recv(1000),
        "silent": lambda connection: running.ended.wait(30),
    }
    with ExitStack() as stack:
        for name in ("plain", *CERTIFICATES):
            server = _Server(running, "" if name == "plain" else name)
            stack.callback(server.server_close)
            stack.callback(server.shutdown)
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
            running.addresses[name] = f"{'http' if name == 'plain' else 'https'}://127.0.0.1:{server.server_port}"
        for name, talk in raw.items():
            listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            threading.Thread(target=_raw(talk), args=(listening,), daemon=True).start()
            running.addresses[name] = f"https://127.0.0.1:{listening.getsockname()[1]}"
        with socket.create_server(("127.0.0.1", 0)) as closed:
            running.addresses["nobody"] = f"http://127.0.0.1:{closed.getsockname()[1]}"
        running.addresses |= {"unknown": "http://unknown.invalid", "far": "http://192.0.2.1"}  # for documentation only
        stack.callback(running.ended.set)
        yield running
