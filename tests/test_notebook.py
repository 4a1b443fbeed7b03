"""Lessons as notebooks: the cells that a page gives, that they run again with the same outputs, and their pages.

A case is a folder in samples/notebooks/: `page.md` and `snippet.py` of a lesson, and in `expected.md` the cells of its
notebook, `--- kind id`, the text, and `>>>` in front of what is printed.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from nbclient import NotebookClient

from build_tools import course
from build_tools.claims import lockstep
from build_tools.code import runner, snippets
from build_tools.model import Code, Job, Question, Report, Verified, VerifiedPage
from build_tools.notebooks import notebook
from build_tools.pages import markdown
from build_tools.publishing.document import read
from tests.browser.harness import build_once

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "samples" / "notebooks"
NAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())
REAL = [(lang, day) for lang in ("ja", "en") for day in ("day-43-queries-keys-values", "day-45-multi-head-subspaces")]


@cache
def made(case: Path) -> nbformat.NotebookNode:
    """A case's notebook, its snippet's values being those of a real run."""
    path = "snippets/tiles.py"
    source = (case / "snippet.py").read_text("utf-8")
    page = markdown.read((case / "page.md").read_text("utf-8"), "docs/en/x/day-1.md", "x/day-1.md", "en")
    expressions = [claim.expression for claim in page.claims]
    parts = [part for expression in expressions for part in lockstep.listed(expression)]
    questions = tuple(Question(expression, "en") for expression in dict.fromkeys((*expressions, *parts)))
    outcome = runner.run([Job(path, source, questions)], folder=case)[0]
    assert outcome.failure is None
    verified = []
    for number, claim in enumerate(page.claims):
        answer = outcome.answers[Question(claim.expression, "en")]
        names = tuple(sorted(answer.names))
        verified.append(Verified(f"claim-{number}", claim, 1, 1, "", answer.value, names, (), answer.printed))
    twin = "snippets/pure/tiles.py"
    codes = {path: Code(source, snippets.read(path, source).lines), twin: Code(source, {})}
    one = VerifiedPage(page, "", tuple(verified), {}, path, twin)
    text = notebook.notebook(one, Report((), (one,), {}, {path: outcome}, codes))
    assert text == notebook.notebook(one, Report((), (one,), {}, {path: outcome}, codes))
    return valid(text)


def valid(text: str) -> nbformat.NotebookNode:
    found = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
    assert (found.nbformat, found.nbformat_minor) == (4, 5)
    nbformat.validate(found)
    return found


def listed(found: nbformat.NotebookNode) -> str:
    lines = []
    for cell in found.cells:
        lines += [f"--- {cell.cell_type} {cell.id}", *cell.source.split("\n")]
        for output in cell.get("outputs", ()):
            lines += [f">>> {line}" for line in output.text.splitlines()]
    return "\n".join(lines) + "\n"


def run(found: nbformat.NotebookNode) -> list[list[dict[str, str]]]:
    """The outputs of a notebook that is run from its first cell to its last."""
    copy = nbformat.from_dict(found)
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    # A busy machine delivers late, and in pieces, what a cell prints at once.
    patience = {"timeout": 60, "startup_timeout": 60, "iopub_timeout": 60, "coalesce_streams": True}
    NotebookClient(copy, kernel_name="python3", **patience).execute()
    return outputs(copy)


def outputs(found: nbformat.NotebookNode) -> list[list[dict[str, str]]]:
    """The outputs of each cell. A kernel may send what one `print` writes in several parts: they are one."""
    cells = []
    for cell in found.cells:
        joined: list[dict[str, str]] = []
        for one in cell.get("outputs", ()):
            if joined and one.output_type == "stream" and joined[-1].get("name") == one.name:
                joined[-1]["text"] += one.text
            else:
                joined.append(dict(one))
        if cell.cell_type == "code":
            cells.append(joined)
    return cells


@cache
def real() -> Report:
    return course.check(ROOT)


@pytest.mark.parametrize("case", NAMES)
def test_the_cells_of_a_page(case: str) -> None:
    assert listed(made(CASES / case)) == (CASES / case / "expected.md").read_text("utf-8")


def test_a_snippet_with_helpers_has_no_notebook() -> None:
    one = next(page for page in real().pages if page.snippet)
    outcome = replace(real().outcomes[one.snippet], helpers=("snippets/helping.py",))
    assert notebook.possible(one, real())
    assert not notebook.possible(one, replace(real(), outcomes={one.snippet: outcome}))


@pytest.mark.parametrize("case", NAMES)
def test_a_case_runs_again(case: str) -> None:
    found = made(CASES / case)
    assert run(found) == outputs(found)


@pytest.mark.parametrize(("lang", "day"), REAL)
def test_a_real_lesson_runs_again(lang: str, day: str) -> None:
    page = next(one for one in real().pages if one.page.language == lang and day in one.page.key)
    found = valid(notebook.notebook(page, real()))
    assert any(outputs(found))
    assert run(found) == outputs(found)


def test_the_pages_of_a_built_site(tmp_path_factory: pytest.TempPathFactory) -> None:
    base = tmp_path_factory.getbasetemp()
    site = build_once(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
    for lang, day in REAL:
        folder = site / lang / "notebooks" / "attention" / day
        valid((folder / f"{day}.ipynb").read_text("utf-8"))
        text = (folder / "index.html").read_text("utf-8")
        document = read(text)
        assert f'<html lang="{lang}"' in text
        assert "<math" in text
        assert not re.search(r"mathjax|mermaid|require\.js", text, re.IGNORECASE)
        targets = [link.target for link in document.links]
        assert f"{day}.ipynb" in targets
        assert f"../../../attention/{day}/" in targets
        assert not [link for link in document.links if link.tag != "a" and urlsplit(link.target).netloc]
        lesson = read((site / lang / "attention" / day / "index.html").read_text("utf-8"))
        assert f"../../notebooks/attention/{day}/" in [link.target for link in lesson.links]
