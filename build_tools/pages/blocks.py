"""Our own blocks: `/// name | title`, Markdown, `///`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from build_tools.model import Block, Span
from build_tools.pages.draft import Draft
from build_tools.pages.inline import LineReader

# Block name → the blocks it may stand in ("" is the page itself).
HOMES: Mapping[str, frozenset[str]] = {
    "exercise": frozenset({""}),
    "hint": frozenset({"exercise"}),
    "answer": frozenset({"exercise"}),
    "criterion": frozenset({"exercise"}),
    "cards": frozenset({""}),
    "verification": frozenset({""}),
    "days": frozenset({""}),
}
LEAVES = frozenset({"cards", "verification", "days"})
PARTS = ("hint", "answer", "criterion")

_SLASHES = re.compile(r"[/／]{2,}")
_BLOCK = re.compile(r"([/／]{2,})[ \t\u3000]*([^\s|｜]*)[ \t\u3000]*(?:([|｜])[ \t\u3000]*(.*?))?[ \t]*$")


@dataclass
class _Open:
    """A block whose closing line has not come yet."""

    name: str
    title: str
    span: Span
    section: str
    parts: Counter[str] = field(default_factory=Counter)


class Blocks:
    """Reads the lines of slashes, from the top of the page to its end.

    `foreign` says whether another extension of the project owns such blocks too; unknown names are then left to it.
    """

    def __init__(self, draft: Draft, line: LineReader, foreign: bool) -> None:
        self.draft, self.line, self.foreign = draft, line, foreign
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

    def read(self, span: Span, start: int) -> None:
        """A line of slashes that start at `start`."""
        draft, text = self.draft, self.draft.text
        match = _BLOCK.match(text[start : span.end])
        slashes, name, bar, title = match.groups() if match else (text[start : start + 3], "", None, "")
        if self.foreign and self._stranger(name, known=match is not None):
            return
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
            self._open(span, name, title or "", start + match.start(4) if title else span.end)
        elif bar:
            draft.report(start, "block-syntax", "this block line has no name", "write `/// exercise | title`")
        elif not self.stack:
            draft.report(start, "block-syntax", "`///` closes nothing", "take it out, or open a block above")
        else:
            self._close(span)

    def _stranger(self, name: str, *, known: bool) -> bool:
        """Whether a line belongs to another extension's blocks."""
        if name in HOMES or (not name and known and not self.strangers):
            return False
        self.strangers += 1 if name or not known else -1
        return True

    def _open(self, span: Span, name: str, title: str, title_at: int) -> None:
        draft = self.draft
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
        elif title and name != "exercise":
            draft.report(title_at, "block-syntax", f"`/// {name}` has no title", "take it out")
        if self.stack:
            self.stack[-1].parts[name] += 1
        self.stack.append(_Open(name, title, span, draft.section))
        draft.in_answer = draft.in_answer or name == "answer"
        draft.visible[title_at : span.end] = draft.text[title_at : span.end]
        self.line.read(title_at, span.end)

    def _close(self, span: Span) -> None:
        draft, opened = self.draft, self.stack.pop()
        if opened.name not in HOMES:
            return
        if opened.name == "answer":
            draft.in_answer = False
        if opened.name in LEAVES and draft.text[opened.span.end : span.start].strip():
            mend = f"close it at once: `/// {opened.name}`, then `///`"
            draft.report(opened.span.start, "block-syntax", f"`/// {opened.name}` holds no text", mend)
        if opened.name == "exercise":
            for part in PARTS:
                if opened.parts[part] != 1:
                    many = "more than one" if opened.parts[part] else "no"
                    mend = "an exercise holds a question and one each of hint, answer and criterion"
                    draft.report(opened.span.start, "exercise-part", f"this exercise has {many} `/// {part}`", mend)
        self.numbers[opened.name] += 1
        identifier = f"{opened.name}-{self.numbers[opened.name]}"
        draft.blocks.append(Block(opened.name, opened.title, identifier, opened.span, span, opened.section))

    def finish(self) -> None:
        """Reports what is still open at the page's end."""
        for block in self.stack:
            message = f"`/// {block.name}".rstrip() + "` is never closed"
            self.draft.report(block.span.start, "block-syntax", message, "close it: `///`")
