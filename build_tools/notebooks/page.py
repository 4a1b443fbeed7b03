"""A notebook's page, rebuilt from what mkdocs-jupyter made of it: its text, code and output, in the site's own HTML.

Whatever else is in its half a megabyte (style sheets, scripts, prompts, buttons) is left behind: only tags and
attributes that are listed here come through, and formulas become MathML.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

from build_tools.formulas import mathml
from build_tools.notebooks.tags import TAGS, VOID, opened
from build_tools.words import word

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_FORMULA = re.compile(r"\$\$(?P<display>.+?)\$\$|\$(?=\S)(?P<inline>[^$]+?)(?<=\S)\$(?!\d)", re.DOTALL)
_EMPTY = re.compile(r"<p>\s*</p>\n?")
_CELL = "cell-id="


@dataclass(frozen=True)
class Heading:
    """A heading below the title: its level, its id, and its text as HTML."""

    level: int
    id: str
    text: str


@dataclass(frozen=True)
class Article:
    """A notebook's page: its title as plain text, its HTML from the title on, and the headings below that."""

    title: str
    html: str
    headings: tuple[Heading, ...]


def rebuild(html: str, language: str, strip: str) -> Article:
    """A notebook's page in the site's own HTML.

    Args:
        html: what mkdocs-jupyter made of the notebook.
        language: of the page.
        strip: HTML that goes below the title.
    """
    reader = _Reader(language, strip)
    reader.feed(html)
    reader.close()
    article = _EMPTY.sub("", "".join(reader.out))
    return Article(reader.title, f'<div class="tk-notebook">{article}</div>', tuple(reader.headings))


@dataclass
class _Head:
    """A heading or a table's head while it is read."""

    start: int  # where its content begins in what has been written
    text: str = ""  # as plain text, formulas as they are spoken
    bare: bool = True  # whether it holds nothing but formulas


@dataclass
class _State:
    """Which part of a cell is being read, and how many elements of it are open."""

    part: str = ""  # "text", "code" or "output"
    depth: int = 0
    cell: str = ""
    skipped: int = 0  # elements that are left out with all they hold
    verbatim: int = 0
    paragraphs: int = 0
    head: _Head | None = None
    used: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self, language: str, strip: str) -> None:
        super().__init__(convert_charrefs=True)
        self.language, self.strip = language, strip
        self.out: list[str] = []
        self.title = ""
        self.headings: list[Heading] = []
        self.state = _State()

    # ------------------------------------------------------------------------------------------------ the parts

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        state = self.state
        if not state.part:
            self._enter(tag, attributes)
            return
        if tag not in VOID:
            state.depth += 1
        if state.skipped or tag in ("script", "style") or "anchor-link" in attributes.get("class", ""):
            state.skipped += tag not in VOID
        elif state.part == "text":
            self._open(tag, attributes)
        elif tag == "span" and state.verbatim:
            self.out.append(opened(tag, attributes))
        elif tag == "pre":
            state.verbatim += 1
            self.out.append("<pre><code>" if state.part == "output" else "<pre><span></span><code>")

    def handle_endtag(self, tag: str) -> None:
        state = self.state
        if not state.part or tag in VOID:
            return
        state.depth -= 1
        if state.skipped:
            state.skipped -= 1
        elif state.depth == 0:
            self.out.append("" if state.part == "text" else "</div>\n")
            state.part = ""
        elif state.part == "text":
            self._close(tag)
        elif tag == "span" and state.verbatim:
            self.out.append("</span>")
        elif tag == "pre":
            state.verbatim -= 1
            self.out.append("</code></pre>")

    def handle_data(self, data: str) -> None:
        state = self.state
        if not state.part or state.skipped:
            return
        if state.verbatim:
            self.out.append(escape(data, quote=False))
        elif state.part == "text":
            self._text(data)

    def _enter(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Begins a part of a cell where one starts."""
        classes = attributes.get("class", "").split()
        if attributes.get("id", "").startswith(_CELL):
            self.state.cell = attributes["id"].removeprefix(_CELL)
        if "jp-MarkdownOutput" in classes:
            part, opening = "text", ""
        elif "highlight-ipynb" in classes:
            part, opening = "code", '<div class="highlight">'
        elif "jp-OutputArea-output" in classes:
            label = escape(word("notebook_output", self.language), quote=True)
            part, opening = "output", f'<div class="tk-printed" role="group" aria-label="{label}">'
        else:
            return
        self.state.part, self.state.depth = part, 1
        self.out.append(opening)

    # ------------------------------------------------------------------------------------------ Markdown's own HTML

    def _open(self, tag: str, attributes: Mapping[str, str]) -> None:
        state = self.state
        if tag not in TAGS or (state.verbatim and tag == "code"):
            return
        if tag in ("pre", "code"):
            state.verbatim += 1
        if tag == "p":
            state.paragraphs += 1
        if tag in _HEADINGS and tag != "h1":
            name = state.cell
            while name in state.used:
                name += "-1"
            state.used.add(name)
            self.out.append(f'<{tag} id="{escape(name, quote=True)}">')
        elif tag == "pre":
            self.out.append("<pre><span></span><code>")
        else:
            scope = ' scope="col">' if tag == "th" else ">"
            self.out.append(opened(tag, attributes).removesuffix(">") + scope)
        if tag in _HEADINGS or tag == "th":
            state.head = _Head(len(self.out))

    def _close(self, tag: str) -> None:
        state = self.state
        if tag not in TAGS or (tag == "code" and state.verbatim > 1):
            return
        if tag in ("pre", "code"):
            state.verbatim -= 1
        if tag == "p":
            state.paragraphs -= 1
        if state.head is not None and (tag in _HEADINGS or tag == "th"):
            self._headed(tag, state.head)
            return
        self.out.append("</code></pre>" if tag == "pre" else f"</{tag}>")

    def _headed(self, tag: str, head: _Head) -> None:
        """Ends a heading or a table's head, which must have text even where no MathML is known."""
        self.state.head = None
        content = "".join(self.out[head.start :]).strip()
        del self.out[head.start :]
        if tag == "th" and not content:
            self.out[-1] = self.out[-1].replace("<th", "<td").replace(' scope="col"', "")
            self.out.append("</td>")
            return
        if tag == "th" and head.bare:
            content = f'<span aria-hidden="true">{content}</span><span class="tk-spoken">{escape(head.text)}</span>'
        self.out += [content, f"</{tag}>"]
        if tag == "h1":
            self.title = " ".join(head.text.split())
            self.out.append(self.strip)
        elif tag != "th":
            found = re.search(r'id="([^"]*)"', self.out[-3])
            self.headings.append(Heading(int(tag[1]), found[1] if found else "", escape(" ".join(head.text.split()))))

    def _text(self, data: str) -> None:
        at = 0
        for match in _FORMULA.finditer(data):
            self._plain(data[at : match.start()])
            at = match.end()
            tex = (match["display"] or match["inline"] or "").strip()
            if mathml.fault(tex):
                self._plain(match[0])
            elif match["display"]:
                label = escape(word("formula", self.language), quote=True)
                box = f'<div class="tk-math" tabindex="0" role="group" aria-label="{label}">'
                box += f"{mathml.to_mathml(tex, display=True)}</div>"
                # No paragraph can hold a box.
                self.out.append(f"</p>{box}<p>" if self.state.paragraphs else box)
            else:
                self.out.append(mathml.to_mathml(tex, display=False))
                if self.state.head is not None:
                    self.state.head.text += mathml.spoken(tex)
        self._plain(data[at:])

    def _plain(self, text: str) -> None:
        self.out.append(escape(text, quote=False))
        if self.state.head is not None and text.strip():
            self.state.head.text += text
            self.state.head.bare = False
