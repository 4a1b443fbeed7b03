"""Lessons as Jupyter notebooks, with their code's verified outputs: the same bytes from the same course."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from build_tools.model import Report, VerifiedPage
from build_tools.pages import lesson
from build_tools.pages.braces import normal
from build_tools.publishing.notebookcode import Cells
from build_tools.publishing.notebooktext import pieces
from build_tools.rendering.addresses import address, place
from build_tools.words import activity, word

_CONTEXT = frozenset({"page", "sources"})
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]+")  # of an object in memory: another one in each run


def write(report: Report, folder: Path, site: str, languages: Sequence[str]) -> None:
    """Write the notebook of every lesson: `<folder>/<language>/notebooks/<key>.ipynb`.

    Args:
        report: the course, without findings.
        folder: where to.
        site: the site's address on the web, or "".
        languages: those whose sites show notebooks.
    """
    for page in report.pages:
        mine = page.page.language in languages and lesson.is_lesson(page.page)
        if mine and page.snippet in report.codes:
            path = folder / page.page.language / "notebooks" / f"{place(page.page.key)}.ipynb"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(notebook(page, report, site), "utf-8")


def notebook(page: VerifiedPage, report: Report, site: str = "") -> str:
    """A lesson as a notebook: JSON of nbformat 4.5.

    Args:
        page: the lesson.
        report: the course.
        site: the site's address on the web, or "".
    """
    writer = _Writer(page, report, f"{site}/{page.page.language}" if site else "")
    found = {
        "cells": list(writer.cells()),
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "title": str(page.page.meta.get("title", "")),
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _printing(expression: str) -> str:
    """The call that prints one value: several with commas between them are one, a tuple."""
    call = ast.parse(f"print({expression})", mode="eval").body
    single = isinstance(call, ast.Call) and len(call.args) == 1 and not isinstance(call.args[0], ast.Starred)
    return f"print({expression})" if single and not expression.endswith(",") else f"print(({expression}))"


class _Writer:
    """Makes the cells of one lesson."""

    def __init__(self, page: VerifiedPage, report: Report, site: str) -> None:
        self.page, self.report, self.site = page, report, site
        shown = [one.section for one in page.page.inclusions if one.path == page.snippet]
        self.code = Cells(report.codes[page.snippet].source, shown)
        self.defined: set[str] = set()
        self.said: set[str] = set()
        self.run: set[str] = set()
        self.ids: set[str] = set()
        self.count = 0

    def cells(self) -> Iterator[dict[str, object]]:
        """The cells in order."""
        yield self._markdown(self._title(), "title")
        for piece in pieces(self.page, self.report, self.site):
            if piece.code is None:
                yield self._markdown(piece.text, piece.id or "text")
            elif piece.code.path == self.page.snippet and piece.code.section not in self.run:
                self.run.add(piece.code.section)
                yield from self._section(piece.code.section)
            else:
                yield from self._listing(piece.code.path, piece.code.section)

    def _title(self) -> str:
        meta, code = self.page.page.meta, self.page.page.language
        items = [f"{word('activity', code)}: {activity(str(meta.get('activity')), code)}"]
        if isinstance(minutes := meta.get("minutes"), int):
            items.append(f"{word('minutes', code)}: {word('minutes_unit', code).format(minutes)}")
        if self.site:
            items.append(f"<{self.site}/{address(self.page.page.key)}>")
        return f"# {meta.get('title')}\n\n{' · '.join(items)}"

    def _section(self, section: str) -> Iterator[dict[str, object]]:
        cells = self.code.section(section)
        if not cells:
            yield from self._listing(self.page.snippet, section)
        for cell in cells:
            self.defined |= cell.names
            yield self._code(cell.text, f"code-{section or 'all'}" if cell.shown else "setup")
        for one in self.page.verified:
            expression = " ".join(one.claim.expression.split())
            names = set(one.names)
            if not one.printed or not names or names & _CONTEXT or _ADDRESS.search(one.printed):
                continue
            if names <= self.defined and normal(expression) not in self.said:
                self.said.add(normal(expression))
                yield self._code(_printing(expression), f"print-{one.id}", f"{one.printed}\n")

    def _listing(self, path: str, section: str) -> Iterator[dict[str, object]]:
        """Code that is shown and not run, folded: the twin binds the same names."""
        known = self.report.codes.get(path)
        text = Cells(known.source, ()).listing(section) if known else ""
        if text:
            fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`{3,}", text)), 3)
            label = word("twin", self.page.page.language) if path == self.page.twin else path
            body = f"<details>\n<summary>{label}: {path}</summary>\n\n{fence}python\n{text}\n{fence}\n\n</details>"
            yield self._markdown(body.replace(f"{path}: {path}", path), f"twin-{section or 'all'}")

    def _id(self, wanted: str) -> str:
        """A cell's id: letters, digits, dashes and underscores, at most 64, once in a notebook."""
        base = re.sub(r"[^-\w]", "-", wanted, flags=re.ASCII)[:56] or "cell"
        name, number = base, 1
        while name in self.ids:
            number += 1
            name = f"{base}-{number}"
        self.ids.add(name)
        return name

    def _markdown(self, text: str, identifier: str) -> dict[str, object]:
        lines = text.splitlines(keepends=True)
        return {"cell_type": "markdown", "id": self._id(identifier), "metadata": {}, "source": lines}

    def _code(self, text: str, identifier: str, output: str = "") -> dict[str, object]:
        self.count += 1
        lines = output.splitlines(keepends=True)
        outputs = [{"name": "stdout", "output_type": "stream", "text": lines}] if output else []
        return {
            "cell_type": "code",
            "execution_count": self.count,
            "id": self._id(identifier),
            "metadata": {},
            "outputs": outputs,
            "source": text.splitlines(keepends=True),
        }
