"""Quotations: words of a source, marked as such, with the way to its card."""

from __future__ import annotations

from collections.abc import Mapping

from build_tools.model import Block, Page, Source
from build_tools.pages import lesson
from build_tools.rendering import elements, works


def quotation_open(block: Block, page: Page, sources: Mapping[str, Source]) -> str:
    """What stands in front of the quoted words, which are in their source's language.

    Args:
        block: the block `/// quote`.
        page: the page that it stands on.
        sources: the cards.
    """
    source = sources.get(block.options.get("source", ""))
    cited = f' cite="{elements.shown(source.work.url)}"' if source is not None and not source.work.withdrawn else ""
    spoken = works.foreign(source.work, page.language) if source is not None else ""
    return f'<figure class="tk-quote"><blockquote{cited}{spoken}>'


def quotation_close(block: Block, page: Page, sources: Mapping[str, Source]) -> str:
    """What stands behind them: whose they are, and where in the source the page looks.

    Args:
        block: the block `/// quote`.
        page: the page that it stands on.
        sources: the cards.
    """
    identifier = block.options.get("source", "")
    source, locator = sources.get(identifier), lesson.locators(page).get(identifier)
    if source is None:
        return "</blockquote></figure>"
    title = f"<cite>{works.title(source.work, page.language, linked=False)}</cite>"
    # A page shows the cards of its sources where it has a place for them.
    if any(one.name == "cards" for one in page.blocks):
        title = f'<a href="#source-{identifier}">{title}</a>'
    authors = works.makers(source.work, page.language)
    title = f"{authors} · {title}" if authors else title
    where = f" · {elements.shown(locator.text)}" if locator is not None and locator.text else ""
    return f"</blockquote><figcaption>— {title}{where}</figcaption></figure>"
