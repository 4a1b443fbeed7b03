"""What earlier runs came to, kept on disk: a cache that is never stale, and never a reason for a run to fail.

One SQLite file, written by the parent process alone. SQLite is what makes two builds at once, an end by kill -9 and a
full disk harmless; what a power failure may leave of a file that is not synchronised is told by each row's checksum. A
file that is none of ours, or is damaged, is made anew.

The file is only ever deleted by a process that is the only one to use it, which a lock beside it tells: a database that
is unlinked while somebody writes to it takes the next one with it (https://www.sqlite.org/howtocorrupt.html, 2.4).
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from build_tools.code import inputs
from build_tools.code.inputs import Disk

try:
    import fcntl
except ImportError:  # Windows, where a file that somebody uses cannot be deleted anyway
    fcntl = None  # type: ignore[assignment]

NAME = "results.sqlite"
FORMAT = 1
MOST = 100_000_000  # bytes of the file
_PATIENCE = 2.0  # seconds to wait for another process
_DAY = 86_400.0
_AT_ONCE = 500  # keys in one statement: older versions of SQLite take 999
_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)  # the first: a table that is missing
_PAGE = 16_384  # bytes, the largest part of which a row takes: fewer are read
_BESIDE = 256  # bytes that a row takes beside its two texts, about
_SCHEMA = f"""
    CREATE TABLE results (id INTEGER PRIMARY KEY, seal INTEGER, depended BLOB, answer BLOB);
    CREATE TABLE uses (id INTEGER PRIMARY KEY, engine TEXT, size INTEGER, used REAL);
    PRAGMA user_version = {FORMAT};
"""
_T = TypeVar("_T")


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
    """A result: what the child answered, to the byte, and what that depended on beside its job."""

    answer: bytes
    depended: bytes = b"{}"  # `Inputs` as JSON: read only when it is needed, and once where many depend on the same


def entry(answer: bytes, noted: Mapping[str, Any], disk: Disk) -> Entry | None:
    """A result to be kept; None where it is not certain what it depended on.

    Args:
        answer: what the child wrote.
        noted: what `traced` collected in the child.
        disk: the project's folder in this run.
    """
    settled = inputs.settled(noted, disk)
    return None if settled is None else Entry(answer, json.dumps(settled.to_json()).encode())


def fresh(entry: Entry, disk: Disk) -> bool:
    """Whether a run would still come to this; `disk` is the project's folder in this round of look-ups."""
    return disk.once(entry.depended, lambda: _fresh(entry.depended, disk))


def _fresh(depended: bytes, disk: Disk) -> bool:
    try:
        return inputs.fresh(inputs.from_json(json.loads(depended)), disk)
    except (ValueError, RecursionError):
        return False


class _Damaged(Exception):
    """The file is none of ours."""


class Store:
    """The results of one project. Nothing it does raises; what keeps it from its work is in `trouble`.

    Args:
        folder: where it keeps its file; made where it does not exist.
        engine: the digest of the engine that runs now: results of others are the first to go.
        most: bytes that the file may grow to; results that were not used for longest make room.
    """

    def __init__(self, folder: Path, *, engine: str, most: int = MOST) -> None:
        self.path = folder / NAME
        self.engine, self.most = engine, most
        self.trouble = ""  # why nothing is found, or nothing kept, in words for a person
        self._writes = True
        self._found: dict[str, None] = {}  # the keys that were used and not yet said to be
        self._lock = threading.Lock()
        self._guard = -1
        self._database: sqlite3.Connection | None = None
        with self._minding():
            self._open()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def get(self, keys: Sequence[str]) -> dict[str, Entry]:
        """The results that are kept under some of the keys."""
        with self._lock:
            return self._try(lambda database: self._get(database, keys)) or {}

    def put(self, entries: Mapping[str, Entry]) -> None:
        """Keeps results, as far as that is possible."""
        with self._lock:
            if self._writes:
                self._try(lambda database: self._put(database, entries))

    def close(self) -> None:
        """Says what was used, where nobody said so today, and lets go of the file."""
        with self._lock:
            if self._found and self._writes:
                self._try(lambda database: self._touch(database, _DAY))
            self._release()

    # --------------------------------------------------------------------------------------------- the file

    def _open(self) -> None:
        with suppress(FileExistsError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._guard = self._guarded()
        try:
            self._database = self._connect()
        except (sqlite3.Error, _Damaged) as error:
            if not _damaged(error) or not self._renew():
                raise

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            database.execute(f"PRAGMA page_size = {_PAGE}")  # of a new file
            database.execute("PRAGMA synchronous = OFF")  # each row has its checksum, and the cache may be lost
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                with _transaction(database):
                    if database.execute("PRAGMA user_version").fetchone()[0] == 0:  # nobody else was quicker
                        if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                            raise _Damaged("it is a database of something else")
                        for statement in _SCHEMA.split(";"):
                            database.execute(statement)
            elif version != FORMAT:
                raise _Damaged(f"it is of another version, {version}")
            database.execute("SELECT id, seal, depended, answer FROM results LIMIT 0")
            database.execute("SELECT id, engine, size, used FROM uses LIMIT 0")
            database.execute(f"PRAGMA max_page_count = {max(self.most // _PAGE, 16)}")
        except BaseException:
            database.close()
            raise
        return database

    def _guarded(self) -> int:
        """A lock that says that the file is in use, shared by all who use it; -1 where there can be none."""
        try:
            guard = os.open(self.path.with_name("lock"), os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        except OSError:  # nobody can delete anything here
            return -1
        try:
            _share(guard)
        except BaseException:
            os.close(guard)
            raise
        return guard

    def _renew(self) -> bool:
        """Makes the file anew, or takes it as somebody else has made it anew; False where others still use it."""
        if self._database is not None:
            self._database.close()
            self._database = None
        deadline = time.monotonic() + _PATIENCE
        while self._guard >= 0 and time.monotonic() < deadline:
            alone = _seized(self._guard)
            try:
                self._database = self._sound()
                if self._database is None and alone:
                    for ending in ("-journal", "-wal", "-shm", ""):
                        with suppress(FileNotFoundError):
                            os.unlink(f"{self.path}{ending}")
                    self._database = self._connect()
            finally:
                _share(self._guard)
            if self._database is not None:
                return True
            time.sleep(random.uniform(0.001, 0.02))
        return False

    def _sound(self) -> sqlite3.Connection | None:
        """The database, where nothing is wrong with it any more."""
        try:
            database = self._connect()
        except (sqlite3.Error, _Damaged):
            return None
        try:
            if database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
                return database
        except sqlite3.Error:
            pass
        database.close()
        return None

    def _release(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None
        if self._guard >= 0:
            os.close(self._guard)
            self._guard = -1

    @contextmanager
    def _minding(self) -> Iterator[None]:
        """Whatever the system refuses is said in `trouble`, and the run goes on without."""
        try:
            yield
        except (sqlite3.Error, _Damaged, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.trouble = f"results of snippets are not kept in {self.path}: {reason}"

    def _try(self, action: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """What an action comes to; None where it fails. A file that turns out to be damaged is made anew."""
        if self._database is None:
            return None
        with self._minding():
            try:
                return action(self._database)
            except (sqlite3.Error, _Damaged) as error:
                if _damaged(error):
                    self._renew()
                else:  # full, read-only, locked for too long: what is there can still be read
                    self._writes = False
                raise
        return None

    # ------------------------------------------------------------------------------------------ the results

    def _get(self, database: sqlite3.Connection, keys: Sequence[str]) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        known = {_id(name): name for name in keys}
        wanted = sorted(known)
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            query = f"SELECT id, seal, depended, answer FROM results WHERE id IN ({_marks(len(some))})"
            for number, seal, depended, answer in database.execute(query, some):
                name = known[number]
                try:
                    if seal == _seal(name, depended, answer):
                        found[name] = Entry(answer, depended)
                except TypeError:  # a row of something else than bytes
                    continue
        self._found |= dict.fromkeys(found)
        return found

    def _put(self, database: sqlite3.Connection, entries: Mapping[str, Entry]) -> None:
        some: dict[str, Entry] = {}
        room = 0
        for name, entry in entries.items():
            size = _size(entry)
            if size > self.most // 16:  # it would drive out too much
                continue
            if room + size > self.most // 8 or len(some) == _AT_ONCE:
                self._insert(database, some, room)
                some, room = {}, 0
            some[name] = entry
            room += size
        self._insert(database, some, room)

    def _insert(self, database: sqlite3.Connection, entries: Mapping[str, Entry], room: int) -> None:
        with _transaction(database):
            self._touch(database)
            self._make_room(database, room)
            database.executemany(
                "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)",
                [
                    (_id(name), _seal(name, entry.depended, entry.answer), entry.depended, entry.answer)
                    for name, entry in entries.items()
                ],
            )
            now = time.time()
            database.executemany(
                "INSERT OR REPLACE INTO uses VALUES (?, ?, ?, ?)",
                [(_id(name), self.engine, _size(entry), now) for name, entry in entries.items()],
            )
            numbers = [_id(name) for name in entries]
            query = f"SELECT count(*) FROM results WHERE id IN ({_marks(len(numbers))})"
            if database.execute(query, numbers).fetchone() != (len(numbers),):
                raise _Damaged("what is written to it is not found")

    def _make_room(self, database: sqlite3.Connection, room: int) -> None:
        """Deletes what was not used for longest, so that new rows of that size find their place.

        Half of the file is for the rows, half for the gaps between them: they lie in the order of their digests.
        """
        pages, free = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count"))
        held = database.execute("SELECT total(size) FROM uses").fetchone()[0]
        excess = max(held + room - self.most // 2, (pages - free) * _PAGE + room - self.most * 9 // 10)
        if excess <= 0:
            return
        excess += self.most // 20  # so that not every run has to
        gone: list[tuple[int]] = []
        oldest = database.execute("SELECT id, size FROM uses ORDER BY engine = ?, used", (self.engine,)).fetchall()
        for number, size in oldest:
            if excess <= 0:
                break
            excess -= size
            gone.append((number,))
        database.executemany("DELETE FROM results WHERE id = ?", gone)
        database.executemany("DELETE FROM uses WHERE id = ?", gone)

    def _touch(self, database: sqlite3.Connection, age: float = 0.0) -> None:
        """Says of what was found that it was used now, where that was last said that long ago."""
        now, numbers = time.time(), sorted(map(_id, self._found))
        for start in range(0, len(numbers), _AT_ONCE):
            some = numbers[start : start + _AT_ONCE]
            query = f"UPDATE uses SET used = ? WHERE used <= ? AND id IN ({_marks(len(some))})"
            database.execute(query, (now, now - age, *some))
        self._found.clear()


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # it rolls back by itself where the disk is full
            database.execute("ROLLBACK")
        raise


def _share(guard: int) -> None:
    """Waits for a lock that many may hold.

    Raises:
        OSError: somebody holds it alone, for longer than anybody should.
    """
    deadline = time.monotonic() + _PATIENCE
    while fcntl is not None:
        try:
            fcntl.flock(guard, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.005)


def _seized(guard: int) -> bool:
    """Whether nobody else holds the lock; where somebody does, it may be lost, and has to be shared anew."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _damaged(error: Exception) -> bool:
    """Whether what went wrong is the file's own fault, and a new one would do better."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, _Damaged) or (code is not None and code & 0xFF in _DAMAGE)


def _marks(count: int) -> str:
    return ",".join("?" * count)


def _id(name: str) -> int:
    """A key's place in the tables: as much of its digest as SQLite has room for. More of it is in the seal."""
    return int(name[:15], 16)


def _size(entry: Entry) -> int:
    return len(entry.answer) + len(entry.depended) + _BESIDE


def _seal(name: str, depended: bytes, answer: bytes) -> int:
    return zlib.crc32(answer, zlib.crc32(depended, int(name[15:23], 16)))
