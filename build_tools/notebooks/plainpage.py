"""A lesson's page as Markdown that any reader of notebooks understands: our syntax and the builder's taken out.

What becomes cells or frames of their own (headings, blocks of ours) is left as marks on lines of their own.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import quote, unquote, urlsplit

from build_tools.model import Page, Span
from build_tools.pages import links, rawhtml
from build_tools.pages.containers import split
from build_tools.pages.draft import HIDDEN
from build_tools.rendering.addresses import address
from build_tools.rendering.plaintext import Edit, edited, marks

# A mark names a section, a block that opens, or one that closes. No page may hold these characters.
MARK = re.compile(r"\x02(section|open|close) ([^\x03]*)\x03")
_ID = re.compile(r"[ \t]*\{:?[ \t]*#[^{}]*\}[ \t]*#*[ \t]*$")
_BOX = re.compile(r"(<(?:details|div|figcaption|figure|summary)\b[^>]*?)\s+markdown(?:=(?:\"[^\"]*\"|\w+))?(?=[\s>])")


def mark(kind: str, name: str) -> str:
    """A mark on a line of its own."""
    return f"\n\n\x02{kind} {name}\x03\n\n"


def converted(page: Page, site: str) -> str:
    """A page's body.

    Args:
        page: the lesson.
        site: the public address of the whole site, "" where it is not known: links to other pages are text then.
    """
    edits = [*marks(page), *_blocks(page), *_headings(page), *((span.start, span.end, "") for span in page.joins)]
    edits += _hidden(page)
    edits += _links(page, site)
    return edited(page.text, Span(page.body, len(page.text)), edits)


def _blocks(page: Page) -> Iterator[Edit]:
    for block in page.blocks:
        yield block.open.start, max(block.body, block.open.end), mark("open", block.id)
        yield block.close.start, block.close.end, mark("close", block.id)


def _headings(page: Page) -> Iterator[Edit]:
    for section in page.sections:
        if section.level:
            yield section.heading.start, section.heading.start, mark("section", section.id)
            found = _ID.search(page.text, section.heading.start, section.heading.end)
            if found:
                yield found.start(), section.heading.end, ""


def _hidden(page: Page) -> Iterator[Edit]:
    """Lists of attributes, comments, escaped dollar signs and the word `markdown` in tags."""
    text = page.text
    for start in _unseen(page, "{"):
        found = rawhtml.attribute_list(text, start, _line_end(text, start))
        if found and text[start : start + 2] not in ("{=", "{!"):
            yield found.span.start, found.span.end, ""
    for start in _unseen(page, "<!--"):
        yield start, text.find("-->", start) + 3, ""
    for start in _unseen(page, "\\$"):
        # Readers of notebooks see a formula between two dollar signs unless one of them is alone in a tag.
        yield start, start + 2, "<span>$</span>"
    for start in _unseen(page, "<"):
        box = _BOX.match(text, start)
        if box:
            yield box.end(1), box.end(), ""


def _links(page: Page, site: str) -> Iterator[Edit]:
    """Addresses within the course made absolute, or taken out; addresses by name put in their place."""
    text = page.text
    lines = split(text, page.body)
    names = links.defined(text, lines)
    addresses: dict[str, str] = {}
    for line in lines:
        found = links.definition(line) if page.visible[line.start : line.start + 1] == HIDDEN else None
        if found:
            rest = line.content.partition("]:")[2].split()
            addresses[found.name] = rest[0].strip("<>") if rest else ""
            yield line.span.start, line.span.end, ""
    for close in _unseen(page, "]"):
        tail = links.tail(text, close + 1, _line_end(text, close), names)
        opening = _opening(page, close)
        if tail is None or opening is None:
            continue
        written = text[close + 1 : tail.end].strip()
        target = (
            addresses.get(written[1:-1].strip().lower() or text[opening + 1 : close].strip().lower(), "")
            if written.startswith("[")
            else next(iter(written[1:-1].split()), "").strip("<>")
        )
        where = _target(page, target, site)
        if where:
            yield close, tail.end, f"]({where})"
        else:
            start = opening - (text[opening - 1 : opening] == "!")
            yield start, opening + 1, ""
            yield close, tail.end, ""


def _target(page: Page, target: str, site: str) -> str:
    """Where a link leads from a notebook; "" where it leads nowhere."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or (not parts.path and parts.fragment):
        return target
    if not site:
        return ""
    where = posixpath.normpath(posixpath.join(posixpath.dirname(page.key), unquote(parts.path)))
    place = quote(address(where) if where.endswith(".md") else where)
    return f"{site}/{page.language}/{place}" + (f"#{parts.fragment}" if parts.fragment else "")


def anchors(page: Page, text: str) -> frozenset[str]:
    """The ids on its own page that a page's converted text links to."""
    ids = {section.id for section in page.sections} | {block.id for block in page.blocks}
    return frozenset(re.findall(r"\]\(#([^)\s]+)\)", text)) & ids


def _unseen(page: Page, what: str) -> Iterator[int]:
    """Where something stands that is markup: what code and formulas hold is shown, and no markup."""
    within = sorted((formula.whole for formula in page.formulas), key=lambda span: span.start)
    at = page.text.find(what, page.body)
    while at >= 0:
        while within and within[0].end <= at:
            within.pop(0)
        if page.visible[at] == HIDDEN and not (within and within[0].start <= at):
            yield at
        at = page.text.find(what, at + 1)


def _opening(page: Page, close: int) -> int | None:
    """The bracket that the one at `close` belongs to."""
    depth = 0
    for at in range(close - 1, page.text.rfind("\n", 0, close), -1):
        if page.visible[at] == HIDDEN and page.text[at] in "[]":
            depth += 1 if page.text[at] == "]" else -1
            if depth < 0:
                return at
    return None


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
