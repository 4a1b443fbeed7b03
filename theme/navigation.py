"""The navigation: lessons before what explains them, and folders by the titles of their index pages.

MkDocs puts a folder's pages before its folders, and names a folder by its name, in English letters everywhere. Looks
alone hang on this: a builder that ignores hooks shows its own order and names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    """Called by MkDocs once the navigation is made: the home page, the folders of lessons, then everything else."""
    nav.items.sort(key=lambda item: 0 if item.is_page and item.is_index else 1 if item.is_section else 2)
    nav.pages[:] = _pages(nav.items)
    for before, page, after in zip([None, *nav.pages], nav.pages, [*nav.pages[1:], None], strict=False):
        page.previous_page, page.next_page = before, after
    return nav


def on_page_context(context: dict[str, Any], page: Any, config: Any, nav: Any) -> dict[str, Any]:
    """Called by MkDocs for each page, once all of them are read."""
    _name(nav.items)
    return context


def _pages(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if item.is_page:
            yield item
        elif item.is_section:
            yield from _pages(item.children)


def _name(items: Iterable[Any]) -> None:
    for item in items:
        if item.is_section:
            item.title = next((child.title for child in item.children if child.is_page and child.is_index), item.title)
            _name(item.children)
