"""What a lesson's front matter says, and what it must say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from build_tools.mends import meant
from build_tools.model import Finding, Locator, Page, Record, Tree, position
from build_tools.words import ACTIVITIES

# What makes a page a lesson: any of these in its front matter, or a file name `day-43-…`.
FIELDS: Mapping[str, str] = {
    "day": "a whole number from 1",
    "activity": f"one of {', '.join(ACTIVITIES)}",
    "prerequisites": "a list of lesson ids such as `day-42`",
    "snippet": "the name of a module in snippets/, without `.py`",
    "sources": "a list of `- id: …` with a `locator: …` each",
}
OPTIONAL: Mapping[str, str] = {
    "minutes": "a whole number from 1",
    "twin_exceptions": "a mapping from a name to the reason why the twin need not define it",
    "translated_from": "a mapping from section ids to digests",
}
# What MkDocs and its theme read themselves.
_FOREIGN = frozenset({"title", "description", "hide", "icon", "template", "search", "tags", "status", "subtitle"})
SHARED = ("day", "activity", "minutes", "prerequisites", "snippet")

_SECTIONS = ("prerequisites", "goal", "procedure", "exercises", "sources")
_LESSON_ID = re.compile(r"day-\d+\Z")
_NUMBERED = re.compile(r"day-(\d+)(?:-|\Z)")
_MODULE = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)


def is_lesson(page: Page) -> bool:
    """Whether a page is a lesson rather than a plain page such as the home page."""
    numbered = _NUMBERED.match(page.key.rsplit("/", 1)[-1].removesuffix(".md"))
    return numbered is not None or any(name in page.meta for name in FIELDS)


def unread(page: Page) -> bool:
    """Whether a page's front matter could not be read: what it seems to lack is then no news."""
    return not page.meta and any(finding.rule in ("yaml", "front-matter") for finding in page.findings)


def snippet(page: Page) -> str:
    """The module that a page names for its code; "" where it names none, or what can be none."""
    name = page.meta.get("snippet")
    return name if isinstance(name, str) and _MODULE.match(name) else ""


@lru_cache(maxsize=4096)  # every lesson asks it of all others
def lesson_id(key: str) -> str:
    """`attention/day-43-queries-keys-values.md` → `day-43`; a name without a number stands for itself."""
    stem = key.rsplit("/", 1)[-1].removesuffix(".md")
    match = _NUMBERED.match(stem)
    return f"day-{match.group(1)}" if match else stem


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _ids(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and _LESSON_ID.match(item) for item in value)


def _texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) and item.strip() for item in value.values())


def _digests(value: object) -> bool:
    """A digest may happen to be all digits, and is a number then."""
    return isinstance(value, dict) and all(isinstance(item, str | int) and str(item).strip() for item in value.values())


_VALID: Mapping[str, Callable[[object], bool]] = {
    "day": _whole,
    "activity": lambda value: value in ACTIVITIES,
    "minutes": _whole,
    "prerequisites": _ids,
    "snippet": lambda value: isinstance(value, str) and _MODULE.match(value) is not None,
    "sources": lambda value: isinstance(value, list),  # its entries are held against the cards in sources.py
    "twin_exceptions": _texts,
    "translated_from": _digests,
    "title": lambda value: isinstance(value, str) and bool(value.strip()),
}


def check(page: Page) -> list[Finding]:
    """Checks a lesson's front matter and that it has the sections of a lesson."""
    findings: list[Finding] = []

    def report(name: str, message: str, mend: str) -> None:
        span = page.meta_spans.get(name)
        line, column = position(page.text, span.start) if span else (1, 1)
        findings.append(Finding(page.path, line, column, "front-matter", message, mend))

    known = {"title": "a text", **FIELDS, **OPTIONAL}
    for name in ("title", *FIELDS):
        if name not in page.meta:
            report("", f"this lesson has no `{name}`", f"add `{name}:`, {known[name]}")
    for name, value in page.meta.items():
        if name in known:
            if not _VALID[name](value):
                report(name, f"`{name}` is {value!r:.60}", f"write {known[name]}")
        elif name not in _FOREIGN:
            mend = meant(name, known, f"a lesson has {', '.join(known)}")
            report(name, f"`{name}` is no field of a lesson", mend)
    numbered = _NUMBERED.match(page.key.rsplit("/", 1)[-1])
    if numbered and _whole(page.meta.get("day")) and int(numbered.group(1)) != page.meta["day"]:
        report("day", f"`day` is {page.meta['day']}, the file's name says {numbered.group(1)}", "correct one of them")
    present = [section.id for section in page.sections]
    for section in _SECTIONS:
        if section not in present:
            findings.append(
                Finding(page.path, 1, 1, "lesson-section", f"this lesson has no section `{section}`",
                        f"a lesson has the sections {', '.join(_SECTIONS)}")
            )  # fmt: skip
    return findings


def locators(page: Page) -> dict[str, Locator]:
    """The sources that a lesson names, in order: id → where in it to look."""
    value = page.meta.get("sources")
    return {
        item["id"]: _locator(item.get("locator"))
        for item in (value if isinstance(value, list) else [])
        if isinstance(item, dict) and isinstance(item.get("id"), str)
    }


def _locator(value: object) -> Locator:
    """A locator; empty where it is none, which is reported with the cards."""
    part = value if isinstance(value, dict) else {}
    return Locator(str(part.get("kind") or ""), str(part.get("text") or ""))


def tree(value: object) -> Tree:
    """Front matter as a value that expressions can read."""
    if isinstance(value, dict):
        return Record(tuple((str(name), tree(part)) for name, part in value.items()))
    if isinstance(value, list):
        return tuple(tree(item) for item in value)
    if isinstance(value, int | float | str) or value is None:
        return value
    return str(value)
