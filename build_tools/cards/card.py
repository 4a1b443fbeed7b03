"""One source-rights card: its YAML against the schema, field by field, each fault at its line and column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from build_tools.cards import countfields, workfields
from build_tools.cards.cardfields import PATH
from build_tools.cards.countfields import CountFields
from build_tools.cards.identityfields import IDENTITIES
from build_tools.cards.workfields import PART, USE, allows
from build_tools.model import Access, Candidate, Finding, Material, Source, Work, position
from build_tools.numbers.languages import Language
from build_tools.settings.positioned import Document
from build_tools.settings.yamlreader import join

REQUIRED = (
    "id",
    *workfields.REQUIRED,
    "role",
    "edition",
    "verified_on",
    "mutability",
    "rights_holder",
    "use",
    "access",
    "rationale",
    "reader_prerequisites",
    "fallback",
    "compared",
    "candidates",
)
OPTIONAL = (*workfields.OPTIONAL, "counts", "material", "note")
ROLE = ("primary-definition", "code-reference", "teaching-check")
MUTABILITY = ("pinned", "moving")
NEEDED = ("none", "required", "unchecked")
OUTCOME = ("joint", "deferred", "rejected", "context")
# What a candidate says beside what the work is, and all that it says where the work has a card of its own.
EVALUATED = ("evaluation", "outcome")
CARDED = ("card", *EVALUATED)

# An id is a name in the lessons' expressions, with its dashes as underscores: sources.vaswani_2017.
ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
ANCHOR = re.compile(r"[a-z0-9][a-z0-9_/-]*#[A-Za-z][A-Za-z0-9_-]*")
_NOTHING = Work("", "", "", (), "", "", "", {}, "")


def read(document: Document, name: str, languages: Sequence[Language]) -> tuple[Source, tuple[Finding, ...]]:
    """A card from its YAML, and what is wrong with it.

    Args:
        document: the file, as read by `positioned.load`.
        name: the id that the file's name gives it, by which lessons can refer to it even if it is broken.
        languages: the project's languages: each text is due in all of them.

    A field that is missing or wrong is empty in the source; the work of a candidate that has a card of its own is empty
    too, until all cards are read.
    """
    card = _Card(document, name, languages)
    return card.source(), tuple(card.findings)


class _Card(CountFields):
    """The schema."""

    def __init__(self, document: Document, name: str, languages: Sequence[Language]) -> None:
        super().__init__(document, languages)
        self.name = name

    def source(self) -> Source:
        data = self.document.data
        required = self.required(data if isinstance(data, dict) else {}, REQUIRED)
        root = self.fields("", data, required, [one for one in (*REQUIRED, *OPTIONAL) if one not in required])
        self.counts = countfields.values(root)
        work = self.work("", root, (*REQUIRED, *OPTIONAL))
        fallback = self.fields("fallback", root["fallback"], ("text", "provides")) if "fallback" in root else {}
        verified_on = self.date("verified_on", root)
        source = Source(
            id=self.name,
            path=self.document.path,
            work=work,
            edition=self.texts("edition", root),
            verified_on=verified_on,
            mutability=self.choice("mutability", root, MUTABILITY),
            role=self.choice("role", root, ROLE),
            rationale=self.texts("rationale", root),
            reader_prerequisites=self.texts("reader_prerequisites", root),
            fallback=self.texts("fallback.text", fallback),
            provides=self.provides(fallback),
            candidates=self.candidates(root),
            rights_holder=self.texts("rights_holder", root),
            use=self.choice("use", root, USE),
            access=self.access(root),
            counts=self.counted(root, work, verified_on),
            material=self.material(root, work),
            note=self.texts("note", root),
            spans={key: position(self.document.text, span.start) for key, span in self.document.spans.items()},
        )
        self.identity(root)
        editions = {f"edition.{code}": text for code, text in source.edition.items()}
        dates = {"verified_on": source.verified_on} if source.verified_on else {}
        self.twice("", work, dates, editions)
        self.contradictions(source, root)
        return source

    # ---------------------------------------------------------------------------------------------- single fields

    def access(self, root: Mapping[str, object]) -> Access:
        if "access" not in root:
            return Access()
        part = self.fields("access", root["access"], ("account", "payment", "text"))
        account = self.choice("access.account", part, NEEDED)
        return Access(account, self.choice("access.payment", part, NEEDED), self.texts("access.text", part))

    def provides(self, fallback: Mapping[str, object]) -> tuple[str, ...]:
        anchors = self.lines("fallback.provides", fallback, "text such as `attention/day-43#procedure`")
        for index, anchor in enumerate(anchors):
            if anchor and not ANCHOR.fullmatch(anchor):
                mend = "write a lesson and a section of it: `attention/day-43#procedure`"
                self.report(f"fallback.provides.{index}", "card-anchor", f"`{anchor}` is no place in the course", mend)
        return tuple(anchor if ANCHOR.fullmatch(anchor) else "" for anchor in anchors)

    def candidates(self, root: Mapping[str, object]) -> tuple[Candidate, ...]:
        compared = self.number("compared", root)
        if "candidates" not in root:
            return ()
        value = root["candidates"]
        if not isinstance(value, list) or not value:
            self.wrong("candidates", value, "a list of the resources that were compared")
            return ()
        candidates = [self.candidate(f"candidates.{index}", item) for index, item in enumerate(value)]
        if compared is not None and compared != len(candidates):
            listed = f"{len(candidates)} {'is' if len(candidates) == 1 else 'are'} listed"
            what = f"{compared} candidates were compared, and {listed}"
            self.report("compared", "card-count", what, "list the missing ones, or correct the count")
        seen: set[str] = set()
        for index, candidate in enumerate(candidates):
            named = candidate.card or candidate.work.url
            if named and named in seen:
                key = join(f"candidates.{index}", "card" if candidate.card else "url")
                self.report(key, "card-identity", f"`{named}` is compared twice", "keep one")
            seen.add(named)
        return tuple(candidates)

    def candidate(self, dotted: str, item: object) -> Candidate:
        known = (*workfields.REQUIRED, *workfields.OPTIONAL)
        if isinstance(item, dict) and "card" in item:
            part = self.fields(dotted, item, CARDED)
            work, carded = _NOTHING, self.line(f"{dotted}.card", part)
        else:
            required = [*self.required(item if isinstance(item, dict) else {}, workfields.REQUIRED), *EVALUATED]
            part = self.fields(dotted, item, required, [one for one in known if one not in required])
            work, carded = self.work(dotted, part, known), ""
            self.twice(dotted, work, {}, {})
        evaluation = self.texts(f"{dotted}.evaluation", part)
        return Candidate(work, evaluation, self.choice(f"{dotted}.outcome", part, OUTCOME), carded)

    def material(self, root: Mapping[str, object], work: Work) -> tuple[Material, ...]:
        if "material" not in root:
            return ()
        value = root["material"]
        if not isinstance(value, list) or not value:
            self.wrong("material", value, "a list, each item `{path: …, use: include}`")
            return ()
        return tuple(self.piece(f"material.{index}", item, root, work) for index, item in enumerate(value))

    def piece(self, dotted: str, item: object, root: Mapping[str, object], work: Work) -> Material:
        part = self.fields(dotted, item, ("path", "use"), ("part", "changes"))
        piece = Material(
            self.formed(f"{dotted}.path", part, PATH, "write a file's path from the project's folder, with `/`"),
            self.choice(f"{dotted}.use", part, USE[1:]),
            self.choice(f"{dotted}.part", part, PART),
            self.texts(f"{dotted}.changes", part),
        )
        component = next((one for one in work.components if one.part == piece.part), None)
        if piece.part and component is None:
            what = f"the card has no component `{piece.part}`"
            self.report(f"{dotted}.part", "card-rights", what, "add it to `components:` with its licence and use")
        policy = component.use if component else str(root.get("use", ""))
        if piece.use and not allows(policy, piece.use):
            whose = f"`{piece.part}` of this source" if component else "this source"
            what = f"{whose} is `{policy}` only, and {piece.path} is to `{piece.use}` it"
            self.report(f"{dotted}.use", "card-rights", what, "take the file out of the tree, or correct the policy")
        self.permitted(f"{dotted}.use", component.license if component else work.license, piece.use)
        if piece.use == "adapt" and "changes" not in part:
            what = "what was adapted says what was changed"
            self.report(f"{dotted}.use", "card-rights", what, "add `changes:` in every language")
        return piece

    # ------------------------------------------------------------------------------------- what contradicts itself

    def identity(self, root: Mapping[str, object]) -> None:
        value = self.line("id", root)
        if value and not ID.fullmatch(value):
            mend = "write small letters, digits and single dashes, a letter first: `vaswani-2017`"
            self.report("id", "card-identity", f"`{value}` is no id", mend)
        elif value and value != self.name:
            what = f"the id `{value}` is not the file's name, `{self.name}`"
            self.report("id", "card-identity", what, "rename one of the two")

    def contradictions(self, source: Source, root: Mapping[str, object]) -> None:
        """Fields that cannot both be true."""
        work, pins = source.work, _pins(source.work)
        if source.mutability == "pinned" and not pins and "arxiv" in work.identifiers:
            what = "the card is pinned, but its arXiv id has no version"
            self.report("arxiv", "card-identity", what, "add the version that was read, such as `v7`")
        elif source.mutability == "pinned" and work.url and not any(key in root for key in (*IDENTITIES, "commit")):
            what = "the card is pinned, but nothing on it pins a version"
            mend = "add a commit, a DOI, an ISBN or an arXiv id with its version, or write `mutability: moving`"
            self.report("mutability", "card-identity", what, mend)
        elif source.mutability == "moving" and pins and pins != "doi":
            what = f"the card is moving, but its `{pins}` pins a version"
            self.report("mutability", "card-identity", what, "write `mutability: pinned`, or refer to the page itself")
        self.licensed("use", work.license, source.use)
        if "license" in work.unchecked and source.use in ("adapt", "include"):
            what = f"`{source.use}` needs a licence, and nobody could check this one (`unchecked`)"
            self.report("use", "card-rights", what, "check the licence, or write `use: link` or `use: quote`")
        if work.issued and source.verified_on and work.issued > source.verified_on[: len(work.issued)]:
            what = f"the work came out in {work.issued}, and was verified on {source.verified_on}"
            self.report("verified_on", "card-date", what, "correct whichever is wrong")
        if work.withdrawn and source.verified_on and work.withdrawn < source.verified_on:
            what = f"the address was withdrawn on {work.withdrawn}, before it was verified"
            self.report("withdrawn", "card-date", what, "correct whichever is wrong")


def _pins(work: Work) -> str:
    """The identifier that makes a work the same for every reader; "" where none does."""
    held = work.identifiers
    if "arxiv" in held:
        return "arxiv" if re.search(r"v[0-9]+$", held["arxiv"]) else ""
    return next((key for key in ("commit", "doi", "isbn") if key in held), "")
