"""Numerals that nothing holds: unbound ones with what they might be bound to, and exemptions that go too far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from build_tools.claims.binding import bind
from build_tools.code import header
from build_tools.code.snippets import Snippet
from build_tools.model import Answer, Bare, Claim, Finding, Numeral, Page, Record, Tree, leaves, position
from build_tools.numbers.compare import agrees, parts_of
from build_tools.numbers.languages import Language
from build_tools.numbers.literals import scan
from build_tools.pages.reading import Literal, PageReading, Placed, shown_by

_SMALL = 20  # a whole number up to this equals some computed value by chance too often to say anything
_PROPOSALS = 3
_TOGETHER = 2  # a range, an interval or a pair is one thing to exempt; a sentence is not
_HELD = ("protected", "symbolic")  # roles of a formula's numerals that need no value
_MANY = 5_000  # leaves of one value that are searched for a proposal


@dataclass(frozen=True)
class Proposal:
    """An expression that states what a page says; `equal` where it does so without being rounded."""

    expression: str
    equal: bool


def check(
    reading: PageReading, language: Language, values: Mapping[str, Tree], given: Callable[[str], bool]
) -> list[Finding]:
    """Finds the numerals of a lesson that nothing holds.

    Args:
        reading: the page's numerals.
        language: the tables of its language.
        values: what the lesson's snippet computed, by name.
        given: whether an expression only reads out what the snippet states, which no model answer can be bound to.

    Returns:
        `unbound` at each free numeral, with up to three expressions that equal it, or once at a table or formula all of
        whose numerals one value holds; `exempt-computed` at each exempted numeral that a value equals, where that can
        hardly be chance; `exempt-many` where one covers a sentence.
    """
    page = reading.page
    values = {name: tree for name, tree in values.items() if _size(tree) <= _MANY}
    unbound = [
        (placed, placed.token)
        for placed in reading.free
        if isinstance(placed.token, Numeral) and placed.role in (None, "free", "result")
    ]
    findings: list[Finding] = []
    for block in page.bare:
        inside = [placed for placed, _ in unbound if block.whole.start <= placed.start < block.whole.end]
        if len(inside) > 1 and (
            found := _block(page, block, language, _Search(page, values, given, block.whole.start))
        ):
            findings.append(found)
            unbound = [(placed, numeral) for placed, numeral in unbound if placed not in inside]
    findings.extend(
        _unbound(page, placed, numeral, _Search(page, values, given, placed.start)) for placed, numeral in unbound
    )
    for exemption, literal in reading.exemptions:
        numerals = [numeral for numeral, _ in literal.numerals]
        if not numerals and not literal.names:
            at = position(page.text, exemption.literal.start)
            mend = "take the brackets away"
            findings.append(Finding(page.path, *at, "no-numeral", "this exempts no numeral", mend))
        if len(numerals) > _TOGETHER:
            at = position(page.text, exemption.literal.start)
            message = f"one exemption covers {len(numerals)} numerals"
            mend = "exempt each by itself: `[43]{!reason}`"
            findings.append(Finding(page.path, *at, "exempt-many", message, mend))
        for numeral in numerals:
            proposed = _Search(page, values, given, numeral.start).scalars(numeral) if _telling(numeral) else []
            if proposed:
                at = position(page.text, numeral.start)
                expression = proposed[0].expression
                verb = "equals" if proposed[0].equal else "is, rounded,"
                message = f"{numeral.text} is exempt, but {verb} `{expression}`"
                mend = f"bind it: `{{={expression}}}`"
                findings.append(Finding(page.path, *at, "exempt-computed", message, mend))
    return findings


def _unbound(page: Page, placed: Placed, numeral: Numeral, search: _Search) -> Finding:
    found = search.scalars(numeral)
    written = f"${numeral.text}$" if placed.role else f"[{numeral.text}]"
    if numeral.start < page.body:
        mend = "front matter binds nothing: say it in words, or add the name that it is part of to `names` (mkdocs.yml)"
    elif _is_quoted(page, numeral) and not (found and _telling(numeral)):
        mend = f"the source says so: exempt it, `[{numeral.text}]{{!quoted}}`"
    elif found:
        mend = f"it equals {_listed(found)}: write `{written}{{={found[0].expression}}}`"
    else:
        mend = (
            f"bind it: `{written}{{=expression}}`; or, if nothing computes it, exempt it: `[{numeral.text}]{{!reason}}`"
        )
    line, column = position(page.text, numeral.start)
    return Finding(page.path, line, column, "unbound", f"nothing holds {numeral.text}", mend)


def _is_quoted(page: Page, numeral: Numeral) -> bool:
    return any(block.name == "quote" and block.open.start < numeral.start < block.close.start for block in page.blocks)


def _listed(found: Sequence[Proposal]) -> str:
    """`` `a` or `b` or, rounded, `c` ``: those that are equal come first."""
    text = " or ".join(f"`{one.expression}`" for one in found if one.equal)
    rounded = " or ".join(f"`{one.expression}`" for one in found if not one.equal)
    return f"{text} or, rounded, {rounded}" if text and rounded else text or f"{rounded}, rounded"


def _telling(numeral: Numeral) -> bool:
    value = numeral.value
    return isinstance(value, Fraction) and (abs(value) > _SMALL or value.denominator != 1 or numeral.unit is not None)


def _block(page: Page, block: Bare, language: Language, search: _Search) -> Finding | None:
    """One finding for all of a table or formula, where a claim below it would hold every numeral in it."""
    if any(block.whole.start <= claim.whole.start < block.whole.end for claim in page.claims):
        return None  # some of it is bound: the rest is told one by one
    literal = shown_by(page, block, language)
    found = [one for one, _ in search.arrays(block, literal)] or search.listed(block, literal)
    if not found:
        return None
    what = "table" if block.shape == "table" else "formula"
    message = f"nothing holds the {len(literal.numerals)} numbers of this {what}"
    mend = f"they are {_listed(found)}: write `{{={found[0].expression}}}` alone on the line below the {what}"
    return Finding(page.path, *position(page.text, block.whole.start), "unbound", message, mend)


class _Search:
    """What a snippet's values offer for one place on a page."""

    def __init__(self, page: Page, values: Mapping[str, Tree], given: Callable[[str], bool], at: int) -> None:
        self.page, self.values, self.given = page, values, given
        self.in_answer = any(one.name == "answer" and one.open.start < at < one.close.start for one in page.blocks)

    def scalars(self, numeral: Numeral) -> list[Proposal]:
        """Expressions that state a numeral: what equals it before what must be rounded.

        Among those scalars come first, then parts of objects, then elements of arrays; of one name the best of its
        parts.
        """
        exact = replace(numeral, unit=None)
        found: list[tuple[bool, int, Proposal]] = []
        for name, tree in self.values.items():
            kind = 1 if isinstance(tree, Record) else 2 if isinstance(tree, tuple) else 0
            stated = [
                Proposal(name + way, agrees(exact, leaf))
                for way, leaf in _below(tree)
                if not isinstance(leaf, tuple | Record) and agrees(numeral, leaf)
            ]
            best = next((one for one in sorted(stated, key=lambda one: not one.equal) if self._may(one)), None)
            if best is not None:
                found.append((not best.equal, kind, best))
        return [one for _, _, one in sorted(found, key=lambda item: item[:2])[:_PROPOSALS]]

    def arrays(self, block: Bare, literal: Literal) -> list[tuple[Proposal, Tree]]:
        """Arrays and objects that a literal states, cell by cell: as a claim below its block would be judged."""
        wanted = {len(literal.numerals), sum(role not in _HELD for _, role in literal.numerals)}
        found: list[tuple[Proposal, Tree]] = []
        for name, tree in self.values.items():
            for way, part in _below(tree):
                if not isinstance(part, tuple | Record) or _numbers(part) not in wanted:
                    continue
                one = self._stated(block, literal, name + way, part)
                if one is not None and self._may(one):
                    found.append((one, part))
                    break  # what holds more of the same name says no more
        return sorted(found, key=lambda item: not item[0].equal)[:_PROPOSALS]

    def listed(self, block: Bare, literal: Literal) -> list[Proposal]:
        """Arrays one after the other, one for each matrix of a formula."""
        parts: list[tuple[Proposal, Tree]] = []
        for grid in literal.grids:
            tokens = tuple(one for one in literal.tokens if grid[0].start <= one.start < grid[-1].end)
            parts += self.arrays(block, Literal(tokens, (grid,)))[:1]
        if len(parts) < 2:
            return []
        expression = ", ".join(one.expression for one, _ in parts)
        one = self._stated(block, literal, expression, tuple(part for _, part in parts))
        return [] if one is None else [one]

    def _may(self, one: Proposal) -> bool:
        return not (self.in_answer and self.given(one.expression))

    def _stated(self, block: Bare, literal: Literal, expression: str, value: Tree) -> Proposal | None:
        claim = Claim(block.shape, expression, block.whole, block.whole, block.whole, block.whole, (), "", False)
        bound = bind(self.page, claim, literal, Answer(value))
        if bound.findings:
            return None
        return Proposal(expression, all(agrees(replace(pair.numeral, unit=None), pair.value) for pair in bound.pairs))


def _below(tree: Tree) -> Iterator[tuple[str, Tree]]:
    """A value and everything in it, in reading order, each with how an expression reaches it."""
    yield "", tree
    for way, part in parts_of(tree):
        for rest, inner in _below(part):
            yield way + rest, inner


def _numbers(tree: Tree) -> int:
    return sum(not isinstance(leaf, str) for leaf in leaves(tree))


def _size(tree: Tree) -> int:
    return sum(1 for _ in leaves(tree))


def remarks(snippet: Snippet, section: str, languages: Iterable[Language]) -> list[Finding]:
    """Numerals in the comments and docstrings of code that pages display, where nothing can hold them.

    A numeral counts only where every language reads it as one, since comments may be in any of them.

    Args:
        snippet: the code.
        section: of it that is displayed; "" for all of it.
        languages: the tables of every language.
    """
    findings: list[Finding] = []
    last_line = snippet.source.count("\n") + 1
    first, last = snippet.sections.get(section, (1, last_line)) if section else (1, last_line)
    for remark in snippet.remarks:
        if not first <= remark.line <= last or header.is_need(remark.text):
            continue  # what a snippet needs is held: it gets that, or there is a finding
        stated = [
            {(t.start, t.end) for t in scan(remark.text, language) if isinstance(t, Numeral)} for language in languages
        ]
        for start, end in sorted(set.intersection(*stated)):
            down = remark.text.count("\n", 0, start)
            column = start - remark.text.rfind("\n", 0, start) if down else remark.column + start
            message = f"a comment of displayed code states {remark.text[start:end]}"
            mend = "say it as code: `assert …`"
            findings.append(Finding(snippet.path, remark.line + down, column, "comment-numeral", message, mend))
    return findings
