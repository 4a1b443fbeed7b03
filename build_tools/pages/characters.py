"""Characters that no reader sees, or that make a reader see something else than what is written."""

from __future__ import annotations

import re
import unicodedata

from build_tools.pages.draft import Draft
from build_tools.unseen import is_unseen

_SUSPECT = re.compile(r"[^\n\t\x20-\x7e\u3001-\u30ff\u4e00-\u9fff\uff01-\uff5e]")
_MOST = 10  # a binary file has thousands
_JOINER = "\u200d"  # builds one emoji out of several


def check(draft: Draft, start: int) -> None:
    """Reports hidden characters of a page's body, which starts at `start`.

    Bidirectional controls, zero-width characters, private-use characters and the like can turn the number that was
    checked into another one for the reader; so can a mark that is set over a digit.
    """
    text, found = draft.text, 0
    for match in _SUSPECT.finditer(text, start):
        char, at = match.group(), match.start()
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me") and text[at - 1 : at].isnumeric():
            what = "a mark stands over a digit"
        elif (kind == "Cf" or is_unseen(char)) and not (char == _JOINER and _pictures(text, at)):
            what = "no reader sees the character that stands here"
        else:
            continue
        name = unicodedata.name(char, "no name")
        draft.report(at, "hidden-character", f"{what}: U+{ord(char):04X} ({name})", "take it out")
        found += 1
        if found == _MOST:
            return


def _pictures(text: str, at: int) -> bool:
    around = (text[at - 1 : at], text[at + 1 : at + 2])
    return all(char and unicodedata.category(char) in ("So", "Sk", "Mn") for char in around)
