"""What happens when something in a page raises: nothing of it is published, and a person can read why.

A builder stops for some of these by itself; others it swallows, and publishes source text or a traceback instead.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.e2e.harness import Course

RAISING = Path(__file__).with_name("raising.py")
INDEX = "docs/ja/index.md"
EXTENSIONS = "markdown_extensions:\n"
FENCES = "  pymdownx.superfences: {}\n"


def notebook(source: str) -> str:
    cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": [], "source": [source]}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.parametrize(("name", "said"), [("Ordinary", "ValueError: no flour"), ("Clicked", "Error: no flour")])
def test_a_preprocessor(course: Course, name: str, said: str) -> None:
    shutil.copy(RAISING, course.root)
    course.edit("mkdocs.yml", EXTENSIONS, f"{EXTENSIONS}  raising:{name}: {{}}\n")
    course.append(INDEX, "\ngluten\n")
    output = course.refused()
    assert said in output
    assert "ja: mkdocs (mkdocs.yml) failed" in output
    assert "en: mkdocs" not in output
    if name == "Ordinary":
        assert "index.md" in output


@pytest.mark.parametrize("name", ["strict", "ordinary"])
def test_a_custom_fence(course: Course, name: str) -> None:
    shutil.copy(RAISING, course.root)
    fence = f"    custom_fences:\n      - {{name: flour, class: flour, format: !!python/name:raising.{name} }}\n"
    course.edit("mkdocs.yml", FENCES, FENCES.replace(" {}", "") + fence)
    course.append(INDEX, "\n```flour\nwheat and rye\n```\n")
    output = course.refused()
    if name == "strict":
        assert "no flour left" in output
    else:
        assert "ja/index.html" in output
        assert "a code fence" in output


@pytest.mark.parametrize(
    ("block", "said"),
    [
        pytest.param("/// admonitoin | Flour\nwheat\n///\n", "'/// admonitoin | Flour", id="name"),
        pytest.param("/// admonition | Flour\n    tyep: note\n\nwheat\n///\n", "docs/ja/index.md:13:5", id="option"),
    ],
)
def test_a_block_with_a_typo(course: Course, block: str, said: str) -> None:
    course.edit("mkdocs.yml", EXTENSIONS, f"{EXTENSIONS}  pymdownx.blocks.admonition: {{}}\n")
    course.append(INDEX, f"\n{block}")
    assert said in course.refused()


def test_a_cell_of_a_notebook_that_somebody_wrote(course: Course) -> None:
    plugin = '  mkdocs-jupyter: {include: ["*.ipynb"], execute: true, allow_errors: false}\n'
    course.edit("mkdocs.yml", "  search: {}\n", f"  search: {{}}\n{plugin}")
    course.write("docs/ja/oven.ipynb", notebook("print(10 / 0)"))
    assert "docs/ja/oven.ipynb:1:1: error[file]" in course.refused()


@pytest.mark.parametrize("option", ["", ", allow_errors: true"])
def test_a_configuration_that_lets_a_cell_fail(course: Course, option: str) -> None:
    plugin = f'  mkdocs-jupyter: {{include: ["*.ipynb"], execute: true{option}}}\n'
    course.edit("mkdocs.yml", "  search: {}\n", f"  search: {{}}\n{plugin}")
    output = course.refused()
    assert "mkdocs.yml" in output
    assert "allow_errors" in output
