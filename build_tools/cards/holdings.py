"""What the tree holds of its sources: files that somebody must vouch for, and quotations on pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from unicodedata import normalize

from build_tools.cards.sources import Sources
from build_tools.cards.workfields import allows, spdx, spdx_mend
from build_tools.model import Finding, Page, Source, position

# REUSE 3.3: in the file itself, or in a file of the same name with `.license` behind it.
_LICENSED = re.compile(r"SPDX-License-Identifier:[ \t]*([^\s*<>\"'-](?:[^\n<>\"'*]*[\w.+)])?)")
_HELD = re.compile(r"SPDX-FileCopyrightText:[ \t]*\S")
_NOTICE = ".license"
_RULE = "asset-rights"
_BACKUPS = ("~", ".bak", ".orig")


def check_files(paths: Iterable[str], sources: Sources, text: Callable[[str], str | None]) -> tuple[Finding, ...]:
    """Files that builders publish beside the pages, and files that cards say are of their sources.

    Args:
        paths: every file that is published as it is, from the project's folder.
        sources: the cards.
        text: what a file holds, as far as it is text; None where there is no such file.

    A file is vouched for by a card's `material`, or by an SPDX notice of the course's own: in the file, or beside it.
    """
    published = frozenset(paths)
    findings = []
    held: dict[str, Source] = {}
    for source in sources.values():
        for index, piece in enumerate(source.material):
            if not piece.path:
                continue
            key = f"material.{index}.path"
            if piece.path in held:
                what, mend = f"{held[piece.path].path} says that this file is of its source", "name it on one card"
                if held[piece.path] is source:
                    what, mend = "this file is listed twice", "keep one"
                findings.append(source.finding(key, "card-rights", what, mend))
            held[piece.path] = source
            if text(piece.path) is None:
                what = f"there is no file {piece.path}"
                findings.append(source.finding(key, "card-rights", what, "correct the path, or take it out"))
    for path in sorted(published):
        # A notice vouches for itself, and is judged with the file that it stands beside.
        if path.endswith(_BACKUPS):
            what = "this is an editor's backup, and builders publish it as it is"
            findings.append(Finding(path, 1, 1, _RULE, what, "delete it"))
        elif path not in held and path.removesuffix(_NOTICE) not in published - {path}:
            findings.extend(_vouched(path, text))
    return tuple(findings)


def _vouched(path: str, text: Callable[[str], str | None]) -> Iterator[Finding]:
    """What is wrong with the notice of a published file, in itself or beside it."""
    faults = []
    for place in (path, f"{path}{_NOTICE}"):
        notice = text(place) or ""
        licensed = _LICENSED.search(notice)
        if licensed is None or not _HELD.search(notice):
            continue
        try:
            spdx(licensed[1])
        except ValueError as error:
            at = position(notice, licensed.start(1))
            what = f"`{licensed[1]:.80}` is no SPDX expression: {error!s:.120}"
            mend = spdx_mend(licensed[1], "write one such as `CC-BY-4.0`, or a `LicenseRef-…`")
            faults.append(Finding(place, *at, _RULE, what, mend))
            continue
        return
    yield from faults
    if not faults:
        what = "nothing says whose this file is and what may be done with it"
        mend = (
            f"name it in `material:` of its source's card; or, if it is the course's own, write {path}.license "
            "with a line `SPDX-FileCopyrightText: …` and a line `SPDX-License-Identifier: …`"
        )
        yield Finding(path, 1, 1, _RULE, what, mend)


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
        text_of = next((one.use for one in source.work.components if one.part == "text"), source.use)
        if not allows(text_of, "quote"):
            what = f"`{identifier}` is `{text_of}` only, and nothing of it may be quoted"
            mend = f"say it in words of your own, or correct `use:` in {source.path}"
            yield _on(page, at, what, mend)
        text = "".join(page.visible[block.body : block.close.start].replace("\x00", "").split())
        before = quoted.get(identifier, 0)
        # An accented letter is one, however many characters it is written with.
        quoted[identifier] = before + len(normalize("NFC", text))
        if before <= most < quoted[identifier]:
            what = f"this page quotes {quoted[identifier]} characters of `{identifier}`, more than {most}"
            yield _on(page, block.open.start, what, "quote less, or raise `rights.quote` of the configuration")


def _on(page: Page, offset: int, message: str, mend: str) -> Finding:
    return Finding(page.path, *position(page.text, offset), "source-quote", message, mend)
