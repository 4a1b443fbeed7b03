"""What earlier runs came to, kept on disk: a cache that is never stale, and never a reason for a run to fail.

One file, written by the parent process alone: no child ever sees it. Each row has its whole key, so that no other
result is ever taken for it, and a checksum: what a power failure leaves of it is no result.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from build_tools.closing import Closing
from build_tools.code import inputs
from build_tools.code.database import PAGE, Damaged, Database
from build_tools.disk import Disk

NAME = "results.sqlite"
FORMAT = 2
MOST = 100_000_000  # bytes of the file
_DAY = 86_400.0
_AT_ONCE = 500  # keys in one statement: older versions of SQLite take 999
_BESIDE = 256  # bytes that a row takes beside its content, about
_TABLES = {
    "results": "id INTEGER PRIMARY KEY, name BLOB, seal INTEGER, content BLOB",
    "uses": "id INTEGER PRIMARY KEY, engine TEXT, size INTEGER, used REAL",
}


def key(task: bytes, *, python: str, numpy: str, blas: str, machine: str, engine: str, limits: object) -> str:
    """The name under which a result is kept: a digest of everything that it may depend on beside `Inputs`.

    Args:
        task: the job as the child is told it, with its path, source, questions, context and substitutes.
        python, numpy, blas, machine, engine: those of `Surroundings`.
        limits: what the job is allowed, and where it runs; anything that JSON can hold.
    """
    others = json.dumps([FORMAT, python, numpy, blas, machine, engine, limits]).encode()
    digest = hashlib.sha256(f"{len(others)} ".encode())
    digest.update(others)
    digest.update(task)
    return digest.hexdigest()


class Entry(NamedTuple):
    """A result: in one line, as JSON, what it depended on beside its job; below it what the child answered.

    One text of bytes, cut only where somebody asks: a thousand of them are looked up at once.
    """

    content: bytes

    @property
    def depended(self) -> bytes:
        """`Inputs` as JSON."""
        return self.content.partition(b"\n")[0]

    @property
    def answer(self) -> bytes:
        """What the child answered, to the byte."""
        return self.content.partition(b"\n")[2]


def entry(answer: bytes, noted: Mapping[str, Any], disk: Disk) -> Entry | None:
    """A result to be kept; None where it is not certain what it depended on.

    Args:
        answer: what the child wrote.
        noted: what `traced` collected in the child.
        disk: the project's folder in this run.
    """
    settled = inputs.settled(noted, disk)
    return None if settled is None else Entry(json.dumps(settled.to_json()).encode() + b"\n" + answer)


def fresh(entry: Entry, disk: Disk) -> bool:
    """Whether a run would still come to this; `disk` is the project's folder in this round of look-ups."""
    depended = entry.depended
    return disk.once(depended, lambda: _fresh(depended, disk))


def _fresh(depended: bytes, disk: Disk) -> bool:
    try:
        return inputs.fresh(inputs.from_json(json.loads(depended)), disk)
    except (ValueError, RecursionError):
        return False


class Store(Closing):
    """The results of one project. Nothing it does raises; what keeps it from its work is in `trouble`.

    Args:
        folder: where it keeps its file; made where it does not exist.
        engine: the digest of the engine that runs now: results of others are the first to go.
        most: bytes that the file may grow to; results that were not used for longest make room.
    """

    def __init__(self, folder: Path, *, engine: str, most: int = MOST) -> None:
        self.path = folder / NAME
        self.engine, self.most = engine, most
        self._found: set[str] = set()  # keys that were used, and not yet said to be
        self._lock = threading.Lock()
        self._database = Database(self.path, FORMAT, _TABLES, most)

    @property
    def trouble(self) -> str:
        """Why nothing is found, or nothing kept, in words for a person."""
        reason = self._database.trouble
        return f"results of snippets are not kept in {self.path}: {reason}" if reason else ""

    def get(self, keys: Sequence[str]) -> dict[str, Entry]:
        """The results that are kept under some of the keys."""
        with self._lock:
            found = self._database.read(lambda connection: _get(connection, keys)) or {}
            self._found |= found.keys()
            return found

    def put(self, entries: Mapping[str, Entry]) -> None:
        """Keeps results, as far as that is possible."""
        some: dict[str, Entry] = {}
        room = 0
        for name, entry in entries.items():
            size = _size(entry)
            if size > self.most // 16:  # it would drive out too much
                continue
            if room + size > self.most // 8 or len(some) == _AT_ONCE:
                self._insert(some, room)
                some, room = {}, 0
            some[name] = entry
            room += size
        if some:
            self._insert(some, room)

    def close(self) -> None:
        """Says what was used, where nobody said so today, and lets go of the file."""
        with self._lock:
            if self._found:
                self._database.write(lambda connection: _touch(connection, self._found, _DAY))
            self._database.close()

    def _insert(self, entries: Mapping[str, Entry], room: int) -> None:
        """Keeps a few results, after making room for their size."""
        results, uses, now = [], [], time.time()
        for name, entry in entries.items():
            number, whole = _id(name), bytes.fromhex(name)
            results.append((number, whole, _seal(whole, entry.content), entry.content))
            uses.append((number, self.engine, _size(entry), now))

        def insert(connection: sqlite3.Connection) -> None:
            _touch(connection, self._found)
            self._found.clear()
            self._make_room(connection, room)
            connection.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", results)
            connection.executemany("INSERT OR REPLACE INTO uses VALUES (?, ?, ?, ?)", uses)
            numbers = list({number for number, *_ in results})
            count = f"SELECT count(*) FROM results WHERE id IN ({_marks(numbers)})"
            if connection.execute(count, numbers).fetchone() != (len(numbers),):
                raise Damaged("what is written to it is not found")

        with self._lock:
            self._database.write(insert)

    def _make_room(self, connection: sqlite3.Connection, room: int) -> None:
        """Deletes what was not used for longest, so that new rows of that size find their place.

        Half of the file is for the rows, half for the gaps between them: they lie in the order of their digests.
        """
        (pages,), (free,) = (
            connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count")
        )
        (held,) = connection.execute("SELECT total(size) FROM uses").fetchone()
        excess = max(held + room - self.most // 2, (pages - free) * PAGE + room - self.most * 9 // 10)
        if excess <= 0:
            return
        excess += self.most // 20  # so that not every run has to
        gone: list[tuple[int]] = []
        oldest = "SELECT id, CAST(size AS INTEGER) FROM uses ORDER BY engine = ?, used"
        for number, size in connection.execute(oldest, (self.engine,)).fetchall():
            if excess <= 0:
                break
            excess -= size or 0
            gone.append((number,))
        connection.executemany("DELETE FROM results WHERE id = ?", gone)
        connection.executemany("DELETE FROM uses WHERE id = ?", gone)


def _get(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    wanted = {bytes.fromhex(name): name for name in keys}
    for some in _portions({_id(name) for name in keys}):
        query = f"SELECT name, seal, content FROM results WHERE id IN ({_marks(some)})"
        for name, seal, content in connection.execute(query, some):
            try:
                if name in wanted and seal == _seal(name, content):
                    found[wanted[name]] = Entry(content)
            except TypeError:  # a row of something else than bytes
                continue
    return found


def _touch(connection: sqlite3.Connection, names: set[str], age: float = 0.0) -> None:
    """Says that results were used now, where that was last said that many seconds ago."""
    now = time.time()
    for some in _portions(map(_id, names)):
        query = f"UPDATE uses SET used = ? WHERE used <= ? AND id IN ({_marks(some)})"
        connection.execute(query, (now, now - age, *some))


def _portions(numbers: Iterable[int]) -> Iterator[list[int]]:
    """Numbers in the order in which they lie in the file, as many at once as one statement takes."""
    ordered = sorted(numbers)
    for start in range(0, len(ordered), _AT_ONCE):
        yield ordered[start : start + _AT_ONCE]


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def _id(name: str) -> int:
    """A key's place in the tables: as much of its digest as SQLite has room for. Two keys may be made to share one."""
    return int(name[:15], 16)


def _size(entry: Entry) -> int:
    return len(entry.content) + _BESIDE


def _seal(name: bytes, content: bytes) -> int:
    """A row's checksum."""
    return zlib.crc32(content, zlib.crc32(name))
