"""Both languages of a page, section by section: the same claims, and the same other numerals and names.

This holds what no computation can: labels, dates, names, symbolic formulas and exemptions.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from build_tools.aligned import aligned
from build_tools.claims import expressions
from build_tools.model import Block, Claim, Finding, Numeral, Page, Section, Token, position
from build_tools.numbers.compare import plain
from build_tools.numbers.languages import Language
from build_tools.numbers.literals import canonical, soft
from build_tools.pages.lesson import SHARED
from build_tools.pages.options import EXPRESSIONS, labels
from build_tools.pages.reading import Placed
from build_tools.pages.sections import UNNAMED


@dataclass(frozen=True)
class Side:
    """One language of a page: its claims, and every token that no value holds."""

    page: Page
    language: Language
    claims: Sequence[Claim]
    loose: Sequence[Placed]
    section: Section | None = None  # the one that it is a part of; None for the whole page


@dataclass(frozen=True)
class _Item:
    key: str
    text: str
    start: int
    kind: str = ""  # what a word of the other language may stand for: a label, a numeral, or nothing else


def check(source: Side, other: Side) -> list[Finding]:
    """Compares a page with its counterpart in another language.

    Args:
        source: the page in the course's first language.
        other: the same page in another one.

    Returns:
        `lockstep-section`, `lockstep-claim` and `lockstep-numeral` findings, on the page that has what the other lacks.
    """
    findings: list[Finding] = []
    ours, theirs = _ids(source.page), _ids(other.page)
    for side, opposite, others in ((source, other, theirs), (other, source, ours)):
        known = set(others)
        for section in side.page.sections:
            if section.id not in known and not section.id.startswith(UNNAMED):
                message = f"{opposite.page.path} has no section `{section.id}`"
                mend = f"write it there, with the heading id `{{#{section.id}}}`"
                findings.append(_finding(side.page, section.heading.start, "lockstep-section", message, mend))
    both = {*ours} & {*theirs}
    shared = [identifier for identifier in ours if identifier in both]
    if shared != [identifier for identifier in theirs if identifier in both]:
        message = f"the sections stand in another order than in {source.page.path}"
        mend = f"the order there: {', '.join(shared)}"
        findings.append(_finding(other.page, other.page.body, "lockstep-section", message, mend))
    here, there = _by_section(source), _by_section(other)
    for identifier in dict.fromkeys(shared):
        findings.extend(_claims(here[identifier], there[identifier], identifier))
        findings.extend(_numerals(here[identifier], there[identifier], identifier))
    findings.extend(_blocks(source.page, other.page))
    return findings


def _by_section(side: Side) -> dict[str, Side]:
    """A side in parts, one for each section id: its claims and tokens alone."""
    claims: dict[str, list[Claim]] = {}
    loose: dict[str, list[Placed]] = {}
    for claim in side.claims:
        claims.setdefault(claim.section, []).append(claim)
    for placed in side.loose:
        loose.setdefault(placed.section, []).append(placed)
    return {
        section.id: Side(side.page, side.language, claims.get(section.id, ()), loose.get(section.id, ()), section)
        for section in reversed(side.page.sections)
    }


def _blocks(source: Page, other: Page) -> list[Finding]:
    """The same blocks with the same options: a learner's record belongs to an exercise, not to a language."""
    findings = []
    ours, theirs = ({block.id: block for block in page.blocks} for page in (source, other))
    for page, opposite, mine, others in ((source, other, ours, theirs), (other, source, theirs, ours)):
        for block in mine.values():
            if block.id not in others:
                message = f"`/// {block.name}` number {block.id.rpartition('-')[2]} is not in {opposite.path}"
                mend = "write it there too: both languages have the same blocks"
                findings.append(_finding(page, block.open.start, "lockstep-block", message, mend))
                continue
            here, there = _option_values(block), _option_values(others[block.id])
            for key, value in here.items():
                if value != there.get(key):
                    span = block.option_spans[key]
                    said = f"is {there[key]}" if key in there else "is not given"
                    message = f"`{key}` is {value} here and {said} in {opposite.path}"
                    mend = "give the block the same options in both languages"
                    findings.append(_finding(page, span.start, "lockstep-block", message, mend))
    for block in theirs.values():
        findings.extend(_quoted(source, ours[block.id], other, block) if block.id in ours else ())
    return findings


def _quoted(source: Page, ours: Block, other: Page, theirs: Block) -> list[Finding]:
    """A quotation has the words of its source, whatever language is spoken around it."""
    if theirs.name != "quote" or ours.options.get("source") != theirs.options.get("source"):
        return []
    if _words(source, ours) == _words(other, theirs):
        return []
    between = other.text[theirs.body : theirs.close.start]
    start = theirs.body + len(between) - len(between.lstrip())
    message = f"these are not the words that {source.path} quotes"
    mend = "quote them as they stand in the source, in both languages; a translation stands below, outside of the block"
    return [_finding(other, start, "lockstep-block", message, mend)]


def _words(page: Page, block: Block) -> str:
    """The words of a block, however its lines are broken and whatever is emphasised."""
    return "".join(plain(page.visible[block.body : block.close.start]).split())


def _option_values(block: Block) -> dict[str, str]:
    """A block's options as both languages must share them: expressions without spacing, labels by their number."""
    counted = labels(block.options)
    values = {}
    for key, value in block.options.items():
        if key in counted:
            values[key] = f"{len(counted[key])} label{'s' if len(counted[key]) > 1 else ''}"
        else:
            values[key] = f"`{expressions.read(value).normal if key in EXPRESSIONS else value}`"
    return values


def fields(source: Page, other: Page) -> list[Finding]:
    """The front matter that both languages of a lesson must share."""
    findings = []
    for name in SHARED:
        ours, theirs = source.meta.get(name), other.meta.get(name)
        if ours == theirs:
            continue
        for page, opposite, mine, others in ((source, other, ours, theirs), (other, source, theirs, ours)):
            at = position(page.text, _differing(page, name, mine, others))
            message = f"`{name}` is {mine!r} here and {others!r} in {opposite.path}"
            findings.append(Finding(page.path, *at, "lockstep-field", message, "correct whichever is wrong"))
    return findings


def _differing(page: Page, name: str, mine: object, others: object) -> int:
    """Where a field differs from the other language's: at the first entry of a list that does."""
    if isinstance(mine, list) and isinstance(others, list):
        for i, entry in enumerate(mine):
            if i >= len(others) or entry != others[i]:
                name = f"{name}.{i}"
                break
    span = page.meta_spans.get(name)
    return span.start if span else 0


def stale(source: Page, other: Page) -> list[Finding]:
    """Sections whose source text has changed since the translation was made from it.

    The front matter of a translation says for each section the digest of the text it was made from. A change of numbers
    alone, of spacing or of width is no change of text: numbers are held by themselves.
    """
    made_from = other.meta.get("translated_from")
    if not isinstance(made_from, dict):
        return []
    findings = []
    for section in source.sections:
        if not section.id or section.id.startswith(UNNAMED):
            continue
        digest, known = section_digest(source, section), made_from.get(section.id)
        if digest != str(known):
            span = other.meta_spans.get(f"translated_from.{section.id}") or other.meta_spans["translated_from"]
            what = "has changed since it was translated" if known else "is not among the sections translated"
            mend = f"bring the translation up to date, then write `{section.id}: {digest}`"
            at = position(other.text, span.start)
            message = f"section `{section.id}` of {source.path} {what}"
            findings.append(Finding(other.path, *at, "translation-stale", message, mend, "warning"))
    return findings


def section_digest(page: Page, section: Section) -> str:
    """Of a section's words: without its numbers, markup, spacing and width."""
    words = unicodedata.normalize("NFKC", page.visible[section.span.start : section.span.end])
    bare = "".join(filter(str.isalpha, words))
    return hashlib.sha256(bare.encode()).hexdigest()[:8]


def _ids(page: Page) -> list[str]:
    return [section.id for section in page.sections]


def _finding(page: Page, offset: int, rule: str, message: str, mend: str) -> Finding:
    line, column = position(page.text, offset)
    return Finding(page.path, line, column, rule, message, mend)


def _claims(source: Side, other: Side, section: str) -> list[Finding]:
    """Compares what is claimed: the parts of a tuple may stand in another order, or in claims of their own."""
    left, right = (
        [(part, claim) for claim in side.claims for part in expressions.read(claim.expression).parts]
        for side in (source, other)
    )
    if Counter(part for part, _ in left) == Counter(part for part, _ in right):
        return []
    here, there = ([_Item(part, part, claim.whole.start) for part, claim in side] for side in (left, right))
    findings = []
    for side, opposite, extra in _extras(source, other, here, there, Counter(), Counter()):
        message = f"`{{={extra.text}}}` is claimed here and not in {_where(opposite.page, section)}"
        mend = "both languages make the same claims: add it there, or take it out here"
        findings.append(_finding(side.page, extra.start, "lockstep-claim", message, mend))
    return findings


def listed(expression: str) -> tuple[str, ...]:
    """The parts of an expression that lists several; none of any other."""
    parts = expressions.read(expression).parts
    return parts if len(parts) > 1 else ()


def _numerals(source: Side, other: Side, section: str) -> list[Finding]:
    if Counter(_keys(source)) == Counter(_keys(other)):
        return []
    findings = []
    left, right = _items(source), _items(other)
    for side, opposite, extra in _extras(source, other, left, right, _soft(source), _soft(other)):
        message = f"`{extra.text.strip()}` stands here and not in {_where(opposite.page, section)}"
        mend = "both languages carry the same numbers and names: correct whichever is wrong"
        findings.append(_finding(side.page, extra.start, "lockstep-numeral", message, mend))
    return findings


def _where(page: Page, section: str) -> str:
    return f"{page.path}#{section}" if section else f"the opening of {page.path}"


def _keys(side: Side) -> Iterator[str]:
    """What both languages must share of each token, whatever its format."""
    for placed in side.loose:
        yield from _shared(placed.token)


def _shared(token: Token) -> tuple[str, ...]:
    return (canonical(token),) if isinstance(token, Numeral) else token.canonical


def _items(side: Side) -> list[_Item]:
    items: list[_Item] = []
    for placed in side.loose:
        token = placed.token
        kind = "numeral" if isinstance(token, Numeral) else "label" if token.kind in ("label", "mark") else ""
        items.extend(_Item(key, token.text, placed.start, kind) for key in _shared(token))
    return sorted(items, key=lambda item: item.start)


def _soft(side: Side) -> Counter[tuple[str, str]]:
    """Number words and ordinals of a section, by what they may stand for in digits of the other language."""
    section = side.section
    assert section is not None, "it is a part of a page"
    whole = side.page.visible[section.span.start : section.span.end]
    held = list(whole)  # a count in a claim's literal is held by its value; an ordinal there is a label like any other
    for claim in side.claims:
        start, end = claim.literal.start - section.span.start, claim.literal.end - section.span.start
        held[start:end] = "\x00" * (end - start)
    outside = "".join(held)
    title = side.page.meta.get("title")
    heading = f"{title}\n" if section.id == "" and isinstance(title, str) else ""
    return Counter(
        (kind, word)
        for kind, text in (("label", whole), ("numeral", outside))
        for word in soft(heading + re.sub(r"\x00+", "\x00", text), side.language, kind)
    )


def _extras(
    source: Side,
    other: Side,
    left: list[_Item],
    right: list[_Item],
    soft_left: Counter[tuple[str, str]],
    soft_right: Counter[tuple[str, str]],
) -> list[tuple[Side, Side, _Item]]:
    """What each side has more of than the other, at the places where the two orders part."""
    aligned_left, aligned_right = aligned([i.key for i in left], [i.key for i in right])
    surplus = Counter(i.key for i in left)
    surplus.subtract(Counter(i.key for i in right))
    more = {key: count for key, count in surplus.items() if count > 0}
    less = {key: -count for key, count in surplus.items() if count < 0}
    # Words explain a difference only where they explain all of it: else what is wrong could hide behind one.
    if not any((_unexplained(more, left, soft_right) | _unexplained(less, right, soft_left)).values()):
        return []
    extras: list[tuple[Side, Side, _Item]] = []
    for side, opposite, items, together, wanted in (
        (source, other, left, aligned_left, more),
        (other, source, right, aligned_right, less),
    ):
        order = [i for i in range(len(items)) if i not in together] + sorted(together, reverse=True)
        if len(left) == len(right):  # most likely one token was changed in place
            order.sort(key=lambda i: left[i].key == right[i].key)
        for i in order:
            if wanted.get(items[i].key, 0) > 0:
                wanted[items[i].key] -= 1
                extras.append((side, opposite, items[i]))
    return extras


def _unexplained(wanted: dict[str, int], items: list[_Item], words: Counter[tuple[str, str]]) -> dict[str, int]:
    """How many of each key are left once words of the other language stand for as many as they can."""
    left = {}
    for key, count in wanted.items():
        kinds = {item.kind for item in items if item.key == key and item.kind}
        left[key] = max(0, count - sum(words[kind, key] for kind in kinds))
    return left
