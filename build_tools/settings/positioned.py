"""YAML that knows where each value stands, read without ever raising: what is wrong becomes findings.

Two readings. The strict one is for what authors write (cards, front matter): integers, booleans and nulls are what
they look like, everything else stays the text that was typed, so that neither `2026-10-30` nor `on` nor `1e3` turns
into something else. The tolerant one is for configurations and resolves scalars as MkDocs does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

import yaml

from build_tools.model import Finding, Span, position
from build_tools.settings.yamlreader import Loader, Reader, StopReading

# MkDocs' own three expressions (mkdocs.utils.meta), extended to a byte order mark and CRLF, which it has lost by then.
_FRONT_MATTER = re.compile(r"\ufeff?-{3}[ \t]*\r?\n(.*?\n)(?:\.{3}|-{3})[ \t]*\r?\n", re.DOTALL)
_LOOSE_KEY = re.compile(r"[ ]{0,3}[A-Za-z0-9_-]+:")
_LOOSE_MORE = re.compile(r"[ ]{4}|\t")
_OPENING = re.compile(r"\ufeff?(\s*)-{3}[ \t]*(?:\r?\n|\Z)")
_EMPTY = re.compile(r"\s*-{3}[ \t]*\r?\n(?:-{3}|\.{3})[ \t]*(?:\r?\n|\Z)")


@dataclass(frozen=True)
class Document:
    """A YAML text as plain data, with the place of everything in it.

    `spans` holds the value of each dotted key; for a mapping or list, its key or else its first character; `""` is the
    whole. `keys` holds the place of each key itself. `data` is None where the text is empty or cannot be read.
    `variables` are those of the environment that it asks for. `doubtful` says whether PyYAML might refuse what was read
    here without a finding.
    """

    text: str
    path: str
    data: object = None
    spans: dict[str, Span] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    variables: frozenset[str] = frozenset()
    doubtful: bool = False

    def place(self, dotted: str) -> Span:
        """Where a dotted key's value stands, or else the nearest thing that encloses it."""
        while dotted not in self.spans and dotted:
            dotted = dotted.rpartition(".")[0]
        return self.spans.get(dotted, Span(0, 0))

    def finding(self, at: str | Span | int, rule: str, message: str, mend: str = "") -> Finding:
        """A finding at a dotted key's value, at a span, or at an offset."""
        if isinstance(at, str):
            at = self.place(at)
        offset = at.start if isinstance(at, Span) else at
        return Finding(self.path, *position(self.text, offset), rule, message, mend)


def load(text: str, path: str, *, start: int = 0, end: int | None = None, tolerant: bool = False) -> Document:
    """Reads a YAML text, or the part `text[start:end]` of a file; all places are offsets in the whole `text`.

    Args:
        text: the file's text.
        path: the file's path, as findings name it.
        start: where the YAML begins.
        end: where it ends; by default at the end.
        tolerant: resolve scalars as YAML 1.1 does, allow unknown tags, and let `!ENV` read the environment.

    Never raises on account of the text: duplicate keys, tabs, bad syntax, alias bombs, keys that are no text, tags and
    invisible characters are findings (rule `yaml`) at their line and column.
    """
    end = len(text) if end is None else end
    if text.startswith("\ufeff", start, end):
        start += 1
    findings: list[Finding] = []
    note = Document(text, path)

    def report(at: int, message: str, mend: str) -> None:
        findings.append(note.finding(at, "yaml", message, mend))

    reader = Reader(text, start, end, tolerant, report)
    data: object = None
    try:
        data = reader.document()
    except StopReading:
        reader.spans, reader.keys = {}, {}
    spans = reader.spans
    spans.setdefault("", Span(start, start))
    return Document(text, path, data, spans, reader.keys, tuple(findings), frozenset(reader.variables), reader.doubtful)


class FrontMatter(NamedTuple):
    """What a page says about itself, where it says so, and where its body begins as a builder sees it."""

    meta: dict[str, object]
    spans: dict[str, Span]
    body: int
    findings: tuple[Finding, ...]


def front_matter(text: str, path: str) -> FrontMatter:
    """A page's front matter by the rule of MkDocs 1.6, and findings where MkDocs would silently not see it.

    Args:
        text: the whole page as it is in the file.
        path: the page's path, as findings name it.

    `body` is the offset of what a builder hands to Markdown: behind the front matter and the empty lines below it.
    """
    findings: list[Finding] = []
    note = Document(text, path)
    if text.startswith("\ufeff"):
        mend = "save the file as UTF-8 without it"
        findings.append(note.finding(0, "front-matter", "a byte order mark stands before the page", mend))
    match = _FRONT_MATTER.match(text)
    if match is None:
        opening = _OPENING.match(text)
        if opening is None:
            return FrontMatter({}, {}, _loose_body(note, findings), tuple(findings))
        if not opening[1]:
            empty = _EMPTY.match(text.removeprefix("\ufeff"))
            what = "is empty" if empty else "is never closed, so builders print it on the page"
            mend = "close it by a line `---`, with a line end behind it"
            at = opening.end(1)
            findings.append(note.finding(at, "front-matter", f"the front matter that starts here {what}", mend))
            return FrontMatter({}, {}, _loose_body(note, []), tuple(findings))
        mend = "start the file with `---`"
        findings.append(note.finding(0, "front-matter", "front matter must start in the first column and line", mend))
        match = _FRONT_MATTER.match(text, opening.end(1))
        if match is None:
            return FrontMatter({}, {}, _loose_body(note, []), tuple(findings))
    document = load(text, path, start=match.start(1), end=match.end(1))
    findings.extend(document.findings)
    body = _skip_newlines(text, match.end())
    if isinstance(document.data, dict):
        if not findings and document.doubtful and (fault := _refused(match[1])):
            spans = (span for span in document.spans.values() if _refused(span.of(text)))
            what = f"MkDocs cannot read this front matter: {fault}"
            findings.append(note.finding(next(spans, match.start(1)), "yaml", what, "put the value in quotes"))
        return FrontMatter(document.data, document.spans, body, tuple(findings))
    if not document.findings:
        what = "the front matter is no list of `key: value` lines, so builders print it on the page"
        findings.append(note.finding(match.start(1), "front-matter", what, "write `title: …`"))
    return FrontMatter({}, document.spans, body, tuple(findings))


def _skip_newlines(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in "\r\n":
        offset += 1
    return offset


def _loose_body(note: Document, findings: list[Finding]) -> int:
    """Where the body begins without front matter: MkDocs then takes `key: value` lines at the top for meta data."""
    text, first = note.text, 1 if note.text.startswith("\ufeff") else 0
    offset, keyed = first, False
    while offset < len(text):
        end = text.find("\n", offset)
        end = len(text) if end < 0 else end
        line = text[offset:end]
        if line.strip() and _LOOSE_KEY.match(line):
            if not keyed:
                what = "a page without front matter must not start with `word:`, builders take that for meta data"
                findings.append(note.finding(offset, "front-matter", what, "start it with front matter or a heading"))
            keyed = True
        elif line.strip() and not (keyed and _LOOSE_MORE.match(line)):
            break
        offset = min(end + 1, len(text))
        if not line.strip():
            break
    return _skip_newlines(text, offset)


def _refused(text: str) -> str:
    """Why PyYAML, and so MkDocs, cannot read what we can; empty where it can."""
    try:
        yaml.load(text, Loader)
    except Exception as error:  # PyYAML lets out whatever a constructor raises: ValueError for a 13th month
        return (str(error) or type(error).__name__).splitlines()[0]
    return ""
