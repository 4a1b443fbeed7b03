"""HTML that an author writes into a page: a closed list, so that a page shows nothing that was not read.

A script, a style sheet, a frame or `<ol start="7">` can show a number that no one has checked. What is not listed here
is a finding; Markdown has its own words for most of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from build_tools.entities import unescape
from build_tools.model import Span
from build_tools.pages.draft import Draft

_PHRASES = frozenset(
    {"abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q", "rb"}
    | {"rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"}
)
# These hold Markdown, so they must say `markdown`: without it, a builder prints what is in them as it was typed.
_BOXES = frozenset({"details", "div", "figcaption", "figure", "summary"})
BOX = re.compile(rf"</?(?:{'|'.join(sorted(_BOXES))})\b", re.IGNORECASE)
_SPOKEN = frozenset({"alt", "title", "aria-label", "aria-description"})
_ATTRIBUTES = _SPOKEN | frozenset(
    {"aria-hidden", "class", "datetime", "dir", "height", "id", "lang", "loading", "markdown", "open", "rel", "role"}
    | {"src", "target", "width"}
)
_ATTRIBUTE = r"[A-Za-z_][\w:.-]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`{}]++))?+"
_TAG = re.compile(rf"<(/?)([A-Za-z][A-Za-z0-9-]*+)((?:\s++{_ATTRIBUTE})*+)\s*+/?>")
_LIST = re.compile(rf"\{{:?[ ]*+((?:(?:[#.][\w-]++|{_ATTRIBUTE})(?:[ ]++|(?=\}})))++)\}}")
_NAMED = re.compile(r"(?<![\w.#-])([A-Za-z_][\w:.-]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=<>`{}]++)))?+")
_ENTITY = re.compile(r"&(?:#\d++|#[xX][0-9a-fA-F]++|[A-Za-z]\w*+);?")
_NUMERIC = frozenset("−-∞%.,+±")


@dataclass(frozen=True)
class Markup:
    """A tag or a list of attributes that no reader sees, but for what its attributes say aloud."""

    span: Span
    spoken: tuple[Span, ...]
    fault: str = ""
    mend: str = ""
    loaded: Span | None = None  # the address of what a browser fetches to show it


def tag(text: str, start: int, limit: int) -> Markup | None:
    """The tag that opens at `start`, or None where none does."""
    match = _TAG.match(text, start, limit)
    if match is None:
        return None
    closing, name, attributes = match.group(1), match.group(2).lower(), list(_attributes(text, *match.span(3)))
    fault, mend = _fault(attributes)
    if name not in _PHRASES | _BOXES:
        fault, mend = f"`<{name}>` cannot be checked", "say it in Markdown, or show it with what pages may hold"
    elif name in _BOXES and not closing and "markdown" not in [one for one, _ in attributes]:
        fault, mend = f"what stands in this `<{name}>` would be printed as typed", f"write `<{name} markdown>`"
    elif name in _BOXES and not text.startswith("<", text.rfind("\n", 0, start) + 1):
        fault, mend = f"this `<{name}>` does not stand on a line of HTML", "start the line with it, in the first column"
    return Markup(Span(start, match.end()), _spoken(attributes), fault, mend, _loaded(attributes))


def attribute_list(text: str, start: int, limit: int) -> Markup | None:
    """The list `{ .class key="value" }` that opens at `start`, or None where none does."""
    match = _LIST.match(text, start, limit)
    if match is None:
        return None
    attributes = list(_attributes(text, *match.span(1)))
    return Markup(Span(start, match.end()), _spoken(attributes), *_fault(attributes), _loaded(attributes))


def _attributes(text: str, start: int, end: int) -> Iterator[tuple[str, Span]]:
    for match in _NAMED.finditer(text, start, end):
        group = match.lastindex or 1
        yield match.group(1).lower(), Span(*match.span(group)) if group > 1 else Span(end, end)


def _fault(attributes: list[tuple[str, Span]]) -> tuple[str, str]:
    for name, _ in attributes:
        if name not in _ATTRIBUTES:
            return f"the attribute `{name}` cannot be checked", f"attributes: {', '.join(sorted(_ATTRIBUTES))}"
    return "", ""


def _loaded(attributes: list[tuple[str, Span]]) -> Span | None:
    return next((span for name, span in attributes if name == "src"), None)


def _spoken(attributes: list[tuple[str, Span]]) -> tuple[Span, ...]:
    return tuple(span for name, span in attributes if name in _SPOKEN and span.start < span.end)


def entity_end(text: str, start: int, limit: int) -> int | None:
    """The end of the entity at `start`, or None where a browser shows what stands there as it is."""
    match = _ENTITY.match(text, start, limit)
    return match.end() if match and unescape(match.group()) != match.group() else None


def check_entity(draft: Draft, start: int, end: int) -> None:
    """Reports an entity that stands for a part of a number."""
    entity = draft.text[start:end]
    shown = unescape(entity)
    if any(unicodedata.numeric(char, None) is not None or char in _NUMERIC for char in shown):
        draft.report(start, "hidden-digit", f"`{entity}` hides `{shown}` from reviewers", f"write `{shown}` itself")


def check_spoken(draft: Draft, span: Span) -> None:
    """Reports entities in an attribute's value or a link's title."""
    for match in _ENTITY.finditer(draft.text, span.start, span.end):
        check_entity(draft, *match.span())


def check_comment(draft: Draft, start: int, end: int) -> None:
    """Reports a comment that browsers end earlier than builders do."""
    content = draft.text[start + 4 : end - 3]
    if content.startswith((">", "->")) or "--!>" in content or "<!--" in content:
        mend = "write it without `<!--`, `--!>` and a `>` at its start"
        draft.report(start, "raw-html", "browsers do not end this comment at its `-->`", mend)


def check_title(draft: Draft, title: str, span: Span) -> None:
    """Reports a page's title that is more than text: themes print it as HTML, where no extension reaches it."""
    if re.search(r"<|&#?\w+;|\{[=!]", title):
        mend = "say it in plain words: no HTML, no `<`, no claims"
        draft.report(span.start, "front-matter", "a title is plain text", mend)
