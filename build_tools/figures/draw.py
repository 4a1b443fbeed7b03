"""A figure as inline SVG, whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping

from build_tools.figures import heatmap, mask, shapes, split
from build_tools.model import Tree


def draw(
    kind: str,
    value: Tree,
    labels: Mapping[str, tuple[str, ...]],
    decimals: int | None,
    title: str,
    language: str,
    identifier: str,
) -> str:
    """The drawing of a value in which `kinds.fault` finds nothing.

    Args:
        kind: one of `kinds.KINDS`.
        value: what the figure's expression came to.
        labels: by option (`rows`, `columns`, `panels`, `names`), those that are given.
        decimals: how many each number of a heat map shows; None for as many as say it exactly, up to three.
        title: what the figure is called.
        language: of the text alternative.
        identifier: an id that is unique on the page; all ids in the drawing begin with it.

    Raises:
        kinds.Undrawable: the value is none that the kind can draw.
    """
    if kind == "heatmap":
        return heatmap.draw(value, labels, decimals, title, language, identifier)
    kinds = {"mask": mask.draw, "shapes": shapes.draw, "split": split.draw}
    return kinds[kind](value, labels, title, language, identifier)
