"""Rewrites stale literals, in every language, each in its own format; touches nothing but the numerals of claims."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from build_tools.errors import BuildError
from build_tools.model import Report
from build_tools.numbers.languages import Language
from build_tools.numbers.rewrite import rewrite


@dataclass(frozen=True)
class Change:
    """A page before and after."""

    path: str
    before: str
    after: str

    @property
    def diff(self) -> str:
        lines = unified_diff(
            self.before.splitlines(keepends=True), self.after.splitlines(keepends=True), self.path, self.path
        )
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def changes(report: Report, languages: Mapping[str, Language]) -> list[Change]:
    """What would bring every stale literal up to date.

    A numeral whose format cannot state its value (an integer, where the value has become a fraction) is left as it is:
    it stays among the findings, for a person to decide.

    Args:
        report: a report with drift in it.
        languages: the tables of each language, by code.
    """
    found: list[Change] = []
    for page in report.pages:
        text = page.page.text
        edits = []
        for one in page.verified:
            for pair in one.pairs:
                if not pair.agrees:
                    new = rewrite(pair.numeral, pair.value, languages[page.page.language])
                    if new is not None:
                        edits.append((pair.numeral.start, pair.numeral.end, new))
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        if text != page.page.text:
            found.append(Change(page.page.path, page.page.text, text))
    return found


def write(root: Path, changed: Sequence[Change]) -> None:
    """Writes changes to their files, each whole or not at all.

    Raises:
        BuildError: a file cannot be written, or is no longer what was checked.
    """
    for change in changed:
        path = root / change.path
        beside = path.with_name(f".{path.name}.new")
        try:
            found = path.read_bytes().decode("utf-8", "replace")
            if found.replace("\r\n", "\n") != change.before:
                raise BuildError(f"{change.path} has changed since it was checked", "run `make fix` again")
            beside.write_bytes(_with_line_ends(change.after, found).encode())
            shutil.copymode(path, beside)
            os.replace(beside, path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise BuildError(f"{change.path} cannot be written: {error.strerror}") from error


def _with_line_ends(text: str, like: str) -> str:
    """The text with each line ended as it is in `like`, since numerals alone are to change."""
    pairs = zip(text.split("\n"), like.split("\n"), strict=True)
    return "\n".join(f"{line}\r" if old.endswith("\r") and not line.endswith("\r") else line for line, old in pairs)
