"""Figures on a page: the drawing, its caption and the mark that it is verified."""

from __future__ import annotations

import re
from html import escape

from build_tools.figures.draw import draw
from build_tools.figures.kinds import items, panels
from build_tools.figures.lettering import plain
from build_tools.model import Block, Report, Tree, Verified, VerifiedPage
from build_tools.numbers.compare import show
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
    """The numbers of a heat map, for those who would rather read them."""
    if block.options["kind"] != "heatmap":
        return ""
    given, code = labels(block.options), page.page.language
    stack = panels(one.value)
    names = given.get("panels") or tuple(str(i + 1) if len(stack) > 1 else "" for i in range(len(stack)))
    return "".join(_table(panel, name, given, code) for panel, name in zip(stack, names, strict=True))


def _table(panel: Tree, name: str, given: dict[str, tuple[str, ...]], code: str) -> str:
    rows = [items(row) for row in items(panel)]
    columns = given.get("columns") or tuple(str(i) for i in range(len(rows[0])))
    sides = given.get("rows") or tuple(str(i) for i in range(len(rows)))
    caption = f"<caption>{escape(name)}</caption>" if name else ""
    corner = escape(word("values", code))
    heads = "".join(f'<th scope="col">{escape(plain(column))}</th>' for column in columns)
    cells = ["".join(f"<td>{escape(show(cell))}</td>" for cell in row) for row in rows]
    body = "".join(
        f'<tr><th scope="row">{escape(plain(side))}</th>{row}</tr>' for side, row in zip(sides, cells, strict=True)
    )
    return (
        f'<div class="tk-scroll" tabindex="0" role="region" aria-label="{escape(name or corner, quote=True)}"><table>'
        f'{caption}<thead><tr><th scope="col">{corner}</th>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
    )
