"""Figures: whether their kind can draw what their expression comes to."""

from __future__ import annotations

from build_tools.figures import kinds
from build_tools.model import Claim, Finding, Page, Tree, position
from build_tools.pages.options import labels


def check(page: Page, claim: Claim, value: Tree) -> list[Finding]:
    """Finds what keeps a figure from being drawn, at the option that is at fault.

    Args:
        page: the page on which it stands.
        claim: the figure's claim.
        value: what its expression came to.
    """
    block = next((one for one in page.blocks if one.id == claim.block), None)
    kind = block.options.get("kind") if block is not None else None
    if block is None or kind is None:
        return []  # said already, by the reader of the page
    taken = {key: given for key, given in labels(block.options).items() if key in kinds.KINDS[kind].labels}
    found = kinds.fault(kind, value, taken)
    if found is None:
        return []
    option, message = found
    span = block.option_spans.get(option, claim.expression_span)
    mend = "bind it to what this kind draws" if option == "value" else "give a label for each, with commas between"
    return [Finding(page.path, *position(page.text, span.start), "figure", message, mend)]
