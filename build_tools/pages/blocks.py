"""Our own blocks: `/// name | title`, options, Markdown, `///`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from build_tools.model import Block, Claim, Span
from build_tools.pages import options
from build_tools.pages.braces import normal
from build_tools.pages.containers import Line
from build_tools.pages.draft import Draft
from build_tools.pages.inline import LineReader

# Block name → the blocks it may stand in ("" is the page itself).
HOMES: Mapping[str, frozenset[str]] = {
    "exercise": frozenset({""}),
    "hint": frozenset({"exercise"}),
    "answer": frozenset({"exercise"}),
    "criterion": frozenset({"exercise"}),
    "figure": frozenset({"", "hint", "answer"}),
    "reflection": frozenset({""}),
    "quote": frozenset({"", "hint", "answer"}),
    "cards": frozenset({""}),
    "sources": frozenset({""}),
    "verification": frozenset({""}),
    "days": frozenset({""}),
    "map": frozenset({""}),
    "record": frozenset({""}),
}
# What the build fills in.
LEAVES = frozenset({"cards", "sources", "verification", "days", "map", "record"})
TITLED = frozenset({"exercise", "figure"})
PARTS = ("hint", "answer", "criterion")

_SLASHES = re.compile(r"[/／]{2,}")
_BLOCK = re.compile(r"([/／]{2,}+)[ \t\u3000]*+([^\s|｜]*+)[ \t\u3000]*+(?:([|｜])[ \t\u3000]*+(.*+))?$")


@dataclass
class _Open:
    """A block whose closing line has not come yet."""

    name: str
    title: str
    span: Span
    section: str
    id: str = ""
    parent: str = ""
    options: options.Options = field(default_factory=lambda: options.Options(0))
    body: int = 0
    parts: Counter[str] = field(default_factory=Counter)
    before: tuple[int, int] = (0, 0)  # how many blocks and claims of the page were found above it


class Blocks:
    """Reads the lines of slashes, from the top of the page to its end, and the options below them.

    `foreign` says whether another extension of the project owns such blocks too; unknown names are then left to it.
    """

    def __init__(self, draft: Draft, line: LineReader, lines: Sequence[Line], foreign: bool) -> None:
        self.draft, self.line, self.lines, self.foreign = draft, line, lines, foreign
        self.stack: list[_Open] = []
        self.strangers = 0  # open blocks of another extension
        self.numbers: Counter[str] = Counter()

    @staticmethod
    def starts(content: str) -> bool:
        """Whether a line, without its indentation, is one of a block or was meant to be."""
        match = _SLASHES.match(content)
        if match is None:
            return False
        return match.end() > 2 or content[match.end() :].strip().partition(" ")[0].partition("|")[0] in HOMES

    def read(self, number: int) -> int:
        """A line of slashes and the options below it; returns the number of the last line read."""
        draft, text = self.draft, self.draft.text
        span, start = self.lines[number].span, self.lines[number].start
        match = _BLOCK.match(text[start : span.end])
        slashes, name, bar, title = match.groups() if match else (text[start : start + 3], "", None, "")
        if self.foreign and self._stranger(name, known=match is not None):
            return number
        draft.hide(span.start, span.end)
        if start > span.start:
            mend = "write `///` at the start of the line"
            draft.report(span.start, "block-syntax", "this block line is indented", mend)
        elif slashes != "///":
            what = f"has {len(slashes)} slashes" if len(slashes) != 3 else "has full-width slashes"
            draft.report(start, "block-syntax", f"this block line {what}", "write `///` at the start of the line")
        elif match is None or bar == "｜":
            mend = "a block is `/// name` or `/// exercise | title`"
            draft.report(start, "block-syntax", "this block line says more than a name", mend)
            self.stack.append(_Open("", "", span, draft.section))
        elif name:
            return self._open(number, name, (title or "").rstrip(" \t"), start + match.start(4) if title else span.end)
        elif bar:
            draft.report(start, "block-syntax", "this block line has no name", "write `/// exercise | title`")
        elif not self.stack:
            draft.report(start, "block-syntax", "`///` closes nothing", "take it out, or open a block above")
        else:
            self._close(span)
        return number

    def _stranger(self, name: str, *, known: bool) -> bool:
        """Whether a line belongs to another extension's blocks."""
        if name in HOMES or (not name and known and not self.strangers):
            return False
        self.strangers += 1 if name or not known else -1
        return True

    def _open(self, number: int, name: str, title: str, title_at: int) -> int:
        draft, span = self.draft, self.lines[number].span
        parent = self.stack[-1].name if self.stack else ""
        if name not in HOMES:
            near = get_close_matches(name[:20], HOMES, 1)
            guess = f"did you mean `/// {near[0]}`? " if near else ""
            message = f"`/// {name[:40]}` is no block"
            draft.report(span.start, "block-syntax", message, f"{guess}blocks: {', '.join(HOMES)}")
        elif parent not in HOMES[name]:
            homes = " or ".join(f"`/// {home}`" if home else "no other block" for home in sorted(HOMES[name]))
            where = f"inside `/// {parent}`" if parent else "on its own"
            draft.report(span.start, "block-syntax", f"`/// {name}` stands {where}", f"it belongs inside {homes}")
        elif title and name not in TITLED:
            draft.report(title_at, "block-syntax", f"`/// {name}` has no title", "take it out")
        if self.stack:
            self.stack[-1].parts[name] += 1
        self.numbers[name] += 1
        parent = self.stack[-1].id if self.stack else ""
        block = _Open(name, title, span, draft.section, f"{name}-{self.numbers[name]}", parent)
        block.before = len(draft.blocks), len(draft.claims)
        self.stack.append(block)
        draft.block = block.id
        draft.in_answer = draft.in_answer or name == "answer"
        draft.visible[title_at : span.end] = draft.text[title_at : span.end]
        held = options.syntax(draft)
        self.line.read(title_at, span.end)
        if name not in HOMES:
            return number
        if name == "figure":
            self._figure_title(block, Span(title_at, span.end), held)
        block.options = options.read(draft, self.line, self.lines, number, name)
        block.body = self.lines[block.options.last].span.end
        if name == "figure":
            self._figure(block)
        return block.options.last

    def _figure_title(self, block: _Open, title: Span, held: int) -> None:
        """No Markdown is made of a figure's title."""
        draft = self.draft
        if not block.title:
            mend = "write `/// figure | what it shows`"
            draft.report(block.span.start, "figure", "this figure has no title", mend)
        elif fault := options.plain_fault(draft, title, held):
            mend = "write plain text; a caption below the options may hold all of Markdown"
            draft.report(title.start, "figure", f"a figure's title holds {fault}", mend)

    def _figure(self, block: _Open) -> None:
        """A figure is a claim that has no numerals of its own."""
        draft = self.draft
        if "value" in block.options.values:
            whole = Span(block.span.start, block.body)
            start = Span(block.span.start, block.span.start)
            expression, place = block.options.values["value"], block.options.spans["value"]
            where = (draft.section, draft.in_answer, None, block.id)
            draft.claims.append(Claim("figure", expression, whole, start, whole, place, (), *where))

    def _close(self, span: Span) -> None:
        draft, opened = self.draft, self.stack.pop()
        draft.block = self.stack[-1].id if self.stack else ""
        if opened.name not in HOMES:
            return
        if opened.name == "answer":
            draft.in_answer = False
        if opened.name in LEAVES and draft.text[opened.span.end : span.start].strip():
            mend = f"close it at once: `/// {opened.name}`, then `///`"
            draft.report(opened.span.start, "block-syntax", f"`/// {opened.name}` holds no text", mend)
        if opened.name == "reflection" and not draft.text[opened.body : span.start].strip():
            mend = "write the question that the learner answers"
            draft.report(opened.span.start, "block-syntax", "`/// reflection` asks nothing", mend)
        if opened.name == "quote" and not draft.text[opened.body : span.start].strip():
            mend = "write the words of the source below its options"
            draft.report(opened.span.start, "block-syntax", "`/// quote` quotes nothing", mend)
        if opened.name == "exercise":
            for part in PARTS:
                if opened.parts[part] == 0 or (opened.parts[part] > 1 and part != "hint"):
                    many = "more than one" if opened.parts[part] else "no"
                    mend = "an exercise holds a question, hints, one answer and one criterion"
                    draft.report(opened.span.start, "exercise-part", f"this exercise has {many} `/// {part}`", mend)
            self._predict(opened)
        draft.blocks.append(
            Block(
                opened.name,
                opened.title,
                opened.id,
                opened.span,
                span,
                opened.section,
                opened.parent,
                opened.body,
                opened.options.values,
                {key: opened.options.spans[key] for key in opened.options.values},
            )
        )

    def _predict(self, exercise: _Open) -> None:
        """The claim that an exercise has the learner predict stands in its model answer."""
        predicted = exercise.options.values.get("predict")
        if predicted is None:
            return
        draft, (blocks, claimed) = self.draft, exercise.before
        answers = {one.id for one in draft.blocks[blocks:] if one.name == "answer" and one.parent == exercise.id}
        inside = draft.claims[claimed:]
        claims = [claim.expression for claim in inside if claim.block in answers and claim.shape != "figure"]
        if normal(predicted) not in map(normal, claims):
            listed = ", ".join(f"`{claim}`" for claim in dict.fromkeys(claims)) or "nothing"
            message = f"the model answer claims no `{predicted}`"
            mend = f"predict one of its claims; it claims {listed}"
            draft.report(exercise.options.spans["predict"].start, "exercise-predict", message, mend)

    def finish(self) -> None:
        """Reports what is still open at the page's end."""
        for block in self.stack:
            message = f"`/// {block.name}".rstrip() + "` is never closed"
            self.draft.report(block.span.start, "block-syntax", message, "close it: `///`")
