"""What code of a lesson brings in: a snippet NumPy at most, its twin nothing but the standard library."""

from __future__ import annotations

import ast
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from build_tools.claims.twins import Run
from build_tools.code.snippets import Snippet, imports
from build_tools.model import Finding, Outcome

_DOORS = frozenset({"exec", "eval", "compile", "open", "__import__"})
_PLAIN = "compute it in plain Python"
_LESSONS = "snippets import NumPy at most: compute it with that, or with the standard library"

Text = Callable[[str], str | None]


def check(run: Run, text: Text) -> list[Finding]:
    """Finds what a snippet or twin imports that neither Python nor the course has, and what proves nothing in a twin.

    Args:
        run: the lesson's code, and what running it came to.
        text: what a file of the project holds; None where there is none.
    """
    findings = []
    for path, name, line in _brought_in(run.snippet, run.outcome, text):
        if name.partition(".")[0] != "numpy":
            findings.append(Finding(path, line, 1, "snippet-import", f"a snippet may not import `{name}`", _LESSONS))
    if run.twin is None:
        return findings
    module = run.snippet.path.removeprefix("snippets/").removesuffix(".py").replace("/", ".")
    refused = [
        (run.twin.path, name, line)
        for name, line in run.twin.imports.items()
        if name.partition(".")[0] in ("numpy", "importlib", "runpy", module) or name in (module, f"snippets.{module}")
    ]
    for path, name, line in dict.fromkeys((*refused, *_brought_in(run.twin, run.twin_outcome, text))):
        findings.append(Finding(path, line, 1, "twin-import", f"a twin may not import `{name}`", _PLAIN))
    for name, line in _calls(run.twin.source):
        findings.append(Finding(run.twin.path, line, 1, "twin-import", f"a twin may not call `{name}`", _PLAIN))
    return findings


def _brought_in(code: Snippet, outcome: Outcome | None, text: Text) -> Iterator[tuple[str, str, int]]:
    """What code and its helpers import that is neither the standard library's nor the project's: where, what, line.

    What did not run well has a finding of its own, and what it would have imported is not known.
    """
    if outcome is None or outcome.failure is not None:
        return
    read = {code.path: (code.source, code.imports)}
    for path in outcome.helpers:
        if path.endswith(".py") and (source := text(path)) is not None:
            read[path] = (source, _imports(source))
    for path, (source, named) in read.items():
        foreign = {name for name in named if not _is_own(name, path, outcome.helpers, text)}
        # `from yaml import load` is `yaml` and `yaml.load`: the first one says it.
        seen: set[tuple[str, int]] = set()
        for name, line in _running(source) if foreign else ():
            top = name.partition(".")[0]
            if name in foreign and (top, line) not in seen:
                seen.add((top, line))
                yield path, name, line


@lru_cache(maxsize=2_048)  # `serve` asks again at each save
def _running(source: str) -> tuple[tuple[str, int], ...]:
    """What a source imports where it runs, and on which lines."""
    tree = _parsed(source)
    if tree is None:
        return ()
    idle = _idle(tree)
    return tuple((name, line) for name, line in imports(tree) if line not in idle)


@lru_cache(maxsize=1_024)  # many lessons bring in the same modules
def _imports(source: str) -> Mapping[str, int]:
    tree = _parsed(source)
    return dict(imports(tree)) if tree is not None else {}


def _is_own(name: str, path: str, helpers: Iterable[str], text: Text) -> bool:
    """Whether a module is the standard library's, or a file of the project's."""
    top = name.partition(".")[0]
    if not top or top in sys.stdlib_module_names:  # one that begins with a dot is a neighbour
        return True
    folder = path.rpartition("/")[0]
    if any(text(f"{folder}/{top}{end}") is not None for end in (".py", "/__init__.py")):
        return True
    return any(top in helper.removesuffix(".py").split("/") for helper in helpers)


def _idle(tree: ast.Module) -> frozenset[int]:
    """The lines that run only for a terminal or a type checker: below `if __name__ == …` and `if TYPE_CHECKING`."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            named = {one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)}
            named |= {one.attr for one in ast.walk(node.test) if isinstance(one, ast.Attribute)}
            if named & {"__name__", "TYPE_CHECKING"}:
                lines.update(range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1))
    return frozenset(lines)


def _calls(source: str) -> list[tuple[str, int]]:
    """Where a twin calls what could bring the snippet's code or values in by a back door."""
    # Python takes a name for what it is in its compatibility form: `ｅｖａｌ` is `eval`.
    seen = source if source.isascii() else unicodedata.normalize("NFKC", source)
    if not any(door in seen for door in _DOORS):
        return []
    tree = _parsed(source)
    nodes = ast.walk(tree) if tree is not None else ()
    calls = (node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return [(node.func.id, node.lineno) for node in calls if isinstance(node.func, ast.Name) and node.func.id in _DOORS]


def _parsed(source: str) -> ast.Module | None:
    """A source's syntax; None where it has none, which its run has said already, at its own line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
