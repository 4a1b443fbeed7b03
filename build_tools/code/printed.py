"""What `print` shows of values: told last, so that an object's own `__str__` costs nobody an answer."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Sequence

from build_tools.code.evaluate import Namespace

LONGEST = 20_000  # characters

# Kept from before the snippet ran, which may have patched them.
_write, _limited = os.write, hasattr(signal, "setitimer")
if _limited:
    _setitimer, _sigmask, _signal = signal.setitimer, signal.pthread_sigmask, signal.signal
_encode = json.JSONEncoder().encode


def tell(
    namespace: Namespace, questions: Sequence[tuple[Sequence[int], str, str]], seconds: float, writing: int
) -> None:
    """Write the text of each question's value as `print` writes it; the process may end of it.

    One line for each text, at once: what was told before a `__str__` that never ends is not lost. There is none for
    what fails or is longer than `LONGEST`.

    Args:
        namespace: the snippet's names.
        questions: of each the numbers that it has among all that were asked, its expression and its language.
        seconds: of wall time for all of them together; then SIGALRM ends the process.
        writing: the file descriptor to write to.
    """
    if not questions or seconds <= 0:
        return
    if _limited:  # elsewhere the parent ends us, by then
        _signal(signal.SIGALRM, signal.SIG_DFL)
        _sigmask(signal.SIG_UNBLOCK, (signal.SIGALRM,))
        _setitimer(signal.ITIMER_REAL, seconds)
    for numbers, expression, language in questions:
        text = namespace.printed(expression, language)
        if 0 < len(text) <= LONGEST:
            data = f"{_encode([numbers, text])}\n".encode()
            while data:
                data = data[_write(writing, data) :]
