"""TeX → MathML, at build time."""

from __future__ import annotations

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
