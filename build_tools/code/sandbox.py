"""What a process may still do while code of people we do not know runs in it: compute, read what it needs, no more.

Every layer is put on by itself and is reported, those that this kernel cannot give with what that means. None needs a
privilege, and all of them hold for root too. Two layers often refuse the same thing: each is to hold alone.
"""

from __future__ import annotations

import errno
import json
import math
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from build_tools.code import landlock, seccomp
from build_tools.code.permissions import Permissions, interpreter, rules
from build_tools.code.syscalls import call

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_FILES = 64  # open at once
_STANDARD = (0, 1, 2)
_MOST = 8192  # bytes of what is told
PARENT_DEATH, DUMPABLE, NO_NEW_PRIVILEGES = 1, 4, 38  # what `control` sets
_CAPABILITIES = 0x20080522  # the newest form of their structure


@dataclass(frozen=True)
class Layer:
    """One layer: whether it holds; if not, why, and what that means."""

    name: str
    holds: bool
    why: str = ""


@dataclass(frozen=True)
class Kernel:
    """What this system has for us: the version of Landlock, 0 for none, and the machine of its system calls."""

    landlock: int
    machine: str

    @staticmethod
    def here() -> Kernel:
        """The kernel that we run on."""
        return Kernel(landlock.version() if sys.platform == "linux" else 0, seccomp.machine())


def confine(permissions: Permissions, kernel: Kernel | None = None) -> tuple[Layer, ...]:
    """Take from this process, for good, all but its permissions.

    To be called before any foreign code, while there is a single thread.

    Args:
        permissions: what is left to it.
        kernel: what to use of the system, as far as that has it.

    Returns:
        The layers. Whatever of them fails, the others are there.
    """
    kernel = kernel or Kernel.here()
    allowed = rules(permissions)
    layers = [
        _layer("descriptors", lambda: close_others(permissions.kept)),
        _layer("limits", lambda: limit(permissions)),
        _layer("not dumpable", lambda: control(DUMPABLE, 0)),
        _layer("ends with its parent", lambda: control(PARENT_DEATH, signal.SIGKILL)),
        _layer("no new privileges", lambda: control(NO_NEW_PRIVILEGES, 1)),
    ]
    restricted = _layer("files", lambda: _restrict(allowed, kernel.landlock))
    dropped = _layer("no capabilities", drop_capabilities)
    # Without Landlock nothing says which files are whose: then none is written.
    filtered = _layer("system calls", lambda: _filter(kernel.machine, read_only=not restricted.holds))
    if not filtered.holds:  # the next best against new processes; it means nothing to root
        _layer("", lambda: _at_most("RLIMIT_NPROC", 0))
    return (*layers, dropped, *_landlock(kernel.landlock, restricted, filtered.holds), filtered)


def _layer(name: str, put_on: Callable[[], object]) -> Layer:
    try:
        put_on()
    except (OSError, ValueError, AttributeError) as error:
        return Layer(name, False, (error.strerror if isinstance(error, OSError) else "") or str(error))
    return Layer(name, True)


def tell(layers: Sequence[Layer], pipe: int) -> None:
    """Has another process know the layers; nothing more can be told through this pipe.

    Args:
        layers: what `confine` came to.
        pipe: a descriptor to write to, which is closed.
    """
    told = {layer.name: "" if layer.holds else layer.why or "it does not hold" for layer in layers}
    os.write(pipe, json.dumps(told).encode())
    os.close(pipe)


def told(pipe: int) -> dict[str, str]:
    """The layers around a process that has ended, each with why it does not hold, "" where it does.

    Args:
        pipe: a descriptor to read from, which is closed.
    """
    with open(pipe, "rb", buffering=0) as reader:
        data = reader.read(_MOST)
    found: dict[str, str] = json.loads(data or b"{}")  # it may have ended before it was confined
    return found


def _landlock(known: int, restricted: Layer, filtered: bool) -> list[Layer]:
    """The layers that Landlock puts on together, told apart by what each version of it brought."""
    instead = "the filter of system calls refuses the same" if filtered else "nothing else refuses it"
    layers = []
    for name, since, what in (
        ("files", landlock.FILES, "files outside may be read" + (", none is written" if filtered else " and written")),
        ("truncation", landlock.TRUNCATING, f"files outside may be emptied; {instead}"),
        ("network", landlock.NETWORK, f"connections; {instead}"),
        ("signals and sockets", landlock.SCOPES, f"signals to others, abstract sockets; {instead}"),
    ):
        if restricted.holds and known >= since:
            layers.append(Layer(name, True))
        else:
            why = f"needs Landlock {since}, this kernel has {known or 'none'}" if known < since else restricted.why
            layers.append(Layer(name, False, f"{why}: {what}"))
    return layers


def close_others(kept: Sequence[int]) -> None:
    """Close every descriptor but the standard three and `kept`."""
    staying = sorted({*_STANDARD, *kept})
    for before, after in zip(staying, [*staying[1:], -1], strict=True):
        if after - before == 1:
            continue
        try:
            call("close_range", before + 1, after - 1 if after > 0 else (1 << 32) - 1, 0)
        except OSError:  # no such call before Linux 5.9
            os.closerange(before + 1, after if after > 0 else max(map(int, os.listdir("/dev/fd"))) + 1)


def limit(permissions: Permissions) -> None:
    """Limit what the process may use of the machine, once and for all.

    Raises:
        OSError: naming the limits that could not be set; all others are.
    """
    seconds = math.ceil(permissions.seconds)
    failed = []
    for name, most, slack in (
        ("RLIMIT_CORE", 0, 0),
        ("RLIMIT_AS", permissions.memory, 0),
        ("RLIMIT_FSIZE", permissions.file_size, 0),
        ("RLIMIT_NOFILE", _FILES, 0),
        ("RLIMIT_CPU", seconds, 1),  # a signal that tells where it was, then the end
    ):
        try:
            _at_most(name, most, slack)
        except (OSError, ValueError, AttributeError):  # a platform that knows the limit by name only, or not at all
            failed.append(name)
    if failed:
        raise OSError(errno.ENOSYS, f"this system does not take {', '.join(failed)}")


def _at_most(name: str, most: int, slack: int = 0) -> None:
    kind = getattr(resource, name)
    hard = resource.getrlimit(kind)[1]
    highest = most + slack if hard == resource.RLIM_INFINITY else min(most + slack, hard)
    resource.setrlimit(kind, (min(most, highest), highest))


def drop_capabilities() -> None:
    """Make root a user like any other, for whom limits hold.

    Raises:
        OSError: where the system has no capabilities.
    """
    header = (_CAPABILITIES).to_bytes(4, sys.byteorder) + bytes(4)
    call("capset", header, bytes(24))


def control(option: int, value: int) -> None:
    """Change one setting of this process; see prctl(2)."""
    call("prctl", option, value, 0, 0, 0)


def _restrict(allowed: Sequence[tuple[str, int]], known: int) -> None:
    if not known:
        raise OSError(errno.ENOSYS, "")
    landlock.restrict(allowed, known)
    try:
        os.close(os.open("/", os.O_RDONLY))
    except PermissionError:
        return
    if ("/", landlock.READ) not in allowed:
        raise OSError(errno.ENOSYS, "Landlock was taken and does nothing")


def _filter(machine: str, *, read_only: bool) -> None:
    if not machine:
        raise OSError(errno.ENOSYS, "no filter is known for this machine: it may use the network and start processes")
    seccomp.install(machine, read_only=read_only)


def warm() -> None:
    """What `confine` needs and does not change, found beforehand: for a process that forks others, each of them
    confined. To be called once `sys.path` is as it will be."""
    interpreter()
    if kind := Kernel.here().machine:
        seccomp.warm(kind)
