"""A page while it is read: its text, what has been found in it so far, and what of it a reader sees."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from build_tools.model import Bare, Block, Claim, Exemption, Finding, Formula, Inclusion, Section, Seen, Segment, Span

HIDDEN = "\x00"


class Draft:
    """What every part of the reader adds to. Offsets are those of the file's whole text."""

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path
        self.visible = list(text)
        self.section = ""
        self.in_answer = False
        self.block = ""  # the id of the innermost open block of ours
        self.findings: list[Finding] = []
        self.sections: list[Section] = []
        self.claims: list[Claim] = []
        self.exemptions: list[Exemption] = []
        self.seen: list[Seen] = []
        self.formulas: list[Formula] = []
        self.blocks: list[Block] = []
        self.inclusions: list[Inclusion] = []
        self.bare: list[Bare] = []
        self.joins: list[Span] = []
        self._line_starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def report(self, offset: int, rule: str, message: str, mend: str) -> None:
        """Adds a finding at a character of the text."""
        self.findings.append(Finding(self.path, *self.place(offset), rule, message, mend))

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a character, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def hide(self, start: int, end: int) -> None:
        """Marks characters as what no reader sees."""
        self.visible[start:end] = HIDDEN * (end - start)

    def shown(self, start: int, end: int) -> str:
        """What a reader sees of a stretch, with `\\x00` for what none does."""
        return "".join(self.visible[start:end])

    def see(self, segment: Segment, *, display: bool = False) -> None:
        """Adds text that no claim or exemption covers."""
        if segment.span.start < segment.span.end:
            self.seen.append(Seen(segment, self.section, display))
