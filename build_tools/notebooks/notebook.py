"""Lesson → .ipynb, with the verified outputs. The same lesson gives the same bytes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from build_tools.code import snippets
from build_tools.code.snippets import Snippet
from build_tools.model import Report, VerifiedPage
from build_tools.notebooks.sheet import Cell, Sheet
from build_tools.pages import lesson
from build_tools.rendering.addresses import address, place
from build_tools.words import word

FOLDER = "notebooks"

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


def write(report: Report, folder: Path, languages: Iterable[str], site: str = "") -> int:
    """Writes a notebook for every lesson that can have one: `<folder>/<language>/notebooks/<lesson>.ipynb`.

    Args:
        report: the course.
        folder: where to.
        languages: whose lessons.
        site: the public address of the whole site, which links to other pages need; "" where it is not known.

    Returns:
        How many were written.
    """
    wanted = [page for page in report.pages if page.page.language in set(languages) and possible(page, report)]
    known: dict[str, Snippet] = {}
    for page in wanted:
        file = folder / page.page.language / FOLDER / f"{place(page.page.key)}.ipynb"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(notebook(page, report, site, known), "utf-8")
    return len(wanted)


def possible(page: VerifiedPage, report: Report) -> bool:
    """Whether a page is a lesson with code that runs by itself, without other files of the project."""
    outcome = report.outcomes.get(page.snippet)
    if outcome is None or outcome.failure is not None or not lesson.is_lesson(page.page):
        return False
    # Where the generator lies in the project, its own modules count as the project's.
    return all(path.startswith("build_tools/") for path in outcome.helpers)


def notebook(page: VerifiedPage, report: Report, site: str = "", known: dict[str, Snippet] | None = None) -> str:
    """A lesson as the text of an .ipynb file.

    Args:
        page: the lesson; `possible` holds for it.
        report: the course.
        site: the public address of the whole site, or "".
        known: snippets that are read already, by path; what this lesson needs is added.
    """
    known = known if known is not None else {}
    for path in (page.snippet, *(inclusion.path for inclusion in page.page.inclusions)):
        if path not in known:
            known[path] = snippets.read(path, report.codes[path].source)
    cells = Sheet(page, report, known, site).filled(_opening(page, known[page.snippet], site))
    data = {"cells": _numbered(cells), "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _opening(page: VerifiedPage, snippet: Snippet, site: str) -> str:
    """The title, and what a notebook away from its site says of itself."""
    code = page.page.language
    needs = {name.partition(".")[0] for name in snippet.imports} - sys.stdlib_module_names - {"__future__"}
    said = [word("notebook_note", code)]
    if needs:
        said.append(word("notebook_needs", code).format(", ".join(f"`{name}`" for name in sorted(needs))))
    parts = [f"# {page.page.meta.get('title', '')}", ("" if code == "ja" else " ").join(said)]
    if site:
        where = f"{site}/{code}/{quote(address(page.page.key))}"
        parts.append(f"[{word('notebook_lesson', code)}]({where})")
    return "\n\n".join(parts)


def _numbered(cells: Iterable[Cell]) -> list[dict[str, object]]:
    """Cells as JSON, those with code counted as a clean run counts them."""
    written: list[dict[str, object]] = []
    runs = 0
    for cell in cells:
        kind = "code" if cell.code else "markdown"
        found: dict[str, object] = {"cell_type": kind, "id": cell.id, "metadata": {}, "source": _lines(cell.source)}
        if cell.code:
            runs += 1
            stream = {"name": "stdout", "output_type": "stream", "text": _lines(cell.output)}
            found |= {"execution_count": runs, "outputs": [stream] if cell.output else []}
        written.append(found)
    return written


def _lines(text: str) -> list[str]:
    """A text as the format has it: a list of lines, each with its line end."""
    *lines, last = text.split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])
