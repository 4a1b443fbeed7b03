"""What does not depend on a mutant's one change is computed once: pure functions, remembered by their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from build_tools.cards import card, sources
from build_tools.claims import coverage, lockstep, verify
from build_tools.code import snippets
from build_tools.formulas import texmath
from build_tools.pages import markdown
from build_tools.settings import config


def remembered(function: Callable[..., Any], key: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[Any, tuple[Any, Any]] = {}

    def call(*args: Any, **kwargs: Any) -> Any:
        at = key(*args, **kwargs)
        if at not in known:
            # The arguments are kept, so that an `id` in the key stays theirs.
            known[at] = (function(*args, **kwargs), (args, kwargs))
        return known[at][0]

    return call


def install(patch: pytest.MonkeyPatch) -> None:
    """Puts the remembered functions in place of the real ones, which they call."""

    def overlaid(folder: str) -> Callable[..., Any]:
        def key(*args: Any) -> Any:
            return tuple((path, text) for path, text in args[1].overlay.items() if path.startswith(folder))

        return key

    patch.setattr(config, "load", remembered(config.load, overlaid("mkdocs")))
    patch.setattr(sources, "load", remembered(sources.load, overlaid("docs/sources/")))
    patch.setattr(card, "read", remembered(card.read, lambda document, *_: (document.path, document.text)))
    patch.setattr(sources, "load_yaml", remembered(sources.load_yaml, lambda text, path: (path, text)))
    patch.setattr(lockstep, "check", remembered(lockstep.check, lambda one, other: (id(one.page), id(other.page))))
    patch.setattr(snippets, "read", remembered(snippets.read, lambda path, source: (path, source)))
    patch.setattr(markdown, "read", remembered(markdown.read, lambda text, path, *_, **__: (path, text)))
    patch.setattr(verify, "read_page", remembered(verify.read_page, lambda page, _: id(page)))
    patch.setattr(texmath, "read", remembered(texmath.read, lambda tex, language: (tex, language.code)))
    patch.setattr(
        verify,
        "_work",
        remembered(
            verify._work, lambda page, _, run: (id(page), id(run and run.outcome), id(run and run.twin_outcome))
        ),
    )
    patch.setattr(coverage, "remarks", remembered(coverage.remarks, lambda code, section, _: (id(code), section)))
