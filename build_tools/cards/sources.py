"""Source-rights cards: all of them loaded, and held against the lessons that rely on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from build_tools.cards import card
from build_tools.model import Finding, Page, Record, Source, Tree, position
from build_tools.numbers.languages import language
from build_tools.settings.config import ConfiguredLanguage
from build_tools.settings.positioned import Document
from build_tools.settings.positioned import load as load_yaml

Sources = Mapping[str, Source]


def load(
    folder: Path, root: Path, languages: Sequence[ConfiguredLanguage], overlay: Mapping[str, str] = {}
) -> tuple[dict[str, Source], tuple[Finding, ...]]:
    """Every card of a folder by its id, and what is wrong with them.

    Args:
        folder: where the cards are, one `<id>.yml` each.
        root: the project's folder: findings name paths relative to it.
        languages: the languages that each text is due in.
        overlay: relative path → text that stands for the file.

    A broken card is among the sources all the same, its wrong fields empty, so that its lessons are not blamed for it.
    Never raises on account of a card.
    """
    tables = [language(one.code, one.names) for one in languages]
    sources: dict[str, Source] = {}
    findings: list[Finding] = []
    for path in _paths(folder, root, overlay):
        name = Path(path).stem
        if not path.endswith(".yml"):
            findings.append(
                Finding(path, 1, 1, "card-identity", "a card's file ends in .yml", f"rename it to {name}.yml")
            )
        try:
            text = overlay[path] if path in overlay else (root / path).read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode("utf-8")
            line, column = position(before, len(before))
            findings.append(Finding(path, line, column, "yaml", "this is no UTF-8 text", "save the file as UTF-8"))
            continue
        except OSError as error:
            what = f"the card cannot be read: {error.strerror}"
            findings.append(Finding(path, 1, 1, "yaml", what, "make it a readable file"))
            continue
        document = load_yaml(text, path)
        if document.data is None and document.findings:
            findings.extend(document.findings)  # nothing was read: what is missing is no news
            sources[name], _ = card.read(document, name, tables)
            continue
        sources[name], faults = card.read(document, name, tables)
        findings.extend(faults)
    return sources, tuple(findings)


def check_references(pages: Iterable[Page], sources: Sources) -> tuple[Finding, ...]:
    """The lessons' `sources` in their front matter against the cards.

    Args:
        pages: all pages, of all languages.
        sources: the cards.

    Returns:
        Findings where a lesson names no card, no locator, or one card twice, where a translation relies on other cards
        or in another order, and (a warning) where no lesson relies on a card.
    """
    findings: list[Finding] = []
    named: set[str] = set()
    first: dict[str, tuple[Page, list[str]]] = {}
    for page in pages:
        ids = _references(page, sources, findings)
        named.update(ids)
        source, expected = first.setdefault(page.key, (page, ids))
        if ids != expected:
            mend = f"there it is: {', '.join(expected) or 'none'}"
            what = f"the sources are not those of {source.path}, in its order"
            findings.append(_at(page, "sources", "source-reference", what, mend))
    for identifier, card_source in sources.items():
        if identifier not in named:
            what, mend = "no lesson relies on this card", "name it in a lesson's front matter, or remove it"
            findings.append(Finding(card_source.path, 1, 1, "source-unused", what, mend, "warning"))
    return tuple(findings)


def check_anchors(sources: Sources, known: set[str]) -> tuple[Finding, ...]:
    """Whether the places where the course itself stands in for a source exist.

    Args:
        sources: the cards.
        known: every `attention/day-43#procedure` of the course: a lesson's id with its folder, and a section's id.
    """
    findings = []
    for source in sources.values():
        for index, anchor in enumerate(source.provides):
            if anchor and anchor not in known:
                near = get_close_matches(anchor, known, 1)
                mend = (
                    f"did you mean `{near[0]}`?"
                    if near
                    else "write a lesson and a section: `attention/day-43#procedure`"
                )
                line, column = source.spans.get(f"fallback.provides.{index}", (1, 1))
                what = f"the course has no section `{anchor}`"
                findings.append(Finding(source.path, line, column, "card-anchor", what, mend))
    return tuple(findings)


def check_titles(sources: Sources) -> tuple[Finding, ...]:
    """One resource goes by one title: as a card of its own, and as a candidate of others."""
    findings = []
    titles = {source.url: source for source in sources.values() if source.url}
    for source in sources.values():
        for index, candidate in enumerate(source.candidates):
            card_source = titles.get(candidate.url)
            if card_source is not None and candidate.title and candidate.title != card_source.title:
                line, column = source.spans.get(f"candidates.{index}.title", (1, 1))
                what = f"{card_source.path} calls this resource `{card_source.title}`"
                findings.append(Finding(source.path, line, column, "card-identity", what, "use one title for both"))
    return tuple(findings)


def as_value(source: Source, locator: str, code: str) -> Tree:
    """A card as a lesson's expressions see it: `sources.vaswani_2017.title`.

    Args:
        source: the card.
        locator: where in the source the lesson looks.
        code: the language of the page.
    """
    texts = {
        "edition": source.edition, "rationale": source.rationale, "reader_prerequisites": source.reader_prerequisites,
        "access": source.access, "note": source.note,
    }  # fmt: skip
    return Record(
        (
            ("title", source.title),
            ("authors", source.authors),
            ("url", source.url),
            *source.identifiers.items(),
            ("verified_on", source.verified_on),
            ("license", source.license),
            ("locator", Record((("text", locator),))),
            *((name, text.get(code, "")) for name, text in texts.items()),
            ("candidates", tuple(candidate.title for candidate in source.candidates)),
        )
    )


def _paths(folder: Path, root: Path, overlay: Mapping[str, str]) -> list[str]:
    """The cards' paths relative to the root, those that only the overlay has included."""
    inside = folder.relative_to(root).as_posix()
    found = {path.relative_to(root).as_posix() for path in folder.glob("*.y*ml")} if folder.is_dir() else set()
    found.update(path for path in overlay if path.rpartition("/")[0] == inside and path.endswith((".yml", ".yaml")))
    return sorted(found)


def _references(page: Page, sources: Sources, findings: list[Finding]) -> list[str]:
    """The ids that a page's front matter names; files what is wrong with them."""
    rule, form = "source-reference", 'write `- id: vaswani-2017` and below it `locator: "…"`'
    value = page.meta.get("sources")
    if value is None:
        return []
    if not isinstance(value, list):
        findings.append(_at(page, "sources", rule, "`sources` is no list", form))
        return []
    ids: list[str] = []
    for index, item in enumerate(value):
        dotted = f"sources.{index}"
        if not isinstance(item, dict) or set(item) != {"id", "locator"}:
            findings.append(_at(page, dotted, rule, "a source has an id and a locator, and nothing else", form))
            if not isinstance(item, dict):
                continue
        identifier, locator = item.get("id"), item.get("locator", "")
        if "locator" in item and not (isinstance(locator, str) and locator.strip()):
            findings.append(_at(page, f"{dotted}.locator", rule, "the locator is no text", "say where in the source"))
        if "id" not in item:
            continue
        if not isinstance(identifier, str) or identifier not in sources:
            near = get_close_matches(str(identifier), sources, 1)
            mend = f"did you mean `{near[0]}`?" if near else "write its card in docs/sources/ first"
            findings.append(_at(page, f"{dotted}.id", rule, f"there is no source `{identifier}`", mend))
        elif identifier in ids:
            findings.append(_at(page, f"{dotted}.id", rule, f"`{identifier}` is named twice", "keep one"))
        ids.append(str(identifier))
    return ids


def _at(page: Page, dotted: str, rule: str, message: str, mend: str) -> Finding:
    place = Document(page.text, page.path, spans=dict(page.meta_spans)).place(dotted)
    return Finding(page.path, *position(page.text, place.start), rule, message, mend)
