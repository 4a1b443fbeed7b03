"""Expressions of claims, each parsed once: how they are compared, what they list, and what a part of them is called."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from build_tools.pages.braces import normal


@dataclass(frozen=True)
class Expression:
    """An expression, read.

    `normal` and `parts` are it, and what it claims, as they are compared: without their spacing. `items` are the values
    that it lists one after the other, `w` and `b` in `w, b`; nothing where it lists none, or not each by itself.
    `whole` is it, as Python writes it, and `base` the same with parentheses where an index behind it needs them.
    """

    normal: str
    parts: tuple[str, ...]
    items: tuple[str, ...]
    whole: str
    base: str


@lru_cache(maxsize=4096)  # each is asked for in every language, for its job, its verdict and its counterpart
def read(text: str) -> Expression:
    """Reads an expression.

    Args:
        text: what stands behind `{=`, which its page's reader has found to be one.

    Raises:
        SyntaxError: it is none.
    """
    body = ast.parse(text.strip(), mode="eval").body
    whole = ast.unparse(body)
    listed = [ast.unparse(part) for part in body.elts] if isinstance(body, ast.Tuple | ast.List) else []
    starred = isinstance(body, ast.Tuple | ast.List) and any(isinstance(part, ast.Starred) for part in body.elts)
    return Expression(
        normal=normal(text),
        parts=tuple(listed) if isinstance(body, ast.Tuple) else (whole,),
        items=() if starred else tuple(listed),
        whole=whole,
        base=whole if isinstance(body, ast.Name | ast.Attribute | ast.Subscript | ast.Call) else f"({whole})",
    )
