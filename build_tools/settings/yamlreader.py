"""A YAML text's events made into plain data, with the place of everything; positioned.py is its only user."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate, islice
from typing import TypeAlias

import yaml

from build_tools.model import Span

Report: TypeAlias = Callable[[int, str, str], None]  # offset, message, mend
Loader: type[yaml.CSafeLoader] | type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_DEPTH = 50
MAX_WEIGHT = 20_000  # nodes, those behind aliases counted each time: above it, a few lines stand for gigabytes
MAX_HIDDEN = 10  # findings on characters of one file: a binary file has thousands

# What YAML does not allow in a stream, and what no reviewer can see or what reorders the text around it.
_UNPRINTABLE = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff"
_INVISIBLE = "\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f"
# Every font draws these otherwise, and pages use two of them as marks of their own.
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U0010ffff"
_ILLEGAL = re.compile(f"[{_UNPRINTABLE}]")
_HIDDEN = re.compile(f"[{_UNPRINTABLE}{_INVISIBLE}{_PRIVATE}]")

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})", re.ASCII)
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_TEXT_TAGS = frozenset(("!", "tag:yaml.org,2002:str"))
# How a scalar begins for which PyYAML may make something that can fail: a number, a date, `=`, `<<`.
_RISKY = frozenset(
    first
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    if any(tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:null") for tag, _ in rules)
)
_SPACES = frozenset("tnvfrNLP_ \t\n\r")  # escapes of double-quoted text that stand for white space, or for nothing
_STANDARD_TAG = "tag:yaml.org,2002:"
# What somebody most likely meant, by a part of the parser's message.
_MENDS = {
    "mapping values are not allowed": "put a text with `: ` in it in quotes; or mend the indentation",
    "cannot start any token": "put the text in quotes",
    "expected ':'": "write `key: value`, with a colon of half width and a space behind it",
    "expected ',' or": "close it: `[…]`, `{…}`",
    "end of stream": "close the quotation mark",
}
_LOOK = "look at the quotation marks, brackets and indentation of this line, and of those above it"


def _begins_there(message: str) -> bool:
    """Whether the fault is where something begins, and not where a parser gave up on it."""
    return "expected ':'" in message or "expected ',' or" in message


def join(parent: str, key: object) -> str:
    """The dotted key of a part: `sources` and 0 make `sources.0`."""
    return f"{parent}.{key}" if parent else str(key)


class StopReading(Exception):
    """Nothing after this point can be trusted; the finding is already filed."""


def locate(text: str, span: Span, value: str, offset: int) -> int:
    """Where a character of a scalar's value stands in the file: values are folded, unquoted and unescaped.

    Args:
        text: the file's text.
        span: the scalar's place in it.
        value: the scalar's value.
        offset: of a character in `value`.
    """
    return _places(text, span, value)[offset]


@lru_cache(maxsize=8)  # a text with many faults is asked for each of them
def _places(text: str, span: Span, value: str) -> tuple[int, ...]:
    """Where each character of a scalar's value stands; a space, where something else may stand for it."""
    last = max(span.start, span.end - 1)
    if text[span.start : span.start + 1] == '"':
        quoted = tuple(_quoted(text, span))
        before = accumulate((not char.isspace() for char in value), initial=0)
        return tuple(quoted[wanted] if wanted < len(quoted) else last for wanted in islice(before, len(value)))
    at = span.start
    if text[at : at + 1] in ("|", ">"):
        at = text.find("\n", at, span.end) + 1 or span.end
    elif text[at : at + 1] == "'":
        at += 1
    places: list[int] = []
    for char in value:
        if char.isspace():
            places.append(min(at, last))
            continue
        found = text.find(char, at, span.end)
        places.append(last if found < 0 else found)
        at = found + 1 or span.end
    return tuple(places)


def _quoted(text: str, span: Span) -> Iterator[int]:
    """Where each character of a double-quoted scalar stands that is no space."""
    at = span.start + 1
    while at < span.end - 1:
        width = 1
        if text[at] == "\\":
            kind = text[at + 1]
            width = {"x": 4, "u": 6, "U": 10}.get(kind, 2)
            space = chr(int(text[at + 2 : at + width], 16)).isspace() if width > 2 else kind in _SPACES
        else:
            space = text[at].isspace()
        if not space:
            yield at
        at += width


class Reader:
    """Builds data from PyYAML's events: its nodes would not tell aliases apart.

    `report` takes the offset of what is wrong, a message and a mend; see `positioned.load` for the rest.
    """

    def __init__(self, text: str, start: int, end: int, tolerant: bool, report: Report) -> None:
        self.text, self.start, self.end, self.tolerant, self.report = text, start, end, tolerant, report
        self.spans: dict[str, Span] = {}
        self.keys: dict[str, Span] = {}
        self.variables: set[str] = set()  # of the environment, whether or not they are set
        self.anchors: dict[str, tuple[object, int]] = {}
        self.weight = 0
        self.doubtful = False  # whether there is an anchor, or anything of which PyYAML makes more than text
        self.resolver = yaml.SafeLoader("") if tolerant else None

    def document(self) -> object:
        """The data of the one document that the text may hold."""
        self.events = self._events()
        data: object = None
        seen = False
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if seen:
                    self.report(self.span(event).start, "a second document starts here", "one file holds one document")
                    break
                seen = True
                data = self.node(next(self.events), "", 0, None)
        return data

    def _events(self) -> Iterator[yaml.Event]:
        chunk = self.text[self.start : self.end]
        wrong = _ILLEGAL if self.tolerant else _HIDDEN
        hidden = [*islice(wrong.finditer(chunk), MAX_HIDDEN)]
        for match in hidden:
            self.report(self.start + match.start(), f"{_named(match[0])} stands in the text", "remove it")
        if hidden:
            chunk = _ILLEGAL.sub("\ufffd", chunk)
        try:
            yield from yaml.parse(chunk, Loader)
        except yaml.YAMLError as error:
            self._syntax(error, len(chunk))
            raise StopReading from None

    def _syntax(self, error: yaml.YAMLError, length: int) -> None:
        offset, message = length, str(error).splitlines()[0]
        if isinstance(error, yaml.MarkedYAMLError):
            mark, context = error.problem_mark, error.context_mark
            message = error.problem or message
            offset = length if mark is None else min(mark.index, length)
            if context is not None and context.index < offset and (offset == length or _begins_there(message)):
                offset = context.index  # what is never closed is best shown where it opens
                message = f"{error.context}: {message}"
        at = self.start + offset
        if at == self.end and at > self.start:
            at = self.start + max(len(self.text[self.start : self.end].rstrip()) - 1, 0)
        if self.text[at : at + 1] == "\t":
            self.report(at, "a tab cannot indent YAML", "indent by spaces")
        else:
            mend = next((mend for part, mend in _MENDS.items() if part in message), _LOOK)
            self.report(at, f"this is no YAML: {message}", mend)

    def span(self, event: yaml.Event) -> Span:
        first, last = event.start_mark, event.end_mark
        assert first is not None and last is not None, "a parser's events have marks"
        return Span(self.start + first.index, self.start + last.index)

    def node(self, event: yaml.Event, dotted: str, depth: int, key: Span | None) -> object:
        """The value that `event` starts; files its place under `dotted`."""
        span = self.span(event)
        self.weight += 1
        if isinstance(event, yaml.AliasEvent):
            self.spans[dotted] = span
            return self.alias(event, span)
        if depth > MAX_DEPTH:
            self.report(span.start, f"lists and mappings are nested more than {MAX_DEPTH} deep", "")
            raise StopReading
        before = self.weight
        value: object
        assert isinstance(event, yaml.NodeEvent)
        if isinstance(event, yaml.ScalarEvent):
            self.spans[dotted] = span if span.start < span.end else key or span
            value = self.scalar(event, span)
        else:
            assert isinstance(event, yaml.CollectionStartEvent)
            self.spans[dotted] = key or Span(span.start, min(span.start + 1, self.end))
            if event.tag is not None and not self.tolerant:
                self.report(span.start, f"the tag `{event.tag}` means nothing here", "remove it")
            inside = self.mapping if isinstance(event, yaml.MappingStartEvent) else self.sequence
            value = inside(dotted, depth)
            if event.tag == "!ENV" and self.resolver and isinstance(value, list):
                names, default = (value[:-1], value[-1]) if len(value) > 1 else (value, None)
                value = self.environment(names, default)
        if event.anchor is not None:
            self.doubtful = True
            self.anchors[event.anchor] = (value, self.weight - before + 1)
        return value

    def alias(self, event: yaml.AliasEvent, span: Span) -> object:
        if event.anchor not in self.anchors:
            self.report(span.start, f"`*{event.anchor}` refers to nothing above it", f"define `&{event.anchor}` first")
            return None
        value, weight = self.anchors[event.anchor]
        self.weight += weight
        if self.weight > MAX_WEIGHT:
            self.report(span.start, "the aliases of this file stand for too many values", "write the values out")
            raise StopReading
        return value

    def sequence(self, dotted: str, depth: int) -> list[object]:
        items: list[object] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self.node(event, join(dotted, len(items)), depth + 1, None))
        return items

    def mapping(self, dotted: str, depth: int) -> dict[object, object]:
        own: dict[object, object] = {}
        merged: dict[object, object] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            span = self.span(event)
            name = self.key(event, span, depth)
            merge = name == "<<" and isinstance(event, yaml.ScalarEvent) and event.implicit[0]
            place = join(dotted, name)
            if name in own and not merge:
                self.report(span.start, f"`{name}` is stated twice", "keep one: the second would replace the first")
            value = self.node(next(self.events), place, depth + 1, span)
            self.keys[place] = span
            if merge:
                parts = value if isinstance(value, list) else [value]
                if not all(isinstance(part, dict) for part in parts):
                    self.report(span.start, "`<<` merges mappings only", "")
                for part in reversed([part for part in parts if isinstance(part, dict)]):
                    merged.update(part)
            else:
                own[name] = value
        return {**merged, **own} if merged else own

    def key(self, event: yaml.Event, span: Span, depth: int) -> object:
        kept, self.spans, self.keys = (self.spans, self.keys), {}, {}
        value = self.node(event, "", depth + 1, None)
        self.spans, self.keys = kept
        if isinstance(value, str):
            return value
        if not self.tolerant or isinstance(value, (list, dict)):
            self.report(span.start, "this key is no text", "put it in quotes, or name it otherwise")
            return str(value)
        return value

    def scalar(self, event: yaml.ScalarEvent, span: Span) -> object:
        value: str = event.value
        plain: bool = event.implicit[0]
        if self.resolver is not None:
            return self.tolerantly(event.tag, value, plain)
        if event.tag is not None and event.tag not in _TEXT_TAGS:
            self.report(span.start, f"the tag `{event.tag}` means nothing here", "remove it")
        if event.style == '"' and (hidden := _HIDDEN.search(value)) and not _HIDDEN.search(span.of(self.text)):
            at = locate(self.text, span, value, hidden.start())
            self.report(at, f"{_named(hidden[0])} stands in the text", "remove it")
        if plain and value in _BOOLEANS:
            return _BOOLEANS[value]
        if plain and value in _NULLS:
            return None
        if plain and _INTEGER.fullmatch(value):
            return int(value)
        self.doubtful = self.doubtful or (plain and value[0] in _RISKY)
        return value

    def tolerantly(self, tag: str | None, value: str, plain: bool) -> object:
        if tag == "!ENV":
            return self.environment([value], None)
        if tag is not None and not tag.startswith(_STANDARD_TAG):
            return value
        return self.resolved(tag, value, plain)

    def resolved(self, tag: str | None, value: str, plain: bool) -> object:
        """A scalar as PyYAML's safe loader would resolve it; a date, or what it refuses, stays text."""
        assert self.resolver is not None
        tag = tag or str(self.resolver.resolve(yaml.ScalarNode, value, (plain, not plain)))  # type: ignore[no-untyped-call]
        if tag not in (f"{_STANDARD_TAG}{kind}" for kind in ("null", "bool", "int", "float")):
            return value
        try:
            constructed: object = self.resolver.construct_object(yaml.ScalarNode(tag, value))
        except (ValueError, KeyError, yaml.YAMLError):
            return value
        return constructed

    def environment(self, names: list[object], default: object) -> object:
        """What `!ENV` stands for: the first of the variables that is set, else the default."""
        for name in names:
            if isinstance(name, str) and name and "\0" not in name:
                self.variables.add(name)
                if name in os.environ:
                    return self.resolved(None, os.environ[name], True)
        return default


def _named(char: str) -> str:
    kind = "private" if re.match(f"[{_PRIVATE}]", char) else "invisible"
    return f"the {kind} character U+{ord(char):04X}"
