"""Landlock: a process takes rights from itself that it never gets back, without any privilege.

What is not allowed by a rule is refused: files by their place, TCP by its port, and in later versions signals and
abstract sockets of processes outside. Source: https://docs.kernel.org/userspace-api/landlock.html
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from enum import IntFlag
from functools import cache

from build_tools.code.syscalls import LANDLOCK, call

_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH
_QUIET = 1  # LANDLOCK_RESTRICT_SELF_LOG_SAME_EXEC_OFF

# The versions (ABI) that brought these.
FILES, TRUNCATING, NETWORK, DEVICES, SCOPES, LOGGING = 1, 3, 4, 5, 6, 7


class Access(IntFlag):
    """What may be done with a file or folder: LANDLOCK_ACCESS_FS_…; flags of this kind are slow to combine."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


LIST = int(Access.READ_DIR)
READ = int(Access.READ_FILE | Access.READ_DIR)
DISCARD = int(Access.READ_FILE | Access.WRITE_FILE | Access.TRUNCATE)  # for /dev/null
# No links, devices, sockets or pipes, not even in one's own folder: others may walk through it afterwards.
WRITE = int(
    READ | Access.WRITE_FILE | Access.TRUNCATE | Access.MAKE_REG | Access.MAKE_DIR
    | Access.REMOVE_FILE | Access.REMOVE_DIR | Access.REFER
)  # fmt: skip
_OF_FILES = int(Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE | Access.IOCTL_DEV)
_TCP = 1 << 0 | 1 << 1  # binding and connecting
_OTHERS = 1 << 0 | 1 << 1  # abstract sockets and signals


class _Ruleset(ctypes.Structure):
    """`struct landlock_ruleset_attr`; older kernels want no more of it than they know."""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    """`struct landlock_path_beneath_attr`."""

    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The version (ABI) of Landlock in this kernel; 0 where there is none, or where it is switched off."""
    try:
        return call("syscall", LANDLOCK["landlock_create_ruleset"], None, 0, _VERSION)
    except OSError:
        return 0


def restrict(rules: Iterable[tuple[str, int]], known: int, *, files: bool = True) -> None:
    """Refuse this process, for good, whatever the rules do not allow: files, TCP, and what is outside of it.

    The process must have given up gaining privileges. A path that is not there needs no rule.

    Args:
        rules: paths with what may be done with them and all that lies below.
        known: the version of Landlock to restrict itself to, 1 or more.
        files: whether files are restricted; without, only TCP and what is outside are.

    Raises:
        OSError: where Landlock refuses; nothing is restricted then.
    """
    handled = _handled(known) if files else 0
    ruleset = _Ruleset(handled, _TCP if known >= NETWORK else 0, _OTHERS if known >= SCOPES else 0)
    size = 8 if known < NETWORK else 16 if known < SCOPES else 24
    made = call("syscall", LANDLOCK["landlock_create_ruleset"], ctypes.byref(ruleset), size, 0)
    try:
        for path, access in rules if files else ():
            _allow(made, path, access & handled)
        call("syscall", LANDLOCK["landlock_restrict_self"], made, _QUIET if known >= LOGGING else 0)
    finally:
        os.close(made)


@cache
def _handled(known: int) -> int:
    handled = ~Access(0)
    for since, brought in ((2, Access.REFER), (TRUNCATING, Access.TRUNCATE), (DEVICES, Access.IOCTL_DEV)):
        if known < since:
            handled &= ~brought
    return int(handled)


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):  # what we cannot even reach needs no permission
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            access &= _OF_FILES
        rule = ctypes.byref(_Beneath(access, place))
        call("syscall", LANDLOCK["landlock_add_rule"], ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(place)
