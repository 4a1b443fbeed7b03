"""Configurations that inherit from one another, merged as MkDocs merges them, without importing MkDocs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from build_tools.errors import UsageError
from build_tools.files import Files, variable
from build_tools.model import Finding
from build_tools.settings import positioned
from build_tools.settings.positioned import Document

Options: TypeAlias = Mapping[str, object]


@dataclass(frozen=True)
class Resolved:
    """A configuration with its ancestors merged into it; `layers` are the files, the configuration itself first."""

    data: Options
    layers: tuple[Document, ...]

    def finding(self, dotted: str, rule: str, message: str, mend: str) -> Finding:
        """A finding where the value of a dotted key was set, or at the nearest thing above it that was."""
        while dotted:
            for layer in self.layers:
                if dotted in layer.keys or dotted in layer.spans:
                    return layer.finding(layer.keys.get(dotted, layer.place(dotted)), rule, message, mend)
            dotted = dotted.rpartition(".")[0]
        return self.layers[0].finding("", rule, message, mend)


@dataclass
class Reader:
    """Reads the configurations of one folder, each file once; gathers what is wrong in them."""

    files: Files
    findings: list[Finding] = field(default_factory=list)
    documents: dict[Path, Document] = field(default_factory=dict)

    def document(self, path: Path) -> Document:
        """The file at `path`, read once however many inherit from it."""
        if path not in self.documents:
            name = self._name(path)
            text = self.files.overlay.get(name)
            try:
                text = self.files.bytes(name).decode("utf-8") if text is None else text
            except (OSError, UnicodeDecodeError) as error:
                why = error.strerror if isinstance(error, OSError) and error.strerror else error
                raise UsageError(f"{name} cannot be read: {why}", "put a file of UTF-8 text in its place") from error
            document = positioned.load(text, name, tolerant=True)
            self.findings.extend(document.findings)
            self.files.noted["variables"].update({name: variable(name) for name in document.variables})
            if document.data is not None and not isinstance(document.data, dict):
                self.findings.append(
                    document.finding("", "config", "a configuration is a mapping", "write `key: value`")
                )
            self.documents[path] = document
        return self.documents[path]

    def resolve(self, path: Path, children: tuple[Path, ...] = ()) -> Resolved:
        """The configuration at `path` over what it inherits, as `mkdocs.utils.yaml_load` merges them."""
        document = self.document(path)
        data = dict(document.data) if isinstance(document.data, dict) else {}
        if "INHERIT" not in data:
            return Resolved(data, (document,))
        inherited = data.pop("INHERIT")
        alone = Resolved(data, (document,))
        if not isinstance(inherited, str):
            what, mend = "INHERIT names no file", "write the path of the configuration to inherit from"
        else:
            parent = Path(os.path.normpath(path.parent / inherited))
            if parent == path or parent in children:
                what, mend = f"{inherited} inherits from this file in turn", "let one of the two stand alone"
            elif not self.files.is_file(self._name(parent)):
                what, mend = f"the inherited {inherited} does not exist", "its path is relative to this file"
            else:
                above = self.resolve(parent, (*children, path))
                return Resolved(_merge(above.data, data), (document, *above.layers))
        self.findings.append(alone.finding("INHERIT", "config", what, mend))
        return alone

    def _name(self, path: Path) -> str:
        return Path(os.path.relpath(path, self.files.root)).as_posix()


def _merge(parent: Options, child: Options) -> dict[str, object]:
    """`mergedeep.merge` with its default strategy: mappings are merged, anything else is replaced."""
    merged = dict(parent)
    for key, value in child.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged
