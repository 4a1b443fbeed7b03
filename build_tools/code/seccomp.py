"""A filter of system calls, as the kernel's own small machine code (BPF): the process can never take it off again.

What is not known to be harmless is refused. A refusal is an error that the caller sees (EPERM), so that Python raises
PermissionError where the snippet asked; calls that are newer than this list do not exist (ENOSYS), so that a C library
falls back to an older one. Another machine's calls, by whose numbers a filter would be led astray, end the process.

Sources: https://docs.kernel.org/userspace-api/seccomp_filter.html, linux/filter.h, linux/audit.h.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from build_tools.code import syscalls
from build_tools.code.syscalls import call

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SET_SECCOMP, _GET_SECCOMP, _FILTER = 22, 21, 2  # of prctl

_LOAD, _AND, _JUMP, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x05, 0x15, 0x35, 0x06
_SIZE = 8  # bytes of an instruction, `struct sock_filter`
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16  # places in `struct seccomp_data`

_ERROR = 0x00050000
_ENDS = {
    "allow": 0x7FFF0000,
    "refuse": _ERROR | errno.EPERM,
    "unknown": _ERROR | errno.ENOSYS,
    "end the process": 0x80000000,  # the whole process; just the thread on kernels before 4.14, which know no more
}
_NEWEST = 452  # Refused up to here (fchmodat2), unknown above.
_PID = -1  # stands in a program for the number of the process that will run it

_THREAD = 0x00010000  # CLONE_THREAD
_SEPARATE = 0x7E022000  # every CLONE_NEW…, and CLONE_PTRACE
_COMMANDS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)  # of fcntl: copies, flags and locks, no owner, no lease
_TERMINALS = (0x5401, 0x5413, 0x5421, 0x541B, 0x5450, 0x5451, 0x802C542A)  # of ioctl: is it one, how large, how much
_OPTIONS = (3, 15, 16)  # of prctl: is it dumpable, and the name of a thread
_MODE, _CREATE, _TRUNCATE, _NAMELESS = 0o3, 0o100, 0o1000, 0o20000000  # of open: O_ACCMODE …, __O_TMPFILE
_NEITHER = 3  # a mode that Linux has besides: to ask a device


@dataclass(frozen=True)
class Step:
    """One instruction; where it may jump to is a label, or "" for the next instruction."""

    code: int
    value: int = 0
    yes: str = ""
    no: str = ""
    label: str = ""


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def machine() -> str:
    """The machine whose calls this very process makes; "" where no filter is known for it."""
    name = os.uname().machine if sys.platform == "linux" else ""
    ordinary = sys.byteorder == "little" and struct.calcsize("P") == 8
    return name if name in syscalls.MACHINES and ordinary else ""


def install(kind: str, *, read_only: bool = False) -> None:
    """Filter all further calls of this process.

    The process must have given up gaining privileges, and run a single thread.

    Args:
        kind: the machine, from `machine`.
        read_only: whether nothing may be opened for writing, made, renamed or removed either: for where nothing else
            says which files are whose.

    Raises:
        OSError: where the kernel has no filters, or only says that it had.
    """
    code, places = _packed(kind, read_only)
    own = bytearray(code)
    for place in places:
        own[place : place + 4] = os.getpid().to_bytes(4, sys.byteorder)
    call("prctl", _SET_SECCOMP, _FILTER, ctypes.byref(_Program(len(own) // _SIZE, bytes(own))))
    try:
        call("prctl", _GET_SECCOMP)
    except PermissionError:
        return
    raise OSError(errno.ENOSYS, "the filter was taken and does nothing")


def warm(kind: str) -> None:
    """Make the filter beforehand: what is left for `install` in a fork is to fill in its number."""
    for read_only in (False, True):
        _packed(kind, read_only)


@cache
def _packed(kind: str, read_only: bool) -> tuple[bytes, tuple[int, ...]]:
    """The filter as the kernel takes it, and the places in it for the number of the process."""
    steps = program(kind, read_only=read_only)
    code = b"".join(struct.pack("=HBBI", *step[:3], max(step[3], 0)) for step in steps)
    return code, tuple(_SIZE * place + 4 for place, step in enumerate(steps) if step[3] == _PID)


def program(kind: str, *, read_only: bool) -> tuple[tuple[int, int, int, int], ...]:
    """The filter for a machine, as instructions (code, yes, no, value)."""
    steps = [
        Step(_LOAD, _ARCH),
        Step(_EQUAL, AUDIT_ARCH[kind], no="end the process"),
        Step(_LOAD, _NUMBER),
        *_search(_segments(kind, read_only)),
        *(step for check in _checks(read_only).values() for step in check),
        *(Step(_RETURN, value, label=label) for label, value in _ENDS.items()),
    ]
    places = {step.label: place for place, step in enumerate(steps) if step.label}

    def way(place: int, label: str) -> int:
        return places[label] - place - 1 if label else 0

    return tuple(
        # An unconditional jump has its distance where others have their value.
        (step.code, 0, 0, way(place, step.yes))
        if step.code == _JUMP
        else (step.code, way(place, step.yes), way(place, step.no), step.value)
        for place, step in enumerate(steps)
    )


def _segments(kind: str, read_only: bool) -> list[tuple[int, str]]:
    """What becomes of each number, as the first number of every stretch that has one fate."""
    fates = dict.fromkeys(range(_NEWEST + 1), "refuse")
    fates |= dict.fromkeys(syscalls.harmless(kind).values(), "allow")
    fates |= dict.fromkeys(syscalls.naming(kind).values(), "refuse" if read_only else "allow")
    fates |= dict.fromkeys(syscalls.replaced(kind).values(), "unknown")
    fates |= {number: name for name, number in syscalls.depending(kind).items()}
    fates[_NEWEST + 1] = "unknown"  # and all above, those of the x32 machine too
    return [(number, fate) for number, fate in sorted(fates.items()) if fate != fates.get(number - 1)]


def _search(segments: Sequence[tuple[int, str]]) -> list[Step]:
    """Halves again and again: eight comparisons for any number, where a list would take two hundred."""
    half = len(segments) // 2
    low, high = segments[:half], segments[half:]
    above = _search(high) if len(high) > 1 else []
    below = _search(low) if len(low) > 1 else []
    # Lower numbers come next, higher ones behind them.
    label = f"from {high[0][0]}"
    if above:
        above[0] = Step(above[0].code, above[0].value, above[0].yes, above[0].no, label)
    decision = Step(_AT_LEAST, high[0][0], label if above else high[0][1], "" if below else low[0][1])
    return [decision, *below, *above]


def _checks(read_only: bool) -> Mapping[str, list[Step]]:
    """What tells harmless arguments from others, by the name of the call."""
    own = {
        name: [_argument(0, name), Step(_EQUAL, _PID, "allow", "refuse")]
        for name in ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
    }
    if read_only:
        writes = [Step(_AND, _MODE | _CREATE | _TRUNCATE | _NAMELESS), Step(_EQUAL, 0, "allow", "refuse")]
    else:  # What is opened for neither reading nor writing Landlock does not ask for its rights; and a file may be
        # opened for reading and emptied nevertheless: Landlock saw nothing in that before its third version.
        writes = [
            Step(_AND, _MODE | _TRUNCATE),
            Step(_EQUAL, _TRUNCATE, "refuse"),
            Step(_AND, _MODE),
            Step(_EQUAL, _NEITHER, "refuse", "allow"),
        ]
    return {
        **own,
        "clone": [
            _argument(0, "clone"),
            Step(_AND, _THREAD | _SEPARATE),
            Step(_EQUAL, _THREAD, "allow", "refuse"),
        ],
        "fcntl": [_argument(1, "fcntl"), *_among(_COMMANDS)],
        "ioctl": [_argument(1, "ioctl"), *_among(_TERMINALS)],
        "prctl": [_argument(0, "prctl"), *_among(_OPTIONS)],
        "prlimit64": [  # no new limits, and of no other process
            _argument(2, "prlimit64"),
            Step(_EQUAL, 0, no="refuse"),
            Step(_LOAD, _ARGUMENTS + 8 * 2 + 4),
            Step(_EQUAL, 0, no="refuse"),
            _argument(0),
            Step(_EQUAL, 0, "allow"),
            Step(_EQUAL, _PID, "allow", "refuse"),
        ],
        "open": [_argument(1, "open"), Step(_JUMP, yes="flags")],
        "openat": [_argument(2, "openat"), Step(writes[0].code, writes[0].value, label="flags"), *writes[1:]],
    }


def _argument(number: int, label: str = "") -> Step:
    """Loads the lower half of an argument: all that the kernel looks at, where it takes an `int`."""
    return Step(_LOAD, _ARGUMENTS + 8 * number, label=label)


def _among(values: Sequence[int]) -> list[Step]:
    return [*(Step(_EQUAL, value, "allow") for value in values[:-1]), Step(_EQUAL, values[-1], "allow", "refuse")]
