"""Entities of HTML, as browsers show them, whatever number stands in one."""

from __future__ import annotations

import html
import re

# Python reads no number of any length. What has more digits than these stands for no character, as it does then.
_DECIMAL = re.compile(r"&#0*([0-9]{1,9})[0-9]*+")
_HEXADECIMAL = re.compile(r"&#([xX])0*([0-9a-fA-F]{1,8})[0-9a-fA-F]*+")


def unescape(text: str) -> str:
    """A text with its entities as the characters that they stand for."""
    return html.unescape(_HEXADECIMAL.sub(r"&#\1\2", _DECIMAL.sub(r"&#\1", text)))
