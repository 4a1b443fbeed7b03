"""Sources as CSL-JSON (Citation Style Language 1.0.2): for citation processors and reference managers."""

from __future__ import annotations

import json
from collections.abc import Mapping

from build_tools.exports.facts import checked, is_proceedings, line, remarks
from build_tools.model import Author, Source, Work

Item = dict[str, object]

_TYPES: Mapping[str, str] = {
    "code": "software",
    "course": "webpage",  # CSL has no type for a course: what is cited of it is its page
    "video": "motion_picture",
    "page": "webpage",
    "book": "book",
}


def items(sources: Mapping[str, Source], code: str) -> list[Item]:
    """Sources as CSL items, in their order.

    An unchecked date is marked `circa`, CSL's word for uncertain; other unchecked fields are left out, and `note` says
    which.

    Args:
        sources: the sources by id.
        code: the language of notes and of the names of bodies.
    """
    return [_item(identifier, source, code) for identifier, source in sources.items()]


def text(sources: Mapping[str, Source], code: str) -> str:
    """The same as a file."""
    return json.dumps(items(sources, code), ensure_ascii=False, indent=1) + "\n"


def _item(identifier: str, source: Source, code: str) -> Item:
    work = checked(source.work)
    found = work.identifiers
    item: Item = {"id": identifier, "type": _type(work), "title": line(work.title)}
    if work.authors:
        item["author"] = [_name(one, code) for one in work.authors]
    if work.issued:
        item["issued"] = _date(work.issued) | ({"circa": True} if "issued" in work.unchecked else {})
    optional = {
        "container-title": line(work.container),
        "version": found.get("commit", ""),
        "DOI": found.get("doi", ""),
        "ISBN": found.get("isbn", ""),
        "URL": work.url,
        "language": work.language,
        "note": remarks(source.work, code),
    }
    if "arxiv" in found:
        optional |= _preprint(work, found["arxiv"])
    item |= {name: value for name, value in optional.items() if value}
    item["accessed"] = _date(source.verified_on)
    return item


def _type(work: Work) -> str:
    if work.type == "paper" and work.container:
        return "paper-conference" if is_proceedings(work.container) else "article-journal"
    return _TYPES.get(work.type, "article")  # CSL's type for a preprint


def _preprint(work: Work, arxiv: str) -> dict[str, str]:
    """An arXiv id: a preprint's number with its server as publisher, or where a published paper is kept as well."""
    if work.container:
        return {"archive": "arXiv", "archive_location": arxiv}
    version = f"v{arxiv.rpartition('v')[2]}" if "v" in arxiv.rpartition("/")[2] else ""
    return {"publisher": "arXiv", "number": f"arXiv:{arxiv}", "version": version}


def _name(author: Author, code: str) -> dict[str, str]:
    if author.name:
        return {"literal": line(author.shown(code))}
    return {part: line(value) for part, value in (("family", author.family), ("given", author.given)) if value}


def _date(text: str) -> dict[str, object]:
    return {"date-parts": [[int(part) for part in text.split("-")]]} if text else {}
