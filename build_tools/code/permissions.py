"""What a snippet's process may have: what it may read, where it may write, and how much it may use."""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass

from build_tools.code import landlock

# What an interpreter reads besides its own folders. The processor's description decides which kernels a BLAS takes.
_SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/nix/store", "/gnu/store"),
    *("/usr/share/zoneinfo", "/dev/urandom", "/proc/cpuinfo", "/sys/devices/system/cpu"),
)


@dataclass(frozen=True)
class Permissions:
    """What a process may have.

    `readable` are files and folders that may be read, links among them followed; of the `project`, whose real path this
    is, it is all but what its top folder hides (`.git`, `.env`) and what links lead to. `writable` is a folder of its
    own. `memory` is in bytes, `seconds` of the processor's time; `file_size` is what one file may grow to, the answer
    included, in bytes. `kept` are the descriptors that stay open besides the standard three.
    """

    readable: Sequence[str] = ()
    project: str = ""
    writable: str = ""
    memory: int = 1 << 30
    seconds: float = 20.0
    file_size: int = 256 << 20
    kept: Sequence[int] = ()


def rules(permissions: Permissions) -> list[tuple[str, int]]:
    """The permissions as Landlock takes them: paths, and what may be done with each and all below it."""
    project = permissions.project.rstrip(os.sep)
    # A project that is itself installed for this Python is no part of it: its top folder may hide something.
    allowed = [(path, landlock.READ) for path in interpreter() if not _holds(path, project)]
    allowed += [(path, landlock.READ) for path in permissions.readable]
    if project:
        allowed.append((project, landlock.LIST))
        with os.scandir(project) as entries:
            allowed += [
                # A link would be followed, and to give leave to what it leads to is not for the project to say.
                (entry.path, landlock.READ)
                for entry in entries
                if not entry.name.startswith(".") and not entry.is_symlink()
            ]
    if permissions.writable:
        allowed.append((permissions.writable, landlock.WRITE))
    allowed.append((os.devnull, landlock.DISCARD))
    return allowed


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


@functools.cache
def interpreter() -> tuple[str, ...]:
    """What Python itself reads: its library, the packages installed for it, shared libraries, time zones."""
    own = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    own += [path for path in sys.path if os.path.isabs(path)]
    own += [sysconfig.get_config_var("LIBDIR") or "", *os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)]
    found = {os.path.realpath(path) for path in (*own, *_SYSTEM) if path and os.path.exists(path)}
    return tuple(sorted(path for path in found if not any(_holds(other, path) for other in found - {path})))
