"""Notebooks that mkdocs-jupyter turns into HTML: what it made of the same notebook before is taken as it was.

It has a cache of its own, whose names leave out its version, and in which a half-written file fails every build. And it
loads half of Jupyter, a second of every builder's time: here, that waits for a notebook that nobody has converted yet.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from build_tools.memory import Memory, named

_LATER = ("mkdocs_jupyter.convert", "jupytext")


def remember(memory: Memory) -> None:
    """Puts remembered conversions in place of mkdocs-jupyter's own, in this process.

    A notebook that it is to run is converted each time: what running it comes to depends on more than the notebook.
    """
    for name in _LATER:
        sys.modules.setdefault(name, _Later(name))
    from mkdocs_jupyter import plugin

    own = plugin.convert

    def nb2html(*given: Any, **options: Any) -> Any:
        return own.nb2html(*given, **options)

    plugin.convert = SimpleNamespace(
        nb2html=_remembered(nb2html, "notebook", memory), nb2md=lambda *given, **options: own.nb2md(*given, **options)
    )
    plugin._get_nb_toc_tokens = _remembered(plugin._get_nb_toc_tokens, "notebook contents", memory)


def _remembered(convert: Callable[..., Any], kind: str, memory: Memory) -> Callable[..., Any]:
    @functools.wraps(convert)
    def converted(path: str, *given: Any, **options: Any) -> Any:
        if options.get("execute"):
            return convert(path, *given, **options)
        name = named(kind, Path(path).read_bytes(), repr(given), repr(sorted(options.items())))
        memory.recall([name])
        if (known := memory.get(name)) is None:
            known = convert(path, *given, **options)
            memory.put(name, known)
        return known

    return converted


class _Later(ModuleType):
    """Stands for a module until something of it is asked for. `importlib.util.LazyLoader` loads it when imported."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what importing asks for
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)
