"""Tables: the cells of a verified one, and how they are marked in the built page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from build_tools.model import Page, Span, Verified
from build_tools.pages.atoms import atoms
from build_tools.rendering.plaintext import plain
from build_tools.words import word


@dataclass(frozen=True)
class Grid:
    """A verified table: for each row (the head first) and each cell, the numbers of the claim's numerals in it."""

    fields: tuple[tuple[tuple[int, ...], ...], ...]
    labels: tuple[str, ...]  # of each numeral: the heads of its row and its column, as plain text

    @property
    def row_heads(self) -> bool:
        """Whether the first column holds heads of rows: it has none of the numerals, and is not the only one."""
        return all(len(row) > 1 and not row[0] for row in self.fields[1:])


def grid(page: Page, one: Verified) -> Grid:
    """Where the numerals of a table's claim stand."""
    rows = _rows(page, one.claim.literal)
    starts = [pair.numeral.start for pair in one.pairs]
    fields = tuple(
        tuple(tuple(i for i, start in enumerate(starts) if cell.start <= start < cell.end) for cell in row)
        for row in rows
    )
    found = Grid(fields, ())
    top = [plain(page, cell) for cell in rows[0]]
    labels = [""] * len(starts)
    for row, cells in enumerate(fields):
        side = [plain(page, rows[row][0])] if found.row_heads and row else []
        for column, numbers in enumerate(cells):
            above = [top[column]] if row and column < len(top) and not fields[0][column] else []
            for number in numbers:
                labels[number] = ", ".join(head for head in side + above if head)
    return Grid(fields, tuple(labels))


def _rows(page: Page, table: Span) -> list[list[Span]]:
    """The cells of a table's rows, without the line below its head."""
    rows, start = [], table.start
    for number, line in enumerate(page.text[table.start : table.end].split("\n")):
        if number != 1:
            rows.append(_cells(page.text, start, start + len(line)))
        start += len(line) + 1
    return rows


def _cells(text: str, start: int, end: int) -> list[Span]:
    line = text[start:end]
    left = start + len(line) - len(line.lstrip(" \t>"))
    right = start + len(line.rstrip())
    inside = atoms(text, left, right)
    pipes, at = [], left
    while at < right:
        if at in inside:  # a formula or a piece of code may hold a pipe
            at = inside[at].end
            continue
        pipes += [at] if text[at] == "|" else []
        at += 1
    edges = [left - 1, *pipes, right]
    if pipes and pipes[0] == left:
        edges = edges[1:]
    if len(edges) > 2 and pipes[-1] == right - 1:
        edges = edges[:-1]
    return [Span(a + 1, b) for a, b in pairwise(edges)]


def mark_cells(element: Element, found: Grid) -> None:
    """Gives a built table its heads of rows and columns, and its cells the numbers of the numerals that they hold."""
    for row, cells in zip(element.iter("tr"), found.fields, strict=False):
        for column, (cell, numbers) in enumerate(zip(row, cells, strict=False)):
            if cell.tag == "th":
                cell.set("scope", "col")
            elif column == 0 and found.row_heads:
                cell.tag = "th"
                cell.set("scope", "row")
            if numbers:
                cell.set("data-fields", " ".join(map(str, numbers)))


def add_caption(element: Element, paragraph: Element) -> None:
    """Makes a paragraph's content the caption of a table."""
    caption = SubElement(element, "caption")
    element.remove(caption)
    element.insert(0, caption)
    caption.text = paragraph.text
    caption.extend(list(paragraph))


def table(columns: Iterable[str], rows: str, name: str, code: str) -> str:
    """A table of our own in a box that scrolls; `name` tells the box from others on the page."""
    heads = "".join(f'<th scope="col">{escape(word(key, code))}</th>' for key in columns)
    return (
        f'<div class="tk-scroll" tabindex="0" role="region" aria-label="{escape(name, quote=True)}"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
