"""What a card says of a work, told apart: what may be handed on as a fact, and what nobody could check.

A work's `unchecked` names fields. A machine that reads an export cannot weigh them, so they are left out of its fields,
but for three: a work has no record without a title and an address, and an unchecked year is marked as uncertain where
a format can say so. What was left out is said in words, in a note for people.
"""

from __future__ import annotations

import re
from dataclasses import replace

from build_tools.model import NOASSERTION, Author, Work
from build_tools.words import word

# What a note says of: the rest of `unchecked` is about the card, not about the record.
_CITED = ("title", "type", "language", "authors", "container", "url", "doi", "arxiv", "isbn", "repository", "commit")
_PROCEEDINGS = re.compile(
    r"proceedings|conference|symposium|workshop|advances in neural information|会議|大会|シンポジウム|研究会",
    re.IGNORECASE,
)
_PLAIN_LICENCE = re.compile(r"(?!LicenseRef-|NOASSERTION$|NONE$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
_IDEOGRAPHS = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힯々]")


def checked(work: Work) -> Work:
    """A work without what nobody could check. Its title, its address and its date stay."""
    left = set(work.unchecked)
    return replace(
        work,
        authors=() if "authors" in left else work.authors,
        container="" if "container" in left else work.container,
        license=NOASSERTION if "license" in left else work.license,
        components=() if "components" in left else work.components,
        language="" if "language" in left else work.language,
        identifiers={key: value for key, value in work.identifiers.items() if key not in left},
    )


def dated(work: Work) -> bool:
    """Whether a work's date was checked."""
    return bool(work.issued) and "issued" not in work.unchecked


def remarks(work: Work, code: str) -> str:
    """What a person should know who uses a record: what nobody could check, and whether its address is dead."""
    stated = []
    for field in _CITED:
        if field in work.unchecked:
            value = _value(work, field, code)
            told = word("brackets", code).format(value) if value else ""
            stated.append(word(f"field.{field}", code) + told)
    if "issued" in work.unchecked:
        stated.append(word("field.issued", code))
    notes = [word("remark.unchecked", code).format(word("comma", code).join(stated))] if stated else []
    if work.withdrawn:
        notes.append(word("remark.gone", code).format(work.withdrawn))
    return ("" if code == "ja" else " ").join(notes)


def _value(work: Work, field: str, code: str) -> str:
    """What the record itself leaves out."""
    if field == "authors":
        return word("comma", code).join(author_name(one, code) for one in work.authors)
    return work.container if field == "container" else work.identifiers.get(field, "")


def author_name(author: Author, code: str) -> str:
    """A name in the order in which its bearer writes it: the family's first, unspaced, in Chinese characters."""
    if author.family and author.given and _IDEOGRAPHS.match(author.family):
        return f"{author.family}{author.given}"
    return author.shown(code)


def inverted(author: Author, code: str) -> str:
    """A name as an alphabetical list has it: `Shazeer, Noam`."""
    if author.family and author.given and not _IDEOGRAPHS.match(author.family):
        return f"{author.family}, {author.given}"
    return author_name(author, code)


def is_proceedings(container: str) -> bool:
    """Whether a container is a conference's: a card does not say, its name does."""
    return _PROCEEDINGS.search(container) is not None


def licence_address(expression: str) -> str:
    """Where SPDX has the text of a licence; "" for an expression of several, and for what SPDX does not list."""
    return f"https://spdx.org/licenses/{expression}" if _PLAIN_LICENCE.fullmatch(expression) else ""


def short_commit(commit: str) -> str:
    """As many digits of a commit as people tell apart."""
    return commit[:7]


def line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())
