"""The modules that a page's script will import, named in the page's head.

A browser finds out one after another that a module imports the next. Told at once, it fetches them while it still reads
the page, and what a learner fills in stands sooner. A plain build does without.
"""

from __future__ import annotations

import re
from pathlib import Path

_ENTRY = re.compile(r'<script src="(?P<folder>[^":?]*/)(?P<name>[\w-]+\.js)" type="module"></script>')
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"\./([\w-]+\.js)";', re.MULTILINE)
# How the entry says which parts a page needs: `[".tk-predict", "./predict.js"]`, a selector and a module.
_PART = re.compile(r'\["\.([\w-]+)[^"\n]*", "\./([\w-]+\.js)"\]')
_MODULE = re.compile(r'"\./([\w-]+\.js)"')
_CLASSES = re.compile(r'\sclass="([^"]*)"')


def name_modules(folder: Path) -> None:
    """Names in each page of a built site the modules that the page will run, the entry first."""
    texts: dict[Path, str] = {}

    def read(module: Path) -> str:
        if module not in texts:
            texts[module] = module.read_text("utf-8") if module.is_file() else ""
        return texts[module]

    for page in folder.rglob("*.html"):
        text = page.read_text("utf-8")
        entry = _ENTRY.search(text)
        if entry is None:
            continue
        scripts = (page.parent / entry["folder"]).resolve()
        classes = {name for value in _CLASSES.findall(text) for name in value.split()}
        wanted = [entry["name"], *_imported(read(scripts / entry["name"]), classes)]
        found: dict[str, None] = {}
        while wanted:
            module = wanted.pop(0)
            if module not in found:
                found[module] = None
                wanted += _IMPORT.findall(read(scripts / module))
        links = "".join(f'<link rel="modulepreload" href="{entry["folder"]}{module}">' for module in found)
        page.write_text(text.replace("</head>", f"{links}</head>", 1), "utf-8")


def _imported(entry: str, classes: set[str]) -> list[str]:
    """What an entry imports as it runs: the parts that the page has a place for, and with them what all parts share."""
    parts = _PART.findall(entry)
    wanted = [module for name, module in parts if name in classes]
    apart = {module for _, module in parts}
    return [*wanted, *(module for module in _MODULE.findall(entry) if module not in apart)] if wanted else []
