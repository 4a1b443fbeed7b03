"""JSON that knows where its parts stand. A text that is well never pays for it: places are looked for when asked."""

from __future__ import annotations

import json
import re

from build_tools.model import position

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()
_DEEPEST = 4  # what lies deeper is found at what encloses it


class JSONError(ValueError):
    """A text that is no JSON: what is wrong with it, and at which character."""

    def __init__(self, message: str, offset: int) -> None:
        self.offset = offset
        super().__init__(message)


class Document:
    """A JSON text as plain data, with the place of everything in it.

    Args:
        text: the text.

    Raises:
        JSONError: it is no JSON. No other exception, whatever the text is.

    `twice` tells that some name is written twice in one mapping; `data` then has the last of its values.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.twice = False
        self._places: dict[tuple[str, ...], int] = {}
        self._again: list[tuple[tuple[str, ...], int]] = []
        try:
            self.data: object = json.loads(text, object_pairs_hook=self._members, parse_constant=_no_number)
        except json.JSONDecodeError as error:
            raise JSONError(f"{error.msg[:1].lower()}{error.msg[1:]}", error.pos) from error
        except RecursionError as error:
            raise JSONError("it is nested too deep", 0) from error
        except ValueError as error:
            raise JSONError(str(error)[:120], 0) from error

    def place(self, *path: str) -> tuple[int, int]:
        """The line and column of a member's name or of a list's item, or else of the nearest thing that encloses it."""
        self._look()
        while path not in self._places:
            path = path[:-1]
        return position(self.text, self._places[path])

    def again(self) -> list[tuple[str, tuple[int, int]]]:
        """The names that are written twice in one mapping, each at its second place."""
        self._look()
        return [(path[-1], position(self.text, offset)) for path, offset in self._again]

    def _members(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        self.twice = self.twice or len(found) < len(pairs)
        return found

    def _look(self) -> None:
        if not self._places:
            try:
                self._walk(0, ())
            except RecursionError:  # a text that was just not too deep for the parser alone
                self._places.setdefault((), 0)

    def _walk(self, at: int, path: tuple[str, ...], within: bool = False) -> int:
        """Notes where the parts of the value at `at` stand, `within` one whose name came before; returns its end."""
        text = self.text
        at = self._behind_space(at)
        self._places.setdefault(path, at)
        if text[at] not in "{[" or len(path) == _DEEPEST:
            return _DECODER.raw_decode(text, at)[1]
        closing = "}" if text[at] == "{" else "]"
        at, index = self._behind_space(at + 1), 0
        while text[at] != closing:
            inner, known = (*path, str(index)), False
            if closing == "}":
                start = at
                name, at = _DECODER.raw_decode(text, at)
                inner = (*path, name)
                known = inner in self._places
                if known and not within:
                    self._again.append((inner, start))
                self._places[inner] = start
                at = self._behind_space(at) + 1
            at = self._behind_space(self._walk(at, inner, within or known))
            if text[at] == ",":
                at = self._behind_space(at + 1)
            index += 1
        return at + 1

    def _behind_space(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")
