"""The folder that a snippet may write in: its own, empty before it runs, and gone afterwards with all in it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def folder() -> Iterator[str]:
    """A new folder, as long as the context lasts."""
    path = os.path.realpath(tempfile.mkdtemp(prefix="tashikame-"))
    try:
        yield path
    finally:
        remove(path)


def remove(path: str) -> None:
    """Remove a folder that somebody filled who does not wish us well; what cannot be removed stays.

    Folders in folders are moved up and emptied in turn: at any depth this takes neither a stack nor a long path, and
    follows no link.

    Args:
        path: the folder, which nobody writes in any more.
    """
    with suppress(OSError):
        aside = tempfile.mkdtemp(prefix="tashikame-")
        emptied = f"{aside}/0"
        os.rename(path, emptied)
        waiting, count = [emptied], 0
        while waiting:
            place = waiting.pop()
            with suppress(OSError):
                os.chmod(place, 0o700)
                with os.scandir(place) as entries:
                    for entry in list(entries):
                        if entry.is_dir(follow_symlinks=False):
                            count += 1
                            os.chmod(entry.path, 0o700)  # it must be writable to be moved
                            os.rename(entry.path, f"{aside}/{count}")
                            waiting.append(f"{aside}/{count}")
                        else:
                            os.unlink(entry.path)
                os.rmdir(place)
        os.rmdir(aside)
