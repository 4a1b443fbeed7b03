"""What takes longer than a second says what it does: on a terminal in one line that changes, in a log now and then."""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from collections.abc import Callable
from io import StringIO
from types import TracebackType
from typing import TextIO

from build_tools.unseen import legible

_PATIENCE = 1.0  # seconds in which nobody wants to be told anything
_OFTEN = 0.1  # seconds between two states of a line on a terminal
_WIDE = 80  # columns of a terminal that does not say
_SELDOM = 5.0  # seconds between two lines of a log


class Progress:
    """One piece of work, told as it goes on; a context that tidies up behind it.

    Args:
        what: what is done, as in "running snippets".
        total: of how many things.
        stream: where it is told; standard error by default.
        clock: seconds, for tests.
    """

    def __init__(
        self, what: str, total: int, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.what, self.total = what, total
        self._stream = stream or sys.stderr or StringIO()  # a process can be started without one
        self._clock = clock
        self._began = clock()
        self._live = self._stream.isatty()
        self._next = self._began + _PATIENCE
        self._shown = 0  # columns of the line on the terminal

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, note: str = "") -> None:
        """Tells how far it is, where it is time to.

        Args:
            done: how many things are done.
            note: what else is worth knowing: what came from a cache, which one is next.
        """
        now = self._clock()
        if now < self._next:
            return
        self._next = now + (_OFTEN if self._live else _SELDOM)
        self._tell(f"{self.what}: {done} of {self.total}{f' ({note})' if note else ''}, {now - self._began:.0f} s")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._stream.write("\r" + " " * self._shown + "\r")
            self._stream.flush()

    def _tell(self, text: str) -> None:
        text = legible(text, "")
        if self._live:
            text, columns = _cut(text, self._columns())
            self._stream.write("\r" + text + " " * (self._shown - columns))
            self._shown = columns
        else:
            self._stream.write(text + "\n")
        self._stream.flush()

    def _columns(self) -> int:
        """How wide a line can be: one that goes on below could not be written over."""
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or _WIDE
        except (OSError, ValueError):
            return _WIDE


def _cut(text: str, most: int) -> tuple[str, int]:
    """As much of a text as has room in a line that is not full, and how wide that is."""
    columns = 0
    for place, character in enumerate(text):
        width = 0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        if columns + width >= most:
            return text[:place], columns
        columns += width
    return text, columns
