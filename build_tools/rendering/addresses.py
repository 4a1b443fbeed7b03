"""Where a page lies in the built site, and how one page leads to another."""

from __future__ import annotations

import posixpath
from urllib.parse import quote


def address(key: str) -> str:
    """Where a page lies below its language's folder: `attention/day-43-x.md` → `attention/day-43-x/`."""
    stem = key.removesuffix(".md")
    head, _, tail = stem.rpartition("/")
    if tail in ("index", "README"):
        return f"{head}/" if head else ""
    return f"{stem}/"


def link(source: str, target: str) -> str:
    """A relative address from one page to another, both by key, so that the site works under any path."""
    start, goal = address(source), address(target)
    relative = posixpath.relpath(f"/{goal}", f"/{start}")
    return quote(relative if relative.endswith("/") else f"{relative}/")


def place(key: str) -> str:
    """What names a lesson in every language, and in a learner's record: its key without the ending."""
    return key.removesuffix(".md")
