"""Markdown extensions and fences that fail, for the tests: copied into a course, and named in its configuration."""

from __future__ import annotations

from typing import Any

import click
from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from pymdownx.superfences import SuperFencesException

WORD = "gluten"


class _Raiser(Preprocessor):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    def run(self, lines: list[str]) -> list[str]:
        if any(WORD in line for line in lines):
            raise self._error
        return lines


class _Failing(Extension):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    def extendMarkdown(self, md: Markdown) -> None:
        md.preprocessors.register(_Raiser(self._error), "raising", 5)


class Ordinary(_Failing):
    def __init__(self, **_: Any) -> None:
        super().__init__(ValueError("no flour left"))


class Clicked(_Failing):
    def __init__(self, **_: Any) -> None:
        super().__init__(click.ClickException("no flour left"))


def ordinary(*_: Any, **__: Any) -> str:
    raise ValueError("no flour left")


def strict(*_: Any, **__: Any) -> str:
    raise SuperFencesException("no flour left")
