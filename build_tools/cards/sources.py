"""Source-rights cards: all of them loaded, and held against one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from build_tools.cards import card, cardtext
from build_tools.files import Files
from build_tools.mends import meant
from build_tools.model import Count, Finding, Locator, Record, Source, Tree, Work, position
from build_tools.numbers.languages import language
from build_tools.settings.config import ConfiguredLanguage
from build_tools.settings.positioned import Document
from build_tools.settings.positioned import load as load_yaml

Sources = Mapping[str, Source]

_RULE = "card-identity"
_FACTS = tuple(field.name for field in fields(Work))


def load(
    folder: Path, files: Files, languages: Sequence[ConfiguredLanguage]
) -> tuple[dict[str, Source], tuple[Finding, ...]]:
    """Every card of a folder by its id, and what is wrong with them.

    Args:
        folder: where the cards are, one `<id>.yml` each.
        files: the project's files: findings name paths relative to its folder.
        languages: the languages that each text is due in.

    A broken card is among the sources all the same, its wrong fields empty, so that its lessons are not blamed for it.
    Never raises on account of a card.
    """
    tables = [language(one.code, one.names) for one in languages]
    sources: dict[str, Source] = {}
    findings: list[Finding] = []
    paths = _paths(folder, files)
    for path in paths:
        name = Path(path).stem
        if not path.endswith(".yml"):
            there = path.rpartition("/")[0] + f"/{name}.yml" in paths
            mend = f"take it out: there is {name}.yml" if there else f"rename it to {name}.yml"
            findings.append(Finding(path, 1, 1, _RULE, "a card's file ends in .yml", mend))
        text = _text(files, path, findings)
        document = load_yaml(text, path) if text is not None else Document("", path)
        sources[name], faults = card.read(document, name, tables)
        if document.data is None and (document.findings or text is None):
            faults = document.findings  # nothing was read: what is missing is no news
        findings.extend(faults)
    return {name: _resolved(source, sources) for name, source in sources.items()}, tuple(findings)


def _text(files: Files, path: str, findings: list[Finding]) -> str | None:
    """A card's text; files why there is none."""
    if path in files.overlay:
        return files.overlay[path]
    place = files.root / path
    try:
        if place.exists() and not place.is_file():
            findings.append(Finding(path, 1, 1, "yaml", "this is no file", "put a file in its place"))
            return None
        return files.bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        line, column = position(before, len(before))
        findings.append(Finding(path, line, column, "yaml", "this is no UTF-8 text", "save the file as UTF-8"))
    except OSError as error:
        what = f"the card cannot be read: {error.strerror}"
        findings.append(Finding(path, 1, 1, "yaml", what, "make it a readable file"))
    return None


def _resolved(source: Source, sources: Sources) -> Source:
    """A card whose candidates know what they are, where they have cards of their own."""
    candidates = tuple(
        replace(candidate, work=sources[candidate.card].work) if candidate.card in sources else candidate
        for candidate in source.candidates
    )
    return replace(source, candidates=candidates)


def check_candidates(sources: Sources) -> tuple[Finding, ...]:
    """A resource that has a card goes by it wherever it is compared with others, so that nothing is said twice."""
    findings = []
    cards = {_place(source.work.url): source for source in sources.values() if source.work.url}
    first: dict[str, tuple[Source, Work]] = {}
    for source in sources.values():
        for index, candidate in enumerate(source.candidates):
            own = cards.get(_place(candidate.work.url))
            there, known = first.setdefault(candidate.work.url, (source, candidate.work))
            if candidate.card and candidate.card not in sources:
                what = f"there is no card `{candidate.card}`"
                mend = meant(candidate.card, sources, "name a card, or describe the resource: `title:` …")
                findings.append(source.finding(f"candidates.{index}.card", _RULE, what, mend))
            elif candidate.card == source.id or (own is source and not candidate.card):
                key = f"candidates.{index}.{'card' if candidate.card else 'url'}"
                what = "the source is compared with itself"
                findings.append(source.finding(key, _RULE, what, "take this candidate out"))
            elif own is not None and not candidate.card:
                mend = f"write `card: {own.id}` in place of title, authors, address and licence"
                what = f"this resource has a card, {own.path}"
                findings.append(source.finding(f"candidates.{index}.url", _RULE, what, mend))
            elif candidate.work.url and candidate.work != known:
                apart = [name for name in _FACTS if getattr(candidate.work, name) != getattr(known, name)]
                what = f"{there.path} says something else of this resource: {', '.join(apart)}"
                mend = "let both say the same, or give it a card of its own"
                findings.append(source.finding(f"candidates.{index}.url", _RULE, what, mend))
    return tuple(findings)


def _place(url: str) -> str:
    """What an address leads to, however it is written: in capitals, with a stroke at its end, with or without TLS."""
    parts = urlsplit(url)
    return urlunsplit(("", parts.netloc.lower(), parts.path.rstrip("/"), parts.query, parts.fragment))


def as_value(source: Source, locator: Locator, code: str) -> Tree:
    """A card as a lesson's expressions see it: `sources.vaswani_2017.title`.

    Args:
        source: the card.
        locator: where in the source the lesson looks.
        code: the language of the page.
    """
    work = source.work
    texts = {
        "edition": source.edition, "rationale": source.rationale, "reader_prerequisites": source.reader_prerequisites,
        "access": source.access.text, "rights_holder": source.rights_holder, "note": source.note,
    }  # fmt: skip
    return Record(
        (
            ("title", work.title),
            ("authors", tuple(author.shown(code) for author in work.authors)),
            ("issued", work.issued),
            ("url", work.url),
            *work.identifiers.items(),
            ("verified_on", source.verified_on),
            ("license", work.license),
            ("locator", Record((("kind", locator.kind), ("text", locator.text)))),
            *((name, cardtext.plain(text.get(code, ""))) for name, text in texts.items()),
            ("candidates", tuple(candidate.work.title for candidate in source.candidates)),
            ("counts", Record(tuple((count.name, _count(count)) for count in source.counts))),
        )
    )


def _count(count: Count) -> Record:
    below = () if count.below is None else (("below", count.below),)
    return Record((("value", count.value), *below))


def _paths(folder: Path, files: Files) -> list[str]:
    """The cards' paths relative to the root, those that only the overlay has included."""
    inside = folder.relative_to(files.root).as_posix()
    names = [name for name in files.names(inside) if name.lower().endswith((".yml", ".yaml"))]
    return [Path(inside, name).as_posix() for name in names]
