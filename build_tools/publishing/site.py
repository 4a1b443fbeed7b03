"""The site: both languages' builds side by side, what the host's root needs, the audit, and the publication."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from build_tools import collector, course, ledger
from build_tools.errors import BuildError, UsageError
from build_tools.exports import files, imprint
from build_tools.model import Finding, Report
from build_tools.notebooks import notebook
from build_tools.publishing import audit, csp, fonts, roots
from build_tools.publishing.builders import Builders
from build_tools.publishing.finish import Facts, Manner, Order
from build_tools.publishing.publish import publish, staging
from build_tools.publishing.target import target
from build_tools.settings import config

_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?")
# What a builder makes for a site of one language, and what a site of two has at its root.
_NOT_PUBLISHED = ("404.html", "sitemap.xml", "sitemap.xml.gz")


def build(
    root: Path, check: Callable[[], Report], *, out: str = "site", links: bool = True, cache: bool = True
) -> None:
    """Check a course, build both languages and publish them at `root / out`, whole or not at all.

    Args:
        root: the project's folder.
        check: finds what there is to say of it.
        out: the published folder, relative to `root`.
        links: whether links that leave the site are links; where not, the site is one to be read without a network.
        cache: whether pages are taken as earlier builds rendered them, where nothing that they depend on has changed.

    Raises:
        UsageError: something else than a site stands at `out`, or what `check` raises.
        BuildError: there are findings, a builder failed, or the audit found something; what was published stays.
    """
    languages = config.load(root).languages
    place_of_site = target(root, out, languages)
    with (
        written(),
        staging(place_of_site) as place,
        Builders(root, languages, place.folder, place, cache=cache) as builders,
    ):
        report = check()
        collector.keep()
        if report.failed:
            raise _refused("the course has findings", report.findings)
        started = time.monotonic()
        manner = Manner(address(), links, known=audit.named(report))
        facts = assemble(root, report, place.folder, manner, builders, beside=place.beside)
        documents = {path: fact.document for path, fact in facts.items() if fact.document is not None}
        found = [finding for fact in facts.values() for finding in fact.findings]
        findings = audit.audit(place.folder, report, documents, found)
        if findings:
            raise _refused("the built site has findings", findings)
        pages = sum(1 for _ in place.folder.rglob("*.html"))
        publish(place.folder, place_of_site)
    print(f"{out}/: {pages} pages, published in {time.monotonic() - started:.1f} s", flush=True)


@contextmanager
def written() -> Iterator[None]:
    """What the file system refuses while a site is written is said in a sentence.

    Raises:
        BuildError: it refused something.
    """
    try:
        yield
    except BrokenPipeError:  # whoever read what is printed has gone: no file
        raise
    except OSError as error:
        what = f"nothing is published: {error.filename or 'a file'} cannot be written: {error.strerror or error}"
        raise BuildError(what, "free some space, or mend its permissions") from error


def assemble(
    root: Path,
    report: Report,
    folder: Path,
    manner: Manner,
    builders: Builders,
    *,
    beside: Path | None = None,
) -> dict[str, Facts]:
    """Build everything that a site consists of into `folder`.

    Args:
        root: the project's folder.
        report: what `check` found.
        folder: an empty folder.
        manner: how its pages are finished.
        builders: those of `folder`.
        beside: a folder for what is not published; the system's own where there is none.

    Returns:
        What there is to know of each page.

    Raises:
        BuildError: a builder failed.
    """
    languages = config.load(root).languages
    titles = " · ".join(dict.fromkeys(language.site_name for language in languages))
    # In a folder that is not published: the builders copy from it what they make pages of.
    with tempfile.TemporaryDirectory(prefix="tashikame-notebooks-", dir=beside) as notebooks:
        shown = [language.code for language in languages if language.shows_notebooks]
        notebook.write(report, Path(notebooks), shown, manner.address)
        handed = course.hand_over(report, Path(notebooks) / ".report")
        builders.tell({**handed, "TASHIKAME_NOTEBOOKS": notebooks})
        # Meanwhile, what needs none of their pages.
        made = {"verification.json": ledger.as_json(report), **files.files(report, imprint.read(root, manner.address))}
        builders.wait(len(report.pages))
        codes = tuple(language.code for language in languages)
        for code in codes:
            for name in _NOT_PUBLISHED:
                (folder / code / name).unlink(missing_ok=True)
        order = Order(codes, manner)
        order.give(place := Path(notebooks) / ".finishing")
        builders.finish(place, sum(1 for code in codes for _ in (folder / code).rglob("*.html")))
        facts = order.facts(place)
    fonts.cut(folder, frozenset().union(*(fact.letters for fact in facts.values())))
    pages = {
        code: frozenset(path.removeprefix(f"{code}/") for path in facts if path.startswith(f"{code}/"))
        for code in codes
    }
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")
    for name, text in roots.files(codes, pages, titles, manner.address).items():
        (folder / name).write_text(csp.secure(text) if name.endswith(".html") and manner.governed else text, "utf-8")
    return facts


def address() -> str:
    """Where the site will stand, without a slash at the end; "" where that is not known.

    Raises:
        UsageError: what the variable SITE_URL holds is no address.
    """
    found = os.environ.get("SITE_URL", "").strip().rstrip("/")
    if found and not _ADDRESS.fullmatch(found):
        raise UsageError(f"SITE_URL={found} is no address of a site", "give one such as https://example.org/course")
    return found


def _refused(what: str, findings: Sequence[Finding]) -> BuildError:
    errors = [finding for finding in findings if finding.severity == "error"]
    return BuildError(f"nothing is published: {what} ({len(errors)})", details=map(str, errors))
