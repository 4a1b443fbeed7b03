"""What else a result depends on: the Python, the packages and the machine that compute it, and this engine itself."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
# What the engine is made of beside its own folder: all that a module there imports, and all that those import. What
# decides whether two runs differ is among it, and so is what a kept result is read into.
_USED = (
    *("closing.py", "disk.py", "errors.py", "files.py", "mends.py", "model.py", "numbers/compare.py", "progress.py"),
    *("settings/engine.py", "settings/rights.py", "unseen.py"),
)
INHERITED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # by a snippet's process: an interpreter may not start without
_CPUINFO = 4096  # bytes of /proc/cpuinfo, which hold the first processor: the file grows with their number
# What is the same on every processor of a kind, on x86 and on Arm.
_KIND = (b"vendor_id", b"cpu family", b"model", b"stepping", b"flags", b"Features", b"CPU ")


@dataclass(frozen=True)
class Surroundings:
    """Texts that differ where results may: for `store.key`."""

    python: str  # its build, and every package that is installed
    numpy: str  # its version; "" where there is none
    blas: str  # the libraries that came with NumPy
    # The processor, by which NumPy and its BLAS choose their kernels; the C library's mathematics; where other
    # libraries are looked for; and whose process it is, which says what files let it do.
    machine: str
    engine: str  # the digest of the engine's sources: no change of it leaves old results


@functools.cache
def read() -> Surroundings:
    """Those of this process: its interpreter is the one that snippets run in. They do not change while it runs."""
    folders = [Path(path) for path in sys.path if path.startswith((sys.prefix, sys.base_prefix))]
    names = sorted({name for folder in folders for name in _names(folder)})
    packages = [name for name in names if name.endswith((".dist-info", ".egg-info", ".pth"))]
    numpy = next((name for name in packages if name.startswith("numpy-")), "")
    bundles = [folder / bundle for folder in folders for bundle in ("numpy.libs", "numpy/.dylibs")]
    libraries = {name for bundle in bundles for name in _names(bundle)}
    return Surroundings(
        f"{sys.version} {sys.implementation.cache_tag} {_digest('/'.join(packages).encode())}",
        numpy.removeprefix("numpy-").removesuffix(".dist-info"),
        " ".join(sorted(libraries)),
        " ".join((sys.platform, platform.machine(), _c_library(), _digest(_processor()), *_inherited(), _user())),
        _digest(b"".join(_sources())),
    )


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:  # a zip file, or nothing
        return []


def _c_library() -> str:
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, ValueError, OSError):  # another one
        return platform.release()


def _processor() -> bytes:
    """Its model and what it can do."""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            lines = file.read(_CPUINFO).partition(b"\n\n")[0].splitlines()
    except OSError:
        return platform.processor().encode()
    return b"\n".join(line for line in lines if line.startswith(_KIND))


def _inherited() -> list[str]:
    return [f"{name}={os.environ[name]}" for name in INHERITED if name in os.environ]


def _user() -> str:
    return f"{os.geteuid()}:{os.getegid()}" if hasattr(os, "geteuid") else ""


def _sources() -> Iterator[bytes]:
    for path in (*sorted(_PACKAGE.glob("code/*.py")), *(_PACKAGE / name for name in _USED)):
        data = path.read_bytes()
        yield f"{path.relative_to(_PACKAGE).as_posix()} {len(data)}\n".encode() + data


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
