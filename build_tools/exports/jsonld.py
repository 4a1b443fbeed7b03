"""A lesson as schema.org's LearningResource in JSON-LD, with the sources that it cites: for search engines.

Types and properties are those of schema.org, the prerequisites as `educationalAlignment`: `coursePrerequisites` is a
course's only. What nobody could check is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from build_tools.cards import cardtext
from build_tools.cards.identityfields import doi_address
from build_tools.exports.facts import author_name, checked, dated, licence_address, line
from build_tools.model import Author, Component, Page, Report, Source, Work
from build_tools.pages import lesson as lessons
from build_tools.words import ACTIVITIES, word

Node = dict[str, object]

_TYPES: Mapping[str, str] = {
    "paper": "ScholarlyArticle",
    "code": "SoftwareSourceCode",
    "course": "Course",
    "video": "VideoObject",
    "page": "WebPage",
    "book": "Book",
}
# `</script>` and `<!--` would end the block or change how it is read; the last two end a line in older scripts.
_ESCAPES = {ord(one): f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"}


@dataclass(frozen=True)
class Place:
    """Where a lesson stands: addresses, absolute where the site's is known, else relative to the lesson.

    `addresses` are the lesson's own in every language that has it, `prerequisites` those of lessons by their ids.
    """

    course: str  # the course's name
    home: str  # its first page
    license: str  # the SPDX expression of its lessons
    addresses: Mapping[str, str]
    prerequisites: Mapping[str, str]


def lesson(page: Page, report: Report, place: Place, goals: Sequence[str] = ()) -> str:
    """A lesson as JSON, safe inside a `<script type="application/ld+json">`.

    Args:
        page: the lesson.
        report: the course.
        place: where the lesson stands.
        goals: what it teaches, each as plain text.
    """
    code, meta = page.language, page.meta
    minutes, day, activity = meta.get("minutes"), meta.get("day"), meta.get("activity")
    own = place.addresses[code]
    name = str(meta.get("title", page.key))
    node = {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "@id": own,
        "url": own if "://" in own else "",
        "name": line(name),
        "inLanguage": code,
        "learningResourceType": word(f"activity.{activity}", code) if activity in ACTIVITIES else "",
        "timeRequired": f"PT{minutes}M" if isinstance(minutes, int) else "",
        "isPartOf": {"@type": "Course", "@id": place.home, "name": line(place.course), "inLanguage": code},
        "position": day if isinstance(day, int) else "",
        "educationalAlignment": _prerequisites(page, report, place),
        "teaches": list(goals),
        "isAccessibleForFree": True,
        "license": licence_address(place.license),
        **_translations(page, report, place),
        "citation": [
            _cited(report.sources[identifier], code)
            for identifier in lessons.locators(page)
            if identifier in report.sources
        ],
    }
    return _written(_filled(node))


def _filled(node: Mapping[str, object]) -> Node:
    """What of a node says something; a list of one is that one."""
    kept = {key: value for key, value in node.items() if value not in ("", [], {})}
    return {key: value[0] if isinstance(value, list) and len(value) == 1 else value for key, value in kept.items()}


def _written(node: Node) -> str:
    return json.dumps(node, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _prerequisites(page: Page, report: Report, place: Place) -> list[Node]:
    """The lessons that a lesson builds on, whether or not the course has them yet."""
    needed = page.meta.get("prerequisites")
    mine = _by_id(report, page.language)
    nodes = []
    for identifier in needed if isinstance(needed, list) else []:
        name = word("day", page.language).format(str(identifier).removeprefix("day-"))
        if identifier in mine:
            name += word("colon", page.language) + str(mine[identifier].meta.get("title", ""))
        target = place.prerequisites.get(str(identifier), "")
        node = {"@type": "AlignmentObject", "alignmentType": "requires", "targetName": line(name), "targetUrl": target}
        nodes.append(_filled(node))
    return nodes


@lru_cache(maxsize=4)  # every lesson asks, and all of a builder's pages are of one report
def _by_id(report: Report, code: str) -> Mapping[str, Page]:
    return {lessons.lesson_id(one.page.key): one.page for one in report.pages if one.page.language == code}


def _translations(page: Page, report: Report, place: Place) -> Node:
    """The same lesson in other languages: a translation names what it was made from, an original its translations."""
    others = {one.language: one for one in report.by_key.get(page.key, ())}
    translated = page.meta.get("translated_from") is not None
    nodes = [
        {"@type": "LearningResource", "@id": place.addresses[code], "name": line(str(other.meta.get("title", "")))}
        | {"inLanguage": code}
        for code, other in others.items()
        if code != page.language and code in place.addresses
        if (other.meta.get("translated_from") is None) == translated
    ]
    return {"translationOfWork" if translated else "workTranslation": nodes}


def _cited(source: Source, code: str) -> Node:
    work = checked(source.work)
    found = work.identifiers
    parts = work.components if any(one.license != work.license for one in work.components) else ()
    free = {"none": True, "required": False}.get(source.access.payment, "")
    return _filled(
        {
            "@type": _TYPES.get(work.type, "CreativeWork"),
            "name": line(work.title),
            "author": [_author(one, code) for one in work.authors],
            "datePublished": work.issued if dated(work) else "",
            "inLanguage": work.language,
            "isPartOf": {"@type": "CreativeWork", "name": line(work.container)} if work.container else {},
            "identifier": _identifier(work),
            "isbn": found.get("isbn", "") if work.type == "book" else "",
            "codeRepository": found.get("repository", "") if work.type == "code" else "",
            "version": found.get("commit", ""),
            "url": work.url,
            # A part whose licence cannot be stated would pass for a part of the whole's.
            "license": licence_address(work.license) if all(licence_address(one.license) for one in parts) else "",
            "hasPart": [_part(one, code) for one in parts],
            "isAccessibleForFree": free,
            "conditionsOfAccess": line(cardtext.plain(source.access.text.get(code, ""))),
        }
    )


def _part(component: Component, code: str) -> Node:
    name, license = word(f"part.{component.part}", code), licence_address(component.license)
    return _filled({"@type": "CreativeWork", "name": name, "license": license})


def _author(author: Author, code: str) -> Node:
    return {"@type": "Organization" if author.name else "Person", "name": line(author_name(author, code))}


def _identifier(work: Work) -> str:
    found = work.identifiers
    if "doi" in found:
        return doi_address(found["doi"])
    if "arxiv" in found:
        return f"arXiv:{found['arxiv']}"
    return f"urn:isbn:{found['isbn']}" if "isbn" in found else ""
