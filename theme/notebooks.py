"""The lessons' notebooks as pages of the site, where this build has made any: outside the navigation and the search.

mkdocs-jupyter makes a page of each and puts the file beside it. Its own HTML asks other hosts for scripts and brings
half a megabyte of styles; the article is made by `notebookpage` instead, like a lesson's.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from mkdocs.plugins import event_priority
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

_FOLDER = "notebooks/"


@event_priority(100)
def on_files(files: Any, config: Any) -> Any:
    """Called by MkDocs before mkdocs-jupyter: adds the notebooks of this build's language."""
    folder = os.environ.get("TASHIKAME_NOTEBOOKS")
    if folder:
        place = Path(folder) / config.theme["language"]
        for path in sorted(place.rglob("*.ipynb")):
            name = path.relative_to(place).as_posix()
            # Not `File.generated`: the plugin's own kind of file finds its source below a folder alone.
            files.append(File(name, str(place), config.site_dir, config.use_directory_urls))
    return files


@event_priority(-100)
def on_pre_page(page: Any, config: Any, files: Any) -> Any:
    """Called by MkDocs after mkdocs-jupyter: what renders the page is ours."""
    if page.file.src_uri.startswith(_FOLDER) and page.file.src_uri.endswith(".ipynb"):
        page.render = _render.__get__(page, Page)
    return page


def _render(page: Any, config: Any, files: Any) -> None:
    from build_tools.publishing import notebookpage

    made = notebookpage.article(
        Path(page.file.abs_src_path).read_text("utf-8"),
        page.file.src_uri,
        config.theme["language"],
        config.markdown_extensions,
        config.mdx_configs,
    )
    page.content, page.title, page.toc = made.html, made.title, get_toc(made.headings)
    page.meta = {"title": made.title, "search": {"exclude": True}}
