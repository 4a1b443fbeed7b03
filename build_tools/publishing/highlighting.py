"""Code with its colours, by pymdownx and Pygments: a course shows the same lines on many pages, and on each anew."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

from pymdownx.highlight import Highlight

_MOST = 1000  # blocks of code
_MADE = Highlight.highlight  # pymdownx's own, as long as nothing is remembered


def remember() -> None:
    """Has a block of code highlighted once in this process, for all pages that show it in the same way."""
    Highlight.highlight = _remembered(_MADE)


def _remembered(highlight: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[str, str] = {}

    @functools.wraps(highlight)
    def highlighted(self: Any, *given: Any, **options: Any) -> Any:
        try:
            stash = self.md.htmlStash
            # All that it depends on, line numbers and the block's own number on its page among it.
            name = json.dumps([given, options, {**vars(self), "md": None}])
        except (AttributeError, TypeError, ValueError):  # no page, or a style that is somebody's class
            return highlight(self, *given, **options)
        if name in known:
            return known[name]
        stashed = stash.html_counter
        made = highlight(self, *given, **options)
        # What it has left with the page, a title in HTML, is to be left there each time; and code in a line is an
        # element, which its page goes on to change.
        if isinstance(made, str) and stash.html_counter == stashed:
            if len(known) >= _MOST:
                known.clear()
            known[name] = made
        return made

    return highlighted
