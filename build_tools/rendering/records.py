"""The record of a page, and of the whole course: every claim with its expression, its value and its code."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from build_tools.model import Page, Report, Verified, VerifiedPage
from build_tools.numbers.compare import show
from build_tools.rendering.addresses import link
from build_tools.rendering.claims import literal, short
from build_tools.rendering.tables import table
from build_tools.words import word


def page_ledger(page: VerifiedPage, sources: Mapping[str, str], lines: Mapping[str, int]) -> str:
    """The record at a lesson's end: every claim with its expression and value, and the code that computed it.

    Args:
        page: the verified page.
        sources: path → text of the lesson's snippet and twin, in that order.
        lines: name → the line of the snippet on which it is defined.
    """
    code = page.page.language
    rows = "".join(_row(one, page, lines, code) for one in page.verified)
    listings = "".join(_listing(path, text, i, code) for i, (path, text) in enumerate(sources.items()))
    summary = f"{escape(word('verified', code))} ({len(page.verified)})"
    return (
        f'<section class="tk-ledger" data-search-exclude>'
        # Material makes an entry of every heading, of one in what is excluded too.
        f'<h2 id="tk-ledger" data-search-exclude>{escape(word("ledger", code))}</h2>'
        f"<p>{escape(word('ledger_note', code))}</p>"
        f"<details><summary>{summary}</summary>"
        f"{table(('literal', 'expression', 'value', 'snippet'), rows, word('ledger', code), code)}</details>"
        f"{listings}</section>"
    )


def _row(one: Verified, page: VerifiedPage, lines: Mapping[str, int], code: str) -> str:
    line = max((lines[name] for name in one.names if name in lines), default=None)
    where = f'<a href="#tk-code-{line}">{escape(word("line", code))} {line}</a>' if line else ""
    return (
        f'<tr id="tk-{one.id}"><td>{escape(short(literal(one, page)))}</td>'
        f"<td><code>{escape(one.claim.expression)}</code></td>"
        f"<td>{escape(short(show(one.value)))}</td><td>{where}</td></tr>"
    )


def _listing(path: str, text: str, index: int, code: str) -> str:
    """A snippet's whole code; the lines of the first one can be linked to."""
    title = word("snippet" if index == 0 else "twin", code)
    numbered = "".join(
        f'<span id="tk-code-{i}">{escape(line)}\n</span>' if index == 0 else f"{escape(line)}\n"
        for i, line in enumerate(text.rstrip("\n").split("\n"), 1)
    )
    return (
        f'<details class="tk-listing"><summary>{escape(title)} <code>{escape(path)}</code></summary>'
        f'<pre tabindex="0"><code>{numbered}</code></pre></details>'
    )


def course_ledger(report: Report, page: Page) -> str:
    """The record of the whole course in one language: a table a lesson."""
    code = page.language
    lessons = [one for one in report.pages if one.page.language == code and one.verified]
    claims = sum(len(one.verified) for one in lessons)
    totals = word("totals", code).format(claims=f"{claims:,}", pages=len(lessons))
    versions = {name: version for outcome in report.outcomes.values() for name, version in outcome.versions.items()}
    run_with = word("comma", code).join(f"{name} {version}" for name, version in sorted(versions.items()))
    tables = "".join(_lesson_record(one, page, report) for one in lessons)
    return (
        f'<section class="tk-ledger"><p class="tk-totals">{escape(totals)}</p>'
        f"<p>{escape(word('versions', code))}{word('colon', code)}{escape(run_with)}</p>{tables}</section>"
    )


def _lesson_record(one: VerifiedPage, page: Page, report: Report) -> str:
    code, target = page.language, link(page.key, one.page.key)
    rows = "".join(
        f'<tr><td>{item.line}</td><td><a href="{target}#tk-{item.id}">{escape(short(literal(item, one)))}</a></td>'
        f"<td><code>{escape(item.claim.expression)}</code></td>"
        f"<td>{escape(short(show(item.value)))}</td></tr>"
        for item in one.verified
    )
    outcome = report.outcomes.get(one.snippet)
    digest = f" <code>sha256:{outcome.digest[:12]}</code>" if outcome else ""
    plain = str(one.page.meta.get("title", one.page.key))
    title = escape(plain)
    return (
        f'<details class="tk-record"><summary>{title} ({len(one.verified)})</summary>'
        f'<p><a href="{target}">{title}</a> — <code>{escape(one.snippet)}</code>{digest}</p>'
        f"<p>{escape(word('held', code).format(**one.counts))}</p>"
        f"{table(('line', 'literal', 'expression', 'value'), rows, plain, code)}</details>"
    )
