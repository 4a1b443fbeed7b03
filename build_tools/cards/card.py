"""One source-rights card: its YAML against the schema, field by field, each fault at its line and column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from build_tools.cards.cardfields import Fields, listed
from build_tools.model import Candidate, Finding, Source, position
from build_tools.numbers.languages import Language
from build_tools.settings.positioned import Document

REQUIRED = (
    "id",
    "title",
    "authors",
    "url",
    "role",
    "edition",
    "verified_on",
    "mutability",
    "license",
    "rights_holder",
    "use",
    "access",
    "rationale",
    "reader_prerequisites",
    "fallback",
    "candidates",
)
OPTIONAL = ("doi", "arxiv", "repository", "commit", "note")
ROLE = ("primary-definition", "code-reference", "teaching-check")
MUTABILITY = ("pinned", "moving")
USE = ("link", "quote", "adapt", "include")
OUTCOME = ("joint", "deferred", "rejected", "context")

# An id is a name in the lessons' expressions, with its dashes as underscores: sources.vaswani_2017.
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_FORMS = {
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
    "commit": (re.compile(r"[0-9a-f]{40}"), "a commit is 40 hexadecimal digits, none left out"),
}
_ANCHOR = re.compile(r"[a-z0-9][a-z0-9_/-]*#[A-Za-z][A-Za-z0-9_-]*")


def read(document: Document, name: str, languages: Sequence[Language]) -> tuple[Source, tuple[Finding, ...]]:
    """A card from its YAML, and what is wrong with it.

    Args:
        document: the file, as read by `positioned.load`.
        name: the id that the file's name gives it, by which lessons can refer to it even if it is broken.
        languages: the project's languages: each text is due in all of them.

    A field that is missing or wrong is empty in the source.
    """
    card = _Card(document, name, languages)
    return card.source(), tuple(card.findings)


class _Card(Fields):
    """The schema."""

    def __init__(self, document: Document, name: str, languages: Sequence[Language]) -> None:
        super().__init__(document, languages)
        self.name = name

    def source(self) -> Source:
        root = self.fields("", self.document.data, REQUIRED, OPTIONAL)
        edition = self.texts("edition", root)
        fallback = self.fields("fallback", root["fallback"], ("text", "provides")) if "fallback" in root else {}
        source = Source(
            id=self.name,
            path=self.document.path,
            title=self.line("title", root),
            authors=self.lines("authors", root),
            url=self.url("url", root),
            identifiers=self.identifiers(root),
            edition=edition,
            verified_on=self.date("verified_on", root),
            mutability=self.choice("mutability", root, MUTABILITY),
            role=self.choice("role", root, ROLE),
            rationale=self.texts("rationale", root),
            reader_prerequisites=self.texts("reader_prerequisites", root),
            fallback=self.texts("fallback.text", fallback),
            provides=self.provides(fallback),
            candidates=self.candidates(root),
            license=self.license(root),
            rights_holder=self.line("rights_holder", root),
            use=self.choice("use", root, USE),
            access=self.texts("access", root),
            note=self.texts("note", root),
            spans={key: position(self.document.text, span.start) for key, span in self.document.spans.items()},
        )
        self.identity(root)
        self.twice(source)
        return source

    # ---------------------------------------------------------------------------------------------- single fields

    def identifiers(self, root: Mapping[str, object]) -> Mapping[str, str]:
        """doi, arxiv, or repository with commit: at most one of the three."""
        found: dict[str, str] = {}
        for key, (form, mend) in _FORMS.items():
            value = self.line(key, root, "text")
            if value and not form.fullmatch(value):
                self.report(
                    key,
                    "card-identity",
                    f"`{value}` is no {key} id" if key == "arxiv" else f"`{value}` is no {key}",
                    mend,
                )
            elif value:
                found[key] = value
        if repository := self.url("repository", root):
            found["repository"] = repository
        for one, other in (("repository", "commit"), ("commit", "repository")):
            if one in root and other not in root:
                self.report(one, "card-identity", f"`{one}` stands without `{other}`", f"add `{other}:`")
        kinds = [key for key in ("doi", "arxiv", "repository") if key in root]
        if len(kinds) > 1:
            what = f"a card has one identity, this has {listed(kinds)}"
            self.report(kinds[1], "card-identity", what, "keep the one that `url` leads to")
        return found

    def license(self, root: Mapping[str, object]) -> str:
        value = self.line("license", root, "an SPDX expression as text, LicenseRef-… or NOASSERTION")
        if value and value != "NOASSERTION":
            # The list of all SPDX licences takes milliseconds to load: only where a card names one.
            from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

            try:
                known = canonicalize_license_expression(value)
            except InvalidLicenseExpression as error:
                mend = "write an SPDX expression such as `MIT`, `LicenseRef-…`, or `NOASSERTION` where it is unknown"
                self.report("license", "card-license", f"`{value}` is no SPDX expression: {error}", mend)
                return ""
            if known != value:
                self.report("license", "card-license", f"`{value}` is not as SPDX writes it", f"write `{known}`")
        return value

    def provides(self, fallback: Mapping[str, object]) -> tuple[str, ...]:
        anchors = self.lines("fallback.provides", fallback, "text such as `attention/day-43#procedure`")
        for index, anchor in enumerate(anchors):
            if anchor and not _ANCHOR.fullmatch(anchor):
                mend = "write a lesson and a section of it: `attention/day-43#procedure`"
                self.report(f"fallback.provides.{index}", "card-anchor", f"`{anchor}` is no place in the course", mend)
        return anchors

    def candidates(self, root: Mapping[str, object]) -> tuple[Candidate, ...]:
        if "candidates" not in root:
            return ()
        value = root["candidates"]
        if not isinstance(value, list) or not value:
            self.wrong("candidates", value, "a list of the resources that were compared")
            return ()
        candidates = []
        for index, item in enumerate(value):
            dotted = f"candidates.{index}"
            part = self.fields(dotted, item, ("title", "url", "evaluation", "outcome"))
            candidates.append(
                Candidate(
                    self.line(f"{dotted}.title", part),
                    self.url(f"{dotted}.url", part),
                    self.texts(f"{dotted}.evaluation", part),
                    self.choice(f"{dotted}.outcome", part, OUTCOME),
                )
            )
        return tuple(candidates)

    # ------------------------------------------------------------------------------------------ what is said twice

    def identity(self, root: Mapping[str, object]) -> None:
        value = self.line("id", root)
        if value and not _ID.fullmatch(value):
            mend = "write small letters, digits and single dashes, a letter first: `vaswani-2017`"
            self.report("id", "card-identity", f"`{value}` is no id", mend)
        elif value and value != self.name:
            what = f"the id `{value}` is not the file's name, `{self.name}`"
            self.report("id", "card-identity", what, "rename one of the two")

    def twice(self, source: Source) -> None:
        """What a card states twice must be the same: else a change of one would go unnoticed."""
        editions = {f"edition.{code}": text for code, text in source.edition.items()}
        address = {"url": source.url.lower()} if source.url else {}
        for key, value in {"verified_on": source.verified_on, **source.identifiers}.items():
            stated = {
                **({} if key == "verified_on" else address),
                **(editions if key in ("verified_on", "arxiv") else {}),
            }
            holds = _under if key == "repository" else _holds
            apart = [dotted for dotted, text in stated.items() if value and not holds(text, value.lower())]
            # Where others agree with the field, they are right; where none does, it is the field that is alone.
            alone = len(apart) == len(stated) > 0
            for dotted in ([key] if alone else []) + ([] if alone and len(stated) > 1 else apart):
                if dotted == key:
                    what = f"`{value}` stands nowhere else on the card: {listed(apart)} should hold it"
                else:
                    what = f"this does not hold `{value}`, which is the card's `{key}`"
                self.report(dotted, "card-identity", what, f"correct `{dotted}`, or whatever it is held against")
        arxiv = source.identifiers.get("arxiv")
        if source.mutability == "pinned" and arxiv and not re.search(r"v[0-9]+$", arxiv):
            what = "the card is pinned, but its arXiv id has no version"
            self.report("arxiv", "card-identity", what, "add the version that was read, such as `v7`")


def _holds(text: str, value: str) -> bool:
    """Whether `value` stands in a text as a whole: `1706.03762v1` does not stand in `1706.03762v12`."""
    return re.search(rf"(?<![0-9A-Za-z.]){re.escape(value)}(?![0-9A-Za-z])", text, re.IGNORECASE) is not None


def _under(url: str, folder: str) -> bool:
    """Whether an address is another one or lies below it."""
    folder = folder.rstrip("/")
    return url == folder or url.startswith((f"{folder}/", f"{folder}?", f"{folder}#"))
