"""A snippet's statements, gone through in order without being run: what each top-level name is bound to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from build_tools.code.classes import named_tuple, read_class
from build_tools.code.stated import COMPUTED, Function, Level, Rater, Rating, Scope, items, joined, root, targets

Kind: TypeAlias = Literal["given", "computed", "function", "class", "import"]

_HARMLESS = frozenset({"print", "repr", "len", "isinstance"})


class Reader(Rater):
    """Reads statements into its scope; `kinds` and `lines` tell of each name's last binding."""

    def __init__(self, scope: Scope | None = None, active: frozenset[str] = frozenset()) -> None:
        super().__init__(scope or Scope(), active)
        self.kinds: dict[str, Kind] = {}
        self.lines: dict[str, int] = {}
        self.returns: list[Rating] = []
        self.yields = False
        self._looping = False

    def read(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            self._walrus(statement)
            method = getattr(self, f"_{type(statement).__name__.lower()}", None)
            if method:
                method(statement)

    def returns_of(self, function: Function, active: frozenset[str]) -> Rating:
        inner = Reader(self.scope.copy(), active)
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        inner.scope.names.update({argument.arg: COMPUTED for argument in every if argument})
        if isinstance(function, ast.Lambda):
            return inner.rate(function.body)
        inner.read(function.body)
        if inner.yields or not inner.returns or isinstance(function, ast.AsyncFunctionDef):
            return COMPUTED
        return joined(inner.returns)

    # ------------------------------------------------------------------------------------------- binding

    def _bind(self, name: str, rating: Rating, line: int) -> None:
        self._forget(name)
        self.scope.names[name] = rating.at_least(Level.GIVEN)
        self.kinds[name] = "computed" if rating.level == Level.COMPUTED else "given"
        self.lines[name] = line

    def _define(self, name: str, kind: Kind, line: int) -> None:
        self._forget(name)
        self.kinds[name], self.lines[name] = kind, line

    def _forget(self, name: str) -> None:
        for table in (self.scope.names, self.scope.classes, self.scope.functions, self.scope.imports):
            table.pop(name, None)

    def _assign_to(self, target: ast.expr, value: ast.expr | None, rating: Rating) -> None:
        if isinstance(target, ast.Name):
            if isinstance(value, ast.Lambda):
                self._define(target.id, "function", target.lineno)
                self.scope.functions[target.id] = value
            elif (made := named_tuple(value)) is not None:
                self._define(target.id, "class", target.lineno)
                self.scope.classes[target.id] = made
            else:
                self._bind(target.id, rating, target.lineno)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for part, item in zip(target.elts, items(value, target.elts), strict=True):
                self._assign_to(part, item, rating if item is None else self.rate(item))
        elif isinstance(target, ast.Starred):
            self._assign_to(target.value, value, rating)
        else:
            self._change(root(target), rating, target.lineno)

    def _change(self, name: str, rating: Rating, line: int) -> None:
        """A name's value is changed in place: by a literal it stays what it was."""
        if name in self.scope.names and rating.level == Level.COMPUTED:
            self._bind(name, COMPUTED, line)

    def _walrus(self, statement: ast.stmt) -> None:
        for part in _expressions(statement):
            if isinstance(part, ast.NamedExpr):
                self._assign_to(part.target, part.value, self.rate(part.value))
            elif isinstance(part, (ast.Yield, ast.YieldFrom)):
                self.yields = True

    # ---------------------------------------------------------------------------------- simple statements

    def _assign(self, node: ast.Assign) -> None:
        rating = self.rate(node.value)
        for target in node.targets:
            self._assign_to(target, node.value, rating)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign_to(node.target, node.value, self.rate(node.value))

    def _augassign(self, node: ast.AugAssign) -> None:
        rating = self.rate(node.value)
        if rating.level == Level.LITERAL and not self._looping:
            return  # a literal and a literal: still only what was typed
        name = root(node.target)
        if name in self.scope.names:
            self._bind(name, COMPUTED, node.lineno)

    def _return(self, node: ast.Return) -> None:
        self.returns.append(self.rate(node.value))

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._forget(target.id)
                self.kinds.pop(target.id, None)

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            self._define(name, "import", node.lineno)
            self.scope.imports[name] = alias.name

    def _importfrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            name = alias.asname or alias.name
            self._define(name, "import", node.lineno)
            self.scope.imports[name] = f"{node.module or '.'}.{alias.name}"

    def _expr(self, node: ast.Expr) -> None:
        """`rows.append(x)` and `fill(rows)` change what they name."""
        call = node.value
        if not isinstance(call, ast.Call):
            return
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        if isinstance(call.func, ast.Attribute):
            rating = joined([self.rate(argument) for argument in arguments])
            self._change(root(call.func), COMPUTED if self._looping else rating, node.lineno)
        elif isinstance(call.func, ast.Name) and call.func.id in self.scope.functions.keys() - _HARMLESS:
            for argument in arguments:
                if isinstance(argument, ast.Name):
                    self._change(argument.id, COMPUTED, node.lineno)

    # -------------------------------------------------------------------------------- compound statements

    def _if(self, node: ast.If) -> None:
        if _is_main(node.test):
            return  # does not run here
        if isinstance(node.test, ast.Constant):
            self.read(node.body if node.test.value else node.orelse)
        else:
            self._branches([node.body, node.orelse])

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        for name in targets(node.target):
            self._bind(name, COMPUTED, node.lineno)
        self._loop(node.body)
        self.read(node.orelse)

    _asyncfor = _for

    def _while(self, node: ast.While) -> None:
        self._loop(node.body)
        self.read(node.orelse)

    def _loop(self, body: Sequence[ast.stmt]) -> None:
        before, self._looping = self._looping, True
        self.read(body)
        self.read(body)  # once more: what the first round computed may be read above
        self._looping = before

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            for name in targets(item.optional_vars) if item.optional_vars else ():
                self._bind(name, COMPUTED, node.lineno)
        self.read(node.body)

    _asyncwith = _with

    def _try(self, node: ast.Try) -> None:
        self._branches([[*node.body, *node.orelse], *(handler.body for handler in node.handlers)])
        self.read(node.finalbody)

    _trystar = _try

    def _match(self, node: ast.Match) -> None:
        for case in node.cases:
            for part in ast.walk(case.pattern):
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if isinstance(name, str):
                    self._bind(name, COMPUTED, part.lineno)  # type: ignore[attr-defined]
        self._branches([case.body for case in node.cases])

    def _branches(self, bodies: Sequence[Sequence[ast.stmt]]) -> None:
        """Only one of them runs: computed is what any of them computes."""
        before = self.scope
        found: list[tuple[str, int]] = []
        for body in bodies:
            branch = Reader(before.copy(), self.active)
            branch._looping = self._looping
            branch.read(body)
            self.returns += branch.returns
            self.yields |= branch.yields
            for name, kind in branch.kinds.items():
                if kind in ("given", "computed") and name in branch.scope.names:
                    self._bind(name, branch.scope.names[name], branch.lines[name])
                    if kind == "computed":
                        found.append((name, branch.lines[name]))
                else:
                    self._define(name, kind, branch.lines[name])
                    self._take(branch.scope, name)
        for name, line in found:
            self._bind(name, COMPUTED, line)

    def _take(self, scope: Scope, name: str) -> None:
        if name in scope.imports:
            self.scope.imports[name] = scope.imports[name]
        if name in scope.functions:
            self.scope.functions[name] = scope.functions[name]
        if name in scope.classes:
            self.scope.classes[name] = scope.classes[name]

    # ----------------------------------------------------------------------------- functions and classes

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._define(node.name, "function", node.lineno)
        self.scope.functions[node.name] = node
        shared = {name for part in ast.walk(node) if isinstance(part, ast.Global) for name in part.names}
        for part in ast.walk(node) if shared else ():
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in shared:
                self._bind(part.id, COMPUTED, part.lineno)

    _asyncfunctiondef = _functiondef

    def _classdef(self, node: ast.ClassDef) -> None:
        made = read_class(node, self)
        self._define(node.name, "class", node.lineno)
        self.scope.classes[node.name] = made


def _expressions(statement: ast.stmt) -> Iterable[ast.expr]:
    """Every expression of a statement's own, not of the statements, functions or lambdas in it."""
    waiting: list[ast.AST] = [node for node in ast.iter_child_nodes(statement) if isinstance(node, ast.expr)]
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.expr):
            yield node
        waiting += ast.iter_child_nodes(node)


def _is_main(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and "__name__" in ast.unparse(test) and "__main__" in ast.unparse(test)
