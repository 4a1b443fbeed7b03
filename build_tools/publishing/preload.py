"""The modules that a page's script will import, named in the page's head.

A browser finds out one after another that a module imports the next. Told at once, it fetches them while it still reads
the page, and what a learner fills in stands sooner. A plain build does without.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

_ENTRY = re.compile(r'<script src="(?P<folder>[^":?]*/)(?P<name>[\w-]+\.js)" type="module"></script>')
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"\./([\w-]+\.js)";', re.MULTILINE)
# How the entry says which parts a page needs: `[".tk-predict", "./predict.js"]`, a selector and a module.
_PART = re.compile(r'\["\.([\w-]+)[^"\n]*", "\./([\w-]+\.js)"\]')
_MODULE = re.compile(r'"\./([\w-]+\.js)"')
_CLASSES = re.compile(r'\sclass="([^"]*)"')


class Modules:
    """The modules of a built site, each read once.

    Args:
        folder: the site.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._texts: dict[Path, str] = {}

    def links(self, text: str, path: str) -> str:
        """What names, in a page's head, the modules that the page will run, the entry first; "" where it runs none.

        Args:
            text: the page.
            path: its file in the site.
        """
        entry = _ENTRY.search(text)
        if entry is None:
            return ""
        scripts = (self.folder / path).parent / entry["folder"]
        classes = {name for value in _CLASSES.findall(text) for name in value.split()}
        wanted = [entry["name"], *_imported(self._read(scripts / entry["name"]), classes)]
        found: dict[str, None] = {}
        while wanted:
            module = wanted.pop(0)
            if module not in found:
                found[module] = None
                wanted += _IMPORT.findall(self._read(scripts / module))
        return "".join(f'<link rel="modulepreload" href="{entry["folder"]}{module}">' for module in found)

    def _read(self, module: Path) -> str:
        module = module.resolve()
        if module not in self._texts:
            self._texts[module] = module.read_text("utf-8") if module.is_file() else ""
        return self._texts[module]


def digest(folder: Path) -> bytes:
    """Tells the scripts of a site from any others."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.js")):
        data = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()} {len(data)} ".encode() + data)
    return found.digest()


def _imported(entry: str, classes: set[str]) -> list[str]:
    """What an entry imports as it runs: the parts that the page has a place for, and with them what all parts share."""
    parts = _PART.findall(entry)
    wanted = [module for name, module in parts if name in classes]
    apart = {module for _, module in parts}
    return [*wanted, *(module for module in _MODULE.findall(entry) if module not in apart)] if wanted else []
