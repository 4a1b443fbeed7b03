"""The Python-Markdown extension: takes our syntax out of a page, at the places that the core has found.

Named in both configurations, it makes any builder fail on a drifted answer. It parses nothing itself.
"""

from __future__ import annotations

import re
from pathlib import Path

import click
from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from build_tools import course
from build_tools.claims.verify import digest
from build_tools.errors import TashikameError
from build_tools.substitution import PLACEHOLDER, substitute

# Before every other preprocessor: the spans are those of the page as it was written.
_FIRST = 10_000
# After `normalize_whitespace` (30), which takes Python-Markdown's own placeholders out of a page's text, and before
# everything that reads blocks and HTML. Until then ours are numbers between two characters for private use.
_STASH = 29
_OURS = ("{=", "{!", "\n/// ")


class Refusal(click.ClickException):
    """What ends a build: builders show its message and exit with 1."""


class TashikameExtension(Extension):
    """Options: `root`, the project's folder; `lang`, the language of this build; `names`, the course's own names."""

    def __init__(self, **options: object) -> None:
        self.config = {
            "root": [".", "the project's folder"],
            "lang": ["", "the language of this build"],
            "names": [[], "the course's own names with digits in them, such as GPT-2"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        root = Path(str(self.getConfig("root"))).absolute()
        substitution = _Substitution(md, root, str(self.getConfig("lang")))
        md.preprocessors.register(substitution, "tashikame", _FIRST)
        # `\$` is a dollar sign: nothing else on a page could escape one.
        md.ESCAPED_CHARS.append("$")
        md.preprocessors.register(_Stash(md, substitution), "tashikame-stash", _STASH)


class _Substitution(Preprocessor):
    def __init__(self, md: Markdown, root: Path, language: str) -> None:
        super().__init__(md)
        self.root, self.language = root, language
        self.fragments: list[str] = []

    def run(self, lines: list[str]) -> list[str]:
        self.fragments = []
        text = "\n".join(lines)
        try:
            report = course.load(self.root)
        except TashikameError as error:
            raise Refusal(str(error)) from error
        if report.failed:
            errors = [finding for finding in report.findings if finding.severity == "error"]
            listed = "\n".join(map(str, errors))
            raise Refusal(f"{len(errors)} finding{'s' if len(errors) > 1 else ''}:\n{listed}")
        identity = digest(text)
        found = [one for one in report.pages if one.digest == identity and one.page.language == self.language]
        if found:
            written = substitute(found[0], report)
            self.fragments = written.fragments
            return written.text.split("\n")
        if any(mark in f"\n{text}" for mark in _OURS):
            first = next((line for line in lines if line.strip()), "")
            raise Refusal(f"a page has claims that `check` does not know; it begins: {first:.60}")
        return lines


class _Stash(Preprocessor):
    """Hands our HTML to Python-Markdown, which puts it back once everything else is rendered."""

    def __init__(self, md: Markdown, substitution: _Substitution) -> None:
        super().__init__(md)
        self.substitution = substitution

    def run(self, lines: list[str]) -> list[str]:
        fragments = self.substitution.fragments
        if not fragments:
            return lines

        def stashed(match: re.Match[str]) -> str:
            number = int(match.group(1))
            return self.md.htmlStash.store(fragments[number]) if number < len(fragments) else ""

        return [PLACEHOLDER.sub(stashed, line) for line in lines]


def makeExtension(**options: object) -> TashikameExtension:
    """What Python-Markdown calls to load the extension."""
    return TashikameExtension(**options)
