"""A project's files for a machine that does not have them: packed here, unpacked there, each content once.

That is `snippets/` as a whole, and the data files that headers ask for. All else that a snippet could read here it
would miss there: such a run is told from others by what it noted (`amiss`).
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from build_tools.code import inputs
from build_tools.disk import Disk
from build_tools.errors import UsageError

FOLDER = "snippets"
MOST = 1 << 30  # bytes of all files together: they are in memory, here and on the way


@dataclass(frozen=True)
class Parcel:
    """Files, packed. `files` are the digests of what they hold, by path relative to the project's folder."""

    data: bytes
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """What tells one from another."""
        return hashlib.sha256(self.data).hexdigest()

    def holds(self, path: str) -> bool:
        """Whether what is there, or is not, is the same here and where it is unpacked."""
        return path == FOLDER or path.startswith(f"{FOLDER}/") or path in self.files

    def noted(self, noted: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a run among the unpacked files noted, as if it had run here.

        Its signatures are those of other files: what was in them is known. What it found outside the project is of
        another machine, and nobody looks there again.
        """
        try:
            found = inputs.from_json(noted)
        except ValueError:
            return noted
        outside = [path for part in (found.files, found.places, found.folders) for path in part if path.startswith("/")]
        outside += [path for path, state in found.modules.items() if path.startswith("/") and state != "-"]
        if outside:
            return {"unseen": f"it reads {outside[0]} on another machine"}
        files = {path: digest or self.files.get(path, "") for path, digest in found.files.items()}
        return {**noted, "files": files, "signatures": {}}

    def amiss(self, noted: Mapping[str, Any], disk: Disk) -> str:
        """A path at which a run among the unpacked files found something else than is here; "" where there is none."""
        try:
            found = inputs.from_json(noted)
        except ValueError:
            return ""
        for part, state in ((found.places, disk.place), (found.folders, disk.folder), (found.modules, disk.module)):
            for path, seen in sorted(part.items()):
                if not path.startswith("/") and not self.holds(path) and state(path) != seen:
                    return path
        return ""


def pack(root: Path, files: Iterable[str]) -> Parcel:
    """Packs what jobs may read: the same bytes wherever the files are the same.

    Args:
        root: the project's folder.
        files: data files, relative to it; one that cannot be read is left out, as in the folder.

    Raises:
        UsageError: they are too many to be sent.
    """
    packed = io.BytesIO()
    digests: dict[str, str] = {}
    size = 0
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in [*_below(root, FOLDER), *sorted({path for path in files if not path.startswith(f"{FOLDER}/")})]:
            with suppress(OSError):
                member, data = _member(root, path)
                size += len(data)
                if size > MOST:
                    message = f"what snippets read is more than {MOST >> 30} GB: it cannot be sent to workers"
                    raise UsageError(message, "make the data files of `# needs:` smaller, or leave out --executor")
                archive.addfile(member, io.BytesIO(data))
                if member.isreg():
                    digests[path] = hashlib.sha256(data).hexdigest()
    return Parcel(packed.getvalue(), digests)


def unpack(data: bytes, folder: Path) -> None:
    """Puts files where they belong.

    Args:
        data: what `pack` packed, for which a cluster's client is trusted.
        folder: an empty folder.

    Raises:
        OSError: there is no room for them.
    """
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        # Links are sent as they are: where one leads out of the project, no snippet may follow it.
        archive.extraction_filter = lambda member, path: member
        archive.extractall(folder)


def _below(root: Path, folder: str) -> Iterator[str]:
    """A folder and all that is below it, sorted; links are not followed."""
    if (root / folder).is_symlink() or not (root / folder).is_dir():
        return
    yield folder
    for current, folders, names in os.walk(root / folder):
        folders.sort()
        place = Path(current).relative_to(root)
        yield from (str(place / name) for name in sorted([*folders, *names]))


def _member(root: Path, path: str) -> tuple[tarfile.TarInfo, bytes]:
    """A file, folder or link, without what differs from machine to machine.

    Raises:
        OSError: it cannot be read, or is something else.
    """
    place, member = root / path, tarfile.TarInfo(path)
    kind = place.lstat().st_mode
    if stat.S_ISLNK(kind):
        member.type, member.linkname = tarfile.SYMTYPE, os.readlink(place)
        return member, b""
    if stat.S_ISDIR(kind):
        member.type, member.mode = tarfile.DIRTYPE, stat.S_IMODE(kind) | stat.S_IRWXU  # else nobody can unpack it
        return member, b""
    if not stat.S_ISREG(kind):
        raise OSError("neither a file nor a folder")
    data = place.read_bytes()
    member.size, member.mode = len(data), stat.S_IMODE(kind)
    return member, data
