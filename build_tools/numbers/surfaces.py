"""Where a text stands, and the form in which patterns see it: of the same length, with one way to write each sign."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal

from build_tools.numbers.languages import words

Surface = Literal["prose", "code", "math"]

_COMMANDS = {
    r"\times": "×", r"\cdot": "·", r"\approx": "≈", r"\simeq": "≈", r"\infty": "∞", r"\pm": "±", r"\sim": "~",
    r"\left": " ", r"\right": " ", r"\quad": " ", r"\qquad": " ",
}  # fmt: skip
# `2 359 296` with spaces that break no line is one number.
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:[\u2009\u202f\u00a0]\d{3})+(?!\d)")
_HYPHENS = dict.fromkeys("－‐‑‒﹣", "-") | {"～": "〜", "—": "–"}  # a full-width tilde joins, an ASCII one may round
# A digit behind a backslash is no command: it stays one that a reader sees.
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|[\s!-/:-@\[-`{-~])")
_RELATION = frozenset(
    words(
        """eq neq ne lt gt le leq ge geq ll gg in to equiv propto rightarrow mapsto Rightarrow implies div ast odot
        oplus otimes mid text"""
    )
)
# What stands in these braces is layout or a reference, and no part of the formula.
_LAYOUT = frozenset(
    {*words("hspace vspace hskip vskip kern mkern mskip tag label ref eqref phantom rule color raisebox"), "\\"}
)


def normalised(text: str, surface: Surface) -> str:
    """The text as patterns see it, of the same length.

    Full-width forms and digits of other scripts become ASCII. In maths a command becomes the sign that it shows:
    `\\x02` stands for the end of another relation, `\\x01` for a symbol, `\\x03` for layout, `\\x00` for the rest.
    """
    chars = text if text.isascii() else "".join(map(_half, _GROUPED.sub(_joined, text)))
    return _COMMAND.sub(_sign, chars) if surface == "math" else chars


@cache
def _half(char: str) -> str:
    if char in _HYPHENS:
        return _HYPHENS[char]
    if "！" <= char <= "～" or char in "\u3000\u00a0\u202f\u2009":
        return unicodedata.normalize("NFKC", char)
    value = unicodedata.decimal(char, None)
    return str(value) if value is not None else char


def _joined(match: re.Match[str]) -> str:
    return re.sub("[\u2009\u202f\u00a0]", "_", match.group())


def _sign(match: re.Match[str]) -> str:
    command, length = match.group(), len(match.group())
    name = command[1:]
    if name in ("frac", "tfrac", "dfrac", "cfrac", ",", "%"):
        return command
    if command in _COMMANDS:
        return _COMMANDS[command] + "\x00" * (length - 1)
    if name in _RELATION:
        return "\x00" * (length - 1) + "\x02"
    if name in _LAYOUT:
        return "\x03" * length
    return ("\x01" if name.isalpha() else "\x00") * length
