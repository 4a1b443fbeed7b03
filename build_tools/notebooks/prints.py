"""Which of a page's claims a notebook prints, after which of its cells, and what that shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from build_tools.claims.lockstep import listed
from build_tools.code.snippets import Snippet
from build_tools.model import Report, VerifiedPage
from build_tools.notebooks.program import Program
from build_tools.pages.braces import normal

_LONGEST = 75  # characters of several values on one line
_MOST_LINES = 60
# What differs from run to run, or is written for programs: an address in memory, arrays and NumPy's numbers in a list.
_UNREADABLE = re.compile(r" at 0x[0-9a-fA-F]+>|\b(?:array|np\.\w+)\(")


@dataclass(frozen=True)
class Print:
    """A cell that prints, and what it shows."""

    code: str
    output: str


class Prints:
    """The claims of a page that are not printed yet."""

    def __init__(self, page: VerifiedPage, snippet: Snippet, report: Report, changed: frozenset[str]) -> None:
        outcome = report.outcomes.get(page.snippet)
        self._answers = {
            normal(question.expression): answer
            for question, answer in (outcome.answers if outcome is not None else {}).items()
            if question.language == page.page.language and not answer.error
        }
        self._snippet, self._changed = snippet, changed
        exercises = [block for block in page.page.blocks if block.name == "exercise"]
        self._waiting: dict[str, bool] = {}  # whether it stands in exercises alone
        for one in page.verified:
            expression = normal(one.claim.expression)
            asked = any(block.open.start <= one.claim.whole.start < block.close.end for block in exercises)
            self._waiting[expression] = asked and self._waiting.get(expression, True)
        self._shown: set[str] = set()

    def ready(self, program: Program, *, answers: bool) -> Iterator[Print]:
        """What can be printed now: each claim once, without what the code above it says as it stands.

        Args:
            program: what has run.
            answers: whether the exercises have been asked, so that what only they claim gives nothing away.
        """
        ready = [one for one, asked in self._waiting.items() if (answers or not asked) and self._known(one, program)]
        taken = {one: self._parts(one) for one in ready}
        for one in ready:
            del self._waiting[one]
        whole = self._shown | {part for parts in taken.values() for part in parts}
        for parts in taken.values():
            said = [part for part in parts if not _entry_of(part, whole)]
            if said and not self._shown.issuperset(said):
                self._shown.update(said)
                yield self._print(said)

    def waits(self) -> bool:
        """Whether there is a claim left that more of the snippet would show."""
        return any(self._parts(one) for one in self._waiting)

    def _known(self, expression: str, program: Program) -> bool:
        return expression in self._answers and program.knows(self._answers[expression].names)

    def _parts(self, expression: str) -> list[str]:
        """What of an expression is worth a look: computed, and readable when it is printed."""
        found: list[str] = []
        for part in listed(expression) or [expression]:
            printed = self._answers[part].printed if part in self._answers else ""
            if printed and not _UNREADABLE.search(printed) and printed.count("\n") < _MOST_LINES:
                plain = self._snippet.readout(part) and self._changed.isdisjoint(self._answers[part].names)
                found += [] if plain else [part]
        return found

    def _print(self, parts: list[str]) -> Print:
        texts = [self._answers[part].printed for part in parts]
        inline = "\n" not in "".join(texts) and sum(map(len, texts)) + len(texts) <= _LONGEST
        separator = "" if inline or len(parts) == 1 else ', sep="\\n"'
        return Print(f"print({', '.join(parts)}{separator})", (" " if inline else "\n").join(texts) + "\n")


def _entry_of(part: str, whole: set[str]) -> bool:
    """Whether an expression takes an entry out of what is printed as a whole: `S[0, 0]` where `S` is."""
    body = ast.parse(part, mode="eval").body
    while isinstance(body, ast.Subscript):
        body = body.value
        if ast.unparse(body) in whole:
            return True
    return False
