"""A snippet cut into a notebook's code cells: what a page shows, and before it what that needs and nobody shows."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from build_tools.code.snippets import read

_BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try)


@dataclass(frozen=True)
class _Statement:
    """A top-level statement: its lines, the names that it binds, or may change, and those that it reads."""

    first: int
    last: int
    binds: frozenset[str]
    reads: frozenset[str]
    text: str
    imports: bool


@dataclass(frozen=True)
class Cell:
    """Code to run, whether the page shows it, and the names that have their last value once it has run."""

    text: str
    shown: bool
    names: frozenset[str]


class Cells:
    """Gives a snippet's code section by section, in any order, so that each cell runs after those given before."""

    def __init__(self, source: str, sections: Iterable[str]) -> None:
        """`sections` are those that the page shows, in its order; "" is the whole file."""
        self._lines = source.splitlines()
        found = read("", source)
        self._sections = {"": (1, len(self._lines)), **found.sections}
        body = [] if found.failure else ast.parse(source).body
        kept = [node for node in body if not (_is_main(node) or _is_text(node))]
        self._statements = [_statement(node, self._lines) for node in kept]
        self._given: set[_Statement] = set()
        shown = [self._sections[name] for name in sections if name in self._sections]
        self._hidden = {one for one in self._statements if not any(_inside(one, lines) for lines in shown)}
        self._first = [one for name in sections for one in self._needs(name) if self._needs_only_hidden(one)]

    def section(self, name: str) -> list[Cell]:
        """The cells for a section, at most two: what it needs first, then itself. None where it cannot run alone."""
        mine = self._of(name)
        if not mine:
            return []
        before = [*self._first, *self._needs(name)]
        self._first = []
        cells = [self._cell(self._ordered(before), shown=False)]
        start, end = self._sections[name]
        lines = self._lines[start - 1 : end] if name else []
        text = "\n".join(line for line in lines if "--8<--" not in line).strip("\n")
        cells.append(self._cell(mine, text=text, shown=True))
        return [cell for cell in cells if cell.text]

    def listing(self, name: str) -> str:
        """A section's lines as they are."""
        start, end = self._sections.get(name, (1, 0))
        return "\n".join(line for line in self._lines[start - 1 : end] if "--8<--" not in line).strip("\n")

    def _of(self, name: str) -> list[_Statement]:
        """The statements of a section; none where it cuts one apart."""
        lines = self._sections.get(name, (1, 0))
        touched = [one for one in self._statements if one.first <= lines[1] and one.last >= lines[0]]
        return touched if all(_inside(one, lines) for one in touched) else []

    def _needs(self, name: str) -> list[_Statement]:
        """What has to run before a section and does not stand in it: everything that binds a name it reads."""
        mine = self._of(name)
        needed: set[_Statement] = set()
        waiting = list(mine)
        while waiting:
            one = waiting.pop()
            for other in self._statements:
                above = other.imports or other.first < max(own.last for own in mine)
                if above and other not in needed and other not in mine and other.binds & (one.reads | one.binds):
                    needed.add(other)
                    waiting.append(other)
        futures = {one for one in self._statements if one.imports and "annotations" in one.binds}
        return self._ordered(needed | (futures - set(mine) if mine else set()))

    def _needs_only_hidden(self, one: _Statement) -> bool:
        waiting, seen = [one], {one}
        while waiting:
            at = waiting.pop()
            if at not in self._hidden:
                return False
            for other in self._statements:
                if other not in seen and other.first < at.first and other.binds & (at.reads | at.binds):
                    seen.add(other)
                    waiting.append(other)
        return True

    def _ordered(self, several: Iterable[_Statement]) -> list[_Statement]:
        return sorted({one for one in several if one not in self._given}, key=lambda one: one.first)

    def _cell(self, several: list[_Statement], *, shown: bool, text: str = "") -> Cell:
        self._given.update(several)
        names = {name for one in several for name in one.binds}
        last = {name: max(o.last for o in self._statements if name in o.binds) for name in names}
        settled = {name for name in names if any(name in o.binds and o.last == last[name] for o in self._given)}
        return Cell(text or _joined(several), shown, frozenset(settled))


def _joined(several: list[_Statement]) -> str:
    parts: list[str] = []
    for one in several:
        parts.append(one.text if not parts or one.imports else f"\n{one.text}")
    return "\n".join(parts)


def _inside(one: _Statement, lines: tuple[int, int]) -> bool:
    return lines[0] <= one.first and one.last <= lines[1]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_main(node: ast.stmt) -> bool:
    names = {one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)} if isinstance(node, ast.If) else set()
    return "__name__" in names


def _statement(node: ast.stmt, lines: list[str]) -> _Statement:
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    last = node.end_lineno or node.lineno
    reads: set[str] = set()
    binds: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            (reads if isinstance(one.ctx, ast.Load) else binds).add(one.id)
        elif isinstance(one, ast.alias):
            binds.add((one.asname or one.name).partition(".")[0])
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        binds = {node.name}
    elif isinstance(node, _BLOCKS) or _changes(node):
        binds |= reads
    text = "\n".join(lines[first - 1 : last])
    imports = isinstance(node, ast.Import | ast.ImportFrom)
    return _Statement(first, last, frozenset(binds), frozenset(reads), text, imports)


def _changes(node: ast.stmt) -> bool:
    """Whether a statement may change a value that it reads: an assignment to a part of it, or a call by itself."""
    targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [getattr(node, "target", None)]
    return isinstance(node, ast.Expr) or any(isinstance(one, ast.Subscript | ast.Attribute) for one in targets)
