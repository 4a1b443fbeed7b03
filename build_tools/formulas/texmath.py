"""Formulas: which numerals arithmetic protects, which it leaves free, which are symbolic, and what does not hold.

A formula is cut into chains of sides joined by relations. A side without a free symbol is closed arithmetic: it is
evaluated, exactly where it can be, and must agree with the other closed sides of its chain.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Literal, TypeVar

from build_tools.formulas.arithmetic import evaluate, last_digit, number
from build_tools.formulas.lexemes import (
    CELLS,
    DIVIDED,
    EQUAL,
    FRACTIONS,
    FUNCTIONS,
    LOOKS,
    ORDER,
    ROUNDED,
    TIMES,
    Lexeme,
    Matrix,
    Side,
    cells,
    chains,
    lex,
    read_aloud,
)
from build_tools.formulas.seen import read_numbers, units, whole, without_symbols, wrapped
from build_tools.model import Name, Numeral, Span, Token
from build_tools.numbers.languages import Language
from build_tools.numbers.literals import scan

Role = Literal["symbolic", "protected", "free", "result"]
Relation = tuple[Side, Side, str]
_T = TypeVar("_T")

_LIMIT = 300  # operands of one side that are tested one by one; more than a person writes or reads
_CLOSED = TIMES | DIVIDED | FRACTIONS | set(FUNCTIONS)
_CLOSED |= {r"\sqrt", r"\%", r"\infty", r"\pm", r"\ldots", r"\dots", r"\{", r"\}", r"\cdots", r"\vdots", r"\ddots"}
_CLOSED |= {r"\lfloor", r"\rfloor", r"\lceil", r"\rceil"}
_CLOSED |= {r"\lvert", r"\rvert", r"\vert", r"\quad", r"\qquad"}
# What computes something of its argument: a number in its braces is part of the formula.
_OPERATORS = _CLOSED | LOOKS | {r"\binom", r"\dbinom", r"\tbinom", r"\pmod", r"\mathbb", r"\begin", r"\end"}
_KNOWN = _CLOSED | CELLS
_AGREEING = EQUAL | ROUNDED
_TAGGED = re.compile(r"\\(?:tag|ref|eqref)\s*\{[^{}]*\}|\\mathbb\s*\{?\s*\d\s*\}?")


@dataclass(frozen=True)
class Fault:
    """A chain in which some neighbouring closed sides do not agree."""

    relations: tuple[Relation, ...]  # of its closed sides, in order
    broken: tuple[Relation, ...]
    numerals: tuple[Numeral, ...]  # of the whole formula


@dataclass(frozen=True)
class Reading:
    """A formula, read: its tokens, the role of each numeral, its matrices, and the chains that do not hold.

    `whole` is what a formula states that is one calculation and nothing else, such as `\\sqrt{48}` or `4 \\cdot 16`.
    """

    tokens: tuple[Token, ...]
    roles: tuple[Role, ...]  # one per numeral, in order
    matrices: tuple[Matrix, ...]
    faults: tuple[Fault, ...]
    whole: Numeral | None = None

    @property
    def numerals(self) -> tuple[Numeral, ...]:
        return tuple(token for token in self.tokens if isinstance(token, Numeral))


class Covered:
    """Stretches of a text: `in` says whether a place lies in one of them."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(stretches)
        self._starts = [start for start, _ in ordered]
        self._ends = list(accumulate((end for _, end in ordered), max))

    def __contains__(self, place: int) -> bool:
        before = bisect_right(self._starts, place)
        return before > 0 and place < self._ends[before - 1]


@lru_cache(maxsize=1024)  # the same few symbols stand on every page of a course
def read(tex: str, language: Language) -> Reading:
    """Reads a formula.

    Args:
        tex: what stands between the dollar signs; characters hidden from the reader may be `\\x00`.
        language: the page's language, for `\\text{…}` and the decimal words in it.

    Returns:
        Its tokens with their roles. A numeral is *symbolic* in a side with a free symbol, *protected* where a change
        by one in its last place would break a relation, the *result* of its chain, or *free*.
    """
    written = read_aloud(tex)
    tex = read_numbers(written)
    scanned = scan(without_symbols(cells(tex)), language, surface="math")
    taken = [token for token in scanned if isinstance(token, Numeral)]
    held = Covered((numeral.start, numeral.end) for numeral in taken)
    measures = {at: one for at, one in units(tex).items() if at not in held}
    tokens = _tagged(tex, scanned, [(at, end) for at, (end, _) in measures.items()])
    numerals = [token for token in tokens if isinstance(token, Numeral)]
    names = [token for token in tokens if isinstance(token, Name)]
    lexemes, matrices = lex(tex, measures)
    roles: dict[Numeral, Role] = {}
    faults: list[Fault] = []
    cut = chains(lexemes)
    for chain in cut:
        _measure(chain, numerals, names)
        closed = relations(chain)
        broken = tuple(relation for relation in closed if not holds(*relation))
        if broken:
            faults.append(Fault(tuple(closed), broken, tuple(numerals)))
        _assign(chain, closed, numerals, roles)
    for span in _outermost(matrix.span for matrix in matrices if matrix.name.endswith("cases")):
        # A definition by cases is one side, whatever stands in its cells.
        if any(map(_free, _standing(lexemes, span, lambda lexeme: lexeme.span.start))):
            roles.update({n: "symbolic" for n in _standing(numerals, span, lambda numeral: numeral.start)})
    grids = tuple(matrix for matrix in matrices if not matrix.name.endswith("cases"))
    roles.update({n: "free" for n in numerals if roles.get(n) == "symbolic" and wrapped(tex, n, _OPERATORS)})
    shown = tuple(_as_written(token, written) for token in tokens)
    kinds = tuple(roles.get(numeral, "free") for numeral in numerals)
    return Reading(shown, kinds, grids, tuple(faults), _whole(cut, written))


def _whole(cut: list[list[Side]], tex: str) -> Numeral | None:
    """What a formula of one closed side states, where that is not simply a numeral."""
    if len(cut) != 1 or len(cut[0]) != 1 or cut[0][0].single is not None or cut[0][0].value is None:
        return None
    span = cut[0][0].span
    return Numeral(span.start, span.end, span.of(tex), cut[0][0].value)


def _as_written(token: Token, tex: str) -> Token:
    span = whole(tex, token.start, token.end) if isinstance(token, Numeral) else Span(token.start, token.end)
    return replace(token, end=span.end, text=span.of(tex))


def _tagged(tex: str, tokens: tuple[Token, ...], measures: list[tuple[int, int]]) -> tuple[Token, ...]:
    """The tokens, with the number of an equation, a set or a unit (`\\tag{3}`, `\\mathbb{1}`, `m^2`) read as a name."""
    spans = Covered([*measures, *(match.span() for match in _TAGGED.finditer(tex))])
    return tuple(
        Name(token.start, token.end, token.text, "label", (token.text,))
        if isinstance(token, Numeral) and token.start in spans
        else token
        for token in tokens
    )


# ---------------------------------------------------------------------------------------------- measuring


def _measure(chain: list[Side], numerals: list[Numeral], names: list[Name]) -> None:
    """Evaluates each closed side, and says which are a single numeral."""
    for side in chain:
        inside = within(side, numerals)
        if side.part:
            continue
        if len(inside) == 1 and _covers(inside[0], side):
            side.single = inside[0]
            if isinstance(side.single.value, Fraction):
                side.value = side.single.value
                continue
        inner = _standing(names, side.span, lambda name: name.start)
        bases = Covered((one.span.start, one.span.end) for one in side.lexemes if one.kind == "symbol")
        if all(name.start in bases for name in inner):
            evaluated = evaluate(side.lexemes, {})
            side.value, side.exact = evaluated or (None, True)


def within(side: Side, numerals: tuple[Numeral, ...] | list[Numeral]) -> list[Numeral]:
    """The numerals that stand in a side."""
    span = side.span
    return [n for n in _standing(numerals, span, lambda numeral: numeral.start) if n.end <= span.end]


def _outermost(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans that stand in no other one."""
    end = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if span.start >= end:
            yield span
            end = span.end


def _standing(ordered: Sequence[_T], span: Span, place: Callable[[_T], int]) -> Sequence[_T]:
    """Those of a sequence in the order of their places that start in a span."""
    return ordered[bisect_left(ordered, span.start, key=place) : bisect_left(ordered, span.end, key=place)]


def _covers(numeral: Numeral, side: Side) -> bool:
    """Whether nothing but a sign and braces stands beside a numeral."""
    return all(
        lexeme.text in ("{", "}") or (lexeme.text in ("+", "±", r"\pm") and lexeme.span.end <= numeral.start)
        for lexeme in side.lexemes
        if not numeral.start <= lexeme.span.start < numeral.end
    )


def _symbolic(side: Side) -> bool:
    """Whether a side has a free symbol. The exponent of a number space, as in R^{3×4}, is a shape, not a symbol."""
    space = side.lexemes[0].text == r"\mathbb"
    return any(map(_free, side.lexemes[4 if space else 0 :]))


def _free(lexeme: Lexeme) -> bool:
    """Whether this is a free symbol."""
    unknown = lexeme.kind == "command" and lexeme.text not in _KNOWN
    return lexeme.kind == "symbol" or unknown or (lexeme.kind == "other" and lexeme.text.isalpha())


def holds(left: Side, right: Side, relation: str) -> bool:
    """Whether two closed sides stand in the relation, to the precision at which they are written."""
    assert left.value is not None and right.value is not None
    a, b = left.value, right.value
    if relation in ORDER:
        return {"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b, "!=": a != b}[ORDER[relation]]
    units = [n.unit for n in (left.single, right.single) if n and n.unit is not None]
    slack = max(units) / 2 if units else Fraction(0)
    if relation in ROUNDED and right.single and not right.single.unit:
        slack = max(slack, last_digit(b) / 2)
    if not (left.exact and right.exact) or slack:
        slack += max(abs(a), abs(b)) / 10**12
    return abs(a - b) <= slack


def relations(chain: list[Side]) -> list[Relation]:
    """The pairs of closed sides that must agree: neighbours, with symbols in between skipped."""
    pairs: list[Relation] = []
    last: Side | None = None
    between: list[str] = []
    for side in chain:
        between.append(side.relation)
        if side.value is None:
            continue
        if last is not None and not _convertible(last, side):
            pass  # `1 km = 1000 m` says how units go together, and nothing about its numbers alone
        elif last is not None:
            used = [relation for relation in between if relation]
            if all(relation in EQUAL for relation in used):
                pairs.append((last, side, "="))
            elif all(relation in _AGREEING for relation in used):
                pairs.append((last, side, r"\approx"))
            elif len(used) == 1 and used[0] in ORDER:
                pairs.append((last, side, used[0]))
        last, between = side, []
    return pairs


def _convertible(left: Side, right: Side) -> bool:
    """Whether the numbers of two sides can be compared: their units are the same, or one side has none."""
    return left.units == right.units or min(len(left.units), len(right.units)) + 1 == len(left.units | right.units) == 1


# -------------------------------------------------------------------------------------------------- roles


def _assign(chain: list[Side], closed: list[Relation], numerals: list[Numeral], roles: dict[Numeral, Role]) -> None:
    """Gives each numeral of a chain its role."""
    singles = [side for side in chain if side.single]
    result = singles[-1] if singles else None
    theirs: dict[int, list[Relation]] = {}
    for pair in closed:
        theirs.setdefault(id(pair[0]), []).append(pair)
        theirs.setdefault(id(pair[1]), []).append(pair)
    for side in chain:
        inside = within(side, numerals)
        if side is result:
            role: Role = "result"
        elif side.value is None and _symbolic(side):
            role = "symbolic"
        else:
            mine = theirs.get(id(side), [])
            numbers = sum(lexeme.kind == "number" for lexeme in side.lexemes)
            tested = mine and numbers <= _LIMIT and len(side.lexemes) <= 4 * _LIMIT
            for numeral in inside:
                roles[numeral] = "protected" if tested and _protected(side, numeral, mine) else "free"
            continue
        for numeral in inside:
            roles[numeral] = role


def _protected(side: Side, numeral: Numeral, closed: list[Relation]) -> bool:
    """Whether changing each number of a numeral by one in its last place would break a relation."""
    atoms = atoms_of(side, numeral)
    if not atoms:
        return False
    mended = [_mended(side, *pair) for pair in closed]
    return all(_breaks(side, atom, step, mended) for atom in atoms for step in (1, -1))


def atoms_of(side: Side, numeral: Numeral) -> list[Lexeme]:
    """The numbers that make up a numeral: both parts of a fraction, base and exponent of a power."""
    inside = _standing(side.lexemes, Span(numeral.start, numeral.end), lambda lexeme: lexeme.span.start)
    return [lexeme for lexeme in inside if lexeme.kind == "number" and lexeme.span.end <= numeral.end]


def _breaks(side: Side, atom: Lexeme, step: int, mended: list[Relation]) -> bool:
    """Whether a change of one number by one in its last place breaks one of the relations, which hold without it."""
    places = len(atom.text.partition(".")[2])
    changed = with_value(side, atom, number(atom.text) + Fraction(step, 10**places))
    return changed is None or not all(holds(*pair) for pair in replaced(side, changed, mended))


def _mended(side: Side, left: Side, right: Side, relation: str) -> Relation:
    """A relation as it would be if it held: what a numeral is held by is no matter of whether another one is wrong."""
    if relation in ORDER or holds(left, right, relation):
        return left, right, relation
    if side is left:
        return left, replace(right, value=left.value, exact=left.exact), relation
    return replace(left, value=right.value, exact=right.exact), right, relation


def with_value(side: Side, atom: Lexeme, value: Fraction) -> Side | None:
    """The side with another number in the place of `atom`; None where that has no value."""
    evaluated = evaluate(side.lexemes, {atom.span.start: value})
    return Side(side.lexemes, side.relation, side.single, *evaluated) if evaluated else None


def replaced(side: Side, other: Side, closed: list[Relation] | tuple[Relation, ...]) -> list[Relation]:
    """Relations with another side in the place of one."""
    return [(other if a is side else a, other if b is side else b, relation) for a, b, relation in closed]
