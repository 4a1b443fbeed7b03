"""Source-rights cards, as a lesson shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import quote

from build_tools.cards import cardtext
from build_tools.model import Candidate, Page, Source
from build_tools.pages import lesson
from build_tools.rendering.addresses import link
from build_tools.words import word


def cards(page: Page, sources: Mapping[str, Source], lessons: Mapping[str, Page]) -> str:
    """The source-rights cards of a lesson, in its language."""
    return "".join(
        _card(sources[identifier], locator, page, lessons)
        for identifier, locator in lesson.locators(page).items()
        if identifier in sources
    )


def _card(source: Source, locator: str, page: Page, lessons: Mapping[str, Page]) -> str:
    code = page.language

    def text(values: Mapping[str, str]) -> str:
        return escape(cardtext.plain(values.get(code, "")))

    provided = "".join(f"<li>{_anchor(anchor, page, lessons)}</li>" for anchor in source.provides)
    main = [
        ("locator", escape(locator)),
        ("edition", f"{text(source.edition)}<br><small>{escape(word(source.mutability, code))}</small>"),
        ("role", escape(word(source.role, code))),
        ("rationale", text(source.rationale)),
        ("reader", text(source.reader_prerequisites)),
        ("fallback", text(source.fallback) + (f"<ul>{provided}</ul>" if provided else "")),
    ]
    unchecked = source.license == "NOASSERTION"
    rights = [
        ("authors", escape(", ".join(source.authors))),
        ("license", escape(word("unchecked", code) if unchecked else source.license)),
        ("rights_holder", escape(source.rights_holder)),
        ("use", escape(word(source.use, code))),
        ("access", text(source.access)),
        ("note", text(source.note)),
    ]
    compared = "".join(_candidate(candidate, code) for candidate in source.candidates)
    heading = escape(word("candidates", code).format(len(source.candidates)))
    return (
        f'<article class="tk-card" id="source-{source.id}" aria-labelledby="source-{source.id}-title">'
        f'<h3 id="source-{source.id}-title"><a href="{escape(source.url, quote=True)}" rel="noopener">'
        f"{escape(source.title)}</a></h3>{_list(main, code)}"
        f'<details><summary>{heading}</summary><ul class="tk-candidates">{compared}</ul></details>'
        f"<details><summary>{escape(word('rights', code))}</summary>{_list(rights, code)}</details></article>"
    )


def _list(items: Iterable[tuple[str, str]], code: str) -> str:
    rows = "".join(f"<div><dt>{escape(word(key, code))}</dt><dd>{value}</dd></div>" for key, value in items if value)
    return f"<dl>{rows}</dl>"


def _candidate(candidate: Candidate, code: str) -> str:
    title = escape(candidate.title)
    linked = f'<a href="{escape(candidate.url, quote=True)}" rel="noopener">{title}</a>' if candidate.url else title
    outcome = escape(word(candidate.outcome, code))
    evaluation = escape(cardtext.plain(candidate.evaluation.get(code, "")))
    return f'<li>{linked} <span class="tk-outcome">{outcome}</span><p>{evaluation}</p></li>'


def _anchor(anchor: str, page: Page, lessons: Mapping[str, Page]) -> str:
    """A link to the section that stands in for a source: `attention/day-43#procedure`."""
    place, _, section = anchor.partition("#")
    target = lessons.get(place.rpartition("/")[2])
    if target is None:
        return escape(anchor)
    titles = {one.id: one.title for one in target.sections}
    here = "" if target.key == page.key else link(page.key, target.key)
    label = f"{target.meta.get('title')} › {titles.get(section, section)}"
    return f'<a href="{here}#{quote(section)}">{escape(label)}</a>'
