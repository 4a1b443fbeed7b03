"""Small disks for the tests: a file system in memory, where this system lets us mount one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FILLER = "filler"


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[Path]:
    """A disk of so many bytes at a place, which is made where it does not exist.

    Raises:
        OSError: this system does not let us mount one, and says why.
    """
    place.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0777", "tmpfs", str(place)]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise OSError("there is no mount here") from error
    if done.returncode != 0:
        raise OSError(done.stderr.strip() or "mount failed")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path, but: int = 0) -> None:
    """Fills a disk but for so many bytes."""
    with open(disk / _FILLER, "ab", buffering=0) as file:
        status = os.statvfs(disk)
        left = status.f_bavail * status.f_frsize - but
        while left > 0:
            try:
                left -= file.write(b"\0" * min(left, 1 << 20))
            except OSError:
                return


def free(disk: Path) -> None:
    """Takes away what `fill` wrote."""
    (disk / _FILLER).unlink()
