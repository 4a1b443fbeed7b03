"""A notebook as the article of a page: formulas, code and tables as on the lessons' pages, outputs as text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown import Markdown

from build_tools.formulas import mathml
from build_tools.rendering.addresses import link
from build_tools.words import word

# A notebook has none of our syntax, and what looks like an inclusion is its code.
_LEFT_OUT = ("build_tools.extension", "pymdownx.snippets")
# Characters for private use, which no notebook of ours contains.
_OPEN, _CLOSE = "\ue000", "\ue001"
_ALONE = re.compile(f"<p>{_OPEN}(\\d+){_CLOSE}</p>")
_HEAD = re.compile(f"(<th[^>]*>){_OPEN}(\\d+){_CLOSE}</th>")
_PLACE = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
# Code is left alone, as are escaped dollar signs.
_MATH = re.compile(
    r"(?P<skip>^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)[ \t]*$|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)|\\\$)"
    r"|\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^$\n]+)\$",
    re.MULTILINE | re.DOTALL,
)
_DETAILS = re.compile(r"^</?details>$|^<summary>.*</summary>$", re.MULTILINE)
_HEADING = re.compile(r"\A(#{1,6} .*)$", re.MULTILINE)


@dataclass(frozen=True)
class Article:
    """What stands on a notebook's page, its title, and its headings as Python-Markdown's `toc` gives them."""

    html: str
    title: str
    headings: list[Any]


def article(
    text: str, path: str, language: str, extensions: Sequence[str], options: Mapping[str, Mapping[str, Any]]
) -> Article:
    """Make the article of a notebook that `notebook` has written.

    Args:
        text: the notebook's JSON.
        path: where it lies below its language's folder, `notebooks/attention/day-43-x.ipynb`.
        language: the site's.
        extensions: of Python-Markdown, as the site configures them.
        options: of each of these.
    """
    return _Article(language).made(
        json.loads(text), path, [name for name in extensions if name not in _LEFT_OUT], options
    )


class _Article:
    def __init__(self, language: str) -> None:
        self.language = language
        self.fragments: list[str] = []
        self.spoken: dict[int, str] = {}
        self.outputs = 0

    def made(
        self, found: dict[str, Any], path: str, extensions: list[str], options: Mapping[str, Mapping[str, Any]]
    ) -> Article:
        """The article of a notebook's JSON."""
        title = str(found["metadata"].get("title", ""))
        cells = found["cells"]
        parts = [self._markdown(cells[0]), self._alone(self._links(path)), *map(self._cell, cells[1:])]
        configured = {name: dict(options.get(name, {})) for name in extensions}
        converter = Markdown(extensions=extensions, extension_configs=configured)
        converter.ESCAPED_CHARS.append("$")
        html = converter.convert("\n\n".join(parts))
        html = _HEAD.sub(self._head, html)
        html = _PLACE.sub(self._fragment, _ALONE.sub(self._fragment, html))
        headings = json.loads(json.dumps(getattr(converter, "toc_tokens", [])))
        return Article(html, title, [self._named(one) for one in headings])

    def _fragment(self, match: re.Match[str]) -> str:
        return self.fragments[int(match[1])]

    def _head(self, match: re.Match[str]) -> str:
        """A table's head that is a formula alone, with its text for software that knows no MathML."""
        number = int(match[2])
        text = escape(self.spoken.get(number, ""))
        formula = self.fragments[number]
        return f'{match[1]}<span aria-hidden="true">{formula}</span><span class="tk-spoken">{text}</span></th>'

    def _named(self, token: dict[str, Any]) -> dict[str, Any]:
        """A heading's entry with its formulas as text."""
        for key in ("name", "html"):
            if key in token:
                token[key] = _PLACE.sub(lambda match: escape(self.spoken.get(int(match[1]), "")), token[key])
        token["children"] = [self._named(one) for one in token["children"]]
        return token

    def _stash(self, html: str) -> str:
        self.fragments.append(html)
        return f"{_OPEN}{len(self.fragments) - 1}{_CLOSE}"

    def _alone(self, html: str) -> str:
        return f"\n\n{self._stash(html)}\n\n"

    def _links(self, path: str) -> str:
        """The ways back to the lesson and to the file."""
        key = path.removesuffix(".ipynb") + ".md"
        file = path.rpartition("/")[2]
        lesson = link(key, key.removeprefix("notebooks/"))
        return (
            f'<p class="tk-notebook"><a href="{lesson}">{escape(word("notebook_lesson", self.language))}</a> · '
            f'<a href="{file}" download>{escape(word("notebook_download", self.language))}</a></p>'
        )

    def _cell(self, cell: dict[str, Any]) -> str:
        if cell["cell_type"] == "markdown":
            return self._markdown(cell)
        text = "".join(cell["source"])
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`{3,}", text)), 3)
        return f"{fence}python\n{text}\n{fence}" + "".join(map(self._output, cell["outputs"]))

    def _output(self, output: dict[str, Any]) -> str:
        self.outputs += 1
        label = escape(f"{word('notebook_output', self.language)} {self.outputs}", quote=True)
        text = escape("".join(output["text"]).rstrip("\n"))
        return self._alone(
            f'<pre class="tk-output" tabindex="0" role="group" aria-label="{label}"><samp>{text}</samp></pre>'
        )

    def _markdown(self, cell: dict[str, Any]) -> str:
        text = "".join(cell["source"])
        text = _HEADING.sub(lambda match: f"{match[1]} {{#{cell['id']}}}", text, count=1)
        text = _MATH.sub(self._formula, text)
        return _DETAILS.sub(lambda match: self._alone(match[0]), text)

    def _formula(self, match: re.Match[str]) -> str:
        if match["skip"]:
            return match[0]
        if match["display"] is not None:
            html = mathml.to_mathml(match["display"], display=True)
            label = word("formula", self.language)
            return self._alone(f'<div class="tk-math" tabindex="0" role="group" aria-label="{label}">{html}</div>')
        placed = self._stash(mathml.to_mathml(match["inline"], display=False))
        self.spoken[len(self.fragments) - 1] = mathml.spoken(match["inline"])
        return placed
