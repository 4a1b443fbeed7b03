"""Which changes `serve` takes for something that was saved, whatever the editor does to save it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from watchdog import events

from build_tools.publishing import serve

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
    (serve._OWN, events.FileModifiedEvent("mkdocs.yml"), "page"),
    (serve._OWN, events.FileModifiedEvent("mkdocs.en.yml"), "page"),
    (serve._OWN, events.FileMovedEvent(".mkdocs.yml.0.tmp", "mkdocs.yml"), "page"),
    (serve._OWN, events.FileModifiedEvent("LICENSE-lessons"), "all"),
    (serve._OWN, events.FileModifiedEvent("README.md"), ""),
    (serve._OWN, events.FileMovedEvent("mkdocs.yml.swp", "README.md"), ""),
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
    serve._Changes(server, named).on_any_event(below(event))  # type: ignore[arg-type]
    assert (server.rebuilt, server.theme_changed) == (bool(counts), counts == "all")
