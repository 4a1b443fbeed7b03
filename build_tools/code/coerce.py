"""A twin's values in the form of the snippet's own: arrays for arrays, lists for lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from build_tools.code.convert import View, numpy, stored


def coerce(own: Any, tree: Any, number: Callable[[Any], Any]) -> Any:
    """A twin's value (from `from_json`, its leaves passed through `number`) in the form of the snippet's own."""
    np = numpy()
    if np is not None and isinstance(own, np.ndarray):
        return _array(np, own, _plain(tree, number))
    if np is not None and isinstance(own, np.generic):
        return _array(np, np.asarray(own), _plain(tree, number))[()]
    if isinstance(tree, View):
        if isinstance(own, dict):
            keys = {str(key): key for key in own}
            return {
                keys.get(name, name): coerce(own.get(keys.get(name, name)), part, number)
                for name, part in tree._parts.items()
            }
        own_parts = stored(own) if not isinstance(own, tuple) else own._asdict() if hasattr(own, "_asdict") else {}
        return View({name: coerce(own_parts.get(name), part, number) for name, part in tree._parts.items()})
    if isinstance(tree, tuple):
        items = list(own) if isinstance(own, (list, tuple)) else []
        fitted = [coerce(items[min(i, len(items) - 1)] if items else None, part, number) for i, part in enumerate(tree)]
        if isinstance(own, list):
            return fitted
        if isinstance(own, tuple) and hasattr(own, "_make"):
            return own._make(fitted)
        return tuple(fitted)
    if isinstance(own, int) and getattr(tree, "denominator", 0) == 1:
        return tree if isinstance(tree, bool) else int(tree)
    return number(tree)


def _plain(tree: Any, number: Callable[[Any], Any]) -> Any:
    if isinstance(tree, (tuple, View)):
        return [_plain(part, number) for part in tree]
    return number(tree)


def _array(np: Any, own: Any, plain: Any) -> Any:
    """Of the own kind where that is exact, otherwise of floats."""
    exact = np.array(plain)
    if exact.dtype == object:
        exact = np.array(plain, dtype=float)
    if own.dtype.kind in "biufc" and exact.dtype.kind in "biufc":
        fitted = exact.astype(own.dtype)
        return fitted if np.array_equal(fitted, exact, equal_nan=True) else exact.astype(float)
    return exact
