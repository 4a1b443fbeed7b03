"""The words that the generator itself puts on a page or into a file: looked up in one of its languages."""

from __future__ import annotations

from collections.abc import Mapping

from build_tools.wording import cards, exports, lessons, predictions, record

ACTIVITIES = ("ai-assisted-check", "reading", "practice")

_WORDS: Mapping[str, tuple[str, str]] = {
    "colon": ("：", ": "),
    "comma": ("、", ", "),
    "brackets": ("（{}）", " ({})"),
    **lessons.WORDS,
    **cards.WORDS,
    **exports.WORDS,
}
_SCRIPTED: Mapping[str, tuple[str, str]] = {
    **lessons.SCRIPTED,
    **predictions.SCRIPTED,
    **record.SCRIPTED,
    **cards.SCRIPTED,
}
_ORDER = ("ja", "en")


def word(key: str, language: str) -> str:
    """A word or sentence; in English where the language has none of its own."""
    return _WORDS[key][_column(language)]


def for_scripts(language: str) -> dict[str, str]:
    """The words that scripts show on a page, in its language."""
    column = _column(language)
    return {key: entry[column] for key, entry in _SCRIPTED.items()}


def _column(language: str) -> int:
    return _ORDER.index(language if language in _ORDER else "en")
