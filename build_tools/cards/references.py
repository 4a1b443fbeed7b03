"""Lessons and the cards they rely on: what their front matter names, and the sections that stand in for a source."""

from __future__ import annotations

import re
from collections.abc import Iterable

from build_tools.cards.sources import Sources
from build_tools.mends import meant
from build_tools.model import Finding, Page, position
from build_tools.settings.positioned import Document

KINDS = ("section", "symbol", "slides", "timestamp", "page")
_RULE = "source-reference"
_FORM = 'write `- id: vaswani-2017` and below it `locator: {kind: section, text: "…"}`'
_TIMESTAMP = re.compile(r"[0-9]{1,2}:[0-9]{2}")


def check_references(pages: Iterable[Page], sources: Sources) -> tuple[Finding, ...]:
    """The lessons' `sources` in their front matter against the cards.

    Args:
        pages: all pages, of all languages.
        sources: the cards.

    Returns:
        Findings where a lesson names no card, no locator, or one card twice, where a translation relies on other cards,
        in another order or by another kind of locator, and (a warning) where no lesson relies on a card.
    """
    findings: list[Finding] = []
    named: set[str] = set()
    first: dict[str, tuple[Page, dict[str, str]]] = {}
    for page in pages:
        kinds = _references(page, sources, findings)
        shown = any(block.name == "cards" for block in page.blocks)
        if kinds and not shown and any(section.id == "sources" for section in page.sections):
            mend = "write `/// cards`, and `///` below it, in the section `sources`"
            findings.append(_at(page, "sources", _RULE, "this page relies on sources and shows no cards", mend))
        named.update(kinds)
        original, expected = first.setdefault(page.key, (page, kinds))
        if list(kinds) != list(expected):
            mend = f"there it is: {', '.join(expected) or 'none'}"
            what = f"the sources are not those of {original.path}, in its order"
            findings.append(_at(page, "sources", _RULE, what, mend))
        for index, (identifier, kind) in enumerate(kinds.items()):
            there = expected.get(identifier, kind)
            if kind and there and kind != there:
                what = f"the locator of `{identifier}` is a {kind} here and a {there} in {original.path}"
                findings.append(_at(page, f"sources.{index}.locator.kind", _RULE, what, "write the same kind"))
    for identifier, source in sources.items():
        if identifier not in named:
            what, mend = "no lesson relies on this card", "name it in a lesson's front matter, or remove it"
            findings.append(Finding(source.path, 1, 1, "source-unused", what, mend, "warning"))
    return tuple(findings)


def check_anchors(sources: Sources, known: set[str]) -> tuple[Finding, ...]:
    """Whether the places where the course itself stands in for a source exist.

    Args:
        sources: the cards.
        known: every `attention/day-43#procedure` of the course: a lesson's id with its folder, and a section's id.
    """
    findings = []
    for source in sources.values():
        for index, anchor in enumerate(source.provides):
            if anchor and anchor not in known:
                mend = meant(anchor, known, "write a lesson and a section: `attention/day-43#procedure`")
                what = f"the course has no section `{anchor}`"
                findings.append(source.finding(f"fallback.provides.{index}", "card-anchor", what, mend))
    return tuple(findings)


def _references(page: Page, sources: Sources, findings: list[Finding]) -> dict[str, str]:
    """The ids that a page's front matter names, with the kinds of their locators; files what is wrong with them."""
    value = page.meta.get("sources")
    if value is None:
        return {}
    if not isinstance(value, list):
        findings.append(_at(page, "sources", _RULE, "`sources` is no list", _FORM))
        return {}
    kinds: dict[str, str] = {}
    for index, item in enumerate(value):
        dotted = f"sources.{index}"
        if not isinstance(item, dict) or set(item) != {"id", "locator"}:
            findings.append(_at(page, dotted, _RULE, "a source has an id and a locator, and nothing else", _FORM))
            if not isinstance(item, dict):
                continue
        kind = _locator(page, f"{dotted}.locator", item["locator"], findings) if "locator" in item else ""
        if "id" not in item:
            continue
        identifier = item["id"]
        if not isinstance(identifier, str) or identifier not in sources:
            mend = meant(str(identifier), sources, "write its card in docs/sources/ first")
            findings.append(_at(page, f"{dotted}.id", _RULE, f"there is no source `{identifier}`", mend))
        elif identifier in kinds:
            findings.append(_at(page, f"{dotted}.id", _RULE, f"`{identifier}` is named twice", "keep one"))
        kinds[str(identifier)] = kind
    return kinds


def _locator(page: Page, dotted: str, value: object, findings: list[Finding]) -> str:
    """The kind of a locator; files what is wrong with it."""
    if not isinstance(value, dict) or set(value) != {"kind", "text"}:
        what = "a locator has a kind and a text, and nothing else"
        findings.append(_at(page, dotted, _RULE, what, _FORM))
    if not isinstance(value, dict):
        return ""
    kind, text = value.get("kind"), value.get("text", "")
    if "text" in value and not (isinstance(text, str) and text.strip()):
        findings.append(_at(page, f"{dotted}.text", _RULE, "the locator is no text", "say where in the source"))
    elif kind == "timestamp" and not _TIMESTAMP.search(str(text)):
        mend = "write when in the recording: `12:34`"
        findings.append(_at(page, f"{dotted}.text", _RULE, "the timestamp names no time", mend))
    if "kind" in value and kind not in KINDS:
        mend = meant(str(kind), KINDS, f"kinds: {', '.join(KINDS)}")
        findings.append(_at(page, f"{dotted}.kind", _RULE, f"`{kind!s:.40}` is no kind of locator", mend))
        return ""
    return str(kind or "")


def _at(page: Page, dotted: str, rule: str, message: str, mend: str) -> Finding:
    place = Document(page.text, page.path, spans=dict(page.meta_spans)).place(dotted)
    return Finding(page.path, *position(page.text, place.start), rule, message, mend)
