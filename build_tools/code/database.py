"""A SQLite file that several processes use, and that nobody relies on: what is wrong with it costs what is in it.

SQLite is what makes two writers at once, an end by kill -9 and a full disk harmless. A file that is none of ours, or is
damaged, is made anew.

The file is only ever deleted by a process that is the only one to use it, which a lock beside it tells: a database that
is unlinked while somebody writes to it takes the next one with it (https://www.sqlite.org/howtocorrupt.html, 2.4).
"""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

try:
    import fcntl
except ImportError:  # Windows, where a file that somebody uses cannot be deleted anyway
    fcntl = None  # type: ignore[assignment]

PAGE = 16_384  # bytes, the largest part of which a row takes: fewer are read
_PATIENCE = 5.0  # seconds to wait for another process
_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)  # the first: a table that is missing
_T = TypeVar("_T")


class Damaged(Exception):
    """The file is none of ours, or not as we left it."""


class Database:
    """The file, open. Nothing here raises what the system or SQLite refuse: it is in `trouble`.

    Args:
        path: of the file; its folder is made where it does not exist.
        version: of the tables: a file of another one is made anew.
        tables: the columns of each table, as SQL has them.
        most: bytes that the file may grow to.
    """

    def __init__(self, path: Path, version: int, tables: Mapping[str, str], most: int) -> None:
        self.path, self.version, self.tables, self.most = path, version, tables, most
        self.trouble = ""  # why nothing is read, or nothing written, in words for a person
        self._writes = True
        self._guard = -1
        self._connection: sqlite3.Connection | None = None
        with self._minding():
            self._open()

    def read(self, action: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """What an action comes to; None where it cannot be done. A file that turns out to be damaged is made anew."""
        if self._connection is None:
            return None
        with self._minding():
            try:
                return action(self._connection)
            except (sqlite3.Error, Damaged) as error:
                if _damaged(error):
                    if self._renew() and self._connection is not None:
                        return action(self._connection)
                elif _code(error) == sqlite3.SQLITE_BUSY:  # once is enough to wait for
                    self._connection.close()
                    self._connection = None
                else:  # full, read-only: what is there can still be read
                    self._writes = False
                raise
        return None

    def write(self, action: Callable[[sqlite3.Connection], None]) -> None:
        """Does something, whole or not at all; nothing, where that failed before."""
        if self._writes:
            self.read(lambda connection: _whole(connection, action))

    def close(self) -> None:
        """Lets go of the file."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if self._guard >= 0:
            os.close(self._guard)
            self._guard = -1

    # ------------------------------------------------------------------------------------- open, and anew

    def _open(self) -> None:
        with suppress(FileExistsError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._guard = self._guarded()
        try:
            self._connection = self._connect()
        except (sqlite3.Error, Damaged) as error:
            if not _damaged(error) or not self._renew():
                raise

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            database.execute(f"PRAGMA page_size = {PAGE}")  # of a new file
            database.execute("PRAGMA synchronous = OFF")  # what a power failure leaves of it may be lost
            version = _version(database)
            if version == 0:
                _whole(database, self._make)
            elif version != self.version:
                raise Damaged(f"it is of another version, {version}")
            for table, columns in self.tables.items():
                names = ", ".join(column.split()[0] for column in columns.split(", "))
                database.execute(f"SELECT {names} FROM {table} LIMIT 0")
            database.execute(f"PRAGMA max_page_count = {max(self.most // PAGE, 16)}")
        except BaseException:
            database.close()
            raise
        return database

    def _make(self, database: sqlite3.Connection) -> None:
        if _version(database) != 0:
            return  # somebody else was quicker
        if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise Damaged("it is a database of something else")
        for table, columns in self.tables.items():
            database.execute(f"CREATE TABLE {table} ({columns})")
        database.execute(f"PRAGMA user_version = {self.version}")

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
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        deadline = time.monotonic() + _PATIENCE
        while self._guard >= 0 and time.monotonic() < deadline:
            alone = _seized(self._guard)
            if not alone:
                _share(self._guard)
            try:
                self._connection = self._sound()
                if self._connection is None and alone:
                    for ending in ("-journal", "-wal", "-shm", ""):
                        with suppress(FileNotFoundError):
                            os.unlink(f"{self.path}{ending}")
                    self._connection = self._connect()
            finally:
                _share(self._guard)
            if self._connection is not None:
                return True
            _leave(self._guard)  # so that another one who waits for the same is alone
            time.sleep(random.uniform(0.001, 0.02))
        return False

    def _sound(self) -> sqlite3.Connection | None:
        """The database, where nothing is wrong with it any more."""
        try:
            database = self._connect()
        except (sqlite3.Error, Damaged):
            return None
        try:
            if database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
                return database
        except sqlite3.Error:
            pass
        database.close()
        return None

    @contextmanager
    def _minding(self) -> Iterator[None]:
        """What is refused is said in `trouble`."""
        try:
            yield
        except (sqlite3.Error, Damaged, OSError) as error:
            self.trouble = error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _whole(database: sqlite3.Connection, action: Callable[[sqlite3.Connection], None]) -> None:
    """Does something in a transaction of its own."""
    database.execute("BEGIN IMMEDIATE")
    try:
        action(database)
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # it rolls back by itself where the disk is full
            database.execute("ROLLBACK")
        raise


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


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


def _leave(guard: int) -> None:
    if fcntl is not None:
        fcntl.flock(guard, fcntl.LOCK_UN)


def _damaged(error: Exception) -> bool:
    """Whether what went wrong is the file's own fault, and a new one would do better."""
    return isinstance(error, Damaged) or _code(error) in _DAMAGE


def _code(error: Exception) -> int:
    """SQLite's own number for what went wrong, without its details; 0 for what did not come from it."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
