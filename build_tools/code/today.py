"""What a source literally tells NumPy of `now` and `today`, said of a later day.

NumPy asks the system for the time where no stand-in is heard. So the second run says the date of that day in place of
the word, where the word goes into something that makes dates of texts, and nowhere else: `np.datetime64("today")`,
`np.array(["now"], dtype="datetime64[s]")`, `np.busday_count("2026-01-05", "today")`. A word that is computed, or read
from a file, is not found.
"""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator

LATER = 401 * 86_400 + 5 * 3_600 + 7 * 60 + 11  # seconds: another year, month, weekday, hour, minute and second
_SAID = re.compile(r"""(['"])(?:now|today)\1""", re.IGNORECASE)
_FORMS = {"now": "%Y-%m-%dT%H:%M:%S", "today": "%Y-%m-%d"}
_DATES = re.compile(r"[<>=|]?(?:datetime64|M8)\b")


def later(source: str) -> str:
    """A source with those words replaced; each line stays where it is.

    Args:
        source: of a snippet, or of a module that it imports; one that cannot be parsed is left as it is.
    """
    if not _SAID.search(source):
        return source
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    said = {(one.lineno, one.col_offset): one for call in ast.walk(tree) for one in _words(call)}
    lines = source.encode("utf-8", "surrogatepass").split(b"\n")
    moment = time.gmtime(time.time() + LATER)
    for (line, start), word in sorted(said.items(), reverse=True):
        date = time.strftime(_FORMS[str(word.value).lower()], moment)
        lines[line - 1] = lines[line - 1][:start] + repr(date).encode() + lines[line - 1][word.end_col_offset :]
    return b"\n".join(lines).decode("utf-8", "surrogatepass")


def later_bytes(data: bytes) -> bytes:
    """The same of a module as it is in its file."""
    try:
        return later(data.decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError:  # its first lines say in what it is written
        return data


def _words(node: ast.AST) -> Iterator[ast.Constant]:
    """The words that a call makes dates of."""
    if not isinstance(node, ast.Call):
        return
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    name = _name(node.func)
    if name == "datetime64" or "busday" in name or any(map(_is_dates, given)):
        for part in given:
            yield from _inside(part)
        if isinstance(node.func, ast.Attribute):  # `np.array(["now"]).astype("datetime64[s]")`
            yield from _inside(node.func.value)


def _inside(node: ast.AST) -> Iterator[ast.Constant]:
    """Words as they stand, in lists and arrays of them too; not those by which something is looked up."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node.value.lower() in _FORMS and node.lineno == node.end_lineno:
            yield node
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        for part in node.elts:
            yield from _inside(part)
    elif isinstance(node, ast.Call) and _name(node.func) in ("array", "asarray"):
        for part in node.args:
            yield from _inside(part)


def _is_dates(node: ast.AST) -> bool:
    """Whether an argument is a type of dates."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and _DATES.match(node.value) is not None
    return _name(node) == "datetime64"


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
