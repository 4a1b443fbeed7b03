"""Characters that no reader sees, or that turn the order of those around them: shown by their numbers."""

from __future__ import annotations

import unicodedata

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# Persian and the scripts of India are not spelled right without them, and emoji are joined by one.
_JOINERS = "\u200c\u200d"
_LAST_OF_PICTURES_AND_SCRIPTS = 0x3FFFF


def legible(text: str, kept: str = "\n\t") -> str:
    """A text from outside, as a page or a terminal can show it: what nobody would see stands there as `[U+202E]`.

    Args:
        text: the text.
        kept: characters without a sign of their own that stay nevertheless.
    """
    if text.isprintable():  # so none of it is a sign of those kinds, or of none
        return text
    return "".join(f"[U+{ord(one):04X}]" if is_unseen(one) and one not in kept else one for one in text)


def is_unseen(character: str) -> bool:
    """Whether no reader sees a character. One that this Python does not know yet may be a new sign."""
    kind = unicodedata.category(character)
    if kind == "Cn":
        code = ord(character)
        return not 0x10000 <= code <= _LAST_OF_PICTURES_AND_SCRIPTS or code & 0xFFFE == 0xFFFE
    return kind in _UNSEEN and character not in _JOINERS
