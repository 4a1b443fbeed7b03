"""What a snippet asks for: lines `# needs: 60 s`, `# needs: 2 GB`, `# needs: data/rates.csv` above its first statement.

Everybody who reads the snippet sees there that it is more than a lesson's usual second of work.
"""

from __future__ import annotations

import io
import os
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from build_tools.files import Files
from build_tools.model import Finding
from build_tools.settings.engine import EnginePolicy, amount, bytes_of

_NEED = re.compile(r"#\s*needs?\s*[:：]", re.I)
_LINE = re.compile(r"# needs: (\S.*)")
_SECONDS = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) s")
_QUANTITY = re.compile(r"\d+(?:[.,]\d+)?\s*[A-Za-z]*(?:[\s,].*)?")  # what was meant for one of the two
_FORMS = "write `# needs: 60 s`, `# needs: 2 GB` or the path of a data file"
_NOTHING = (tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER)


@dataclass(frozen=True)
class Needs:
    """What a snippet has: what every snippet has, or the more that it asks for."""

    seconds: float  # of wall time
    memory: int  # bytes
    files: tuple[str, ...] = ()  # of data, relative to the project's folder


def is_need(comment: str) -> bool:
    """Whether a comment asks for something, well or badly."""
    return _NEED.match(comment) is not None


def read(source: str, path: str, policy: EnginePolicy, files: Files) -> tuple[Needs, tuple[Finding, ...]]:
    """What a snippet asks for, and what is wrong in that.

    Args:
        source: the snippet's.
        path: as findings name it.
        policy: what every snippet has, and the most that one may ask for.
        files: the project's, in which data files are looked for.
    """
    reading = _Reading(path, policy, files)
    if _NEED.search(source):
        for line, column, text, above in _comments(source):
            if is_need(text):
                reading.need(line, column, text, above)
    seconds = max(policy.seconds, reading.seconds or 0)
    memory = max(policy.memory, reading.memory or 0)
    return Needs(seconds, memory, tuple(reading.paths)), tuple(reading.findings)


def _comments(source: str) -> Iterator[tuple[int, int, str, bool]]:
    """Line, column and text of each comment, and whether it has its own line above the first statement.

    A docstring is no statement here. What cannot be read to its end is a finding of `snippets.read`.
    """
    above, spoken = True, False
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                alone = not token.line[: token.start[1]].strip()
                yield token.start[0], token.start[1] + 1, token.string, above and alone
            elif token.type == tokenize.STRING and not spoken:
                spoken = True
            elif token.type not in _NOTHING:
                above = False
    except (tokenize.TokenError, SyntaxError):
        return


class _Reading:
    """The needs of one snippet, while they are read."""

    def __init__(self, path: str, policy: EnginePolicy, files: Files) -> None:
        self.path, self.policy, self.files = path, policy, files
        self.findings: list[Finding] = []
        self.seconds: float | None = None
        self.memory: int | None = None
        self.paths: list[str] = []

    def need(self, line: int, column: int, text: str, above: bool) -> None:
        """Takes what a comment asks for, or files what is wrong with it."""
        match = _LINE.fullmatch(text)
        if not above:
            fault = "this asks too late: needs stand above the first statement, on lines of their own", "move it up"
        elif match is None:
            fault = f"`{text:.60}` asks for nothing", _FORMS
        elif seconds := _SECONDS.fullmatch(match[1]):
            fault = self._take_seconds(float(seconds[1]))
        elif (memory := bytes_of(match[1])) is not None:
            fault = self._take_memory(memory)
        elif _QUANTITY.fullmatch(match[1]):
            fault = f"`{match[1]:.60}` is neither a time nor an amount of memory", _FORMS
        else:
            fault = self._take_file(match[1])
        if fault[0]:
            self.findings.append(Finding(self.path, line, column, "snippet-needs", *fault))

    def _take_seconds(self, seconds: float) -> tuple[str, str]:
        if self.seconds is not None:
            return "this asks for time a second time", "leave one of the two"
        most = self.policy.most_seconds
        self.seconds = min(seconds, most)
        if seconds > most:
            return (
                f"{seconds:g} s is more than a snippet may ask for: {most:g} s",
                "make it smaller, or raise `engine.most_seconds` in mkdocs.yml",
            )
        return "", ""

    def _take_memory(self, memory: int) -> tuple[str, str]:
        if self.memory is not None:
            return "this asks for memory a second time", "leave one of the two"
        most = self.policy.most_memory
        self.memory = min(memory, most)
        if memory > most:
            return (
                f"{amount(memory)} is more than a snippet may ask for: {amount(most)}",
                "make it smaller, or raise `engine.most_memory` in mkdocs.yml",
            )
        return "", ""

    def _take_file(self, path: str) -> tuple[str, str]:
        if path in self.paths:
            return f"this asks for {path} a second time", "leave one of the two"
        root = os.path.realpath(self.files.root)
        there = os.path.join(root, path)
        normal = os.path.normpath(path)
        if os.path.isabs(path) or normal.startswith("..") or "\\" in path:
            return f"`{path:.60}` leads out of the project", "write a path inside it, with `/` between its parts"
        if path != normal:
            return f"`{path:.60}` is not written as it is found", f"write `{normal}`"
        if path in self.files.overlay:
            self.paths.append(path)
            return "", ""
        if not self.files.is_file(path):
            return (
                f"there is no file {path:.60}",
                "write it, or correct the path: it is relative to the project's folder",
            )
        if not os.path.realpath(there).startswith(f"{root}{os.sep}"):
            return f"`{path:.60}` leads out of the project", "put the file itself there"
        self.paths.append(path)
        return "", ""
