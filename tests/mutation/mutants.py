"""The course, changed in one place at a time: each run of digits that a reader sees, each number in code, each card."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

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
    """Runs each job once: most mutants ask the same questions of the same code."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.known: dict[str, Outcome] = {}

    def __call__(self, jobs: list[Job]) -> list[Outcome]:
        new = {repr(job): job for job in jobs if repr(job) not in self.known}
        outcomes = runner.run(list(new.values()), folder=self.root)
        self.known.update(zip(new, outcomes, strict=True))
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


# What a reader sees of a card; addresses are followed, not read.
_SHOWN = ("title", "authors", "edition", "verified_on", "license", "rights_holder", "access", "rationale", "note",
          "reader_prerequisites", "fallback.text", "candidates")  # fmt: skip


def of_card(path: str) -> Iterator[Mutant]:
    """A card with one run of digits changed that a reader sees on the page."""
    text = (ROOT / path).read_text("utf-8")
    document = positioned.load(text, path)
    done = set[int]()
    for dotted, span in document.spans.items():
        if not dotted.startswith(_SHOWN) or dotted.endswith(".url") or not isinstance(value_at(document, dotted), str):
            continue
        for start, end in runs(span.of(text)):
            at = span.start + start
            if at not in done:
                done.add(at)
                yield changed(path, text, at, span.start + end, bump(text[at : span.start + end]))


# Every field that a card must have; `note`, identifiers and the ids of a candidate's edition are optional.
REQUIRED = (
    "id", "title", "authors", "url", "role", "edition", "edition.ja", "edition.en", "verified_on", "mutability",
    "license", "rights_holder", "use", "access", "access.ja", "access.en", "rationale", "rationale.ja", "rationale.en",
    "reader_prerequisites", "reader_prerequisites.ja", "reader_prerequisites.en", "fallback", "fallback.text",
    "fallback.text.ja", "fallback.text.en", "fallback.provides", "candidates",
    *(f"candidates.{{}}.{name}" for name in ("title", "url", "outcome", "evaluation", "evaluation.ja")),
    "candidates.{}.evaluation.en",
)  # fmt: skip


def fields_of_card(path: str) -> Iterator[Mutant]:
    """A card with one required field removed, or given a value of another type."""
    text = (ROOT / path).read_text("utf-8")
    document = positioned.load(text, path)
    data = document.data
    count = len(data["candidates"]) if isinstance(data, dict) else 0
    names = [name.format(i) for name in REQUIRED for i in (range(count) if "{}" in name else (0,))]
    for dotted in dict.fromkeys(names):
        key = document.keys[dotted]
        start = text.rfind("\n", 0, key.start) + 1
        first, end = key.start - start, block_end(text, key)
        removed = text[start:end]
        # The first key of a list's entry leaves its dash behind.
        kept = removed[:first].rstrip() + "\n" if "-" in removed[:first] else ""
        if kept:
            rest = text[end:].split("\n", 1)
            mutant = text[:start] + removed[:first] + rest[0].lstrip() + "\n" + rest[1]
        else:
            mutant = text[:start] + text[end:]
        yield Mutant(path, text.count("\n", 0, start) + 1, dotted, "removed", mutant)
        wrong = "[[]]" if dotted != "candidates" else "7"
        yield Mutant(
            path, text.count("\n", 0, start) + 1, dotted, wrong,
            text[: key.end] + f": {wrong}\n" + text[end:],
        )  # fmt: skip


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
