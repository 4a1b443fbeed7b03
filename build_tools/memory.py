"""What pure steps came to, kept for the next time they are due: in this process, and on disk for the next one.

A step's name is the digest of everything that it depends on, this program among it. So nothing kept is ever stale, and
whatever is lost is made again.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import zlib
from collections.abc import Callable, Hashable, Iterable
from operator import is_
from pathlib import Path
from typing import Any, TypeVar

from build_tools.closing import Closing
from build_tools.code import surroundings
from build_tools.code.store import Entry, Store

_PROGRAM = Path(__file__).parent
_MOST = 400_000_000  # bytes on disk
_AT_ONCE = 64  # steps whose results are read in one go
_T = TypeVar("_T")


def named(kind: str, *parts: str | bytes) -> str:
    """The name of a step.

    Args:
        kind: which step it is.
        parts: all that it depends on.
    """
    digest = hashlib.sha256(_program())
    for part in (kind, *parts):
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(b"%d " % len(data))
        digest.update(data)
    return digest.hexdigest()


@functools.cache
def _program() -> bytes:
    """The digest of this program, of the Python that runs it and of all packages beside it."""
    digest = hashlib.sha256(repr(vars(surroundings.read())).encode())
    for path in sorted(_PROGRAM.rglob("*.py")):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(_PROGRAM).as_posix()} {len(data)} ".encode())
        digest.update(data)
    return digest.digest()


def packed(result: Any) -> bytes:
    """A result as it is kept."""
    return zlib.compress(pickle.dumps(result, pickle.HIGHEST_PROTOCOL), 1)


def unpacked(data: bytes) -> Any:
    """What was packed."""
    return pickle.loads(zlib.decompress(data))


class Memory(Closing):
    """Results by the names of their steps. Nothing here raises.

    Args:
        folder: where they are on disk; None for in this process alone.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._held: dict[str, Any] = {}
        self._used: set[str] = set()
        self._new: set[str] = set()
        self._packed: dict[str, bytes] = {}  # of what is held, as far as it was packed
        self._small: dict[Hashable, tuple[tuple[object, ...], Any]] = {}  # what small steps were made from, and came to
        self._asked: set[Hashable] = set()  # those of them that were asked for in this round
        self._store = None if folder is None else Store(folder, engine=_program().hex(), most=_MOST)

    def recall(self, names: Iterable[str]) -> None:
        """Reads from disk what is there under some names, before it is asked for one by one."""
        missing = [name for name in names if name not in self._held]
        if self._store is None:
            return
        for start in range(0, len(missing), _AT_ONCE):
            for name, entry in self._store.get(missing[start : start + _AT_ONCE]).items():
                try:
                    self._held[name] = unpacked(entry.answer)
                    self._packed[name] = entry.answer
                except Exception:  # whatever a file that somebody else wrote can raise: it is no result
                    continue

    def get(self, name: str) -> Any:
        """What is held under a name; None where there is nothing."""
        self._used.add(name)
        return self._held.get(name)

    def put(self, name: str, result: Any, packed: bytes | None = None) -> None:
        """Holds a result; `packed`, where somebody has packed it already."""
        self._used.add(name)
        self._new.add(name)
        self._held[name] = result
        self._packed.pop(name, None)
        if packed is not None:
            self._packed[name] = packed

    def packed(self, names: Iterable[str]) -> tuple[bytes, ...] | None:
        """What is held under some names, packed; None where some of it is not."""
        found = [self._packed.get(name) for name in names]
        return None if None in found else tuple(filter(None, found))

    def same(self, step: Hashable, of: tuple[object, ...], make: Callable[[], _T]) -> _T:
        """What a small step comes to: taken from an earlier round where it was made from the very same objects.

        Args:
            step: which one it is, with whatever it depends on beside `of`. It goes to no disk.
            of: what it is made from: objects that nobody changes.
            make: makes it.
        """
        self._asked.add(step)
        known = self._small.get(step)
        if known is None or len(known[0]) != len(of) or not all(map(is_, known[0], of)):
            known = self._small[step] = of, make()
        found: _T = known[1]
        return found

    def settle(self) -> None:
        """Ends a round: what is new goes to disk, and what nobody asked for in this round is let go of."""
        if self._store is not None:
            for name in self._new - self._packed.keys():
                self._packed[name] = packed(self._held[name])
            self._store.put({name: Entry(b"{}\n" + self._packed[name]) for name in self._new})
        self._held = {name: result for name, result in self._held.items() if name in self._used}
        self._packed = {name: data for name, data in self._packed.items() if name in self._used}
        self._small = {step: known for step, known in self._small.items() if step in self._asked}
        self._used, self._new, self._asked = set(), set(), set()

    def close(self) -> None:
        """Lets go of the file."""
        if self._store is not None:
            self._store.close()
