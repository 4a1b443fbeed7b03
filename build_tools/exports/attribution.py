"""The attribution of a course: who made what it relies on, under which terms, and what of it is in the course.

It gives title, author, source, licence and changes. It is Markdown that reads as plain text. What nobody could check is
said to be so, in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from build_tools.cards import cardtext
from build_tools.exports.facts import author_name, licence_address, line
from build_tools.exports.imprint import Imprint, Licence
from build_tools.model import NOASSERTION, Material, Report, Source
from build_tools.words import word

_MARKUP = re.compile(r"[\\`*\[\]<>]|(?<!\w)_|_(?!\w)|&(?=[#\w]+;)")


def text(report: Report, imprint: Imprint, code: str) -> str:
    """The attribution of a course in one language.

    Args:
        report: the course, for its sources and its quotations.
        imprint: what the course says of itself.
        code: the language.
    """
    parts = [
        f"# {_plain(word('attribution.heading', code).format(imprint.names.get(code, '')))}",
        word("attribution.about", code),
        f"## {word('attribution.this_course', code)}",
        _listed(_own(imprint, code), code),
        f"## {word('attribution.works', code)}",
    ]
    if not report.sources:
        parts.append(word("attribution.no_works", code))
    for identifier, source in report.sources.items():
        quoted = _quoted(identifier, report, code)
        parts += [f"### {_plain(source.work.title)}", _listed(_rows(source, quoted, code), code)]
    return "\n\n".join(parts) + "\n"


Row = tuple[str, str]


def _listed(rows: Iterator[Row], code: str) -> str:
    return "\n".join(f"- {label}{word('colon', code)}{value}" for label, value in rows)


def _own(imprint: Imprint, code: str) -> Iterator[Row]:
    yield word("attribution.title", code), _plain(imprint.names.get(code, ""))
    holders = dict.fromkeys(one.holder for one in imprint.licences if one.holder)
    if holders:
        yield word("attribution.author", code), _plain(word("comma", code).join(holders))
    if imprint.address:
        yield word("attribution.source", code), _address(f"{imprint.address}/{code}/")
    if not imprint.licences:
        yield word("license", code), word("attribution.no_license", code)
    for one in imprint.licences:
        yield word("attribution.license_file", code).format(one.file), _own_licence(one, code)


def _own_licence(one: Licence, code: str) -> str:
    return _licence(one.expression, False, code) if one.expression else _plain(one.title)


def _rows(source: Source, quoted: list[str], code: str) -> Iterator[Row]:
    work = source.work
    unchecked = set(work.unchecked)

    def stated(label: str, field: str, value: str) -> Row:
        if not value:
            value = word("unchecked", code) if field in unchecked else word("attribution.unknown", code)
        elif field in unchecked:
            value += _bracketed(word("unchecked", code), code)
        return label, value

    yield stated(word("attribution.title", code), "title", _plain(work.title))
    authors = word("comma", code).join(author_name(one, code) for one in work.authors)
    yield stated(word("attribution.author", code), "authors", _plain(authors))
    yield stated(word("attribution.source", code), "url", _address(work.url))
    yield word("license", code), _licence(work.license, "license" in unchecked, code)
    for one in work.components:
        licence = _licence(one.license, "components" in unchecked, code)
        part = word(f"part.{one.part}", code)
        yield word("part", code), word("attribution.part", code).format(part, licence, word(one.use, code))
    yield stated(word("rights_holder", code), "rights_holder", _plain(source.rights_holder.get(code, "")))
    yield word("attribution.use", code), word(source.use, code)
    yield from _contained(source, quoted, code)


def _contained(source: Source, quoted: list[str], code: str) -> Iterator[Row]:
    """What of a source is in the course, and what was changed in it."""
    if not source.material and not quoted:
        yield word("attribution.changes", code), word("attribution.only_referred", code)
        return
    if quoted:
        yield word("attribution.quoted_in", code), _plain(word("comma", code).join(quoted))
    if not source.material:
        yield word("attribution.changes", code), word("attribution.quoted_unchanged", code)
    for one in source.material:
        yield word("material", code), _material(one, code)
        changes = _plain(one.changes.get(code, "")) or word("attribution.no_changes", code)
        yield word("attribution.changes", code), changes


def _material(one: Material, code: str) -> str:
    part = [word(f"part.{one.part}", code)] if one.part else []
    return _plain(one.path) + _bracketed(word("comma", code).join([*part, word(one.use, code)]), code)


def _bracketed(value: str, code: str) -> str:
    return word("brackets", code).format(value)


def _quoted(identifier: str, report: Report, code: str) -> list[str]:
    """The titles of the pages that quote a source."""
    pages = [one.page for one in report.pages if one.page.language == code]
    return [
        str(page.meta.get("title", page.key))
        for page in pages
        if any(block.name == "quote" and block.options.get("source") == identifier for block in page.blocks)
    ]


def _licence(expression: str, unchecked: bool, code: str) -> str:
    if expression in ("", NOASSERTION):
        return word("unchecked", code)
    if address := licence_address(expression):
        shown = f"{expression} {_address(address)}"
    elif expression.startswith("LicenseRef-"):
        shown = expression + _bracketed(word("attribution.own_license", code), code)
    else:
        shown = expression
    return shown + _bracketed(word("unchecked", code), code) if unchecked else shown


def _plain(value: str) -> str:
    """A text on one line that Markdown shows as it stands."""
    return _MARKUP.sub(lambda match: f"\\{match[0]}", line(cardtext.plain(value)))


def _address(url: str) -> str:
    """An address as Markdown links it: `cards` lets none through that would end the brackets."""
    return f"<{url}>" if url else ""
