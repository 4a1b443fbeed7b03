"""Notebooks that mkdocs-jupyter turns into HTML: what it made of the same notebook before is taken as it was.

It has a cache of its own, whose names leave out its version, and in which a half-written file fails every build.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mkdocs_jupyter import plugin

from build_tools.memory import Memory, named


def remember(memory: Memory) -> None:
    """Puts remembered conversions in place of mkdocs-jupyter's own, in this process.

    A notebook that it is to run is converted each time: what running it comes to depends on more than the notebook.
    """
    plugin.convert.nb2html = _remembered(plugin.convert.nb2html, "notebook", memory)
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
