"""The data on a page, for its scripts or other programs: blocks of JSON, and the exercises that they describe."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from build_tools.model import Finding, VerifiedPage, position
from build_tools.publishing.document import TASK, Data, Document

_MEND = "something between the Markdown and the page changed it: try `mkdocs build` and look at that place"


def readable(path: str, document: Document) -> Iterator[Finding]:
    """Blocks of data, JSON-LD among them, that no program could read.

    Args:
        path: the page's file in the site.
        document: what is in it.
    """
    for data in document.data:
        problem = _problem(data.text)
        if problem:
            message = f"the page's data {data.name!r} cannot be read as JSON: {problem}"
            yield Finding(path, data.line, data.column, "site-data", message, _MEND)


def _problem(text: str) -> str:
    try:
        json.loads(text)
    except ValueError as error:
        return str(error)
    return ""


def exercises(path: str, document: Document, page: VerifiedPage) -> Iterator[Finding]:
    """Exercises that are not on their page once, or whose data do not fit the page.

    Args:
        path: the page's file in the site.
        document: what is in it.
        page: what it was built from.
    """
    seen = Counter(document.exercises)
    tasks = Counter(data.exercise for data in document.data if data.name == TASK)
    for block in page.page.blocks:
        if block.name != "exercise":
            continue
        line, _ = position(page.page.text, block.open.start)
        for count, what in ((seen[block.id], ""), (tasks[block.id], "the data of ")):
            if count != 1:
                message = f"{what}{block.id} of {page.page.path}:{line} is on the page {count} times instead of once"
                yield Finding(path, 1, 1, "site-exercise", message, _MEND)
    for data in document.data:
        if data.name == TASK and not _problem(data.text):
            yield from _task(path, document, data)


def _task(path: str, document: Document, data: Data) -> Iterator[Finding]:
    found = json.loads(data.text)
    claim, fields = (found.get("claim"), found.get("fields")) if isinstance(found, dict) else (None, None)
    if not isinstance(claim, str) or not isinstance(fields, list):
        message = f"the data of {data.exercise} are not those of an exercise"
    elif claim and claim not in {name for name, _ in document.claims}:
        message = f"{data.exercise} asks for a claim {claim!r} that is not on the page"
    elif claim and "form" not in found and document.fields.get(claim, []) != [str(i) for i in range(len(fields))]:
        message = f"the cells of the table that {data.exercise} asks for are not its {len(fields)} fields"
    else:
        return
    yield Finding(path, data.line, data.column, "site-exercise", message, _MEND)
