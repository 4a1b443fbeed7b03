"""`serve`: what it takes for a change, whatever the editor does to save it; and what it leaves of builds that end."""

from __future__ import annotations

import errno
import os
import re
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest
from watchdog import events

from build_tools.errors import BuildError
from build_tools.publishing import behind, liveserver, serve
from build_tools.publishing.publish import Staging

ROOT = Path("/course")

# What is looked at, what happens, and whether it counts: "" no, "page" yes, "all" as something that all pages show.
CHANGES = [
    (None, events.FileModifiedEvent("docs/en/index.md"), "page"),
    (None, events.FileCreatedEvent("docs/en/a b.md"), "page"),
    (None, events.FileDeletedEvent("snippets/dough.py"), "page"),
    (None, events.FileMovedEvent("docs/en/.index.md.1.tmp", "docs/en/index.md"), "page"),
    (None, events.FileMovedEvent("docs/en/index.md", "docs/en/index.md~"), "page"),
    (None, events.FileModifiedEvent("docs/en/tile.svg"), "all"),
    (None, events.FileModifiedEvent("theme/main.html"), "all"),
    (None, events.FileModifiedEvent("theme/navigation.py"), "all"),
    (None, events.FileMovedEvent("theme/.main.html.tmp", "theme/main.html"), "all"),
    (None, events.DirDeletedEvent("docs/en/tiles"), "all"),
    (None, events.DirMovedEvent("docs/en/tiles", "docs/en/floors"), "all"),
    (None, events.DirModifiedEvent("docs/en"), ""),
    (None, events.FileOpenedEvent("docs/en/index.md"), ""),
    (None, events.FileClosedNoWriteEvent("docs/en/index.md"), ""),
    (None, events.FileModifiedEvent("docs/en/.index.md.swp"), ""),
    (None, events.FileCreatedEvent("docs/en/4913"), ""),
    (None, events.FileCreatedEvent("docs/en/.#index.md"), ""),
    (None, events.FileModifiedEvent("docs/en/index.md~"), ""),
    (None, events.FileCreatedEvent("snippets/__pycache__/dough.cpython-311.pyc"), ""),
    (None, events.FileMovedEvent("snippets/__pycache__/d.pyc.140", "snippets/__pycache__/d.pyc"), ""),
    (liveserver._OWN, events.FileModifiedEvent("mkdocs.yml"), "page"),
    (liveserver._OWN, events.FileModifiedEvent("mkdocs.en.yml"), "page"),
    (liveserver._OWN, events.FileMovedEvent(".mkdocs.yml.0.tmp", "mkdocs.yml"), "page"),
    (liveserver._OWN, events.FileModifiedEvent("LICENSE-lessons"), "all"),
    (liveserver._OWN, events.FileModifiedEvent("README.md"), ""),
    (liveserver._OWN, events.FileMovedEvent("mkdocs.yml.swp", "README.md"), ""),
]


class Told:
    """A server that builds nothing."""

    project = ROOT
    theme_changed = False
    rebuilt = False

    def rebuild(self) -> None:
        self.rebuilt = True


def below(event: events.FileSystemEvent) -> events.FileSystemEvent:
    """The same event in the course."""
    places = [str(ROOT / str(path)) for path in (event.src_path, event.dest_path) if path]
    return type(event)(*places)


@pytest.mark.parametrize(("named", "event", "counts"), CHANGES, ids=lambda one: str(one) if one else "")
def test_a_change(named: re.Pattern[str] | None, event: events.FileSystemEvent, counts: str) -> None:
    server = Told()
    liveserver._Changes(server, named).on_any_event(below(event))  # type: ignore[arg-type]
    assert (server.rebuilt, server.theme_changed) == (bool(counts), counts == "all")


def placed(folder: Path) -> Staging:
    """Folders of a server's own, whose lock is that of no file."""
    return Staging(folder / "serve", folder / "beside", 0)


def test_a_build_that_is_ended_leaves_no_site(tmp_path: Path) -> None:
    """Each save ends the build behind the page before it: what that has built is in nobody's way."""

    def ended(folder: Path) -> None:
        (folder / "index.html").write_text("x")
        raise BuildError("ended")

    builder = serve._Builder(tmp_path, placed(tmp_path), None)  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(BuildError):
            builder._new(ended)
    assert list((tmp_path / "serve").iterdir()) == []


def test_no_room_for_a_site(tmp_path: Path) -> None:
    """That is said, and the last good site stays."""

    def full(folder: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder / "index.html"))

    builder = serve._Builder(tmp_path, placed(tmp_path), None)  # type: ignore[arg-type]
    with pytest.raises(BuildError, match=r"index\.html cannot be written: No space left on device"):
        builder._new(full)
    assert list((tmp_path / "serve").iterdir()) == []


def test_nothing_is_written_once_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder goes then: builds that follow one another have all ended."""
    running, written = threading.Event(), []

    def slow(_: object, root: Path, folder: Path, executor: str) -> None:
        running.set()
        time.sleep(0.3)
        written.append(folder.exists())

    monkeypatch.setattr(behind.Behind, "build", slow)
    monkeypatch.setattr(serve, "_PAUSE", 0.0)
    builder = serve._Builder(tmp_path, placed(tmp_path), None)  # type: ignore[arg-type]
    builder._behind(builder._following)
    assert running.wait(60)
    builder.close()
    assert written == [True]
    assert list((tmp_path / "serve").iterdir()) == []


class Showing:
    """A server that shows nothing, and counts how often browsers are told of something."""

    pending = theme_changed = False

    def __init__(self, notice: str) -> None:
        self.notice, self.reloads = notice, 0

    def watch_data(self, paths: Iterable[str]) -> None:
        pass

    def reload(self) -> None:
        self.reloads += 1

    def idle(self, seconds: float) -> bool:
        return False


@pytest.mark.parametrize(("changed", "notice", "reloads"), [(1, "", 1), (0, "", 0), (0, "an error", 1)])
def test_pages_are_reloaded_where_there_is_something_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: int, notice: str, reloads: int
) -> None:
    """One save is told as several changes: what comes late is looked at, and is nothing new."""
    checker = SimpleNamespace(check=lambda keep: SimpleNamespace(failed=False, findings=()), data=())
    builder = serve._Builder(tmp_path, placed(tmp_path), checker)  # type: ignore[arg-type]
    server = builder.server = Showing(notice)  # type: ignore[assignment]
    monkeypatch.setattr(builder, "_quickly", lambda report: changed)
    monkeypatch.setattr(builder, "_behind", lambda following: None)
    builder()
    assert (server.reloads, server.notice) == (reloads, "")


def test_warnings_are_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And again where there are others."""
    builder = serve._Builder(tmp_path, placed(tmp_path), None)  # type: ignore[arg-type]
    for warnings in (["a"], ["a"], ["a", "b"], [], ["a"]):
        builder._warn(warnings)
    assert capsys.readouterr().out == "a\na\nb\na\n"


def test_what_builders_load_once_is_looked_at(tmp_path: Path) -> None:
    """A hook or a theme may lie anywhere: what was made with it is not shown any more once it has changed."""
    (tmp_path / "overrides").mkdir()
    hook = tmp_path / "hooks.py"
    hook.write_text("x = 1\n", "utf-8")
    scheduled = []
    server = SimpleNamespace(
        project=tmp_path,
        _watched_paths={},
        observer=SimpleNamespace(schedule=lambda *given, recursive: scheduled.append((*given, recursive))),
        theme_changed=False,
        rebuild=lambda: None,
    )
    for _ in range(2):  # a second look at the same is none
        liveserver.Server.watch_theme(server, (tmp_path / "overrides", hook, tmp_path / "none"))  # type: ignore[arg-type]
    assert [(folder, recursive) for _, folder, recursive in scheduled] == [
        (str(tmp_path / "overrides"), True),
        (str(tmp_path), False),
    ]
    (_, _, _), (own, _, _) = scheduled
    own.on_any_event(events.FileModifiedEvent(str(tmp_path / "other.py")))
    assert not server.theme_changed
    own.on_any_event(events.FileModifiedEvent(str(hook)))
    assert server.theme_changed
