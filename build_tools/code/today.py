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
from collections.abc import Collection, Iterator

LATER = 401 * 86_400 + 5 * 3_600 + 7 * 60 + 11  # seconds: another year, month, weekday, hour, minute and second
_WORD = re.compile(rb"""([bru]{0,2})(['"])(now|today)\2""", re.IGNORECASE)
_FORMS = {b"now": "%Y-%m-%dT%H:%M:%S", b"today": "%Y-%m-%d"}
_DATES = re.compile(r"[<>=|]?(?:datetime64|M8)\b")
_LINE_END = re.compile(rb"(\r\n|\r|\n)")  # as Python reads them
_ARRAYS = ("array", "asarray", "asanyarray", "full", "full_like", "arange")
_CALENDARS = ("busday_count", "busday_offset", "is_busday", "busdaycalendar")


def later(source: str) -> str:
    """A source with those words replaced; each line stays where it is.

    Args:
        source: of a snippet, or of a module that it imports; one that cannot be parsed is left as it is.
    """
    data = source.encode("utf-8", "surrogatepass")
    if not _WORD.search(data):
        return source
    try:
        said = {(one.lineno, one.col_offset) for call in ast.walk(ast.parse(source)) for one in _words(call)}
        found = _replaced(data, said).decode("utf-8", "surrogatepass")
        ast.parse(found)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    return found


def _replaced(data: bytes, said: Collection[tuple[int, int]]) -> bytes:
    """A source with other words at these lines and columns. Some versions of Python misplace what is in an f-string:
    where no such word stands nothing is replaced."""
    pieces = _LINE_END.split(data)  # lines, and what ends them in turns
    moment = time.gmtime(time.time() + LATER)
    for line, start in sorted(said, reverse=True):
        place = 2 * (line - 1)
        if place < len(pieces) and (match := _WORD.match(pieces[place], start)):
            date = time.strftime(_FORMS[match[3].lower()], moment).encode()
            word = match[1] + match[2] + date + match[2]
            pieces[place] = pieces[place][:start] + word + pieces[place][match.end() :]
    return b"".join(pieces)


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
    name, given = _name(node.func), [*node.args, *(keyword.value for keyword in node.keywords)]
    if name == "datetime64" or name in _CALENDARS or (name in _ARRAYS and any(map(_is_dates, given))):
        for part in given:
            yield from _inside(part)
    elif name == "astype" and isinstance(node.func, ast.Attribute) and any(map(_is_dates, given)):
        yield from _inside(node.func.value)  # `np.array(["now"]).astype("datetime64[s]")`


def _inside(node: ast.AST) -> Iterator[ast.Constant]:
    """Words as they stand, in lists and arrays of them too; not those by which something is looked up."""
    if isinstance(node, ast.Constant):
        yield node  # where it is another text, no word is found in its place
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        for part in node.elts:
            yield from _inside(part)
    elif isinstance(node, ast.Call) and _name(node.func) in _ARRAYS:
        for part in node.args:
            yield from _inside(part)


def _is_dates(node: ast.AST) -> bool:
    """Whether an argument is a type of dates."""
    if isinstance(node, ast.Call) and _name(node.func) == "dtype" and node.args:  # `np.dtype("M8[D]")`
        return _is_dates(node.args[0])
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and _DATES.match(node.value) is not None
    return _name(node) == "datetime64"


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
