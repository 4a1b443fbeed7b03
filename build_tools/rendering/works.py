"""A work in words: its title and its makers, what may be done with it, and what its address answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from urllib.parse import quote

from build_tools.cards.identityfields import doi_address
from build_tools.exports.facts import author_name, short_commit
from build_tools.model import NOASSERTION, Answered, Author, Component, Count, Work
from build_tools.rendering.claims import short
from build_tools.rendering.elements import moment, outside, shown
from build_tools.unseen import legible
from build_tools.words import word

_OWN_LICENSE = re.compile(r"(?:DocumentRef-[\w.-]+:)?LicenseRef-([\w.-]+)")
_GITHUB = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+\Z", re.ASCII)
# Where an identifier leads; what none of these hold is shown as it is.
_RESOLVERS: Mapping[str, Callable[[str], str]] = {"doi": doi_address, "arxiv": "https://arxiv.org/abs/{}".format}
_NAMES = {"doi": "DOI", "arxiv": "arXiv", "isbn": "ISBN"}
_MOST_PEOPLE = 2
_LONGEST_ADDRESS = 40


def title(work: Work, code: str, *, linked: bool = True) -> str:
    """A title in its own language, as a link."""
    text = f"<bdi{foreign(work, code)}>{shown(work.title)}</bdi>"
    return outside(work.url, text) if linked else text


def foreign(work: Work, code: str) -> str:
    """The attribute that says in which language a work is, its title and its words, where that is not the page's."""
    return f' lang="{shown(work.language)}"' if work.language and work.language != code else ""


def people(authors: Iterable[Author], code: str) -> str:
    """All authors, by name."""
    return word("comma", code).join(f"<bdi>{shown(author_name(author, code))}</bdi>" for author in authors)


def makers(work: Work, code: str) -> str:
    """Who made it, the first alone where they are many."""
    if len(work.authors) <= _MOST_PEOPLE:
        return people(work.authors, code)
    others = len(work.authors) - 1
    return word("others", code).format(people(work.authors[:1], code), others)


def about(work: Work, code: str, role: str = "") -> str:
    """What it is, in a line: its role, its kind, its makers, its year."""
    parts = [word(role, code) if role else "", word(f"type.{work.type}", code), makers(work, code), year(work)]
    return " · ".join(part for part in parts if part)


def year(work: Work) -> str:
    """The year in which a work came out, where that is known."""
    return moment(work.issued[:4]) if work.issued else ""


def license_name(expression: str, code: str) -> str:
    """A licence in plain words: an SPDX expression as it is, terms of a work's own as such, or that nobody knows."""
    if expression == NOASSERTION:
        return word("unchecked", code)
    return _OWN_LICENSE.sub(lambda match: word("own_license", code).format(match[1]), legible(expression))


def licensed(expression: str, code: str) -> str:
    """The same as HTML, behind what it is."""
    return escape(word("license_is", code).format(license_name(expression, code)))


def parts(components: Iterable[Component], code: str) -> str:
    """The parts of a work with rights of their own, one a line."""
    listed = "".join(
        f"<li>{escape(word(f'part.{one.part}', code))}{word('colon', code)}{escape(license_name(one.license, code))}"
        f" · {escape(word(one.use, code))}</li>"
        for one in components
    )
    return f'<ul class="tk-parts">{listed}</ul>' if listed else ""


def open_fields(work: Work, code: str) -> str:
    """The fields of a work that nobody could check, in words; the licence says so itself."""
    said = {"license"} if work.license == NOASSERTION else set()
    return word("comma", code).join(escape(word(f"field.{name}", code)) for name in work.unchecked if name not in said)


def state(work: Work, answered: Answered | None) -> str:
    """What an address answered last: an outcome, or `none`; where a person has decided that it is gone, that."""
    if work.withdrawn:
        return "gone"
    return answered.outcome if answered else "none"


def answer(work: Work, answered: Answered | None, code: str) -> str:
    """What an address answered last, in a few words."""
    date = work.withdrawn or (answered.checked if answered else "")
    return escape(word(f"answered.{state(work, answered)}", code)).format(moment(date))


def answer_note(work: Work, answered: Answered | None, code: str) -> str:
    """What a reader should know of an address that did not simply answer, in a sentence; else nothing."""
    if work.withdrawn or answered is None or answered.outcome == "ok":
        return ""
    named = answered.target.partition("://")[2] or answered.target
    target = outside(answered.target, shown(short(named, _LONGEST_ADDRESS)))
    detail = f"<bdi>{shown(answered.detail)}</bdi>"
    sentence = escape(word(f"answered_note.{answered.outcome}", code))
    return sentence.format(date=moment(answered.checked), detail=detail, target=target)


def identifiers(work: Work, code: str) -> str:
    """What names a work for good: its DOI, its arXiv version, its ISBN, its commit."""
    # A DOI is made to outlive an address that is gone.
    lasting = ("doi",) if work.withdrawn else tuple(_RESOLVERS)
    found = [
        f"{name} {outside(_RESOLVERS[key](value), shown(value)) if key in lasting else shown(value)}"
        for key, name in _NAMES.items()
        if (value := work.identifiers.get(key, ""))
    ]
    repository, commit = work.identifiers.get("repository", ""), work.identifiers.get("commit", "")
    if repository:
        found.append(outside("" if work.withdrawn else repository, shown(repository.removeprefix("https://"))))
    if commit:
        found.append(word("commit", code).format(f"<code>{shown(commit)}</code>"))
    return "<br>".join(found)


def counted(count: Count, work: Work, code: str) -> str:
    """A number that was counted in a work, and exactly where."""
    what = shown(count.what.get(code, ""))
    form = "counted_value" if count.below is None else "counted_below"
    said = word(form, code).format(what, count.value, count.below)
    where = [part for part in (shown(count.path), shown(count.symbol)) if part and part not in what]
    if count.lines:
        where.append(word("counted_lines", code).format(*count.lines))
    if _is_commit(count.commit):
        where.append(word("commit", code).format(f"<code>{shown(short_commit(count.commit))}</code>"))
    else:
        where.append(word("counted_on", code).format(moment(count.commit)))
    label = f"{escape(word('counted', code))}{word('colon', code)}"
    place = outside(permalink(count, work), word("comma", code).join(where))
    return f"{label}{said}<br>{place}"


def _is_commit(text: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", text) is not None


def permalink(count: Count, work: Work) -> str:
    """Where the counted lines stand, for good; "" where no address is known to hold them."""
    repository = work.identifiers.get("repository", "").removesuffix(".git").rstrip("/")
    if work.withdrawn or not (count.path and _is_commit(count.commit) and _GITHUB.match(repository)):
        return ""
    lines = f"#L{count.lines[0]}-L{count.lines[1]}" if count.lines else ""
    return f"{repository}/blob/{count.commit}/{quote(count.path)}{lines}"
