"""A lesson as data in its own page: JSON-LD, in a block that no browser runs."""

from __future__ import annotations

import re
from urllib.parse import quote

from build_tools.exports import jsonld
from build_tools.exports.imprint import Imprint
from build_tools.model import Page, Report, Span
from build_tools.rendering.addresses import address, link
from build_tools.rendering.course import by_id
from build_tools.rendering.plaintext import plain

_HOME = "index.md"
_GOAL = "goal"
# An item of a list that is not indented, with the lines that go on with it.
_ITEM = re.compile(r"^(?:[-*+]|[0-9]+[.)]) +(?P<text>\S.*(?:\n[ \t]+(?![-*+] |[0-9]+[.)] )\S.*)*)", re.MULTILINE)


def block(page: Page, report: Report, imprint: Imprint) -> str:
    """The block of data of a lesson.

    Args:
        page: the lesson.
        report: the course.
        imprint: what the course says of itself.
    """
    data = jsonld.lesson(page, report, _place(page, report, imprint), goals(page))
    return f'<script type="application/ld+json">{data}</script>'


def goals(page: Page) -> list[str]:
    """What a lesson teaches: the items of its goal's list, as plain text; none where the goal is no list."""
    section = next((one for one in page.sections if one.id == _GOAL), None)
    if section is None:
        return []
    found = _ITEM.finditer(page.text, section.heading.end, section.span.end)
    return [plain(page, Span(item.start("text"), item.end("text"))) for item in found]


def _place(page: Page, report: Report, imprint: Imprint) -> jsonld.Place:
    named = page.meta.get("prerequisites")
    known = by_id(report, page.language)
    needed = {str(one): known[str(one)] for one in named if str(one) in known} if isinstance(named, list) else {}
    codes = [one.language for one in report.by_key.get(page.key, ())]
    return jsonld.Place(
        course=imprint.names.get(page.language, ""),
        home=_address(page, page.language, _HOME, imprint),
        license=imprint.lessons,
        addresses={code: _address(page, code, page.key, imprint) for code in codes},
        prerequisites={name: _address(page, page.language, one.key, imprint) for name, one in needed.items()},
    )


def _address(page: Page, code: str, key: str, imprint: Imprint) -> str:
    """The address of a page in a language: absolute where the site's is known, else as seen from this page."""
    if imprint.address:
        return f"{imprint.address}/{code}/{quote(address(key))}"
    if code == page.language:
        return link(page.key, key)
    return f"{'../' * (address(page.key).count('/') + 1)}{code}/{quote(address(key))}"
