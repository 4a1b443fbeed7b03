"""Figures on a page: the drawing, its caption and the mark that it is verified."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from build_tools.figures.draw import draw
from build_tools.figures.entries import entry, shared
from build_tools.figures.kinds import panels
from build_tools.figures.lettering import plain, runs
from build_tools.model import Block, Report, Verified, VerifiedPage
from build_tools.pages.options import labels
from build_tools.rendering.claims import mark
from build_tools.words import word


def figure_open(block: Block, one: Verified, page: VerifiedPage) -> str:
    """Where a figure begins; its caption follows in Markdown."""
    code = page.page.language
    decimals = block.options.get("decimals")
    drawing = draw(
        block.options["kind"],
        one.value,
        labels(block.options),
        int(decimals) if decimals is not None else None,
        block.title,
        code,
        f"tk-{block.id}",
    )
    return (
        f'<figure class="tk-block tk-figure" id="{block.id}" data-claim="{one.id}">{boxed(drawing, block.title)}'
        f'<figcaption><p class="tk-figure__title">{escape(block.title)}</p>'
    )


def boxed(drawing: str, title: str) -> str:
    """A drawing in its box, which scrolls where the drawing is wider than the page."""
    wide = re.match(r'<svg[^>]* class="[^"]*\btk-wide\b', drawing) is not None
    scrolls = f' tabindex="0" role="region" aria-label="{escape(title, quote=True)}"' if wide else ""
    return f'<div class="tk-drawing"{scrolls}>{drawing}</div>'


def figure_close(block: Block, one: Verified, page: VerifiedPage, report: Report) -> str:
    """Where it ends, with its values as a table where they are a matrix."""
    return f"</figcaption>{mark(one, page, report, _values(block, one, page))}</figure>"


def _values(block: Block, one: Verified, page: VerifiedPage) -> str:
    """The numbers of a heat map as they are drawn, for those who would rather read them."""
    if block.options["kind"] != "heatmap":
        return ""
    given, code = labels(block.options), page.page.language
    stack = panels(one.value)
    decimals = block.options.get("decimals")
    places = int(decimals) if decimals is not None else shared(cell for rows in stack for row in rows for cell in row)
    names = given.get("panels") or tuple(str(i + 1) if len(stack) > 1 else "" for i in range(len(stack)))
    shown = [tuple(tuple(entry(cell, places) for cell in row) for row in rows) for rows in stack]
    return "".join(_table(rows, name, given, code) for rows, name in zip(shown, names, strict=True))


def _table(rows: Sequence[Sequence[str]], name: str, given: Mapping[str, tuple[str, ...]], code: str) -> str:
    columns = given.get("columns") or tuple(str(i) for i in range(len(rows[0])))
    sides = given.get("rows") or tuple(str(i) for i in range(len(rows)))
    caption = f"<caption>{_raised(name)}</caption>" if name else ""
    corner = word("values", code)
    heads = "".join(f'<th scope="col">{_raised(column)}</th>' for column in columns)
    cells = ["".join(f"<td>{_raised(cell)}</td>" for cell in row) for row in rows]
    body = "".join(
        f'<tr><th scope="row">{_raised(side)}</th>{row}</tr>' for side, row in zip(sides, cells, strict=True)
    )
    label = escape(plain(name) or corner, quote=True)
    return (
        f'<div class="tk-scroll" tabindex="0" role="region" aria-label="{label}"><table>{caption}'
        f'<thead><tr><th scope="col">{escape(corner)}</th>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _raised(label: str) -> str:
    """A label as in the drawing, with its sub- and superscripts."""
    tags = {0: "{}", -1: "<sub>{}</sub>", 1: "<sup>{}</sup>"}
    return "".join(tags[run.level].format(escape(run.text)) for run in runs(label))
