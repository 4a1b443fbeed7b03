"""A lesson as a notebook's text: Markdown that Jupyter shows, and between it the places of its code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from build_tools.cards import cardtext
from build_tools.figures.kinds import items, panels
from build_tools.figures.lettering import plain
from build_tools.model import Block, Inclusion, Report, Span, Tree, VerifiedPage
from build_tools.numbers.compare import show
from build_tools.pages import lesson
from build_tools.pages.options import labels
from build_tools.rendering.addresses import address
from build_tools.rendering.plaintext import around
from build_tools.words import word

# Characters for private use, which no page may contain.
_PLACE = re.compile("\ue000([a-z]+):([^\ue001]*)\ue001")
_HEADING_ID = re.compile(r"^(#{1,6} .*?)[ \t]*\{#[^{}\n]*\}[ \t]*$", re.MULTILINE)
_TAB = re.compile(r'^===\+? +"([^"\n]*)"[ \t]*$')
_ADMONITION = re.compile(r'^!!! +[-\w ]+?(?: +"([^"\n]*)")?[ \t]*$')
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_LINK = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)|(?<!!)\[([^\[\]\n]*)\]\(([^()\s]+)(?:\s[^()]*)?\)")
_OPTED_IN = re.compile(r'<(details|summary|div) markdown(?:="[^"]*")?>')  # Jupyter reads Markdown in HTML unasked
_BLANKS = re.compile(r"\n{3,}")


@dataclass(frozen=True)
class Piece:
    """A stretch of Markdown (`code` is None), or the place where the page includes code. `id` names a section."""

    text: str
    id: str = ""
    code: Inclusion | None = None


def pieces(page: VerifiedPage, report: Report, site: str = "") -> list[Piece]:
    """A lesson's body without its title.

    Args:
        page: the lesson.
        report: the course.
        site: the address of the lesson's language on the web, without a slash at its end, or "".
    """
    text = _dedented(_edited(page, report))
    found: list[Piece] = []
    at, identifier = 0, ""
    for match in [*_PLACE.finditer(text), None]:
        part = _links(_HEADING_ID.sub(r"\1", text[at : match.start() if match else len(text)]), page, site)
        part = _BLANKS.sub("\n\n", part).strip()
        if part:
            found.append(Piece(part, identifier))
            identifier = ""
        if match is None:
            break
        at = match.end()
        if match[1] == "section":
            identifier = match[2]
        else:
            found.append(Piece("", "", page.page.inclusions[int(match[2])]))
    return found


def _edited(page: VerifiedPage, report: Report) -> str:
    source, parts, at = page.page.text, [], page.page.body
    for start, end, text in sorted(_edits(page, report)):
        if start >= at:
            parts += [source[at:start], text]
            at = end
    return "".join((*parts, source[at:]))


def _edits(page: VerifiedPage, report: Report) -> Iterator[tuple[int, int, str]]:
    one = page.page
    for claim in one.claims:
        if claim.shape in ("text", "math"):
            start, end = claim.literal.start, claim.literal.end
            if claim.shape == "math":
                start, end = claim.whole.start, claim.marker.start
            yield claim.whole.start, start, ""
            yield end, claim.whole.end, ""
        elif claim.shape != "figure":
            yield claim.marker.start, claim.caption.start if claim.caption else claim.marker.end, "\n"
    for exemption in one.exemptions:
        yield from ((span.start, span.end, "") for span in around(one, exemption))
    yield from ((span.start, span.end, "") for span in one.joins)
    for section in one.sections:
        if section.id and section.heading.start < section.heading.end:
            yield section.heading.start, section.heading.start, f"\n\n\ue000section:{section.id}\ue001\n\n"
    for block in one.blocks:
        yield from _block(block, page, report)
    for number, inclusion in enumerate(one.inclusions):
        yield from _fence(one.text, inclusion.span, f"\ue000code:{number}\ue001")


def _fence(text: str, line: Span, mark: str) -> Iterator[tuple[int, int, str]]:
    """The code fence around an inclusion becomes its place; other lines in it are no lesson's of ours."""
    start = text.rfind("\n", 0, text.rfind("\n", 0, line.start)) + 1
    end = text.find("\n", text.find("\n", line.end) + 1)
    indent = text[start : len(text[start:]) - len(text[start:].lstrip(" ")) + start]
    yield start, end if end >= 0 else len(text), f"\n{indent}{mark}\n"


def _block(block: Block, page: VerifiedPage, report: Report) -> Iterator[tuple[int, int, str]]:
    one, code = page.page, page.page.language
    start, closing = block.open.start, "\n"
    if block.name == "exercise":
        level = next((section.level for section in one.sections if section.id == block.section), 2)
        number = block.id.rpartition("-")[2]
        separator = ("：" if code == "ja" else ": ") if block.title else ""
        head = f"{'#' * min(level + 1, 6)} {word('exercise', code)} {number}{separator}"
        title = one.text.index("|", start, block.open.end) + 1 if block.title else block.open.end
        title += len(one.text[title : block.open.end]) - len(one.text[title : block.open.end].lstrip())
        yield start, title, f"\n\n\ue000section:{block.id}\ue001\n\n{head}"
        yield block.open.end, max(block.body, block.open.end), "\n\n"
    elif block.name in ("hint", "answer"):
        label = word(block.name, code)
        same = [other.id for other in one.blocks if other.name == block.name and other.parent == block.parent]
        if len(same) > 1:
            label += f" {same.index(block.id) + 1} / {len(same)}"
        yield start, max(block.body, block.open.end), f"\n<details>\n<summary>{label}</summary>\n\n"
        closing = "\n</details>\n"
    elif block.name in ("criterion", "reflection"):
        yield start, max(block.body, block.open.end), f"\n**{word(block.name, code)}**\n\n"
    elif block.name == "figure":
        yield start, max(block.body, block.open.end), f"\n**{block.title}**\n\n{_figure(block, page)}\n\n"
    elif block.name == "cards":
        yield start, block.close.end, _cards(page, report)
        return
    else:
        yield start, block.close.end, ""
        return
    yield block.close.start, block.close.end, closing


def _cards(page: VerifiedPage, report: Report) -> str:
    lines = []
    for identifier, locator in lesson.locators(page.page).items():
        if source := report.sources.get(identifier):
            edition = cardtext.plain(source.edition.get(page.page.language, ""))
            lines.append(f"- [{_escaped(source.title)}]({source.url}): {_escaped(locator)} ({_escaped(edition)})")
    return "\n" + "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>$|])", r"\\\1", text)


# ----------------------------------------------------------------------------------------------- figures


def _figure(block: Block, page: VerifiedPage) -> str:
    """What a figure draws, as tables or as a list."""
    value = next((one.value for one in page.verified if one.claim.block == block.id), None)
    if value is None:
        return ""
    given, kind, code = labels(block.options), block.options["kind"], page.page.language
    if kind in ("heatmap", "mask"):
        decimals = block.options.get("decimals")
        stack = panels(value) if kind == "heatmap" else (value,)
        names = given.get("panels", ("",) * len(stack))
        tables = [_table(panel, given, int(decimals) if decimals else None, code) for panel in stack]
        named = zip(names, tables, strict=False)
        return "\n\n".join(f"{plain(name)}\n\n{table}" if name else table for name, table in named)
    several = items(value) if isinstance(value, tuple) else (value,)
    if kind == "shapes" and several and not isinstance(several[0], tuple):
        several = (value,)
    names = given.get("names", ())
    shown = [show(one) for one in several]
    if kind == "split" and len(names) != len(shown):
        return f"- {', '.join(shown)}"
    return "\n".join(
        f"- {_escaped(plain(names[i]))}: {text}" if i < len(names) else f"- {text}" for i, text in enumerate(shown)
    )


def _table(panel: Tree, given: dict[str, tuple[str, ...]], decimals: int | None, code: str) -> str:
    rows = [items(row) for row in items(panel)]
    columns = given.get("columns") or tuple(str(i) for i in range(len(rows[0])))
    sides = given.get("rows") or tuple(str(i) for i in range(len(rows)))
    lines = [_row([word("values", code), *map(plain, columns)]), _row([":--", *["--:"] * len(columns)])]
    for side, row in zip(sides, rows, strict=False):
        lines.append(_row([plain(side), *(_entry(cell, decimals) for cell in row)]))
    return "\n".join(lines)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|').replace('_', chr(92) + '_') for cell in cells)} |"


def _entry(cell: Tree, decimals: int | None) -> str:
    number = isinstance(cell, int | float) and not isinstance(cell, bool)
    return f"{cell:.{decimals}f}" if number and decimals is not None else show(cell)


# ----------------------------------------------------------------------------------------------- Markdown


def _dedented(text: str) -> str:
    """Tabs one after the other, admonitions as quotations: Jupyter has neither."""
    lines, out, at = text.split("\n"), [], 0
    fence = ""
    while at < len(lines):
        line = lines[at]
        opened = _FENCE.match(line)
        if opened and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else opened[1]
        tab, admonition = (None, None) if fence or opened else (_TAB.match(line), _ADMONITION.match(line))
        at += 1
        if not (tab or admonition):
            out.append(line)
            continue
        inner = []
        while at < len(lines) and (not lines[at].strip() or lines[at].startswith("    ")):
            inner.append(lines[at][4:])
            at += 1
        content = _dedented("\n".join(inner)).strip("\n")
        if admonition:
            head = [f"**{admonition[1]}**", ""] if admonition[1] else []
            out += ["", *(f"> {one}".rstrip() for one in [*head, *content.split("\n")]), ""]
        elif tab:
            label = [f"**{tab[1]}**", ""] if _PLACE.sub("", content).strip() else []
            out += ["", *label, *content.split("\n"), ""]
    return "\n".join(out)


def _links(text: str, page: VerifiedPage, site: str) -> str:
    """Links within the course as plain text, or where its address on the web is known, as whole addresses."""

    def whole(match: re.Match[str]) -> str:
        target = match[3]
        if match[1] or re.match(r"[a-z]+:", target):
            return match[0]
        if not site:
            return match[2]
        path, _, anchor = target.partition("#")
        base = f"{page.page.key.rpartition('/')[0]}/" if "/" in page.page.key else ""
        parts: list[str] = []
        for part in f"{base}{path}".split("/") if path else page.page.key.split("/"):
            parts = parts[:-1] if part == ".." else [*parts, part] if part != "." else parts
        key = "/".join(parts)
        where = address(key) if key.endswith(".md") else key
        return f"[{match[2]}]({site}/{where}{'#' + anchor if anchor else ''})"

    parts = re.split(r"(^(?:`{3,}|~{3,}).*?^(?:`{3,}|~{3,})[ \t]*$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if i % 2 else _LINK.sub(whole, _OPTED_IN.sub("<\\1>", part)) for i, part in enumerate(parts))
