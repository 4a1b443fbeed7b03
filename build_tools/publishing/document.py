"""A page of HTML, read once: what the audit asks of it, with positions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from build_tools.publishing import csp

# Where a reader expects to see source text as it was typed.
_VERBATIM = frozenset({"code", "pre", "kbd", "samp", "tt", "textarea", "math", "svg", "script", "style", "template"})
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "data", "del", "dfn", "em", "font", "i", "ins", "mark", "q", "s"}
    | {"small", "span", "strike", "strong", "sub", "sup", "time", "u", "var", "wbr", "img", "input"}
)
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_GOVERNED = frozenset({"script", "style", "link", "body"})
_DATA = ("application/json", "application/ld+json")
_FETCHED = ("src", "poster", "action", "formaction", "xlink:href", "manifest")


@dataclass(frozen=True)
class Run:
    """Text of a block of the page, and where each of its pieces stands in the file."""

    text: str
    pieces: tuple[tuple[int, int, int], ...]  # offset in `text`, line, column

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character of `text`: exact up to an entity or a line end inside a piece."""
        start, line, column = next(piece for piece in reversed(self.pieces) if piece[0] <= offset)
        before = self.text[start:offset]
        if "\n" in before:
            return line + before.count("\n"), len(before) - before.rfind("\n")
        return line, column + len(before)


@dataclass(frozen=True)
class Link:
    """An address in an attribute."""

    tag: str
    rel: str
    target: str
    line: int
    column: int


@dataclass(frozen=True)
class Style:
    """A style sheet inside the page, or the style of one element."""

    text: str
    line: int


@dataclass(frozen=True)
class Data:
    """A block of data for the page's scripts or for other programs, and the exercise that was opened last before it."""

    name: str  # its class or id: `tk-task`; its type where it has neither
    exercise: str
    text: str
    line: int
    column: int


@dataclass
class Document:
    """What a page holds.

    `prose` is text outside code, `output` text in code or preformatted blocks that no highlighter made, and `spans` are
    the pieces of code within a sentence. `fields` are the numbers of the numerals in a verified table's cells, by
    claim.
    """

    ids: set[str] = field(default_factory=set)
    claims: list[tuple[str, tuple[int, int]]] = field(default_factory=list)
    exercises: list[str] = field(default_factory=list)
    fields: dict[str, list[str]] = field(default_factory=dict)
    data: list[Data] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    styles: list[Style] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)
    policy_first: bool = False
    active: list[tuple[int, int, str]] = field(default_factory=list)
    prose: list[Run] = field(default_factory=list)
    output: list[Run] = field(default_factory=list)
    spans: list[tuple[int, int, str]] = field(default_factory=list)

    def without_texts(self) -> Document:
        """The same without what only a look at the page by itself needs."""
        return replace(self, prose=[], output=[], spans=[], scripts=[], styles=[], policies=[])


def read(text: str) -> Document:
    """Read a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.finish()
    return reader.document


class _Block:
    """The text of a block of the page, while it is read."""

    def __init__(self, runs: list[Run]) -> None:
        self._runs = runs
        self._texts: list[str] = []
        self._pieces: list[tuple[int, int, int]] = []
        self._length = 0

    def add(self, text: str, line: int, column: int) -> None:
        self._pieces.append((self._length, line, column))
        self._texts.append(text)
        self._length += len(text)

    def end(self) -> None:
        if not self._texts:
            return
        text = "".join(self._texts)
        if text.strip("￼ \n\t"):
            self._runs.append(Run(text, tuple(self._pieces)))
        self._texts, self._pieces, self._length = [], [], 0


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.document = Document()
        self._open: list[tuple[str, bool, bool]] = []  # tag, inside verbatim, inside highlighted code
        self._prose = _Block(self.document.prose)
        self._output = _Block(self.document.output)
        self._script: list[str] | None = None
        self._style: tuple[list[str], int] | None = None
        self._data: tuple[Data, list[str]] | None = None
        self._governed = False  # something that a policy governs has been seen

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in reversed(attrs)}
        if attributes:
            self._look_at(tag, attributes)
        self._governed = self._governed or tag in _GOVERNED
        if tag not in _INLINE and tag not in _VERBATIM:
            self.finish()
        if tag in _VOID:
            return
        _, verbatim, highlighted = self._open[-1] if self._open else ("", False, False)
        verbatim = verbatim or tag in _VERBATIM
        highlighted = highlighted or ("class" in attributes and "highlight" in attributes["class"].split())
        self._open.append((tag, verbatim, highlighted))
        if tag == "script" and "src" not in attributes and csp.runs(attributes.get("type", "")):
            self._script = []
        elif tag == "script" and attributes.get("type", "").lower() in _DATA:
            name = attributes.get("class") or attributes.get("id") or attributes["type"]
            exercise = self.document.exercises[-1] if self.document.exercises else ""
            line, column = self.getpos()
            self._data = (Data(name, exercise, "", line, column + 1), [])
        elif tag == "style":
            self._style = ([], self.getpos()[0])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._script is not None:
            self.document.scripts.append("".join(self._script))
            self._script = None
        elif tag == "script" and self._data is not None:
            self.document.data.append(replace(self._data[0], text="".join(self._data[1])))
            self._data = None
        elif tag == "style" and self._style is not None:
            self.document.styles.append(Style("".join(self._style[0]), self._style[1]))
            self._style = None
        # An end tag closes what was opened inside its element and left open; one without a start tag closes nothing.
        if self._open and self._open[-1][0] == tag:
            self._open.pop()
        elif any(name == tag for name, _, _ in self._open):
            while self._open.pop()[0] != tag:
                pass
        if (tag not in _INLINE and tag not in _VERBATIM) or tag == "pre":
            self.finish()

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self._script.append(data)
        elif self._data is not None:
            self._data[1].append(data)
        elif self._style is not None:
            self._style[0].append(data)
        tag, verbatim, highlighted = self._open[-1] if self._open else ("", False, False)
        if tag in ("script", "style", "template"):
            return
        line, column = self.getpos()
        if tag == "code" and not any(name == "pre" for name, _, _ in self._open):
            self.document.spans.append((line, column + 1, data))
        if verbatim and not highlighted:
            self._output.add(data, line, column + 1)
        # In a sentence, code stands for one character: what is around it does not become neighbours.
        self._prose.add("￼" if verbatim else data, line, column + 1)

    def finish(self) -> None:
        """End the block of text that is being read."""
        self._prose.end()
        self._output.end()

    def _look_at(self, tag: str, attributes: dict[str, str]) -> None:
        line, column = self.getpos()
        column += 1
        document = self.document
        if "id" in attributes:
            document.ids.add(attributes["id"])
        if tag == "a" and "name" in attributes:
            document.ids.add(attributes["name"])
        if "data-claim" in attributes:
            document.claims.append((attributes["data-claim"], (line, column)))
        if "data-exercise" in attributes:
            document.exercises.append(attributes["data-exercise"])
        if "data-fields" in attributes and document.claims:
            document.fields.setdefault(document.claims[-1][0], []).extend(attributes["data-fields"].split())
        if tag == "meta" and attributes.get("http-equiv", "").lower() == "content-security-policy":
            document.policies.append(attributes.get("content", ""))
            document.policy_first = not self._governed
        if "style" in attributes:
            document.styles.append(Style(attributes["style"], line))
        for name in attributes:
            if name.startswith("on") and name[2:].isalpha():
                document.active.append((line, column, f"an inline handler `{name}`"))
        targets = [attributes[name] for name in _FETCHED if name in attributes]
        if tag == "object" and "data" in attributes:
            targets.append(attributes["data"])
        if "href" in attributes and tag != "base":
            targets.append(attributes["href"])
        elif "href" in attributes:
            document.active.append((line, column, "a <base>"))
        if "srcset" in attributes:
            targets += [part.split()[0] for part in attributes["srcset"].split(",") if part.split()]
        rel = attributes.get("rel", "").strip().lower()
        document.links += [Link(tag, rel, target, line, column) for target in targets]
        if "mermaid" in attributes.get("class", "").split():
            document.links.append(Link(tag, "", "https://mermaid", line, column))
