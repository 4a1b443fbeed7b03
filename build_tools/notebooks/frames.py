"""What stands for a page's figures and cards in a notebook, as Markdown: numbers as tables and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from build_tools.cards import cardtext
from build_tools.entities import unescape
from build_tools.figures.draw import draw
from build_tools.figures.kinds import shapes
from build_tools.figures.lettering import plain
from build_tools.figures.numbers import NumberTable, tables
from build_tools.model import Block, Locator, Page, Source, Verified
from build_tools.pages import lesson
from build_tools.pages.options import decimals, labels
from build_tools.rendering import works
from build_tools.unseen import legible
from build_tools.words import word

_DESCRIPTION = re.compile(r"<desc[^>]*>(.*?)</desc>", re.DOTALL)
# What Markdown, HTML or a reader of formulas would take for its own.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|$~]|&(?=#?\w+;))")


def figure(block: Block, one: Verified, language: str) -> str:
    """A figure's numbers: the table of a heat map, a list of shapes, the text alternative of any other.

    Readers of notebooks take SVG out of Markdown, so there is no drawing.
    """
    given, kind = labels(block.options), block.options["kind"]
    if kind == "shapes":
        return "\n".join(f"- {escaped(item)}" for item in _shapes(one, given.get("names"), language))
    if kind != "heatmap":
        drawing = draw(kind, one.value, given, None, block.title, language, "figure")
        found = _DESCRIPTION.search(drawing)
        return escaped(unescape(found[1])) if found else ""
    return "\n\n".join(_table(table, language) for table in tables(one.value, given, decimals(block.options)))


def _shapes(one: Verified, names: Sequence[str] | None, language: str) -> Iterator[str]:
    for index, shape in enumerate(shapes(one.value)):
        name = plain(names[index]) if names else word("figure.shape", language).format(index + 1)
        yield word(f"figure.shape_{len(shape)}", language).format(name, " × ".join(f"{axis:,}" for axis in shape))


def cards(page: Page, sources: Mapping[str, Source]) -> str:
    """The sources of a lesson as a list: title and address, where to look, the licence, what to do without them."""
    items: list[str] = []
    for identifier, locator in lesson.locators(page).items():
        source = sources.get(identifier)
        if source is not None:
            items.append(f"- {_title(source)}")
            items += [f"    - {escaped(text)}" for text in _about(source, locator, page.language) if text]
    return "\n".join(items)


def quotation(block: Block, page: Page, sources: Mapping[str, Source]) -> str:
    """What opens a quotation: its words are in their source's language."""
    source = sources.get(block.options.get("source", ""))
    spoken = works.foreign(source.work, page.language) if source is not None else ""
    return f"<blockquote{spoken}>"


def quoted(block: Block, page: Page, sources: Mapping[str, Source]) -> str:
    """Whose words a quotation repeats, and where in the source the page looks."""
    identifier = block.options.get("source", "")
    source, locator = sources.get(identifier), lesson.locators(page).get(identifier)
    if source is None:
        return ""
    where = f" · {escaped(legible(locator.text))}" if locator is not None and locator.text else ""
    return f"— {_title(source)}{where}"


def _title(source: Source) -> str:
    """A title as a link, unless a person has decided that the address leads nowhere any more."""
    work = source.work
    title = escaped(legible(work.title))
    return title if work.withdrawn else f"[{title}](<{work.url}>)"


def _about(source: Source, locator: Locator, code: str) -> Iterator[str]:
    kind = word("brackets", code).format(word(f"locator.{locator.kind}", code))
    named = {
        f"{word('locator', code)}{kind}": locator.text,
        word("license", code): works.license_name(source.work.license, code),
        word("fallback", code): cardtext.plain(source.fallback.get(code, "")),
    }
    return (f"{label}{word('colon', code)}{legible(text)}" for label, text in named.items() if text)


def _table(table: NumberTable, language: str) -> str:
    head = (table.name or word("values", language), *table.columns)
    rows = [(side, *row) for side, row in zip(table.sides, table.rows, strict=True)]
    top, *body = ([escaped(plain(cell)) for cell in row] for row in (head, *rows))
    rule = [":---", *["---:"] * len(table.columns)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (top, rule, *body))


def escaped(text: str) -> str:
    """Plain text as Markdown that shows it."""
    return _SPECIAL.sub(r"\\\1", text)
