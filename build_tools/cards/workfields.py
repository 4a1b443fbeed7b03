"""What a card says of a work, its own or one that was compared with it: title, authors, identity, licence, parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from build_tools.cards.cardfields import Fields, listed
from build_tools.model import NOASSERTION, Author, Component, Work
from build_tools.settings.yamlreader import join

REQUIRED = ("title", "type", "language", "authors", "issued", "url", "license")
OPTIONAL = (
    "container", "doi", "arxiv", "isbn", "repository", "commit", "components", "unchecked", "withdrawn",
)  # fmt: skip
# What may be left out where it is listed in `unchecked`.
UNKNOWABLE = ("authors", "issued")
TYPE = ("paper", "code", "course", "video", "page", "book")
PART = ("code", "text", "figures", "slides", "video", "audio", "subtitles", "transcript", "data")
USE = ("link", "quote", "adapt", "include")  # each allows what stands before it
IDENTITIES = ("doi", "arxiv", "isbn", "repository")

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
ISSUED = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")
ISBN = re.compile(r"97[89][0-9]{10}")
FORMS = {
    "arxiv": (
        re.compile(
            r"[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5}(?:v[1-9][0-9]*)?|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}(?:v[1-9][0-9]*)?"
        ),
        "an arXiv id is like `1706.03762v7`",
    ),
    "doi": (
        re.compile(r"10\.[0-9]{4,9}/[!#-;=?-\[\]_a-z~]+"),
        "a DOI is like `10.1000/182`, without an address in front",
    ),
    "isbn": (ISBN, "an ISBN has 13 digits, 978 or 979 first, without dashes"),
    "commit": (re.compile(r"[0-9a-f]{40}"), "a commit is 40 hexadecimal digits, none left out"),
}


def allows(use: str, asked: str) -> bool:
    """Whether a policy, one of `USE`, allows a use; an unreadable one allows everything, it is reported elsewhere."""
    return use not in USE or asked not in USE or USE.index(asked) <= USE.index(use)


class WorkFields(Fields):
    """Reads works."""

    def required(self, root: Mapping[object, object], names: Sequence[str] = REQUIRED) -> list[str]:
        """What a work must state: all but what it says nobody could check."""
        unchecked = root.get("unchecked")
        admitted = unchecked if isinstance(unchecked, list) else []
        return [name for name in names if not (name in UNKNOWABLE and name in admitted)]

    def mend_missing(self, key: str) -> str:
        mend = super().mend_missing(key)
        return f"{mend}, or list it in `unchecked:` where nobody could find out" if key in UNKNOWABLE else mend

    def work(self, dotted: str, part: Mapping[str, object], known: Sequence[str]) -> Work:
        """A work.

        Args:
            dotted: the key of the mapping that holds it: "" for the card itself, `candidates.0`.
            part: that mapping.
            known: all fields that it may have, for `unchecked`.
        """

        def at(name: str) -> str:
            return join(dotted, name)

        work = Work(
            title=self.line(at("title"), part),
            type=self.choice(at("type"), part, TYPE),
            language=self.formed(at("language"), part, LANGUAGE, "write a language's code such as `en`"),
            authors=self.authors(at("authors"), part),
            issued=self.issued(at("issued"), part),
            container=self.line(at("container"), part),
            url=self.url(at("url"), part),
            identifiers=self.identifiers(dotted, part),
            license=self.license(at("license"), part),
            components=self.components(at("components"), part),
            unchecked=self.unchecked(at("unchecked"), part, known),
            withdrawn=self.date(at("withdrawn"), part),
        )
        return work

    def twice(self, dotted: str, work: Work, dates: Mapping[str, str], editions: Mapping[str, str]) -> None:
        """What is stated twice must be the same: else a change of one would go unnoticed.

        Args:
            dotted: the key of the mapping that holds the work.
            work: the work.
            dates: dates that the texts of the edition repeat, by their keys.
            editions: those texts, by their keys.
        """
        address = {join(dotted, "url"): work.url.lower()} if work.url else {}
        identifiers = {join(dotted, key): value for key, value in work.identifiers.items() if key != "isbn"}
        for key, value in {**dates, **identifiers}.items():
            stated = {
                **({} if key in dates else address),
                **(editions if key in dates or key == "arxiv" else {}),
            }
            holds = _under if key.endswith("repository") else _holds
            apart = [place for place, text in stated.items() if value and not holds(text, value.lower())]
            # Where others agree with the field, they are right; where none does, it is the field that is alone.
            alone = len(apart) == len(stated) > 0
            for place in ([key] if alone else []) + ([] if alone and len(stated) > 1 else apart):
                if place == key:
                    what = f"`{value}` stands nowhere else on the card: {listed(apart)} should hold it"
                else:
                    what = f"this does not hold `{value}`, which is the card's `{key}`"
                self.report(place, "card-identity", what, f"correct `{place}`, or whatever it is held against")

    def formed(self, dotted: str, fields: Mapping[str, object], form: re.Pattern[str], mend: str) -> str:
        """A line of one form."""
        value = self.line(dotted, fields, "text")
        if value and not form.fullmatch(value):
            self.report(dotted, "card-field", f"`{value}` is no {dotted.rpartition('.')[2]}", mend)
            return ""
        return value

    def issued(self, dotted: str, fields: Mapping[str, object]) -> str:
        """A year, a month or a day."""
        value = self.line(dotted, fields, "when the work came out, as text: `2017`, `2017-06` or `2017-06-12`")
        try:
            if value and not ISSUED.fullmatch(value):
                raise ValueError("it is none of the forms 2017, 2017-06 and 2017-06-12")
            if value:
                date.fromisoformat(value + "-01-01"[len(value) - 4 :])
        except ValueError as error:
            self.report(dotted, "card-date", f"`{value}` is no date: {error}", "write year, year-month or a whole date")
            return ""
        return value

    def authors(self, dotted: str, fields: Mapping[str, object]) -> tuple[Author, ...]:
        """People and bodies."""
        if "authors" not in fields:
            return ()
        value = fields["authors"]
        form = "a list; a person is `{given: Ada, family: Example}`, a body `{name: {ja: …, en: …}}`"
        if not isinstance(value, list) or not value:
            self.wrong(dotted, value, form)
            return ()
        authors: list[Author] = []
        for index, item in enumerate(value):
            place = join(dotted, index)
            if not isinstance(item, dict) or not item:
                self.wrong(place, item, "`{given: Ada, family: Example}`, or `{name: {ja: …, en: …}}` for a body")
                continue
            if "name" in item:
                part = self.fields(place, item, ("name",))
                author = Author(name=self.texts(join(place, "name"), part))
            else:
                part = self.fields(place, item, ("family",), ("given", "name"))
                author = Author(self.line(join(place, "given"), part), self.line(join(place, "family"), part))
            if author in authors and author != Author():
                self.report(place, "card-field", "this author is listed twice", "keep one")
            authors.append(author)
        return tuple(authors)

    def identifiers(self, dotted: str, root: Mapping[str, object]) -> Mapping[str, str]:
        """doi, arxiv, isbn, or repository with commit: at most one of the four."""
        found: dict[str, str] = {}
        for key, (form, mend) in FORMS.items():
            place = join(dotted, key)
            value = self.line(place, root, "text")
            if value and (not form.fullmatch(value) or (key == "isbn" and not _checks(value))):
                article = "no arxiv id" if key == "arxiv" else f"no {key}"
                self.report(place, "card-identity", f"`{value}` is {article}", mend)
            elif value:
                found[key] = value
        if repository := self.url(join(dotted, "repository"), root):
            found["repository"] = repository
        for one, other in (("repository", "commit"), ("commit", "repository")):
            if one in root and other not in root:
                what = f"`{one}` stands without `{other}`"
                self.report(join(dotted, one), "card-identity", what, f"add `{other}:`")
        kinds = [key for key in IDENTITIES if key in root]
        if len(kinds) > 1:
            what = f"a work has one identity, this has {listed(kinds)}"
            self.report(join(dotted, kinds[1]), "card-identity", what, "keep the one that `url` leads to")
        return found

    def license(self, dotted: str, root: Mapping[str, object]) -> str:
        """An SPDX expression."""
        value = self.line(dotted, root, "an SPDX expression as text, LicenseRef-… or NOASSERTION")
        if value and value != NOASSERTION:
            # The list of all SPDX licences takes milliseconds to load: only where a card names one.
            from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

            try:
                known = canonicalize_license_expression(value)
            except (InvalidLicenseExpression, RecursionError, ValueError) as error:
                mend = "write an SPDX expression such as `MIT`, `LicenseRef-…`, or `NOASSERTION` where it is unknown"
                what = f"`{value:.80}` is no SPDX expression: {error!s:.120}"
                self.report(dotted, "card-license", what, mend)
                return ""
            if known != value:
                self.report(dotted, "card-license", f"`{value}` is not as SPDX writes it", f"write `{known}`")
        return value

    def components(self, dotted: str, root: Mapping[str, object]) -> tuple[Component, ...]:
        """Parts with rights of their own."""
        if "components" not in root:
            return ()
        value = root["components"]
        if not isinstance(value, list) or not value:
            self.wrong(dotted, value, "a list, each item `{part: video, license: NOASSERTION, use: link}`")
            return ()
        components: list[Component] = []
        for index, item in enumerate(value):
            place = join(dotted, index)
            part = self.fields(place, item, ("part", "license", "use"))
            component = Component(
                self.choice(join(place, "part"), part, PART),
                self.license(join(place, "license"), part),
                self.choice(join(place, "use"), part, USE),
            )
            if component.part and component.part in [one.part for one in components]:
                what = f"the part `{component.part}` is listed twice"
                self.report(join(place, "part"), "card-rights", what, "keep one")
            self.licensed(join(place, "use"), component.license, component.use)
            components.append(component)
        return tuple(components)

    def licensed(self, dotted: str, license: str, use: str) -> None:
        """Whether what is unlicensed, as far as is known, is left alone."""
        if license == NOASSERTION and use in ("adapt", "include"):
            what = f"`{use}` needs a licence, and this one is unknown (NOASSERTION)"
            self.report(dotted, "card-rights", what, "find out the licence, or write `use: link` or `use: quote`")

    def unchecked(self, dotted: str, root: Mapping[str, object], known: Sequence[str]) -> tuple[str, ...]:
        """Fields whose content nobody could check."""
        names = self.lines(dotted, root, "a field's name")
        for index, name in enumerate(names):
            if name and name not in known:
                mend = f"fields: {listed([one for one in known if one != 'unchecked'])}"
                self.report(join(dotted, index), "card-field", f"there is no field `{name}` to be checked", mend)
        return names


def _holds(text: str, value: str) -> bool:
    """Whether `value` stands in a text as a whole: `1706.03762v1` does not stand in `1706.03762v12`."""
    return re.search(rf"(?<![0-9A-Za-z.]){re.escape(value)}(?![0-9A-Za-z])", text, re.IGNORECASE) is not None


def _under(url: str, folder: str) -> bool:
    """Whether an address is another one or lies below it."""
    folder = folder.rstrip("/")
    return url == folder or url.startswith((f"{folder}/", f"{folder}?", f"{folder}#"))


def _checks(isbn: str) -> bool:
    """Whether the last digit of an ISBN-13 is the one that the others give (ISO 2108)."""
    return sum(int(digit) * (3 if i % 2 else 1) for i, digit in enumerate(isbn)) % 10 == 0
