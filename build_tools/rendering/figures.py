"""Figures on a page: the drawing, its caption and the mark that it is verified."""

from __future__ import annotations

import re
from html import escape

from build_tools.figures.draw import draw
from build_tools.figures.lettering import plain, runs
from build_tools.figures.numbers import NumberTable, tables
from build_tools.model import Block, Report, Verified, VerifiedPage
from build_tools.pages.options import decimals, labels
from build_tools.rendering.claims import mark
from build_tools.words import word


def figure_open(block: Block, one: Verified, page: VerifiedPage) -> str:
    """Where a figure begins; its caption follows in Markdown."""
    code = page.page.language
    drawing = draw(
        block.options["kind"],
        one.value,
        labels(block.options),
        decimals(block.options),
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
    shown = tables(one.value, labels(block.options), decimals(block.options))
    return "".join(_table(table, page.page.language) for table in shown)


def _table(table: NumberTable, code: str) -> str:
    caption = f"<caption>{_raised(table.name)}</caption>" if table.name else ""
    corner = word("values", code)
    heads = "".join(f'<th scope="col">{_raised(column)}</th>' for column in table.columns)
    cells = ["".join(f"<td>{_raised(cell)}</td>" for cell in row) for row in table.rows]
    body = "".join(
        f'<tr><th scope="row">{_raised(side)}</th>{row}</tr>' for side, row in zip(table.sides, cells, strict=True)
    )
    label = escape(plain(table.name) or corner, quote=True)
    return (
        f'<div class="tk-scroll" tabindex="0" role="region" aria-label="{label}"><table>{caption}'
        f'<thead><tr><th scope="col">{escape(corner)}</th>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _raised(label: str) -> str:
    """A label as in the drawing, with its sub- and superscripts."""
    tags = {0: "{}", -1: "<sub>{}</sub>", 1: "<sup>{}</sup>"}
    return "".join(tags[run.level].format(escape(run.text)) for run in runs(label))
