"""Where a site may be published: a new folder, an empty one, or one that a build made. What it holds is lost there."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from build_tools.cards import schema
from build_tools.errors import UsageError
from build_tools.settings.config import ConfiguredLanguage

# What builds write at a site's root. The record of its claims is what tells a site from any other folder.
_RECORD = "verification.json"
_WRITTEN = frozenset(
    {_RECORD, schema.NAME, "index.html", "404.html", "sitemap.xml", "robots.txt", ".nojekyll", ".DS_Store"}
)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*")
# What holds a project beside its pages: nothing is published there, whether or not it is there yet.
_KEPT = ("docs", "snippets", ".git", ".build", ".venv")


def target(root: Path, out: str, languages: Sequence[ConfiguredLanguage]) -> Path:
    """The folder that a site is published at.

    Args:
        root: the project's folder.
        out: the folder as it was named, relative to `root`.
        languages: the languages of the project.

    Raises:
        UsageError: to publish there would delete the project, or something that no build made.
    """
    mend = "name a new or an empty folder, or one that a build made: `--out site`"
    if not out.strip() or "\0" in out:
        raise UsageError("`--out` names no folder", mend)
    place = Path(os.path.normpath(root.absolute() / out))
    real, home = place.parent.resolve() / place.name, root.resolve()
    if home.is_relative_to(real):
        raise UsageError(f"{out} holds the project itself, and a site replaces whatever is in its folder", mend)
    for kept in (*(home / name for name in _KEPT), *(one.docs_dir.resolve() for one in languages)):
        if real.is_relative_to(kept):
            raise UsageError(f"{out} lies in {os.path.relpath(kept, home)}/, where no site is published", mend)
    if place.exists() and not place.is_dir():
        raise UsageError(f"{out} is a file", mend)
    entries = sorted(place.iterdir()) if place.is_dir() else []
    if entries and not (place / _RECORD).is_file():
        raise UsageError(f"{out} holds something that no build made, such as {entries[0].name}", mend)
    strange = [entry.name for entry in entries if not _is_written(entry)]
    if strange:
        what = f"{out} holds {strange[0]}, which no build made and which would be lost"
        raise UsageError(what, f"move it away first, or {mend}")
    return place


def _is_written(entry: Path) -> bool:
    """Whether builds write such an entry at a site's root."""
    return entry.name in _WRITTEN or (entry.is_dir() and _LANGUAGE.fullmatch(entry.name) is not None)
