"""The real course, built and served for a browser, and a log of what the browser did."""

from __future__ import annotations

import fcntl
import functools
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

REPOSITORY = Path(__file__).resolve().parents[2]
COURSE = ("build_tools", "docs", "snippets", "theme", "mkdocs.yml", "mkdocs.en.yml")
FAILED = "failed.txt"
_PATIENCE = 30.0  # seconds


def until(page: Page, script: str, arg: Any = None) -> None:
    """Waits until a script comes to true.

    Asked anew each time: Playwright's `wait_for_function` has the page evaluate it there, which its policy forbids.

    Raises:
        AssertionError: it never does.
    """
    deadline = time.monotonic() + _PATIENCE
    while not page.evaluate(script, arg):
        assert time.monotonic() < deadline, f"this never came true: {script}"
        page.wait_for_timeout(50)


def build_once(base: Path) -> Path:
    """The built site of a copy of the course: built by whichever process comes first, for all of them.

    Args:
        base: a folder that all processes of this test run share.

    Raises:
        RuntimeError: the course does not build; its message is what the build said.
    """
    root = base / "course"
    with open(base / "course.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not root.exists():
            copy(root)
            said = _build(root)
            if said:
                (root / FAILED).write_text(said, "utf-8")
    if (root / FAILED).exists():
        raise RuntimeError("the course does not build:\n" + (root / FAILED).read_text("utf-8"))
    return root / "site"


def copy(root: Path) -> None:
    """A copy of the course and its tools in a folder of its own."""
    root.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    for name in COURSE:
        source = REPOSITORY / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=ignored)
        else:
            shutil.copy2(source, root / name)


def environment(root: Path) -> dict[str, str]:
    """The environment of a build in `root`: its own tools, and nothing that would change the site."""
    kept = {name: value for name, value in os.environ.items() if name != "SITE_URL"}
    return {**kept, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "PYTHONPATH": str(root)}


def _build(root: Path) -> str:
    """Builds; what was said where it failed, else nothing."""
    done = subprocess.run(
        [sys.executable, "-m", "build_tools", "build"],
        cwd=root,
        env=environment(root),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    return "" if done.returncode == 0 else done.stdout


class _Files(SimpleHTTPRequestHandler):
    """The files of a site below a path, as a plain static host serves them: uncompressed, with the site's 404 page."""

    protocol_version = "HTTP/1.1"
    # What a machine's own table of types may lack.
    extensions_map: ClassVar[dict[str, str]] = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".woff2": "font/woff2",
        ".js": "text/javascript",
    }

    def __init__(self, *args: object, under: str, directory: str) -> None:
        self.under = under
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        inside = urlsplit(path).path
        if not inside.startswith(f"{self.under}/"):
            return str(Path(self.directory) / "nothing stands here")
        return super().translate_path(inside[len(self.under) :])

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the browser's log says more."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes in the middle of an answer is no error."""


@contextmanager
def serve(folder: Path, under: str = "") -> Iterator[str]:
    """Serves a folder on this machine.

    Args:
        folder: the site.
        under: the path below which it stands: empty for the host's root, or `/course`.

    Yields:
        The site's address without a slash at its end: `http://127.0.0.1:40123/course`.
    """
    server = _Server(("127.0.0.1", 0), functools.partial(_Files, under=under, directory=str(folder)))
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{under}"
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class Log:
    """Everything that the pages of one browser context asked for and complained about."""

    requests: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    _expected: list[str] = field(default_factory=list)

    def attach(self, context: BrowserContext) -> None:
        """Listens to all pages of a context, those to come as well."""
        context.on("request", self._request)
        context.on("console", self._message)
        context.on("weberror", self._error)

    def expect(self, pattern: str) -> None:
        """Let messages that match a pattern (`re.search`) pass: the test provokes them."""
        self._expected.append(pattern)

    def foreign(self) -> list[str]:
        """The requests that went to another host than this machine."""
        return [
            url
            for url in self.requests
            if urlsplit(url).scheme not in ("data", "blob", "about") and urlsplit(url).hostname != "127.0.0.1"
        ]

    def complaints(self) -> list[str]:
        """Console errors, violations of the policy and uncaught exceptions, but for those that are expected."""
        return [text for text in self.console if not any(re.search(pattern, text) for pattern in self._expected)]

    def check(self) -> None:
        """Fails where a page asked another host for something, or complained."""
        assert self.foreign() == [], "requests to other hosts"
        assert self.complaints() == [], "errors in the browser's console"

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _message(self, message: ConsoleMessage) -> None:
        if message.type == "error" or (message.type == "warning" and "Content Security Policy" in message.text):
            where = message.location
            self.console.append(f"{message.type}: {message.text} ({where.get('url')}:{where.get('lineNumber')})")

    def _error(self, error: WebError) -> None:
        self.console.append(f"uncaught: {error.error.stack or error.error.message}")
