"""How findings on names that are not known say what to write instead."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def meant(name: str, known: Iterable[str], otherwise: str) -> str:
    """A mend: the known name that this one resembles most, or else what is to be done.

    Args:
        name: what somebody wrote.
        known: what could have been meant.
        otherwise: the mend where nothing resembles it.
    """
    near = get_close_matches(name[:80], list(known), 1)
    return f"did you mean `{near[0]}`?" if near else otherwise
