"""A formula cut up: its lexemes, its matrices, and its chains of sides joined by relations."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from build_tools.formulas.seen import joins
from build_tools.model import Numeral, Span

EQUAL = {"=", "＝", ":=", r"\coloneqq"}
ROUNDED = {"≈", r"\approx", r"\simeq", r"\cong", r"\fallingdotseq", r"\doteq"}
ORDER = {
    "<": "<", r"\lt": "<", ">": ">", r"\gt": ">", "≤": "<=", r"\le": "<=", r"\leq": "<=", r"\leqq": "<=",
    "≥": ">=", r"\ge": ">=", r"\geq": ">=", r"\geqq": ">=", "≠": "!=", r"\ne": "!=", r"\neq": "!=",
}  # fmt: skip
_OTHER = {r"\equiv", r"\in", r"\sim", r"\propto", r"\ll", r"\gg", r"\subset", r"\subseteq", "∈", r"\notin"}
_RELATIONS = EQUAL | ROUNDED | set(ORDER) | _OTHER
JOIN = r"\text of"  # words that join what stands around them: `25\% \text{ of } 48`
_ARROWS = {r"\to", r"\rightarrow", r"\Rightarrow", r"\implies", r"\iff", r"\mapsto", r"\longrightarrow", "→", "⇒"}
_SEPARATORS = _ARROWS | {",", "、", "，", ";", "；", "。", ":", "：", r"\colon", r"\quad", r"\qquad", r"\text", r"\tag"}
_SEPARATORS |= {JOIN}
CELLS = {"&", r"\\", r"\begin", r"\end"}
_SPACES = {r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\displaystyle", r"\textstyle", r"\limits", r"\left", r"\right"}
_SPACES |= {rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
TIMES = {"*", "×", "·", "⋅", r"\cdot", r"\times", r"\ast"}
DIVIDED = {"/", "÷", r"\div", ":", "："}  # a colon only between two numbers: `6 : 2 = 3 : 1`
FRACTIONS = {r"\frac", r"\tfrac", r"\dfrac", r"\cfrac"}
FUNCTIONS = {r"\ln": math.log, r"\exp": math.exp}
MINUS = "-−－"
OPENING, CLOSING = "([{", ")]}"
_ROWS = re.compile(r"(?:[pbvVB]|small)?matrix\*?\Z|array\Z|[dr]?cases\Z")

_LEXEME = re.compile(
    r"(?P<number>(?:\d{1,3}(?:(?:\{,\}|\\,|,)\d{3}){1,30}+(?![\d,]\d)|\d+)(?:\.\d+)?|\.\d+)"
    r"|(?P<command>\\(?:[A-Za-z]+|.))|(?P<space>\s+)|(?P<other>:=|.)",
    re.DOTALL,
)
_ENVIRONMENT = re.compile(r"\s*\{([^{}]*)\}(?:\{[^{}]*\})?")
_ONE = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL)
# What only changes how its argument looks: `\mathbf{0.84}`, `\boxed{14}`.
LOOKS = {r"\mathbf", r"\mathrm", r"\mathit", r"\mathsf", r"\mathtt", r"\boldsymbol", r"\bm", r"\boxed", r"\underline"}
# What takes room, or none, and is no part of the formula as it is read.
_UNREAD = re.compile(
    r"(?<=\\\\)\*?\s*\[\s*-?[\d.]+\s*[a-z]{2}\s*\]|\\[hv]space\*?\s*\{[^{}]*\}|\\(?:kern|mkern|hskip|mskip)\s*-?[\d.]+\s*[a-z]{2}"
    r"|\\(?:label|[hv]?phantom)\s*\{[^{}]*\}"
)


# Where a cell or a row of a matrix begins, so that a sign may follow.
_EDGES = re.compile(r"\\\\|\\(?:begin|end)\s*\{[^{}]*\}(?:\{[lcr|\s]*\})?")


def cells(tex: str) -> str:
    """The formula with the marks between the rows of its matrices as `&`, of the same length."""
    return _EDGES.sub(lambda match: "&".rjust(len(match.group()), "\x00"), tex)


def read_aloud(tex: str) -> str:
    """The formula with what no reader sees of it (spacing, phantoms, labels) replaced by `\x00`."""
    return _UNREAD.sub(lambda match: "\x00" * len(match.group()), tex)


@dataclass(frozen=True)
class Lexeme:
    kind: str  # number, command, symbol (a subscript), unit, other
    text: str
    span: Span


@dataclass(frozen=True)
class Matrix:
    """A matrix, or another thing with rows, of a formula: what it is called, where it stands, and each of its rows."""

    name: str
    span: Span
    rows: tuple[Span, ...]


@dataclass
class Side:
    """One side of a relation: `value` where it is closed arithmetic, `single` where it is one numeral."""

    lexemes: list[Lexeme]
    relation: str  # the relation in front of it; "" for the first of a chain
    single: Numeral | None = None
    value: Fraction | None = None
    exact: bool = True
    units: set[str] = field(default_factory=set)  # as they read: `m/s`
    part: bool = False  # whether words join it to what stands beside it

    @property
    def span(self) -> Span:
        return Span(self.lexemes[0].span.start, self.lexemes[-1].span.end)


def lex(tex: str, units: Mapping[int, tuple[int, str]]) -> tuple[list[Lexeme], list[Matrix]]:
    """The lexemes that mean something, and the matrices on the way.

    Args:
        tex: the formula.
        units: where each unit starts → where it ends, and how it reads.
    """
    plain = tex if tex.isascii() else "".join(map(_half, tex))
    lexemes: list[Lexeme] = []
    matrices: list[Matrix] = []
    opened: list[tuple[str, int, list[int]]] = []
    i = 0
    while match := _LEXEME.match(plain, i):
        kind, text, span = match.lastgroup or "other", match.group(), Span(*match.span())
        i = span.end
        if span.start in units:
            i, text = units[span.start]
            lexemes.append(Lexeme("unit", text, Span(span.start, i)))
            continue
        if text in (r"\begin", r"\end"):
            argument = _ENVIRONMENT.match(plain, i)
            i = argument.end() if argument else i
            if text == r"\begin":
                opened.append((argument.group(1) if argument else "", i, []))
            elif opened:
                name, start, breaks = opened.pop()
                if _ROWS.match(name):
                    rows = tuple(Span(*edge) for edge in pairwise([start, *breaks, span.start]))
                    matrices.append(Matrix(name, Span(start, span.start), rows))
        elif text == r"\\" and opened:
            opened[-1][2].append(span.end)
        elif text in (r"\text", r"\textbf", r"\textrm", r"\tag", r"\mbox"):
            i = _group_end(plain, i)
            text = JOIN if joins(plain[span.end : i]) else r"\text"
        elif text in ("_",):
            # What a subscript holds names, and computes nothing.
            i = _group_end(plain, i)
            lexemes.append(Lexeme("symbol", plain[span.start : i], Span(span.start, i)))
            continue
        if kind == "space" or text in _SPACES or text in LOOKS or text == "\x00":
            continue
        lexemes.append(Lexeme(kind, text, Span(span.start, i)))
    return lexemes, matrices


def _half(char: str) -> str:
    """A digit or a point in its ASCII form; every other character as it is."""
    return unicodedata.normalize("NFKC", char) if char.isdecimal() or char in "．" else char


def _group_end(tex: str, start: int) -> int:
    """The end of the brace group, or of the single character or command, that starts at `start`."""
    while start < len(tex) and tex[start].isspace():
        start += 1
    if start >= len(tex) or tex[start] != "{":
        command = _ONE.match(tex, start)
        return command.end() if command else start
    depth = 0
    for i in range(start, len(tex)):
        if tex[i] == "{" and tex[i - 1] != "\\":
            depth += 1
        elif tex[i] == "}" and tex[i - 1] != "\\":
            depth -= 1
            if depth == 0:
                return i + 1
    return len(tex)


def chains(lexemes: list[Lexeme]) -> list[list[Side]]:
    """Cuts a formula into chains of sides.

    A row of an aligned formula that starts with a relation goes on with the chain of the row above.
    """
    chains: list[list[Side]] = []
    chain = [Side([], "")]
    depth, cells_only = 0, True
    for i, lexeme in enumerate(lexemes):
        text = lexeme.text
        around = [near.kind for near in lexemes[max(i - 1, 0) : i + 2 : 2]]
        ratio = text in ":：" and i > 0 and around == ["number", "number"]
        if text in OPENING or text == r"\{":
            depth += 1
        elif text in CLOSING or text == r"\}":
            depth = max(depth - 1, 0)
        if lexeme.kind == "unit":
            chain[-1].units.add(text)
        elif text in CELLS or (depth == 0 and text in _SEPARATORS and not ratio):
            chain[-1].part = chain[-1].part or text == JOIN
            cells_only = cells_only and text in ("&", r"\\") if not chain[-1].lexemes else text in ("&", r"\\")
            depth = 0 if text in CELLS else depth
            if any(side.lexemes for side in chain):
                chains.append(chain)
                chain = [Side([], "")]
            chain[-1].part = text == JOIN
        elif depth == 0 and text in _RELATIONS:
            if len(chain) == 1 and not chain[0].lexemes and cells_only and chains:
                chain = chains.pop()
            chain.append(Side([], text))
        else:
            chain[-1].lexemes.append(lexeme)
    chains.append(chain)
    return [[side for side in chain if side.lexemes] for chain in chains]
