"""The site while it is written: one server for both languages, rebuilt and reloaded on every saved change.

The last good site stays up while something is wrong; what is wrong is said in the terminal and on every page. There is
no content security policy here: the server puts its reload script into each page.
"""

from __future__ import annotations

import html
import itertools
import shutil
import socket
import time
from collections.abc import Sequence
from pathlib import Path

from mkdocs.livereload import LiveReloadServer
from watchdog.events import FileSystemEvent, PatternMatchingEventHandler

from build_tools import course
from build_tools.errors import TashikameError, UsageError
from build_tools.publishing.site import assemble
from build_tools.settings import config

_HOST = "127.0.0.1"
_FOLDERS = ("docs", "snippets", "theme")
# What an editor or a Python process writes beside a source.
_IGNORED = ["*/__pycache__/*", "*.pyc", "*.swp", "*.swx", "*~", "*/4913", "*/.#*", "*.tmp"]


def serve(root: Path, port: int, *, executor: str = "") -> None:
    """Serve the site on localhost until interrupted.

    Args:
        root: the project's folder.
        port: the port to listen on.
        executor: the address of a cluster whose workers run the snippets; "" for this machine.

    Raises:
        UsageError: the port is taken, or not ours to take.
    """
    _require(port)
    folder = root / ".build" / "serve"
    shutil.rmtree(folder, ignore_errors=True)
    builder = _Builder(root, folder, executor)
    server = _Server(builder, _HOST, port, str(folder))
    builder.server = server
    for watched in (*_FOLDERS, *(language.config_path for language in config.load(root).languages)):
        if (root / watched).exists():
            server.watch(str(root / watched))
    try:
        print(f"serving on {server.url} (Ctrl+C ends it)", flush=True)
        builder()
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        print("stopped", flush=True)
    finally:
        server.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


def _require(port: int) -> None:
    """Fail before the first build, not after it."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OverflowError:
            raise UsageError(f"{port} is no port", "choose one between 1024 and 65535") from None
        except PermissionError:
            message = f"port {port} is reserved for the system"
            raise UsageError(message, "choose another one: make serve PORT=8001") from None
        except OSError:
            message = f"port {port} is taken by another program"
            raise UsageError(message, f"end that one, or choose another port: make serve PORT={port + 1}") from None


class _Server(LiveReloadServer):
    """MkDocs' server, which looks at every file of a folder, generated or not, and cannot say what is wrong."""

    notice = ""

    def watch(self, path: str, func: None = None, *, recursive: bool = True) -> None:
        self._watched_paths[path] = 1
        self.observer.schedule(_Changes(self), path, recursive=recursive)

    def rebuild(self) -> None:
        """Have the server build once more, soon: changes that come together are one."""
        with self._rebuild_cond:
            self._want_rebuild = True
            self._rebuild_cond.notify_all()

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        page: bytes = super()._inject_js_into_html(content, epoch)  # type: ignore[no-untyped-call]
        return page + self.notice.encode()


class _Changes(PatternMatchingEventHandler):
    def __init__(self, server: _Server) -> None:
        super().__init__(ignore_patterns=_IGNORED, ignore_directories=True)
        self._server = server

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._server.rebuild()


class _Builder:
    """Checks and builds into a new folder each time, and points the server at it once it is whole."""

    server: _Server

    def __init__(self, root: Path, folder: Path, executor: str) -> None:
        self._root = root
        self._folder = folder
        self._executor = executor
        self._numbers = itertools.count(1)
        self._shown: Path | None = None
        self._before: Path | None = None

    def __call__(self) -> None:
        started = time.monotonic()
        try:
            report = course.check(self._root, executor=self._executor)
            if report.failed:
                self._keep([str(finding) for finding in report.findings])
                return
            new = self._folder / str(next(self._numbers))
            new.mkdir(parents=True)
            assemble(self._root, report, new)
        except TashikameError as error:
            self._keep([str(error)])
            return
        self.server.root = str(new)
        self.server.notice = ""
        # A request that came in while this was built looks into the folder that was shown then: it stays for one more.
        if self._before is not None:
            shutil.rmtree(self._before, ignore_errors=True)
        self._before, self._shown = self._shown, new
        print(f"ready in {time.monotonic() - started:.1f} s", flush=True)

    def _keep(self, problems: Sequence[str]) -> None:
        """Say what is wrong, and go on showing the last good site, or a page that says so where there is none yet."""
        print("\n".join(problems), flush=True)
        count = f"{len(problems)} finding{'s' if len(problems) != 1 else ''}"
        kept = "this is the last good site" if self._shown else "nothing to show yet"
        print(f"{count}; {kept}; waiting for a change", flush=True)
        listed = html.escape("\n".join(problems))
        self.server.notice = (
            '<aside role="alert" style="position:fixed;inset:auto 0 0 0;max-height:40vh;overflow:auto;z-index:99;'
            'margin:0;padding:12px 16px;background:#5c1a12;color:#fff;font:14px/1.5 ui-monospace,monospace">'
            f'<strong>{count}; {kept}</strong><pre style="margin:8px 0 0;white-space:pre-wrap">{listed}</pre></aside>'
        )
        if self._shown is None:
            waiting = self._folder / "waiting"
            waiting.mkdir(parents=True, exist_ok=True)
            (waiting / "index.html").write_text("<!doctype html><meta charset=utf-8><title>…</title></body>", "utf-8")
            self.server.root = str(waiting)
