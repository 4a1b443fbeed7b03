"""Around a notebook's page: what it is called, and the ways back to the lesson and to the file."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from build_tools.rendering.addresses import link
from build_tools.words import word


def strip(path: str, language: str) -> str:
    """What stands below the title of a notebook's page: the way back to the lesson, and the file.

    Args:
        path: of the notebook's file, below the folder of its language: `notebooks/attention/day-43-x.ipynb`.
        language: of the page.
    """
    key = path.removesuffix(".ipynb")
    lesson = link(f"{key}.md", f"{key.partition('/')[2]}.md")
    file = quote(f"{key.rpartition('/')[2]}.ipynb")
    back, download = (escape(word(name, language)) for name in ("notebook_back", "notebook_download"))
    links = [f'<a href="{lesson}">{back}</a>', f'<a href="{file}" download>{download}</a>']
    items = zip(("notebook_of", "notebook"), links, strict=True)
    listed = "".join(f"<div><dt>{escape(word(name, language))}</dt><dd>{one}</dd></div>" for name, one in items)
    return f'<dl class="tk-meta">{listed}</dl>'


def title(lesson: str, language: str) -> str:
    """What the page of a notebook is called, apart from its lesson."""
    return word("notebook_title", language).format(lesson)
