"""A builder's pages → the pages of the site: their other languages, the modules they will run, and their policy.

Each is read for the audit in the same step, by as many processes as there are cores; and neither is done again to a
page that a builder has made before, to the byte.
"""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from build_tools import collector
from build_tools.code.runner import cores
from build_tools.errors import BuildError
from build_tools.memory import Memory, named
from build_tools.model import Finding
from build_tools.progress import Progress
from build_tools.publishing import audit, csp, fonts, outside, preload
from build_tools.publishing.document import Document, read

_SCOPE = re.compile(r'(?<=__md_scope=new URL\()"([^"]*)"')
_AT_ONCE = 16  # pages that a process does in one go
_FEW = 24  # pages that are done sooner than another process has started


@dataclass(frozen=True)
class Manner:
    """How pages are finished: `address` of the site or "", whether links leave it, and whether policies govern pages.

    `known` are names that look like leftovers and are none, as `audit.named` finds them; None where nothing is audited.
    """

    address: str
    links: bool = True
    governed: bool = True
    known: frozenset[str] | None = frozenset()


@dataclass(frozen=True)
class Facts:
    """What the rest of the build needs to know of a page: it is not read again.

    `document` is without its texts: `findings` are what the audit has to say of those.
    """

    letters: frozenset[str]  # in its formulas
    findings: tuple[Finding, ...]
    document: Document | None


def finish(folder: Path, codes: Sequence[str], manner: Manner, memory: Memory) -> dict[str, Facts]:
    """Finishes every page of a site in its place.

    Args:
        folder: what the builders have built, a folder for each language in it.
        codes: the languages.
        manner: how.
        memory: what is known of earlier builds.

    Returns:
        What there is to know of each page, by its path in the folder.

    Raises:
        BuildError: a page is no text, or has no head.
    """
    pages = {
        code: frozenset(page.relative_to(folder / code).as_posix() for page in (folder / code).rglob("*.html"))
        for code in codes
    }
    scripts = preload.digest(folder)
    how = repr((manner.address, manner.links, manner.governed, manner.known is None, sorted(manner.known or ())))
    facts: dict[str, Facts] = {}
    missing: list[tuple[str, tuple[str, ...], str]] = []
    with Progress("finishing pages", sum(map(len, pages.values()))) as progress:
        for code in codes:
            for name in sorted(pages[code]):
                alternates = tuple(other for other in codes if name in pages[other])
                path = f"{code}/{name}"
                data = (folder / path).read_bytes()
                step = named("finished", data, path, repr(alternates), scripts, how)
                memory.recall([step])
                known: tuple[str, Facts] | None = memory.get(step)
                if known is None:
                    missing.append((path, alternates, step))
                    continue
                (folder / path).write_text(known[0], "utf-8")
                facts[path] = known[1]
        for done, (step, path, text, found) in enumerate(_several(folder, missing, manner), len(facts)):
            memory.put(step, (text, found))
            facts[path] = found
            progress(done, path)
    return facts


def _several(
    folder: Path, missing: Sequence[tuple[str, tuple[str, ...], str]], manner: Manner
) -> Iterator[tuple[str, str, str, Facts]]:
    """Finishes pages, in other processes where there are many."""
    left = list(missing)
    if len(left) > _FEW and cores() > 1:
        portions = [left[start : start + _AT_ONCE] for start in range(0, len(left), _AT_ONCE)]
        try:
            with ProcessPoolExecutor(cores(), multiprocessing.get_context("spawn")) as pool:
                waiting = {pool.submit(_portion, folder, portion, manner): portion for portion in portions}
                for one in as_completed(waiting):
                    yield from one.result()
                    left = [page for page in left if page not in waiting[one]]
        except (BrokenProcessPool, OSError):  # somebody has killed one, or there can be none: then it is done here
            pass
    for page in left:
        yield from _portion(folder, [page], manner)


@collector.paused()
def _portion(
    folder: Path, pages: Sequence[tuple[str, tuple[str, ...], str]], manner: Manner
) -> list[tuple[str, str, str, Facts]]:
    modules = preload.Modules(folder)
    found = []
    for path, alternates, step in pages:
        try:
            text = (folder / path).read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise BuildError(f"{path} is no UTF-8 text", "save it as UTF-8, or take it out") from error
        text = finished(text, path, alternates, modules, manner)
        (folder / path).write_text(text, "utf-8")
        found.append((step, path, text, _facts(text, path, manner)))
    return found


def finished(text: str, path: str, alternates: Sequence[str], modules: preload.Modules, manner: Manner) -> str:
    """A builder's page as it is published.

    Args:
        text: the page.
        path: its file in the site.
        alternates: the languages that it is there in.
        modules: the site's.
        manner: how it is finished.

    Raises:
        BuildError: it has no head.
    """
    code, _, name = path.partition("/")
    # One choice of colours for all languages.
    text = _SCOPE.sub(lambda match: f'"{match[1]}/.."', text)
    up = "../" * path.count("/")
    where = quote(name.removesuffix("index.html"))
    # The space keeps Material's script, which asks for a site map behind each `[rel=alternate]`, from doing so.
    links = "".join(f'<link rel="alternate " hreflang="{other}" href="{up}{other}/{where}">' for other in alternates)
    if manner.address:
        links += f'<link rel="canonical" href="{manner.address}/{code}/{where}">'
    text = text.replace("</head>", f"{links}{modules.links(text, path)}</head>", 1)
    if not manner.links:
        text = outside.without(text)
    return csp.secure(text) if manner.governed else text


def _facts(text: str, path: str, manner: Manner) -> Facts:
    letters = fonts.characters(text)
    if manner.known is None:
        return Facts(letters, (), None)
    document = read(text)
    findings = tuple(audit.of_page(path, document, manner.known))
    return Facts(letters, findings, document.without_texts())
