"""The project's files, as text: what cannot be read is a finding, and nothing that a builder reads is passed over."""

from __future__ import annotations

import errno
import hashlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from build_tools.disk import Disk, Signature, signature
from build_tools.model import Finding

# Builders make pages of these too, or publish them as they are; nothing of ours reads them.
_BUILT_TOO = (".markdown", ".mdown", ".mkdn", ".mkd")
_PUBLISHED_UNREAD = (".html", ".htm", ".xhtml")
_NOTEBOOK = ".ipynb"


class Kept(NamedTuple):
    """A file's text, as long as its signature is this one."""

    signature: Signature
    digest: str
    text: str


class Files:
    """The files below a project's root.

    Args:
        root: the project's folder.
        overlay: relative path → text that stands for the file of that name.
        earlier: what `kept` was when the same folder was looked through before: texts that need not be read again.
    """

    def __init__(self, root: Path, overlay: Mapping[str, str], earlier: Mapping[str, Kept] = {}) -> None:
        self.root, self.overlay, self._base, self._earlier = root, overlay, str(root), earlier
        self.kept: dict[str, Kept] = {}
        self.findings: list[Finding] = []
        self.refused: set[str] = set()
        self.assets: set[str] = set()  # what builders publish as it is, beside the pages that were read
        # All that is looked at, as it is then, in the form of `code.inputs`: what is made of it depends on that.
        # `variables` are those of the environment that a configuration asks for.
        kinds = ("files", "places", "folders", "modules", "links", "variables")
        self.noted: dict[str, dict[str, str]] = {kind: {} for kind in kinds}
        self._disk = Disk(str(root), time.time_ns())
        self._homes = [root.resolve()]
        self._inside: dict[str, bool] = {}  # for each folder, whether it is in one of them

    def bytes(self, path: str) -> bytes:
        """What a file holds.

        Raises:
            OSError: it cannot be read.
            ValueError: no file can have that name.
        """
        state = self._disk.place(path)
        try:
            if self._leads_out(path):
                raise PermissionError(errno.EACCES, "a link leads out of the project")
            data = (self.root / path).read_bytes()
        except (OSError, ValueError):
            # A file that is not ours to read looks the same once it is: then no look finds this state.
            self.noted["places"][path] = f"{state}, unread" if "file of" in state else state
            raise
        self.noted["files"][path] = hashlib.sha256(data).hexdigest()
        return data

    def is_file(self, path: str) -> bool:
        """Whether there is a file, or what stands for one."""
        if path in self.overlay:
            return True
        self.noted["places"][path] = self._disk.place(path)
        return os.path.isfile(os.path.join(self._base, path))

    def names(self, path: str) -> list[str]:
        """The names in a folder, sorted, those that only the overlay has included; none where there is no folder."""
        found = {name.partition("/")[0] for name in _below(path, self.overlay)}
        self.noted["folders"][path] = self._disk.folder(path)
        with suppress(OSError):
            found.update(name.rstrip("/") for name in self._disk.names(path))
        return sorted(found)

    def raw(self, path: str) -> str | None:
        """What a file holds, read as text whatever it is; None where there is no such file, without a finding."""
        if path in self.overlay:
            return self.overlay[path]
        try:
            return self.bytes(path).decode("utf-8", "replace") if self.is_file(path) else None
        except (OSError, ValueError):  # a name that no file can have
            return None

    def text(self, path: str) -> str | None:
        """A file's text with `\\n` line ends; None where there is no such file, or a finding says why it is unread."""
        if path in self.overlay:
            return self.overlay[path]
        known = self._earlier.get(path)
        if known is not None and known.signature == self._disk.signature(path) and not self._leads_out(path):
            self.kept[path] = known
            self.noted["files"][path] = known.digest
            return known.text
        place = os.path.join(self._base, path)
        try:
            if os.path.exists(place) and not os.path.isfile(place):
                self.noted["places"][path] = self._disk.place(path)
                self._refuse(path, "this is no file", "put a file in its place")
                return None
            before = self._disk.settled(path)
            text = self.bytes(path).decode("utf-8").replace("\r\n", "\n")
            if before is not None and before == signature(os.stat(place)):
                self.kept[path] = Kept(before, self.noted["files"][path], text)
            return text
        except FileNotFoundError:
            if os.path.islink(place):
                self._refuse(path, "this link leads nowhere", "mend the link, or remove it")
        except UnicodeDecodeError:
            self._refuse(path, "this is no UTF-8 text", "save it as UTF-8 text")
        except OSError as error:
            mend = "put the file itself in its place" if self._leads_out(path) else "make it a readable file"
            self._refuse(path, f"this file cannot be read: {error.strerror}", mend)
        return None

    def beside(self, stem: str) -> list[str]:
        """The names in the project's own folder that begin with `stem` and a dot, sorted."""
        found = {name for name in self.overlay if "/" not in name}
        self.noted["modules"][stem] = self._disk.module(stem)
        with suppress(OSError):
            found.update(name.rstrip("/") for name in self._disk.names(""))
        return sorted(name for name in found if name.startswith(f"{stem}."))

    def _refuse(self, path: str, message: str, mend: str) -> None:
        self.refused.add(path)
        self.findings.append(Finding(path, 1, 1, "file", message, mend))

    def pages(self, folder: Path) -> list[str]:
        """The Markdown files of a language by their path below its folder; a folder without any is a finding."""
        prefix = Path(os.path.relpath(folder, self.root)).as_posix()
        names = set(_below(prefix, self.overlay))
        names.update(self._walk(prefix))
        self._homes.append(folder.resolve())  # wherever it is, the configuration has named it
        self._inside.clear()
        for name in sorted(names):
            ending = name.lower()
            if self._strays(f"{prefix}/{name}"):
                what = "this link leads out of the project, and builders publish what is there"
                self._refuse(f"{prefix}/{name}", what, "put the file itself in its place")
            elif _leads_nowhere(os.path.join(folder, name)) and not _is_hidden(name):
                self._refuse(f"{prefix}/{name}", "this link leads nowhere", "mend the link, or remove it")
            elif ending.endswith((*_BUILT_TOO, ".md")) and not name.endswith(".md"):
                what = "builders make a page of this file, and it is not read here"
                self._refuse(f"{prefix}/{name}", what, "give its name the ending .md")
            elif ending.endswith(_PUBLISHED_UNREAD):
                what = "builders publish this file as it is, and it is not read here"
                self._refuse(f"{prefix}/{name}", what, "write it as Markdown")
            elif ending.endswith(_NOTEBOOK):
                what = "builders make a page of this notebook, and it is not read here"
                mend = "write it as a lesson: the build makes a notebook of every lesson"
                self._refuse(f"{prefix}/{name}", what, mend)
            elif not name.endswith(".md") and not _is_hidden(name):
                self.assets.add(f"{prefix}/{name}")
        found = sorted(name for name in names if name.endswith(".md") and f"{prefix}/{name}" not in self.refused)
        if not found:
            self._refuse(prefix, "there are no pages here", "write one: index.md")
        return found

    def _leads_out(self, path: str) -> bool:
        """The same of a file that lies inside by its name: one that does not is what the configuration names."""
        return not path.startswith(os.pardir) and self._strays(path)

    def _strays(self, path: str) -> bool:
        """Whether a link on the way to a file leads out of the project: who wrote it may not know what is there."""
        place = os.path.join(self._base, path)
        above = os.path.dirname(place)
        if above not in self._inside:
            self._inside[above] = _is_below(above, self._homes)
        return not (_is_below(place, self._homes) if os.path.islink(place) else self._inside[above])

    def _walk(self, folder: str) -> Iterator[str]:
        """Every file below a folder, by its path from there; through links as builders go, and nowhere twice."""
        seen: set[str] = set()
        waiting = [""]
        while waiting:
            inner = waiting.pop()
            place = os.path.realpath(self.root / folder / inner)
            if place in seen:
                continue
            seen.add(place)
            self.noted["folders"][f"{folder}/{inner}"] = self._disk.folder(f"{folder}/{inner}")
            self.noted["links"][f"{folder}/{inner}"] = self._disk.links(f"{folder}/{inner}")
            try:
                names = self._disk.names(f"{folder}/{inner}")
            except OSError as error:
                if inner:  # builders may see more of it than is seen here
                    what = f"this folder cannot be listed: {error.strerror}"
                    self._refuse(f"{folder}/{inner}".rstrip("/"), what, "make it readable, or remove it")
                continue
            for name in names:
                if name.endswith("/"):
                    waiting.append(f"{inner}{name}")
                else:
                    yield f"{inner}{name}"


def _leads_nowhere(place: str) -> bool:
    return os.path.islink(place) and not os.path.exists(place)


def _is_hidden(name: str) -> bool:
    """Whether builders pass a file over."""
    return any(part.startswith(".") for part in name.split("/"))


def _is_below(path: str, homes: Iterable[Path]) -> bool:
    """Whether a path leads into one of these folders in the end."""
    place = Path(os.path.realpath(path))
    return any(place.is_relative_to(home) for home in homes)


def variable(name: str) -> str:
    """The state of a variable of the environment: a digest, since some are secrets; `-` where it is not set."""
    value = os.environ.get(name)
    return "-" if value is None else hashlib.sha256(value.encode("utf-8", "surrogateescape")).hexdigest()


def _below(path: str, overlay: Mapping[str, str]) -> Iterator[str]:
    """What the overlay has below a folder, by its path from there on."""
    return (name.removeprefix(f"{path}/") for name in overlay if name.startswith(f"{path}/"))
