"""Lessons as notebooks: pages of their own, outside the navigation and the search, shown through mkdocs-jupyter.

A build that has made notebooks names their folder in TASHIKAME_NOTEBOOKS. Any other build has none, and no page of it
leads to one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from markdown.extensions.toc import nest_toc_tokens
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.structure.toc import get_toc

from build_tools.notebooks import notebook, strip
from build_tools.notebooks import page as notebookpage


def _language(config: Any) -> str:
    return str(config.mdx_configs["build_tools.extension"]["lang"])


def _is_ours(page: Any) -> bool:
    return bool(os.environ.get("TASHIKAME_NOTEBOOKS")) and page.file.src_uri.startswith(f"{notebook.FOLDER}/")


@event_priority(50)  # before mkdocs-jupyter, which makes pages of the notebooks that it finds
def on_files(files: Any, config: Any) -> Any:
    """Called by MkDocs once it has found its files: the notebooks join them."""
    made = os.environ.get("TASHIKAME_NOTEBOOKS")
    if made:
        folder = Path(made) / _language(config)
        for path in sorted(folder.rglob("*.ipynb")):
            where = path.relative_to(folder).as_posix()
            # Not `File.generated`: mkdocs-jupyter's own kind of file finds its source below a folder alone.
            file = File(where, str(folder), config.site_dir, config.use_directory_urls)
            file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)
    return files


def on_pre_page(page: Any, config: Any, files: Any) -> Any:
    """Called by MkDocs before it reads a page: a notebook says nothing that its lesson does not."""
    if _is_ours(page):
        page.meta["search"] = {"exclude": True}
    return page


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Called by MkDocs with a page's content: what mkdocs-jupyter made of a notebook, put into the site's own HTML."""
    if not _is_ours(page):
        return html
    code = _language(config)
    article = notebookpage.rebuild(html, code, strip.strip(page.file.src_uri, code))
    tokens = [{"level": one.level, "id": one.id, "name": one.text} for one in article.headings]
    page.toc = get_toc(nest_toc_tokens(tokens))
    page.title = strip.title(article.title, code)
    return article.html
