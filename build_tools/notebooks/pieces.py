"""Markdown cut at what is more than Markdown to readers of notebooks: marks, code of snippets, tabs, admonitions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from build_tools.notebooks.plainpage import MARK
from build_tools.pages.fences import FENCE, closes

_INCLUSION = re.compile(r"[ \t]*-+8<-+[ \t]+[\"'](?P<path>[^\"':]+)(?::(?P<section>[\w-]+))?[\"'][ \t]*$")
_TITLE = re.compile(r"title=\"([^\"]*)\"")
_TAB = re.compile(r"===[!+]? +\"(.*)\"[ \t]*$")
_ADMONITION = re.compile(r"!!! ?([\w-]+)(?:[ \t]+\"(.*)\")?[ \t]*$")
_STEP = 4


@dataclass(frozen=True)
class Text:
    """Markdown."""

    markdown: str


@dataclass(frozen=True)
class Mark:
    """A section, or a block of ours that opens or closes: `kind` as in `plainpage.MARK`."""

    kind: str
    name: str


@dataclass(frozen=True)
class Listing:
    """A section of a snippet or twin; with a label where it stands in a tab of its own."""

    path: str
    section: str
    label: str = ""


Piece = Text | Mark | Listing


@dataclass
class _Reader:
    """Goes through lines; what is ordinary Markdown gathers until something else comes."""

    lines: Sequence[str]
    at: int = 0
    kept: list[str] = field(default_factory=list)

    def pieces(self) -> Iterator[Piece]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            own = line.lstrip(" ")
            if found := MARK.fullmatch(line.strip(" \t")):
                yield from self._text()
                yield Mark(found[1], found[2])
                self.at += 1
            elif fence := FENCE.match(own):
                yield from self._fence(len(line) - len(own), fence[1] or fence[3], fence[2] or fence[4] or "")
            elif own == line and (tab := _TAB.match(line)):
                yield from self._tab(tab[1])
            elif own == line and (admonition := _ADMONITION.match(line)):
                title = admonition[2] if admonition[2] is not None else admonition[1].capitalize()
                yield from self._admonition(title)
            else:
                self.kept.append(line)
                self.at += 1
        yield from self._text()

    def _text(self) -> Iterator[Text]:
        markdown = re.sub(r"\n{3,}", "\n\n", "\n".join(self.kept)).strip("\n")
        self.kept = []
        if markdown.strip():
            yield Text(markdown)

    def _fence(self, indent: int, opening: str, info: str) -> Iterator[Piece]:
        """A fence. One that only includes code becomes the listings that it shows."""
        body: list[str] = []
        self.at += 1
        while self.at < len(self.lines) and not closes(self.lines[self.at].lstrip(" "), opening):
            body.append(self.lines[self.at])
            self.at += 1
        self.at += 1
        title = _TITLE.search(info)
        if title:
            self.kept += ["", f"{' ' * indent}**{title[1]}**", ""]
        included = [_INCLUSION.match(line) for line in body]
        if not any(included):
            language = info.strip().partition(" ")[0]
            self.kept += [f"{' ' * indent}{opening}{'' if '=' in language else language}", *body]
            self.kept.append(f"{' ' * indent}{opening}")
            return
        yield from self._text()
        typed: list[str] = []
        for line, found in zip(body, included, strict=True):
            if found:
                yield from _typed(typed, opening, info)
                yield Listing(found["path"], found["section"] or "")
                typed = []
            else:
                typed.append(line[indent:])
        yield from _typed(typed, opening, info)

    def _indented(self) -> list[str]:
        """The lines that belong to the tab or admonition at this line."""
        self.at += 1
        start = self.at
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and not line.startswith(" " * _STEP):
                break
            self.at += 1
        return [line[_STEP:] for line in self.lines[start : self.at]]

    def _tab(self, label: str) -> Iterator[Piece]:
        inside = list(_Reader(self._indented()).pieces())
        yield from self._text()
        if inside and all(isinstance(piece, Listing) for piece in inside):
            yield from (Listing(one.path, one.section, label) for one in inside if isinstance(one, Listing))
        else:
            yield Text(f"**{label}**")
            yield from inside

    def _admonition(self, title: str) -> Iterator[Piece]:
        inside = list(_Reader(self._indented()).pieces())
        yield from self._text()
        quoted = [f"**{title}**"] if title else []
        quoted += [piece.markdown for piece in inside if isinstance(piece, Text)]
        lines = "\n\n".join(quoted).split("\n")
        yield Text("\n".join(f"> {line}".rstrip() for line in lines))
        yield from (piece for piece in inside if not isinstance(piece, Text))


def _typed(lines: Sequence[str], opening: str, info: str) -> Iterator[Text]:
    """What a fence holds beside the code that it includes."""
    code = "\n".join(lines).strip("\n")
    if code.strip():
        yield Text(f"{opening}{info.strip().partition(' ')[0]}\n{code}\n{opening}")


def cut(markdown: str) -> list[Piece]:
    """The pieces of a converted page, in its order."""
    return list(_Reader(markdown.split("\n")).pieces())
