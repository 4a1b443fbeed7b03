"""What a run depends on beside its job: which files it read, what it looked for; and whether all that is as it was.

The child notes it while a snippet runs (`traced`), the parent keeps it with the answer (`store`). A path is relative
to the project's folder, or absolute where it lies outside. Five things can be noted of one:

- `files`: it was read. Its state is the digest of what it holds.
- `places`: somebody asked whether it is there. Its state is its kind, size and mode, or why there is nothing.
- `folders`: it was listed. Its state is the digest of the names in it.
- `links`: it was listed, and followed. Its state is the digest of where the links in it lead in the end.
- `modules`: an import looked for it. Its state is the digest of all that the import could have found under that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from build_tools.disk import Disk, Signature

MOST = 5_000  # paths of one run of a snippet


@dataclass(frozen=True)
class Inputs:
    """What one run depended on: path → state, as the module's text says.

    `signatures` are those of files which can be trusted: they were taken long enough after the file's last change.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    folders: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    signatures: Mapping[str, Signature] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The parts that hold anything."""
        return {name: dict(part) for name, part in vars(self).items() if part}


def from_json(data: Mapping[str, Any]) -> Inputs:
    """What `to_json` wrote.

    Raises:
        ValueError: it is something else.
    """
    try:
        names = ("files", "places", "folders", "modules", "links")
        parts = {name: {str(path): str(state) for path, state in data.get(name, {}).items()} for name in names}
        signatures: dict[str, Signature] = {}
        for path, numbers in data.get("signatures", {}).items():
            changed, status_changed, size, inode = map(int, numbers)
            signatures[str(path)] = changed, status_changed, size, inode
    except (AttributeError, TypeError, OverflowError) as error:
        raise ValueError(f"no record of inputs: {error}") from error
    return Inputs(**parts, signatures=signatures)


def settled(noted: Mapping[str, Any], disk: Disk, most: int = MOST) -> Inputs | None:
    """What a child noted, as it can be kept; None where it cannot.

    A file's state is its digest; or it is empty where the child saw that its signature can be trusted, which it then
    gives. So what was read is what is here now, or nothing is kept: a file that changed while the snippet ran would
    otherwise stand for an answer that was not made from it.

    Args:
        noted: what came from the child: it is not to be trusted, neither its form nor its contents.
        disk: the project's folder. What it saw earlier may be older than the run: then nothing is kept, no more.
        most: paths, at most.
    """
    try:
        inputs = from_json(noted)
    except ValueError:
        return None
    looked = (inputs.files, inputs.places, inputs.folders, inputs.modules, inputs.links)
    if noted.get("unseen") or sum(map(len, looked)) > most:
        return None
    files: dict[str, str] = {}
    signatures: dict[str, Signature] = {}
    for path, digest in inputs.files.items():
        held = disk.file(path)
        if held is None or (held.digest != digest if digest else held.signature != inputs.signatures.get(path)):
            return None
        files[path] = held.digest
        if not held.racy:
            signatures[path] = held.signature
    found = replace(inputs, files=files, signatures=signatures)
    return found if _places_fresh(found, disk) else None


def joined(several: Iterable[Inputs]) -> Inputs | None:
    """What all of these depend on; None where two of them saw something in two states."""
    parts: dict[str, dict[str, Any]] = {name: {} for name in vars(Inputs())}
    for inputs in several:
        for name, part in vars(inputs).items():
            if name != "signatures" and any(parts[name].get(path, state) != state for path, state in part.items()):
                return None
            parts[name].update(part)
    return Inputs(**parts)


def fresh(inputs: Inputs, disk: Disk) -> bool:
    """Whether a run would find everything as it was.

    A file is read again unless its signature says that it is the same, and can be trusted.

    Args:
        inputs: what the run depended on.
        disk: the project's folder, as it is in this round of look-ups.
    """
    for path, digest in inputs.files.items():
        trusted = inputs.signatures.get(path)
        if trusted is not None and disk.signature(path) == trusted:
            continue
        held = disk.file(path)
        if held is None or held.digest != digest:
            return False
    return _places_fresh(inputs, disk)


def _places_fresh(inputs: Inputs, disk: Disk) -> bool:
    return (
        all(disk.place(path) == state for path, state in inputs.places.items())
        and all(disk.folder(path) == state for path, state in inputs.folders.items())
        and all(disk.module(path) == state for path, state in inputs.modules.items())
        and all(disk.links(path) == state for path, state in inputs.links.items())
    )
