"""A lesson as plain Markdown: what other builders take, and what every builder is measured against.

Claims leave their literals, formulas stay as text, blocks become headings and paragraphs.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping

_FRONT = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)
_OPTION = re.compile(r"^ {4}[a-z]+: .*\n", re.MULTILINE)
_TITLED = re.compile(r"^/// \w+ \| (.*)", re.MULTILINE)
_NAMED = re.compile(r"^/// (hint|answer|criterion|reflection)$", re.MULTILINE)
_CARDS = re.compile(r"^/// cards\n///$", re.MULTILINE)
_BLOCK = re.compile(r"^///.*\n", re.MULTILINE)
_BOUND = re.compile(r"\[([^\]\n]*(?:\][^\]\n{(]*)*)\]\{[=!][^}\n]*\}")
_BRACES = re.compile(r"^\{[=!][^}\n]*\} ?|\{[=!][^}\n]*\}", re.MULTILINE)
_INCLUDED = re.compile(r'^( *)--8<-- "([^":\n]+):(\w+)"', re.MULTILINE)


def text(lesson: str, cards: str = "") -> str:
    """A lesson's Markdown without what only this course's builder knows.

    Args:
        lesson: the page, front matter included, which stays.
        cards: what stands for its source cards.
    """
    front = _FRONT.match(lesson)
    head, body = (front[0], lesson[front.end() :]) if front else ("", lesson)
    body = _OPTION.sub("", body)
    body = _CARDS.sub(lambda match: cards, body)
    body = _NAMED.sub(lambda match: f"**{match[1].capitalize()}**", _TITLED.sub(r"### \1", body))
    body = _BLOCK.sub("", f"{body}\n")
    body = _BRACES.sub("", _BOUND.sub(r"\1", body))
    return head + re.sub(r"\n{3,}", "\n\n", body).rstrip("\n") + "\n"


def body(page: str) -> str:
    """A page without its front matter."""
    return _FRONT.sub("", page)


def included(page: str, files: Mapping[str, str]) -> str:
    """A page with the sections of code that it includes written out, for a builder that includes none.

    Args:
        page: the page.
        files: path → text of each file that it may include.
    """

    def section(match: re.Match[str]) -> str:
        indent, path, name = match.groups()
        source = files[path].split(f"[start:{name}]", 1)[1].split("\n", 1)[1]
        return textwrap.indent(source.split("# --8<--", 1)[0].rstrip(), indent)

    return _INCLUDED.sub(section, page)
