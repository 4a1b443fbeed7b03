"""What others read of the sources: every format is read back by a tool that is not ours.

A case is a folder in samples/exports/: `card.yml`, a card with the fields that exports say something of (the rest of
the card is filled in here), and beside it what is expected of it:

- `expected.csl.json` and `expected.bib`: the records, in English;
- `citation.ja.txt` and `citation.en.txt`: the citation that a reader copies, with a locator;
- `attribution.ja.md` and `attribution.en.md`: the source's section of the attribution;
- `jsonld.json`: the source as an English lesson's JSON-LD cites it.

To add one, write `card.yml` and run this test: where a file is missing, it shows the text to look through and to save.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import bibtexparser
import citeproc
import mistune
import pytest
import yaml
from bibtexparser.middlewares import LatexDecodingMiddleware
from hypothesis import given, settings
from hypothesis import strategies as st
from pybtex.database import parse_string as pybtex_parse
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from rdflib import Graph, URIRef, namespace

from build_tools import course
from build_tools.cards import card
from build_tools.exports import attribution, bibtex, csl, files, imprint, jsonld
from build_tools.exports.citation import citation
from build_tools.exports.facts import author_name, line
from build_tools.exports.imprint import Imprint, Licence
from build_tools.model import Block, Page, Report, Source, Span, VerifiedPage
from build_tools.numbers.languages import language
from build_tools.pages import markdown
from build_tools.publishing import csp, document, pagedata
from build_tools.rendering import lessondata
from build_tools.settings import positioned

# rdflib's own reader of JSON-LD uses what rdflib advises against.
pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "samples" / "exports"
NAMES = sorted(path.name for path in CASES.iterdir())
LANGUAGES = ("ja", "en")
LOCATORS = {"ja": "3.2 節：定義", "en": "Section 3.2: the definition"}
BOTH = {"ja": "x", "en": "x"}
# What a card says beside what is exported of it.
REST = {
    "role": "code-reference",
    "verified_on": "2026-10-30",
    "rights_holder": {"ja": "権利者", "en": "Its holders"},
    "use": "link",
    "access": {"account": "none", "payment": "none", "text": {"ja": "無料で読めます。", "en": "Free to read."}},
    "rationale": BOTH,
    "reader_prerequisites": BOTH,
    "fallback": {"text": BOTH, "provides": ["unit/day-1#goal"]},
    "compared": 1,
    "candidates": [
        {
            "title": "Another",
            "type": "page",
            "language": "en",
            "authors": [{"family": "Other"}],
            "issued": "2020",
            "url": "https://example.org/another",
            "license": "MIT",
            "evaluation": BOTH,
            "outcome": "rejected",
        }
    ],
}
IMPRINT = Imprint(
    {"ja": "たしかめ", "en": "Tashikame *Examples*"},
    "https://example.org/course",
    (
        Licence("LICENSE", "", "MIT License", "The authors"),
        Licence("LICENSE-lessons", "CC-BY-4.0", "Copyright (c) 2026 The authors", "The authors"),
    ),
)


def read(text: str) -> Source:
    """A card of which only what is exported is given."""
    fields = {**REST, **yaml.safe_load(text)}
    fields["mutability"] = "pinned" if {"doi", "isbn", "arxiv", "commit"} & set(fields) else "moving"
    edition = f"arXiv:{fields.get('arxiv')}（{fields['verified_on']}）"
    fields["edition"] = {"ja": edition, "en": edition}
    whole = yaml.safe_dump(fields, allow_unicode=True, sort_keys=False)
    tables = [language(code, ()) for code in LANGUAGES]
    source, findings = card.read(positioned.load(whole, "card.yml"), str(fields["id"]), tables)
    assert not findings, "\n".join(map(str, findings))
    return source


@cache
def source(case: str) -> Source:
    return read((CASES / case / "card.yml").read_text("utf-8"))


def sources(*cases: str) -> dict[str, Source]:
    return {source(case).id: source(case) for case in cases}


def report(found: Mapping[str, Source], *pages: Page) -> Report:
    return Report((), tuple(VerifiedPage(page, "", (), {}) for page in pages), found, {})


def expected(case: str, name: str, text: str) -> None:
    path = CASES / case / name
    assert path.is_file(), f"look through this, then save it as {path}:\n{text}"
    assert text == path.read_text("utf-8")


def section(text: str) -> str:
    """The part of an attribution that is about its first source."""
    return text[text.index("### ") :]


@pytest.mark.parametrize("case", NAMES)
def test_sample(case: str) -> None:
    found = sources(case)
    expected(case, "expected.csl.json", csl.text(found, "en"))
    expected(case, "expected.bib", bibtex.text(found, "en"))
    for code in LANGUAGES:
        expected(case, f"citation.{code}.txt", citation(source(case), code, LOCATORS[code]) + "\n")
        expected(case, f"attribution.{code}.md", section(attribution.text(report(found), IMPRINT, code)))
    cited = json.loads(jsonld.lesson(lesson("en", source(case).id), report(found), PLACE))["citation"]
    expected(case, "jsonld.json", json.dumps(cited, ensure_ascii=False, indent=1) + "\n")


# ------------------------------------------------------------------------------------------------------ citations


@pytest.mark.parametrize("code", [*LANGUAGES, "fr"])
@pytest.mark.parametrize("case", NAMES)
def test_a_citation_is_one_line_that_leads_to_the_work(case: str, code: str) -> None:
    one = source(case)
    text = citation(one, code)
    assert "\n" not in text and text == text.strip() and "  " not in text
    assert line(one.work.title) in text
    doi = one.work.identifiers.get("doi")
    address = next(word for word in text.replace("、", " ").split() if word.startswith("https://"))
    assert unquote(address).startswith(f"https://doi.org/{doi}" if doi else unquote(one.work.url))
    assert not set(address) & set("<>")  # which no address may hold
    assert one.verified_on in text and (one.work.issued[:4] or "n.d." in text or "発行年不明" in text)
    assert ".." not in text and "。。" not in text
    assert LOCATORS["en"] in citation(one, code, LOCATORS["en"])


def test_what_nobody_could_check_is_in_brackets() -> None:
    one = source("conference")
    work = replace(one.work, unchecked=("title", "authors", "issued", "container", "arxiv"))
    assert citation(replace(one, work=work), "en") == (
        "[Vaswani, Ashish, Aidan N. Gomez, and Łukasz Kaiser?]. [2017?]. “[Attention Is All You Need?].” "
        "[Advances in Neural Information Processing Systems 30?]. [arXiv:1706.03762v7?]. "
        "https://arxiv.org/abs/1706.03762v7 (accessed 2026-10-30)."
    )


# ------------------------------------------------------------------------------------------------------------ CSL

SCHEMA = Path(citeproc.SCHEMA_PATH).parent


def defined(name: str) -> set[str]:
    """The words that a part of CSL's own schema defines."""
    return set(re.findall(r'"([\w-]+)"', (SCHEMA / name).read_text("utf-8")))


def processed(items: list[csl.Item], code: str) -> list[str]:
    """A bibliography in the style that comes with the processor."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read = citeproc.source.json.CiteProcJSON(items)
        style = citeproc.CitationStylesStyle("harvard-cite-them-right", locale=code, validate=False)
        bibliography = citeproc.CitationStylesBibliography(style, read, citeproc.formatter.plain)
    for item in items:
        bibliography.register(citeproc.Citation([citeproc.CitationItem(str(item["id"]))]))
    return [str(entry) for entry in bibliography.bibliography()]


def check_csl(found: Mapping[str, Source], code: str) -> None:
    items = json.loads(csl.text(found, code))
    assert [item["id"] for item in items] == list(found)
    for item, one in zip(items, found.values(), strict=True):
        assert item["type"] in defined("csl-types.rnc")
        assert set(item) - {"id", "type", "language"} <= defined("csl-variables.rnc")
        (entry,) = processed([item], "en-GB")
        # Of more than three authors the style names the first.
        people = [] if "authors" in one.work.unchecked else one.work.authors
        named = people if len(people) <= 3 else people[:1]
        for text in (line(one.work.title), *(author.family for author in named)):
            assert plain(text) in plain(entry), entry
    assert len(processed(items, "en-GB")) == len(items)


def plain(text: str) -> str:
    """A text without what a processor may change: quotation marks, and its own tags."""
    return re.sub(r"[\s\"'“”‘’]|</?\w+>", "", text)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("case", NAMES)
def test_a_citation_processor_reads_csl(case: str, code: str) -> None:
    check_csl(sources(case), code)


def test_unchecked_fields_are_no_facts_of_csl() -> None:
    one = source("conference")
    work = replace(one.work, unchecked=("authors", "issued", "container", "arxiv", "license"))
    (item,) = csl.items({one.id: replace(one, work=work)}, "en")
    assert item["type"] == "article"
    assert item["issued"] == {"date-parts": [[2017]], "circa": True}
    assert set(item) == {"id", "type", "title", "issued", "URL", "language", "note", "accessed"}
    assert str(item["note"]).startswith("Not checked: authors (Ashish Vaswani, ")


# --------------------------------------------------------------------------------------------------------- BibTeX


# What no LaTeX stands in.
VERBATIM = {"url", "doi", "eprint", "isbn", "version", "urldate", "year", "month", "archiveprefix"}


def decoder() -> LatexNodes2Text:
    """pylatexenc's, with four commands of LaTeX that it does not know, or takes for accents."""
    context = get_default_latex_context_db()
    signs = {"textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^", "textasciitilde": "~"}
    macros = [MacroTextSpec(name, simplify_repl=sign) for name, sign in signs.items()]
    context.add_context_category("signs", prepend=True, macros=macros)
    return LatexNodes2Text(latex_context=context, keep_comments=True)


def parsed(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Entries as a BibTeX parser reads them: key → type and fields, LaTeX decoded where LaTeX would."""
    raw = bibtexparser.parse_string(text)
    decoded = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware(decoder=decoder())])
    assert raw.failed_blocks == decoded.failed_blocks == []
    assert len(raw.blocks) == len(raw.entries)
    return {
        one.key: (
            one.entry_type,
            {field.key: field.value if field.key in VERBATIM else other[field.key] for field in one.fields},
        )
        for one, other in zip(raw.entries, decoded.entries, strict=True)
    }


def check_bibtex(found: Mapping[str, Source], code: str) -> None:
    text = bibtex.text(found, code)
    entries = parsed(text)
    assert list(entries) == list(found)
    strict = pybtex_parse(text, "bibtex")
    assert list(strict.entries) == list(found)
    for identifier, one in found.items():
        work = one.work
        _, fields = entries[identifier]
        assert fields["title"] == line(work.title)
        assert fields["url"] == work.url
        assert fields["urldate"] == one.verified_on
        left = set(work.unchecked)
        stated = {"eprint": "arxiv", "doi": "doi", "isbn": "isbn", "version": "commit"}
        for field, name in stated.items():
            assert fields.get(field) == (None if name in left else work.identifiers.get(name))
        held_in = {"booktitle", "journal", "series", "organization"} & set(fields)
        stated_in = "" if "container" in left else work.container
        assert [fields[name] for name in held_in] == ([stated_in] if stated_in else [])
        year = work.issued[:4]
        assert fields.get("year", "") == (f"[{year}?]" if year and "issued" in left else year)
        people = strict.entries[identifier].persons.get("author", [])
        if "authors" in left:
            assert not people and "author" not in fields
            continue
        assert len(people) == len(work.authors)
        for person, author in zip(people, work.authors, strict=True):
            names = [*person.first_names, *person.middle_names], [*person.prelast_names, *person.last_names]
            given, family = (decoder().latex_to_text(" ".join(part)) for part in names)
            assert (given, family) == (author.given, author.family or author.name[code])


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("case", NAMES)
def test_two_parsers_read_bibtex(case: str, code: str) -> None:
    check_bibtex(sources(case), code)


def test_all_of_a_course_is_one_file_each() -> None:
    for code in LANGUAGES:
        check_csl(sources(*NAMES), code)
        check_bibtex(sources(*NAMES), code)
    assert csl.text({}, "en") == "[]\n"
    assert bibtex.text({}, "en") == ""


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(" \\{}%&$#_^~`'\"-<>,@"), min_size=1))
def test_any_text_comes_back_from_latex(text: str) -> None:
    entry = f"@misc{{a,\n  title = {{{bibtex.escape(text)}}}\n}}\n"
    wanted = line(text)
    if wanted:
        assert parsed(entry)["a"][1]["title"] == wanted
        assert decoder().latex_to_text(pybtex_parse(entry, "bibtex").entries["a"].fields["title"]) == wanted


# ---------------------------------------------------------------------------------------------------- attribution


def quoting(identifier: str) -> Page:
    nothing = Span(0, 0)
    block = Block("quote", "", "quote-1", nothing, nothing, "goal", options={"source": identifier})
    meta = {"title": "A lesson"}
    return Page("docs/en/unit/day-1.md", "unit/day-1.md", "en", "", 0, meta, {}, blocks=(block,))


def test_the_course_attributes_itself() -> None:
    text = attribution.text(report({}), IMPRINT, "en")
    assert text.startswith("# Attribution: Tashikame \\*Examples\\*\n")
    assert "- Author: The authors\n- Source: <https://example.org/course/en/>\n" in text
    assert "(file LICENSE): MIT License\n" in text
    assert "(file LICENSE-lessons): CC-BY-4.0 <https://spdx.org/licenses/CC-BY-4.0>\n" in text
    assert text.endswith("\n\nNone.\n")
    assert "none stated" in attribution.text(report({}), Imprint({"en": "x"}, "", ()), "en")


def test_a_quotation_is_material() -> None:
    found = sources("journal")
    text = attribution.text(report(found, quoting("many-2020")), IMPRINT, "en")
    assert "- Quoted in: A lesson\n- Changes: none (its words are quoted as they stand)\n" in text
    assert "only referred to" in attribution.text(report(found, quoting("other")), IMPRINT, "en")
    assert "参照しているだけ" in attribution.text(report(found, quoting("many-2020")), IMPRINT, "ja")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("case", NAMES)
def test_an_attribution_says_who_and_on_which_terms_in_words(case: str, code: str) -> None:
    text = section(attribution.text(report(sources(case)), IMPRINT, code))
    assert "NOASSERTION" not in text
    if source(case).work.license == "NOASSERTION":
        assert {"ja": "未確認", "en": "not checked"}[code] in text
    assert all(re.fullmatch(r"### .+|- [^：:]+(：|: ).+", one) for one in text.splitlines() if one)
    html = mistune.html(text)
    assert set(re.findall(r"<(\w+)", html)) <= {"h3", "ul", "li", "a"}
    shown = unescape(re.sub("<[^>]*>", "", html))
    work = source(case).work
    for wanted in (work.title, *(author_name(author, code) for author in work.authors), work.url):
        assert line(wanted) in shown


# -------------------------------------------------------------------------------------------------------- JSON-LD

PLACE = jsonld.Place(
    course="Tashikame",
    home="https://example.org/course/en/",
    license="CC-BY-4.0",
    addresses={code: f"https://example.org/course/{code}/unit/day-2/" for code in LANGUAGES},
    prerequisites={"day-1": "https://example.org/course/en/unit/day-1/"},
)
# Instead of the remote one: everything is schema.org's.
CONTEXT = {"@vocab": str(namespace.SDO)}


def lesson(code: str, *identifiers: str, **meta: object) -> Page:
    listed = [{"id": one, "locator": {"kind": "section", "text": "Section"}} for one in identifiers]
    key = "unit/day-2.md"
    return Page(f"docs/{code}/{key}", key, code, "", 0, {"title": "A lesson", "sources": listed, **meta}, {})


def graph(text: str, base: str = "https://example.org/course/en/unit/day-2/") -> Graph:
    """JSON-LD as an RDF parser reads it, with every type and property known to schema.org."""
    node = json.loads(text)
    assert node["@context"] == "https://schema.org"
    read = Graph().parse(data=json.dumps(node | {"@context": CONTEXT}), format="json-ld", base=base)
    for subject, predicate, target in read:
        assert predicate == namespace.RDF.type or predicate.removeprefix(str(namespace.SDO)) in namespace.SDO, predicate
        if predicate == namespace.RDF.type:
            assert isinstance(target, URIRef) and target.removeprefix(str(namespace.SDO)) in namespace.SDO, target
        assert not isinstance(subject, URIRef) or subject.startswith("https://")
    return read


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("case", NAMES)
def test_an_rdf_parser_reads_a_cited_source(case: str, code: str) -> None:
    one = source(case)
    read = graph(jsonld.lesson(lesson(code, one.id), report(sources(case)), PLACE))
    (cited,) = read.objects(predicate=namespace.SDO.citation)
    assert str(read.value(cited, namespace.SDO.name)) == line(one.work.title)
    assert str(read.value(cited, namespace.SDO.url)) == one.work.url
    names = {str(read.value(author, namespace.SDO.name)) for author in read.objects(cited, namespace.SDO.author)}
    left = set(one.work.unchecked)
    assert names == (set() if "authors" in left else {author_name(author, code) for author in one.work.authors})
    dated = read.value(cited, namespace.SDO.datePublished)
    assert (str(dated) if dated else "") == ("" if "issued" in left else one.work.issued)
    free = read.value(cited, namespace.SDO.isAccessibleForFree)
    assert free.toPython() is (one.access.payment == "none")


def test_a_lesson_as_data() -> None:
    other = Page("docs/en/unit/day-1.md", "unit/day-1.md", "en", "", 0, {"title": "The first"}, {})
    meta = {"day": 2, "minutes": 90, "activity": "practice", "prerequisites": ["day-1", "day-0"]}
    english = lesson("en", "nanogpt", "vaswani-2017", "unknown", **meta, translated_from={"goal": "0a"})
    japanese = replace(lesson("ja"), meta={"title": "レッスン"})
    found = report(sources("software", "conference"), japanese, english, other)
    text = jsonld.lesson(english, found, PLACE, ["To add", "To multiply"])
    read = graph(text)
    own = URIRef("https://example.org/course/en/unit/day-2/")
    assert read.value(own, namespace.RDF.type) == namespace.SDO.LearningResource
    assert str(read.value(own, namespace.SDO.url)) == str(own)
    assert str(read.value(own, namespace.SDO.timeRequired)) == "PT90M"
    assert read.value(own, namespace.SDO.position).toPython() == 2
    assert str(read.value(own, namespace.SDO.license)) == "https://spdx.org/licenses/CC-BY-4.0"
    assert {str(goal) for goal in read.objects(own, namespace.SDO.teaches)} == {"To add", "To multiply"}
    assert read.value(own, namespace.SDO.isPartOf) == URIRef("https://example.org/course/en/")
    assert read.value(own, namespace.SDO.translationOfWork) == URIRef("https://example.org/course/ja/unit/day-2/")
    assert read.value(own, namespace.SDO.workTranslation) is None
    needed = [json.loads(text)["educationalAlignment"]]
    assert needed == [
        [
            {
                "@type": "AlignmentObject",
                "alignmentType": "requires",
                "targetName": "Day 1: The first",
                "targetUrl": "https://example.org/course/en/unit/day-1/",
            },
            {"@type": "AlignmentObject", "alignmentType": "requires", "targetName": "Day 0"},
        ]
    ]
    assert len(set(read.objects(own, namespace.SDO.citation))) == 2
    original = graph(jsonld.lesson(japanese, found, PLACE), "https://example.org/course/ja/unit/day-2/")
    assert original.value(URIRef(PLACE.addresses["ja"]), namespace.SDO.workTranslation) == own


def test_what_a_lesson_teaches_is_plain_text() -> None:
    text = """# A lesson

## Goal {#goal}

Words in front.

- Derive $W^Q$ and **the** [80]{=total} parameters,
  all of them.
    - a part of it
1. Say \\*why\\*.

## Procedure {#procedure}

- no goal
"""
    page = markdown.read(text, "docs/en/unit/day-1.md", "unit/day-1.md", "en")
    assert lessondata.goals(page) == ["Derive W^Q and the 80 parameters, all of them.", "Say *why*."]
    assert lessondata.goals(lesson("en")) == []


def test_json_is_safe_inside_a_script() -> None:
    page = lesson("en", "hostile-2024")
    page = replace(page, meta={**page.meta, "title": "</script><!--<script>\u2028\u2029&amp;"})
    found = report(sources("hostile"), page)
    block = lessondata.block(page, found, IMPRINT)
    inner = block.removeprefix('<script type="application/ld+json">').removesuffix("</script>")
    assert not re.search("[<>&\u2028\u2029]", inner)
    read = document.read(f"<html><body>{block}</body></html>")
    assert [data.name for data in read.data] == ["application/ld+json"]
    assert json.loads(read.data[0].text)["name"] == line(page.meta["title"])
    assert read.scripts == [] and read.active == []
    assert list(pagedata.readable("a.html", read)) == []


def test_the_audit_reads_json_ld() -> None:
    read = document.read('<script type="application/ld+json">{"a": }</script>')
    (finding,) = pagedata.readable("a.html", read)
    assert finding.rule == "site-data" and "application/ld+json" in finding.message


def test_a_browser_is_told_of_no_script() -> None:
    page = "<html><head></head><body>{}</body></html>"
    assert csp.secure(page.format('<script type="application/ld+json">{}</script>')).count("sha256") == 0


# ----------------------------------------------------------------------------------------------- the real course


@cache
def real() -> tuple[Report, Imprint]:
    found = course.check(ROOT)
    assert not found.failed, "\n".join(map(str, found.findings))
    return found, imprint.read(ROOT)


def real_lessons() -> Iterator[str]:
    for path in sorted((ROOT / "docs").glob("*/*/day-*.md")):
        yield path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", list(real_lessons()))
def test_every_lesson_is_data(path: str) -> None:
    found, about = real()
    (page,) = (one.page for one in found.pages if one.page.path == path)
    for address in ("", "https://example.org/course"):
        block = lessondata.block(page, found, replace(about, address=address))
        (data,) = document.read(block).data
        own = f"https://example.org/course/{page.language}/{page.key.removesuffix('.md')}/"
        read = graph(data.text, own)
        assert read.value(URIRef(own), namespace.RDF.type) == namespace.SDO.LearningResource
        other = {"ja": "en", "en": "ja"}[page.language]
        relation = namespace.SDO.workTranslation if page.language == "ja" else namespace.SDO.translationOfWork
        assert read.value(URIRef(own), relation) == URIRef(own.replace(f"/{page.language}/", f"/{other}/", 1))
        assert read.value(URIRef(own), namespace.SDO.isPartOf) == URIRef(f"https://example.org/course/{page.language}/")
        assert len(set(read.objects(URIRef(own), namespace.SDO.citation))) == len(page.meta["sources"])
        assert len(set(read.objects(URIRef(own), namespace.SDO.teaches))) == len(lessondata.goals(page)) > 0
        assert str(read.value(URIRef(own), namespace.SDO.license)) == "https://spdx.org/licenses/CC-BY-4.0"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_sources_of_the_course_can_be_cited(code: str) -> None:
    found, about = real()
    check_csl(found.sources, code)
    check_bibtex(found.sources, code)
    for one in found.sources.values():
        assert one.work.title in citation(one, code)
    published = files.files(found, about)
    names = {f"{one}/{name}" for one in LANGUAGES for name in ("sources.csl.json", "sources.bib", "attribution.md")}
    assert set(published) == names | {"card.schema.json"}
    assert published["card.schema.json"] == (ROOT / "docs" / "sources" / "card.schema.json").read_text("utf-8")
    assert published[f"{code}/attribution.md"].count("\n### ") == len(found.sources)


def test_the_imprint_of_the_course() -> None:
    about = imprint.read(ROOT, "https://example.org/course/ ")
    assert about.names == {"ja": "たしかめ", "en": "Tashikame"}
    assert about.address == "https://example.org/course"
    assert about.lessons == "CC-BY-4.0"
    assert [(one.file, one.holder) for one in about.licences] == [
        ("LICENSE", "The Tashikame authors"),
        ("LICENSE-lessons", "The Tashikame authors"),
    ]
    assert about.licences[0].title == "MIT License"
