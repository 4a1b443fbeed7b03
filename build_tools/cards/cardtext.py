"""The texts of a card: the one piece of our syntax they may carry, and their numerals in step between languages.

Nothing computes what a card says. So each numeral in it is a name (a date, a version, a section), or bound to what was
counted in the source, `[60]{=attention.below}`, or exempted in place, `[43]{!date}`. All of them must be the same in
every language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from build_tools.aligned import aligned
from build_tools.mends import meant
from build_tools.model import EXEMPTION_REASONS, Numeral
from build_tools.numbers.compare import agrees
from build_tools.numbers.languages import Language
from build_tools.numbers.literals import canonical, scan, soft

# `[43]{!date}` exempts, `[48]{=attention.value}` binds to a count of the card.
_MARK = re.compile(r"\[([^\[\]\n]*)\]\{([!=])([^{}\n]*)\}")
# A number that a source is reported to have is a count: it says where it was counted.
_REASONS = tuple(reason for reason in EXEMPTION_REASONS if reason != "reported")
# Whatever else looks like ours: a claim, a mistyped exemption, a block, an inclusion, attributes.
_OURS = re.compile(r"[{｛]\s*[=!＝！:#]|\]\s*[{｛]|\$[{｛]|^[^\S\n]*+///|--8<--", re.MULTILINE)
# What is no part of a title or a name, which may otherwise look as they like: `{#each} and ${HOME}`.
_BINDING = re.compile(r"\]\s*[{｛]\s*[=!＝！]|--8<--")
# Markdown, which a card shows as it was typed: strong text, code, a link, a formula.
_MARKDOWN = re.compile(
    r"\*\*(?:[^*\n]++\*\*)?|(?<!`)`++[^`\n]++`++|```|~~~|\[[^\[\]\n]+\]\([^()\n]*\)|\$\$|\$(?=\S)[^$\n]*(?<=\S)\$(?!\d)"
)


@dataclass(frozen=True)
class Problem:
    """What is wrong in a text, at an offset in it."""

    offset: int
    rule: str
    message: str
    mend: str


@dataclass(frozen=True)
class _Item:
    """A numeral or name as the languages compare it."""

    key: str
    text: str
    offset: int


def plain(text: str) -> str:
    """A card's text as a reader sees it, without the marks of its bindings and exemptions."""
    return _MARK.sub(r"\1", text)


def syntax(text: str, *, exemptions: bool = True) -> Iterator[Problem]:
    """Whatever of our syntax stands in a text but means nothing there.

    Args:
        text: one text of a card, in one language.
        exemptions: whether the text may bind and exempt numerals; a title or an address may not.
    """
    for match in _MARK.finditer(text) if exemptions else ():
        reason = match[3]
        if match[2] == "=" or reason in _REASONS:
            continue
        mend = f"{meant(reason, _REASONS, '')} reasons: {', '.join(_REASONS)}".strip()
        what = f"`{reason}` is no reason for an exemption"
        if reason == "reported":
            what = "what a source is reported to have is counted in it"
            mend = "add a count to `counts:`, and bind the numeral to it: `[48]{=lines.value}`"
        yield Problem(match.start(3), "exemption-reason", what, mend)
    for match in _MARKDOWN.finditer(_blanked(text)) if exemptions else ():
        what = f"{match[0]:.40} is shown as it is typed"
        yield Problem(match.start(), "card-syntax", what, "a card's text is no Markdown: write plain text")
    for match in _OURS.finditer(_blanked(text)) if exemptions else _BINDING.finditer(text):
        mend = "a card's text may bind a numeral, `[48]{=lines.value}`" if exemptions else "write plain text"
        yield Problem(match.start(), "card-syntax", f"`{match[0].strip()}` means nothing in a card", mend)


def numerals(
    texts: Mapping[str, str], languages: Sequence[Language], counts: Mapping[str, int]
) -> Iterator[tuple[str, Problem]]:
    """What is wrong with the numerals of one field, with the language whose text it stands in.

    Args:
        texts: the field's text by language.
        languages: the project's languages, the first of which the others are compared with.
        counts: what a numeral may be bound to: `attention.value` → 48.
    """
    present = [language for language in languages if language.code in texts]
    items: dict[str, list[_Item]] = {}
    for language in present:
        problems, items[language.code] = _read(texts[language.code], language, counts)
        yield from ((language.code, problem) for problem in problems)
    for other in present[1:]:
        apart = tuple(_compare(present[0], other, texts, items))
        yield from apart or _bound_apart(present[0], other, texts, counts)


def bound(text: str) -> Iterator[str]:
    """The counts that a text's numerals are bound to: `attention.value`."""
    return (match[3].strip() for match in _MARK.finditer(text) if match[2] == "=")


def _blanked(text: str) -> str:
    return _MARK.sub(lambda match: " " * len(match[0]), text)


def _read(text: str, language: Language, counts: Mapping[str, int]) -> tuple[list[Problem], list[_Item]]:
    problems: list[Problem] = []
    items: list[_Item] = []
    for token in scan(_blanked(text), language):
        keys = (canonical(token),) if isinstance(token, Numeral) else token.canonical
        items.extend(_Item(key, token.text, token.start) for key in keys)
        if isinstance(token, Numeral):
            shown = token.text.strip()
            count = next((name for name, value in counts.items() if agrees(token, value)), "")
            mend = (
                f"bind it, `[{shown}]{{={count}}}`"
                if count
                else "add what was counted to `counts:` and bind it to that"
            )
            mend += f", exempt it, `[{shown}]{{!label}}`, or say it in words"
            what = f"`{shown}` in a card is bound to nothing"
            problems.append(Problem(token.start, "card-numeral", what, mend))
    for match in _MARK.finditer(text):
        tokens = scan(match[1], language, words=True)
        for token in tokens:
            keys = (canonical(token),) if isinstance(token, Numeral) else token.canonical
            items.extend(_Item(key, token.text, match.start(1) + token.start) for key in keys)
        held = [token for token in tokens if isinstance(token, Numeral)]
        if not held:
            what, mend = f"`{match[1]}` holds no numeral", "take the brackets and what stands behind them away"
            problems.append(Problem(match.start(), "card-numeral", what, mend))
        elif match[2] == "=":
            problems.extend(_bound(match, held, counts))
    return problems, sorted(items, key=lambda item: item.offset)


def _bound(match: re.Match[str], held: Sequence[Numeral], counts: Mapping[str, int]) -> Iterator[Problem]:
    """A numeral against the count that it is bound to."""
    name = match[3].strip()
    if name not in counts:
        known = f"the card's counts: {', '.join(counts)}" if counts else "add a count to `counts:` first"
        mend = meant(name, counts, known)
        yield Problem(match.start(3), "card-numeral", f"the card counts no `{name}`", mend)
    elif len(held) > 1:
        yield Problem(match.start(1), "card-numeral", f"`{match[1]}` holds {len(held)} numerals", "bind each by itself")
    elif not agrees(held[0], counts[name]):
        what = f"the card says {held[0].text.strip()}, `{name}` is {counts[name]}"
        yield Problem(match.start(1) + held[0].start, "card-numeral", what, "correct whichever is wrong")


def _compare(
    first: Language, other: Language, texts: Mapping[str, str], items: Mapping[str, Sequence[_Item]]
) -> Iterator[tuple[str, Problem]]:
    """What one of two languages has more of, numeral by numeral, words of the other one counted in its favour."""
    left, right = items[first.code], items[other.code]
    if Counter(item.key for item in left) == Counter(item.key for item in right):
        return
    for here, there, mine, others in ((first, other, left, right), (other, first, right, left)):
        wanted = Counter(item.key for item in mine)
        wanted.subtract(Counter(item.key for item in others))
        wanted.subtract(Counter(soft(_blanked(texts[there.code]), there)))
        for item in _out_of_step(mine, others):
            if wanted[item.key] > 0:
                wanted[item.key] -= 1
                what = f"`{item.text.strip()}` stands here and not in the text for `{there.code}`"
                mend = "both languages carry the same numbers and names: correct whichever is wrong"
                yield here.code, Problem(item.offset, "card-lockstep", what, mend)


def _bound_apart(
    first: Language, other: Language, texts: Mapping[str, str], counts: Mapping[str, int]
) -> Iterator[tuple[str, Problem]]:
    """Equal numerals that two languages bind to different counts; one of them may also say it in a word."""
    left, right = (Counter(name for name in bound(texts[one.code]) if name in counts) for one in (first, other))
    missing, more = left - right, right - left
    for match in _MARK.finditer(texts[other.code]) if missing else ():
        name = match[3].strip()
        if match[2] == "=" and more[name] > 0:
            what = f"this is bound to `{name}`, and in the text for `{first.code}` to `{next(iter(missing))}`"
            mend = "both languages bind a numeral to the same count: correct whichever is wrong"
            yield other.code, Problem(match.start(3), "card-lockstep", what, mend)


def _out_of_step(mine: Sequence[_Item], others: Sequence[_Item]) -> list[_Item]:
    """The items with those first at which the two orders part: of two equal numerals, the extra one is meant."""
    together, _ = aligned([item.key for item in mine], [item.key for item in others])
    order = sorted(range(len(mine)), key=lambda i: i in together)
    return [mine[i] for i in order]
