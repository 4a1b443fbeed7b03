"""Which numeral of a calculation is wrong, where its sides do not agree."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from build_tools.formulas.arithmetic import evaluate, number, show
from build_tools.formulas.lexemes import CLOSING, MINUS, OPENING, ORDER, Lexeme, Side
from build_tools.formulas.texmath import Fault, Relation, atoms_of, holds, replaced, with_value, within
from build_tools.model import Span

_MOST_TRIED = 40  # numbers of one side, each of which might be the wrong one


@dataclass(frozen=True)
class Blame:
    """The place of what is most likely wrong, and why."""

    start: int
    message: str
    mend: str


def blame(fault: Fault, right: Collection[int] = (), wrong: Collection[int] = ()) -> list[Blame]:
    """Finds what to correct in a chain that does not hold.

    Args:
        fault: the chain.
        right: offsets of numerals that are known to be right, because a claim holds them.
        wrong: offsets of numerals that are known to be wrong, and reported as such.

    Returns:
        A place for each fault; none for one that the numerals known to be wrong explain.
    """
    wrong = sorted(wrong)
    left = [relation for relation in reversed(fault.broken) if not _explained(relation, fault, wrong)]
    trusted = {id(side) for one in _agreeing(fault) for side in one[:2]}
    found: list[Blame] = []
    while left:
        culprit = _culprit(fault, left[-1], right, trusted)
        # Relations are those of neighbours: a side is in no more than two.
        mine = [left.pop()]
        if left and (left[-1][0] is culprit or left[-1][1] is culprit):
            mine.append(left.pop())
        a, b, relation = mine[0]
        sign = ORDER.get(relation, "≈" if relation == r"\approx" else "=")
        message = f"`{_text(a)}` is {show(a.value)}, not {sign} `{_text(b)}`"
        start = _place(culprit, b if culprit is a else a, mine, fault, right)
        found.append(Blame(start, message, "correct the side that is wrong"))
    return found


def _agreeing(fault: Fault) -> Iterator[Relation]:
    """The relations of a chain that hold."""
    broken = {id(relation) for relation in fault.broken}
    return (relation for relation in fault.relations if id(relation) not in broken)


def _explained(relation: Relation, fault: Fault, wrong: Sequence[int]) -> bool:
    inside = [numeral for side in relation[:2] for numeral in within(side, fault.numerals)]
    return any(bisect_left(wrong, numeral.start) < bisect_left(wrong, numeral.end) for numeral in inside)


def _culprit(fault: Fault, broken: Relation, right: Collection[int], trusted: Collection[int]) -> Side:
    """The side that is wrong: one that is not known to be right, and with which nothing else in the chain agrees."""
    first, second, _ = broken
    suspects = [
        side for side in (second, first) if any(numeral.start not in right for numeral in within(side, fault.numerals))
    ] or [second]
    return next((side for side in suspects if id(side) not in trusted), suspects[0])


def _place(culprit: Side, other: Side, broken: list[Relation], fault: Fault, right: Collection[int]) -> int:
    """Where in its side the wrong numeral stands, as far as one can tell."""
    inside = [numeral for numeral in within(culprit, fault.numerals) if numeral.start not in right]
    term = _differing_term(culprit, other)
    if term:
        inside = [numeral for numeral in inside if term.start <= numeral.start < term.end] or inside
    atoms = [atom for numeral in inside for atom in atoms_of(culprit, numeral)]
    tried = 1 < len(atoms) <= _MOST_TRIED and len(culprit.lexemes) <= 8 * _MOST_TRIED
    mending = [atom for atom in atoms if _mends(culprit, other, atom, broken)] if tried else []
    if len(mending) == 1:
        return mending[0].span.start
    owners = [numeral for numeral in inside if any(atom in atoms_of(culprit, numeral) for atom in mending)] or inside
    return owners[0].start if owners else culprit.span.start


def _differing_term(side: Side, other: Side) -> Span | None:
    """The one term of a sum that differs from that of the other side, where both have the same number of terms."""
    ours, theirs = _terms(side), _terms(other)
    if len(ours) != len(theirs) or len(ours) < 2:
        return None
    values = [(evaluate(mine, {}), evaluate(yours, {})) for mine, yours in zip(ours, theirs, strict=True)]
    odd = [i for i, (mine, yours) in enumerate(values) if mine is None or yours is None or mine[0] != yours[0]]
    return Span(ours[odd[0]][0].span.start, ours[odd[0]][-1].span.end) if len(odd) == 1 else None


def _terms(side: Side) -> list[list[Lexeme]]:
    terms: list[list[Lexeme]] = [[]]
    depth = 0
    for lexeme in side.lexemes:
        depth += (lexeme.text in OPENING) - (lexeme.text in CLOSING)
        if depth == 0 and lexeme.text in "+" + MINUS and terms[-1]:
            terms.append([])
        terms[-1].append(lexeme)
    return terms


def _mends(side: Side, other: Side, atom: Lexeme, broken: list[Relation]) -> bool:
    """Whether another number of as many places, in the place of this one alone, makes the relations hold."""
    size = 10 ** len(atom.text.partition(".")[2])
    stated = number(atom.text)
    return any(
        guess > 0
        and (changed := with_value(side, atom, guess)) is not None
        and all(holds(*pair) for pair in replaced(side, changed, broken))
        for guess in (*_secant(side, other, atom, Fraction(1, size)), *_near(stated, size))
    )


def _secant(side: Side, other: Side, atom: Lexeme, step: Fraction) -> Iterator[Fraction]:
    """Numbers that bring a side ever closer to the other one's value."""
    guess = number(atom.text)
    for _ in range(12):
        here, there = with_value(side, atom, guess), with_value(side, atom, guess + step)
        values = [one.value if one else None for one in (here, there, other)]
        if None in values or values[0] == values[1]:
            return
        low, high, wanted = (value or Fraction(0) for value in values)
        guess += round((wanted - low) / (high - low)) * step
        yield guess


def _near(stated: Fraction, size: int) -> Iterator[Fraction]:
    """The numbers of the same number of places from nothing to twice as much, where they are few."""
    if stated * size <= 100:
        yield from (Fraction(n, size) for n in range(1, int(stated * size) * 2 + 10))


def _text(side: Side) -> str:
    return "".join(lexeme.text for lexeme in side.lexemes)
