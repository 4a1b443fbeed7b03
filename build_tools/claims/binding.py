"""One claim: its literal set beside its value, numeral by numeral."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from build_tools.claims import expressions
from build_tools.formulas.texmath import Role
from build_tools.model import Answer, Claim, Finding, Numeral, Page, Pair, Scalar, Span, Tree, leaves, position
from build_tools.numbers.compare import (
    agrees,
    find_text,
    leaf_paths,
    likeliest,
    listed_rows_fit,
    plain,
    row_lengths,
    show,
)
from build_tools.numbers.compare import numbers as counted
from build_tools.pages.reading import Literal, Placed, faults

_TWO = re.compile(r"\d+\s*[/／]\s*\d+|\\[tdc]?frac\s*\{\s*\d+\s*\}\s*\{\s*\d+\s*\}|\d+\s*\^\s*(?:\{\s*\d+\s*\}|\d)")


@dataclass(frozen=True)
class Bound:
    """What comparing a claim came to.

    `pairs` are its numerals beside their values; `loose` are tokens of the literal that no value holds (names, and in a
    formula the numerals that arithmetic or a symbol holds), which both languages must share.
    """

    pairs: tuple[Pair, ...]
    loose: tuple[Placed, ...]
    findings: tuple[Finding, ...]


def bind(page: Page, claim: Claim, literal: Literal, answer: Answer) -> Bound:
    """Compares a claim's literal with the value of its expression.

    Args:
        page: the page on which it stands.
        claim: the claim.
        literal: its tokens.
        answer: what its expression came to, without an error.

    Returns:
        The pairs, what is left loose, and findings: `answer-drift` at each numeral that states another value,
        `numeral-count`, `literal-shape`, `text-drift` or `no-numeral` at the literal, `arithmetic` at a calculation in
        it that does not hold for another reason.
    """
    comparison = _Comparison(page, claim, literal, answer.value)
    comparison.run()
    if literal.faults:
        right = {pair.numeral.start for pair in comparison.pairs if pair.agrees}
        wrong = {pair.numeral.start for pair in comparison.pairs if not pair.agrees}
        comparison.findings.extend(faults(page, literal, right, wrong))
    return Bound(tuple(comparison.pairs), tuple(comparison.loose), tuple(comparison.findings))


class _Comparison:
    def __init__(self, page: Page, claim: Claim, literal: Literal, value: Tree) -> None:
        self.page, self.claim, self.literal, self.value = page, claim, literal, value
        self.pairs: list[Pair] = []
        self.loose: list[Placed] = list(literal.names)
        self.findings: list[Finding] = []

    def report(self, offset: int, rule: str, message: str, mend: str = "") -> None:
        line, column = position(self.page.text, offset)
        self.findings.append(Finding(self.page.path, line, column, rule, message, mend))

    def run(self) -> None:
        values = list(leaves(self.value))
        texts = [value for value in values if isinstance(value, str)]
        numbers = [(v, n) for v, n in zip(values, _names(self.claim.expression, self.value), strict=True) if _number(v)]
        start = self.claim.literal.start
        if len(texts) + len(numbers) != len(values):
            odd = next(show(value) for value in values if not isinstance(value, str) and not _number(value))
            self.report(start, "value-kind", f"`{self.claim.expression}` gives {odd}", "bind numbers or a text")
            return
        if not numbers:
            self.loose.extend(p for p in self.literal.tokens if isinstance(p.token, Numeral))
            self._texts(values, [])
            if not texts:
                self.report(start, "value-kind", f"`{self.claim.expression}` gives nothing", "bind numbers or a text")
            return
        numerals = self.literal.numerals
        if not numerals:
            mend = f"write the value in digits: {show(self.value)}"
            self.report(start, "no-numeral", "no numeral stands in this literal", mend)
            return
        chosen = self._choose(numerals, len(numbers))
        if chosen is None:
            return
        for numeral, (value, name) in zip(chosen, numbers, strict=True):
            self.pairs.append(Pair(numeral, value, name, agrees(numeral, value)))
        held = {numeral.start for numeral in chosen}
        self.loose.extend(p for p in self.literal.tokens if isinstance(p.token, Numeral) and p.start not in held)
        self._rows(chosen)
        self._texts(values, chosen)
        for pair in self.pairs:
            if not pair.agrees:
                message = f"page says {pair.numeral.text}, {pair.name} is {show(pair.value)}"
                mend = "correct the page, or run `make fix`"
                self.report(pair.numeral.start, "answer-drift", message, mend)

    def _texts(self, values: Sequence[Scalar], chosen: Sequence[Numeral]) -> None:
        """Each text of the value must stand in its place: behind what comes before it, before the next numeral.

        Where the value is nothing but one text, the literal is that text, whole.
        """
        span, visible, numerals = self.claim.literal, self.page.visible, iter(chosen)
        after = [numeral.start for numeral in chosen]
        at, passed = span.start, 0
        for value in values:
            if not isinstance(value, str):
                at, passed = next(numerals).end, passed + 1
                continue
            until = after[passed] if passed < len(after) else span.end
            found = find_text(visible, at, until, value, whole=len(values) == 1)
            if found is None:
                start, end = (at, until) if len(values) == 1 else likeliest(visible, at, until, value)
                start += len(visible[start:end]) - len(visible[start:end].lstrip("\x00 \t"))
                message = f"page says `{plain(visible[start:end])}`, {self.claim.expression} is `{value}`"
                self.report(start, "text-drift", message, "correct the page or the text that it is bound to")
            else:
                at = found

    def _choose(self, numerals: Sequence[tuple[Numeral, Role | None]], count: int) -> list[Numeral] | None:
        """The numerals that the value must state: all, or in a formula those that nothing else holds.

        One value for a formula that is one calculation is held against what the calculation comes to.
        """
        if count == 1 and self.literal.whole is not None:
            return [self.literal.whole]
        everything = [numeral for numeral, _ in numerals]
        closed = [numeral for numeral, role in numerals if role != "symbolic"]
        needed = [numeral for numeral, role in numerals if role not in ("symbolic", "protected")]
        for choice in _choices(everything, closed, needed):
            if len(choice) == count:
                return choice
        message = f"{_count(len(everything))} here, `{self.claim.expression}` gives {_count(count, 'value')}"
        if len(needed) != len(everything):
            left = ", ".join(numeral.text for numeral in needed) or "none"
            mend = f"list every numeral in order, or only those that arithmetic leaves free and each result: {left}"
        else:
            stated = ", ".join(numeral.text for numeral in everything[:12])
            mend = f"write a numeral for each value: here they are {stated}, the value is {show(self.value)[:200]}"
        self.report(self.claim.literal.start, "numeral-count", message, mend)
        return None

    def _rows(self, chosen: list[Numeral]) -> None:
        """Rows of a table or matrix must be the value's rows."""
        if not self.literal.grids:
            return
        numerals, value = [numeral for numeral, _ in self.literal.numerals], counted(self.value)
        starts = [numeral.start for numeral in numerals]
        index = {(numeral.start, numeral.end): i for i, numeral in enumerate(chosen)}
        for grid in self.literal.grids:
            inside = _inside(Span(grid[0].start, grid[-1].end), starts)
            rows = [len(held) for row in grid if (held := _inside(row, starts))]
            if len(rows) < 2 or any((numerals[i].start, numerals[i].end) not in index for i in inside):
                continue
            start = index[numerals[inside[0]].start, numerals[inside[0]].end]
            expected = row_lengths(value, start, start + len(inside))
            fits = expected is None or expected == tuple(rows)
            if not fits and isinstance(value, tuple) and _lists(self.claim.expression, self.value):
                fits = listed_rows_fit(value, start, rows)
            if expected is not None and not fits:
                message = f"the rows here hold {_list(rows)} numerals, those of the value {_list(expected)}"
                mend = f"give `{self.claim.expression}` the rows of the literal, or the literal those of the value"
                self.report(self.claim.literal.start, "literal-shape", message, mend)


def _number(value: Scalar) -> bool:
    return value is not None and not isinstance(value, bool | str)


def _choices(*choices: list[Numeral]) -> Iterator[list[Numeral]]:
    """The numerals that a value may have to state, the likeliest choice first."""
    yield from choices
    # `5/8`, `\\frac{5}{8}` and `2^{16}` may also stand for two numbers, and the word `one` for none.
    for choice in choices:
        yield [part for numeral in choice for part in _parts(numeral)]
    yield [numeral for numeral in choices[0] if not (numeral.word and numeral.value == 1)]


def _parts(numeral: Numeral) -> list[Numeral]:
    """The two numbers of a fraction or a power; any other numeral as it is."""
    if not _TWO.fullmatch(numeral.text):
        return [numeral]
    return [
        Numeral(numeral.start + match.start(), numeral.start + match.end(), match.group(), Fraction(int(match.group())))
        for match in re.finditer(r"\d+", numeral.text)
    ]


def _inside(span: Span, starts: Sequence[int]) -> range:
    """Which of the numerals that start at these places, in their order, do so in a span."""
    return range(bisect_left(starts, span.start), bisect_left(starts, span.end))


def _count(count: int, noun: str = "numeral") -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _list(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes[:8])) + (", …" if len(sizes) > 8 else "")


def _lists(expression: str, value: Tree) -> tuple[str, ...]:
    """What an expression lists one after the other, `w` and `b` in `w, b`; nothing where it lists no values."""
    items = expressions.read(expression).items
    return items if isinstance(value, tuple) and len(items) == len(value) else ()


def _names(expression: str, value: Tree) -> list[str]:
    """For each leaf of a value, an expression that gives just that leaf."""
    if items := _lists(expression, value):
        assert isinstance(value, tuple)
        return [name for item, held in zip(items, value, strict=True) for name in _names(item, held)]
    read = expressions.read(expression)
    return [read.base + path if path else read.whole for path in leaf_paths(value)]
