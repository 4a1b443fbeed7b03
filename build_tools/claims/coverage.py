"""Numerals that nothing holds: unbound ones with what they might be bound to, and exemptions that go too far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from build_tools.code import header
from build_tools.code.snippets import Snippet
from build_tools.model import Finding, Numeral, Page, Record, Tree, leaves, position
from build_tools.numbers.compare import agrees, leaf_paths
from build_tools.numbers.languages import Language
from build_tools.numbers.literals import scan
from build_tools.pages.reading import PageReading, Placed

_SMALL = 20  # a whole number up to this equals some computed value by chance too often to say anything
_PROPOSALS = 3
_TOGETHER = 2  # a range, an interval or a pair is one thing to exempt; a sentence is not
_MANY = 5_000  # leaves of one value that are searched for a proposal


def check(reading: PageReading, values: Mapping[str, Tree]) -> list[Finding]:
    """Finds the numerals of a lesson that nothing holds.

    Args:
        reading: the page's numerals.
        values: what the lesson's snippet computed, by name.

    Returns:
        `unbound` at each free numeral, with up to three expressions that equal it; `exempt-computed` at each exempted
        numeral that a value equals, where that can hardly be chance; `exempt-many` where one covers a sentence.
    """
    page = reading.page
    findings = [
        _unbound(page, placed, placed.token, values)
        for placed in reading.free
        if isinstance(placed.token, Numeral) and placed.role in (None, "free", "result")
    ]
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
            found = proposals(numeral, values, 1) if _telling(numeral) else []
            if found:
                at = position(page.text, numeral.start)
                message = f"{numeral.text} is exempt, but equals `{found[0]}`"
                mend = f"bind it: `{{={found[0]}}}`"
                findings.append(Finding(page.path, *at, "exempt-computed", message, mend))
    return findings


def _unbound(page: Page, placed: Placed, numeral: Numeral, values: Mapping[str, Tree]) -> Finding:
    found = proposals(numeral, values, _PROPOSALS)
    written = f"${numeral.text}$" if placed.role else f"[{numeral.text}]"
    if numeral.start < page.body:
        mend = "front matter binds nothing: say it in words, or add the name that it is part of to `names` (mkdocs.yml)"
    elif found:
        equal = " or ".join(f"`{name}`" for name in found)
        mend = f"it equals {equal}: write `{written}{{={found[0]}}}`"
    else:
        mend = (
            f"bind it: `{written}{{=expression}}`; or, if nothing computes it, exempt it: `[{numeral.text}]{{!reason}}`"
        )
    line, column = position(page.text, numeral.start)
    return Finding(page.path, line, column, "unbound", f"nothing holds {numeral.text}", mend)


def _telling(numeral: Numeral) -> bool:
    value = numeral.value
    return isinstance(value, Fraction) and (abs(value) > _SMALL or value.denominator != 1 or numeral.unit is not None)


def proposals(numeral: Numeral, values: Mapping[str, Tree], most: int) -> list[str]:
    """Expressions that equal a numeral: scalars first, then parts of objects, then elements of arrays."""
    found: list[tuple[int, str]] = []
    for name, tree in values.items():
        if _size(tree) > _MANY:
            continue
        rank = 1 if isinstance(tree, Record) else 2 if isinstance(tree, tuple) else 0
        for leaf, path in zip(leaves(tree), leaf_paths(tree), strict=True):
            if agrees(numeral, leaf):
                found.append((rank, name + path))
                break
    return [name for _, name in sorted(found, key=lambda item: item[0])[:most]]


def _size(tree: Tree) -> int:
    return sum(1 for _ in leaves(tree))


def remarks(page: Page, snippets: Mapping[str, Snippet], languages: Iterable[Language]) -> list[Finding]:
    """Numerals in the comments and docstrings of code that a page displays, where nothing can hold them.

    A numeral counts only where every language reads it as one, since comments may be in any of them.
    """
    findings: list[Finding] = []
    for inclusion in page.inclusions:
        snippet = snippets.get(inclusion.path)
        if snippet is None:
            continue
        last_line = snippet.source.count("\n") + 1
        first, last = snippet.sections.get(inclusion.section, (1, last_line)) if inclusion.section else (1, last_line)
        for remark in snippet.remarks:
            if not first <= remark.line <= last or header.is_need(remark.text):
                continue  # what a snippet needs is held: it gets that, or there is a finding
            stated = [
                {(t.start, t.end) for t in scan(remark.text, language) if isinstance(t, Numeral)}
                for language in languages
            ]
            for start, end in sorted(set.intersection(*stated)):
                down = remark.text.count("\n", 0, start)
                column = start - remark.text.rfind("\n", 0, start) if down else remark.column + start
                message = f"a comment of displayed code states {remark.text[start:end]}"
                mend = "say it as code: `assert …`"
                findings.append(Finding(inclusion.path, remark.line + down, column, "comment-numeral", message, mend))
    return findings
