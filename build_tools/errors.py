"""The exceptions that end in a message for a person, never in a traceback.

A fault in a page, snippet or card is no exception but a `Finding`: all of them are listed in one run. An exception is
for what leaves nothing to list: no such folder, a configuration that cannot be read, a port that is taken.
"""

from __future__ import annotations

from collections.abc import Iterable

from build_tools.unseen import legible


class TashikameError(Exception):
    """Base of all: `message` says what is, `mend` how to put it right, `details` what led to it.

    They quote what others have written, and go to a terminal: none of them can move its cursor.
    """

    exit_code = 1

    def __init__(self, message: str, mend: str = "", details: Iterable[str] = ()) -> None:
        self.message, self.mend, self.details = legible(message), legible(mend), tuple(map(legible, details))
        super().__init__("\n".join((*self.details, f"{self.message}\n    {self.mend}" if mend else self.message)))


class UsageError(TashikameError):
    """A wrong command line, or a project that cannot be read at all."""

    exit_code = 2


class BuildError(TashikameError):
    """A builder or the file system refused; what was published before is untouched."""
