"""What a page shows of the whole course: its days, the map of what builds on what, and a learner's record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape

from build_tools.figures.graph import Node, graph
from build_tools.model import Page, Report, VerifiedPage
from build_tools.pages.lesson import is_lesson, lesson_id
from build_tools.rendering import tasks
from build_tools.rendering.addresses import link, place
from build_tools.rendering.figures import boxed
from build_tools.words import word


def below(page: Page, lessons: Iterable[VerifiedPage]) -> list[VerifiedPage]:
    """The lessons at or below a page's folder, in the order of their days."""
    folder = page.key.rpartition("/")[0]
    return sorted((one for one in lessons if one.page.key.startswith(f"{folder}/" if folder else "")), key=day)


def day(one: VerifiedPage) -> tuple[int, str]:
    """What lessons are put in order by."""
    day = one.page.meta.get("day")
    return (day if isinstance(day, int) else 0, one.page.key)


def days(page: Page, lessons: Iterable[VerifiedPage]) -> str:
    """The days of a course: each with what it asks, and a place for the learner's own progress."""
    code = page.language
    items = "".join(
        f'<li><a href="{link(page.key, one.page.key)}"><span class="tk-day">'
        f"{escape(word('day', code).format(one.page.meta.get('day')))}</span> "
        f"<span>{escape(str(one.page.meta.get('title')))}</span></a>"
        f'<small>{_about(one)}</small><span class="tk-progress" '
        f'data-lesson="{escape(place(one.page.key), quote=True)}" data-exercises="{len(_exercises(one))}"></span></li>'
        for one in below(page, lessons)
    )
    return f'<ul class="tk-days">{items}</ul>'


def _exercises(one: VerifiedPage) -> list[str]:
    return [block.id for block in one.page.blocks if block.name == "exercise"]


def _about(one: VerifiedPage) -> str:
    """A lesson's activity, its number of exercises and, where it names one, its time."""
    code, minutes = one.page.language, one.page.meta.get("minutes")
    parts = [word(f"activity.{one.page.meta.get('activity')}", code)]
    if count := len(_exercises(one)):
        parts.append(word("exercises" if count > 1 else "exercises_one", code).format(count))
    if isinstance(minutes, int):
        parts.append(word("minutes_unit", code).format(minutes))
    return escape(" · ".join(parts))


def prerequisites(page: Page, lessons: Iterable[VerifiedPage]) -> str:
    """The map of what builds on what; a prerequisite that the course does not hold is on it too, without a link."""
    code = page.language
    shown = below(page, lessons)
    here = {lesson_id(one.page.key): one for one in shown}
    needs = {name: _needed(one.page) for name, one in here.items()}
    outside = dict.fromkeys(name for names in needs.values() for name in names if name not in here)
    nodes = [
        *(Node(name, _label(name, code), "", None) for name in outside),
        *(
            Node(name, _label(name, code), str(one.page.meta.get("title")), link(page.key, one.page.key))
            for name, one in here.items()
        ),
    ]
    nodes.sort(key=lambda node: int(node.id.rpartition("-")[2]))
    edges = [(need, name) for name, names in needs.items() for need in names]
    drawing = graph(nodes, edges, code, "tk-map")
    return f'<div class="tk-map">{boxed(drawing, word("figure.map", code))}</div>'


def _needed(page: Page) -> list[str]:
    needed = page.meta.get("prerequisites")
    return [str(name) for name in needed] if isinstance(needed, list) else []


def _label(identifier: str, code: str) -> str:
    return word("day", code).format(identifier.removeprefix("day-"))


def journal(page: Page, lessons: Iterable[VerifiedPage]) -> str:
    """The place of the prediction record, and what its script needs to know of the course."""
    listed = [
        {
            "lesson": place(one.page.key),
            "day": one.page.meta.get("day"),
            "title": str(one.page.meta.get("title")),
            "href": link(page.key, one.page.key),
            "reflection": any(block.name == "reflection" for block in one.page.blocks),
            "exercises": [
                {
                    "id": block.id,
                    "title": tasks.title(block, one),
                    "kind": tasks.kind(predicted := tasks.predicted(block, one)),
                    "expression": predicted.claim.expression if predicted else "",
                    "labels": tasks.labels(block, one),
                }
                for block in one.page.blocks
                if block.name == "exercise"
            ],
        }
        for one in below(page, lessons)
    ]
    needs = escape(word("record_needs_script", page.language))
    return (
        f'<noscript><p>{needs}</p></noscript><div class="tk-journal"></div>'
        f'<script type="application/json" class="tk-lessons">{tasks.as_script(listed)}</script>'
    )


@lru_cache(maxsize=4)  # every page asks, and all of a builder's pages are of one report
def lessons_in(report: Report, code: str) -> tuple[VerifiedPage, ...]:
    """The lessons of a language."""
    return tuple(one for one in report.pages if one.page.language == code and is_lesson(one.page))


@lru_cache(maxsize=4)
def by_id(report: Report, code: str) -> Mapping[str, Page]:
    """The lessons of a language by their ids."""
    return {lesson_id(one.page.key): one.page for one in lessons_in(report, code)}
