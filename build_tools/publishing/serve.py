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
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from build_tools import collector
from build_tools.course import Checker
from build_tools.errors import TashikameError
from build_tools.model import Finding, Report
from build_tools.publishing.behind import Behind, manner, whole
from build_tools.publishing.liveserver import Server, require
from build_tools.publishing.publish import Staging, staging
from build_tools.publishing.quick import Quick
from build_tools.publishing.site import written
from build_tools.settings import config

_FOLDERS = ("docs", "snippets", "theme")
_PAUSE = 1.0  # seconds
_FETCHING = 0.3  # seconds in which a browser asks for a page and what belongs to it
_AT_ONCE = 12  # pages that are shown before the whole site is built


def serve(root: Path, port: int, *, executor: str = "") -> None:
    """Serve the site on localhost until interrupted.

    Args:
        root: the project's folder.
        port: the port to listen on.
        executor: the address of a cluster whose workers run the snippets; "" for this machine.

    Raises:
        UsageError: the port is taken, or not ours to take.
        BuildError: the folder `.build` cannot be written.
    """
    require(port)
    root = root.absolute()
    os.chdir(root)  # where a builder's configuration looks for what it names
    config.load(root)  # before anything is served: where there is no course, that is said and no more
    # In folders as a build has them: another server beside this one has its own, and what a killed one left is deleted.
    with staging(root / "site") as place, Checker(root, executor=executor) as checker:
        builder = _Builder(root, place, checker, executor)
        server = Server(builder, port, str(place.folder), root)
        builder.server = server
        server.error_handler = builder.missing
        server.watch(str(root), recursive=False)
        for watched in _FOLDERS:
            if (root / watched).exists():
                server.watch(str(root / watched))
        try:
            print(f"serving on {server.url} (Ctrl+C ends it)", flush=True)
            server.serve()
        except KeyboardInterrupt:
            print("stopped", flush=True)
        finally:
            builder.close()
            server.shutdown()


@dataclass(frozen=True)
class _Ready:
    """What shows a page by itself, and the course that it was last shown of."""

    quick: Quick
    report: Report
    noted: Mapping[str, Mapping[str, str]]
    assets: frozenset[str]


class _Builder:
    """Checks what was saved, and has the server show what came of it."""

    server: Server

    def __init__(self, root: Path, place: Staging, checker: Checker, executor: str = "") -> None:
        self._root, self._place, self._checker, self._executor = root, place, checker, executor
        self._folder = place.folder
        self._numbers = itertools.count(1)
        self._manner = manner()
        self._shown: Path | None = None
        self._before: Path | None = None
        self._lock = threading.RLock()  # held while what is shown is changed
        self._following = Behind(place)
        self._follower: threading.Thread | None = None
        self._maker: threading.Thread | None = None
        self._ready: _Ready | None = None
        self._warned: Sequence[str] = ()

    @collector.paused()
    def __call__(self) -> None:
        started = time.monotonic()
        self._following.end()
        self._following = Behind(self._place)
        noticed = bool(self.server.notice)
        try:
            report = self._checker.check(keep=False)
            self.server.watch_data(self._checker.data)
            if report.failed:
                self._keep([str(finding) for finding in _worst_first(report.findings)], _counted(report.findings))
                return
            self.server.notice = ""
            self._warn([str(finding) for finding in report.findings])
            changed = self._quickly(report)
            if changed is not None:
                if changed or noticed:
                    self.server.reload()
                    print(f"shown in {time.monotonic() - started:.1f} s", flush=True)
                self._behind(self._following)
            else:
                had, self._ready = self._ready is not None, None
                self._show(self._whole(report))
                self.server.reload()
                print(f"ready in {time.monotonic() - started:.1f} s", flush=True)
                if had:  # MkDocs' objects, which refer to one another
                    collector.let_go()
                self._checker.warm()
                self._maker = threading.Thread(target=self._make_ready, args=(report, self._following), daemon=True)
                self._maker.start()
        except TashikameError as error:
            if self.server.pending:  # a file was saved while it was read: that is looked at next
                print("something was saved meanwhile: once more", flush=True)
            else:
                self._keep([str(error)])
            return
        if self.server.idle(_FETCHING):
            self._checker.keep()

    def _warn(self, warnings: Sequence[str]) -> None:
        """Says what there is to say of a course that can be built, once."""
        if warnings and warnings != self._warned:
            print("\n".join(warnings), flush=True)
        self._warned = warnings

    def missing(self, code: int) -> bytes | None:
        """What is answered where there is no such page."""
        page = self._shown / "404.html" if code == 404 and self._shown is not None else None
        return page.read_bytes() if page is not None and page.is_file() else None

    def close(self) -> None:
        """Nothing of it writes on: the folder is about to go."""
        self._following.end()
        if self._follower is not None:
            self._follower.join()
        if self._maker is not None:  # what it has in hand in a large course takes long: that is deleted next time
            self._maker.join(_PAUSE)

    # ------------------------------------------------------------------------------------------ one page at once

    def _quickly(self, report: Report) -> int | None:
        """Shows the pages that have changed, where nothing else has: so many; None where all is to be built first."""
        ready, noted = self._ready, self._checker.noted
        same = ready is not None and ready.assets == self._checker.assets and _alike(ready.noted, noted)
        if ready is None or self._shown is None or self.server.theme_changed or not same:
            self.server.theme_changed = False
            return None
        known = {(one.page.language, one.page.key): one for one in ready.report.pages}
        changed = [one for one in report.pages if known.get((one.page.language, one.page.key)) is not one]
        saved = {path for path, digest in noted["files"].items() if ready.noted["files"].get(path) != digest}
        changed.sort(key=lambda one: one.page.path not in saved)  # what somebody is looking at comes first
        try:
            with self._lock:
                ready.quick.show(changed[:_AT_ONCE], report, self._shown, self._manner)
        except Exception:  # whatever a builder makes of a page: the whole build says it in its own words
            return None
        self._ready = _Ready(ready.quick, report, noted, ready.assets)
        return len(changed)

    def _make_ready(self, report: Report, following: Behind) -> None:
        noted, assets = self._checker.noted, self._checker.assets
        collector.keep()  # the report, which all that is made ready would have looked through over and over
        try:
            quick = Quick(self._root, report, self._folder)
            quick.warm(report, self._folder / "aside")
        except Exception as error:  # a page that is saved meanwhile, a plugin that wants to be alone
            if not self.server.pending and not following.ended:
                print(f"until the next whole build, each change is one: {error}", flush=True)
            return
        self.server.watch_theme(quick.loaded)
        collector.keep()  # each save is only a little beside that
        if not following.ended:
            self._ready = _Ready(quick, report, noted, assets)
            print("from now on, pages are shown as they are saved", flush=True)

    # ------------------------------------------------------------------------------------------------ the whole site

    def _behind(self, following: Behind) -> None:
        """Builds the whole site while the page is read already."""
        before = self._follower

        def follow() -> None:
            if before is not None:  # it is ended, and may be deleting what it has written
                before.join()
            if following.within(_PAUSE):  # whoever writes goes on writing; and a browser is showing the page just now
                return
            started = time.monotonic()
            try:
                new = self._new(lambda folder: following.build(self._root, folder, self._executor))
            except TashikameError as error:
                if not following.ended and not self.server.pending:
                    self._keep([str(error)])
                return
            with self._lock:
                if following.ended:
                    shutil.rmtree(new, ignore_errors=True)
                    return
                shown = self._shown
                self._show(new)
            print(f"the whole site is built, {time.monotonic() - started:.1f} s", flush=True)
            if shown is not None and _differ(shown, new, self.server.open_pages()):
                self.server.reload()

        self._follower = threading.Thread(target=follow, daemon=True)
        self._follower.start()

    def _whole(self, report: Report) -> Path:
        """The site in a new folder."""
        return self._new(lambda folder: whole(self._root, report, folder))

    def _new(self, build: Callable[[Path], None]) -> Path:
        """A new folder, with what is built in it."""
        new = self._folder / str(next(self._numbers))
        try:
            with written():
                new.mkdir(parents=True)
                build(new)
        except BaseException:  # ended, too: each save while it is built would leave a site behind
            shutil.rmtree(new, ignore_errors=True)
            raise
        return new

    def _show(self, new: Path) -> None:
        """Points the server at a site that is whole."""
        with self._lock:
            self.server.root, self.server.shown = str(new), True
            # A request that came in before looks into the folder that was shown then: it stays for one more.
            if self._before is not None:
                shutil.rmtree(self._before, ignore_errors=True)
            self._before, self._shown = self._shown, new

    def _keep(self, problems: Sequence[str], count: str = "an error") -> None:
        """Say what is wrong, and go on showing the last good site, or a page that says so where there is none yet."""
        print("\n".join(problems), flush=True)
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
            self.server.root, self.server.shown = str(waiting), True
        self.server.reload()


def _alike(before: Mapping[str, Mapping[str, str]], now: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether nothing but the texts of pages and snippets has changed between two reports.

    Folders may differ by what editors leave in them.
    """
    if any(before[kind] != now[kind] for kind in ("places", "modules", "links")):
        return False
    one, two = before["files"], now["files"]
    return one.keys() == two.keys() and all(one[path] == two[path] or path.endswith((".md", ".py")) for path in one)


def _differ(one: Path, two: Path, pages: Iterable[str]) -> bool:
    """Whether a reader of one site would see something else of these pages in the other one."""
    return any(
        (one / page).is_file() != (two / page).is_file()
        or ((two / page).is_file() and not filecmp.cmp(one / page, two / page, shallow=False))
        for page in pages
    )


def _worst_first(findings: Sequence[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: finding.severity != "error")


def _counted(findings: Sequence[Finding]) -> str:
    """How many there are of each kind: `4 errors, 1 warning`."""
    counts = Counter(finding.severity for finding in findings)
    return ", ".join(f"{count} {name}{'s' if count != 1 else ''}" for name, count in sorted(counts.items()))
