"""What the tree holds of its sources: files that somebody must vouch for, and quotations on pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from build_tools.cards.sources import Sources
from build_tools.cards.workfields import allows
from build_tools.model import Finding, Page, Source, position

# REUSE 3.3: in the file itself, or in a file of the same name with `.license` behind it.
_LICENSED = re.compile(r"SPDX-License-Identifier:[ \t]*\S")
_HELD = re.compile(r"SPDX-FileCopyrightText:[ \t]*\S")


def check_files(paths: Iterable[str], sources: Sources, text: Callable[[str], str | None]) -> tuple[Finding, ...]:
    """Files that builders publish beside the pages, and files that cards say are of their sources.

    Args:
        paths: every file that is published as it is, from the project's folder.
        sources: the cards.
        text: what a file holds, as far as it is text; None where there is no such file.

    A file is vouched for by a card's `material`, or by an SPDX notice of the course's own: in the file, or beside it.
    """
    published = sorted(paths)
    findings = []
    held: dict[str, Source] = {}
    for source in sources.values():
        for index, piece in enumerate(source.material):
            if not piece.path:
                continue
            key = f"material.{index}.path"
            if piece.path in held:
                what = f"{held[piece.path].path} says that this file is of its source"
                findings.append(source.finding(key, "card-rights", what, "name it on one card"))
            held[piece.path] = source
            if text(piece.path) is None:
                what = f"there is no {piece.path}"
                findings.append(source.finding(key, "card-rights", what, "correct the path, or take it out"))
    for path in published:
        if path in held or path.endswith(".license"):
            continue
        notices = [notice for notice in (text(path), text(f"{path}.license")) if notice]
        if not any(_LICENSED.search(notice) and _HELD.search(notice) for notice in notices):
            what = "nothing says whose this file is and what may be done with it"
            mend = (
                f"name it in `material:` of its source's card; or, if it is the course's own, write {path}.license "
                "with a line `SPDX-FileCopyrightText: …` and a line `SPDX-License-Identifier: …`"
            )
            findings.append(Finding(path, 1, 1, "asset-rights", what, mend))
    return tuple(findings)


def check_quotations(pages: Iterable[Page], sources: Sources, most: int) -> tuple[Finding, ...]:
    """Quotations, `/// quote`, against what their sources' cards allow.

    Args:
        pages: all pages, of all languages.
        sources: the cards.
        most: how many characters of one source one page may quote.
    """
    return tuple(finding for page in pages for finding in _page(page, sources, most))


def _page(page: Page, sources: Sources, most: int) -> Iterator[Finding]:
    quoted: dict[str, int] = {}
    named = page.meta.get("sources")
    listed = [item.get("id") for item in named if isinstance(item, dict)] if isinstance(named, list) else []
    for block in page.blocks:
        if block.name != "quote" or "source" not in block.options:
            continue
        identifier, at = block.options["source"], block.option_spans["source"].start
        source = sources.get(identifier)
        if source is None or identifier not in listed:
            what = f"`{identifier:.40}` is none of the sources that this page names"
            yield _on(page, at, what, "name it in the front matter, with a locator, or correct it")
            continue
        if not allows(source.use, "quote"):
            what = f"`{identifier}` is `{source.use}` only, and nothing of it may be quoted"
            mend = f"say it in words of your own, or correct `use:` in {source.path}"
            yield _on(page, at, what, mend)
        text = "".join(page.visible[block.body : block.close.start].replace("\x00", "").split())
        before = quoted.get(identifier, 0)
        quoted[identifier] = before + len(text)
        if before <= most < quoted[identifier]:
            what = f"this page quotes {quoted[identifier]} characters of `{identifier}`, more than {most}"
            yield _on(page, block.open.start, what, "quote less, or raise `rights.quote` of the configuration")


def _on(page: Page, offset: int, message: str, mend: str) -> Finding:
    return Finding(page.path, *position(page.text, offset), "source-quote", message, mend)
