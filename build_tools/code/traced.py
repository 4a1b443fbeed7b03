"""What a snippet reads and looks for, noted while it runs: the child's half of `inputs`.

Files are told by Python's audit events (PEP 578), modules by a finder that finds nothing, questions such as
`Path.exists`, which are no events, by functions that stand for those of `os`. A snippet that gets around all that
deceives nobody but itself. What cannot be followed is said in `unseen`; an answer that depends on it is not kept. When
a file was changed is no input: a claim may not depend on it.

Nothing here may disturb a snippet: whatever goes wrong ends in `unseen`.
"""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from build_tools.code.disk import Disk, racy, signature

# Kept from before a snippet ran, which may patch them.
_stat, _getcwd, _fspath, _fsdecode, _normpath = os.stat, os.getcwd, os.fspath, os.fsdecode, os.path.normpath
_getframe = sys._getframe
_Anything = BaseException
# The import system fills its own memory of folders, and so do we; neither shows a snippet what is in them.
_UNASKED = "<frozen importlib._bootstrap_external>", Disk.folder.__code__.co_filename
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_KINDS = 0o170000, 0o100000, 0o040000  # the bits of a mode that tell kinds apart, those of a file, those of a folder
_EMPTY = ("/dev/null", "/dev/zero")
_CHANGING = ("/dev", "/proc", "/sys")
# What changes files, and by which arguments.
_CHANGES = {
    "os.chmod": 1,
    "os.link": 2,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rename": 2,
    "os.rmdir": 1,
    "os.symlink": 2,
    "os.truncate": 1,
    "os.utime": 1,
}
# What reads where no event tells of it.
_BLIND = (
    "ctypes.dlopen",
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.system",
    "socket.connect",
    "socket.getaddrinfo",
    "sqlite3.connect",
    "subprocess.Popen",
)
_ASKING = ("stat", "lstat", "access", "readlink")


def _within(path: str, folders: tuple[str, ...]) -> bool:
    return any(path.startswith(folder) and path[len(folder) : len(folder) + 1] in ("", "/") for folder in folders)


def _interpreter() -> tuple[str, ...]:
    """Where Python and its packages lie, whose versions are known otherwise; and this generator."""
    prefixes = (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)
    folders = [path for path in (*sys.path, os.path.dirname(os.__file__)) if _within(path, prefixes)]
    if sys.prefix != sys.base_prefix:
        folders.append(sys.prefix)
    return (*folders, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


_INTERPRETER = _interpreter()


class Trace:
    """What is noted in this process. `install` makes one."""

    def __init__(self, root: str, ignored: Sequence[str]) -> None:
        self.root, self.ignored = root, tuple(ignored)
        self.disk = Disk(root, time.time_ns())
        self.noted: dict[str, dict[str, Any]] = {
            name: {} for name in ("files", "places", "folders", "modules", "signatures")
        }
        self.unseen = ""
        self.events: dict[str, Callable[..., None]] = {
            "open": self._opened,
            "os.listdir": self._listed,
            "os.scandir": self._listed,
            **{name: functools.partial(self._changed, count) for name, count in _CHANGES.items()},
            **{name: functools.partial(self._blind, name) for name in _BLIND},
        }

    def collected(self) -> dict[str, Any]:
        """What was noted, for `inputs.settled`; from now on nothing is."""
        try:
            self.events.clear()
            return {**self.noted, "unseen": self.unseen}
        except _Anything:
            return {"unseen": "it changes what notes it"}

    # ------------------------------------------------------------------------------------------- events

    def hook(self) -> Callable[[str, tuple[Any, ...]], None]:
        """What hears all audit events. Most are none of ours, and looking one up is all that they cost."""
        events = self.events

        def heard(event: str, arguments: tuple[Any, ...]) -> None:
            if event in events:
                try:
                    events[event](*arguments)
                except _Anything:
                    self.unseen = event

        return heard

    def _opened(self, path: Any, mode: Any, flags: int) -> None:
        name = self._name(path)
        if name is None:
            return
        if flags & _WRITING:
            self.unseen = f"it writes {name}"
        if name in self.noted["files"]:
            return
        try:
            status = _stat(self._full(name))
        except OSError:
            self._place(name)
            return
        all_kinds, regular, _ = _KINDS
        if status.st_mode & all_kinds != regular:
            self._place(name)
            return
        self.noted["files"][name] = ""  # before it is read: that is an event too
        if racy(status, self.disk.now):
            held = self.disk.file(name)
            if held is None:
                self.unseen = f"it reads {name}"
            else:
                self.noted["files"][name] = held.digest
        else:
            self.noted["signatures"][name] = signature(status)

    def _listed(self, path: Any) -> None:
        if _getframe(2).f_code.co_filename in _UNASKED:
            return
        if isinstance(path, int):
            self.unseen = "it lists an open folder"
            return
        name = self._name("." if path is None else path)
        if name is not None and name not in self.noted["folders"]:
            self.noted["folders"][name] = ""
            self.noted["folders"][name] = self.disk.folder(name)

    def _changed(self, count: int, *arguments: Any) -> None:
        for path in arguments[:count]:
            name = self._name(path)
            if name is not None:
                self.unseen = f"it changes {name}"

    def _blind(self, event: str, *arguments: Any) -> None:
        if arguments[:1] not in ((None,), (":memory:",)):  # a library without a name is Python itself
            self.unseen = event

    # ------------------------------------------------------------------------------------------- others

    def asked(self, path: Any, directory: Any) -> None:
        """Somebody asks what is at a path."""
        try:
            if directory is not None:
                self.unseen = "it looks into an open folder"
            name = self._name(path)
            if name is not None:
                self._place(name)
        except _Anything:
            self.unseen = "it asks for a file"

    def imported(self, name: str, folders: Iterable[Any]) -> None:
        """An import looks for a module in folders."""
        try:
            for folder in folders:
                known = self._name(folder or ".") if isinstance(folder, str) else None
                if known is not None:
                    path = f"{'' if known == '.' else f'{known}/'}{name.rpartition('.')[2]}"
                    if path not in self.noted["modules"]:
                        self.noted["modules"][path] = self.disk.module(path)
        except _Anything:
            self.unseen = f"it imports {name}"

    def _place(self, name: str) -> None:
        full = self._full(name)
        if name not in self.noted["places"] and not f"{self.root}/".startswith(f"{full}/"):
            self.noted["places"][name] = self.disk.place(name)

    def _full(self, name: str) -> str:
        return name if name.startswith("/") else f"{self.root}/{name}"

    def _name(self, path: Any) -> str | None:
        """A path as it is noted; None for one that is none of the project's, or an open file's number."""
        if isinstance(path, int):
            return None
        full = _fsdecode(_fspath(path))
        if not full.startswith("/"):
            full = f"{_getcwd()}/{full}"
        if "/../" not in f"{full}/":  # which leads elsewhere where a link stands before it
            full = _normpath(full)
        if full == self.root:
            return "."
        if _within(full, self.ignored) or full in _EMPTY:
            return None
        if full.startswith(f"{self.root}/"):
            return full[len(self.root) + 1 :]
        if full.endswith((".py", ".pyc", ".so")) or _within(full, _CHANGING):
            self.unseen = f"it reads {full}"
        return full


class _Finder:
    """Finds nothing, and notes what the import system looks for."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def find_spec(self, fullname: str, path: Iterable[Any] | None = None, target: Any = None) -> None:
        if fullname not in sys.builtin_module_names:
            self.trace.imported(fullname, sys.path if path is None else path)


def install(root: str, own: Sequence[str] = ()) -> Trace:
    """Begins to note what this process reads. There is no way back: it is for a process that runs one snippet.

    Args:
        root: the project's folder, as `os.getcwd` gives it: absolute and without links.
        own: folders that are this process's own, empty when it began.

    Returns:
        What is noted; its `collected` ends it.
    """
    ignored = [path for path in (*own, *_INTERPRETER) if not f"{root}/".startswith(f"{path}/")]
    trace = Trace(root, ignored)
    for name in _ASKING:
        _stand_in(name, trace)
    _stand_in("open", trace)
    sys.meta_path.insert(0, _Finder(trace))
    sys.addaudithook(trace.hook())
    return trace


def _stand_in(name: str, trace: Trace) -> None:
    """Puts a function in the place of one of `os` that tells of its calls."""
    original = getattr(os, name)

    @functools.wraps(original)
    def function(path: Any, *arguments: Any, **options: Any) -> Any:
        directory = options.get("dir_fd")
        if name != "open":  # which is an event, but one that does not tell of an open folder
            trace.asked(path, directory)
        elif directory is not None:
            trace.unseen = "it looks into an open folder"
        return original(path, *arguments, **options)

    for known in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks, os.supports_effective_ids):
        if original in known:
            known.add(function)
    setattr(os, name, function)
