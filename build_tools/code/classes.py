"""A snippet's own classes: which attributes of an instance only hold what its constructor was told."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from build_tools.code.stated import Class, Level, Rater, Rating, items, root, targets

_PROPERTIES = frozenset({"property", "cached_property"})
_TOLD = Rating(Level.GIVEN)


def read_class(node: ast.ClassDef, rater: Rater) -> Class:
    """A class statement's attributes: which are told to its instances, which they work out."""
    made = Class()
    for base in node.bases:
        inherited = rater.scope.classes.get(base.id) if isinstance(base, ast.Name) else None
        if inherited:
            made.stored |= inherited.stored
            made.computed |= inherited.computed
            made.constants |= inherited.constants
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            told = not (isinstance(part.value, ast.Call) and _is_left_out(part.value))
            (made.stored if told else made.computed).add(part.target.id)
            if part.value is not None:
                made.constants[part.target.id] = rater.rate(part.value)
        elif isinstance(part, ast.Assign):
            for name in (name for target in part.targets for name in targets(target)):
                made.constants[name] = rater.rate(part.value)
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            _member(made, part, rater)
    return made


def _member(made: Class, node: ast.FunctionDef | ast.AsyncFunctionDef, rater: Rater) -> None:
    decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    if decorators & _PROPERTIES:
        literal = rater.returns_of(node, rater.active).level < Level.COMPUTED
        (made.stored if literal else made.computed).add(node.name)
        return
    if node.name not in ("__init__", "__post_init__", "__new__"):
        return
    inner = rater.scope.copy()
    inner.names.update({argument.arg: _TOLD for argument in [*node.args.args, *node.args.kwonlyargs]})
    told = type(rater)(inner, rater.active)
    told.read(node.body)
    for name, value in _attributes_set(node):
        kept = told.rate(value).level < Level.COMPUTED
        (made.stored if kept else made.computed).add(name)
    made.stored -= made.computed


def _attributes_set(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterable[tuple[str, ast.expr]]:
    """`self.name = value`, and the same past a frozen class: `object.__setattr__(self, "name", value)`."""
    for part in ast.walk(node):
        if isinstance(part, ast.Assign):
            for target in part.targets:
                pairs = (
                    zip(target.elts, items(part.value, target.elts), strict=True)
                    if isinstance(target, ast.Tuple)
                    else [(target, part.value)]
                )
                for one, value in pairs:
                    if isinstance(one, ast.Attribute) and root(one) == "self":
                        yield one.attr, value or part.value
        elif isinstance(part, (ast.AnnAssign, ast.AugAssign)) and part.value is not None:
            if isinstance(part.target, ast.Attribute) and root(part.target) == "self":
                told = isinstance(part, ast.AnnAssign)
                yield part.target.attr, part.value if told else part.target  # what it adds to itself is worked out
        elif isinstance(part, ast.Call) and ast.unparse(part.func) == "object.__setattr__" and len(part.args) == 3:
            yield str(getattr(part.args[1], "value", "")), part.args[2]


def _is_left_out(call: ast.Call) -> bool:
    """`field(init=False)`: the constructor is not told this one."""
    return any(
        keyword.arg == "init" and isinstance(keyword.value, ast.Constant) and not keyword.value.value
        for keyword in call.keywords
    )


def named_tuple(value: ast.expr | None) -> Class | None:
    """The class that `namedtuple("P", "x y")` or `NamedTuple("P", [("x", int)])` makes."""
    if not (isinstance(value, ast.Call) and len(value.args) >= 2):
        return None
    if ast.unparse(value.func).rpartition(".")[2] not in ("namedtuple", "NamedTuple"):
        return None
    texts = [part.value for part in ast.walk(value.args[1]) if isinstance(part, ast.Constant)]
    return Class(stored={name for text in texts if isinstance(text, str) for name in text.replace(",", " ").split()})
