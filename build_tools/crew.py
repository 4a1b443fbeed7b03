"""Pages read and verified on all cores: by processes that keep what they have read until it is verified.

What they send back is packed as the memory keeps it: a page is packed once, by who has made it. Whatever does not come
back, because a process has died or there was none, is left to who asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from build_tools import memory, steps
from build_tools.claims.twins import Run
from build_tools.closing import Closing
from build_tools.code.runner import cores
from build_tools.model import Answer, Known, Question
from build_tools.numbers.languages import Language
from build_tools.steps import Text

if TYPE_CHECKING:
    from build_tools.hands import Hands

WORTH = 32  # pages, each in all of its languages: for fewer, processes cost more than they save
_AT_ONCE = 2  # pages of one task

_T = TypeVar("_T")


class Due(NamedTuple):
    """A page to be verified."""

    name: str
    run: Run | None  # the lesson's code and its outcome, if it has any
    stamp: bytes  # tells that outcome from any other
    questions: tuple[Question, ...]  # what its claims ask: no other answers are of use


class _Asked(NamedTuple):
    """The same for a process: many pages share a run, but for its answers."""

    name: str
    run: int | None
    stamp: bytes
    answers: Mapping[Question, Answer]


class _Verify(NamedTuple):
    """A task: runs that the process does not know yet, by number, and pages."""

    runs: Mapping[int, Run]
    pages: Sequence[_Asked]


class Crew(Closing):
    """The processes. There are none before there is enough to read.

    Args:
        languages: the tables of each language, by code.
        foreign_blocks: whether `///` may open a block of another extension.
    """

    def __init__(self, languages: Mapping[str, Language], *, foreign_blocks: bool) -> None:
        self.languages, self.foreign_blocks = languages, foreign_blocks
        self._hands: Hands | None = None
        self._keepers: dict[str, int] = {}  # of each page that was read, who has it

    def close(self) -> None:
        """None of them runs on."""
        if self._hands is not None:
            self._hands.close()
        self._hands = None

    def read(self, pages: Mapping[str, Sequence[Text]]) -> Iterator[tuple[str, Known]]:
        """Reads pages, in any order; of each comes the outline.

        Args:
            pages: each in its languages, by a name of its own.
        """
        if len(pages) < WORTH or cores() == 1:
            return
        # Here, and not above: most checks have no need of them.
        from build_tools import hands

        if not hands.possible():
            return
        self._hands = hands.Hands(cores(), lambda: _Worker(pages, self.languages, self.foreign_blocks))
        waiting = deque(_portions(list(pages)))
        for number, answer in self._hands.answers(dict.fromkeys(range(len(self._hands)), waiting)):
            self._keepers.update((name, number) for name, _ in answer)
            yield from answer

    def verify(self, due: Iterable[Due]) -> Iterator[tuple[str, bytes]]:
        """Verifies pages that were read here, in any order; each comes packed."""
        if self._hands is None:
            return
        shares: dict[int, list[Due]] = {}
        for one in due:
            if one.name in self._keepers:
                shares.setdefault(self._keepers[one.name], []).append(one)
        waiting = {number: deque(_tasks(share)) for number, share in shares.items()}
        for _, answer in self._hands.answers(waiting):
            yield from answer


class _Worker:
    """What a process does."""

    def __init__(
        self, pages: Mapping[str, Sequence[Text]], languages: Mapping[str, Language], foreign_blocks: bool
    ) -> None:
        self.pages, self.languages, self.foreign_blocks = pages, languages, foreign_blocks
        self.known: dict[str, Known] = {}
        self.runs: dict[int, Run] = {}

    def __call__(self, task: Sequence[str] | _Verify) -> list[tuple[str, Known]] | list[tuple[str, bytes]]:
        if isinstance(task, _Verify):
            self.runs.update(task.runs)
            return [(one.name, self._verified(one)) for one in task.pages]
        for name in task:
            self.known[name] = steps.read(self.pages[name], foreign_blocks=self.foreign_blocks)
        return [(name, steps.outline(self.known[name])) for name in task]

    def _verified(self, one: _Asked) -> bytes:
        run = None if one.run is None else self.runs[one.run]
        if run is not None:
            run = replace(run, outcome=replace(run.outcome, answers=one.answers))
        return memory.packed(steps.verify(self.known.pop(one.name), self.languages, run, one.stamp))


def _tasks(share: Sequence[Due]) -> Iterator[_Verify]:
    """The tasks of one process: a run comes with the first page that needs it, without its answers."""
    numbers: dict[tuple[int, ...], int] = {}  # by what it consists of
    for portion in _portions(share):
        runs: dict[int, Run] = {}
        pages = []
        for name, run, stamp, questions in portion:
            if run is None:
                pages.append(_Asked(name, None, stamp, {}))
                continue
            parts = tuple(map(id, vars(run).values()))
            if parts not in numbers:
                numbers[parts] = len(numbers)
                runs[numbers[parts]] = replace(run, outcome=replace(run.outcome, answers={}))
            answers = run.outcome.answers
            asked = {question: answers[question] for question in questions if question in answers}
            pages.append(_Asked(name, numbers[parts], stamp, asked))
        yield _Verify(runs, pages)


def _portions(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (items[start : start + _AT_ONCE] for start in range(0, len(items), _AT_ONCE))
