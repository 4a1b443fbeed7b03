"""A snippet's source, read and not run: what its names are, its sections, and the words in it that a reader sees."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from build_tools.code.stated import Level
from build_tools.code.statements import Kind, Reader
from build_tools.model import Failure

MENDS: Mapping[str, str] = {
    "snippet-error": "Run the file by itself with Python to see the whole traceback; where it runs well, it does what "
    'no snippet may, or wants more than it has: CONTRIBUTING.md, "What a snippet may do".',
    "snippet-warning": "Mend what it warns of; where it is meant, silence that line with `warnings.catch_warnings()`.",
    "snippet-timeout": "Make it smaller, or ask for more above its first statement: `# needs: 60 s`.",
    "snippet-syntax": "Correct the line; nothing of the file can run before that.",
    "snippet-exit": 'Let it run to its end; what only a terminal needs goes below `if __name__ == "__main__":`.',
}

SECTION = re.compile(
    r"(?<!-)-++8<-++[ \t]++\[[ \t]*(?P<type>start|end)[ \t]*:[ \t]*(?P<name>[a-z][-_0-9a-z]*)[ \t]*\]", re.I
)

# What ends the code fence around a line, and what builders replace by another file: pymdownx reads all lines alike, be
# they code or text in it.
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*")
INCLUDING = re.compile(r"[ \t]*;*-+8<-+(?:[ \t]+[\"'].*)?")


@dataclass(frozen=True)
class Remark:
    """A comment or a text that stands as a statement (a docstring), as typed, with its `#` or its quotes."""

    line: int
    column: int
    text: str


@dataclass(frozen=True)
class Snippet:
    """A snippet's source, read.

    `kinds` and `lines` tell of every top-level name what its last binding makes it and where that stands; `sections`
    of every `--8<-- [start:name]` the first and last line in between; `imports` of the dotted
    name of everything that is imported anywhere in it the line. With a `failure`, a syntax error, the rest is empty.
    """

    path: str
    source: str
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    sections: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    imports: Mapping[str, int] = field(default_factory=dict)
    failure: Failure | None = None
    reader: Reader = field(default_factory=Reader, repr=False, compare=False)

    def readout(self, expression: str) -> bool:
        """Whether an expression only reads givens out: names, constant subscripts, stored fields, conversions.

        An expression of literals alone does; one that cannot be parsed does not.
        """
        try:
            rating = self.reader.rate(_parsed(expression))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
        if rating.level == Level.COMPUTED:
            return False
        # An object shown whole shows its properties too.
        classes = self.reader.scope.classes
        return not (rating.whole and any(classes[name].computed for name in rating.classes if name in classes))


@lru_cache(maxsize=4096)  # many pages ask for the same ones
def _parsed(expression: str) -> ast.expr:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(expression.strip(), mode="eval").body


def read(path: str, source: str) -> Snippet:
    """Read a snippet's source. `path` is only repeated in the result; a syntax error is the result's `failure`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the snippet's own; its run makes failures of them
            tree = ast.parse(source, path)
        reader = Reader()
        reader.read(tree.body)
        remarks = tuple(_remarks(tree, source))
    except SyntaxError as error:
        return _broken(path, source, error.lineno or 1, error.msg)
    except (ValueError, RecursionError, MemoryError, tokenize.TokenError) as error:
        return _broken(path, source, 1, f"{type(error).__name__}: {error}")
    sections = _sections(source)
    return Snippet(path, source, reader.kinds, reader.lines, sections, remarks, dict(imports(tree)), None, reader)


def unshowable(snippet: Snippet, section: str) -> Iterator[tuple[int, str]]:
    """The lines that no page can show as they are, each with what would become of it.

    Args:
        snippet: the code.
        section: of it that a page shows; "" for all of it.
    """
    lines = snippet.source.splitlines()
    first, last = snippet.sections.get(section, (1, len(lines)))
    for number, line in enumerate(lines[first - 1 : last], first):
        if _FENCE.fullmatch(line):
            yield number, "this line ends the code fence that shows it, and what follows is Markdown that nothing reads"
        elif INCLUDING.fullmatch(line):
            yield number, "builders put a file in place of this line, and not what ran"


def _broken(path: str, source: str, line: int, message: str) -> Snippet:
    return Snippet(path, source, failure=Failure("snippet-syntax", line, message, MENDS["snippet-syntax"]))


def _sections(source: str) -> dict[str, tuple[int, int]]:
    """As pymdownx.snippets cuts them: a section that is not ended goes on to the last line."""
    lines = source.splitlines()
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        marker = SECTION.search(line)
        if marker and marker["type"].lower() == "start":
            first.setdefault(marker["name"], number + 1)
        elif marker and marker["name"] in first:
            last.setdefault(marker["name"], number - 1)
    return {name: (start, last.get(name, len(lines))) for name, start in first.items()}


def _remarks(tree: ast.Module, source: str) -> Iterator[Remark]:
    texts = {
        (node.lineno, node.end_lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    spoken = {line for first, last in texts for line in range(first, (last or first) + 1)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, column = token.start
        comment = token.type == tokenize.COMMENT and not SECTION.search(token.string)
        if comment or (token.type == tokenize.STRING and line in spoken):
            yield Remark(line, column + 1, token.string)


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The dotted name of everything that is imported anywhere in a source, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            yield origin, node.lineno
            yield from ((f"{origin.rstrip('.')}.{alias.name}", node.lineno) for alias in node.names)
