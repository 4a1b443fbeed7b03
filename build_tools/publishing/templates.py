"""A theme's templates as code: what Jinja made of the same template in an earlier build is taken as it was.

Its own caches tell templates apart by their source alone, not by the filters and extensions that it compiles in.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from mkdocs.theme import Theme

from build_tools.memory import Memory, named

# What is in them is as they were installed, and a step's name says that.
_KNOWN = frozenset({"jinja2", "markupsafe", "mkdocs", "builtins", "_operator"})
_ENVIRONMENT = Theme.get_env  # MkDocs' own, as long as nothing is remembered


def remember(memory: Callable[[], Memory]) -> None:
    """Has each template compiled once for all builds, wherever MkDocs makes ready to fill in templates.

    Args:
        memory: what is known of earlier builds, at the time of asking.
    """

    def get_env(theme: Theme) -> Any:
        environment = _ENVIRONMENT(theme)
        environment.bytecode_cache = _Compiled(memory)
        return environment

    Theme.get_env = get_env  # type: ignore[assignment, method-assign]


class _Compiled(BytecodeCache):
    def __init__(self, memory: Callable[[], Memory]) -> None:
        self.memory = memory

    def load_bytecode(self, bucket: Bucket) -> None:
        name = _named(bucket)
        if name is not None:
            memory = self.memory()
            memory.recall([name])
            if (known := memory.get(name)) is not None:
                bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        name = _named(bucket)
        if name is not None:
            self.memory().put(name, bucket.bytecode_to_string())


def _named(bucket: Bucket) -> str | None:
    """What a template's code depends on; None where that cannot be told."""
    told = _told(bucket.environment)
    return None if told is None else named("template", bucket.key, bucket.checksum, told)


def _told(environment: Any) -> str | None:
    """What of an environment decides how templates become code: how they are written, and what may be folded in."""
    used = {**environment.filters, **environment.tests, **environment.extensions, "undefined": environment.undefined}
    functions = {name: _function(one) for name, one in used.items()}
    if None in functions.values() or environment.finalize is not None or not isinstance(environment.autoescape, bool):
        return None
    plain = {name: one for name, one in vars(environment).items() if one is None or isinstance(one, (bool, int, str))}
    try:
        return json.dumps([plain, functions, environment.policies], sort_keys=True)
    except TypeError:  # a function among the policies
        return None


def _function(value: Any) -> str | None:
    """A function of a package, or an extension, by its name."""
    one = value if callable(value) else type(value)
    module, name = getattr(one, "__module__", None), getattr(one, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or "<" in name:
        return None
    return f"{module}:{name}" if module.partition(".")[0] in _KNOWN else None
