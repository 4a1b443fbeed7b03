"""The fields of a recorded answer: `docs/sources/links.json` read, each fault at its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from build_tools.model import Answered, Finding, position
from build_tools.settings.jsonplaces import Document, JSONError

FORMAT = 1
OUTCOMES = ("ok", "moved", "gone", "refused", "unreachable")
LIVING = ("ok", "moved")  # what proves that an address still leads somewhere
LONGEST_DETAIL = 120

_ADDRESS = re.compile(r"(?=.{1,2000}\Z)https?://[^\s<>\"]+", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FIELDS = ("checked", "outcome", "detail", "target", "gone")
_MEND = "take back its last committed state: `make links` alone writes this file"


def is_address(text: str) -> bool:
    """Whether a text is a web address that can be recorded: in one line, printable and not endless."""
    return _ADDRESS.fullmatch(text) is not None and text.isprintable()


def read(text: str, path: str, latest: str) -> tuple[dict[str, Answered], tuple[Finding, ...]]:
    """What each address answered, without the entries that are wrong, and what is wrong. No text makes it raise.

    Args:
        text: the file's text.
        path: its path, as findings name it.
        latest: the last day on which anything can have been asked, as an ISO date.
    """
    try:
        document = Document(text)
    except JSONError as error:
        at = position(text, error.offset)
        return {}, (Finding(path, *at, "source-links", f"this is no JSON: {error}", _MEND),)
    reader = _Reader(document, path, latest)
    found = reader.links()
    return found, tuple(sorted(reader.findings))


class _Reader:
    def __init__(self, document: Document, path: str, latest: str) -> None:
        self.document, self.path, self.latest = document, path, latest
        self.findings: list[Finding] = []

    def report(self, at: tuple[str, ...], message: str) -> None:
        self._file(self.document.place(*at), message)

    def _file(self, place: tuple[int, int], message: str) -> None:
        self.findings.append(Finding(self.path, *place, "source-links", message, _MEND))

    def links(self) -> dict[str, Answered]:
        data = self.document.data
        if not isinstance(data, dict):
            self.report((), f"this is {_kind(data)}, and no record of links")
            return {}
        if self.document.twice:
            for name, place in self.document.again():
                self._file(place, f"`{_shown(name)}` is written twice")
        for name in data:
            if name not in ("format", "links"):
                self.report((name,), f"`{_shown(name)}` is no part of this file")
        version, links = data.get("format"), data.get("links")
        if isinstance(version, bool) or version != FORMAT:
            self.report(("format",), f"the format is {_told(version)}, and only {FORMAT} is known")
        elif not isinstance(links, dict):
            self.report(("links",), f"`links` is {_kind(links)}, and no mapping from addresses to answers")
        else:
            answers = {address: self._answered(address, entry) for address, entry in links.items()}
            return {address: one for address, one in answers.items() if one is not None}
        return {}

    def _answered(self, address: str, entry: object) -> Answered | None:
        """An entry, or None where anything is wrong with it."""
        before, at = len(self.findings), ("links", address)
        if not is_address(address):
            self.report(at, f"`{_shown(address)}` is no web address")
        if not isinstance(entry, dict):
            self.report(at, f"what the address answered is {_kind(entry)}, and no mapping")
            return None
        for name in entry:
            if name not in _FIELDS:
                self.report((*at, name), f"`{_shown(name)}` is nothing that an answer has")
        for name in _FIELDS:
            if name not in entry:
                self.report(at, f"the answer has no `{name}`")
        texts = {name: self._text((*at, name), entry.get(name, "")) for name in _FIELDS[:-1]}
        days = self._days((*at, "gone"), entry.get("gone", []))
        for name, message in (*_faults(texts), *(_faults_of_days(days, texts) if days is not None else ())):
            self.report((*at, name), message)
        if _is_date(texts["checked"]) and texts["checked"] > self.latest:
            self.report((*at, "checked"), f"{texts['checked']} is yet to come")
        for index, day in enumerate(days or ()):
            if day > self.latest:
                self.report((*at, "gone", str(index)), f"{day} is yet to come")
        return Answered(**texts, gone=days or ()) if len(self.findings) == before else None

    def _text(self, at: tuple[str, ...], value: object) -> str:
        if isinstance(value, str):
            return value
        self.report(at, f"`{at[-1]}` is {_kind(value)}, and no text")
        return ""

    def _days(self, at: tuple[str, ...], value: object) -> tuple[str, ...] | None:
        if not isinstance(value, list):
            self.report(at, f"`gone` is {_kind(value)}, and no list of days")
            return None
        days = tuple(day for day in value if isinstance(day, str) and _is_date(day))
        for index, day in enumerate(value):
            if day not in days:
                self.report((*at, str(index)), f"{_told(day)} is no date")
        return days if len(days) == len(value) else None


def _faults(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is wrong with the texts of an answer. An empty one is absent or no text, and has been told."""
    if texts["checked"] and not _is_date(texts["checked"]):
        yield "checked", f"`{_shown(texts['checked'])}` is no date"
    if texts["outcome"] and texts["outcome"] not in OUTCOMES:
        yield "outcome", f"`{_shown(texts['outcome'])}` is none of {', '.join(OUTCOMES)}"
    if not texts["detail"].isprintable() or len(texts["detail"]) > LONGEST_DETAIL:
        yield "detail", "`detail` is more than a few plain words"
    if texts["target"] and not is_address(texts["target"]):
        yield "target", f"`{_shown(texts['target'])}` is no web address"
    elif texts["outcome"] in OUTCOMES and bool(texts["target"]) != (texts["outcome"] == "moved"):
        yield "target", "an address has a target if it has moved, and only then"


def _faults_of_days(days: tuple[str, ...], texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if len(days) > 2 or sorted(set(days)) != list(days):
        yield "gone", "`gone` is not the first and the last day of a run, in this order"
    elif days and texts["outcome"] in LIVING:
        yield "gone", "an address that answers is not gone"
    elif texts["outcome"] == "gone" and texts["checked"] not in days:
        yield "gone", "`gone` lacks the day on which the address was found gone last"


def _is_date(text: str) -> bool:
    try:
        return _DATE.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    return {str: "a text", int: "a number", float: "a number", list: "a list"}.get(type(value), "a mapping")


def _told(value: object) -> str:
    return f"`{_shown(value)}`" if isinstance(value, str) else _kind(value)


def _shown(text: str) -> str:
    """A text as a message can show it: short, and without what a terminal would obey."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text[:60])
    return f"{shown}…" if len(text) > 60 else shown
