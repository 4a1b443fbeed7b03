"""A snippet cut into cells that run from top to bottom: in the order of the page, with what it hides in between.

Lines run once, in the order of the file. What stands above a section and has not run yet runs in a cell before it; a
section whose lines have run already, or that cuts a statement apart, is shown without being run.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from build_tools.code.snippets import SECTION, Snippet

# Methods that change what they are called on.
_MUTATORS = frozenset(
    {"add", "append", "clear", "discard", "extend", "fill", "insert", "itemset", "partition", "pop", "popitem", "put"}
    | {"remove", "resize", "reverse", "setdefault", "setfield", "setflags", "shuffle", "sort", "update"}
)


@dataclass(frozen=True)
class Step:
    """What a section of a snippet becomes: code to run before it, then the section, run or only shown."""

    before: str
    shown: str
    runs: bool


@dataclass(frozen=True)
class _Statement:
    """A statement at the top of the file: its lines, and the names that it binds, changes and reads."""

    first: int
    last: int
    binds: frozenset[str]
    touches: frozenset[str]
    reads: frozenset[str]


class Program:
    """A snippet, and which of its lines have run."""

    def __init__(self, snippet: Snippet) -> None:
        self._lines = snippet.source.splitlines()
        self._sections = snippet.sections
        body = ast.parse(snippet.source).body
        left_out = [node for number, node in enumerate(body) if _is_guard(node) or (number == 0 and _is_text(node))]
        mutating = frozenset(node.name for node in body if isinstance(node, ast.FunctionDef) and _mutates(node))
        self._statements = [_statement(node, mutating) for node in body if node not in left_out]
        dropped = {line for node in left_out for line in _range(node)}
        marks = {number for number, line in enumerate(self._lines, 1) if SECTION.search(line)}
        self._open = set(range(1, len(self._lines) + 1)) - dropped - marks
        self._marks, self._ran = marks, set[int]()
        # What a function rebinds from within is known only once everything has run.
        self._late = {name for node in ast.walk(ast.parse(snippet.source)) for name in _globals(node)}

    @property
    def changed(self) -> frozenset[str]:
        """The names whose values change after they are bound."""
        return frozenset(name for one in self._statements for name in one.touches)

    def show(self, section: str) -> Step:
        """The next section that the page shows; "" is the whole file."""
        first, last = self._sections[section] if section else (1, len(self._lines))
        shown = _joined(self._lines[line - 1] for line in range(first, last + 1) if line not in self._marks)
        inside = [one for one in self._statements if one.last >= first and one.first <= last]
        whole = all(first <= one.first and one.last <= last for one in inside)
        fresh = self._ran.isdisjoint(line for one in inside for line in range(one.first, one.last + 1))
        if not (section and inside and whole and fresh):
            return Step(self._take(max((one.last for one in inside), default=0)), shown, False)
        before = self._take(first - 1)
        self._take(last)
        return Step(before, shown, True)

    def rest(self) -> str:
        """What has not run yet."""
        return self._take(len(self._lines))

    def knows(self, names: Collection[str]) -> bool:
        """Whether names have the values by now that they have at the end of the snippet."""
        needed: set[str] = set()
        left = list(names)
        while left:
            name = left.pop()
            if name not in needed:
                needed.add(name)
                bound = [one for one in self._statements if name in one.binds]
                if not bound and name in names:
                    return False
                left += [other for one in bound for other in one.reads if self._binds(other)]
        waiting = [one for one in self._statements if one.last in self._open]
        if waiting and needed & self._late:
            return False
        return not any((one.binds | one.touches) & needed for one in waiting)

    def _binds(self, name: str) -> bool:
        return any(name in one.binds for one in self._statements)

    def _take(self, last: int) -> str:
        """The lines up to `last` that have not run; they have by then. Comments alone are nothing to run."""
        lines = sorted(line for line in self._open if line <= last)
        self._open.difference_update(lines)
        self._ran.update(lines)
        if not any(one.first in lines for one in self._statements):
            return ""
        return _joined(self._lines[line - 1] for line in lines)


def _joined(lines: Iterable[str]) -> str:
    """Lines as a cell, without blank ones around it and without more than two of them inside."""
    kept: list[str] = []
    for line in lines:
        if line.strip() or (kept and kept[-2:] != ["", ""]):
            kept.append(line.rstrip())
    return "\n".join(kept).strip("\n")


def _is_guard(node: ast.stmt) -> bool:
    """Whether this is `if __name__ == "__main__":`."""
    return isinstance(node, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test)
    )


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _range(node: ast.stmt) -> range:
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    return range(first, (node.end_lineno or first) + 1)


def _mutates(function: ast.FunctionDef) -> bool:
    """Whether a function may change what it is given."""
    spec = function.args
    given = {one.arg for one in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)}
    return any(not given.isdisjoint(_statement(node, frozenset()).touches) for node in function.body)


def _statement(node: ast.stmt, mutating: frozenset[str]) -> _Statement:
    lines = _range(node)
    binds: set[str] = set()
    touches: set[str] = set()
    for part in _outside(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            binds.add(part.name)
        elif isinstance(part, ast.alias):
            binds.add(part.asname or part.name.partition(".")[0])
        elif isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            binds.add(part.id)
        elif isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load):
            touches.update(_base(part))
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            touches.update(_names(part.value))
        elif isinstance(part, ast.AugAssign):
            touches.update(_base(part.target))
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in mutating:
            touches.update(_names(part))
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _MUTATORS:
            touches.update(_base(part.func))
    return _Statement(lines.start, lines.stop - 1, frozenset(binds), frozenset(touches), frozenset(_names(node)))


def _outside(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what is in it, but for what functions and classes do when they are called."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from _outside(child)


def _names(node: ast.AST) -> Iterator[str]:
    return (part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _base(node: ast.expr) -> Iterator[str]:
    """The name at the beginning of `name.part[0].other`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return _names(node)


def _globals(node: ast.AST) -> list[str]:
    return node.names if isinstance(node, ast.Global) else []
