"""One claim: its literal set beside its value, numeral by numeral."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from build_tools.compare import agrees, leaf_paths, plain, row_lengths, show
from build_tools.model import Answer, Claim, Finding, Numeral, Page, Pair, Scalar, Span, Tree, leaves, position
from build_tools.reading import Literal, Placed


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
        `numeral-count`, `literal-shape`, `text-drift` or `no-numeral` at the literal.
    """
    comparison = _Comparison(page, claim, literal, answer.value)
    comparison.run()
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
        self._texts(texts, whole=len(values) == 1 and bool(texts))
        if not numbers:
            self.loose.extend(p for p in self.literal.tokens if isinstance(p.token, Numeral))
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
        kept = set(chosen)
        self.loose.extend(p for p in self.literal.tokens if isinstance(p.token, Numeral) and p.token not in kept)
        self._rows(chosen)
        for pair in self.pairs:
            if not pair.agrees:
                message = f"page says {pair.numeral.text}, {pair.name} is {show(pair.value)}"
                mend = "correct the page, or run `python -m build_tools fix`"
                self.report(pair.numeral.start, "answer-drift", message, mend)

    def _texts(self, texts: Sequence[str], *, whole: bool) -> None:
        span = self.claim.literal
        shown = plain(self.page.visible[span.start : span.end])
        for text in texts:
            if plain(text) != shown if whole else plain(text) not in shown:
                message = f"page says `{shown}`, {self.claim.expression} is `{text}`"
                self.report(span.start, "text-drift", message, "correct the page or the text that it is bound to")

    def _choose(self, numerals: list[tuple[Numeral, str | None]], count: int) -> list[Numeral] | None:
        """The numerals that the value must state: all, or in a formula those that nothing else holds."""
        everything = [numeral for numeral, _ in numerals]
        closed = [numeral for numeral, role in numerals if role != "symbolic"]
        needed = [numeral for numeral, role in numerals if role not in ("symbolic", "protected")]
        for choice in (everything, closed, needed):
            if len(choice) == count:
                return choice
        message = f"{_count(len(everything))} here, `{self.claim.expression}` gives {_count(count, 'value')}"
        if len(needed) != len(everything):
            left = ", ".join(numeral.text for numeral in needed) or "none"
            mend = f"list every numeral in order, or only those that arithmetic leaves free and each result: {left}"
        else:
            mend = f"the numerals are: {', '.join(n.text for n in everything[:12])}; the value is {show(self.value)[:200]}"
        self.report(self.claim.literal.start, "numeral-count", message, mend)
        return None

    def _rows(self, chosen: list[Numeral]) -> None:
        """Rows of a table or matrix must be the value's rows."""
        for grid in self.literal.grids:
            numerals = [
                numeral for numeral, _ in self.literal.numerals if grid[0].start <= numeral.start < grid[-1].end
            ]
            rows = [size for row in grid if (size := _inside(row, numerals))]
            if len(rows) < 2 or any(numeral not in chosen for numeral in numerals):
                continue
            start = chosen.index(numerals[0])
            expected = row_lengths(self.value, start, start + len(numerals))
            if expected is not None and expected != tuple(rows):
                message = f"the rows here hold {_list(rows)} numerals, those of the value {_list(expected)}"
                mend = f"give `{self.claim.expression}` the rows of the literal, or the literal those of the value"
                self.report(self.claim.literal.start, "literal-shape", message, mend)


def _number(value: Scalar) -> bool:
    return value is not None and not isinstance(value, bool | str)


def _inside(row: Span, numerals: Sequence[Numeral]) -> int:
    return sum(row.start <= numeral.start < row.end for numeral in numerals)


def _count(count: int, noun: str = "numeral") -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _list(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes[:8])) + (", …" if len(sizes) > 8 else "")


def _names(expression: str, value: Tree) -> list[str]:
    """For each leaf of a value, an expression that gives just that leaf."""
    node = ast.parse(expression, mode="eval").body
    if isinstance(node, ast.Tuple | ast.List) and isinstance(value, tuple) and len(node.elts) == len(value):
        if not any(isinstance(element, ast.Starred) for element in node.elts):
            pairs = zip(node.elts, value, strict=True)
            return [name for element, part in pairs for name in _names(ast.unparse(element), part)]
    atom = isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
    base = ast.unparse(node)
    return [f"{base if atom or not path else f'({base})'}{path}" for path in leaf_paths(value)]
