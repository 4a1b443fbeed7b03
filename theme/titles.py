"""Names each folder in the navigation by the title of its index page, in the page's own language.

MkDocs names it by the folder, in English letters everywhere. Looks alone hang on this: a builder that ignores hooks
shows the folder's name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def on_page_context(context: dict[str, Any], page: Any, config: Any, nav: Any) -> dict[str, Any]:
    """Called by MkDocs for each page, once all of them are read."""
    _name(nav.items)
    return context


def _name(items: Iterable[Any]) -> None:
    for item in items:
        if item.is_section:
            item.title = next((child.title for child in item.children if child.is_page and child.is_index), item.title)
            _name(item.children)
