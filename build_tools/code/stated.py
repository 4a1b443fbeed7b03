"""Given or computed: which expressions of a snippet's source only state what somebody typed.

`Rater` looks at one expression; `statements.Reader` goes on from there. Neither runs anything.
"""

from __future__ import annotations

import ast
import builtins
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FOREIGN = sys.stdlib_module_names | {"numpy"}
# What returns its argument in another form; the method names likewise of the object that they belong to.
_CONVERSIONS = frozenset(
    {"int", "float", "complex", "bool", "str", "bytes", "range", "Fraction", "Decimal"}
    | {"tuple", "list", "set", "frozenset", "dict", "deque", "OrderedDict", "MappingProxyType", "SimpleNamespace"}
    | {"array", "asarray", "asanyarray", "float16", "float32", "float64", "int32", "int64", "bool_"}
)
_METHODS = frozenset({"tolist", "item", "copy", "astype", "reshape", "flatten", "ravel"})
_NAMESPACES = frozenset({"SimpleNamespace"})
_ANY = "*"  # stands for a class all of whose attributes are stored: a SimpleNamespace, the page's context


class Level(IntEnum):
    """How a value comes about."""

    LITERAL = 0  # nothing but literals
    GIVEN = 1  # a literal with a name, read out
    COMPUTED = 2


@dataclass(frozen=True)
class Rating:
    """A level, the snippet's classes whose instances the value holds, and whether it may itself be one of them."""

    level: Level
    classes: frozenset[str] = frozenset()
    whole: bool = False

    def at_least(self, level: Level) -> Rating:
        return self if self.level >= level else replace(self, level=level)


LITERAL = Rating(Level.LITERAL)
COMPUTED = Rating(Level.COMPUTED)
_CONTEXT = Rating(Level.GIVEN, frozenset({_ANY}))


def joined(ratings: Iterable[Rating]) -> Rating:
    """The rating of what holds all of these."""
    found = list(ratings)
    return Rating(
        max((rating.level for rating in found), default=Level.LITERAL),
        frozenset().union(*(rating.classes for rating in found)),
        any(rating.whole for rating in found),
    )


@dataclass
class Class:
    """A class of the snippet's own: which of its attributes only hold what its constructor was told."""

    stored: set[str] = field(default_factory=set)
    computed: set[str] = field(default_factory=set)  # properties and what its initialiser works out; not methods
    constants: dict[str, Rating] = field(default_factory=dict)


@dataclass
class Scope:
    """What is known of names at one point of the source."""

    names: dict[str, Rating] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)  # name → dotted origin: np → numpy, pi → math.pi

    def copy(self) -> Scope:
        return Scope(dict(self.names), self.classes, self.functions, self.imports)


class Rater(ABC):
    """Rates expressions in a scope."""

    def __init__(self, scope: Scope, active: frozenset[str] = frozenset()) -> None:
        self.scope = scope
        self.active = active  # functions whose returns are being looked at: recursion computes

    def rate(self, node: ast.expr | None) -> Rating:
        """How the value of an expression comes about."""
        if node is None or isinstance(node, ast.Constant):
            return LITERAL
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        rating: Rating = method(node) if method else COMPUTED
        return rating

    def _all(self, nodes: Iterable[ast.expr | None]) -> Rating:
        return joined(map(self.rate, nodes))

    def _closed(self, nodes: Iterable[ast.expr]) -> Rating:
        """What works on its operands is stated only where all of them are literals."""
        return LITERAL if self._all(nodes).level == Level.LITERAL else COMPUTED

    def _name(self, node: ast.Name) -> Rating:
        scope, name = self.scope, node.id
        if name in scope.names:
            return scope.names[name]
        if name in scope.imports:
            return LITERAL if scope.imports[name].partition(".")[0] in _FOREIGN else COMPUTED
        if name in scope.classes or name in scope.functions:
            return COMPUTED
        return LITERAL if hasattr(builtins, name) else _CONTEXT  # `page` and `sources` compute nothing

    def _tuple(self, node: ast.Tuple | ast.List | ast.Set) -> Rating:
        return self._all(node.elts)

    _list = _set = _tuple

    def _dict(self, node: ast.Dict) -> Rating:
        return self._all([*node.keys, *node.values])

    def _starred(self, node: ast.Starred | ast.NamedExpr | ast.FormattedValue) -> Rating:
        return self.rate(node.value)

    _namedexpr = _formattedvalue = _starred

    def _joinedstr(self, node: ast.JoinedStr) -> Rating:
        return replace(self._all(node.values), classes=frozenset(), whole=False)

    def _slice(self, node: ast.Slice) -> Rating:
        return self._all([node.lower, node.upper, node.step])

    def _ifexp(self, node: ast.IfExp) -> Rating:
        return self._all([node.test, node.body, node.orelse])

    def _compare(self, node: ast.Compare) -> Rating:
        return self._closed([node.left, *node.comparators])

    def _boolop(self, node: ast.BoolOp) -> Rating:
        return self._closed(node.values)

    def _unaryop(self, node: ast.UnaryOp) -> Rating:
        return self.rate(node.operand) if isinstance(node.op, ast.UAdd) else self._closed([node.operand])

    def _binop(self, node: ast.BinOp) -> Rating:
        closed = self._closed([node.left, node.right])
        if closed is LITERAL:
            return closed
        if isinstance(node.op, ast.Mult) and (_is(node.left, 0) or _is(node.right, 0)):
            return LITERAL  # `0 * S` adds nothing to what stands beside it
        if _changes_nothing(node.op, node.right, self):
            return self.rate(node.left)
        if isinstance(node.op, (ast.Add, ast.Mult)) and _changes_nothing(node.op, node.left, self):
            return self.rate(node.right)
        return COMPUTED

    def _subscript(self, node: ast.Subscript) -> Rating:
        if self.rate(node.slice).level == Level.COMPUTED:
            return COMPUTED
        return self.rate(node.value)

    def _attribute(self, node: ast.Attribute) -> Rating:
        if isinstance(node.value, ast.Name) and node.value.id in self.scope.classes:
            return self.scope.classes[node.value.id].constants.get(node.attr, COMPUTED)
        value = self.rate(node.value)
        if value.level == Level.COMPUTED:
            return COMPUTED
        if not value.classes:
            return value if value.level == Level.LITERAL else COMPUTED  # `np.inf`, but not `Q.shape`
        known = [self.scope.classes[name] for name in value.classes if name in self.scope.classes]
        if any(node.attr in cls.computed for cls in known):
            return COMPUTED
        for cls in known:
            if node.attr in cls.constants and node.attr not in cls.stored:
                return cls.constants[node.attr].at_least(Level.GIVEN)
        if _ANY in value.classes or any(node.attr in cls.stored for cls in known):
            return Rating(Level.GIVEN, value.classes)
        return COMPUTED

    def _call(self, node: ast.Call) -> Rating:
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in self.scope.classes:
            held = self._all(arguments)
            return Rating(held.level, held.classes | {name}, True) if held.level < Level.COMPUTED else COMPUTED
        if name in self.scope.functions:
            return self._returned(name)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS and not self._is_module(node.func.value):
            return self._all([node.func.value, *arguments])
        if self.rate(node.func).level != Level.LITERAL:
            return COMPUTED
        called = node.func.attr if isinstance(node.func, ast.Attribute) else self._origin(name)
        if called in _CONVERSIONS:
            held = self._all(arguments)
            return replace(held, classes=held.classes | {_ANY}) if called in _NAMESPACES else held
        return self._closed(arguments)

    def _listcomp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Rating:
        inner = type(self)(self.scope.copy(), self.active)
        parts: list[ast.expr] = []
        for loop in node.generators:
            parts += [loop.iter, *loop.ifs]
            for name in targets(loop.target):
                inner.scope.names[name] = LITERAL
        parts += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        return inner._closed(parts)

    _setcomp = _generatorexp = _dictcomp = _listcomp

    def _origin(self, name: str) -> str:
        return self.scope.imports.get(name, name).rpartition(".")[2]

    def _is_module(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.scope.imports and node.id not in self.scope.names

    def _returned(self, name: str) -> Rating:
        """A function all of whose returns state literals gives a given."""
        if name in self.active:
            return COMPUTED
        return self.returns_of(self.scope.functions[name], self.active | {name}).at_least(Level.GIVEN)

    @abstractmethod
    def read(self, statements: Iterable[ast.stmt]) -> None:
        """Take in statements, one after the other."""

    @abstractmethod
    def returns_of(self, function: Function, active: frozenset[str]) -> Rating:
        """What a function's returns come to, its parameters taken as computed."""


def _is(node: ast.expr, number: int) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value == number


def _changes_nothing(operator: ast.operator, node: ast.expr, rater: Rater) -> bool:
    """Whether `x <operator> node` is x: plus or minus 0 (or `0 * S`), times, over or to the power of 1."""
    if isinstance(operator, (ast.Add, ast.Sub)):
        zero = (
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and (_is(node.left, 0) or _is(node.right, 0))
        )
        return zero or _is(node, 0)
    return isinstance(operator, (ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)) and _is(node, 1)


def targets(node: ast.expr) -> Iterator[str]:
    """The plain names that an assignment to this target binds."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def root(node: ast.expr) -> str:
    """The name at the bottom of `name[0].part[1]`, or ""."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def items(value: ast.expr | None, parts: Sequence[ast.expr]) -> Sequence[ast.expr | None]:
    """The expressions that a tuple's targets are given one by one; None where that cannot be told."""
    starred = any(isinstance(part, ast.Starred) for part in parts)
    if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(parts) and not starred:
        return value.elts if not any(isinstance(item, ast.Starred) for item in value.elts) else [None] * len(parts)
    return [None] * len(parts)
