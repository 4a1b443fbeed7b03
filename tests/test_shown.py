"""What a builder shows, the reader has read: pages made up at random, held against Python-Markdown itself.

Every number on such a page is another one, so that it can be told which of them a browser shows and which are hidden.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import count
from pathlib import Path

import pytest
import yaml
from markdown import Markdown

from build_tools.pages import markdown

CONFIGURED = yaml.safe_load((Path(__file__).parents[1] / "mkdocs.yml").read_text("utf-8"))["markdown_extensions"]
OTHERS = {name: options for name, options in CONFIGURED.items() if name != "build_tools.extension"}


class _Shown(HTMLParser):
    """What a browser shows or says of some HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.text += [f" {value} " for name, value in attrs if name in ("alt", "title", "aria-label")]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


class _Author:
    """Writes pages at random, some of them hard to read."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.numbers = count(1000)

    def number(self) -> str:
        return str(next(self.numbers))

    def inline(self, depth: int = 0) -> str:
        n = self.number
        if depth > 2:
            return n()
        within = lambda: self.inline(depth + 1)  # noqa: E731
        kinds: list[Callable[[], str]] = [
            n,
            lambda: f"{n()} text",
            lambda: f"[{within()}](u{n()})",
            lambda: f'[{n()}](u{n()} "t {n()}")',
            lambda: f"![{n()}](u{n()})",
            lambda: f"`{n()}`",
            lambda: f"``{n()} ` {n()}``",
            lambda: f"**{within()}**",
            lambda: f'<span class="c{n()}">{within()}</span>',
            lambda: f'<abbr title="{n()}">{n()}</abbr>',
            lambda: f"[{n()}]",
            lambda: f"[{n()}][r]",
            lambda: f"[{n()}][q{n()}]",
            lambda: f"{{x={n()}}}",
            lambda: f"{{#i{n()}}}",
            lambda: f"<!-- {n()} -->",
            lambda: f"<https://x/{n()}>",
            lambda: f"\\[{n()}\\](v{n()})",
            lambda: f"\\`{n()}\\`",
            lambda: f"${n()}$",
            lambda: f"[{n()}](u{n()}){{ .c{n()} }}",
            lambda: f"a < {n()} > {n()} &amp; _{within()}_",
        ]
        return self.random.choice(kinds)()

    def line(self) -> str:
        return " ".join(self.inline() for _ in range(self.random.randrange(1, 4)))

    def nested(self, depth: int) -> str:
        text = "\n\n".join(self.block(depth + 1) for _ in range(self.random.randrange(1, 3)))
        return "\n".join(f"    {line}" if line else "" for line in text.split("\n"))

    def block(self, depth: int = 0) -> str:
        n, line = self.number, self.line
        kinds: list[Callable[[], str]] = [
            line,
            lambda: f"{line()}\n{line()}",
            lambda: f"- {line()}\n- {line()}",
            lambda: f"1. {line()}\n2. {line()}",
            lambda: f"> {line()}\n> {line()}",
            lambda: f"> {line()}\n>\n> - {line()}",
            lambda: f"| {n()} | {n()} |\n|---|---|\n| {line()} | {line()} |",
            lambda: f'```python title="{n()}"\n{line()}\n```',
            lambda: f"~~~\n{line()}\n~~~",
            lambda: f"{line()}\n{{: .c{n()} }}",
            lambda: f"    {line()}",
            lambda: "---",
        ]
        if depth == 0:
            kinds += [
                lambda: f"## {line()} {{#h{n()}}}",
                lambda: f"<!-- {n()}\n\n{n()} -->",
                lambda: f"<div markdown>\n{line()}\n</div>",
                lambda: f"<details markdown><summary markdown>{line()}</summary>\n\n{line()}\n\n</details>",
                lambda: f'[r]: u{n()} "t {n()}"',
            ]
        if depth < 2:
            kinds += [
                lambda: f"- {line()}\n\n{self.nested(depth)}",
                lambda: f'!!! note "{n()}"\n{self.nested(depth)}',
                lambda: f'=== "{n()}"\n\n{self.nested(depth)}',
            ]
        return self.random.choice(kinds)()

    def page(self) -> str:
        between = self.random.choice(["\n\n", "\n\n", "\n"])
        return between.join(self.block() for _ in range(self.random.randrange(1, 4))) + "\n"


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d{4}", text))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_shown_has_been_read(seed: int) -> None:
    author = _Author(seed)
    builder = Markdown(extensions=list(OTHERS), extension_configs=OTHERS)
    read = 0
    for _ in range(60):
        author.numbers = count(1000)
        text = author.page()
        page = markdown.read(text, "page.md", "page.md", "en")
        if page.findings:
            continue  # such a page is never built
        shown = _Shown()
        shown.feed(builder.reset().convert(text))
        seen = "".join(page.visible[one.segment.span.start : one.segment.span.end] + " " for one in page.seen)
        missing = _numbers("".join(shown.text)) - _numbers(seen)
        assert not missing, text
        read += 1
    assert read > 10
