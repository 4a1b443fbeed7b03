"""Elements that cards and the page of sources are made of: texts from outside, links, days, labels with values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from build_tools.cards import cardtext
from build_tools.unseen import legible
from build_tools.words import word


def shown(text: str) -> str:
    """A text from outside as HTML."""
    return escape(legible(text))


def outside(url: str, html: str) -> str:
    """A link that leaves the site; the HTML alone where the address is not one of the web."""
    if not url.lower().startswith(("https://", "http://")):
        return html
    return f'<a href="{shown(url)}" rel="noopener">{html}</a>'


def moment(date: str) -> str:
    """A day as HTML."""
    return f'<time datetime="{shown(date)}">{shown(date)}</time>'


def listed(items: Iterable[tuple[str, str]], code: str) -> str:
    """Labels and their values, those left out that have none."""
    rows = "".join(f"<div><dt>{escape(word(key, code))}</dt><dd>{value}</dd></div>" for key, value in items if value)
    return f"<dl>{rows}</dl>" if rows else ""


def text_of(texts: Mapping[str, str], code: str) -> str:
    """A text of a card, in the page's language, as a reader sees it."""
    return shown(cardtext.plain(texts.get(code, "")))
