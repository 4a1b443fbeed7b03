"""Parts of a lesson's page: the strip under its title, its exercises and what a learner writes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from build_tools.model import Block, Page, VerifiedPage
from build_tools.rendering import tasks
from build_tools.rendering.addresses import link, place
from build_tools.words import for_scripts, word


def meta_strip(page: Page, lessons: Mapping[str, Page], notebook: str = "") -> str:
    """The strip under a lesson's title: activity, time, what it builds on, its notebook.

    Args:
        page: the lesson.
        lessons: the lessons of its language by their ids.
        notebook: the address of its notebook's page, empty where there is none.
    """
    code, meta = page.language, page.meta
    items = [(word("activity", code), escape(word(f"activity.{meta.get('activity')}", code)))]
    if isinstance(minutes := meta.get("minutes"), int):
        items.append((word("minutes", code), escape(word("minutes_unit", code).format(minutes))))
    needed = meta.get("prerequisites")
    if isinstance(needed, list) and needed:
        joined = word("comma", code).join(_prerequisite(str(one), page, lessons) for one in needed)
        items.append((word("prerequisites", code), joined))
    if notebook:
        file = f"{notebook}{page.key.rpartition('/')[2].removesuffix('.md')}.ipynb"
        links = (
            f'<a href="{notebook}">{escape(word("notebook_open", code))}</a> · '
            f'<a href="{file}" download>{escape(word("notebook_download", code))}</a>'
        )
        items.append((word("notebook", code), links))
    listed = "".join(f"<div><dt>{escape(label)}</dt><dd>{value}</dd></div>" for label, value in items)
    return f'<dl class="tk-meta" data-search-exclude>{listed}</dl>'


def _prerequisite(identifier: str, page: Page, lessons: Mapping[str, Page]) -> str:
    label = escape(word("day", page.language).format(identifier.removeprefix("day-")))
    target = lessons.get(identifier)
    return f'<a href="{link(page.key, target.key)}">{label}</a>' if target else label


def words_for_scripts(code: str) -> str:
    """The words that a page's scripts show, once on a page."""
    return f'<script type="application/json" id="tk-words">{tasks.as_script(for_scripts(code))}</script>'


def block_open(block: Block, page: VerifiedPage) -> str:
    """Where a block of ours opens. An exercise's title follows as a heading in Markdown, and is no part of this."""
    code = page.page.language
    if block.name == "exercise":
        kind = tasks.kind(tasks.predicted(block, page))
        return (
            f'<section class="tk-exercise" aria-labelledby="{block.id}" data-exercise="{block.id}" '
            f'data-lesson="{escape(place(page.page.key), quote=True)}" data-kind="{kind}">'
        )
    if block.name == "reflection":
        label = f'<p class="tk-label">{escape(word("reflection", code))}</p>'
        return f'<section class="tk-reflection" data-lesson="{escape(place(page.page.key), quote=True)}">{label}'
    label = escape(word(block.name, code))
    if block.name == "criterion":
        return f'<div class="tk-criterion"><p class="tk-label">{label}</p>'
    if block.name == "hint":
        label += step(block, page.page)
    return f'<details class="tk-{block.name}"><summary>{label}</summary>'


def step(hint: Block, page: Page) -> str:
    """Which of an exercise's hints one is, behind its name; empty where there is only one."""
    hints = [one.id for one in page.blocks if one.name == "hint" and one.parent == hint.parent]
    return f" {hints.index(hint.id) + 1} / {len(hints)}" if len(hints) > 1 else ""


def block_close(block: Block, page: VerifiedPage) -> str:
    """Where it closes."""
    if block.name == "exercise":
        return f'<script type="application/json" class="tk-task">{tasks.task(block, page)}</script></section>'
    if block.name == "reflection":
        return '<div class="tk-reflect"></div></section>'
    return "</div>" if block.name == "criterion" else "</details>"


def form_place() -> str:
    """Where a page's script puts the form of a prediction: below an exercise's question."""
    return '<div class="tk-predict"></div>'
