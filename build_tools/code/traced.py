"""What a snippet reads and looks for, noted while it runs: the child's half of `inputs`.

Files are told by Python's audit events (PEP 578). So are modules, by a finder that finds nothing, and questions such as
`Path.exists`, by functions that stand for those of `os`: neither is an event of Python's own. A snippet that gets
around all that deceives nobody but itself. What cannot be followed is said in `unseen`, and an answer that depends on
it is not kept. When a file was changed is no input: a claim may not depend on it.

Nothing here may disturb a snippet: whatever goes wrong ends in `unseen`. And it may cost next to nothing: what can be
made before a process is forked is made when this module is loaded.
"""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from build_tools.disk import Disk, racy, signature

# Kept from before a snippet ran, which may patch them.
_stat, _getcwd, _fspath, _fsdecode, _normpath = os.stat, os.getcwd, os.fspath, os.fsdecode, os.path.normpath
_getframe, _audit, _time_ns, _BUILTIN = sys._getframe, sys.audit, time.time_ns, frozenset(sys.builtin_module_names)
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
# Our own events.
_ASKED, _IMPORTED = "tashikame.asked", "tashikame.imported"


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
        self.unseen = ""
        self.ended = False
        self.noted: dict[str, dict[str, Any]] = {}
        self._now = _time_ns()
        self._disk: Disk | None = None

    def collected(self) -> dict[str, Any]:
        """What was noted, for `inputs.settled`; from now on nothing is."""
        try:
            self.ended = True
            return {**self.noted, "unseen": self.unseen}
        except _Anything:
            return {"unseen": "it changes what notes it"}

    @property
    def disk(self) -> Disk:
        """What is there; most snippets never ask."""
        if self._disk is None:
            self._disk = Disk(self.root, self._now)
        return self._disk

    def part(self, name: str) -> dict[str, Any]:
        """What is noted of one kind: that of `inputs.Inputs`."""
        return self.noted.setdefault(name, {})

    def hook(self) -> Callable[[str, tuple[Any, ...]], None]:
        """What hears all audit events. Most are none of ours, and looking one up is all that they cost."""
        heard = _HEARD

        def hear(event: str, arguments: tuple[Any, ...]) -> None:
            if event in heard:
                try:
                    if not self.ended:
                        heard[event](self, event, *arguments)
                except _Anything:
                    self.unseen = event

        return hear

    def _opened(self, event: str, path: Any, mode: Any, flags: int) -> None:
        name = self._name(path)
        if name is None:
            return
        if flags & _WRITING:
            self.unseen = f"it writes {name}"
        if name in self.part("files"):
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
        self.part("files")[name] = ""  # before it is read: that is an event too
        if racy(status, self.disk.now):
            held = self.disk.file(name)
            if held is None:
                self.unseen = f"it reads {name}"
            else:
                self.part("files")[name] = held.digest
        else:
            self.part("signatures")[name] = signature(status)

    def _listed(self, event: str, path: Any) -> None:
        if _getframe(2).f_code.co_filename in _UNASKED:
            return
        if isinstance(path, int):
            self.unseen = "it lists an open folder"
            return
        name = self._name("." if path is None else path)
        if name is not None and name not in self.part("folders"):
            self.part("folders")[name] = ""
            self.part("folders")[name] = self.disk.folder(name)

    def _changed(self, event: str, *arguments: Any) -> None:
        for path in arguments[: _CHANGES[event]]:
            name = self._name(path)
            if name is not None:
                self.unseen = f"it changes {name}"

    def _blind(self, event: str, *arguments: Any) -> None:
        if arguments[:1] not in ((None,), (":memory:",)):  # a library without a name is Python itself
            self.unseen = event

    def _asked(self, event: str, path: Any, directory: Any) -> None:
        if directory is not None:
            self.unseen = "it looks into an open folder"
        name = self._name(path)
        if name is not None:
            self._place(name)

    def _imported(self, event: str, module: str, folders: Iterable[Any] | None) -> None:
        if module in _BUILTIN:
            return
        for folder in sys.path if folders is None else folders:
            known = self._name(folder or ".") if isinstance(folder, str) else None
            if known is not None:
                path = f"{'' if known == '.' else f'{known}/'}{module.rpartition('.')[2]}"
                if path not in self.part("modules"):
                    self.part("modules")[path] = self.disk.module(path)

    def _place(self, name: str) -> None:
        full = self._full(name)
        if name not in self.part("places") and not f"{self.root}/".startswith(f"{full}/"):
            self.part("places")[name] = self.disk.place(name)

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


# Event → what notes it.
_HEARD: Mapping[str, Callable[..., None]] = {
    "open": Trace._opened,
    "os.listdir": Trace._listed,
    "os.scandir": Trace._listed,
    **dict.fromkeys(_CHANGES, Trace._changed),
    **dict.fromkeys(_BLIND, Trace._blind),
    _ASKED: Trace._asked,
    _IMPORTED: Trace._imported,
}


class _Finder:
    """Finds nothing, and tells what the import system looks for."""

    def find_spec(self, fullname: str, path: Iterable[Any] | None = None, target: Any = None) -> None:
        _audit(_IMPORTED, fullname, path)


def _stand_in(name: str) -> Callable[..., Any]:
    """A function that stands for one of `os`, and tells of its calls."""
    original = getattr(os, name)

    @functools.wraps(original)
    def function(path: Any, *arguments: Any, **options: Any) -> Any:
        directory = options.get("dir_fd")
        if name != "open" or directory is not None:  # to open is an event, but one that knows no open folder
            _audit(_ASKED, path, directory)
        return original(path, *arguments, **options)

    for known in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks, os.supports_effective_ids):
        if original in known:
            known.add(function)
    return function


_FINDER = _Finder()
_STAND_INS: Mapping[str, Callable[..., Any]] = {
    name: _stand_in(name) for name in ("stat", "lstat", "access", "readlink", "open")
}


def install(root: str, own: Sequence[str] = ()) -> Trace:
    """Begins to note what this process reads. There is no way back: it is for a process that runs one snippet.

    Args:
        root: the project's folder, as `os.getcwd` gives it: absolute and without links.
        own: folders that are this process's own, empty when it began.

    Returns:
        What is noted; its `collected` ends it.
    """
    trace = Trace(root, [path for path in (*own, *_INTERPRETER) if not f"{root}/".startswith(f"{path}/")])
    vars(os).update(_STAND_INS)
    sys.meta_path.insert(0, _FINDER)
    sys.addaudithook(trace.hook())
    return trace
