"""A builder's pages → the pages of the site: their other languages, the modules they will run, and their policy.

Each is read for the audit in the same step, which is not done again to a page that a builder has made before, to the
byte. A builder finishes the pages of its own language, once all builders have built: only then it is known which pages
there are in the others.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from build_tools import collector
from build_tools.errors import BuildError
from build_tools.memory import Memory, named
from build_tools.model import Finding
from build_tools.publishing import audit, csp, fonts, outside, preload
from build_tools.publishing.document import Document, read

_SCOPE = re.compile(r'(__md_scope=new URL\()"([^"]*)"')


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

    `document` holds what other pages and the report are held against: of all else, `findings` say what there is to say.
    """

    letters: frozenset[str]  # in its formulas
    findings: tuple[Finding, ...]
    document: Document | None


@dataclass(frozen=True)
class Order:
    """What builders are told, by a file, once all have built: the `codes` of all languages, and how pages are finished.

    What there is to know of the pages, or why they cannot be finished, each leaves in a file beside the order.
    """

    codes: tuple[str, ...]
    manner: Manner

    def give(self, place: Path) -> None:
        """Leaves the order where builders are told to look.

        Args:
            place: a file that the builders can read, and nobody else can write.
        """
        place.write_bytes(pickle.dumps(self))

    def facts(self, place: Path) -> dict[str, Facts]:
        """What there is to know of each page, by its path in the site, once all builders have carried out the order.

        Raises:
            BuildError: a page is no text, or has no head.
        """
        found: dict[str, Facts] = {}
        for code in self.codes:
            told = pickle.loads(_answer(place, code).read_bytes())
            if isinstance(told, BuildError):
                raise told
            found |= {path: pickle.loads(facts) for path, facts in told.items()}
        return found


def obey(place: Path, folder: Path, memory: Memory, tell: Callable[[], object]) -> None:
    """Finishes one language's pages, as a file says that `Order` has left.

    Args:
        place: the file.
        folder: what the builder has built, in a folder named after its language.
        memory: what is known of earlier builds.
        tell: called after each page.
    """
    order: Order = pickle.loads(place.read_bytes())
    told: dict[str, bytes] | BuildError
    try:
        told = finish(folder.parent, order.codes, folder.name, order.manner, memory, tell)
    except BuildError as error:
        told = error
    _answer(place, folder.name).write_bytes(pickle.dumps(told, pickle.HIGHEST_PROTOCOL))


def _answer(place: Path, code: str) -> Path:
    return place.with_name(f"{place.name}-{code}")


@collector.paused()
def finish(
    folder: Path, codes: Sequence[str], code: str, manner: Manner, memory: Memory, tell: Callable[[], object]
) -> dict[str, bytes]:
    """Finishes every page of one language in its place.

    Args:
        folder: what the builders have built, a folder for each language in it.
        codes: the languages.
        code: the one whose pages are finished.
        manner: how.
        memory: what is known of earlier builds.
        tell: called after each page.

    Returns:
        The `Facts` of each page by its path in the folder, as they are kept: pickled.

    Raises:
        BuildError: a page is no text, or has no head.
    """
    pages = {
        other: frozenset(page.relative_to(folder / other).as_posix() for page in (folder / other).rglob("*.html"))
        for other in codes
    }
    modules, scripts = preload.Modules(folder), preload.digest(folder)
    how = repr((manner.address, manner.links, manner.governed, manner.known is None, sorted(manner.known or ())))
    facts: dict[str, bytes] = {}
    for name in sorted(pages[code]):
        alternates = tuple(other for other in codes if name in pages[other])
        path = f"{code}/{name}"
        data = (folder / path).read_bytes()
        try:
            text = finished(data.decode("utf-8"), path, alternates, modules, manner)
        except UnicodeDecodeError as error:
            raise BuildError(f"{path} is no UTF-8 text", "save it as UTF-8, or take it out") from error
        (folder / path).write_text(text, "utf-8")
        # The text itself is not kept: to make it again costs less than to read it back.
        step = named("finished", data, path, repr(alternates), scripts, how)
        memory.recall([step])
        known: bytes | None = memory.get(step)
        if known is None:
            known = pickle.dumps(_facts(text, path, manner), pickle.HIGHEST_PROTOCOL)
            memory.put(step, known)
        facts[path] = known
        tell()
    return facts


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
    text = _SCOPE.sub(r'\1"\2/.."', text)
    up = "../" * path.count("/")
    where = quote(name.removesuffix("index.html"))
    # The space keeps Material's script, which asks for a site map behind each `[rel=alternate]`, from doing so.
    links = "".join(f'<link rel="alternate " hreflang="{other}" href="{up}{other}/{where}">' for other in alternates)
    if manner.address:
        links += f'<link rel="canonical" href="{escape(manner.address)}/{code}/{where}">'
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
    return Facts(letters, findings, document.for_others())
