"""What does not depend on a mutant's one change is computed once: pure functions, remembered by their arguments.

Pages are remembered as the program itself does it, in a `Memory` that all mutants share. Beneath that, functions keep
what they come to for the unchanged course. What a mutant comes to is not kept: no other mutant asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from build_tools import course
from build_tools.cards import card, sources
from build_tools.claims import coverage, imported, lockstep, verify
from build_tools.claims.twins import Run
from build_tools.code import snippets
from build_tools.files import Files
from build_tools.formulas import texmath
from build_tools.memory import Memory
from build_tools.pages import markdown
from build_tools.settings import config


class Memo:
    """Functions that know what they came to.

    Args:
        patch: puts them in place of the real ones, which they call.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch, self._learning, self._memory = patch, False, Memory()

    @contextmanager
    def learning(self) -> Iterator[None]:
        """What is computed meanwhile is kept."""
        self._learning = True
        yield
        self._learning = False

    def remember(self, holder: Any, name: str, key: Callable[..., Any]) -> None:
        function: Callable[..., Any] = getattr(holder, name)
        known: dict[Any, tuple[Any, Any]] = {}

        def call(*args: Any, **kwargs: Any) -> Any:
            at = key(*args, **kwargs)
            if at in known:
                return known[at][0]
            result = function(*args, **kwargs)
            if self._learning:
                # The arguments are kept, so that an `id` in the key stays theirs.
                known[at] = (result, (args, kwargs))
            return result

        self._patch.setattr(holder, name, call)

    def share(self) -> None:
        """All checks have one memory of pages, as those of `serve` have."""

        def memory() -> Memory:
            self._memory.settle()  # a round has ended: the pages of the mutant before are let go of
            return self._memory

        self._patch.setattr(course, "Memory", memory)


def install(patch: pytest.MonkeyPatch) -> Memo:
    """Puts the remembering functions in place of the real ones."""
    memo = Memo(patch)
    memo.share()
    memo.remember(config, "load", lambda _, files: _overlaid(files, "mkdocs"))
    memo.remember(sources, "load", lambda _, files, *__: _overlaid(files, "docs/sources/"))
    memo.remember(card, "read", lambda document, *_: (document.path, document.text))
    memo.remember(sources, "load_yaml", lambda text, path: (path, text))
    memo.remember(lockstep, "check", lambda one, other: (id(one.page), id(other.page)))
    memo.remember(lockstep, "soft", lambda text, language, kind="": (text, language.code, kind))
    memo.remember(snippets, "read", lambda path, source: (path, source))
    memo.remember(markdown, "read", lambda text, path, *_, **__: (path, text))
    memo.remember(verify, "read_page", lambda page, _: id(page))
    memo.remember(texmath, "read", lambda tex, language: (tex, language.code))
    memo.remember(
        verify, "_work", lambda page, _, run: (id(page), id(run and run.outcome), id(run and run.twin_outcome))
    )
    memo.remember(coverage, "remarks", lambda code, section, _: (id(code), section))
    memo.remember(imported, "check", lambda run, text: (_codes(run), _overlaid(text.__self__, "snippets/")))
    return memo


def _overlaid(files: Files, folder: str) -> tuple[tuple[str, str], ...]:
    return tuple((path, text) for path, text in files.overlay.items() if path.startswith(folder))


def _codes(run: Run) -> tuple[int, ...]:
    return tuple(map(id, (run.snippet, run.outcome, run.twin, run.twin_outcome)))
