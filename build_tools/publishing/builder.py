"""One language's site, by MkDocs itself: what an earlier build rendered of the same is taken as it was.

`python -m build_tools.publishing.builder <configuration> <folder>` is `mkdocs build --strict` with two of its steps
remembered: a page's Markdown as HTML, and the page's sections in the search index. Both are pure in what their names
are made from; everything else, the navigation, templates and plugins, runs as in any build. What those steps use is
remembered beside them: `highlighting` and `templates`.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import pickle
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown.util import get_installed_extensions
from material.plugins.search.plugin import SearchIndex
from mkdocs.__main__ import cli
from mkdocs.structure.pages import Page

from build_tools import collector, extension
from build_tools.code.snippets import INCLUDING
from build_tools.memory import Memory, named
from build_tools.publishing import conversions, finish, highlighting, sections, templates
from build_tools.settings import config

_OFTEN = 5
_OURS = "build_tools.extension"
# Extensions and functions that read nothing but the page and their options, beside what is installed; and of their
# kind those that do.
_PURE = ("markdown.extensions.", "pymdownx.", "material.extensions.")
_READING = ("pymdownx.b64",)
_MADE, _INDEXED = Page.render, SearchIndex.add_entry_from_context  # MkDocs' own, as long as no builder is installed


class Unknown(Exception):
    """It cannot be told what a step depends on."""


@dataclass(frozen=True)
class _Rendered:
    """What MkDocs keeps of a page's Markdown."""

    content: str
    toc: Any  # MkDocs' own table of contents
    title: str | None
    anchors: set[str] | None
    links: list[tuple[str, dict[str, str]]] | None  # the file that is linked to, and its anchors


class Builder:
    """MkDocs with its two steps remembered, for as long as the process lives.

    Args:
        memory: what is known of earlier builds.
        told: whether it says how far it is.
        indexed: whether anybody wants the search index.
    """

    def __init__(self, memory: Memory, *, told: bool = False, indexed: bool = True) -> None:
        self.memory, self.told, self.indexed = memory, told, indexed
        self.rendered = self.pages = 0  # how many pages were rendered anew, of how many
        self.steps = 0  # of two that each page takes
        self._settings: tuple[object, object, str] = (None, None, "")

    def install(self) -> None:
        """Puts the remembered steps in place of MkDocs' own, which they call."""
        builder = self

        def render(page: Any, config: Any, files: Any) -> None:
            builder.render(page, config, files)

        def add_entry_from_context(index: Any, page: Any) -> None:
            builder.index(index, page)

        Page.render = render  # type: ignore[assignment, method-assign]
        SearchIndex.add_entry_from_context = add_entry_from_context
        highlighting.remember()
        templates.remember(lambda: builder.memory)

    def render(self, page: Any, config: Any, files: Any) -> None:
        """A page's Markdown as HTML."""
        self.pages += 1
        self.tell()
        try:
            included = _included(page, config)
            name = self._name(page, config, files, included)
        except Unknown:
            self.rendered += 1
            _MADE(page, config, files)
            return
        self.memory.recall([name])
        # As bytes: hooks and plugins change what they are given, and what is kept is what was rendered.
        known: bytes | None = self.memory.get(name)
        if known is not None and _recalled(page, _Rendered(**pickle.loads(known)), files):
            return
        self.rendered += 1
        with _Warnings() as warnings:
            _MADE(page, config, files)
        # What MkDocs has warned of is to be heard again; and a file that changed meanwhile is not what the name says.
        if not warnings.heard and included == _included(page, config):
            links = page.links_to_anchors
            listed = None if links is None else [(file.src_uri, anchors) for file, anchors in links.items()]
            title = page._title_from_render
            rendered = _Rendered(page.content, page.toc, title, page.present_anchor_ids, listed)
            # Without its class: where this module is the program, that is one of `__main__`, which `quick` has not.
            self.memory.put(name, pickle.dumps(vars(rendered), pickle.HIGHEST_PROTOCOL))

    def tell(self) -> None:
        """How far it is, for who has started this process."""
        self.steps += 1
        if self.told and self.steps % _OFTEN == 0:
            print(f"steps done: {self.steps}", flush=True)

    def _name(self, page: Any, config: Any, files: Any, included: Sequence[str]) -> str:
        if self._settings[0] is not config or self._settings[1] is not files:
            listed = "\n".join(sorted(f"{file.src_uri} {file.url} {file.inclusion}" for file in files))
            self._settings = config, files, _settings(config) + listed
        root, language = _ours(config)
        written = extension.written(root, language, page.markdown)
        # The text too: a page that a plugin wrote, or a hook changed, has nothing of ours.
        return named("rendered", self._settings[2], page.file.src_uri, page.markdown, repr(written), *included)

    def index(self, index: Any, page: Any) -> None:
        """A page's sections in the search index."""
        if not self.indexed:
            return
        self.tell()
        try:
            if type(index) is not SearchIndex:
                raise Unknown
            meta = _told({name: page.meta.get(name) for name in ("title", "tags", "search")})
            told = _told(dict(index.config)), page.url, str(page.title), meta, _anchors(page.toc), page.content
            name = named("search", *told)
        except Unknown:
            _INDEXED(index, page)
            return
        self.memory.recall([name])
        known: bytes | None = self.memory.get(name)
        if known is None:
            before = len(index.entries)
            sections.index(index, page)
            self.memory.put(name, pickle.dumps(index.entries[before:], pickle.HIGHEST_PROTOCOL))
        else:
            index.entries.extend(pickle.loads(known))


def _ours(config: Any) -> tuple[Path, str]:
    """The options of our own extension: the project's folder, and the language of the build."""
    options = (config["mdx_configs"] or {}).get(_OURS)
    if not isinstance(options, dict):
        raise Unknown
    return Path(str(options.get("root", "."))).absolute(), str(options.get("lang", ""))


def _included(page: Any, config: Any) -> list[str]:
    """The texts that a page includes: those that its reader has found.

    Raises:
        Unknown: it may include others: a plugin wrote that into it, or it stands in what is included.
    """
    root, language = _ours(config)
    paths, texts = extension.inclusions(root, language, page.markdown), []
    if paths is None and _includes(page.markdown):
        raise Unknown
    for path in paths or ():
        try:
            text = (root / path).read_bytes().decode("utf-8", "replace")
        except OSError:
            raise Unknown from None
        if _includes(text):
            raise Unknown
        texts.append(text)
    return texts


def _includes(text: str) -> bool:
    return any(INCLUDING.fullmatch(line) for line in text.splitlines())


def _recalled(page: Any, known: _Rendered, files: Any) -> bool:
    """Gives a page what an earlier build made of it."""
    links = None
    if known.links is not None:
        found = [(files.get_file_from_path(path), anchors) for path, anchors in known.links]
        if any(file is None for file, _ in found):
            return False
        links = dict(found)
    page.content, page.toc, page._title_from_render = known.content, known.toc, known.title
    page.present_anchor_ids, page.links_to_anchors = known.anchors, links
    return True


def _settings(config: Any) -> str:
    """What of a configuration decides how Markdown becomes HTML.

    Raises:
        Unknown: it holds something that cannot be told from another of its kind.
    """
    extensions, options = config["markdown_extensions"], dict(config["mdx_configs"] or {})
    parts = [_told(list(extensions)), _told(options)]
    parts += [_told(dict(config["validation"])), str(config["use_directory_urls"])]
    modules = {entry.name: entry.module for entry in get_installed_extensions()}
    if not all(_pure(modules.get(name, name.partition(":")[0])) for name in extensions):
        raise Unknown
    if "custom_icons" in dict((options.get("pymdownx.emoji") or {}).get("options") or {}):  # files of the theme
        raise Unknown
    return "\n".join(parts)


def _pure(module: str) -> bool:
    """Whether a module's name says that it reads no file which nobody tells us of."""
    return module == _OURS or (module.startswith(_PURE) and module not in _READING)


def _told(value: object) -> str:
    """A setting as text: the same for the same setting in every process."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_told(key)}: {_told(part)}" for key, part in sorted(value.items(), key=str)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_told, value)) + "]"
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if callable(value) and isinstance(module, str) and isinstance(name, str) and "<" not in name and _pure(module):
        return f"{module}:{name}"
    raise Unknown


def _anchors(toc: Any) -> str:
    return "".join(f"({one.id} {one.url} {_anchors(one.children)})" for one in toc)


class _Warnings(logging.Handler):
    """Whether anything was warned of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard = False

    def emit(self, record: logging.LogRecord) -> None:
        self.heard = True

    def __enter__(self) -> _Warnings:
        logging.getLogger("mkdocs").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("mkdocs").removeHandler(self)


def main(arguments: Sequence[str]) -> None:
    """Builds one language, and says how many of its pages were rendered anew."""
    parser = argparse.ArgumentParser(prog="python -m build_tools.publishing.builder")
    parser.add_argument("configuration", help="of the language: mkdocs.yml")
    parser.add_argument("folder", help="where to build it")
    parser.add_argument("--kept", type=Path, help="the folder of what is known of earlier builds")
    told = (
        "first load what it takes, then wait for a line of JSON: what its environment has besides; and when it has"
        " built, for another one: the file that says how pages are finished"
    )
    parser.add_argument("--waiting", action="store_true", help=told)
    options = parser.parse_args(arguments)
    memory = Memory(options.kept)
    builder = Builder(memory, told=True)
    builder.install()
    languages = config.load(Path.cwd()).languages
    if any(one.config_path == options.configuration and one.shows_notebooks for one in languages):
        conversions.remember(memory)
    if options.waiting:
        environment = sys.stdin.readline()
        if not environment:  # whoever started it has ended, or needs it no more
            return
        os.environ.update(json.loads(environment))
    with collector.paused(), memory:
        try:
            cli(["build", "--strict", "-f", options.configuration, "-d", options.folder], prog_name="mkdocs")
        except SystemExit as end:
            if end.code:
                raise
        print(f"rendered {builder.rendered} of {builder.pages} pages", flush=True)
        memory.settle()
        if options.waiting and (order := sys.stdin.readline()):
            builder.steps = 0
            finish.obey(Path(json.loads(order)), Path(options.folder), memory, builder.tell)
            memory.settle()
        collector.keep()  # it ends here: what there is would be looked through for nothing


if __name__ == "__main__":
    main(sys.argv[1:])
