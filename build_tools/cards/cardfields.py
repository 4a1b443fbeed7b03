"""The kinds of fields that a card has: a line, a text in every language, a choice, a date, an address.

A field is read from the mapping that holds it, under the last part of its dotted key. One that is absent is empty:
whoever read the mapping has reported it. One that is wrong is reported here, once, and is empty too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from urllib.parse import quote, urlsplit, urlunsplit

from build_tools.cards import cardtext
from build_tools.mends import meant
from build_tools.model import Finding
from build_tools.numbers.languages import Language
from build_tools.settings.positioned import Document
from build_tools.settings.yamlreader import join, locate

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?"
URL = re.compile(rf"https?://{_LABEL}(?:\.{_LABEL})*(?::[0-9]{{1,5}})?(?:[/?#][!#-;=?-\[\]_a-z~]*)?")
PATH = re.compile(r"(?!.*//)(?!(?:.*/)?\.\.?(?:/|$))[^/\s\\][^\\\x00-\x1f\x7f]*")


FIELDS_LISTED = 'write a field\'s name; CONTRIBUTING.md, "A card", lists them'
_FEW = 12  # names that a message lists


class Fields:
    """Reads the fields of one document and gathers what is wrong in them."""

    def __init__(self, document: Document, languages: Sequence[Language]) -> None:
        self.document, self.languages = document, languages
        self.findings: list[Finding] = list(document.findings)
        self.counts: Mapping[str, int] = {}  # what the numerals of texts may be bound to

    def report(self, dotted: str, rule: str, message: str, mend: str) -> None:
        self.findings.append(self.document.finding(dotted, rule, message, mend))

    def report_in(self, dotted: str, value: str, problem: cardtext.Problem) -> None:
        """A finding inside a text, at the character that is meant."""
        span = self.document.place(dotted)
        offset = locate(self.document.text, span, value, problem.offset)
        self.findings.append(self.document.finding(offset, problem.rule, problem.message, problem.mend))

    def fields(
        self, dotted: str, value: object, required: Sequence[str], optional: Sequence[str] = ()
    ) -> Mapping[str, object]:
        """The known fields of a mapping; what is missing is reported at the mapping's first key."""
        if not isinstance(value, dict) or not value:
            self.wrong(dotted, value, f"a mapping with {listed(required)}")
            return {}
        first = self.document.keys.get(join(dotted, next(iter(value))), self.document.place(dotted))
        for key in required:
            if key not in value:
                what = f"`{join(dotted, key)}` is missing"
                self.findings.append(self.document.finding(first, "card-field", what, self.mend_missing(key)))
        for key in value:
            if key not in required and key not in optional:
                known = (*required, *optional)
                otherwise = f"known are {listed(known)}" if len(known) <= _FEW else FIELDS_LISTED
                mend = meant(str(key), known, otherwise)
                place = self.document.keys.get(join(dotted, key), first)
                self.findings.append(self.document.finding(place, "card-field", f"there is no field `{key}`", mend))
        return {key: value[key] for key in (*required, *optional) if key in value}

    def mend_missing(self, key: str) -> str:
        """How to mend a field that is missing."""
        return f"add `{key}:` to this mapping"

    def wrong(self, dotted: str, value: object, wanted: str) -> None:
        name = f"`{dotted}`" if dotted else "the card"
        if value is None or value == "" or value == [] or value == {}:
            self.report(dotted, "card-field", f"{name} is empty", f"write {wanted}")
            return
        mend = f'put it in quotes: `"{value}"`' if type(value) is int and "text" in wanted else f"write {wanted}"
        self.report(dotted, "card-field", f"{name} is {_kind(value)}, it must be {wanted}", mend)

    def line(self, dotted: str, fields: Mapping[str, object], wanted: str = "one line of text") -> str:
        """A text of one line that carries none of our syntax; empty where it is absent or wrong."""
        key = dotted.rpartition(".")[2]
        if key not in fields:
            return ""
        value = fields[key]
        if not isinstance(value, str) or not value.strip():
            self.wrong(dotted, value.strip() if isinstance(value, str) else value, wanted)
            return ""
        value = value.strip()
        if any(char in value for char in "\n\t\r\x85\u2028\u2029"):
            self.report(dotted, "card-field", f"`{dotted}` holds a line end or a tab", f"write {wanted}")
            return ""
        for problem in cardtext.syntax(value, exemptions=False):
            self.report_in(dotted, value, problem)
        return value

    def formed(self, dotted: str, fields: Mapping[str, object], form: re.Pattern[str], mend: str) -> str:
        """A text of one form."""
        value = self.line(dotted, fields, "text")
        if value and not form.fullmatch(value):
            self.report(dotted, "card-field", f"`{value}` is no {dotted.rpartition('.')[2]}", mend)
            return ""
        return value

    def lines(self, dotted: str, fields: Mapping[str, object], wanted: str = "one line of text") -> tuple[str, ...]:
        key = dotted.rpartition(".")[2]
        if key not in fields:
            return ()
        value = fields[key]
        if not isinstance(value, list) or not value:
            self.wrong(dotted, value, f"a list, each item {wanted}")
            return ()
        items = [self.line(join(dotted, index), {str(index): item}, wanted) for index, item in enumerate(value)]
        for index, item in enumerate(items):
            if item and item in items[:index]:
                self.report(join(dotted, index), "card-field", f"`{item}` is listed twice", "keep one")
        return tuple(items)

    def texts(self, dotted: str, fields: Mapping[str, object], *, name: bool = False) -> Mapping[str, str]:
        """A text in every language of the project; `name` where it is one, whose numerals nobody has counted."""
        key = dotted.rpartition(".")[2]
        if key not in fields:
            return {}
        codes = [language.code for language in self.languages]
        texts: dict[str, str] = {}
        for code, value in self.fields(dotted, fields[key], codes).items():
            place = join(dotted, code)
            if not isinstance(value, str) or not value.strip():
                self.wrong(place, value.strip() if isinstance(value, str) else value, "a text")
                continue
            texts[code] = value.strip()
            for problem in cardtext.syntax(texts[code], exemptions=not name):
                self.report_in(place, texts[code], problem)
        for code, problem in cardtext.numerals(texts, self.languages, self.counts):
            if name and problem.rule == "card-numeral":
                continue
            self.report_in(join(dotted, code), texts[code], problem)
        return texts

    def choice(self, dotted: str, fields: Mapping[str, object], choices: Sequence[str]) -> str:
        key = dotted.rpartition(".")[2]
        value = self.line(dotted, fields, f"one of {listed(choices)}")
        if value and value not in choices:
            mend = meant(value, choices, f"write one of {listed(choices)}")
            self.report(dotted, "card-field", f"`{value}` is no {key}", mend)
            return ""
        return value

    def date(self, dotted: str, fields: Mapping[str, object]) -> str:
        value = self.line(dotted, fields, "a date such as 2026-10-30, as text")
        try:
            if value and not DATE.fullmatch(value):
                raise ValueError("it is not of the form 2026-10-30")
            return date.fromisoformat(value).isoformat() if value else ""
        except ValueError as error:
            self.report(dotted, "card-date", f"`{value}` is no date: {error}", "write year-month-day with two dashes")
            return ""

    def number(self, dotted: str, fields: Mapping[str, object]) -> int | None:
        """A whole number from 0."""
        key = dotted.rpartition(".")[2]
        if key not in fields:
            return None
        value = fields[key]
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.wrong(dotted, value, "a whole number from 0, without quotes")
            return None
        return value

    def url(self, dotted: str, fields: Mapping[str, object]) -> str:
        value = self.line(dotted, fields, "an address, as text")
        if value and not is_url(value):
            scheme = value.partition(":")[0].lower()
            what = "is no web address" if scheme in ("http", "https") else "does not start with https:// or http://"
            better = _percent_encoded(value)
            mend = f"write `{better}`" if better else "write the whole address, what is not ASCII percent-encoded"
            self.report(dotted, "card-url", f"`{value}` {what}", mend)
            return ""
        return value


def is_url(text: str) -> bool:
    """Whether a text is an address of the web that can be asked for."""
    port = urlsplit(text).netloc.rpartition(":")[2] if URL.fullmatch(text) else "none"
    return port != "none" and (not port.isdigit() or int(port) < 2**16)


def _percent_encoded(text: str) -> str:
    """The address that somebody meant who wrote it as browsers show it; "" where there is none."""
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").encode("idna").decode("ascii") + (f":{parts.port}" if parts.port else "")
        rest = (quote(part, safe="/%:@!$&'()*+,;=?") for part in parts[2:])
        meant = urlunsplit((parts.scheme, host, *rest))
    except ValueError:  # of which that of a host's name is one
        return ""
    return meant if text.isprintable() and meant != text and is_url(meant) else ""


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return {str: "a text", int: "a number", list: "a list", dict: "a mapping"}.get(type(value), "something else")


def listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
