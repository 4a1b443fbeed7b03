"""TeX → MathML, at build time."""

from __future__ import annotations

import re
from functools import cache

from math_core import LatexError, LatexToMathML


@cache
def _converter() -> LatexToMathML:
    # Its own error text is for terminals; ours is put into a finding, on one line.
    return LatexToMathML(fancy_error=False)


def fault(tex: str) -> str | None:
    """Why a formula cannot be set, or None."""
    try:
        _converter().convert_with_local_state(tex, displaystyle=False)
    except LatexError as error:
        return " ".join(str(error).split())
    return None


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
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}")
_COMMAND = re.compile(r"\\([A-Za-z]+\s*|.)", re.DOTALL)


def spoken(tex: str) -> str:
    """A formula as one line of plain text, for where none can be set: `S_raw[0,0] = 2·1 + 0·0 = 4`."""
    text = _FRACTION.sub(r"\1/\2", _ENVIRONMENT.sub(" ", tex.replace("{,}", ",")))
    text = _COMMAND.sub(lambda match: _SPOKEN.get(match[1].strip(), match[1].strip()), text)
    return " ".join(re.sub(r"[{}&]", "", text).split())
