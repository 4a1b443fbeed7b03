"""A page's sections for the search index, as Material's own search makes them, in a quarter of its time.

Material goes through a page with `html.parser`, and asks at each tag and each text whether it is in an element to skip.
Here that is known as long as no tag changes it. The tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Any

from material.plugins.search.plugin import Element, Parser, Section, void

from build_tools import collector
from build_tools.publishing.tags import CODE, MATH, START, TEXT, Attributes, Token, inside, known

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ALWAYS = frozenset({"object", "script", "style"})  # what is skipped wherever it stands


@collector.paused()
def index(entries: Any, page: Any) -> None:
    """Adds a page to Material's search index.

    Args:
        entries: the index.
        page: MkDocs' page, with its content.
    """
    if (page.meta.get("search") or {}).get("exclude"):
        return
    for section in read(page.content):
        if not section.is_excluded():
            entries.create_entry_for_section(section, page.toc, page.url, page)


def read(html: str) -> list[Section]:
    """The sections of a page's content, what is not to be found among them.

    Args:
        html: the content.
    """
    tokens = known(html)
    if tokens is None:
        parser = Parser()
        parser.feed(html)
        parser.close()
        return list(parser.data)
    reader = _Reader()
    reader.read(tokens)
    return reader.found


@lru_cache(maxsize=4096)
def _texts(whole: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """What highlighted code, or a formula, adds to the text of a section; nothing where that cannot be told.

    Returns:
        Its texts, and the names of its tags.
    """
    reader = _Reader()
    reader.read(inside(whole))
    texts = tuple(reader.found[0].text) if len(reader.found) == 1 and not reader.context else ()
    names = frozenset(name for kind, _, name, _ in inside(whole) if kind != TEXT)
    return ((), names) if texts and texts[0].isspace() else (texts, names)


class _Reader:
    """Material's `Parser`, whose elements are their tags here, since it tells one from another by nothing else."""

    def __init__(self) -> None:
        own = Parser()
        self._skip: set[str] = set(own.skip)
        self._keep: frozenset[str] = frozenset(own.keep)
        self._special = self._keep | _HEADINGS  # tags that come to something by themselves
        self.context: list[str] = []
        self._permalinks: list[int] = []  # how deep those are that are open
        self.skipping = False  # whether an open element is to be skipped
        self._section: Section | None = None
        self.found: list[Section] = []

    def read(self, tokens: Iterable[Token]) -> None:
        context, skip, special = self.context, self._skip, self._special
        for kind, _, name, attributes in tokens:
            if kind == TEXT:
                if not self.skipping:
                    self.text(name)
            elif kind == START:
                if name in void:
                    continue
                if attributes or name in special or name in skip or self._section is None:
                    self.start(name, attributes)
                else:  # as most
                    context.append(name)
            elif kind in (CODE, MATH):
                self.whole(name)
            elif context and context[-1] == name:
                self.end(name)

    def whole(self, whole: str) -> None:
        """Code or a formula, which comes to the same in the text of whatever section, unless it is blank."""
        section, context = self._section, self.context
        texts, names = _texts(whole)
        if (
            section is None
            or section.el.tag in context
            or section.depth > len(context) + 1
            or not texts
            or "pre" in context
            or not self._skip.isdisjoint(names)
        ):
            self.read(inside(whole))
        elif not self.skipping:
            section.text += texts

    def start(self, tag: str, attributes: Attributes) -> None:
        self.context.append(tag)
        if tag in _HEADINGS or self._section is None:
            self._head(tag, attributes)
        if tag in self._skip:
            self.skipping = True
        if attributes:
            named = dict(attributes)
            if "data-search-exclude" in named or named.get("class") == "linenodiv":
                self._skip.add(tag)
                self.skipping = True
                return
            if tag == "a" and named.get("class") == "headerlink":
                self._permalinks.append(len(self.context))
        if tag in self._keep and not self.skipping:
            self._data().append(f"<{tag}>")

    def _head(self, tag: str, attributes: Attributes) -> None:
        """A heading that can be linked to begins a section; what stands before all of those is one of its own."""
        named = dict(attributes)
        if tag in _HEADINGS and "id" in named:
            depth = len(self.context)
            if tag != "h1" and not self.found:
                self.found.append(Section(Element("hx"), depth))
            section = Section(Element(tag, named), depth)
            if self.found:
                section.id = named["id"]
            self._section = section
            self.found.append(section)
        elif self._section is None:
            self._section = Section(Element("hx"))
            self.found.append(self._section)

    def end(self, tag: str) -> None:
        """Ends the element that was opened last."""
        context, section = self.context, self._section
        if section is not None and section.depth > len(context):
            self._section = self._left(section)
        if self._permalinks and self._permalinks[-1] == len(context):
            self._permalinks.pop()
        context.pop()
        if tag in self._skip:
            if tag not in _ALWAYS:
                self._skip.remove(tag)
            self.skipping = not self._skip.isdisjoint(context)
            return
        if tag in self._keep and not self.skipping:
            data, opening = self._data(), f"<{tag}>"
            index = data.index(opening)
            if all(map(str.isspace, data[index + 1 :])):  # what is empty is not kept
                del data[index:]
            else:
                data.append(f"</{tag}>")

    def _left(self, section: Section) -> Section:
        """The section that goes on where the element around a heading ends, whose section is over for good."""
        for other in reversed(self.found):
            if other.depth <= len(self.context):
                section.depth = float("inf")
                return other
        return section

    def text(self, text: str) -> None:
        """Text that is not to be skipped."""
        preformatted = "pre" in self.context
        blank = text.isspace()
        if not preformatted:
            text = " " if blank else text.replace("\n", " ")
        if self._section is None:
            self._section = Section(Element("hx"))
            self.found.append(self._section)
        section = self._section
        if section.el.tag in self.context:
            if not self._permalinks:
                section.title.append(escape(text, quote=False))
        elif not blank:
            section.text.append(escape(text, quote=False))
        elif preformatted or not section.text or not section.text[-1].isspace():
            section.text.append(text)

    def _data(self) -> list[str]:
        """Where what is read goes: the title of the section, or its text."""
        section = self._section
        assert section is not None  # a tag has been opened
        data: list[str] = section.title if section.el.tag in self.context else section.text
        return data
