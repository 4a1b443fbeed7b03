"""What `print` shows of values: told by a fork, so that an object's own `__str__` costs nobody an answer."""

from __future__ import annotations

import json
import os
import select
import signal
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress

from build_tools.code.evaluate import Namespace

LONGEST = 20_000  # characters

# Kept from before the snippet ran, which may have patched them.
_close, _exit, _fork, _kill, _pipe, _read, _waitpid, _write = (
    os.close, os._exit, os.fork, os.kill, os.pipe, os.read, os.waitpid, os.write,
)  # fmt: skip
_monotonic = time.monotonic
_select = select.select
_decode = json.JSONDecoder().decode
_encode = json.JSONEncoder().encode


def ask(
    namespace: Namespace, questions: Sequence[tuple[str, str]], seconds: float, *, kept: Sequence[int]
) -> list[str]:
    """The text of each question's value as `print` writes it.

    Args:
        namespace: the snippet's names.
        questions: expression and language of each.
        seconds: of wall time for all of them together.
        kept: file descriptors that the fork must not have, since others write to them.

    Returns:
        A text for each question; "" where it fails, is longer than `LONGEST` or has not come in time.
    """
    texts = [""] * len(questions)
    if not questions or seconds <= 0:
        return texts
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # newer versions of Python warn where the snippet has left threads
            reading, writing = _pipe()
            child = _fork()
    except Exception:  # no process to be had, or a hook of the snippet's own
        return texts
    if child == 0:
        try:
            for descriptor in kept:
                _close(descriptor)
            _tell(namespace, questions, writing)
        finally:
            _exit(0)
    data = b""
    with suppress(OSError, ValueError):  # a snippet that holds more files open than can be waited for
        _close(writing)
        data = _gathered(reading, seconds)
        _close(reading)
    with suppress(OSError):
        _kill(child, signal.SIGKILL)
        _waitpid(child, 0)
    for line in data.split(b"\n")[:-1]:
        with suppress(ValueError, TypeError, IndexError):  # the snippet has written between our lines
            number, text = _decode(line.decode())
            texts[number] = str(text)
    return texts


def _tell(namespace: Namespace, questions: Sequence[tuple[str, str]], writing: int) -> None:
    """One line for each text, at once: what was told before a `__str__` that never ends is not lost."""
    for number, (expression, language) in enumerate(questions):
        text = namespace.printed(expression, language)
        if 0 < len(text) <= LONGEST:
            data = f"{_encode([number, text])}\n".encode()
            while data:
                data = data[_write(writing, data) :]


def _gathered(reading: int, seconds: float) -> bytes:
    """What comes until the end, or until the time is up."""
    deadline, data = _monotonic() + seconds, b""
    while (left := deadline - _monotonic()) > 0 and _select([reading], [], [], left)[0]:
        piece = _read(reading, 1 << 16)
        if not piece:
            break
        data += piece
    return data
