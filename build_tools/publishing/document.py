"""A page of HTML, read once: what the audit asks of it, with positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from build_tools.publishing import csp
from build_tools.publishing.tags import CODE, END, MATH, START, TEXT, Attributes, Places, Token, inside, tokens

# Where a reader expects to see source text as it was typed.
_VERBATIM = frozenset({"code", "pre", "kbd", "samp", "tt", "textarea", "math", "svg", "script", "style", "template"})
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "data", "del", "dfn", "em", "font", "i", "ins", "mark", "q", "s"}
    | {"small", "span", "strike", "strong", "sub", "sup", "time", "u", "var", "wbr", "img", "input"}
)
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_FLOWING = _INLINE | _VERBATIM  # what ends no block of text
_GOVERNED = frozenset({"script", "style", "link", "body"})
TASK = "tk-task"  # the data of an exercise
_DATA = ("application/json", "application/ld+json")
_UNSHOWN = frozenset({"script", "style", "template"})
_HELD = ("script", "style")
_ENDING = frozenset({*_HELD, "pre"})  # whose ends are ends of something else too
_SPECIAL = _VOID | _VERBATIM | _GOVERNED
_State = tuple[bool, bool, bool]  # whether what is in an element is verbatim, highlighted code, preformatted
_FETCHED = ("src", "poster", "action", "formaction", "xlink:href", "manifest")


class Run(NamedTuple):
    """Text of a block of the page, and where each of its pieces stands in the file."""

    text: str
    pieces: tuple[tuple[str, int], ...]  # with their offsets in the file
    places: Places

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character of `text`: exact up to an entity or a line end inside a piece."""
        starts = accumulate((len(piece) for piece, _ in self.pieces), initial=0)
        start, (_, at) = [found for found in zip(starts, self.pieces, strict=False) if found[0] <= offset][-1]
        line, column = self.places.at(at)
        before = self.text[start:offset]
        if "\n" in before:
            return line + before.count("\n"), len(before) - before.rfind("\n")
        return line, column + len(before)


class Link(NamedTuple):
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

    def for_others(self) -> Document:
        """The same without what only a look at the page by itself needs, such as links that lead to a place on it."""
        links = [link for link in self.links if not self.leads_here(link)]
        data = [one for one in self.data if one.name == TASK]
        return Document(self.ids, self.claims, self.exercises, self.fields, data, links)

    def leads_here(self, link: Link) -> bool:
        """Whether a link leads to a place on the page, and says so as simply as most do."""
        return link.target[:1] == "#" and link.target[1:] in self.ids and "%" not in link.target


def read(text: str) -> Document:
    """Read a page."""
    reader = _Reader(text)
    reader.read(tokens(text))
    reader.finish()
    return reader.document


class _Reader:
    def __init__(self, html: str) -> None:
        self.document = Document()
        self._places = Places(html)
        # Open elements, and the states of what is in them.
        self._open = [""]
        self._states: list[_State] = [(False, False, False)]
        self._prose: list[tuple[str, int]] = []  # of the block that is being read
        self._output: list[tuple[str, int]] = []
        self._script: list[str] | None = None
        self._style: tuple[list[str], int] | None = None
        self._data: tuple[Data, list[str]] | None = None
        self._governed = False  # something that a policy governs has been seen

    def read(self, tokens: Iterable[Token]) -> None:
        """Reads the page: thousands of tokens, of which most are text and tags that say nothing."""
        opened, states, prose, output = self._open, self._states, self._prose, self._output
        for kind, at, name, attributes in tokens:
            if kind == TEXT:
                if states[-1][0]:
                    self._verbatim(name, at)
                elif prose or not name.isspace():  # no block of text begins with what stands between two of them
                    prose.append((name, at))
                continue
            if kind == MATH:
                self._formula(name, at)
                continue
            if (prose or output) and name not in _FLOWING:
                self.finish()
            if kind == START:
                state = states[-1]
                said = _said(name, attributes) if attributes else None
                if said is not None:
                    self._note(name, said, at)
                    if said.highlight:
                        state = state[0], True, state[2]
                if name in _SPECIAL:
                    if name in _GOVERNED:
                        self._governed = True
                    if name in _VOID:
                        continue
                    if name in _VERBATIM:
                        state = True, state[1], state[2] or name == "pre"
                        if name in _HELD:
                            self._hold(name, dict(reversed(attributes)), at)
                opened.append(name)
                states.append(state)
                continue
            if kind == CODE:  # of no block of text, and its tags say nothing
                continue
            # An end tag closes what was opened in its element and left open; one without a start tag closes nothing.
            if opened[-1] != name and name in opened:
                while opened[-1] != name:
                    opened.pop()
                    states.pop()
            if opened[-1] == name:
                opened.pop()
                states.pop()
            if name in _ENDING:
                self._let_go(name)

    def _formula(self, formula: str, at: int) -> None:
        """What is in a formula: each of its texts is a block of its own."""
        texts = _texts(formula)
        if texts is None or self._states[-1][1]:
            self.read((kind, at + start, name, attributes) for kind, start, name, attributes in inside(formula))
        else:
            self.finish()
            self.document.output += [Run(text, ((text, at + start),), self._places) for text, start in texts]

    def _verbatim(self, text: str, at: int) -> None:
        tag, (_, highlighted, preformatted) = self._open[-1], self._states[-1]
        if tag in _UNSHOWN:
            if self._script is not None:
                self._script.append(text)
            elif self._data is not None:
                self._data[1].append(text)
            elif self._style is not None:
                self._style[0].append(text)
            return
        if tag == "code" and not preformatted:
            self.document.spans.append((*self._places.at(at), text))
        if not highlighted and (self._output or not text.isspace()):
            self._output.append((text, at))
        # In a sentence, code stands for one character: what is around it does not become neighbours.
        self._prose.append(("￼", at))

    def _let_go(self, tag: str) -> None:
        """Ends what `_hold` began, or a block of text that is preformatted."""
        if tag == "pre":
            self.finish()
        elif tag == "script" and self._script is not None:
            self.document.scripts.append("".join(self._script))
            self._script = None
        elif tag == "script" and self._data is not None:
            self.document.data.append(replace(self._data[0], text="".join(self._data[1])))
            self._data = None
        elif tag == "style" and self._style is not None:
            self.document.styles.append(Style("".join(self._style[0]), self._style[1]))
            self._style = None

    def _hold(self, tag: str, attributes: Mapping[str, str | None], at: int) -> None:
        """Keeps the text of an element that is opened, which is a style sheet, a script or data."""
        kind = attributes.get("type") or ""
        line, column = self._places.at(at)
        if tag == "style":
            self._style = ([], line)
        elif "src" not in attributes and csp.runs(kind):
            self._script = []
        elif kind.lower() in _DATA:
            name = attributes.get("class") or attributes.get("id") or kind
            exercise = self.document.exercises[-1] if self.document.exercises else ""
            self._data = (Data(name, exercise, "", line, column), [])

    def finish(self) -> None:
        """Ends the block of text that is being read."""
        for pieces, runs in ((self._prose, self.document.prose), (self._output, self.document.output)):
            if pieces:
                text = pieces[0][0] if len(pieces) == 1 else "".join([piece for piece, _ in pieces])
                if text.strip("￼ \n\t"):
                    runs.append(Run(text, tuple(pieces), self._places))
                pieces.clear()

    def _note(self, tag: str, said: _Said, at: int) -> None:
        """Adds what a start tag says to the document."""
        document = self.document
        document.ids.update(said.ids)
        if not said.placed:
            return
        place = self._places.at(at)
        for rel, target in said.links:
            document.links.append(Link(tag, rel, target, *place))
        document.active += [(*place, what) for what in said.active]
        if said.claim is not None:
            document.claims.append((said.claim, place))
        if said.exercise is not None:
            document.exercises.append(said.exercise)
        if said.fields is not None and document.claims:
            document.fields.setdefault(document.claims[-1][0], []).extend(said.fields)
        if said.policy is not None:
            document.policies.append(said.policy)
            document.policy_first = not self._governed
        if said.style is not None:
            document.styles.append(Style(said.style, place[0]))


class _Said(NamedTuple):
    """What a start tag says."""

    ids: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()  # relation and target
    active: tuple[str, ...] = ()
    claim: str | None = None
    exercise: str | None = None
    fields: tuple[str, ...] | None = None
    policy: str | None = None
    style: str | None = None
    highlight: bool = False  # what is in its element is highlighted code
    placed: bool = False  # whether anything of it has a place


_NOTHING = _Said()


@lru_cache(maxsize=4096)
def _texts(formula: str) -> tuple[tuple[str, int], ...] | None:
    """The texts in a formula, and where they stand in it; None where its tags say more than that it is one."""
    opened: list[str] = []
    texts: list[tuple[str, int]] = []
    kind = TEXT
    for kind, at, name, attributes in inside(formula):
        if kind == TEXT:
            texts += [(name, at)] if name.strip("￼ \n\t") else []
        elif name in _FLOWING or name in _SPECIAL or (attributes and _said(name, attributes)):
            return None
        elif kind == START:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return None
    return tuple(texts) if kind == END and not opened else None


@lru_cache(maxsize=4096)
def _said(tag: str, found: Attributes) -> _Said | None:
    """What a start tag's attributes say; None where that is nothing, as of most."""
    attributes = {name: value or "" for name, value in reversed(found)}
    classes = attributes.get("class", "").split()
    active = [f"an inline handler `{name}`" for name in attributes if name[:2] == "on" and name[2:].isalpha()]
    targets = [attributes[name] for name in _FETCHED if name in attributes]
    if tag == "object" and "data" in attributes:
        targets.append(attributes["data"])
    if "href" in attributes and tag != "base":
        targets.append(attributes["href"])
    elif "href" in attributes:
        active.append("a <base>")
    if "srcset" in attributes:
        targets += [part.split()[0] for part in attributes["srcset"].split(",") if part.split()]
    relation = attributes.get("rel", "").strip().lower()
    links = [(relation, target) for target in targets]
    if "mermaid" in classes:
        links.append(("", "https://mermaid"))
    named = ("id", "name") if tag == "a" else ("id",)
    governs = tag == "meta" and attributes.get("http-equiv", "").lower() == "content-security-policy"
    said = _Said(
        tuple(attributes[name] for name in named if name in attributes),
        tuple(links),
        tuple(active),
        attributes.get("data-claim"),
        attributes.get("data-exercise"),
        tuple(attributes["data-fields"].split()) if "data-fields" in attributes else None,
        attributes.get("content", "") if governs else None,
        attributes.get("style"),
        "highlight" in classes,
    )
    if said == _NOTHING:
        return None
    return said._replace(placed=said != _Said(said.ids, highlight=said.highlight))
