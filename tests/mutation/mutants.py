"""The course, changed in one place at a time: each run of digits that a reader sees, each number in code, each card."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from build_tools.cards import card, schema, workfields
from build_tools.code import runner
from build_tools.model import Job, Outcome, Page, Report
from build_tools.pages import markdown
from build_tools.settings import positioned

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("ja", "en")


@dataclass(frozen=True)
class Mutant:
    """One file with one change in it, and where that stands."""

    path: str
    line: int
    before: str
    after: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}: {self.before} → {self.after}"


class Engine:
    """Runs each job once: most mutants ask the same questions of the same code.

    It is open for as long as the tests run: when this process ends, so does what it has started.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self.engine = runner.Engine(root, twice=False)
        self.known: dict[str, Outcome] = {}

    def __call__(self, jobs: list[Job]) -> list[Outcome]:
        new = {repr(job): job for job in jobs if repr(job) not in self.known}
        self.known.update(zip(new, self.engine(list(new.values())), strict=True))
        return [self.known[repr(job)] for job in jobs]


def bump(digits: str) -> str:
    """Another run of digits of the same length: the last one goes up by one."""
    last = digits[-1]
    zero = ord(last) - int(last)
    return digits[:-1] + chr(zero + (int(last) + 1) % 10)


def runs(text: str) -> Iterator[tuple[int, int]]:
    """Where the runs of digits of a text stand, whatever their script or width."""
    start = None
    for i, char in enumerate(f"{text} "):
        if char.isdecimal() and start is None:
            start = i
        elif not char.isdecimal() and start is not None:
            yield start, i
            start = None


def changed(path: str, text: str, start: int, end: int, after: str) -> Mutant:
    line = text.count("\n", 0, start) + 1
    return Mutant(path, line, text[start:end], after, text[:start] + after + text[end:])


def of_page(path: str) -> Iterator[Mutant]:
    """A page with one run of digits changed: all that a reader sees, and all of the front matter."""
    text = (ROOT / path).read_text("utf-8")
    page = markdown.read(text, path, path.split("/", 2)[2], path.split("/")[1])
    stamps = [span for name, span in page.meta_spans.items() if name.startswith("translated_from")]
    for start, end in runs(text):
        if any(span.start <= start < span.end for span in stamps):
            continue  # a digest, which no reader sees: it only warns
        if start < page.body or seen(page, start):
            yield changed(path, text, start, end, bump(text[start:end]))


def seen(page: Page, offset: int) -> bool:
    """Whether a reader sees a character: it is visible, or the number of a list item."""
    markers = (one.segment.span for one in page.seen if one.segment.surface == "marker")
    return page.visible[offset] != "\x00" or any(span.start <= offset < span.end for span in markers)


def of_code(path: str) -> Iterator[Mutant]:
    """A snippet or twin with one number in its code changed by one in its last place."""
    text = (ROOT / path).read_text("utf-8")
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NUMBER:
            start = lines[token.start[0] - 1] + token.start[1]
            yield changed(path, text, start, start + len(token.string), bump(token.string))


# What a reader sees of a card and the project can hold. Addresses are followed, not read; a title, a date of issue or a
# licence is stated once, as a fact of the world outside: nothing here could tell a wrong one.
_SHOWN = ("edition", "verified_on", "rights_holder", "access", "rationale", "note", "reader_prerequisites", "counts",
          "fallback.text", "compared", "candidates")  # fmt: skip
_ONCE = re.compile(r"candidates\.\d+\.(title|container|issued|license|url|doi|arxiv|isbn|components\b.*)\Z")


def of_card(path: str) -> Iterator[Mutant]:
    """A card with one run of digits changed that a reader sees on the page."""
    text = (ROOT / path).read_text("utf-8")
    document = positioned.load(text, path)
    done = set[int]()
    for dotted, span in document.spans.items():
        if not dotted.startswith(_SHOWN) or _ONCE.match(dotted) or isinstance(value_at(document, dotted), list | dict):
            continue
        for start, end in runs(span.of(text)):
            at = span.start + start
            if at not in done:
                done.add(at)
                yield changed(path, text, at, span.start + end, bump(text[at : span.start + end]))


def required(document: positioned.Document) -> Iterator[str]:
    """Every field that a card has and must have, by its dotted key."""
    named = {"": card.REQUIRED, "access": card_parts("access"), "fallback": ("text", "provides")}
    for dotted in document.keys:
        parent, _, name = dotted.rpartition(".")
        holder = value_at(document, parent)
        if re.fullmatch(r"candidates\.\d+", parent):
            carded = isinstance(holder, dict) and "card" in holder
            known: Sequence[str] = card.CARDED if carded else (*workfields.REQUIRED, *card.EVALUATED)
        elif re.fullmatch(r"counts\.\w+", parent):
            known = ("value", "what", "path", "symbol")
        elif re.search(r"(^|\.)components\.\d+\Z", parent):
            known = ("part", "license", "use")
        elif re.search(r"(^|\.)authors\.\d+\Z", parent):
            known = ("family", "name")
        else:
            known = ("ja", "en") if isinstance(holder, dict) and set(holder) == {"ja", "en"} else named.get(parent, ())
        if name in known:
            yield dotted


def card_parts(name: str) -> tuple[str, ...]:
    """The fields of a mapping that every card has, as the published schema lists them."""
    known: Any = schema.schema(["ja", "en"])
    return tuple(known["properties"][name]["required"])


def fields_of_card(path: str) -> Iterator[Mutant]:
    """A card with one required field removed, or given a value of another type."""
    text = (ROOT / path).read_text("utf-8")
    document = positioned.load(text, path)
    for dotted in required(document):
        key = document.keys[dotted]
        line = text.count("\n", 0, key.start) + 1
        wrong = "[[]]" if not isinstance(value_at(document, dotted), list) else "7"
        start = text.rfind("\n", 0, key.start) + 1
        before = text[start : key.start]
        if before.strip(" -"):  # within braces, on one line
            end = document.spans[dotted].end
            rest = text[end:].removeprefix(", ") if text[key.start - 1] == "{" else text[end:]
            head = text[: key.start] if text[key.start - 1] == "{" else text[: key.start].rstrip(", ")
            yield Mutant(path, line, dotted, "removed", head + rest)
            yield Mutant(path, line, dotted, wrong, text[: key.end] + f": {wrong}" + text[end:])
            continue
        end = block_end(text, key)
        # The first key of a list's entry leaves its dash behind.
        if "-" in before:
            rest = text[end:].split("\n", 1)
            mutant = text[:start] + before + rest[0].lstrip() + "\n" + rest[1]
        else:
            mutant = text[:start] + text[end:]
        yield Mutant(path, line, dotted, "removed", mutant)
        yield Mutant(path, line, dotted, wrong, text[: key.end] + f": {wrong}\n" + text[end:])


def contradictions_of_card(path: str) -> Iterator[Mutant]:
    """A card one of whose fields contradicts another: each is of a right form by itself."""
    text = (ROOT / path).read_text("utf-8")
    document = positioned.load(text, path)

    def replaced(dotted: str, value: str, *, what: str = "") -> Mutant:
        span = document.spans[dotted]
        line = text.count("\n", 0, span.start) + 1
        return Mutant(path, line, dotted, what or value, text[: span.start] + value + text[span.end :])

    other = {
        "id": "another-id",
        "verified_on": '"2026-10-29"',
        "issued": '"2099"',
        "mutability": {"pinned": "moving", "moving": "pinned"}.get(str(value_at(document, "mutability")), ""),
        "compared": "9",
        "url": "https://example.org/elsewhere",
        "arxiv": '"1706.03762v6"',
        "doi": "10.1000/182",
        "repository": "https://example.org/elsewhere",
        "commit": "0" * 40,
    }
    for dotted, value in other.items():
        if dotted in document.spans and (dotted != "url" or {"arxiv", "doi", "commit"} & set(document.spans)):
            yield replaced(dotted, value)
    for dotted in document.spans:
        if re.fullmatch(r"counts\.\w+\.(value|below|lines\.[01])", dotted):
            yield replaced(dotted, str(int(str(value_at(document, dotted))) + 1))
        elif re.fullmatch(r"fallback\.provides\.\d+", dotted):
            yield replaced(dotted, '"attention/day-43#no-such-section"')
        elif re.fullmatch(r"candidates\.\d+\.card", dotted):
            yield replaced(dotted, str(value_at(document, "id")), what="the card itself")
        elif re.fullmatch(r"candidates\.\d+\.(arxiv|doi)", dotted):
            yield replaced(dotted, '"1706.03762"' if dotted.endswith("arxiv") else "10.1000/182")
        elif re.fullmatch(r"edition\.(ja|en)", dotted):
            yield replaced(dotted, '"2026-10-29"')
        elif re.fullmatch(r"(candidates\.\d+\.)?components\.\d+\.use", dotted):
            license = value_at(document, dotted.removesuffix("use") + "license")
            if license == "NOASSERTION":
                yield replaced(dotted, "adapt")
    if value_at(document, "license") == "NOASSERTION":
        yield replaced("use", "include")
    if "verified_on" in document.spans:
        at = document.keys["use"].start
        line = text.count("\n", 0, at) + 1
        early = text[:at] + 'withdrawn: "2020-01-01"\n' + text[at:]
        yield Mutant(path, line, "withdrawn", "before it was verified", early)
        held = text[:at] + "material:\n  - {path: README.md, use: include}\n" + text[at:]
        yield Mutant(path, line, "material", "of a source that is only linked to", held)


def block_end(text: str, key: positioned.Span) -> int:
    """Where the lines of a key end: before the next line that is not indented deeper than the key itself."""
    start = text.rfind("\n", 0, key.start) + 1
    indent = key.start - start
    end = text.find("\n", key.end) + 1 or len(text)
    while end < len(text):
        stop = text.find("\n", end) + 1 or len(text)
        line = text[end:stop]
        deeper = len(line) - len(line.lstrip(" ")) > indent
        entry = (
            line.lstrip(" ").startswith("- ")
            and len(line) - len(line.lstrip(" ")) >= indent
            and "-" not in text[start : key.start]
        )
        if line.strip() and not (deeper or entry):
            break
        end = stop
    return end


def value_at(document: positioned.Document, dotted: str) -> object:
    value: object = document.data
    for part in dotted.split(".") if dotted else ():
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list):
            value = value[int(part)]
    return value


def killed(report: Report, mutant: Mutant, *, anywhere: bool = False) -> bool:
    """Whether a report's errors name the line of a change, or with `anywhere` any line at all."""
    return any(
        finding.severity == "error" and (anywhere or (finding.path == mutant.path and finding.line == mutant.line))
        for finding in report.findings
    )
