"""A stretch of a page as plain Markdown, our syntax taken out and all else as it was written, or as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from build_tools.entities import unescape
from build_tools.formulas import mathml
from build_tools.model import Exemption, Page, Span

_BLANKS = re.compile(r"\n{3,}")
Edit = tuple[int, int, str]  # from where to where, and what stands there instead
# Code, escapes, links, tags and emphasis; a `*` between spaces is text.
_MARKUP = re.compile(
    r"(?P<fence>`+)(?P<code>.+?)(?P=fence)(?!`)|\\(?P<escaped>[!-/:-@\[-`{-~])|!?\[(?P<link>[^\[\]]*)\]\([^()]*\)"
    r"|</?[A-Za-z][^<>]*>|(?<!\s)\*+|\*+(?!\s)"
)


def bare(page: Page, span: Span) -> str:
    """The Markdown of a stretch of a page, for readers that do not know our syntax.

    Literals stay, what they are bound to goes; formulas and tables stay as they are; a table's caption becomes a line
    of its own; the lines of our blocks go with their options.

    Args:
        page: the page.
        span: the stretch, which cuts no claim apart.
    """
    held = marks(page, span)
    edits = chain(held, _lines(page)) if "\n" in span.of(page.text) else held
    return _BLANKS.sub("\n\n", edited(page.text, span, edits)).strip("\n")


def edited(text: str, span: Span, edits: Iterable[Edit]) -> str:
    """A stretch of a text with all edits inside of it made; of two that overlap, the first."""
    parts: list[str] = []
    at = span.start
    for start, end, put in sorted(edits):
        if start >= at and end <= span.end:
            parts += [text[at:start], put]
            at = end
    return "".join([*parts, text[at : span.end]])


def plain(page: Page, span: Span) -> str:
    """A stretch of a line as plain text: formulas as they are spoken, no emphasis, no escapes.

    Args:
        page: the page.
        span: the stretch, which cuts no claim and no formula apart.
    """
    parts: list[str] = []
    at = span.start
    inside = [one for one in page.formulas if span.start <= one.whole.start and one.whole.end <= span.end]
    for formula in sorted(inside, key=lambda one: one.whole.start):
        if at <= formula.whole.start:
            parts += [_unmarked(bare(page, Span(at, formula.whole.start))), mathml.spoken(formula.tex.of(page.text))]
            at = formula.whole.end
    parts.append(_unmarked(bare(page, Span(at, span.end))))
    return " ".join("".join(parts).split())


def _unmarked(text: str) -> str:
    def kept(match: re.Match[str]) -> str:
        if match["code"] is not None:
            return match["code"].replace("\\|", "|").replace("&", "&amp;")
        return (match["escaped"] or match["link"] or "").replace("&", "&amp;" if match["escaped"] else "&")

    return unescape(_MARKUP.sub(kept, text))


def around(page: Page, exemption: Exemption) -> Iterator[Span]:
    """What of an exemption no reader sees: its brackets and its reason."""
    if page.text[exemption.whole.start] == "[" and exemption.whole.start < exemption.literal.start:
        yield Span(exemption.whole.start, exemption.literal.start)
        yield Span(exemption.literal.end, exemption.whole.end)
    else:  # the reason alone stands behind a formula or below a block
        yield Span(page.text.rfind("{!", exemption.literal.end, exemption.whole.end), exemption.whole.end)


def marks(page: Page, within: Span | None = None) -> Iterator[Edit]:
    """Where a page's text, or a stretch of it, is marked as claimed or exempt, and what is there in plain Markdown."""
    first, last = (within.start, within.end) if within else (0, len(page.text))
    for claim in page.claims:
        if claim.whole.end <= first or claim.whole.start >= last:
            continue
        if claim.shape in ("text", "math"):
            start, end = claim.literal.start, claim.literal.end
            if claim.shape == "math":
                start, end = claim.whole.start, claim.marker.start
            yield claim.whole.start, start, ""
            yield end, claim.whole.end, ""
        elif claim.shape != "figure":
            yield claim.marker.start, claim.marker.end, ""
            if claim.caption is not None:
                yield claim.marker.end, claim.caption.start, "\n"
    for exemption in page.exemptions:
        if exemption.whole.end > first and exemption.whole.start < last:
            yield from ((span.start, span.end, "") for span in around(page, exemption))


def _lines(page: Page) -> Iterator[Edit]:
    for block in page.blocks:
        yield block.open.start, max(block.body, block.open.end), ""
        yield block.close.start, block.close.end, ""
