"""A built site against the report that it was made from: what a builder swallowed is found here.

Every claim and every exercise stands on its page once, what the page's scripts read can be read, nothing of our syntax
or of TeX is left over, nothing is asked of another host, the content security policy is there and holds, and every link
of the site's own leads somewhere, under any sub-path.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from build_tools import collector
from build_tools.model import Finding, Report, VerifiedPage
from build_tools.pages import lesson
from build_tools.publishing import csp, pagedata
from build_tools.publishing.document import Document, Link, read
from build_tools.rendering import addresses
from build_tools.unseen import legible

# As in most readers of TeX: no space inside the dollar signs, no digit behind them, so that prices are none.
_TEX = re.compile(r"\$\$|\$(?=\S)[^$\n]*(?<=\S)\$(?!\d)")
# What each is known by, how it reads, and what it is.
_LEFTOVERS = (
    (("{=", "{!"), re.compile(r"\{[=!][^}\n]*\}?"), "a marker of a claim or an exemption"),
    (("///",), re.compile(r"(?<![:/\w])///(?!/)[^\n]*"), "a line of one of our blocks"),
    (("--8<--",), re.compile(r"--8<--[^\n]*"), "an inclusion of code"),
    (("**",), re.compile(r"\*\*[^\n]{0,40}"), "a literal `**`"),
    (("```", "~~~"), re.compile(r"(?:```|~~~)[^\n]*"), "a code fence"),
    (("wzxhzdk:", "klzzwxh:"), re.compile(r"wzxhzdk:\d+|klzzwxh:\d+"), "a placeholder of the Markdown parser"),
    (("$",), _TEX, "raw TeX"),
)
_TRACEBACK = re.compile(r"Traceback \(most recent call last\)[^\n]*")
_IN_CSS = re.compile(r"""(?:@import\s+(?:url\()?|url\()\s*["']?\s*((?:https?:)?//[^"')\s;]+)""", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Pages that a server answers with at any depth cannot have relative links.
_ANYWHERE = ("404.html",)
# What a browser fetches by itself. An ordinary link to another site is none of it.
_NOT_FETCHED = ("canonical", "alternate", "author", "license", "next", "prev", "help", "me")


@collector.paused()
def audit(
    site: Path, report: Report, documents: Mapping[str, Document] | None = None, found: Iterable[Finding] = ()
) -> tuple[Finding, ...]:
    """Check the HTML and CSS files of a built site.

    Args:
        site: the folder that is, or will be, published, with a folder for each language in it.
        report: what the site was built from.
        documents: what is in its pages, by their paths; read here where it is not known.
        found: what `of_page` has found on those pages.

    Returns:
        Findings in order. Their paths are files inside `site`.
    """
    findings = list(found)
    documents = dict(documents or {})
    known = named(report)
    for file in sorted(site.rglob("*.html")):
        path = file.relative_to(site).as_posix()
        if path not in documents:
            documents[path] = read(file.read_text("utf-8", errors="replace"))
            findings += of_page(path, documents[path], known)
    files = _Files(site, documents)
    for path, document in documents.items():
        findings += _links(path, document, documents, files)
    for style in sorted(site.rglob("*.css")):
        findings += _css(style.relative_to(site).as_posix(), style.read_text("utf-8", errors="replace"), 1)
    for page in report.pages:
        findings += _claims(page, documents)
    findings += _ledger(site, report)
    return tuple(sorted(findings))


def of_page(path: str, document: Document, known: Iterable[str]) -> Iterator[Finding]:
    """What is wrong with a page, whatever else there is in the site.

    Args:
        path: its file in the site.
        document: what is in it.
        known: names that look like leftovers, as `named` finds them.
    """
    yield from _leftovers(path, document, known)
    yield from _requests(path, document)
    yield from _policy(path, document)
    yield from pagedata.readable(path, document)


def address(page: VerifiedPage) -> str:
    """The HTML file of a page, inside the site: `ja/attention/day-43-x/index.html`."""
    return f"{page.page.language}/{addresses.address(page.page.key)}index.html"


def _claims(page: VerifiedPage, documents: Mapping[str, Document]) -> Iterator[Finding]:
    path = address(page)
    document = documents.get(path)
    if document is None:
        yield Finding(path, 1, 1, "site-page", f"{page.page.path} was not built", "see what the builder says about it")
        return
    seen = Counter(name for name, _ in document.claims)
    expected = {verified.id: verified for verified in page.verified}
    for name, verified in expected.items():
        if seen[name] != 1:
            yield Finding(
                path,
                1,
                1,
                "site-claim",
                f"the claim {_short(verified.literal)} of {page.page.path}:{verified.line}:{verified.column} "
                f"is on the page {seen[name]} times instead of once",
                "something between the Markdown and the page changed it: try `mkdocs build` and look at that place",
            )
    for name, (line, column) in document.claims:
        if name not in expected:
            message = f"the page shows a claim {name!r} that nothing verified"
            yield Finding(path, line, column, "site-claim", message, "build again: the page is older than its source")
    yield from pagedata.exercises(path, document, page)


def _short(literal: str) -> str:
    line = " ".join(literal.split())
    return f"`{line if len(line) <= 50 else line[:49] + '…'}`"


def _ledger(site: Path, report: Report) -> Iterator[Finding]:
    path = "verification.json"
    mend = "build the site with `make site`"
    try:
        ledger = json.loads((site / path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        yield Finding(path, 1, 1, "site-ledger", f"the list of all claims cannot be read: {error}", mend)
        return
    try:
        listed = {claim["id"]: claim.get("literal") for claim in ledger["claims"]}
    except (AttributeError, LookupError, TypeError):
        yield Finding(path, 1, 1, "site-ledger", "this is no list of claims", mend)
        return
    for page in report.pages:
        for verified in page.verified:
            what = f"{page.page.path}:{verified.line}: the claim {_short(verified.literal)}"
            if verified.id not in listed:
                yield Finding(path, 1, 1, "site-ledger", f"{what} is not listed", mend)
            elif listed[verified.id] not in (None, verified.literal):  # the page is older than its source
                found = _short(str(listed[verified.id]))
                yield Finding(path, 1, 1, "site-ledger", f"{what} is {found} in the built site", mend)


def named(report: Report) -> frozenset[str]:
    """What the works of others are called, and their makers and parts, where it looks like a leftover: `On $O(n)$`."""
    found: set[str] = set()
    for source in report.sources.values():
        for work in (source.work, *(candidate.work for candidate in source.candidates)):
            names = [name for one in work.authors for name in (one.given, one.family, *one.name.values())]
            found.update((work.title, work.container, *names))
        found.update(text for count in source.counts for text in (count.path, count.symbol))
    found.update(locator.text for page in report.pages for locator in lesson.locators(page.page).values())
    shown = (" ".join(legible(text).split()) for text in found)
    # A notebook's page sets the formulas of a title, so that what stands around them is known by itself.
    parts = {part.strip() for text in shown for part in (text, *_TEX.split(text))}
    return frozenset(part for part in parts if any(pattern.search(part) for _, pattern, _ in _LEFTOVERS))


def _leftovers(path: str, document: Document, named: Iterable[str]) -> Iterator[Finding]:
    # Most pages hold none of it, and that is seen in one look.
    prose = "\n".join([run.text for run in document.prose])
    suspected = [(pattern, what) for signs, pattern, what in _LEFTOVERS if any(sign in prose for sign in signs)]
    for run in document.prose if suspected else ():
        names = [range(at, at + len(name)) for name in named for at in _places(run.text, name)]
        for pattern, what in suspected:
            for match in pattern.finditer(run.text):
                if any(match.start() in name for name in names):
                    continue
                line, column = run.position(match.start())
                yield Finding(
                    path,
                    line,
                    column,
                    "site-leftover",
                    f"{what} is on the page as it was typed: {match[0].strip()!r}",
                    "mend it in the source; to show it on purpose, write it as `code`",
                )
    for line, column, text in document.spans:
        # What Markdown makes of a fence whose formatter has failed: superfences then leaves it to the inline parser.
        if "\n" in text.strip():
            message = f"a code fence that its formatter gave up is on the page: {text.strip()[:40]!r}"
            mend = "mend the fence or its formatter; a piece of code in a sentence stands on one line"
            yield Finding(path, line, column, "site-leftover", message, mend)
    for run in (*document.prose, *document.output):
        for match in _TRACEBACK.finditer(run.text):
            line, column = run.position(match.start())
            message = "a Python traceback is on the page"
            yield Finding(path, line, column, "site-traceback", message, "mend the code that the page runs")


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))


def _requests(path: str, document: Document) -> Iterator[Finding]:
    for link in document.links:
        foreign = _parts(link.target)[1] or link.target.startswith("//")
        if foreign and link.tag != "a" and not (link.tag == "link" and link.rel in _NOT_FETCHED):
            yield _foreign(path, link.target, link.line, link.column)
    for style in document.styles:
        yield from _css(path, style.text, style.line)
    for line, column, what in document.active:
        message = f"{what}, which the content security policy forbids"
        yield Finding(path, line, column, "site-inline-script", message, "put it into a script file")


def _css(path: str, text: str, line: int) -> Iterator[Finding]:
    bare = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    for match in _IN_CSS.finditer(bare):
        yield _foreign(path, match[1], line + bare.count("\n", 0, match.start()), 1)


def _foreign(path: str, target: str, line: int, column: int) -> Finding:
    message = f"the page asks another host for {target}"
    return Finding(path, line, column, "site-third-party", message, "ship the file with the site, or link to it")


def _policy(path: str, document: Document) -> Iterator[Finding]:
    mend = "build the site with `make site`, whose last step writes the policy"
    expected = csp.policy(document.scripts)
    if len(document.policies) != 1 or not document.policy_first:
        message = "the page has no content security policy at the top of its head"
        yield Finding(path, 1, 1, "site-policy", message, mend)
    elif document.policies[0] != expected:
        message = "the page's content security policy is not that of its inline scripts"
        yield Finding(path, 1, 1, "site-policy", message, mend)


class _Files:
    """Where addresses lead in a site: pages have most of theirs in common, and each is looked up once."""

    def __init__(self, folder: Path, documents: Mapping[str, Document]) -> None:
        self._folder, self._documents = folder, documents
        self._found: dict[tuple[str, bool], str] = {}

    def at(self, place: str, is_folder: bool) -> str:
        """The file at a place in the site, or in the folder that it is; "" where there is none."""
        if (place, is_folder) not in self._found:
            self._found[place, is_folder] = self._look(place, is_folder)
        return self._found[place, is_folder]

    def _look(self, place: str, is_folder: bool) -> str:
        if is_folder or (place not in self._documents and (self._folder / place).is_dir()):
            place = os.path.normpath(os.path.join(place, "index.html"))
        return place if place in self._documents or (self._folder / place).is_file() else ""


@lru_cache(maxsize=4096)
def _parts(target: str) -> tuple[str, str, str, str]:
    """Scheme, host, path and fragment of an address."""
    parts = urlsplit(target)
    return parts.scheme.lower(), parts.netloc, unquote(parts.path), unquote(parts.fragment)


def _links(path: str, document: Document, documents: Mapping[str, Document], files: _Files) -> Iterator[Finding]:
    folder = os.path.dirname(path)
    for link in document.links:
        if document.leads_here(link):
            continue
        scheme, host, target, fragment = _parts(link.target)
        if scheme or host:
            if scheme == "javascript":
                message = "a link that runs a script"
                yield Finding(path, link.line, link.column, "site-inline-script", message, "put it into a script file")
            continue
        if path in _ANYWHERE:
            continue
        problem = _problem(path, folder, link, target, fragment, documents, files)
        if problem:
            message = f"{link.target!r} {problem}"
            yield Finding(path, link.line, link.column, "site-link", message, "mend the link, or what it leads to")


def _problem(
    path: str,
    folder: str,
    link: Link,
    target: str,
    fragment: str,
    documents: Mapping[str, Document],
    files: _Files,
) -> str:
    if target.startswith("/"):
        return "starts at the root of the host, and breaks where the site lies in a folder"
    if not target and link.tag != "a":
        return "" if fragment or link.target.strip() else "is empty"
    found = path
    if target:
        place = os.path.normpath(os.path.join(folder, target))
        if place.startswith(".."):
            return "leads out of the site"
        found = files.at(place, target.endswith(("/", ".")))
    if not found:
        return "leads to nothing in the site"
    if fragment and found in documents and fragment not in documents[found].ids and fragment != "top":
        return f"leads to an anchor that {found} has not"
    return ""
