"""The Python-Markdown extension: takes our syntax out of a page, at the places that the core has found.

Named in both configurations, it makes any builder fail on a drifted answer. It parses nothing itself.
"""

from __future__ import annotations

import functools
import os
import re
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import click
from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from build_tools import course
from build_tools.errors import TashikameError
from build_tools.exports import imprint
from build_tools.exports.imprint import Imprint
from build_tools.model import Report, digest
from build_tools.rendering import tables
from build_tools.substitution import PLACEHOLDER, Substituted, substitute

# Before every other preprocessor: the spans are those of the page as it was written.
_FIRST = 10_000
# After `normalize_whitespace` (30), which takes Python-Markdown's own placeholders out of a page's text, and before
# everything that reads blocks and HTML. Until then ours are numbers between two characters for private use.
_STASH = 29
# After the inline patterns (20), so that a caption is a paragraph like any other until then.
_TABLES = 15
_OURS = ("{=", "{!", "\n/// ")


_NOTHING = Substituted("", [])
_LEADING = re.compile(r"\s*\x02[^\x02\x03]*\x03")  # a placeholder of Python-Markdown's


class Refusal(click.ClickException):
    """What ends a build: builders show its message and exit with 1."""


def written(root: Path, language: str, text: str) -> Substituted | None:
    """A page as a builder gets it; None for one that has nothing of ours.

    Args:
        root: the project's folder.
        language: of the build.
        text: the page, without its front matter.

    Raises:
        Refusal: the course has findings, or the page is none that `check` knows.
    """
    report = _report(root)
    if report.failed:
        errors = [finding for finding in report.findings if finding.severity == "error"]
        listed = "\n".join(map(str, errors))
        raise Refusal(f"{len(errors)} finding{'s' if len(errors) > 1 else ''}:\n{listed}")
    name = digest(text)
    if (language, name) in report.by_digest:
        notebooks = os.environ.get("TASHIKAME_NOTEBOOKS", "")
        return _substituted(report, language, name, root, os.environ.get("SITE_URL", ""), notebooks)
    if any(mark in f"\n{text}" for mark in _OURS):
        first = next((line for line in text.split("\n") if line.strip()), "")
        raise Refusal(f"a page has claims that `check` does not know; it begins: {first:.60}")
    return None


def inclusions(root: Path, language: str, text: str) -> tuple[str, ...] | None:
    """The paths of the code that a page shows; None for a page that is none as it was read.

    Raises:
        Refusal: there is no course.
    """
    found = _report(root).by_digest.get((language, digest(text)))
    return tuple(one.path for one in found.page.inclusions) if found else None


def _report(root: Path) -> Report:
    try:
        return course.load(root)
    except TashikameError as error:
        raise Refusal(str(error)) from error


@functools.lru_cache(maxsize=1)  # all pages of a build ask
def _imprint(root: Path, address: str, report: Report) -> Imprint:
    """What the course says of itself; read anew for another report."""
    try:
        return imprint.read(root, address)
    except TashikameError as error:
        raise Refusal(str(error)) from error


@functools.lru_cache(maxsize=1)  # what a build remembers by it is asked for twice
def _substituted(report: Report, language: str, name: str, root: Path, address: str, notebooks: str) -> Substituted:
    about = _imprint(root, address, report)
    return substitute(report.by_digest[language, name], report, about, Path(notebooks) if notebooks else None)


class TashikameExtension(Extension):
    """Options: `root`, the project's folder; `lang`, the language of this build; and what `check` reads of all builds:
    `names`, the course's own names; `rights`, what it allows itself with its sources; `engine`, what its
    snippets may use.
    """

    def __init__(self, **options: object) -> None:
        self.config = {
            "root": [".", "the project's folder"],
            "lang": ["", "the language of this build"],
            "names": [[], "the course's own names with digits in them, such as GPT-2"],
            "rights": [{}, "how old a source's check may be, how much may be quoted, when a link is gone"],
            "engine": [{}, "the time and the memory that a snippet has, and that one may ask for"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        root = Path(str(self.getConfig("root"))).absolute()
        substitution = _Substitution(md, root, str(self.getConfig("lang")))
        md.preprocessors.register(substitution, "tashikame", _FIRST)
        # `\$` is a dollar sign: nothing else on a page could escape one.
        md.ESCAPED_CHARS.append("$")
        stash = _Stash(md, substitution)
        md.preprocessors.register(stash, "tashikame-stash", _STASH)
        md.treeprocessors.register(_Tables(md, substitution, stash), "tashikame-tables", _TABLES)


class _Substitution(Preprocessor):
    def __init__(self, md: Markdown, root: Path, language: str) -> None:
        super().__init__(md)
        self.root, self.language = root, language
        self.written = _NOTHING

    def run(self, lines: list[str]) -> list[str]:
        self.written = _NOTHING
        found = written(self.root, self.language, "\n".join(lines))
        if found is None:
            return lines
        self.written = found
        return found.text.split("\n")


class _Stash(Preprocessor):
    """Hands our HTML to Python-Markdown, which puts it back once everything else is rendered."""

    def __init__(self, md: Markdown, substitution: _Substitution) -> None:
        super().__init__(md)
        self.substitution = substitution
        self.numbers: dict[str, int] = {}

    def run(self, lines: list[str]) -> list[str]:
        self.numbers = {}
        fragments = self.substitution.written.fragments
        if not fragments:
            return lines

        def stashed(match: re.Match[str]) -> str:
            number = int(match.group(1))
            if number >= len(fragments):
                return ""
            placeholder: str = self.md.htmlStash.store(fragments[number])
            self.numbers[placeholder] = number
            return placeholder

        return [PLACEHOLDER.sub(stashed, line) for line in lines]


class _Tables(Treeprocessor):
    """Gives verified tables their caption and their heads, and heads that hold only a formula its text."""

    def __init__(self, md: Markdown, substitution: _Substitution, stash: _Stash) -> None:
        super().__init__(md)
        self.substitution, self.stash = substitution, stash

    def run(self, root: Element) -> None:
        written = self.substitution.written
        for parent in list(root.iter()):
            children = list(parent)
            for before, element, after in zip([None, *children], children, [*children[1:], None], strict=False):
                if element.tag != "table":
                    continue
                found = written.tables.get(self._number(before))
                if found is not None:
                    tables.mark_cells(element, found)
                    if after is not None and self._number(after) in written.captions:
                        after.text = _LEADING.sub("", after.text or "", count=1).lstrip()
                        tables.add_caption(element, after)
                        parent.remove(after)
                for head in element.iter("th"):
                    self._spoken(head)

    def _number(self, element: Element | None) -> int:
        """The fragment of ours that a paragraph begins with; -1 where there is none."""
        match = _LEADING.match(element.text or "") if element is not None and element.tag == "p" else None
        return self.stash.numbers.get(match[0].strip(), -1) if match else -1

    def _spoken(self, head: Element) -> None:
        """A table's head that holds nothing but a formula has no text for software that knows no MathML."""
        spoken = self.substitution.written.spoken.get(self.stash.numbers.get((head.text or "").strip(), -1))
        if spoken is not None and not len(head):
            formula = SubElement(head, "span", {"aria-hidden": "true"})
            formula.text, head.text = head.text, ""
            SubElement(head, "span", {"class": "tk-spoken"}).text = spoken


def makeExtension(**options: object) -> TashikameExtension:
    """What Python-Markdown calls to load the extension."""
    return TashikameExtension(**options)
