"""The site while it is written: one server for both languages, rebuilt and reloaded on every saved change.

A page that has changed is shown at once, by itself; the whole site follows behind it, in other processes, and takes the
place of what is shown. The last good site stays up while something is wrong; what is wrong is said in the terminal and
on every page. There is no content security policy here: the server puts its reload script into each page.
"""

from __future__ import annotations

import filecmp
import html
import itertools
import os
import shutil
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs.livereload import LiveReloadServer
from watchdog.events import FileSystemEvent, PatternMatchingEventHandler
from watchdog.observers import Observer

from build_tools.course import Checker
from build_tools.errors import TashikameError, UsageError
from build_tools.model import Report
from build_tools.publishing.finish import Manner
from build_tools.publishing.quick import Quick
from build_tools.publishing.site import Halt, address, assemble
from build_tools.settings import config

_HOST = "127.0.0.1"
_FOLDERS = ("docs", "snippets", "theme")
# What an editor or a Python process writes beside a source.
# Looked at beside the folders: by name, since an editor that replaces a file is not seen by who looks at that file.
_OWN = ["*/mkdocs*.yml", "*/LICENSE*"]
_READ = ("opened", "closed_no_write")  # what a look at a file is told as
_DELAY = 0.03  # seconds without a further change, after which what was saved is looked at
_PAUSE = 1.0  # seconds
_AT_ONCE = 12  # pages that are shown before the whole site is built
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
    root = root.absolute()
    os.chdir(root)  # where a builder's configuration looks for what it names
    folder = root / ".build" / "serve"
    shutil.rmtree(folder, ignore_errors=True)
    checker = Checker(root, executor=executor)
    builder = _Builder(root, folder, checker)
    server = _Server(builder, _HOST, port, str(folder), root)
    builder.server = server
    config.load(root)  # before anything is served: where there is no course, that is said and no more
    server.watch(str(root), recursive=False)
    for watched in _FOLDERS:
        if (root / watched).exists():
            server.watch(str(root / watched))
    try:
        print(f"serving on {server.url} (Ctrl+C ends it)", flush=True)
        builder()
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        print("stopped", flush=True)
    finally:
        builder.close()
        server.shutdown()
        checker.close()
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
    theme_changed = False

    def __init__(self, builder: _Builder, host: str, port: int, root: str, project: Path) -> None:
        super().__init__(builder, host, port, root)
        self.project = project
        self.observer: Any = Observer()  # told by the system; MkDocs' own goes through all files twice a second
        self.build_delay = _DELAY

    def watch(self, path: str, func: None = None, *, recursive: bool = True) -> None:
        self._watched_paths[path] = 1
        self.observer.schedule(_Changes(self, _OWN if not recursive else None), path, recursive=recursive)

    def rebuild(self) -> None:
        """Have the server build once more, soon: changes that come together are one."""
        with self._rebuild_cond:
            self._want_rebuild = True
            self._rebuild_cond.notify_all()

    def reload(self) -> None:
        """Have browsers ask for what they show once more."""
        with self._epoch_cond:
            if self._visible_epoch == self._wanted_epoch:  # else a build is under way, which ends with this
                self._visible_epoch = self._wanted_epoch = max(self._visible_epoch + 1, int(time.monotonic() * 1000))
                self._epoch_cond.notify_all()

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        page: bytes = super()._inject_js_into_html(content, epoch)  # type: ignore[no-untyped-call]
        return page + self.notice.encode()


class _Changes(PatternMatchingEventHandler):
    def __init__(self, server: _Server, patterns: list[str] | None) -> None:
        super().__init__(patterns=patterns, ignore_patterns=_IGNORED, ignore_directories=True)
        self._server = server

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in _READ:
            return
        path = Path(os.path.relpath(str(event.src_path), self._server.project))
        if path.parts[0] == "theme" or path.suffix not in (".md", ".py", ".yml"):
            self._server.theme_changed = True
        self._server.rebuild()


@dataclass(frozen=True)
class _Ready:
    """What shows a page by itself, and the course that it was last shown of."""

    quick: Quick
    report: Report
    noted: Mapping[str, Mapping[str, str]]


class _Builder:
    """Checks what was saved, and has the server show what came of it."""

    server: _Server

    def __init__(self, root: Path, folder: Path, checker: Checker) -> None:
        self._root, self._folder, self._checker = root, folder, checker
        self._numbers = itertools.count(1)
        self._manner = Manner(address(), governed=False, known=None)
        self._shown: Path | None = None
        self._before: Path | None = None
        self._lock = threading.RLock()  # held while what is shown is changed
        self._halt = Halt()
        self._ready: _Ready | None = None

    def __call__(self) -> None:
        started = time.monotonic()
        self._halt()
        self._halt = Halt()
        try:
            report = self._checker.check()
            if report.failed:
                self._keep([str(finding) for finding in report.findings])
                return
            if self._quickly(report):
                print(f"shown in {time.monotonic() - started:.1f} s", flush=True)
                self._behind(report, self._halt)
            else:
                self._ready = None
                self._show(self._whole(report))
                print(f"ready in {time.monotonic() - started:.1f} s", flush=True)
                threading.Thread(target=self._make_ready, args=(report, self._halt), daemon=True).start()
        except TashikameError as error:
            self._keep([str(error)])
            return
        self.server.notice = ""

    def close(self) -> None:
        """Nothing of it runs on."""
        self._halt()

    # ------------------------------------------------------------------------------------------ one page at once

    def _quickly(self, report: Report) -> bool:
        """Shows the pages that have changed, where nothing else has; False where everything is to be built first."""
        ready, noted = self._ready, self._checker.noted
        if ready is None or self._shown is None or self.server.theme_changed or not _alike(ready.noted, noted):
            self.server.theme_changed = False
            return False
        known = {(one.page.language, one.page.key): one for one in ready.report.pages}
        changed = [one for one in report.pages if known.get((one.page.language, one.page.key)) is not one]
        saved = {path for path, digest in noted["files"].items() if ready.noted["files"].get(path) != digest}
        changed.sort(key=lambda one: one.page.path not in saved)  # what somebody is looking at comes first
        try:
            with self._lock:
                ready.quick.show(changed[:_AT_ONCE], report, self._shown, self._manner)
        except Exception:  # whatever a builder makes of a page: the whole build says it in its own words
            return False
        self._ready = _Ready(ready.quick, report, noted)
        return True

    def _make_ready(self, report: Report, halt: Halt) -> None:
        noted = self._checker.noted
        try:
            quick = Quick(self._root, report, self._folder)
        except Exception as error:  # a page that is saved meanwhile, a plugin that wants to be alone
            print(f"each change builds the whole site: {error}", flush=True)
            return
        if not halt.called:
            self._ready = _Ready(quick, report, noted)
            print("from now on, pages are shown as they are saved", flush=True)

    # ------------------------------------------------------------------------------------------------ the whole site

    def _behind(self, report: Report, halt: Halt) -> None:
        """Builds the whole site while the page is read already."""

        def follow() -> None:
            if halt.within(_PAUSE):  # whoever writes goes on writing; and a browser is showing the page just now
                return
            try:
                new = self._whole(report, halt)
            except TashikameError as error:
                if not halt.called:
                    self._keep([str(error)])
                    self.server.reload()
                return
            with self._lock:
                if halt.called:
                    return
                shown = self._shown
                self._show(new)
            if shown is not None and _differ(shown, new):
                self.server.reload()

        threading.Thread(target=follow, daemon=True).start()

    def _whole(self, report: Report, halt: Halt | None = None) -> Path:
        """The site in a new folder."""
        new = self._folder / str(next(self._numbers))
        new.mkdir(parents=True)
        assemble(self._root, report, new, self._manner, halt=halt)
        return new

    def _show(self, new: Path) -> None:
        """Points the server at a site that is whole."""
        with self._lock:
            self.server.root = str(new)
            # A request that came in before looks into the folder that was shown then: it stays for one more.
            if self._before is not None:
                shutil.rmtree(self._before, ignore_errors=True)
            self._before, self._shown = self._shown, new

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


def _alike(before: Mapping[str, Mapping[str, str]], now: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether nothing but the texts of pages and snippets has changed between two reports."""
    if any(before[kind] != now[kind] for kind in ("places", "folders", "modules")):
        return False
    one, two = before["files"], now["files"]
    return one.keys() == two.keys() and all(
        one[path] == two[path] or path.endswith((".md", ".py")) for path in one
    )


def _differ(one: Path, two: Path) -> bool:
    """Whether a reader of one site would see something else in the other one."""
    pages = [page.relative_to(two) for page in two.rglob("*.html")]
    return any(not (one / page).is_file() or not filecmp.cmp(one / page, two / page, shallow=False) for page in pages)
