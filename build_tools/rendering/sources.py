"""The page of all sources: where each is used, what may be done with it, when it was last looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from build_tools.exports.citation import citation
from build_tools.model import NOASSERTION, Candidate, Page, Report, Source, VerifiedPage, Work
from build_tools.pages import lesson
from build_tools.rendering import cards, elements, works
from build_tools.rendering.addresses import link
from build_tools.rendering.course import day
from build_tools.words import word

_SOURCES = ("source", "used", "may", "kind", "checked")
_COMPARED = ("resource", "with", "may", "kind")


class _Cell(NamedTuple):
    """A cell of a row: what it shows, and what it is sorted by."""

    html: str
    key: str


def catalogue(page: Page, report: Report, lessons: Iterable[VerifiedPage]) -> str:
    """All sources of a course in one table, and in another what was compared with them.

    Args:
        page: the page that shows them.
        report: the course.
        lessons: the lessons of the page's language.
    """
    code, ordered = page.language, sorted(lessons, key=day)
    sources = sorted(report.sources.values(), key=lambda one: (-_uses(one, ordered), one.work.title.casefold()))
    compared = _compared(report)
    rows = "".join(_row(one, page, report, ordered) for one in sources)
    note = escape(word("sources.compared_note", code))
    others = "".join(_other(work, listed, report, code) for work, listed in compared)
    below = (
        f'<h2 id="tk-compared">{escape(word("sources.compared", code))}</h2><p>{note}</p>'
        f"{_table('sources.compared_caption', _COMPARED, others, code)}"
        if others
        else ""
    )
    take = (
        f'<h2 id="tk-take">{escape(word("sources.take", code))}</h2>'
        f"<p>{escape(word('sources.take_note', code))} {cards.downloads(page)}</p>"
    )
    return (
        f'<section class="tk-sources">{_count(sources, len(compared), code)}'
        f"{_filter(sources, code)}{_table('sources.caption', _SOURCES, rows, code)}{below}{take}</section>"
    )


def _uses(source: Source, lessons: Iterable[VerifiedPage]) -> int:
    return sum(source.id in lesson.locators(one.page) for one in lessons)


def _count(sources: Sequence[Source], compared: int, code: str) -> str:
    key = "sources.count_one" if len(sources) == 1 else "sources.count"
    said = f'<p class="tk-totals">{escape(word(key, code)).format(sources=len(sources), candidates=compared)}</p>'
    days = sorted(one.verified_on for one in sources)
    if not days:
        return said
    form = escape(word("sources.since_one" if days[0] == days[-1] else "sources.since", code))
    return f"{said}<p>{form.format(first=elements.moment(days[0]), last=elements.moment(days[-1]))}</p>"


def _filter(sources: Sequence[Source], code: str) -> str:
    """Fields to filter the first table by, which a script shows."""
    uses = [(use, word(use, code)) for use in dict.fromkeys(one.use for one in sources)]
    types = [(kind, word(f"type.{kind}", code)) for kind in dict.fromkeys(one.work.type for one in sources)]
    return (
        f'<form class="tk-filter" role="search" aria-label="{escape(word("sources.filter", code), quote=True)}" hidden>'
        f"<label><span>{escape(word('sources.search', code))}</span>"
        f'<input type="search" name="words" autocomplete="off" '
        f'placeholder="{escape(word("sources.search_hint", code), quote=True)}"></label>'
        f"{_select('use', word('use', code), uses, code)}{_select('type', word('sources.type', code), types, code)}"
        f'<label class="tk-filter__check"><input type="checkbox" name="open">'
        f"<span>{escape(word('sources.open', code))}</span></label>"
        f'<div class="tk-filter__state"><p role="status"></p></div></form>'
    )


def _select(name: str, label: str, options: Iterable[tuple[str, str]], code: str) -> str:
    listed = "".join(f'<option value="{escape(key, quote=True)}">{escape(text)}</option>' for key, text in options)
    return (
        f'<label><span>{escape(label)}</span><select name="{name}">'
        f'<option value="">{escape(word("sources.any", code))}</option>{listed}</select></label>'
    )


def _table(caption: str, columns: Sequence[str], rows: str, code: str) -> str:
    """A table whose rows a small screen shows one below the other: it keeps its roles where its boxes lose them."""
    name = escape(word(caption, code))
    heads = "".join(
        f'<th scope="col" role="columnheader">{escape(word(f"sources.{column}", code))}</th>' for column in columns
    )
    return (
        f'<div class="tk-scroll" tabindex="0" role="region" aria-label="{name}">'
        f'<table class="tk-catalogue tk-catalogue--{len(columns)}" role="table"><caption>{name}</caption>'
        f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead>'
        f'<tbody role="rowgroup">{rows}</tbody></table></div>'
    )


def _cells(columns: Sequence[str], cells: Sequence[_Cell], code: str) -> str:
    """The cells of a row, the first its head; each knows the head of its column, for where that is not above it."""
    written = []
    for number, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        tag, role = ("th", "rowheader") if number == 0 else ("td", "cell")
        scope = ' scope="row"' if number == 0 else ""
        label = escape(word(f"sources.{column}", code), quote=True)
        inside = cell.html if number == 0 else f"<div>{cell.html}</div>"
        written.append(
            f'<{tag} role="{role}"{scope} data-label="{label}" data-key="{elements.shown(cell.key)}">{inside}</{tag}>'
        )
    return "".join(written)


def _row(source: Source, page: Page, report: Report, lessons: Sequence[VerifiedPage]) -> str:
    code, work, answered = page.language, source.work, report.answered.get(source.work.url)
    used, first = _used(source, page, lessons)
    cite = f"source-{source.id}-citation"
    told = elements.shown(citation(source, code))
    name = (
        f"{_name(works.title(work, code, linked=not work.withdrawn), work, code)}"
        f'<div class="tk-catalogue__cite"><span class="tk-cite" data-of="{cite}"></span><details class="tk-fold">'
        f'<summary>{escape(word("citation", code))}</summary><p id="{cite}">{told}</p></details></div>'
    )
    checked = f"<p>{elements.moment(source.verified_on)}</p><p>{escape(word(source.mutability, code))}</p>"
    checked += f'<p data-state="{works.state(work, answered)}">{works.answer(work, answered, code)}</p>'
    if note := works.answer_note(work, answered, code):
        checked += f'<p class="tk-catalogue__note">{note}</p>'
    if open_ := works.open_fields(work, code):
        checked += f"<p>{escape(word('open_fields_are', code)).format(open_)}</p>"
    cells = (
        _Cell(name, work.title),
        _Cell(used, first),
        _Cell(_may(work, code, source.use), f"{source.use} {work.license}"),
        _Cell(_kind(work, code, source.role), word(f"type.{work.type}", code)),
        _Cell(checked, source.verified_on),
    )
    doubt = "open" if work.license == NOASSERTION or work.unchecked else ""
    return (
        f'<tr role="row" id="source-{source.id}" data-use="{elements.shown(source.use)}" '
        f'data-type="{elements.shown(work.type)}" data-open="{doubt}">{_cells(_SOURCES, cells, code)}</tr>'
    )


def _name(title: str, work: Work, code: str) -> str:
    """A title, and below it who made it, and its year."""
    made = " · ".join(part for part in (works.makers(work, code), works.year(work)) if part)
    return f'<p class="tk-catalogue__title">{title}</p><p>{made}</p>'


def _used(source: Source, page: Page, lessons: Sequence[VerifiedPage]) -> tuple[str, str]:
    """The lessons that rely on a source, each with where in it to look; and what they are sorted by."""
    code, items, first = page.language, [], ""
    for one in lessons:
        locator = lesson.locators(one.page).get(source.id)
        if locator is None:
            continue
        first = first or f"{one.page.meta.get('day', 0)}"
        shown = any(block.name == "cards" for block in one.page.blocks)
        target = link(page.key, one.page.key) + (f"#source-{source.id}" if shown else "")
        label = escape(word("day", code).format(one.page.meta.get("day")))
        items.append(f'<li><a href="{target}">{label}</a><span>{elements.shown(locator.text)}</span></li>')
    if not items:
        return f"<p>{escape(word('sources.unused', code))}</p>", "~"
    return f"<ul>{''.join(items)}</ul>", first


def _may(work: Work, code: str, use: str = "") -> str:
    said = f"<p><b>{escape(word(use, code))}</b></p>" if use else ""
    doubt = ' data-state="warn"' if work.license == NOASSERTION else ""
    return f"{said}<p{doubt}>{works.licensed(work.license, code)}</p>{works.parts(work.components, code)}"


def _kind(work: Work, code: str, role: str = "") -> str:
    said = f"<p>{escape(word(role, code))}</p>" if role else ""
    return f"<p>{escape(word(f'type.{work.type}', code))}</p>{said}"


def _compared(report: Report) -> list[tuple[Work, list[tuple[Source, Candidate]]]]:
    """What has no card of its own, each resource once, with what it was compared with."""
    found: dict[str, tuple[Work, list[tuple[Source, Candidate]]]] = {}
    for source in report.sources.values():
        for candidate in source.candidates:
            if candidate.card not in report.sources:
                work = candidate.work
                found.setdefault(work.url or work.title, (work, []))[1].append((source, candidate))
    return sorted(found.values(), key=lambda one: one[0].title.casefold())


def _other(work: Work, listed: Sequence[tuple[Source, Candidate]], report: Report, code: str) -> str:
    name = _name(cards.resource(work, code), work, code)
    against = "".join(
        f'<li><a href="#source-{source.id}">{works.title(source.work, code, linked=False)}</a> '
        f'<span class="tk-outcome">{escape(word(candidate.outcome, code))}</span></li>'
        for source, candidate in listed
    )
    cells = (
        _Cell(name, work.title),
        _Cell(f"<ul>{against}</ul>", listed[0][0].work.title),
        _Cell(_may(work, code), work.license),
        _Cell(_kind(work, code), word(f"type.{work.type}", code)),
    )
    return f'<tr role="row">{_cells(_COMPARED, cells, code)}</tr>'
