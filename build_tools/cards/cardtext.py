"""The texts of a card: the one piece of our syntax they may carry, and their numerals in step between languages.

Nothing computes what a card says. So each numeral in it is a name (a date, a version, a section) or is exempted in
place, `[60]{!reported}`, and all of them must be the same in every language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from build_tools.model import EXEMPTION_REASONS, Numeral
from build_tools.numbers.languages import Language
from build_tools.numbers.literals import canonical, scan, soft

_EXEMPTION = re.compile(r"\[([^\[\]\n]*)\]\{!([^{}\n]*)\}")
# Whatever else looks like ours: a claim, a mistyped exemption, a block, an inclusion, attributes.
_OURS = re.compile(r"[{｛]\s*[=!＝！:#]|\]\s*[{｛]|\$[{｛]|^\s*///|--8<--", re.MULTILINE)


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
    """A card's text as a reader sees it, without the marks of its exemptions."""
    return _EXEMPTION.sub(r"\1", text)


def syntax(text: str, *, exemptions: bool = True) -> Iterator[Problem]:
    """Whatever of our syntax stands in a text but means nothing there.

    Args:
        text: one text of a card, in one language.
        exemptions: whether the text may exempt numerals; a title or an address may not.
    """
    for match in _EXEMPTION.finditer(text) if exemptions else ():
        reason = match[2]
        if reason not in EXEMPTION_REASONS:
            near = get_close_matches(reason, EXEMPTION_REASONS, 1)
            mend = f"did you mean `{near[0]}`? " if near else ""
            mend += f"reasons: {', '.join(EXEMPTION_REASONS)}"
            yield Problem(match.start(2), "exemption-reason", f"`{reason}` is no reason for an exemption", mend)
    for match in _OURS.finditer(_blanked(text) if exemptions else text):
        mend = "a card's text may exempt a numeral, `[60]{!reported}`" if exemptions else "write plain text"
        yield Problem(match.start(), "card-syntax", f"`{match[0].strip()}` means nothing in a card", mend)


def numerals(texts: Mapping[str, str], languages: Sequence[Language]) -> Iterator[tuple[str, Problem]]:
    """What is wrong with the numerals of one field, with the language whose text it stands in.

    Args:
        texts: the field's text by language.
        languages: the project's languages, the first of which the others are compared with.
    """
    present = [language for language in languages if language.code in texts]
    items: dict[str, list[_Item]] = {}
    for language in present:
        problems, items[language.code] = _read(texts[language.code], language)
        yield from ((language.code, problem) for problem in problems)
    for other in present[1:]:
        yield from _compare(present[0], other, texts, items)


def _blanked(text: str) -> str:
    return _EXEMPTION.sub(lambda match: " " * len(match[0]), text)


def _read(text: str, language: Language) -> tuple[list[Problem], list[_Item]]:
    problems: list[Problem] = []
    items: list[_Item] = []
    for token in scan(_blanked(text), language):
        keys = (canonical(token),) if isinstance(token, Numeral) else token.canonical
        items.extend(_Item(key, token.text, token.start) for key in keys)
        if isinstance(token, Numeral):
            mend = f"say why nothing computes it: `[{token.text.strip()}]{{!reported}}`"
            what = f"`{token.text.strip()}` in a card is bound to nothing"
            problems.append(Problem(token.start, "card-numeral", what, mend))
    for match in _EXEMPTION.finditer(text):
        tokens = scan(match[1], language, words=True)
        for token in tokens:
            keys = (canonical(token),) if isinstance(token, Numeral) else token.canonical
            items.extend(_Item(key, token.text, match.start(1) + token.start) for key in keys)
        if not any(isinstance(token, Numeral) for token in tokens):
            what, mend = f"`{match[1]}` holds no numeral to exempt", "take the brackets and the reason away"
            problems.append(Problem(match.start(), "card-numeral", what, mend))
    return problems, sorted(items, key=lambda item: item.offset)


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


def _out_of_step(mine: Sequence[_Item], others: Sequence[_Item]) -> list[_Item]:
    """The items with those first at which the two orders part: of two equal numerals, the extra one is meant."""
    matcher = SequenceMatcher(None, [item.key for item in mine], [item.key for item in others], autojunk=False)
    aligned = {i for block in matcher.get_matching_blocks() for i in range(block.a, block.a + block.size)}
    return sorted(mine, key=lambda item: mine.index(item) in aligned)
