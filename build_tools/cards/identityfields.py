"""What makes a work the same for every reader: its identifiers, and that all that a card says of them agrees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote, unquote

from build_tools.cards.cardfields import Fields, listed
from build_tools.model import Work
from build_tools.settings.yamlreader import join

IDENTITIES = ("doi", "arxiv", "isbn", "repository")  # a work has one of these
FORMS = {
    "arxiv": (
        re.compile(
            r"[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5}(?:v[1-9][0-9]*)?|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}(?:v[1-9][0-9]*)?"
        ),
        "an arXiv id is like `1706.03762v7`",
    ),
    "doi": (
        # Wiley's old ones have angle brackets: 10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O
        re.compile(r"10\.[0-9]{4,9}/[!#-\[\]_a-z~]+"),
        "a DOI is like `10.1000/182`, without an address in front",
    ),
    "isbn": (
        re.compile(r"97[89][0-9]{10}"),
        "an ISBN has 13 digits, 978 or 979 first, without dashes; the last one checks the others: look at each",
    ),
    "commit": (re.compile(r"[0-9a-f]{40}"), "a commit is 40 hexadecimal digits, none left out"),
}


def doi_address(doi: str) -> str:
    """The address that leads to whatever a DOI names, what may not stand in a path percent-encoded."""
    return "https://doi.org/" + quote(doi, safe="/!$&'()*+,;=:@")


class IdentityFields(Fields):
    """Reads identifiers."""

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
            apart = [
                place
                for place, text in stated.items()
                if value and not (holds(text, value.lower()) or holds(unquote(text), value.lower()))
            ]
            # Where others agree with the field, they are right; where none does, it is the field that is alone.
            alone = len(apart) == len(stated) > 0
            for place in ([key] if alone else []) + ([] if alone and len(stated) > 1 else apart):
                if place == key:
                    what = f"`{value}` stands nowhere else on the card: {listed(apart)} should hold it"
                else:
                    what = f"this does not hold `{value}`, which is the card's `{key}`"
                self.report(place, "card-identity", what, f"correct `{place}`, or whatever it is held against")


def _holds(text: str, value: str) -> bool:
    """Whether `value` stands in a text as a whole: `1706.03762v1` does not stand in `1706.03762v12`."""
    return re.search(rf"(?<![0-9A-Za-z.]){re.escape(value)}(?![0-9A-Za-z])", text, re.IGNORECASE) is not None


def _under(url: str, folder: str) -> bool:
    """Whether an address is another one, or lies below it; that of a repository may be the one to clone it from."""
    folder = folder.rstrip("/").removesuffix(".git")
    return url == folder or url.startswith((f"{folder}/", f"{folder}?", f"{folder}#"))


def _checks(isbn: str) -> bool:
    """Whether the last digit of an ISBN-13 is the one that the others give (ISO 2108)."""
    return sum(int(digit) * (3 if i % 2 else 1) for i, digit in enumerate(isbn)) % 10 == 0
