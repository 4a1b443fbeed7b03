"""A source as a person cites it: one line of plain text, in the page's language. What a reader copies in one click.

What nobody could check stands as librarians write what they supply and are not sure of: in brackets, with a question
mark, `[2017?]`.
"""

from __future__ import annotations

from collections.abc import Sequence

from build_tools.cards.identityfields import doi_address
from build_tools.exports.facts import author_name, inverted, line, short_commit
from build_tools.model import Author, Source, Work
from build_tools.words import word

# As the Chicago Manual of Style counts: up to ten authors are all named, of more the first seven.
_MOST_AUTHORS, _SHOWN_AUTHORS = 10, 7


def citation(source: Source, code: str, locator: str = "") -> str:
    """A source as a person cites it.

    Args:
        source: the source.
        code: the language of the page that it is cited on; the title stays in the work's own.
        locator: where in the source to look, as the page says it.

    Returns:
        One line of plain text.
    """
    work = source.work
    authors = _authors(work.authors, code)
    if authors and "authors" in work.unchecked:
        authors = word("cite.uncertain", code).format(authors)
    written = _japanese if code == "ja" else _english
    return line(written(source, authors, locator.strip(), code))


def _japanese(source: Source, authors: str, locator: str, code: str) -> str:
    work = source.work
    title = f"『{work.title}』" if work.type == "book" else f"「{work.title}」"
    container = _sure(f"『{work.container}』", "container", work, code) if work.container else ""
    details = [*_identifier(work, code), locator, _address(work)]
    after = "、".join(filter(None, details))
    head = f"{authors}{_sure(title, 'title', work, code)}{_medium(work, code)}{container}{_year(work, code)}"
    return f"{head}、{after} （{_seen(source, code, '。')}）。"


def _english(source: Source, authors: str, locator: str, code: str) -> str:
    work = source.work
    named = _sure(work.title, "title", work, code) + (f" {_medium(work, code)}" if _medium(work, code) else "")
    # The full stop of a quoted title stands inside its quotation marks.
    title = f"“{_stopped(named)}”" if work.type in ("paper", "page") else named
    details = [one[:1].upper() + one[1:] if one.startswith("commit ") else one for one in _identifier(work, code)]
    parts = [authors, _year(work, code), title, _sure(work.container, "container", work, code), *details, locator]
    sentences = " ".join(_stopped(part) for part in parts if part)
    return f"{sentences} {_address(work)} ({_seen(source, code, '; ')})."


def _stopped(text: str) -> str:
    return text if text.endswith((".", "?", "!", ".”", "?”", "!”")) else f"{text}."


def _authors(authors: Sequence[Author], code: str) -> str:
    if code == "ja":
        names = [author_name(one, code) for one in authors]
    else:
        names = [inverted(one, code) if i == 0 else author_name(one, code) for i, one in enumerate(authors)]
    comma = word("comma", code)
    if len(names) > _MOST_AUTHORS:
        return comma.join(names[:_SHOWN_AUTHORS]) + word("cite.et_al", code)
    if len(names) < 2:
        return "".join(names)
    return comma.join(names[:-1]) + word("cite.and", code) + names[-1]


def _year(work: Work, code: str) -> str:
    if not work.issued:
        return word("cite.no_date", code)
    return _sure(word("cite.year", code).format(work.issued[:4]), "issued", work, code)


def _medium(work: Work, code: str) -> str:
    if work.type not in ("code", "course", "video"):
        return ""
    medium = word(f"cite.{work.type}", code)
    return f"［{medium}］" if code == "ja" else f"[{medium}]"


def _identifier(work: Work, code: str) -> list[str]:
    """What says which version is meant. A DOI is an address, and stands there."""
    found = work.identifiers
    shown = {
        "arxiv": f"arXiv:{found.get('arxiv')}",
        "isbn": f"ISBN {found.get('isbn')}",
        "commit": word("commit", code).format(short_commit(found.get("commit", ""))),
    }
    return [_sure(text, name, work, code) for name, text in shown.items() if name in found]


def _address(work: Work) -> str:
    doi = work.identifiers.get("doi", "")
    return doi_address(doi) if doi and "doi" not in work.unchecked else work.url


def _seen(source: Source, code: str, separator: str) -> str:
    seen = word("cite.accessed", code).format(source.verified_on)
    gone = source.work.withdrawn
    return f"{seen}{separator}{word('cite.gone', code).format(gone)}" if gone else seen


def _sure(text: str, field: str, work: Work, code: str) -> str:
    """A text, marked where nobody could check it."""
    return word("cite.uncertain", code).format(text) if text and field in work.unchecked else text
