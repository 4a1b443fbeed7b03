"""The server of `serve`: MkDocs' own, told by the system of what is saved, and never without an answer.

What was shown last is answered with while something new is built.
"""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from mkdocs.livereload import LiveReloadServer
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from build_tools.errors import UsageError

HOST = "127.0.0.1"
_OPEN = 90.0  # seconds after which a page that asks no more is no longer open; it asks once a minute
# Looked at beside the folders: by name, since an editor that replaces a file is not seen by who looks at that file.
_OWN = re.compile(r"mkdocs.*\.yml|LICENSE.*")
_READ = ("opened", "closed_no_write")  # what a look at a file is told as
_DELAY = 0.03  # seconds without a further change, after which what was saved is looked at
# What an editor or a Python process writes beside a source.
_BESIDE = re.compile(r".*(?:\.pyc(?:\.\d+)?|\.sw[px]|~|\.tmp)|4913|\.#.*")


def require(port: int) -> None:
    """Fails before the first build, not after it.

    Raises:
        UsageError: the port is taken, or not ours to take.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OverflowError:
            raise UsageError(f"{port} is no port", "choose one between 1024 and 65535") from None
        except PermissionError:
            message = f"port {port} is reserved for the system"
            raise UsageError(message, "choose another one: make serve PORT=8001") from None
        except OSError:
            message = f"port {port} is taken by another program"
            raise UsageError(message, f"end that one, or choose another port: make serve PORT={port + 1}") from None


class Server(LiveReloadServer):
    """MkDocs' server, which looks at every file of a folder, generated or not, and cannot say what is wrong.

    Args:
        builder: what is called when something was saved.
        port: the port to listen on.
        root: the folder that is served first.
        project: the project's folder.

    `notice` is HTML that every page ends in; `theme_changed` whether something was saved that is no page and no code.
    """

    def __init__(self, builder: Callable[[], None], port: int, root: str, project: Path) -> None:
        self.notice, self.theme_changed, self.shown = "", False, False
        self._wanted = self._visible_epoch = 0
        self._asking: dict[str, float] = {}  # the open pages, each with when it last asked for news
        super().__init__(builder, HOST, port, root)
        self.project = project
        self.observer: Any = Observer()  # told by the system; MkDocs' own goes through all files twice a second
        self.build_delay = _DELAY

    def watch(self, path: str, func: None = None, *, recursive: bool = True) -> None:
        self._watched_paths[path] = 1
        self.observer.schedule(_Changes(self, None if recursive else _OWN), path, recursive=recursive)

    def watch_data(self, paths: Iterable[str]) -> None:
        """Looks at the folders of files that snippets have read, relative to the project's."""
        for folder in sorted({str((self.project / path).parent) for path in paths} - self._watched_paths.keys()):
            if os.path.isdir(folder):
                self._watched_paths[folder] = 1
                self.observer.schedule(_Changes(self, None, data=True), folder, recursive=False)

    def watch_theme(self, paths: Iterable[Path]) -> None:
        """Looks at what builders load once and use for every page: folders, and files that are Python."""
        for path in paths:
            if str(path) not in self._watched_paths and path.exists():
                self._watched_paths[str(path)] = 1
                named = None if path.is_dir() else re.compile(re.escape(path.name))
                folder = path if path.is_dir() else path.parent
                self.observer.schedule(_Changes(self, named, theme=True), str(folder), recursive=path.is_dir())

    def serve(self, *, open_in_browser: bool = False) -> None:
        """As MkDocs' own, with the first build in its loop: what is saved meanwhile is seen, and browsers wait."""
        self._wanted = self._visible_epoch + 1
        self.rebuild()
        super().serve(open_in_browser=open_in_browser)  # type: ignore[no-untyped-call]

    def rebuild(self) -> None:
        """Have the server build once more, soon: changes that come together are one."""
        with self._rebuild_cond:
            self._want_rebuild = True
            self._rebuild_cond.notify_all()

    def reload(self) -> None:
        """Have browsers ask for what they show once more."""
        with self._epoch_cond:
            self._visible_epoch = self._wanted = max(self._visible_epoch + 1, int(time.monotonic() * 1000))
            self._epoch_cond.notify_all()

    @property
    def pending(self) -> bool:
        """Whether something was saved that has not been looked at."""
        return bool(self._want_rebuild)

    def idle(self, seconds: float) -> bool:
        """Waits; whether nothing was saved meanwhile."""
        with self._rebuild_cond:
            return not self._rebuild_cond.wait_for(lambda: self._want_rebuild or self._shutdown, seconds)

    def open_pages(self) -> list[str]:
        """The files of the pages that browsers show, relative to the site."""
        since = time.monotonic() - _OPEN
        return [path for path, asked in list(self._asking.items()) if asked > since]

    # MkDocs has a request wait until what is wanted is visible. Once there is something to show, that is shown.
    @property
    def _wanted_epoch(self) -> int:
        return self._visible_epoch if self.shown else self._wanted

    @_wanted_epoch.setter
    def _wanted_epoch(self, value: int) -> None:
        self._wanted = value

    def _log_poll_request(self, url: str | None, request_id: str) -> None:  # type: ignore[override]
        if url:
            path = unquote(urlsplit(url).path).lstrip("/")
            self._asking[f"{path}index.html" if path.endswith("/") or not path else path] = time.monotonic()

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        page: bytes = super()._inject_js_into_html(content, epoch)  # type: ignore[no-untyped-call]
        return page + self.notice.encode()


class _Changes(FileSystemEventHandler):
    """What is saved in a folder. Patterns of watchdog's own mean another thing in each of its versions.

    Args:
        server: what is to build.
        named: what the names of files look like that are looked at; None for all.
        data: whether they are what snippets read, and nothing that builders do.
        theme: whether builders load them once, and use them for every page.
    """

    def __init__(
        self, server: Server, named: re.Pattern[str] | None, *, data: bool = False, theme: bool = False
    ) -> None:
        super().__init__()
        self._server, self._named, self._data, self._theme = server, named, data, theme

    def on_any_event(self, event: FileSystemEvent) -> None:
        # A folder that is moved away takes its files along, and nobody tells of those.
        if event.event_type in _READ or (event.is_directory and event.event_type not in ("moved", "deleted")):
            return
        # An editor that replaces a file moves another one to its place: one of the two is what it is about.
        told = [os.fsdecode(path) for path in (event.src_path, event.dest_path) if path]
        paths = [Path(os.path.relpath(path, self._server.project)) for path in told]
        paths = [path for path in paths if self._counts(path)]
        others = any(path.parts[0] == "theme" or path.suffix not in (".md", ".py", ".yml") for path in paths)
        if paths and (self._theme or (others and not self._data)):
            self._server.theme_changed = True
        if paths:
            self._server.rebuild()

    def _counts(self, path: Path) -> bool:
        if "__pycache__" in path.parts or _BESIDE.fullmatch(path.name):
            return False
        return self._named is None or self._named.fullmatch(path.name) is not None
