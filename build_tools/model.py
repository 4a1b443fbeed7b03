"""The nouns of the generator, frozen: what every other module takes and gives.

Offsets count characters of a file's raw text from 0; lines and columns count from 1. What there are hundreds of for
a page is a named tuple, which takes half the time of a frozen dataclass to make, to compare and to read back.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from build_tools.unseen import legible

Scalar: TypeAlias = int | float | Fraction | str | bool | None
Tree: TypeAlias = "Scalar | tuple[Tree, ...] | Record"


@dataclass(frozen=True)
class Record:
    """An object with named parts (a dataclass, a named tuple, a mapping), in the order of its definition.

    `keys` are a mapping's keys as Python writes them, one for each part; empty where the parts are attributes.
    """

    parts: tuple[tuple[str, Tree], ...]
    keys: tuple[str, ...] = field(default=(), compare=False)


def leaves(tree: Tree) -> Iterator[Scalar]:
    """The scalars of a value in reading order: rows before columns, parts in their order."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(part[::-1])
        elif isinstance(part, Record):
            waiting.extend(inner for _, inner in part.parts[::-1])
        else:
            yield part


Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that is wrong, where it is, and how to mend it."""

    path: str
    line: int
    column: int
    rule: str
    message: str
    mend: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        head = (
            f"{legible(self.path, '')}:{self.line}:{self.column}: {self.severity}[{self.rule}]: {legible(self.message)}"
        )
        return f"{head}\n    {legible(self.mend)}" if self.mend else head


class Span(NamedTuple):
    """A half-open range of characters, `start <= i < end`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]


def position(text: str, offset: int) -> tuple[int, int]:
    """The line and column, both from 1, of a character of `text`."""
    starts = _line_starts(text)
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


@lru_cache(maxsize=16)  # a page with many findings is asked for each of them
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *accumulate(len(line) + 1 for line in text.split("\n")))


# ---------------------------------------------------------------------------------------------- numerals


@dataclass(frozen=True)
class Numeral:
    """A number as a person wrote it.

    `value` is exact (a Fraction, or a float infinity). `unit` is the size of its last written place, scaled with
    its percent sign or unit word, for a numeral that stands for a range of values (a decimal, a rounded integer);
    it is None for one that must be met exactly.
    """

    start: int
    end: int
    text: str
    value: Fraction | float
    unit: Fraction | None = None
    approximate: bool = False
    word: bool = False  # a number word: `four`, `四つ`, `half`


@dataclass(frozen=True)
class Name:
    """Characters with digits in them that state no value: `q_0`, `float64`, `第 2 列`, a date, a version.

    `canonical` is what both languages must share: `("2",)` for `第 2 列` and for `2nd`, `("q0",)` for `q_0`.
    """

    start: int
    end: int
    text: str
    kind: str
    canonical: tuple[str, ...]


Token: TypeAlias = Numeral | Name


# ------------------------------------------------------------------------------------------------- pages

Surface = Literal["prose", "code", "math", "marker"]  # a marker is the number of a list item

EXEMPTION_REASONS = ("label", "date", "citation", "quoted", "reported", "convention", "duration", "example")


class Segment(NamedTuple):
    """A run of characters that a reader sees, and how its digits are to be read."""

    span: Span
    surface: Surface


@dataclass(frozen=True)
class Claim:
    """A literal bound to the expression that computes it.

    `whole` covers everything that the page's reader must not see as typed (brackets and `{=…}`); `literal` is what
    the reader sees. For a block (`display`, `table`, `fence`), `marker` is the line `{=…}` below it; for a `figure`,
    which has no numerals of its own, `literal` is empty and `marker` the block's opening lines.
    """

    shape: Literal["text", "math", "display", "table", "fence", "figure"]
    expression: str
    whole: Span
    literal: Span
    marker: Span
    expression_span: Span
    segments: tuple[Segment, ...]
    section: str
    in_answer: bool
    caption: Span | None = None  # the text behind a table's `{=…}`
    block: str = ""  # the id of the block of ours that it stands in or, for a figure, is


@dataclass(frozen=True)
class Exemption:
    """`[43]{!reason}`: a numeral that nothing computes, said so in place."""

    reason: str
    whole: Span
    literal: Span
    segments: tuple[Segment, ...]
    section: str


class Seen(NamedTuple):
    """Text that a reader sees and that no claim or exemption covers."""

    segment: Segment
    section: str
    display: bool = False  # a display formula


@dataclass(frozen=True)
class Bare:
    """A table or display maths that no binding stands below: what a claim below it would have to state."""

    shape: Literal["display", "table"]
    whole: Span
    segments: tuple[Segment, ...]
    section: str


class Formula(NamedTuple):
    """A formula between dollar signs, in or out of a claim."""

    whole: Span
    tex: Span
    display: bool


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it, up to the next heading. The text above the first has the id ""."""

    id: str
    title: str
    level: int
    span: Span
    heading: Span


@dataclass(frozen=True)
class Block:
    """`/// name | title` … `///`. `open` and `close` are the spans of the two lines, without their line ends.

    Below the opening line stand its options, `key: value` indented by four spaces; `body` is where they end.
    """

    name: str
    title: str
    id: str
    open: Span
    close: Span
    section: str
    parent: str = ""  # the id of the block around it
    body: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    option_spans: Mapping[str, Span] = field(default_factory=dict)  # key → its value


@dataclass(frozen=True)
class Inclusion:
    """`--8<-- "snippets/x.py:section"`: code that is shown and that ran."""

    path: str
    section: str
    span: Span


@dataclass(frozen=True)
class Page:
    """One Markdown file, read: where everything stands that the rest needs."""

    path: str  # as in findings: docs/ja/attention/day-43….md
    key: str  # the same in both languages: attention/day-43….md
    language: str
    text: str
    body: int  # the offset at which the front matter ends
    meta: Mapping[str, object]
    meta_spans: Mapping[str, Span]  # dotted key → its value in `text`: "title", "sources.0.locator"
    sections: tuple[Section, ...] = ()
    claims: tuple[Claim, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    seen: tuple[Seen, ...] = ()
    formulas: tuple[Formula, ...] = ()
    blocks: tuple[Block, ...] = ()
    inclusions: tuple[Inclusion, ...] = ()
    joins: tuple[Span, ...] = ()  # line ends between wide characters, which a browser would show as spaces
    visible: str = ""  # `text` with what no reader sees (markup, addresses, attributes) replaced by `\x00`
    findings: tuple[Finding, ...] = ()
    bare: tuple[Bare, ...] = ()


# --------------------------------------------------------------------------------------------------- runs


class Question(NamedTuple):
    """An expression to be evaluated in a snippet's namespace, on the page of one language."""

    expression: str
    language: str


@dataclass(frozen=True, eq=False)
class Job:
    """A snippet (or a twin) to run in a process of its own, and what to ask of it afterwards.

    One is equal to itself alone, so that its name in the cache is found out once.

    `context` holds, per language, what a page adds to the namespace (`page`, `sources`). `substitutes` are the
    twin's values by name: each question is answered a second time with them in place of the snippet's own. `seconds`
    and `memory` (bytes) are what its header asks for; 0 is what every snippet has. `files` are the data files that it
    asks for.
    """

    path: str
    source: str
    questions: tuple[Question, ...] = ()
    context: Mapping[str, Mapping[str, Tree]] = field(default_factory=dict)
    substitutes: Mapping[str, Tree] = field(default_factory=dict)
    seconds: float = 0.0
    memory: int = 0
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What one question came to.

    `value` is meaningless where `error` is set. `names` are the namespace's names that the expression reads;
    `depends_on` those of them whose perturbation changes the value. `twin` is the value with the twin's
    values in place, or None where there are none. Where a second run, under other conditions, came to another value,
    `varied` is that value, and `varies` says on what it depends.
    """

    value: Tree
    error: str = ""
    names: frozenset[str] = frozenset()
    depends_on: frozenset[str] = frozenset()
    twin: Tree = None
    twin_error: str = ""
    printed: str = ""  # what `print(expression)` writes; empty where that fails or is too long
    varied: Tree = None
    varies: str = ""


@dataclass(frozen=True)
class Failure:
    """Why a snippet gave no values, at its own line."""

    rule: str
    line: int
    message: str
    mend: str = ""


@dataclass(frozen=True)
class Outcome:
    """What one job came to: answers, every public data name's value, or a failure.

    `helpers` are the project's other files that it imported. `layers` are those of the sandbox around it, each with why
    it did not hold, empty where it did. `depended` is what it read beside its job, as the cache keeps it; None where
    that is not known for certain.
    """

    path: str
    digest: str
    answers: Mapping[Question, Answer] = field(default_factory=dict)
    values: Mapping[str, Tree] = field(default_factory=dict)
    failure: Failure | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    helpers: tuple[str, ...] = ()
    layers: Mapping[str, str] = field(default_factory=dict)
    depended: bytes | None = field(default=None, compare=False, repr=False)

    @cached_property
    def stamps(self) -> dict[Question | None, bytes]:
        """What tells its answers, and all else (None), from those of others, as far as `replies.stamp` was asked."""
        return {}


# ------------------------------------------------------------------------------------------------ sources


NOASSERTION = "NOASSERTION"  # SPDX's word for a licence that nobody could check


@dataclass(frozen=True)
class Author:
    """A person, by given and family name, or a body by its name in every language."""

    given: str = ""
    family: str = ""
    name: Mapping[str, str] = field(default_factory=dict)

    def shown(self, code: str) -> str:
        """The name as a page in the language `code` shows it."""
        return self.name.get(code, "") or f"{self.given} {self.family}".strip()


@dataclass(frozen=True)
class Work:
    """What a resource is, whoever refers to it: enough to find it, to cite it and to know what may be done with it."""

    title: str
    type: str  # paper, code, course, video, page, book
    language: str  # of the work itself: `en`
    authors: tuple[Author, ...]
    issued: str  # when it came out, as far as it is known: 2017, 2017-06 or 2017-06-12
    container: str  # what it came out in: a journal, proceedings, a site
    url: str
    identifiers: Mapping[str, str]  # doi, arxiv, isbn, repository, commit
    license: str  # an SPDX expression, or NOASSERTION
    components: tuple[Component, ...] = ()  # parts with rights of their own
    unchecked: tuple[str, ...] = ()  # fields whose content nobody could check
    withdrawn: str = ""  # the day on which a person decided that the address leads nowhere any more


@dataclass(frozen=True)
class Component:
    """A part of a work that has rights of its own: its code, its slides, the subtitles of a video."""

    part: str  # code, text, figures, slides, video, audio, subtitles, transcript, data
    license: str
    use: str


@dataclass(frozen=True)
class Candidate:
    """A resource that was compared with a source, and what came of it. `card` is the id where it has a card."""

    work: Work
    evaluation: Mapping[str, str]
    outcome: str
    card: str = ""


@dataclass(frozen=True)
class Access:
    """What it takes to open a source: an account, a payment (none, required, unchecked)."""

    account: str = ""
    payment: str = ""
    text: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Count:
    """A number that was counted in a source, and exactly where: `[48]{=attention.value}` in a card's text states it."""

    name: str
    value: int
    below: int | None  # a rounder number that it stays under, for "fewer than 60"
    what: Mapping[str, str]  # what was counted
    commit: str  # the card's; or, where the source has none, the day on which it was verified
    path: str
    symbol: str
    lines: tuple[int, int] | None


@dataclass(frozen=True)
class Material:
    """Something of a source that lies in the project's tree, and what was changed in it."""

    path: str
    use: str  # quote, adapt, include
    part: str  # the component it is of; "" for the work as a whole
    changes: Mapping[str, str]


@dataclass(frozen=True)
class Source:
    """A source-rights card: what is relied on, in which version, why, and what to do when it cannot be opened.

    Every text is by language. `spans` gives the place of each field's value in the YAML, by dotted key
    (`fallback.text.ja`, `candidates.0.outcome`), as line and column.
    """

    id: str
    path: str
    work: Work
    edition: Mapping[str, str]
    verified_on: str  # ISO date
    mutability: str  # pinned, moving
    role: str
    rationale: Mapping[str, str]
    reader_prerequisites: Mapping[str, str]
    fallback: Mapping[str, str]
    provides: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    rights_holder: Mapping[str, str]
    use: str  # link, quote, adapt, include
    access: Access
    counts: tuple[Count, ...]
    material: tuple[Material, ...]
    note: Mapping[str, str]
    spans: Mapping[str, tuple[int, int]]

    def finding(self, dotted: str, rule: str, message: str, mend: str, severity: Severity = "error") -> Finding:
        """A finding at the value of a key, or at the card's beginning where it has none."""
        return Finding(self.path, *self.spans.get(dotted, (1, 1)), rule, message, mend, severity)


@dataclass(frozen=True)
class Locator:
    """Where in a source a lesson looks."""

    kind: str  # section, symbol, slides, timestamp, page
    text: str


@dataclass(frozen=True)
class Answered:
    """What an address outside answered last, as `links` recorded it."""

    checked: str  # ISO date
    outcome: str  # ok, moved, gone, refused, unreachable
    detail: str  # "200", "404", "time-out", "certificate has expired"
    target: str = ""  # where a permanent redirect leads
    gone: tuple[str, ...] = ()  # the days on which it was found gone since it last answered, the first and the last


# ------------------------------------------------------------------------------------------------- report


@dataclass(frozen=True)
class Pair:
    """A numeral of a claim, and the part of the value that it must state."""

    numeral: Numeral
    value: Scalar
    name: str  # how the lesson's author would write that part: `S_raw[1, 1]`
    agrees: bool


@dataclass(frozen=True)
class Verified:
    """A claim that was checked, as it is published: on the page, in `verification.json`, in the audit."""

    id: str  # unique on its page, stable while the claim is: a digest
    claim: Claim
    line: int
    column: int
    literal: str
    value: Tree
    names: tuple[str, ...]
    pairs: tuple[Pair, ...]
    printed: str = ""  # what `print(expression)` writes in the snippet's own process


@dataclass(frozen=True)
class VerifiedPage:
    """A page with what was found and verified on it."""

    page: Page
    digest: str  # of its text below the front matter
    verified: tuple[Verified, ...]
    counts: Mapping[str, int]  # numerals by how they are held: claimed, arithmetic, name, symbolic, exempt
    snippet: str = ""
    twin: str = ""


def digest(body: str) -> str:
    """Of a page's text as a builder hands it to a Markdown extension: without front matter and outer line ends."""
    return hashlib.sha256(body.replace("\r\n", "\n").strip("\n").encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Known:
    """What is known of a page in all of its languages: as it is read; and as it was verified, against which outcomes.

    One object in the memory, not several: what was verified refers to the pages.
    """

    pages: tuple[Page, ...]
    questions: tuple[Question, ...]  # what its claims ask its snippet
    read: tuple[Finding, ...]
    stamp: bytes = b""  # of the outcomes; empty where nothing is verified yet
    verified: tuple[VerifiedPage, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Code:
    """The text of a snippet or twin, and the lines on which its names are defined."""

    source: str
    lines: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Report:
    """Everything that `check` knows: findings in order, and pages ready to be shown.

    One is equal to itself alone, so that what is looked up in it for every page can be kept by it.
    """

    findings: tuple[Finding, ...]
    pages: tuple[VerifiedPage, ...]
    sources: Mapping[str, Source]
    outcomes: Mapping[str, Outcome]
    codes: Mapping[str, Code] = field(default_factory=dict)
    answered: Mapping[str, Answered] = field(default_factory=dict)  # by address
    packed: tuple[bytes, ...] | None = field(default=None, repr=False)  # `pages` as the memory keeps them, if it does

    @cached_property
    def by_key(self) -> Mapping[str, tuple[Page, ...]]:
        """Each page in all of its languages."""
        found: dict[str, tuple[Page, ...]] = {}
        for one in self.pages:
            found[one.page.key] = (*found.get(one.page.key, ()), one.page)
        return found

    @cached_property
    def by_digest(self) -> Mapping[tuple[str, str], VerifiedPage]:
        """Each page by its language and the digest of its text; of two that are the same, the first."""
        return {(one.page.language, one.digest): one for one in reversed(self.pages)}

    @property
    def failed(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)
