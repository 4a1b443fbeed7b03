"""An exercise's heading: its level, its number, and where on the page its own title stands."""

from __future__ import annotations

from build_tools.model import Block, Page, Span
from build_tools.words import word


def numbered(block: Block, code: str) -> str:
    """An exercise by its number, with a colon where a title follows: `Exercise 2: `."""
    colon = word("colon", code) if block.title else ""
    return f"{word('exercise', code)} {block.id.rpartition('-')[2]}{colon}"


def heading(block: Block, page: Page) -> str:
    """The same as the beginning of a heading in Markdown, one level below that of its section: `### Exercise 2: `."""
    level = next((section.level for section in page.sections if section.id == block.section), 2)
    return f"{'#' * min(level + 1, 6)} {numbered(block, page.language)}"


def title(block: Block, page: Page) -> Span:
    """Where an exercise's own title stands; an empty span at the end of its opening line where it has none."""
    end = block.open.end
    if not block.title:
        return Span(end, end)
    behind = page.text[page.text.index("|", block.open.start, end) + 1 : end]
    return Span(end - len(behind.lstrip()), end)
