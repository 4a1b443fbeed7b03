"""The outside addresses of a course: those of its cards, and those that its pages link to, with every place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from build_tools.entities import unescape
from build_tools.model import Page, Source, Work, position

_HIDDEN = "\x00"  # stands in `Page.visible` for what no reader sees
_ADDRESS = r"(?:https?:)?//"
# Where an address stands in Markdown: behind a link's text, in a line that defines a link, or in angle brackets.
_BEHIND = re.compile(
    rf"\]\(\s*(?:<({_ADDRESS}[^\s<>]*)>|({_ADDRESS}[^\s()\"'<>]*(?:\([^\s()\"'<>]*\)[^\s()\"'<>]*)*))", re.IGNORECASE
)
_DEFINED = re.compile(rf"^[ \t>]*\[[^\[\]\n]+\]:[ \t]*<?({_ADDRESS}[^\s<>]*)", re.IGNORECASE | re.MULTILINE)
_ALONE = re.compile(rf"<({_ADDRESS}[^\s<>]*)>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()>#+.!|$-])")


class Place(NamedTuple):
    """Where an address is written."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


def addresses(pages: Iterable[Page], sources: Mapping[str, Source]) -> dict[str, tuple[Place, ...]]:
    """Every outside address, as it is written, with all its places.

    Args:
        pages: the pages, of all languages.
        sources: the cards. The addresses of a work that is withdrawn are left out: its fallback stands in for it.
    """
    found: dict[str, list[Place]] = {}
    for address, place in (*_of_cards(sources.values()), *(one for page in pages for one in _of_page(page))):
        places = found.setdefault(address, [])
        if place not in places:
            places.append(place)
    return {address: tuple(places) for address, places in found.items()}


def _of_cards(sources: Iterable[Source]) -> Iterator[tuple[str, Place]]:
    for source in sources:
        works = [("", source.work)]
        # What has a card of its own is asked for there.
        works += [
            (f"candidates.{index}.", candidate.work)
            for index, candidate in enumerate(source.candidates)
            if not candidate.card
        ]
        for prefix, work in works:
            for key, address in _of_work(work):
                place = source.spans.get(f"{prefix}{key}", (1, 1))
                yield address, Place(source.path, *place)


def _of_work(work: Work) -> Iterator[tuple[str, str]]:
    if not work.withdrawn:
        for key, address in (("url", work.url), ("repository", work.identifiers.get("repository", ""))):
            if address:
                yield key, address


def _of_page(page: Page) -> Iterator[tuple[str, Place]]:
    """A page's links. The page's reader has hidden the marks of each link, and shows those in code as they are."""
    text, visible = page.text, page.visible
    comments = [
        match.span() for match in _COMMENT.finditer(text, page.body) if visible.startswith(_HIDDEN, match.start())
    ]
    for pattern in (_BEHIND, _DEFINED, _ALONE):
        for match in pattern.finditer(text, page.body):
            group = match.lastindex or 1
            start = match.start(group)
            commented = any(first <= start < last for first, last in comments)
            # A link in angle brackets is its own text: the brackets are hidden, and the address is not.
            hidden = visible.startswith(_HIDDEN, match.start()) and (
                pattern is _ALONE or visible.startswith(_HIDDEN, start)
            )
            if hidden and not commented:
                address = unescape(_ESCAPED.sub(r"\1", match[group]))
                whole = f"https:{address}" if address.startswith("//") else address
                yield whole, Place(page.path, *position(text, start))
