"""A lesson as a sequence of cells: its text, the code that it shows, and the claims that the code bears out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from build_tools.code.snippets import SECTION, Snippet
from build_tools.model import Block, Report, VerifiedPage
from build_tools.notebooks import frames, plainpage
from build_tools.notebooks.pieces import Listing, Mark, Text, cut
from build_tools.notebooks.prints import Prints
from build_tools.notebooks.program import Program
from build_tools.rendering import headings, lessons
from build_tools.rendering.plaintext import bare
from build_tools.words import word

_LONGEST_ID = 64


@dataclass(frozen=True)
class Cell:
    """A cell: Markdown, or code with what it prints."""

    id: str
    source: str
    code: bool = False
    output: str = ""


class Sheet:
    """Puts the cells of a page together, from top to bottom.

    Args:
        page: the lesson.
        report: the course.
        snippets: the snippets and twins that the page shows, read, by path.
        site: the public address of the whole site, or "".
    """

    def __init__(self, page: VerifiedPage, report: Report, snippets: Mapping[str, Snippet], site: str) -> None:
        self.page, self.report, self.snippets = page, report, snippets
        self.language = page.page.language
        self.program = Program(snippets[page.snippet])
        self.prints = Prints(page, snippets[page.snippet], report, self.program.changed)
        self.blocks = {block.id: block for block in page.page.blocks}
        self.exercises = [block.id for block in page.page.blocks if block.name == "exercise"]
        self.text = plainpage.converted(page.page, site)
        self.anchors = plainpage.anchors(page.page, self.text)
        self.cells: list[Cell] = []
        self._ids: Counter[str] = Counter()
        self._parts: list[str] = []
        self._name = "title"
        self._within: list[Block] = []
        self._later: list[str] = []  # sections that a hint or an answer shows: no cell can run inside of it

    def filled(self, opening: str) -> list[Cell]:
        """All cells.

        Args:
            opening: the Markdown of the first one, above what the page begins with.
        """
        self._parts.append(opening)
        for piece in cut(self.text):
            if isinstance(piece, Text):
                self._parts.append(piece.markdown)
            elif isinstance(piece, Listing):
                self._listing(piece)
            elif piece.kind == "section":
                self._begin(piece.name)
            else:
                self._block(piece)
        if self.prints.waits() and (rest := self.program.rest()):
            self._begin("rest")
            self._parts.append(word("notebook_rest", self.language))
            self._code(rest)
            self._print()
        self._end()
        return self.cells

    # ------------------------------------------------------------------------------------------------- text

    def _begin(self, name: str) -> None:
        """Begin a cell of Markdown for a section or an exercise."""
        self._end()
        self._name = name
        if name in self.anchors:
            self._parts.append(f'<a id="{name}"></a>')

    def _end(self) -> None:
        text = "\n\n".join(self._parts)
        # An anchor in a paragraph of its own would push the heading down.
        text = text.replace('"></a>\n\n#', '"></a>\n#')
        self._parts = []
        if text.strip():
            self.cells.append(Cell(self._id(self._name), text))

    def _id(self, name: str) -> str:
        """An id for a cell that no other one has."""
        name = name.replace(".", "-")[: _LONGEST_ID - 4] or "top"
        self._ids[name] += 1
        identifier = name if self._ids[name] == 1 else f"{name}-{self._ids[name]}"
        if identifier != name:
            self._ids[identifier] += 1
        return identifier

    def _block(self, mark: Mark) -> None:
        block = self.blocks[mark.name]
        if mark.kind == "open":
            self._within.append(block)
            self._open(block)
            return
        self._within.pop()
        if block.name in ("hint", "answer"):
            self._parts.append("</details>")
        elif block.name == "quote":
            self._parts.append(f"</blockquote>\n\n{frames.quoted(block, self.page.page, self.report.sources)}")
        elif block.name == "figure":
            one = next((one for one in self.page.verified if one.claim.block == block.id), None)
            self._parts.append(frames.figure(block, one, self.language) if one else "")
        elif block.name == "exercise":
            self._name = block.id
            self._after_exercise(block)

    def _open(self, block: Block) -> None:
        label = word(block.name, self.language) if block.name in ("hint", "answer", "criterion", "reflection") else ""
        if block.name == "exercise":
            self._begin(block.id)
            page = self.page.page
            self._parts.append(headings.heading(block, page) + bare(page, headings.title(block, page)).strip())
        elif block.name == "hint":
            self._parts.append(_details("hint", label + lessons.step(block, self.page.page)))
        elif block.name == "answer":
            self._parts.append(_details("answer", label))
        elif block.name == "quote":
            self._parts.append(frames.quotation(block, self.page.page, self.report.sources))
        elif block.name == "figure":
            self._parts.append(f"**{frames.escaped(block.title)}**")
        elif block.name == "cards":
            self._parts.append(frames.cards(self.page.page, self.report.sources))
        elif label:
            self._parts.append(f"**{label}**")

    def _after_exercise(self, block: Block) -> None:
        """What the exercise had to hold back: code in its answer, and the values that it asks for."""
        self.exercises.remove(block.id)
        name = block.section or "top"
        self._end()
        for section in self._later:
            self._run(section)
        self._later = []
        self._print()
        self._name = name

    # ------------------------------------------------------------------------------------------------- code

    def _listing(self, listing: Listing) -> None:
        if listing.path != self.page.snippet:
            label = listing.label or (word("twin", self.language) if listing.path == self.page.twin else listing.path)
            code = fenced(section(self.snippets[listing.path], listing.section))
            self._parts.append(f"{_details('', label)}\n\n{code}\n\n</details>")
        elif self._within:
            self._parts.append(fenced(section(self.snippets[listing.path], listing.section)))
            self._later.append(listing.section)
        else:
            self._run(listing.section)

    def _run(self, name: str) -> None:
        step = self.program.show(name)
        self._code(step.before)
        if step.runs:
            self._code(step.shown, f"code-{name}")
        elif not self._later:
            self._parts.append(fenced(step.shown))
        self._print()

    def _code(self, source: str, name: str = "setup") -> None:
        if source:
            self._end()
            self.cells.append(Cell(self._id(name), source, code=True))

    def _print(self) -> None:
        for one in self.prints.ready(self.program, answers=not self.exercises):
            self._end()
            self.cells.append(Cell(self._id("print"), one.code, code=True, output=one.output))


def _details(kind: str, label: str) -> str:
    """How something begins that a reader opens. Readers of notebooks pass over the class; the site's page uses it."""
    attribute = f' class="tk-{kind}"' if kind else ""
    return f"<details{attribute}>\n<summary>{label}</summary>"


def section(snippet: Snippet, name: str) -> str:
    """The text of a section; "" is the whole file."""
    lines = snippet.source.splitlines()
    first, last = snippet.sections[name] if name else (1, len(lines))
    return "\n".join(line for line in lines[first - 1 : last] if not SECTION.search(line)).strip("\n")


def fenced(code: str) -> str:
    """Python code as Markdown."""
    fence = "```"
    while fence in code:
        fence += "`"
    return f"{fence}python\n{code}\n{fence}"
