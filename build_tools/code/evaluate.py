"""What a question about a snippet comes to: its value, what it depends on, and the same from the twin's values."""

from __future__ import annotations

import symtable
import types
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from build_tools.code.coerce import coerce
from build_tools.code.convert import (
    NO_DATA,
    Inconvertible,
    Json,
    describe,
    from_json,
    same,
    to_json,
)
from build_tools.code.perturb import variants


class Namespace:
    """A snippet's names after its run, and the questions that are asked of them.

    `imported` are the names that its import statements bind; `modules` the modules that are the project's own: what
    comes from elsewhere (`np`, `sqrt`, `pi`) is nothing to depend on.
    """

    def __init__(
        self,
        names: Mapping[str, Any],
        imported: frozenset[str],
        modules: tuple[types.ModuleType, ...],
        contexts: Mapping[str, Json],
        substitutes: Mapping[str, Json],
    ) -> None:
        self.names = {name: _materialised(value) for name, value in names.items()}
        self._imported = imported
        self._modules = modules
        self._contexts = {
            language: {name: from_json(tree) for name, tree in context.items()}
            for language, context in contexts.items()
        }
        self._substitutes = substitutes
        self._codes: dict[str, tuple[types.CodeType, frozenset[str]]] = {}
        self._known: dict[str, Json] = {}

    def values(self) -> Json:
        """Every public name that holds data, as far as it can be written down."""
        found = {}
        for name, value in self.names.items():
            if name.startswith("_") or isinstance(value, NO_DATA) or self._is_foreign(name, value):
                continue
            try:
                found[name] = to_json(value, lenient=True)
            except BaseException:
                continue
        return found

    def answer(self, expression: str, language: str) -> Json:
        """The answer to one question, as JSON. An expression that fails is an answer too: `error` says why."""
        context = self._contexts.get(language, {})
        try:
            code, read = self._compiled(expression)
            names = sorted(read & (self.names.keys() | context.keys()))
        except BaseException as error:
            return {"error": describe(error)}
        if expression in self._known and not context.keys() & set(names):
            return self._known[expression]
        answer = self._evaluated(code, {**self.names, **context}, names)
        twins = [name for name in names if self._has_twin(name, context)]
        if twins and "error" not in answer:
            answer |= self._twin(code, {**self.names, **context}, twins)
        if not context.keys() & set(names):
            self._known[expression] = answer
        return answer

    def _compiled(self, expression: str) -> tuple[types.CodeType, frozenset[str]]:
        """An expression's code, and the names that it reads; it is asked for in every language."""
        if expression not in self._codes:
            bare = expression.strip()
            self._codes[expression] = compile(bare, "<expression>", "eval"), _reads(bare)
        return self._codes[expression]

    def printed(self, expression: str, language: str) -> str:
        """What `print` would write of an expression's value; empty where that fails."""
        try:
            text = str(eval(expression.strip(), {**self.names, **self._contexts.get(language, {})}))
            # Not a subclass whose methods are the snippet's own, and nothing that cannot be written as UTF-8.
            text = str.__str__(text)
            text.encode()
        except BaseException:
            return ""
        return text

    def _evaluated(self, code: types.CodeType, scope: dict[str, Any], names: list[str]) -> Json:
        try:
            value = _value(code, scope)
            again = _value(code, scope)
        except BaseException as error:
            return {"error": _told(error, scope), "names": names}
        if not same(value, again):
            return {"error": "it gives another value each time it is evaluated", "names": names}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            depends = [
                name for name in names if not self._is_foreign(name, scope[name]) and _depends(code, scope, name, value)
            ]
        return {"value": value, "names": names, "depends_on": depends}

    def _has_twin(self, name: str, context: Mapping[str, Any]) -> bool:
        return name in self._substitutes and name not in context and not isinstance(self.names[name], NO_DATA)

    def _twin(self, code: types.CodeType, scope: dict[str, Any], names: list[str]) -> Json:
        """Exact first; where the snippet's functions cannot work with fractions, once more with floats."""
        told = ""
        for number in (_as_it_is, _as_float):
            try:
                twins = {name: coerce(scope[name], from_json(self._substitutes[name]), number) for name in names}
                return {"twin": _value(code, {**scope, **twins})}
            except BaseException as error:
                told = told or describe(error)
        return {"twin_error": told}

    def _is_foreign(self, name: str, value: Any) -> bool:
        """Whether a name's value comes from outside the project: a module, `math.sqrt`, an imported constant."""
        if isinstance(value, types.ModuleType):
            return value not in self._modules
        own = {module.__name__ for module in self._modules}
        origin: Any = value
        for wrapper in ("func", "pyfunc"):  # functools.partial, numpy.vectorize
            if callable(origin):
                origin = getattr(origin, wrapper, origin)
        if callable(origin) and (isinstance(origin, NO_DATA) or type(origin).__module__ not in own):
            return getattr(origin, "__module__", None) not in own
        if name not in self._imported:
            return False
        return not any(value is held for module in self._modules[1:] for held in vars(module).values())


def _value(code: types.CodeType, scope: Mapping[str, Any]) -> Json:
    return to_json(eval(code, dict(scope)))


def _depends(code: types.CodeType, scope: dict[str, Any], name: str, value: Json) -> bool:
    for make in variants(scope[name]):
        try:
            if not same(value, _value(code, {**scope, name: make()})):
                return True
        except BaseException:  # a change that the expression cannot bear tells nothing
            continue
    return False


def _reads(expression: str) -> frozenset[str]:
    """The names that an expression takes from around it, comprehensions and lambdas seen through."""

    def walk(table: symtable.SymbolTable, top: bool) -> Iterator[str]:
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (not symbol.is_assigned() if top else symbol.is_global()):
                yield symbol.get_name()
        for child in table.get_children():
            yield from walk(child, False)

    return frozenset(walk(symtable.symtable(expression, "<expression>", "eval"), True))


def _materialised(value: Any) -> Any:
    """What can be read only once (a generator, a zip) as a tuple, so that every question finds all of it."""
    if not isinstance(value, (types.GeneratorType, zip, map, filter, enumerate, reversed)):
        return value
    head = []
    for item in value:
        head.append(item)
        if len(head) > 20_000:
            return _chained(head, value)
    return tuple(head)


def _chained(head: list[Any], rest: Iterator[Any]) -> Iterator[Any]:
    yield from head
    yield from rest


def _told(error: BaseException, scope: Mapping[str, Any]) -> str:
    if isinstance(error, Inconvertible):
        return str(error)
    told = describe(error)
    if isinstance(error, NameError) and error.name:
        from difflib import get_close_matches  # only on the way to a message: it costs more than an evaluation

        near = get_close_matches(error.name, [name for name in scope if not name.startswith("_")], 1)
        return f"{told}; did you mean {near[0]}?" if near else told
    return told


def _as_it_is(value: Any) -> Any:
    return value


def _as_float(value: Any) -> Any:
    return float(value) if hasattr(value, "numerator") and not isinstance(value, (bool, int)) else value
