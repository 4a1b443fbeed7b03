"""Folders that snippets may write in: each its own, empty before it runs, and gone afterwards with all in it."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from build_tools.closing import Closing


class Folders(Closing):
    """A folder for each of a few snippets that run at once. One that was left empty serves again: removing costs most.

    As a context it removes them all in the end; where nobody ends it, that is the end of the program.
    """

    def __init__(self) -> None:
        self._empty: list[str] = []
        self._made: dict[str, int] = {}  # each with its size: that of a folder tells how much has been in it
        weakref.finalize(self, _remove_all, self._made)

    def close(self) -> None:
        """Removes those that are not lent."""
        while self._empty:
            self._remove(self._empty.pop())

    @contextmanager
    def lend(self) -> Iterator[str]:
        """An empty folder, as long as the context lasts.

        Raises:
            OSError: where none can be made.
        """
        path = self._empty.pop() if self._empty else self._make()
        try:
            yield path
        finally:
            if _is_empty(path) and _size(path) == self._made.get(path):
                self._empty.append(path)
            else:
                self._remove(path)

    def _make(self) -> str:
        path = os.path.realpath(tempfile.mkdtemp(prefix="tashikame-"))
        self._made[path] = _size(path)
        return path

    def _remove(self, path: str) -> None:
        remove(path)
        if not os.path.lexists(path):  # else once more in the end: somebody may be writing in it yet
            del self._made[path]


def _remove_all(paths: Iterable[str]) -> None:
    for path in paths:
        remove(path)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return -1


def _is_empty(path: str) -> bool:
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is None
    except OSError:
        return False


def remove(path: str) -> None:
    """Remove a folder that somebody filled who does not wish us well; what cannot be removed stays.

    Folders in folders are moved aside and emptied in turn: at any depth this takes neither a stack nor a long path, and
    follows no link.

    Args:
        path: the folder, which nobody writes in any more.
    """
    with suppress(OSError):
        os.rmdir(path)
        return
    aside, waiting, count = "", [path], 0
    while waiting:
        place = waiting.pop()
        with suppress(OSError):
            os.chmod(place, 0o700)
            with os.scandir(place) as entries:
                # Files first: until they are gone there may be no room for another folder.
                for entry in sorted(entries, key=lambda entry: entry.is_dir(follow_symlinks=False)):
                    if entry.is_dir(follow_symlinks=False):
                        aside = aside or tempfile.mkdtemp(prefix="tashikame-")
                        count += 1
                        os.chmod(entry.path, 0o700)  # it must be writable to be moved
                        os.rename(entry.path, f"{aside}/{count}")
                        waiting.append(f"{aside}/{count}")
                    else:
                        os.unlink(entry.path)
            os.rmdir(place)
    if aside:
        with suppress(OSError):
            os.rmdir(aside)
