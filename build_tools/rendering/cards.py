"""Source-rights cards, as a lesson shows them: where to look first, the details folded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from urllib.parse import quote

from build_tools.exports import files
from build_tools.exports.citation import citation
from build_tools.model import NOASSERTION, Candidate, Locator, Page, Report, Source, Work
from build_tools.pages import lesson
from build_tools.rendering import elements, works
from build_tools.rendering.addresses import link
from build_tools.rendering.tables import table
from build_tools.unseen import legible
from build_tools.words import word

# How what an address answered is marked; anything else is a doubt.
_MARKS = {"ok": "good", "gone": "bad", "none": ""}
# The files of all sources, and what a reader knows each format by; the attribution goes by its name.
_DOWNLOADS = ((files.BIBTEX, "BibTeX"), (files.CSL, "CSL-JSON"), (files.ATTRIBUTION, ""))


def cards(page: Page, report: Report, lessons: Mapping[str, Page]) -> str:
    """The source-rights cards of a lesson, in its language.

    Args:
        page: the lesson.
        report: the course, with its sources and with what their addresses answered.
        lessons: the lessons of the page's language by their ids.
    """
    return "".join(
        _Card(report.sources[identifier], locator, page, report, lessons).html()
        for identifier, locator in lesson.locators(page).items()
        if identifier in report.sources
    )


class _Card:
    """One card on one page."""

    def __init__(
        self, source: Source, locator: Locator, page: Page, report: Report, lessons: Mapping[str, Page]
    ) -> None:
        self.source, self.work, self.locator = source, source.work, locator
        self.page, self.code, self.report, self.lessons = page, page.language, report, lessons
        # Decided by a person: an address that is gone, and of which nobody has said so, is an error of the build.
        self.lost = bool(source.work.withdrawn)
        self.answered = report.answered.get(source.work.url)

    def html(self) -> str:
        name = f"source-{self.source.id}"
        kind = " tk-card--lost" if self.lost else ""
        folds = f"{self._candidates()}{self._rights()}{self._details()}"
        return (
            f'<article class="tk-card{kind}" id="{name}" aria-labelledby="{name}-title">'
            f'<h3 id="{name}-title">{works.title(self.work, self.code, linked=not self.lost)}</h3>'
            f"{self._instead()}{self._where()}"
            f'<p class="tk-card__about">{works.about(self.work, self.code, self.source.role)}</p>'
            f"{_badges(self.source, self.report, self.code)}{self._notes()}{self._reasons()}"
            f'<div class="tk-card__folds">{folds}</div>{self._foot()}</article>'
        )

    def _text(self, texts: Mapping[str, str]) -> str:
        return elements.text_of(texts, self.code)

    def _word(self, key: str) -> str:
        return escape(word(key, self.code))

    def _where(self) -> str:
        kind = word("brackets", self.code).format(word(f"locator.{self.locator.kind}", self.code))
        return (
            f'<dl class="tk-card__where"><div><dt>{self._word("locator")}<small>{escape(kind)}</small></dt>'
            f"<dd>{elements.shown(self.locator.text)}</dd></div></dl>"
        )

    def _instead(self) -> str:
        """Where a source is gone: that it is, and what stands in for it."""
        if not self.lost:
            return ""
        said = self._word("lost").format(elements.moment(self.work.withdrawn))
        fallback = self._text(self.source.fallback)
        return f'<div class="tk-card__instead"><p>{said}</p><p>{fallback}</p>{self._provided()}</div>'

    def _provided(self) -> str:
        found = "".join(f"<li>{_anchor(one, self.page, self.lessons)}</li>" for one in self.source.provides)
        return f'<ul class="tk-card__provided">{found}</ul>' if found else ""

    def _notes(self) -> str:
        """What a reader should know before following the link."""
        notes = [works.answer_note(self.work, self.answered, self.code)]
        if self.source.mutability == "moving" and not self.lost:
            notes.insert(0, self._word("moving_note").format(elements.moment(self.source.verified_on)))
        return "".join(f'<p class="tk-card__note">{note}</p>' for note in notes if note)

    def _reasons(self) -> str:
        counts = "".join(
            f'<p class="tk-card__counted">{works.counted(one, self.work, self.code)}</p>' for one in self.source.counts
        )
        rationale, reader = self._text(self.source.rationale), self._text(self.source.reader_prerequisites)
        rows = [("rationale", rationale + counts), ("reader", reader)]
        if not self.lost:
            rows.append(("fallback", self._text(self.source.fallback) + self._provided()))
        return elements.listed(rows, self.code)

    def _fold(self, heading: str, inside: str) -> str:
        return f'<details class="tk-fold"><summary>{escape(heading)}</summary>{inside}</details>' if inside else ""

    def _candidates(self) -> str:
        found = "".join(self._candidate(one) for one in self.source.candidates)
        heading = word("candidates", self.code).format(len(self.source.candidates))
        return self._fold(heading, f'<ul class="tk-candidates">{found}</ul>' if found else "")

    def _candidate(self, candidate: Candidate) -> str:
        work = candidate.work
        outcome = f'<span class="tk-outcome">{self._word(candidate.outcome)}</span>'
        named = resource(work, self.code)
        parts = works.parts(work.components, self.code)
        rights = works.licensed(work.license, self.code)
        return (
            f"<li><p>{named} {outcome}</p><p>{self._text(candidate.evaluation)}</p>"
            f'<p class="tk-card__about">{works.about(work, self.code)} · {rights}</p>{parts}</li>'
        )

    def _rights(self) -> str:
        source, access = self.source, self.source.access
        rows = "".join(
            f"<tr><td>{self._word(f'part.{one.part}')}</td>"
            f"<td>{escape(works.license_name(one.license, self.code))}</td><td>{self._word(one.use)}</td></tr>"
            for one in self.work.components
        )
        name = word("components_of", self.code).format(legible(self.work.title))
        asked = [(key, value) for key, value in (("account", access.account), ("payment", access.payment)) if value]
        terms = " · ".join(
            f"{self._word(f'access.{key}')}{self._word('colon')}{self._word(f'access.{value}')}" for key, value in asked
        )
        material = "".join(
            f"<li><code>{elements.shown(one.path)}</code>{self._word('colon')}{self._word(one.use)}"
            f"<br>{self._text(one.changes)}</li>"
            for one in source.material
        )
        listed = [
            ("license", escape(works.license_name(self.work.license, self.code))),
            ("rights_holder", self._text(source.rights_holder)),
            ("use", self._word(source.use)),
            ("components", table(("part", "license", "use"), rows, name, self.code) if rows else ""),
            ("access", "<br>".join(part for part in (terms, self._text(access.text)) if part)),
            ("material", f"<ul>{material}</ul>" if material else ""),
        ]
        return self._fold(word("rights", self.code), elements.listed(listed, self.code))

    def _details(self) -> str:
        listed = [
            ("authors", works.people(self.work.authors, self.code)),
            ("issued", elements.moment(self.work.issued) if self.work.issued else ""),
            ("container", elements.shown(self.work.container)),
            ("identifier", works.identifiers(self.work, self.code)),
            ("edition", self._text(self.source.edition)),
            ("open_fields", works.open_fields(self.work, self.code)),
            ("note", self._text(self.source.note)),
            ("citation", f'<span id="{self._cite()}">{elements.shown(self._citation())}</span>'),
            ("downloads", downloads(self.page)),
        ]
        return self._fold(word("bibliography", self.code), elements.listed(listed, self.code))

    def _citation(self) -> str:
        return citation(self.source, self.code, self.locator.text)

    def _cite(self) -> str:
        return f"source-{self.source.id}-citation"

    def _foot(self) -> str:
        """A place for the button that copies the citation, and the way to all sources."""
        place = f'<span class="tk-cite" data-of="{self._cite()}"></span>'
        key = _all_sources(self.report, self.code)
        every = f'<a href="{link(self.page.key, key)}">{self._word("all_sources")}</a>' if key else ""
        return f'<p class="tk-card__foot">{place}{every}</p>'


def _badges(source: Source, report: Report, code: str) -> str:
    """How a source stands, at a glance: its licence, its use here, its version, and when it was looked at."""
    work, answered = source.work, report.answered.get(source.work.url)
    found = [
        ("warn" if work.license == NOASSERTION else "", works.licensed(work.license, code)),
        ("", escape(word(source.use, code))),
        ("warn" if source.mutability == "moving" else "", escape(word(source.mutability, code))),
        ("", escape(word("checked", code)).format(elements.moment(source.verified_on))),
        (_MARKS.get(works.state(work, answered), "warn"), works.answer(work, answered, code)),
    ]
    if open_ := works.open_fields(work, code):
        found.append(("warn", word("open_fields_are", code).format(open_)))
    items = "".join(f'<li data-state="{state}">{text}</li>' if state else f"<li>{text}</li>" for state, text in found)
    return f'<ul class="tk-badges">{items}</ul>'


def resource(work: Work, code: str) -> str:
    """The title of what was compared, as a link; without one, and with a word of why, where it is gone."""
    if work.withdrawn:
        return works.title(work, code, linked=False) + escape(word("brackets", code).format(word("no_longer", code)))
    return works.title(work, code)


def downloads(page: Page) -> str:
    """Links to what is known of all sources, as files."""
    root = link(page.key, "index.md")
    return " · ".join(
        f'<a href="{root}{file}" download>{escape(name or word("attribution", page.language))}</a>'
        for file, name in _DOWNLOADS
    )


@lru_cache(maxsize=4)  # every card asks, and all of a builder's pages are of one report
def _all_sources(report: Report, code: str) -> str:
    """The key of the page that lists all sources; "" where the course has none."""
    return next(
        (
            one.page.key
            for one in report.pages
            if one.page.language == code and any(block.name == "sources" for block in one.page.blocks)
        ),
        "",
    )


def _anchor(anchor: str, page: Page, lessons: Mapping[str, Page]) -> str:
    """A link to the section that stands in for a source: `attention/day-43#procedure`."""
    place, _, section = anchor.partition("#")
    target = lessons.get(place.rpartition("/")[2])
    if target is None:
        return elements.shown(anchor)
    titles = {one.id: one.title for one in target.sections}
    here = "" if target.key == page.key else link(page.key, target.key)
    label = f"{word('day', page.language).format(target.meta.get('day'))} › {titles.get(section, section)}"
    return f'<a href="{here}#{quote(section)}">{escape(label)}</a>'
