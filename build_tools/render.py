"""Report → HTML fragments: claims, exercises, cards, the record of a page and of the course."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import quote

from build_tools.cards import cardtext
from build_tools.formulas import mathml
from build_tools.model import Block, Candidate, Page, Report, Source, Verified, VerifiedPage
from build_tools.numbers.compare import show
from build_tools.pages import lesson
from build_tools.words import activity, word


def address(key: str) -> str:
    """Where a page lies below its language's folder: `attention/day-43-x.md` → `attention/day-43-x/`."""
    stem = key.removesuffix(".md")
    head, _, tail = stem.rpartition("/")
    if tail in ("index", "README"):
        return f"{head}/" if head else ""
    return f"{stem}/"


def link(source: str, target: str) -> str:
    """A relative address from one page to another, both by key, so that the site works under any path."""
    start, goal = address(source), address(target)
    relative = posixpath.relpath(f"/{goal}", f"/{start}")
    return quote(relative if relative.endswith("/") else f"{relative}/")


# ------------------------------------------------------------------------------------------------ claims


def claim_open(one: Verified) -> str:
    """What goes in front of a verified literal."""
    expression = escape(one.claim.expression, quote=True)
    if one.claim.shape in ("text", "math"):
        # Not every reader's software finds words in MathML to name a link by.
        label = f' aria-label="{escape(_literal(one), quote=True)}"' if one.claim.shape == "math" else ""
        return f'<a class="tk-claim" href="#tk-{one.id}" data-claim="{one.id}" data-expr="{expression}"{label}>'
    return f'<div class="tk-block tk-{one.claim.shape}" data-claim="{one.id}">'


def claim_close(one: Verified, language: str) -> str:
    """What goes behind it; below a block, its expression."""
    if one.claim.shape in ("text", "math"):
        return "</a>"
    label, expression = escape(word("verified", language)), escape(one.claim.expression)
    mark = f'<a class="tk-mark" href="#tk-{one.id}"><span>{label}</span> <code>{expression}</code></a>'
    # Python-Markdown takes what starts with a block for one, and puts anything else into a paragraph, `</div>` and all.
    return f"<p>{mark}</p></div>"


def page_ledger(page: VerifiedPage, sources: Mapping[str, str], lines: Mapping[str, int]) -> str:
    """The record at a lesson's end: every claim with its expression and value, and the code that computed it.

    Args:
        page: the verified page.
        sources: path → text of the lesson's snippet and twin, in that order.
        lines: name → the line of the snippet on which it is defined.
    """
    code = page.page.language
    rows = "".join(_row(one, lines, code) for one in page.verified)
    listings = "".join(_listing(path, text, i, code) for i, (path, text) in enumerate(sources.items()))
    summary = f"{escape(word('verified', code))} ({len(page.verified)})"
    return (
        f'<section class="tk-ledger" data-search-exclude><h2 id="tk-ledger">{escape(word("ledger", code))}</h2>'
        f"<p>{escape(word('ledger_note', code))}</p>"
        f"<details><summary>{summary}</summary>"
        f"{_table(('literal', 'expression', 'value', 'snippet'), rows, word('ledger', code), code)}</details>"
        f"{listings}</section>"
    )


def _table(columns: Iterable[str], rows: str, name: str, code: str) -> str:
    """A table in a box that scrolls; `name` tells the box from others on the page."""
    heads = "".join(f'<th scope="col">{escape(word(key, code))}</th>' for key in columns)
    return (
        f'<div class="tk-scroll" tabindex="0" role="region" aria-label="{escape(name, quote=True)}"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(one: Verified, lines: Mapping[str, int], code: str) -> str:
    line = max((lines[name] for name in one.names if name in lines), default=None)
    where = f'<a href="#tk-code-{line}">{escape(word("line", code))} {line}</a>' if line else ""
    return (
        f'<tr id="tk-{one.id}"><td>{escape(_short(_literal(one)))}</td>'
        f"<td><code>{escape(one.claim.expression)}</code></td>"
        f"<td>{escape(_short(show(one.value)))}</td><td>{where}</td></tr>"
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


def _literal(one: Verified) -> str:
    """A literal as plain text."""
    return one.literal if one.claim.shape == "fence" else mathml.spoken(one.literal)


def _short(text: str, most: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"


def course_ledger(report: Report, page: Page) -> str:
    """The record of the whole course in one language: a table a lesson."""
    code = page.language
    lessons = [one for one in report.pages if one.page.language == code and one.verified]
    claims = sum(len(one.verified) for one in lessons)
    totals = word("totals", code).format(claims=f"{claims:,}", pages=len(lessons))
    versions = {name: version for outcome in report.outcomes.values() for name, version in outcome.versions.items()}
    shown = "、".join if code == "ja" else ", ".join
    run_with = shown(f"{name} {version}" for name, version in sorted(versions.items()))
    tables = "".join(_lesson_record(one, page, report) for one in lessons)
    return (
        f'<section class="tk-ledger"><p class="tk-totals">{escape(totals)}</p>'
        f"<p>{escape(word('versions', code))}: {escape(run_with)}</p>{tables}</section>"
    )


def _lesson_record(one: VerifiedPage, page: Page, report: Report) -> str:
    code, target = page.language, link(page.key, one.page.key)
    rows = "".join(
        f'<tr><td>{item.line}</td><td><a href="{target}#tk-{item.id}">{escape(_short(_literal(item)))}</a></td>'
        f"<td><code>{escape(item.claim.expression)}</code></td>"
        f"<td>{escape(_short(show(item.value)))}</td></tr>"
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
        f"{_table(('line', 'literal', 'expression', 'value'), rows, plain, code)}</details>"
    )


# ----------------------------------------------------------------------------------------------- lessons


def meta_strip(page: Page, lessons: Mapping[str, Page]) -> str:
    """The strip under a lesson's title: activity, time, what it builds on."""
    code, meta = page.language, page.meta
    items = [(word("activity", code), escape(activity(str(meta.get("activity")), code)))]
    if isinstance(minutes := meta.get("minutes"), int):
        items.append((word("minutes", code), escape(word("minutes_unit", code).format(minutes))))
    needed = meta.get("prerequisites")
    if isinstance(needed, list) and needed:
        joined = ("、" if code == "ja" else ", ").join(_prerequisite(str(one), page, lessons) for one in needed)
        items.append((word("prerequisites", code), joined))
    listed = "".join(f"<div><dt>{escape(label)}</dt><dd>{value}</dd></div>" for label, value in items)
    return f'<dl class="tk-meta" data-search-exclude>{listed}</dl>'


def _prerequisite(identifier: str, page: Page, lessons: Mapping[str, Page]) -> str:
    label = escape(word("day", page.language).format(identifier.removeprefix("day-")))
    target = lessons.get(identifier)
    return f'<a href="{link(page.key, target.key)}">{label}</a>' if target else label


def days(page: Page, lessons: Iterable[Page]) -> str:
    """The lessons at or below a page's folder, in the order of their days."""
    code, folder = page.language, page.key.rpartition("/")[0]
    chosen = sorted((one for one in lessons if one.key.startswith(f"{folder}/" if folder else "")), key=_day)
    items = "".join(
        f'<li><a href="{link(page.key, one.key)}"><span class="tk-day">'
        f"{escape(word('day', code).format(one.meta.get('day')))}</span> "
        f"<span>{escape(str(one.meta.get('title')))}</span></a>"
        f"<small>{_about(one)}</small></li>"
        for one in chosen
    )
    return f'<ul class="tk-days">{items}</ul>'


def _about(page: Page) -> str:
    """A lesson's activity and, where it names one, its time."""
    code, minutes = page.language, page.meta.get("minutes")
    parts = [activity(str(page.meta.get("activity")), code)]
    if isinstance(minutes, int):
        parts.append(word("minutes_unit", code).format(minutes))
    return escape(" · ".join(parts))


def _day(page: Page) -> tuple[int, str]:
    day = page.meta.get("day")
    return (day if isinstance(day, int) else 0, page.key)


def block_open(block: Block, language: str) -> str:
    """Where a block of ours opens. An exercise's title follows as a heading in Markdown, and is no part of this."""
    if block.name == "exercise":
        return f'<section class="tk-exercise" aria-labelledby="{block.id}">'
    label = escape(word(block.name, language))
    if block.name == "criterion":
        return f'<div class="tk-criterion"><p class="tk-label">{label}</p>'
    return f'<details class="tk-{block.name}"><summary>{label}</summary>'


def block_close(block: Block) -> str:
    """Where it closes."""
    return {"exercise": "</section>", "criterion": "</div>"}.get(block.name, "</details>")


# ------------------------------------------------------------------------------------------------- cards


def cards(page: Page, sources: Mapping[str, Source], lessons: Mapping[str, Page]) -> str:
    """The source-rights cards of a lesson, in its language."""
    return "".join(
        _card(sources[identifier], locator, page, lessons)
        for identifier, locator in lesson.locators(page).items()
        if identifier in sources
    )


def _card(source: Source, locator: str, page: Page, lessons: Mapping[str, Page]) -> str:
    code = page.language

    def text(values: Mapping[str, str]) -> str:
        return escape(cardtext.plain(values.get(code, "")))

    provided = "".join(f"<li>{_anchor(anchor, page, lessons)}</li>" for anchor in source.provides)
    main = [
        ("locator", escape(locator)),
        ("edition", f"{text(source.edition)}<br><small>{escape(word(source.mutability, code))}</small>"),
        ("role", escape(word(source.role, code))),
        ("rationale", text(source.rationale)),
        ("reader", text(source.reader_prerequisites)),
        ("fallback", text(source.fallback) + (f"<ul>{provided}</ul>" if provided else "")),
    ]
    unchecked = source.license == "NOASSERTION"
    rights = [
        ("authors", escape(", ".join(source.authors))),
        ("license", escape(word("unchecked", code) if unchecked else source.license)),
        ("rights_holder", escape(source.rights_holder)),
        ("use", escape(word(source.use, code))),
        ("access", text(source.access)),
        ("note", text(source.note)),
    ]
    compared = "".join(_candidate(candidate, code) for candidate in source.candidates)
    heading = escape(word("candidates", code).format(len(source.candidates)))
    return (
        f'<article class="tk-card" id="source-{source.id}" aria-labelledby="source-{source.id}-title">'
        f'<h3 id="source-{source.id}-title"><a href="{escape(source.url, quote=True)}" rel="noopener">'
        f"{escape(source.title)}</a></h3>{_list(main, code)}"
        f'<details><summary>{heading}</summary><ul class="tk-candidates">{compared}</ul></details>'
        f"<details><summary>{escape(word('rights', code))}</summary>{_list(rights, code)}</details></article>"
    )


def _list(items: Iterable[tuple[str, str]], code: str) -> str:
    rows = "".join(f"<div><dt>{escape(word(key, code))}</dt><dd>{value}</dd></div>" for key, value in items if value)
    return f"<dl>{rows}</dl>"


def _candidate(candidate: Candidate, code: str) -> str:
    title = escape(candidate.title)
    linked = f'<a href="{escape(candidate.url, quote=True)}" rel="noopener">{title}</a>' if candidate.url else title
    outcome = escape(word(candidate.outcome, code))
    evaluation = escape(cardtext.plain(candidate.evaluation.get(code, "")))
    return f'<li>{linked} <span class="tk-outcome">{outcome}</span><p>{evaluation}</p></li>'


def _anchor(anchor: str, page: Page, lessons: Mapping[str, Page]) -> str:
    """A link to the section that stands in for a source: `attention/day-43#procedure`."""
    place, _, section = anchor.partition("#")
    target = lessons.get(place.rpartition("/")[2])
    if target is None:
        return escape(anchor)
    titles = {one.id: one.title for one in target.sections}
    here = "" if target.key == page.key else link(page.key, target.key)
    label = f"{target.meta.get('title')} › {titles.get(section, section)}"
    return f'<a href="{here}#{quote(section)}">{escape(label)}</a>'
