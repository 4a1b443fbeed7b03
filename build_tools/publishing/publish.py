"""From a staged folder to the published one: replaced whole, or left as it was, whenever the build is killed.

Staged sites stand beside the target, on its file system: `.build/staging/<id>/` with `<id>.lock`, a file that is locked
as long as the build, or a builder that it started, lives, and `<id>.beside/`, for what is not published. What a killed
build left is therefore known by its free lock, and the next build deletes it.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from build_tools.errors import BuildError

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_ONE_AT_A_TIME = "one-at-a-time"
_BESIDE = ".beside"
# What a kernel or a file system answers that cannot exchange two names.
_NO_EXCHANGE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM)


@dataclass(frozen=True)
class Staging:
    """The folders of one build: for its site, and `beside` it for what is not published.

    `lock` is the open lock file: a builder that inherits it keeps the folders alive.
    """

    folder: Path
    beside: Path
    lock: int


@contextmanager
def staging(target: Path) -> Iterator[Staging]:
    """Empty folders of this build's own on `target`'s file system, deleted at the end.

    Raises:
        BuildError: the folder beside `target` cannot be written.
    """
    base = _base(target)
    try:
        base.mkdir(parents=True, exist_ok=True)
        with _alone(base):
            _sweep(base)
            name = f"{os.getpid()}-{secrets.token_hex(4)}"
            lock = os.open(base / f"{name}.lock", os.O_CREAT | os.O_RDWR, 0o644)
            fcntl.flock(lock, fcntl.LOCK_EX)
            folder, beside = base / name, base / f"{name}{_BESIDE}"
            folder.mkdir()
            beside.mkdir()
    except OSError as error:
        mend = "free some space, or mend its permissions"
        raise BuildError(f"cannot write {base}: {error.strerror}", mend) from error
    try:
        yield Staging(folder, beside, lock)
    finally:
        _delete(folder)
        _delete(beside)
        (base / f"{name}.lock").unlink(missing_ok=True)
        os.close(lock)


def publish(staged: Path, target: Path) -> None:
    """Put `staged` in `target`'s place in one step. What was there before is left at `staged`, or is deleted.

    Args:
        staged: the finished site, in a folder of `staging(target)`.
        target: the published folder; it need not exist yet.

    Raises:
        BuildError: the file system can neither exchange two folders nor replace this target by a link.
    """
    with _alone(_base(target)):
        try:
            if not _exchanges(staged.parent):
                _publish_by_link(staged, target)
            elif os.path.lexists(target):
                _exchange(staged, target)
                _forget(target)  # what it was linked to, where links were replaced before
            else:
                staged.rename(target)
        except OSError as error:
            mend = "it is untouched; mend this and build again"
            raise BuildError(f"cannot replace {target}: {error.strerror}", mend) from error


def _base(target: Path) -> Path:
    return target.parent / ".build" / "staging"


def _published(target: Path) -> Path:
    return target.parent / ".build" / "published"


@contextmanager
def _alone(base: Path) -> Iterator[None]:
    """One process at a time."""
    with open(base / _ONE_AT_A_TIME, "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sweep(base: Path) -> None:
    """Delete what builds left whose lock nobody holds any more."""
    for lock in base.glob("*.lock"):
        with suppress(FileNotFoundError), open(lock, encoding="ascii") as file:  # its build may end meanwhile
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            _delete(lock.with_suffix(""))
            _delete(lock.with_suffix(_BESIDE))
            lock.unlink(missing_ok=True)
    for entry in base.iterdir():
        lock = entry.with_suffix(".lock")
        if entry.name != _ONE_AT_A_TIME and entry.suffix != ".lock" and not lock.exists():
            _delete(entry)


def _delete(path: Path) -> None:
    if path.is_symlink():
        path.unlink()
    else:
        shutil.rmtree(path, ignore_errors=True)


def _exchange(one: Path, other: Path) -> None:
    """Swap two names in one step.

    Raises:
        OSError: with the errno of renameat2, or ENOSYS where the C library has none.
    """
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS)) from None
    renameat2.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    if renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _exchanges(folder: Path) -> bool:
    """Whether two names in `folder` can be swapped: tried out, since the file system decides."""
    one, other = folder / f"probe-{secrets.token_hex(4)}", folder / f"probe-{secrets.token_hex(4)}"
    one.mkdir()
    other.mkdir()
    try:
        _exchange(one, other)
    except OSError as error:
        if error.errno in _NO_EXCHANGE:
            return False
        raise
    finally:
        one.rmdir()
        other.rmdir()
    return True


def _publish_by_link(staged: Path, target: Path) -> None:
    """Where names cannot be swapped: `target` is a link to a folder of its own, and the link is replaced."""
    if target.exists() and not target.is_symlink():
        raise BuildError(
            f"{target} is a folder, and this file system can only replace links in one step",
            f"move it away once (mv {target} {target}.old) and build again",
        )
    published = _published(target)
    published.mkdir(parents=True, exist_ok=True)
    place = published / staged.name
    staged.rename(place)
    link = staged.with_name(f"{staged.name}.link")
    link.symlink_to(os.path.relpath(place, target.parent), target_is_directory=True)
    link.replace(target)
    _forget(target)


def _forget(target: Path) -> None:
    """Delete the folders beside a target that no link there leads to any more: other targets have theirs there too."""
    published = _published(target)
    if not published.is_dir():
        return
    needed = {entry.resolve() for entry in target.parent.iterdir() if entry.is_symlink()}
    for entry in published.iterdir():
        if entry.resolve() not in needed:
            _delete(entry)
    with suppress(OSError):  # not empty
        published.rmdir()
