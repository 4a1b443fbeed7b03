"""What a course says of itself: its name in each language, its address, and the licences in its folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from build_tools.errors import UsageError
from build_tools.settings import config

_TAG = re.compile(r"SPDX-License-Identifier:\s*([\w.+-]+(?:\s+(?:AND|OR|WITH)\s+[\w.+-]+)*)")
_HOLDER = re.compile(r"^Copyright (?:\(c\)|©)?\s*(?:[0-9][0-9, –-]*\s)?\s*(.+)$", re.MULTILINE | re.IGNORECASE)
# The licence of the lessons, where it is not that of everything.
_LESSONS, _ALL = "LICENSE-lessons", "LICENSE"
# Terms and holder stand at a licence's top.
_TOP = 2_000


@dataclass(frozen=True)
class Licence:
    """A licence's file: the SPDX expression that it names, or else its first line, and whose copyright it is."""

    file: str
    expression: str
    title: str
    holder: str


@dataclass(frozen=True)
class Imprint:
    """A course: `names` by language, `address` where it will stand, or empty where that is not known."""

    names: Mapping[str, str]
    address: str
    licences: tuple[Licence, ...]

    @property
    def lessons(self) -> str:
        """The SPDX expression of the lessons' licence; "" where none is stated."""
        by_file = {one.file: one.expression for one in self.licences}
        return by_file.get(_LESSONS, by_file.get(_ALL, ""))


def read(root: Path, address: str = "") -> Imprint:
    """The imprint of the course in a folder.

    Args:
        root: the project's folder.
        address: where the site will stand (`https://example.org/course`), or empty.

    Raises:
        UsageError: there is no course at `root`, or a licence cannot be read.
    """
    names = {language.code: language.site_name for language in config.load(root).languages}
    files = sorted(path for path in root.glob(f"{_ALL}*") if path.is_file())
    return Imprint(names, address.strip().rstrip("/"), tuple(_licence(path) for path in files))


def _licence(path: Path) -> Licence:
    try:
        top = path.read_text("utf-8", errors="replace")[:_TOP]
    except OSError as error:
        raise UsageError(f"{path.name} cannot be read: {error.strerror}", "make it a readable file") from error
    tag, holder = _TAG.search(top), _HOLDER.search(top)
    first = next((line.strip() for line in top.splitlines() if line.strip()), "")
    return Licence(path.name, tag[1] if tag else "", first, holder[1].strip() if holder else "")
