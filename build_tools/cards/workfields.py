"""What a card says of a work, its own or one that was compared with it: title, authors, identity, licence, parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from build_tools.cards.cardfields import FIELDS_LISTED
from build_tools.cards.identityfields import IdentityFields
from build_tools.mends import meant
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

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
ISSUED = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")

# Creative Commons' licences without derivatives.
_NO_CHANGES = re.compile(r"CC-BY(?:-NC)?-ND-[\w.-]+")
# Licences of one's own that say by their names that they give readers nothing; arXiv's gives rights to arXiv alone.
# What another `LicenseRef-…` allows is known to the card's author only.
_NO_COPIES = re.compile(
    r"LicenseRef-(?:scancode-)?(?:all-rights-reserved|proprietary|unlicensed|no-licen[cs]e|arxiv-nonexclusive-distrib)"
    r"(?:[.-].*)?",
    re.IGNORECASE,
)
_OPERATORS = ("AND", "OR", "WITH")
_LONGEST_EXPRESSION = 200  # that somebody may have meant otherwise


def allows(use: str, asked: str) -> bool:
    """Whether a policy, one of `USE`, allows a use; an unreadable one allows everything, it is reported elsewhere."""
    return use not in USE or asked not in USE or USE.index(asked) <= USE.index(use)


def spdx(expression: str) -> str:
    """A licence expression as SPDX writes it.

    Raises:
        ValueError: it is none.
    """
    # The list of all SPDX licences takes milliseconds to load: only where something names one.
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    try:
        return canonicalize_license_expression(expression)
    except (InvalidLicenseExpression, RecursionError) as error:
        raise ValueError(str(error)) from error


def _forbids(expression: str, form: re.Pattern[str]) -> str:
    """The licence of an expression that forbids what `form` says, unless another one may be chosen; "" for none."""
    names = [name for name in re.findall(r"[\w.+-]+", expression) if name not in _OPERATORS]
    forbidding = [name for name in names if form.fullmatch(name)]
    chosen = re.search(r"\bOR\b", expression) and len(forbidding) < len(names)
    return "" if chosen or not forbidding else forbidding[0]


def spdx_mend(text: str, otherwise: str) -> str:
    """A mend of what is no SPDX expression: the one that differs from it by spaces, case and dashes, if there is one.

    Args:
        text: what somebody wrote: `CC BY-SA 4.0`, `Apache2.0 or MIT`.
        otherwise: the mend where there is none.
    """
    if len(text) > _LONGEST_EXPRESSION:
        return otherwise
    # A name may have a word in it that joins names: `GPL 3.0 or later` is tried as one name first.
    parts = re.split(r"(\s+(?:and|or|with)\s+|[()])", text, flags=re.IGNORECASE)
    for tried in (_dashed(text), "".join(one if i % 2 else _dashed(one) for i, one in enumerate(parts))):
        for written in (tried, re.sub(r"(?<=[A-Za-z])(?=\d)", "-", tried)):
            try:
                return f"write `{spdx(written)}`"
            except ValueError:
                continue
    return otherwise


def _dashed(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip())


class WorkFields(IdentityFields):
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

        return Work(
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
                author = Author(name=self.texts(join(place, "name"), part, name=True))
            else:
                part = self.fields(place, item, ("family",), ("given", "name"))
                author = Author(self.line(join(place, "given"), part), self.line(join(place, "family"), part))
            if author in authors and author != Author():
                self.report(place, "card-field", "this author is listed twice", "keep one")
            authors.append(author)
        return tuple(authors)

    def license(self, dotted: str, root: Mapping[str, object]) -> str:
        """An SPDX expression."""
        value = self.line(dotted, root, "an SPDX expression as text, LicenseRef-… or NOASSERTION")
        if value and value != NOASSERTION:
            try:
                known = spdx(value)
            except ValueError as error:
                mend = "write an SPDX expression such as `MIT`, `LicenseRef-…`, or `NOASSERTION` where it is unknown"
                what = f"`{value:.80}` is no SPDX expression: {error!s:.120}"
                self.report(dotted, "card-license", what, spdx_mend(value, mend))
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
        self.permitted(dotted, license, use)

    def permitted(self, dotted: str, license: str, use: str) -> None:
        """Whether a work is left alone whose licence allows no copies, and left as it is where it allows no changes."""
        if use in ("adapt", "include") and (name := _forbids(license, _NO_COPIES)):
            what = f"`{use}` needs a licence that allows copies, and {name} allows none"
            mend = "write `use: link` or `use: quote`, or name the licence that allows it"
            self.report(dotted, "card-rights", what, mend)
        if use == "adapt" and (name := _forbids(license, _NO_CHANGES)):
            what = f"`adapt` changes it, and {name} allows no changed copies"
            self.report(dotted, "card-rights", what, "take it as it is, `include`, or correct the licence")

    def unchecked(self, dotted: str, root: Mapping[str, object], known: Sequence[str]) -> tuple[str, ...]:
        """Fields whose content nobody could check."""
        names = self.lines(dotted, root, "a field's name")
        for index, name in enumerate(names):
            if name and name not in known:
                mend = meant(name, [one for one in known if one != "unchecked"], FIELDS_LISTED)
                self.report(join(dotted, index), "card-field", f"there is no field `{name}` to be checked", mend)
        return names
