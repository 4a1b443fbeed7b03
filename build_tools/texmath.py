"""Formulas: which numerals arithmetic protects, which it leaves free, which are symbolic, and what does not hold.

A formula is cut into chains of sides joined by relations. A side without a free symbol is closed arithmetic: it is
evaluated, exactly where it can be, and must agree with the other closed sides of its chain.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from build_tools.languages import Language
from build_tools.literals import scan
from build_tools.model import Name, Numeral, Span, Token

Role = Literal["symbolic", "protected", "free", "result"]

_EQUAL = {"=", "＝", ":=", r"\coloneqq", r"\equiv"}
_ROUNDED = {"≈", r"\approx", r"\simeq", r"\cong", r"\fallingdotseq", r"\doteq"}
_ORDER = {
    "<": "<", r"\lt": "<", ">": ">", r"\gt": ">", "≤": "<=", r"\le": "<=", r"\leq": "<=", r"\leqq": "<=",
    "≥": ">=", r"\ge": ">=", r"\geq": ">=", r"\geqq": ">=", "≠": "!=", r"\ne": "!=", r"\neq": "!=",
}  # fmt: skip
_OTHER = {r"\in", r"\sim", r"\propto", r"\ll", r"\gg", r"\subset", r"\subseteq", "∈", r"\notin"}
_RELATIONS = _EQUAL | _ROUNDED | set(_ORDER) | _OTHER
_ARROWS = {r"\to", r"\rightarrow", r"\Rightarrow", r"\implies", r"\iff", r"\mapsto", r"\longrightarrow", "→", "⇒"}
_SEPARATORS = _ARROWS | {",", "、", "，", ";", "；", "。", ":", "：", r"\colon", r"\quad", r"\qquad", r"\text", r"\tag"}
_CELLS = {"&", r"\\", r"\begin", r"\end"}
_SPACES = {r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\displaystyle", r"\textstyle", r"\limits", r"\left", r"\right"}
_SPACES |= {rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
_TIMES = {"*", "×", "·", "⋅", r"\cdot", r"\times", r"\ast"}
_DIVIDED = {"/", "÷", r"\div"}
_FRACTIONS = {r"\frac", r"\tfrac", r"\dfrac", r"\cfrac"}
_FUNCTIONS = {r"\ln": math.log, r"\exp": math.exp}
_MINUS = "-−－"
_OPEN, _CLOSE = "([{", ")]}"
_MATRICES = re.compile(r"(?:[pbvVB]|small)?matrix\*?\Z|array\Z")

_LEXEME = re.compile(
    r"(?P<number>(?:\d{1,3}(?:(?:\{,\}|\\,|,)\d{3})+(?![\d,]\d)|\d+)(?:\.\d+)?|\.\d+)"
    r"|(?P<command>\\(?:[A-Za-z]+|.))|(?P<space>\s+)|(?P<other>:=|.)",
    re.DOTALL,
)
_LIMIT = 300  # operands of one side that are tested one by one; more than a person writes or reads


@dataclass(frozen=True)
class Lexeme:
    kind: str  # number, command, other
    text: str
    span: Span


@dataclass(frozen=True)
class Matrix:
    """A matrix of a formula: where it stands, and each of its rows."""

    span: Span
    rows: tuple[Span, ...]


@dataclass(frozen=True)
class Reading:
    """A formula, read: its tokens, the role of each numeral, its matrices, and the relations that do not hold.

    `faults` are (span of the side that disagrees, message, mend).
    """

    tokens: tuple[Token, ...]
    roles: tuple[Role, ...]  # one per numeral, in order
    matrices: tuple[Matrix, ...]
    faults: tuple[tuple[Span, str, str], ...]

    @property
    def numerals(self) -> tuple[Numeral, ...]:
        return tuple(token for token in self.tokens if isinstance(token, Numeral))


class _Open(Exception):
    """This side is no closed arithmetic."""


@dataclass
class _Side:
    lexemes: list[Lexeme]
    relation: str  # the relation in front of it; "" for the first of a chain
    single: Numeral | None = None
    value: Fraction | None = None
    exact: bool = True

    @property
    def span(self) -> Span:
        return Span(self.lexemes[0].span.start, self.lexemes[-1].span.end)


def read(tex: str, language: Language) -> Reading:
    """Reads a formula.

    Args:
        tex: what stands between the dollar signs; characters hidden from the reader may be `\\x00`.
        language: the page's language, for `\\text{…}` and the decimal words in it.

    Returns:
        Its tokens with their roles. A numeral is *symbolic* in a side with a free symbol, *protected* where a change
        by one in its last place would break a relation, the *result* of its chain, or *free*.
    """
    tokens = scan(tex, language, surface="math")
    numerals = [token for token in tokens if isinstance(token, Numeral)]
    lexemes, matrices = _lex(tex)
    roles: dict[Numeral, Role] = {}
    faults: list[tuple[Span, str, str]] = []
    names = [token for token in tokens if isinstance(token, Name)]
    for chain in _chains(lexemes):
        _measure(chain, numerals, names)
        faults.extend(_faults(chain))
        _assign(chain, numerals, roles)
    return Reading(tokens, tuple(roles.get(numeral, "free") for numeral in numerals), tuple(matrices), tuple(faults))


# ------------------------------------------------------------------------------------------------ cutting


def _lex(tex: str) -> tuple[list[Lexeme], list[Matrix]]:
    """The lexemes that mean something, and the matrices on the way."""
    plain = "".join(unicodedata.normalize("NFKC", c) if c.isdecimal() or c in "．" else c for c in tex)
    lexemes: list[Lexeme] = []
    matrices: list[Matrix] = []
    opened: list[tuple[str, int, list[int]]] = []
    i = 0
    while match := _LEXEME.match(plain, i):
        kind, text, span = match.lastgroup or "other", match.group(), Span(*match.span())
        i = span.end
        if text in (r"\begin", r"\end"):
            argument = re.compile(r"\s*\{([^{}]*)\}(?:\{[^{}]*\})?").match(plain, i)
            i = argument.end() if argument else i
            if text == r"\begin":
                opened.append((argument.group(1) if argument else "", i, []))
            elif opened:
                name, start, breaks = opened.pop()
                if _MATRICES.match(name):
                    edges = [start, *breaks, span.start]
                    matrices.append(Matrix(Span(start, span.start), tuple(Span(*edge) for edge in pairwise(edges))))
        elif text == r"\\" and opened:
            opened[-1][2].append(span.end)
        elif text in (r"\text", r"\textbf", r"\textrm", r"\tag", r"\mbox"):
            text, i = r"\text", _group_end(plain, i)
        elif text in ("_",):
            # What a subscript holds names, and computes nothing.
            i = _group_end(plain, i)
            lexemes.append(Lexeme("symbol", "_", Span(span.start, i)))
            continue
        if kind == "space" or text in _SPACES or text == "\x00":
            continue
        lexemes.append(Lexeme(kind, text, Span(span.start, i)))
    return lexemes, matrices


def _group_end(tex: str, start: int) -> int:
    """The end of the brace group, or of the single character or command, that starts at `start`."""
    while start < len(tex) and tex[start].isspace():
        start += 1
    if start >= len(tex) or tex[start] != "{":
        command = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL).match(tex, start)
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


def _chains(lexemes: list[Lexeme]) -> list[list[_Side]]:
    """Cuts a formula into chains of sides.

    A row of an aligned formula that starts with a relation goes on with the chain of the row above.
    """
    chains: list[list[_Side]] = []
    chain = [_Side([], "")]
    depth, cells_only = 0, True
    for lexeme in lexemes:
        text = lexeme.text
        if text in _OPEN or text == r"\{":
            depth += 1
        elif text in _CLOSE or text == r"\}":
            depth = max(depth - 1, 0)
        if text in _CELLS or (depth == 0 and text in _SEPARATORS):
            cells_only = cells_only and text in ("&", r"\\") if not chain[-1].lexemes else text in ("&", r"\\")
            depth = 0 if text in _CELLS else depth
            if any(side.lexemes for side in chain):
                chains.append(chain)
                chain = [_Side([], "")]
        elif depth == 0 and text in _RELATIONS:
            if len(chain) == 1 and not chain[0].lexemes and cells_only and chains:
                chain = chains.pop()
            chain.append(_Side([], text))
        else:
            chain[-1].lexemes.append(lexeme)
    chains.append(chain)
    return [[side for side in chain if side.lexemes] for chain in chains]


# ---------------------------------------------------------------------------------------------- measuring


def _measure(chain: list[_Side], numerals: list[Numeral], names: list[Name]) -> None:
    """Evaluates each closed side, and says which are a single numeral."""
    for side in chain:
        inside = [n for n in numerals if side.span.start <= n.start and n.end <= side.span.end]
        if len(inside) == 1 and _covers(inside[0], side):
            numeral = inside[0]
            side.single = numeral
            if isinstance(numeral.value, Fraction):
                side.value = numeral.value
                continue
        if any(side.span.start <= name.start < side.span.end for name in names):
            continue
        try:
            side.value, side.exact = _Arithmetic(side.lexemes, {}).value()
        except (_Open, ZeroDivisionError, OverflowError, ValueError, RecursionError):
            side.value = None


def _covers(numeral: Numeral, side: _Side) -> bool:
    span = side.span
    lead = [lexeme for lexeme in side.lexemes if lexeme.span.end <= numeral.start]
    return span.end <= numeral.end and all(lexeme.text in "+±" for lexeme in lead)


def _symbolic(side: _Side) -> bool:
    """Whether a side has a free symbol. The exponent of a number space, as in R^{3×4}, is a shape, not a symbol."""
    known = _TIMES | _DIVIDED | _FRACTIONS | set(_FUNCTIONS)
    known |= {r"\sqrt", r"\%", r"\infty", r"\pm", r"\ldots", r"\dots", r"\{", r"\}", r"\cdots", r"\vdots", r"\ddots"}
    space = side.lexemes[0].text == r"\mathbb"
    rest = side.lexemes[4 if space else 0 :]
    for lexeme in rest:
        if lexeme.kind == "symbol" or (lexeme.kind == "command" and lexeme.text not in known):
            return True
        if lexeme.kind == "other" and lexeme.text.isalpha():
            return True
    return False


def holds(left: _Side, right: _Side, relation: str) -> bool:
    """Whether two closed sides stand in the relation, to the precision at which they are written."""
    assert left.value is not None and right.value is not None
    a, b = left.value, right.value
    if relation in _ORDER:
        return {"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b, "!=": a != b}[_ORDER[relation]]
    units = [n.unit for n in (left.single, right.single) if n and n.unit is not None]
    slack = max(units) / 2 if units else Fraction(0)
    if relation in _ROUNDED and right.single and not right.single.unit:
        slack = max(slack, _last_digit(b) / 2)
    if not (left.exact and right.exact) or slack:
        slack += max(abs(a), abs(b)) / 10**12
    return abs(a - b) <= slack


def _last_digit(value: Fraction) -> Fraction:
    """The place of an integer's last non-zero digit."""
    if value.denominator != 1 or value == 0:
        return Fraction(0) if value else Fraction(1)
    digits = str(abs(value.numerator))
    return Fraction(10 ** (len(digits) - len(digits.rstrip("0"))))


def _relations(chain: list[_Side]) -> list[tuple[_Side, _Side, str]]:
    """The pairs of closed sides that must agree: neighbours, with symbols in between skipped."""
    pairs: list[tuple[_Side, _Side, str]] = []
    last: _Side | None = None
    between: list[str] = []
    for side in chain:
        between.append(side.relation)
        if side.value is None:
            continue
        if last is not None:
            used = [relation for relation in between if relation]
            if all(relation in _EQUAL for relation in used):
                pairs.append((last, side, "="))
            elif all(relation in _EQUAL | _ROUNDED for relation in used):
                pairs.append((last, side, r"\approx"))
            elif len(used) == 1 and used[0] in _ORDER:
                pairs.append((last, side, used[0]))
        last, between = side, []
    return pairs


def _faults(chain: list[_Side]) -> list[tuple[Span, str, str]]:
    faults = []
    for left, right, relation in _relations(chain):
        if not holds(left, right, relation):
            shown = "".join(lexeme.text for lexeme in left.lexemes)
            stated = "".join(lexeme.text for lexeme in right.lexemes)
            message = f"`{shown}` is {number(left.value)}, not {relation} `{stated}`"
            faults.append((right.span, message, "correct the side that is wrong"))
    return faults


def number(value: Fraction | None) -> str:
    """A number as a message shows it."""
    if value is None:
        return "unknown"
    if value.denominator == 1:
        return f"{value.numerator:,}" if abs(value.numerator) < 10**30 else "a huge integer"
    return f"{float(value):.12g}"


def _assign(chain: list[_Side], numerals: list[Numeral], roles: dict[Numeral, Role]) -> None:
    """Gives each numeral of a chain its role."""
    singles = [side for side in chain if side.single]
    result = singles[-1] if singles else None
    relations = _relations(chain)
    for side in chain:
        inside = [n for n in numerals if side.span.start <= n.start and n.end <= side.span.end]
        if side is result:
            role: Role = "result"
        elif side.value is None and _symbolic(side):
            role = "symbolic"
        else:
            mine = [pair for pair in relations if side in pair[:2]]
            for numeral in inside:
                roles[numeral] = "protected" if mine and _protected(side, numeral, mine) else "free"
            continue
        for numeral in inside:
            roles[numeral] = role


def _protected(side: _Side, numeral: Numeral, relations: list[tuple[_Side, _Side, str]]) -> bool:
    """Whether changing each number of a numeral by one in its last place would break a relation."""
    atoms = [
        lexeme
        for lexeme in side.lexemes
        if lexeme.kind == "number" and numeral.start <= lexeme.span.start and lexeme.span.end <= numeral.end
    ]
    if not atoms or sum(lexeme.kind == "number" for lexeme in side.lexemes) > _LIMIT:
        return False
    return all(_breaks(side, atom, step, relations) for atom in atoms for step in (1, -1))


def _breaks(side: _Side, atom: Lexeme, step: int, relations: list[tuple[_Side, _Side, str]]) -> bool:
    places = len(atom.text.partition(".")[2])
    changed = {atom.span.start: _number(atom.text) + Fraction(step, 10**places)}
    try:
        value, exact = _Arithmetic(side.lexemes, changed).value()
    except (_Open, ZeroDivisionError, OverflowError, ValueError, RecursionError):
        return True
    other = _Side(side.lexemes, side.relation, side.single, value, exact)
    pairs = [(other if a is side else a, other if b is side else b, relation) for a, b, relation in relations]
    return not all(holds(*pair) for pair in pairs)


def _number(text: str) -> Fraction:
    return Fraction(re.sub(r"[{},\\]", "", text))


# --------------------------------------------------------------------------------------------- arithmetic


class _Arithmetic:
    """Evaluates closed arithmetic by recursive descent; raises `_Open` at anything else."""

    def __init__(self, lexemes: list[Lexeme], changed: dict[int, Fraction]) -> None:
        self.lexemes, self.changed = lexemes, changed
        self.at, self.exact, self.depth = 0, True, 0

    def value(self) -> tuple[Fraction, bool]:
        """The value, and whether it is exact (no root, logarithm or the like in it)."""
        value = self._sum()
        if self.at != len(self.lexemes):
            raise _Open
        return value, self.exact

    @property
    def _next(self) -> str:
        return self.lexemes[self.at].text if self.at < len(self.lexemes) else ""

    def _take(self, *texts: str) -> bool:
        if self._next and self._next in texts:
            self.at += 1
            return True
        return False

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise _Open

    def _sum(self) -> Fraction:
        self.depth += 1
        if self.depth > 60:
            raise _Open
        total = self._product()
        while self._next and self._next in "+" + _MINUS:
            sign = 1 if self._next == "+" else -1
            self.at += 1
            total += sign * self._product()
        self.depth -= 1
        return total

    def _product(self) -> Fraction:
        product = self._signed()
        while True:
            if self._take(*_TIMES):
                product *= self._signed()
            elif self._take(*_DIVIDED):
                product /= self._signed()
            elif self._next in ("(", r"\sqrt", *_FRACTIONS):
                product *= self._power()
            else:
                return product

    def _signed(self) -> Fraction:
        sign = 1
        while self._next and self._next in "+" + _MINUS:
            sign = -sign if self._next != "+" else sign
            self.at += 1
        return sign * self._power()

    def _power(self) -> Fraction:
        base = self._base()
        while self._take(r"\%", "%"):
            base /= 100
        if self._take("^"):
            exponent = self._signed()
            if exponent.denominator != 1 or abs(exponent) > 512 or max(abs(base.numerator), base.denominator) > 10**40:
                raise _Open
            base = base ** int(exponent)
        return base

    def _base(self) -> Fraction:
        if self.at >= len(self.lexemes):
            raise _Open
        lexeme = self.lexemes[self.at]
        self.at += 1
        if lexeme.kind == "number":
            return self.changed.get(lexeme.span.start, _number(lexeme.text))
        if lexeme.text in _OPEN:
            value = self._sum()
            self._expect(_CLOSE[_OPEN.index(lexeme.text)])
            return value
        if lexeme.text in _FRACTIONS:
            return self._argument() / self._argument()
        if lexeme.text == r"\sqrt":
            return self._root(self._argument())
        if lexeme.text in _FUNCTIONS:
            self.exact = False
            return Fraction(_FUNCTIONS[lexeme.text](self._power()))
        raise _Open

    def _argument(self) -> Fraction:
        """A brace group, or a single digit as in `\\tfrac12`."""
        if self._next == "{":
            return self._base()
        raise _Open

    def _root(self, value: Fraction) -> Fraction:
        if value < 0:
            raise _Open
        root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
        if root * root == value:
            return root
        self.exact = False
        return Fraction(math.sqrt(value))
