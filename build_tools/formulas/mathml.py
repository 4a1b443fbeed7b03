"""TeX → MathML, at build time."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from math_core import LatexError, LatexToMathML

# Nested deeper, the converter overflows the stack, which ends the whole process; what is longer, it may take in time
# that grows with the square of its length. No person writes such a formula.
_DEEPEST, _LONGEST = 100, 10_000
_NESTING = re.compile(
    r"\\\\|\\[{}]|(?P<open>\{|\\left(?![a-z])|\\begin|\\sqrt\s*\[)|(?P<close>\}|\\right(?![a-z])|\\end)"
)
_IN_A_ROW = re.compile(r"(?:\\[A-Za-z]+\s*+){100}")
# The converter reads what follows an opening bracket once more where nothing closes that: twice as long for each one.
_MOST_READ = 2_000_000  # characters, about a second
_NAMES = "Angle|Brace|Brack|Paren|Vert|ang|angle|bag|brace|brack|ceil|floor|group|moustache|paren|vert"
_BRACKETS = re.compile(
    r"(?P<begin>\\left(?![a-z])\s*(?:\\[A-Za-z]+|\\?.)|\\begin(?![a-z])|\{)"
    r"|(?P<end>\\right(?![a-z])\s*(?:\\[A-Za-z]+|\\?.)|\\end(?![a-z])|\})"
    rf"|(?P<open>[(\[⌈⌊⌜⌞⎰❲⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘⧚⧼]|\\\{{|\\(?:l(?:{_NAMES}|lbracket|langle|lparenthesis|lcorner)|ulcorner)(?![A-Za-z]))"
    rf"|(?P<close>[)\]⌉⌋⌝⌟⎱❳⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦎⦐⦒⦔⦖⦘⧙⧛⧽]|\\\}}|\\(?:r(?:{_NAMES}|rbracket|rangle|rparenthesis)|urcorner|lrcorner)(?![A-Za-z]))"
    r"|\\(?:[A-Za-z]+|.)",
    re.DOTALL,
)


@cache
def _converter() -> LatexToMathML:
    # Its own error text is for terminals; ours is put into a finding, on one line.
    return LatexToMathML(fancy_error=False)


@lru_cache(maxsize=4096)  # every language of a page sets the same
def fault(tex: str) -> str | None:
    """Why a formula cannot be set, or None."""
    if len(tex) > _LONGEST:
        return f"it is longer than {_LONGEST} characters"
    if _depth(tex) > _DEEPEST or _IN_A_ROW.search(tex):
        return f"it is nested more than {_DEEPEST} levels deep"
    if len(tex) << min(unclosed := _unclosed(tex), 30) > _MOST_READ:
        return f"{unclosed} of its brackets are never closed"
    try:
        _converter().convert_with_local_state(tex, displaystyle=False)
    except LatexError as error:
        return " ".join(str(error).split())
    return None


def _depth(tex: str) -> int:
    """How deep groups are nested at most."""
    depth = deepest = 0
    for match in _NESTING.finditer(tex):
        depth += bool(match["open"]) - (bool(match["close"]) and depth > 0)
        deepest = max(deepest, depth)
    return deepest


def _unclosed(tex: str) -> int:
    """How many opening brackets have no closing one, of whatever kind, in their own group."""
    unclosed, outer, opened = 0, [0], 0
    for match in _BRACKETS.finditer(tex):
        if match["begin"]:
            outer.append(opened)
            opened = 0
        elif match["end"]:
            unclosed += opened
            opened = outer.pop() if len(outer) > 1 else 0
        elif match["open"] or match["close"]:
            opened = opened + 1 if match["open"] else max(opened - 1, 0)
    return unclosed + opened + sum(outer)


def to_mathml(tex: str, *, display: bool) -> str:
    """A formula as MathML.

    Args:
        tex: what stands between the dollar signs; `fault` has found nothing wrong with it.
        display: whether it is set on a line of its own.
    """
    return _converter().convert_with_local_state(tex, displaystyle=display)


# How a command reads in plain text; those that only set type read as nothing, others as their own name.
_SPOKEN = {
    "cdot": " · ", "times": "×", "approx": "≈", "infty": "∞", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥",
    "ne": "≠", "neq": "≠", "in": "∈", "to": "→", "sqrt": "√", "ldots": "…", "dots": "…", "%": "%", "$": "$", "\\": "; ",
    **dict.fromkeys(["left", "right", "text", "mathrm", "mathbf", "mathit", "operatorname", "displaystyle"], ""),
    **dict.fromkeys(["quad", "qquad", ",", ";", ":", "!"], " "),
}  # fmt: skip
_FRACTION = re.compile(r"\\[tdc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_TRANSPOSED = re.compile(r"\^\s*(?:\{\s*\\top\s*\}|\\top(?![a-z]))")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}")
_TYPESET = re.compile(r"[\\{}&]")
_COMMAND = re.compile(r"\\([A-Za-z]+\s*|.)", re.DOTALL)


def spoken(tex: str) -> str:
    """A formula as one line of plain text, for where none can be set: `S_raw[0,0] = 2·1 + 0·0 = 4`."""
    if not _TYPESET.search(tex):  # most of what is asked about is a number
        return " ".join(tex.split())
    tex = _TRANSPOSED.sub("ᵀ", tex)
    text = _FRACTION.sub(r"\1/\2", _ENVIRONMENT.sub(" ", tex.replace("{,}", ",")))
    text = _COMMAND.sub(lambda match: _SPOKEN.get(match[1].strip(), match[1].strip()), text)
    return " ".join(re.sub(r"[{}&]", "", text).split())
