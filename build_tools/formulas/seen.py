"""What a reader sees of a formula's numbers: signs and groups of digits however spaced, units, wrapped numbers.

All of these give a text of the same length, so that offsets stay those of the formula as written.
"""

from __future__ import annotations

import re

from build_tools.model import Numeral, Span

_SPACE = r"(?:[\s\x00~]|\\[,;:!> ])"
_DIGITS = r"\d[\d.,]*|\.\d+"
_MINUS = "-−－"
# A sign in a group of its own: `{-}48`, `\mathord{-}48`, `\text{−}48`.
_LONE_SIGN = re.compile(rf"(?:\\(?:mathord|mathrm|text|mathbin|mathop)\s*)?\{{\s*([{_MINUS}])\s*\}}(?={_SPACE}*[\d.])")
# A sign in front of a number that is spaced off or stands in a group of its own: `-\,48`, `-(48)`, `-{48}`.
_FAR_SIGN = re.compile(
    rf"(?P<sign>[{_MINUS}±])(?P<gap>{_SPACE}*)(?:(?P<open>\(|(?:\\(?:math(?:bf|rm|it|sf|tt)|text|boldsymbol)\s*)?\{{)"
    rf"(?P<inner>\s*(?:{_DIGITS})\s*)(?P<close>[)}}])|(?=[\d.]))"
)
_BRACKETED = re.compile(r"[\[(][^\[\]()=]*[\])]")
_SPACED_SIGN = re.compile(rf"(?<=\d)(?P<gap>\s*(?:\\[,;: ]|\\q?quad|~)(?:\s|\\[,;: ]|\\q?quad|~)*)(?=[{_MINUS}][\d.])")
_GROUPED = re.compile(r"(?<![\d.,])(?<!\d\\[,;: ])\d{1,3}(?:(?:\\[;: ]\d{3})+|(?:~\d{3})+)(?![\d~]|\\[;: ]\d)")
_BEFORE, _AFTER = re.compile(r"\S\s*\Z"), re.compile(r"\s*+(\S)")
_PERCENT = re.compile(r"(?<=\d)(?P<gap>[~\s]*)(?:(?P<open>\\text\s*\{\s*)(?P<sign>\\%)(?P<close>\s*\})|~\s*(?=\\?%))")


def read_numbers(tex: str) -> str:
    """The formula with each number in the one form in which patterns know it.

    A sign stands in front of its number, in `(0.1\\quad -0.2)` behind a comma; digits are grouped by `\\,` or a comma.
    """
    tex = _LONE_SIGN.sub(lambda match: match[1].ljust(len(match[0])), tex)
    tex = _FAR_SIGN.sub(_near_sign, tex)
    tex = _BRACKETED.sub(lambda match: _SPACED_SIGN.sub(lambda gap: ",".rjust(len(gap[0])), match[0]), tex)
    tex = _GROUPED.sub(lambda match: _grouped(match, tex), tex)
    return _PERCENT.sub(_percent, tex)


def _near_sign(match: re.Match[str]) -> str:
    inner = match["inner"]
    if inner is None:
        return match["sign"] + " " * len(match["gap"])
    if (match["open"] == "(") != (match["close"] == ")"):
        return match[0]
    return match["sign"] + " " * len(match["gap"] + match["open"]) + inner + " "


def _grouped(match: re.Match[str], tex: str) -> str:
    before, after = _BEFORE.search(tex, *_near(match)), _AFTER.match(tex, match.end())
    bracketed = (before is not None and before[0][0] in "[(") or (after is not None and after[1] in "])")
    return match[0] if bracketed else re.sub(r"\\[;: ]", r"\\,", match[0]).replace("~", ",")


def _near(match: re.Match[str]) -> tuple[int, int]:
    """From where to where something stands closely before a match."""
    return max(0, match.start() - 40), match.start()


def _percent(match: re.Match[str]) -> str:
    if match["sign"] is None:
        return " " * len(match[0])
    return " " * len(match["gap"] + match["open"]) + match["sign"] + " " * len(match["close"])


# ------------------------------------------------------------------------------------------------- units

_WORD = r"\{(?P<word>\s*[^\W\d_]?(?:[^{}\\\d]|\^\s*\{?-?\d\}?|\\(?:cdot|times|circ|mu|Omega|,|%|\s))*)\}"
_UPRIGHT = r"\\(?:mathrm|text|textrm|textnormal|mbox|rm)"
_POWER = r"(?:\s*\^\s*(?:\{\s*[-−]?\d\s*\}|[-−]?\d))?"
_MORE = (
    rf"(?:{_SPACE}*+(?:(?:/|\\cdot|\\times){_SPACE}*+)?"
    rf"\\(?:mathrm|text|textrm)\s*\{{[^{{}}\\\d]*\}}{_POWER}){{0,8}}?"
)
_UNIT = re.compile(
    rf"(?<=[\d}}%])(?P<gap>{_SPACE}*+)(?P<unit>"
    rf"\^\s*(?:\{{\s*\\circ\s*\}}|\\circ)(?:{_SPACE}*\\(?:mathrm|text)\s*\{{\s*[CF]\s*\}})?"
    rf"|\\degree(?![A-Za-z])|(?<=[~,;: ])\\(?:Omega|AA|ohm)(?![A-Za-z])"
    rf"|(?:\\(?:mu|Omega)\s*)?{_UPRIGHT}\s*{_WORD}{_POWER}{_MORE})"
    # What follows a unit ends it; `\mathrm{d}x`, `\mathrm{softmax}(x)` and `\mathrm{head}_1` are something else.
    rf"(?={_SPACE}*(?:\Z|[^\w\s(\[{{\\~^'!]|\\(?:\\|[!,;:}}]|(?:cdot|times|div|ast|pm|mp|text|quad"
    r"|qquad|right|[Bb]igg?r?|rfloor|rceil|end|to|rightarrow|Rightarrow|implies|iff|mapsto|leq?|geq?|lt|gt|neq?|approx|simeq|sim|cong|equiv|propto|in|ll|gg"
    r"|ldots|dots|cdots)(?![A-Za-z]))))"
)
# Words that join what stands around them, so that neither is the whole of its side.
_JOINING = {
    "of",
    "out of",
    "の",
    "times",
    "plus",
    "minus",
    "per",
    "over",
    "divided by",
    "multiplied by",
    "less",
    "のうち",
}
_CONNECTING = {
    *_JOINING,
    "and",
    "or",
    "if",
    "for",
    "where",
    "with",
    "to",
    "then",
    "from",
    "so",
    "at",
    "as",
    "by",
    "in",
    "is",
}
_CONNECTING |= {
    "と",
    "または",
    "かつ",
    "ならば",
    "より",
    "から",
    "なので",
    "つまり",
    "すなわち",
    "hence",
    "thus",
    "because",
}
_GROUPED_DIGIT = re.compile(r"\d\s*\}\Z")
_LETTER = re.compile(r"\s*[^\W\d_]|\s*[°℃ΩµμÅ]")


def units(tex: str) -> dict[int, tuple[int, str]]:
    """Upright words directly behind a number, and degrees: where each starts → where it ends, and how it reads."""
    found = {}
    for match in _UNIT.finditer(tex):
        word = match["word"]
        if word is not None and (not _LETTER.match(word) or word.strip() in _CONNECTING):
            continue
        if tex[match.start() - 1] == "}" and not _GROUPED_DIGIT.search(tex, *_near(match)):
            continue
        letters = re.findall(r"[^\W\d_]+", re.sub(r"\\[A-Za-z]+", "", match["unit"]))
        found[match.start("unit")] = (match.end("unit"), " ".join(letters))
    return found


def joins(text: str) -> bool:
    """Whether words in a formula (`\\text{ of }`) join what stands before and behind them into one."""
    inner = text.partition("{")[2].rpartition("}")[0]
    return inner.strip() in _JOINING


_SCALE = re.compile(
    r"(?:(?P<gap>\\[,;: ]\s*+|~\s*+)?(?P<command>\\[A-Za-z]++)\s*+)?\{(?=\s*(?P<scale>[kKMBT]|[kKMGTP]i?B)\s*\})"
)


def without_symbols(tex: str) -> str:
    """The formula as the number reader is to see it: only upright letters scale (`124\\text{M}`, `80\\,\\mathrm{GB}`).

    `2\\,\\mathbf{K}` is twice a matrix, and `48\\,\\mathrm{K}` a temperature.
    """
    return _SCALE.sub(_unscaled, tex)


def _unscaled(match: re.Match[str]) -> str:
    upright = re.fullmatch(_UPRIGHT, match["command"] or "") is not None
    if upright and not (match["gap"] and len(match["scale"]) == 1):
        return match[0]
    return match[0][:-1] + "\x01"


# ----------------------------------------------------------------------------------------- wrapped numbers

_CLOSED = re.compile(r"\s*+\}")
_WRAPPER = re.compile(
    r"\\(?P<command>[A-Za-z]+)\s*(?:\[[^\[\]]*\]\s*)?(?:\{[^{}]*\}\s*)?\{\s*\Z|(?P<empty>[_^]\s*\{\s*\}\s*)\Z"
)


def wrapped(tex: str, numeral: Numeral, operators: set[str]) -> bool:
    """Whether a number is all that a command sets apart (`\\fbox{49}`), or stands behind an empty subscript.

    Args:
        tex: the formula.
        numeral: the number.
        operators: commands that compute something of their argument.
    """
    before = _WRAPPER.search(tex, max(0, numeral.start - 80), numeral.start)
    if before is None or before["empty"]:
        return before is not None
    return "\\" + before["command"] not in operators and _CLOSED.match(tex, numeral.end) is not None


def whole(tex: str, start: int, end: int) -> Span:
    """The span of a numeral, up to the end of the group that it opens."""
    opened = 0
    for at in range(start, end):
        opened += (tex[at] in "{(") - (tex[at] in "})")
    while opened > 0 and end < len(tex) and end - start < 80:
        opened += (tex[end] in "{(") - (tex[end] in "})")
        end += 1
    return Span(start, end)
