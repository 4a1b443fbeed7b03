"""The project's folder as a run finds it, each thing in it looked at once: files, places, folders, and modules.

Both sides of `inputs` look through this: the child while a snippet runs, and the parent before and after it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

Signature: TypeAlias = tuple[int, int, int, int]

# A time stamp tells a change from the one before only where both are further apart than the file system's clock ticks:
# two seconds on FAT, which is the coarsest. Git calls an index entry that is younger than that "racily clean".
RACY = 2_000_000_000  # nanoseconds
LARGEST = 256 << 20  # bytes of one file; nothing that depends on a larger one is kept

# Kept from before a snippet ran, which may patch them.
_close, _fstat, _lstat, _open, _read, _readlink = os.close, os.fstat, os.lstat, os.open, os.read, os.readlink
_scandir, _stat, _join, _realpath = os.scandir, os.stat, os.path.join, os.path.realpath
_sha256 = hashlib.sha256
_READING = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CHUNK = 1 << 20


def signature(status: os.stat_result) -> Signature:
    """What tells a file that was changed from one that was not, where its times are old enough to be trusted."""
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def racy(status: os.stat_result, now: int) -> bool:
    """Whether a file could have changed after `now`, in nanoseconds since 1970, without its signature doing so."""
    return now - max(status.st_mtime_ns, status.st_ctime_ns) < RACY


@dataclass(frozen=True)
class Held:
    """A file as it was when it was read."""

    digest: str
    signature: Signature
    racy: bool


class Disk:
    """The project's folder, each thing in it looked at once: one object for one run, or for one round of look-ups.

    Nothing here raises what the disk says: that is a state like any other. A path comes from a snippet, so that it may
    be any text, and lead to anything.
    """

    def __init__(self, root: str, now: int) -> None:
        """
        Args:
            root: the project's folder.
            now: nanoseconds since 1970, before anything is looked at.
        """
        self.root, self.now = root, now
        self._files: dict[str, Held | None] = {}
        self._signatures: dict[str, Signature | None] = {}
        self._states: dict[tuple[str, str], str] = {}
        self._listings: dict[str, tuple[str, ...] | str] = {}
        self._links: dict[str, tuple[str, ...]] = {}  # in a folder that was listed
        self._verdicts: dict[bytes, bool] = {}

    def once(self, depended: bytes, judge: Callable[[], bool]) -> bool:
        """A verdict on inputs, given as they are kept: many runs depend on the same."""
        if depended not in self._verdicts:
            self._verdicts[depended] = judge()
        return self._verdicts[depended]

    def signature(self, path: str) -> Signature | None:
        """That of a regular file; None for anything else."""
        if path not in self._signatures:
            found = None
            try:
                status = _stat(_join(self.root, path))
                found = signature(status) if stat.S_ISREG(status.st_mode) else None
            except (OSError, ValueError):
                pass
            self._signatures[path] = found
        return self._signatures[path]

    def settled(self, path: str) -> Signature | None:
        """That of a regular file which has not changed for so long that it tells of every change from now on."""
        found = self.signature(path)
        return found if found is not None and self.now - max(found[:2]) >= RACY else None

    def file(self, path: str) -> Held | None:
        """What a regular file holds; None for anything else, or where it is too large to be gone through."""
        if path not in self._files:
            try:
                self._files[path] = _held(_join(self.root, path), self.now)
            except (OSError, ValueError):
                self._files[path] = None
        return self._files[path]

    def place(self, path: str) -> str:
        """What is there."""
        return self._state("place", path)

    def folder(self, path: str) -> str:
        """The digest of the names in a folder, with the kind of each; or why there are none."""
        return self._state("folder", path)

    def names(self, path: str) -> tuple[str, ...]:
        """The names in a folder, sorted; those of folders end in a slash.

        Raises:
            OSError: it cannot be listed.
        """
        return self._listing(_join(self.root, path))

    def links(self, path: str) -> str:
        """The digest of where the links in a folder lead in the end; `-` where there are none."""
        return self._state("links", path)

    def module(self, path: str) -> str:
        """The digest of whatever an import of `path`, without an ending, could find; `-` where there is nothing."""
        return self._state("module", path)

    def _state(self, kind: str, path: str) -> str:
        key = kind, path
        if key not in self._states:
            try:
                full = _join(self.root, path)
                looks = {"place": _place, "folder": self._folder, "links": self._leading, "module": self._module}
                self._states[key] = looks[kind](full)
            except OSError as error:
                self._states[key] = errno.errorcode.get(error.errno or 0, "error")
            except ValueError:  # no path at all
                self._states[key] = "ENOENT"
        return self._states[key]

    def _listing(self, full: str) -> tuple[str, ...]:
        """The names in a folder, sorted; those of folders end in a slash."""
        if full not in self._listings:
            try:
                with _scandir(full) as entries:
                    found = [(f"{one.name}/" if _is_folder(one) else one.name, one.is_symlink()) for one in entries]
                self._listings[full] = tuple(sorted(name for name, _ in found))
                self._links[full] = tuple(sorted(name for name, link in found if link))
            except OSError as error:
                self._listings[full] = errno.errorcode.get(error.errno or 0, "error")
        listing = self._listings[full]
        if isinstance(listing, str):
            raise OSError(getattr(errno, listing, 0), listing)
        return listing

    def _folder(self, full: str) -> str:
        return _digest(self._listing(full))

    def _leading(self, full: str) -> str:
        self._listing(full)
        leading = [f"{name} {_realpath(_join(full, name))}" for name in self._links[full]]
        return _digest(leading) if leading else "-"

    def _module(self, full: str) -> str:
        folder, _, name = full.rpartition("/")
        try:
            names = self._listing(folder)
        except FileNotFoundError:
            names = ()
        found = [one for one in names if one.partition(".")[0].rstrip("/") == name]
        if f"{name}/" in found:  # a package, or a folder that would be one but for its `__init__.py`
            found += [f"{name}/{one}" for one in self._listing(full) if one.startswith("__init__.")]
        return _digest(found) if found else "-"


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself, or through what we may not look into
        return False


def _held(full: str, now: int) -> Held | None:
    if not stat.S_ISREG(_stat(full).st_mode):  # before it is opened: that alone can do things to a device, or wait
        return None
    descriptor = _open(full, _READING)
    try:
        status = _fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
            return None
        digest, left = _sha256(), LARGEST
        while data := _read(descriptor, _CHUNK):
            digest.update(data)
            left -= len(data)
            if left < 0:  # it grows
                return None
        after = _fstat(descriptor)
        if signature(after) != signature(status):  # somebody is writing to it
            return None
        return Held(digest.hexdigest(), signature(status), racy(status, now))
    finally:
        _close(descriptor)


def _place(full: str) -> str:
    status, link = _lstat(full), ""
    if stat.S_ISLNK(status.st_mode):
        link = f"link to {_readlink(full)}, "
        try:
            status = _stat(full)
        except FileNotFoundError:
            return f"{link}nothing"
    if stat.S_ISREG(status.st_mode):
        return f"{link}file of {status.st_size}, {stat.S_IMODE(status.st_mode):o}"
    if stat.S_ISDIR(status.st_mode):
        return f"{link}folder, {stat.S_IMODE(status.st_mode):o}"
    return f"{link}mode {status.st_mode:o}"


def _digest(names: Iterable[str]) -> str:
    return _sha256("\0".join(names).encode("utf-8", "surrogatepass")).hexdigest()
