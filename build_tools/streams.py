"""Standard output and error as a command finds them: they take every character, and their reader may go away."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress

GONE = 141  # the exit code of any program that its reader's end has ended: 128 + SIGPIPE
_ESCAPED = "tashikame.escaped"


def settle() -> None:
    """What an encoding lacks is written as JSON does it, `\\u65e5`, whatever it is part of; nothing raises for it."""
    codecs.register_error(_ESCAPED, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPED)


def flush() -> None:
    """Has what was printed go out now, while somebody can answer for it.

    Raises:
        BrokenPipeError: nobody reads it any more.
    """
    if sys.stdout is not None:  # a process can be started without one
        sys.stdout.flush()


def drop() -> None:
    """What is left for a reader that has gone goes nowhere: Python would complain of it once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            with suppress(OSError, ValueError):
                os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError, AttributeError):  # closed, or none
            continue
    os.close(nowhere)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)), error.end
