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
from build_tools.claims.verify import digest
from build_tools.errors import TashikameError
from build_tools.exports import imprint
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


# A builder's process builds one site: what the course says of itself is read once in it, as the course itself is.
_imprint = functools.cache(imprint.read)


class Refusal(click.ClickException):
    """What ends a build: builders show its message and exit with 1."""


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
        text = "\n".join(lines)
        try:
            report = course.load(self.root)
            about = _imprint(self.root, os.environ.get("SITE_URL", ""))
        except TashikameError as error:
            raise Refusal(str(error)) from error
        if report.failed:
            errors = [finding for finding in report.findings if finding.severity == "error"]
            listed = "\n".join(map(str, errors))
            raise Refusal(f"{len(errors)} finding{'s' if len(errors) > 1 else ''}:\n{listed}")
        found = report.by_digest.get((self.language, digest(text)))
        if found:
            notebooks = os.environ.get("TASHIKAME_NOTEBOOKS")
            self.written = substitute(found, report, about, Path(notebooks) if notebooks else None)
            return self.written.text.split("\n")
        if any(mark in f"\n{text}" for mark in _OURS):
            first = next((line for line in lines if line.strip()), "")
            raise Refusal(f"a page has claims that `check` does not know; it begins: {first:.60}")
        return lines


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
