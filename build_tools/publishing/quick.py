"""One page at a time, for who is writing it: MkDocs held ready in this process, with all other pages read already.

What it makes of a page is what a build would, to the byte, as long as nothing but pages and snippets has changed since
it was made ready. What such a change does to other pages is left to the build that follows.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.commands import build
from mkdocs.config import load_config
from mkdocs.structure.files import get_files, set_exclusions
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page

from build_tools import course
from build_tools.memory import Memory
from build_tools.model import Report, VerifiedPage
from build_tools.notebooks import notebook
from build_tools.publishing import builder, finish, preload
from build_tools.publishing.audit import address as file_of
from build_tools.publishing.finish import Manner
from build_tools.rendering.addresses import place
from build_tools.settings import config


class Quick:
    """Every language's pages, read and ready to be shown one by one.

    Args:
        root: the project's folder, and the process's own.
        report: the course.
        folder: where it may keep what it needs.
    """

    def __init__(self, root: Path, report: Report, folder: Path) -> None:
        logging.getLogger("mkdocs").setLevel(logging.CRITICAL)  # the builds say what there is to say
        self._root, self._notebooks = root, folder / "notebooks"
        self._languages = config.load(root).languages
        self._take(report)
        with Memory(root / course.STEPS) as memory:
            self._builder = builder.Builder(memory, indexed=False)
            self._builder.install()
            self._sites = {one.code: _Site(one.config_path, folder) for one in self._languages}
            memory.settle()

    @property
    def loaded(self) -> frozenset[Path]:
        """What was loaded once, and is used for every page: hooks, and the folders of themes."""
        return frozenset(path for site in self._sites.values() for path in site.loaded())

    def warm(self, report: Report, folder: Path) -> None:
        """Builds a page of each language aside: templates are compiled, and much is imported, with the first one.

        Args:
            report: the course.
            folder: where nobody looks.

        Raises:
            Exception: whatever MkDocs, or a plugin, makes of a page.
        """
        self._builder.memory = Memory()
        first = {one.page.language: one.page.key for one in reversed(report.pages)}
        for code, site in self._sites.items():
            site.build(first[code], folder / code)

    def show(self, pages: Iterable[VerifiedPage], report: Report, shown: Path, manner: Manner) -> None:
        """Puts pages into a site in place of what they were in it.

        Args:
            pages: those that have changed.
            report: the course as it is now.
            shown: the site.
            manner: how its pages are finished.

        Raises:
            Exception: whatever MkDocs, or a plugin, makes of a page.
        """
        self._take(report)
        self._builder.memory = Memory()
        codes = [one.code for one in self._languages]
        modules = preload.Modules(shown)
        for one in pages:
            path = file_of(one)
            self._sites[one.page.language].build(one.page.key, shown / one.page.language)
            alternates = tuple(code for code in codes if (shown / code / path.partition("/")[2]).is_file())
            text = finish.finished((shown / path).read_text("utf-8"), path, alternates, modules, manner)
            (shown / path).write_text(text, "utf-8")

    def _take(self, report: Report) -> None:
        """Has pages substituted as this report has them, with links to the notebooks that a build makes."""
        course.take(self._root, report)
        os.environ["TASHIKAME_NOTEBOOKS"] = str(self._notebooks)
        shown = {one.code for one in self._languages if one.shows_notebooks}
        for page in report.pages:
            if page.page.language in shown and notebook.possible(page, report):
                file = self._notebooks / page.page.language / notebook.FOLDER / f"{place(page.page.key)}.ipynb"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.touch()


class _Site:
    """One language: MkDocs' own objects, as they are in the middle of a build, when all pages are read."""

    def __init__(self, path: str, folder: Path) -> None:
        self.config: Any = load_config(config_file=path, site_dir=str(folder / "none"), strict=False)
        plugins = self.config.plugins
        plugins.on_startup(command="build", dirty=False)
        self.config = plugins.on_config(self.config)
        plugins.on_pre_build(config=self.config)
        files: Any = get_files(self.config)
        self.env: Any = self.config.theme.get_env()
        files.add_files_from_theme(self.env, self.config)
        self.files: Any = plugins.on_files(files, config=self.config)
        set_exclusions(self.files, self.config)
        self.nav: Any = plugins.on_nav(get_navigation(self.files, self.config), config=self.config, files=self.files)
        for file in self.files.documentation_pages():
            # A notebook's page is outside the navigation, and its text is not there.
            if not file.src_uri.startswith(f"{notebook.FOLDER}/"):
                build._populate_page(file.page or Page(None, file, self.config), self.config, self.files)
        self.env = plugins.on_env(self.env, config=self.config, files=self.files)

    def loaded(self) -> Iterator[Path]:
        """Its hooks, and its theme's own folder."""
        if self.config.theme.custom_dir:
            yield Path(self.config.theme.custom_dir)
        for hook in self.config.hooks.values():
            if place := getattr(hook, "__file__", None):
                yield Path(place)

    def build(self, key: str, folder: Path) -> None:
        """Reads a page anew, and builds it into a folder."""
        file = self.files.get_file_from_path(key)
        file.abs_dest_path = str(folder / file.dest_uri)
        build._populate_page(file.page, self.config, self.files)
        build._build_page(file.page, self.config, self.files.documentation_pages(), self.nav, self.env)
        for plugin in self.config.plugins.values():
            if hasattr(plugin, "search_index"):
                plugin.search_index.entries.clear()  # it would grow with every page that is shown
