"""Claims on a page: what stands in front of a verified literal, and behind it."""

from __future__ import annotations

import json
from html import escape

from build_tools import ledger
from build_tools.formulas import mathml
from build_tools.model import Record, Report, Tree, Verified, VerifiedPage
from build_tools.numbers.compare import show
from build_tools.rendering.plaintext import bare
from build_tools.words import word

INLINE = ("text", "math")
_MARGIN = " \t>"  # what stands in front of a table's lines in a list or a quote
_MOST_ROWS = 12


def claim_open(one: Verified, page: VerifiedPage) -> str:
    """What goes in front of a verified literal."""
    if one.claim.shape in INLINE:
        expression = escape(one.claim.expression, quote=True)
        # Not every reader's software finds words in MathML to name a link by.
        label = f' aria-label="{escape(literal(one), quote=True)}"' if one.claim.shape == "math" else ""
        return f'<a class="tk-claim" href="#tk-{one.id}" data-claim="{one.id}" data-expr="{expression}"{label}>'
    data = ""
    if one.claim.shape == "table":
        value = json.dumps(ledger.plain(one.value), ensure_ascii=False, separators=(",", ":"))
        data = f' data-value="{escape(value, quote=True)}" data-markdown="{escape(_markdown(one, page), quote=True)}"'
    return f'<div class="tk-block tk-{one.claim.shape}" data-claim="{one.id}"{data}>'


def claim_close(one: Verified, page: VerifiedPage, report: Report) -> str:
    """What goes behind it; below a block, the mark that it is verified."""
    # Python-Markdown takes what starts with a block for one, and puts anything else into a paragraph, `</div>` and all.
    return "</a>" if one.claim.shape in INLINE else f"{mark(one, page, report)}</div>"


def mark(one: Verified, page: VerifiedPage, report: Report, more: str = "") -> str:
    """A quiet mark that opens what a block is bound to: expression, value, code and versions.

    Args:
        one: the claim.
        page: its page.
        report: the course.
        more: HTML of further items of the list.
    """
    code = page.page.language
    items = [
        ("expression", f"<code>{escape(one.claim.expression)}</code>"),
        ("value", _value(one.value)),
        ("snippet", where(one, page, report)),
        ("versions", escape(versions(page, report))),
    ]
    rows = "".join(f"<div><dt>{escape(word(key, code))}</dt><dd>{value}</dd></div>" for key, value in items if value)
    record = f'<p><a href="#tk-{one.id}">{escape(word("in_ledger", code))}</a></p>'
    label = escape(word("verified", code))
    return (
        f'<details class="tk-mark" data-search-exclude><summary><span>{label}</span></summary>'
        f"<dl>{rows}</dl>{more}{record}</details>"
    )


def _value(value: Tree) -> str:
    """A value as HTML; a matrix with a line for each row."""
    rows = value if isinstance(value, tuple) else ()
    if 1 < len(rows) <= _MOST_ROWS and all(_flat(row) for row in rows):
        return "<br>".join(escape(short(show(row), 400 // len(rows) + 40)) for row in rows)
    return escape(short(show(value), 400))


def _flat(row: Tree) -> bool:
    return isinstance(row, tuple) and not any(isinstance(part, tuple | Record) for part in row)


def where(one: Verified, page: VerifiedPage, report: Report) -> str:
    """A link to the line of the snippet on which the last of a claim's names is defined."""
    code = report.codes.get(page.snippet)
    line = max((code.lines[name] for name in one.names if name in code.lines), default=None) if code else None
    return f'<a href="#tk-code-{line}">{escape(page.snippet)}:{line}</a>' if line else escape(page.snippet)


def versions(page: VerifiedPage, report: Report) -> str:
    """What a page's code was run with."""
    outcome = report.outcomes.get(page.snippet)
    joined = "、".join if page.page.language == "ja" else ", ".join
    return joined(f"{name} {version}" for name, version in sorted(outcome.versions.items())) if outcome else ""


def literal(one: Verified, page: VerifiedPage | None = None) -> str:
    """A literal as plain text; for a figure, which has none, its title."""
    if one.claim.shape == "figure":
        block = next((block for block in page.page.blocks if block.id == one.claim.block), None) if page else None
        return block.title if block else ""
    if one.claim.shape == "table":
        return mathml.spoken("\n".join(row.lstrip(_MARGIN) for row in one.literal.split("\n")))
    return one.literal if one.claim.shape == "fence" else mathml.spoken(one.literal)


def short(text: str, most: int = 120) -> str:
    """A text on one line, cut where it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"


def _markdown(one: Verified, page: VerifiedPage) -> str:
    """A table as Markdown, without the quote marks or the indentation in front of its lines."""
    rows = bare(page.page, one.claim.literal).split("\n")
    return "\n".join(row.lstrip(_MARGIN) for row in rows if row.strip())
