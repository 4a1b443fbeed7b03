"""One line of Markdown: its claims, exemptions, formulas and code, and what of it a reader sees."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field

from build_tools.model import Formula, Segment, Span
from build_tools.pages import braces, links, rawhtml, seams
from build_tools.pages.atoms import Atom, marks
from build_tools.pages.braces import OPENINGS, Shape
from build_tools.pages.draft import Draft

_PLAIN = re.compile(r"[^_\\`$<&\[\]{｛|*]*")
_LINK = "a link's text"
_DEEPEST = 8  # brackets within brackets that mean something


@dataclass
class _Stretch:
    """What is being walked: its segments outside any claim, all of its segments, and inside what it stands."""

    free: list[Segment] = field(default_factory=list)
    everything: list[Segment] = field(default_factory=list)
    inside: str = ""  # "" (nothing), "another" (a claim) or a link's text, in which no claim may stand
    depth: int = 0

    def prose(self, start: int, end: int) -> None:
        if start < end:  # often nothing stands between two marks
            self.add(Segment(Span(start, end), "prose"))

    def add(self, segment: Segment) -> None:
        if segment.span.start < segment.span.end:
            self.free.append(segment)
            self.everything.append(segment)


class LineReader:
    """Reads one line, or a part of it, and adds what it finds to the draft.

    `references` are the links that the page defines elsewhere, by their names in lower case.
    """

    def __init__(self, draft: Draft, references: Mapping[str, str] | None = None) -> None:
        self.draft, self.text, self.references = draft, draft.text, references or {}
        self.row = False
        self.pipes: list[int] = []  # of a table's row
        self.edges: list[int] = []  # of attributes that are spoken, which no digit beside them belongs to

    def read(self, start: int, end: int, *, row: bool = False) -> list[Segment]:
        """Gathers what `text[start:end]` holds; a `row` is one of a table. Returns its segments outside claims."""
        self.row, self.pipes, self.edges = row, [], []
        if _PLAIN.fullmatch(self.text, start, end):
            segment = Segment(Span(start, end), "prose")
            self.draft.see(segment)
            return [segment] if start < end else []
        self.places, self.atoms, self.pairs = marks(self.text, start, end)
        stretch = _Stretch()
        self._walk(start, end, stretch)
        for segment in stretch.free:
            self.draft.see(segment)
        seams.hide_emphasis(self.draft, self.atoms, start, end)
        seams.check_numbers(self.draft, self.atoms, [*self.pipes, *self.edges], start, end)
        if row:
            seams.check_pipes(self.draft, self.atoms, self.pipes, start, end)
        return stretch.free

    def attributes(self, start: int, end: int) -> bool:
        """Reads a list of attributes from `start` to `end`; False where something else stands there."""
        markup = rawhtml.attribute_list(self.text, start, end)
        if markup is None or self.text[markup.span.end : end].strip():
            return False
        self._markup(markup, stretch := _Stretch())
        for segment in stretch.free:
            self.draft.see(segment)
        return True

    # ------------------------------------------------------------------------------------------------ walk

    def _walk(self, start: int, end: int, stretch: _Stretch) -> None:
        text, draft, run, past = self.text, self.draft, start, start
        for number in range(bisect_left(self.places, start), bisect_left(self.places, end)):
            i = self.places[number]
            if i < past:  # inside what has been read already
                continue
            char, atom = text[i], self.atoms.get(i)
            if atom and atom.kind not in ("code", "math", "tag"):
                self._unboxed(atom, i)
                past = atom.end
            elif atom or (char == "[" and i in self.pairs and not self._plain(i, end)):
                stretch.prose(run, i)
                run = past = self._box(i, end, atom, stretch)
            elif char == "|" and self.row and not stretch.inside:
                stretch.prose(run, i)
                draft.hide(i, i + 1)
                self.pipes.append(i)
                run = past = i + 1
            elif match := braces.MISTYPED.match(text, i, end):
                braces.report_mistyped(draft, i, match.group())
                past = match.end()
            elif char == "{" and text.startswith(OPENINGS, i):
                braces.report_stray(draft, i)
                past = braces.binding_end(text, i, end) or end
                draft.hide(i, past)
            elif char in "<$":
                self._loose(char, i, end)
        stretch.prose(run, end)

    def _box(self, start: int, end: int, atom: Atom | None, stretch: _Stretch) -> int:
        """What has a segment of its own; returns where to go on."""
        if atom is None:
            return self._bracket(start, end, stretch)
        if atom.kind == "tag":
            markup = rawhtml.tag(self.text, start, end)
            assert markup is not None, "what is no tag is no atom"
            self._markup(markup, stretch)
            return atom.end
        return self._code_or_formula(start, atom, end, stretch)

    def _unboxed(self, atom: Atom, start: int) -> None:
        """Markup inside prose: hides what no reader sees of it."""
        draft = self.draft
        if atom.kind in ("binding", "unclosed"):
            braces.report_stray(draft, start)
            draft.hide(start, atom.end)
        elif atom.kind == "tick":
            mend = "close the code on the same line; the sign itself is \\`"
            draft.report(start, "markdown", "this backtick opens no code", mend)
        elif atom.kind == "dollars":
            mend = "display maths stands on lines of its own; a dollar sign is `\\$`"
            draft.report(start, "claim-syntax", "`$$` stands inside a line", mend)
        elif atom.kind == "entity":
            rawhtml.check_entity(draft, start, atom.end)
            draft.hide(start, atom.end)
        elif atom.kind == "escape":
            draft.hide(start, start + 1)
        elif atom.kind == "autolink":
            draft.hide(start, start + 1)
            draft.hide(atom.end - 1, atom.end)
            links.check(draft, start, self.text[start + 1 : atom.end - 1])
        elif atom.kind == "comment":
            rawhtml.check_comment(draft, start, atom.end)
            draft.hide(start, atom.end)

    def _loose(self, char: str, start: int, end: int) -> None:
        """A `<` or `$` that opens nothing that may stand here."""
        after = self.text[start + 1 : start + 2]
        if char == "<" and start + 1 < end and (after in "/!?" or (after.isascii() and after.isalpha())):
            mend = "write `&lt;`, or put it into code or maths; HTML is a closed list of tags, each on one line"
            self.draft.report(start, "raw-html", "this opens no HTML that a page may hold", mend)
        elif char == "$" and not after.isdigit():
            mend = "close the formula on the same line, without a space inside the dollars; a dollar sign is `\\$`"
            self.draft.report(start, "claim-syntax", "this `$` opens no formula", mend)

    def _markup(self, markup: rawhtml.Markup, stretch: _Stretch) -> None:
        """Hides a tag or attribute list but for what it says aloud."""
        if markup.fault:
            self.draft.report(markup.span.start, "raw-html", markup.fault, markup.mend)
        if markup.loaded is not None:
            self._elsewhere(markup.loaded.start, markup.loaded.of(self.text))
        at = markup.span.start
        for spoken in markup.spoken:
            self.draft.hide(at, spoken.start)
            self._spoken(spoken, stretch)
            at = spoken.end
        self.draft.hide(at, markup.span.end)

    def _spoken(self, span: Span, stretch: _Stretch) -> None:
        rawhtml.check_spoken(self.draft, span)
        self.edges += (span.start - 1, span.end)
        stretch.add(Segment(span, "prose"))

    # --------------------------------------------------------------------------------- code and formulas

    def _code_or_formula(self, start: int, atom: Atom, end: int, stretch: _Stretch) -> int:
        text, draft, stop = self.text, self.draft, atom.end
        box = text[start:stop]
        width = 1 if atom.kind == "math" else len(box) - len(box.lstrip("`"))
        inner = Span(start + width, stop - width)
        draft.hide(start, inner.start)
        draft.hide(inner.end, stop)
        segment = Segment(inner, "math" if atom.kind == "math" else "code")
        bound = stop < end and text.startswith(OPENINGS, stop)
        if atom.kind == "math":
            draft.formulas.append(Formula(Span(start, stop), inner, display=False))
            if bound:
                return self._bind("math", start, inner, [segment], stop, end, stretch)
            if stop < end and text[stop] == "{" and not braces.MISTYPED.match(text, stop, end):
                draft.report(stop, "claim-syntax", "a brace follows a formula", "a claim is `$…${=expression}`")
        stretch.add(segment)
        if bound:
            mend = f"write `[{box[:40]}]{{=…}}`"
            draft.report(stop, "claim-syntax", "a claim cannot follow code directly", mend)
            stop = braces.binding_end(text, stop, end) or end
            draft.hide(atom.end, stop)
        return stop

    # ------------------------------------------------------------------------------------------- brackets

    def _plain(self, start: int, end: int) -> bool:
        """Whether the brackets that open at `start` are plain text; a brace behind such is reported."""
        text, after = self.text, self.pairs[start] + 1
        before = self.atoms.get(start - 2)
        if text[start - 1 : start] == "!" and not (before and before.kind == "escape"):  # `\![` is no image
            tail = links.tail(text, after, end, self.references)
            named = text[start + 1 : after - 1].strip().lower()  # `![name]` and `![name][]` are images as well
            self._elsewhere(start - 1, tail.address if tail else self.references.get(named, ""))
        if text.startswith("^", start + 1):
            mend = "write the note where it belongs, or in brackets"
            self.draft.report(start, "claim-syntax", "footnotes are no part of these pages", mend)
            return True
        if after >= end:
            return True
        if braces.MISTYPED.match(text, after - 1, end) or braces.MISTYPED.match(text, after, end):
            return True
        if text.startswith(OPENINGS, after) or links.tail(text, after, end, self.references):
            return False
        if text[after] == "{":
            mend = "a claim is `[literal]{=expression}`, an exemption `[literal]{!reason}`"
            self.draft.report(after, "claim-syntax", "a brace follows brackets but binds nothing", mend)
        elif text[after] == "(":
            mend = "an address has no spaces; put a space before a parenthesis that is none"
            self.draft.report(after, "claim-syntax", "this is no address of a link", mend)
        return True

    def _bracket(self, start: int, end: int, stretch: _Stretch) -> int:
        """A claim, an exemption, a link or an image; returns where to go on."""
        text, draft, close = self.text, self.draft, self.pairs[start]
        inner, after = Span(start + 1, close), close + 1
        draft.hide(start, inner.start)
        if stretch.depth == _DEEPEST:
            draft.report(start, "claim-nested", "brackets stand too deep inside brackets", "take them apart")
            stretch.add(Segment(inner, "prose"))
            return close
        if text.startswith(OPENINGS, after) and after < end:
            inside = _Stretch(inside="another", depth=stretch.depth + 1)
            self._walk(inner.start, inner.end, inside)
            return self._bind("text", start, inner, inside.everything, after, end, stretch)
        link = links.tail(text, after, end, self.references)
        assert link is not None, "plain brackets never come here"
        if text[after] == "(":  # a link that is defined elsewhere is looked at there
            links.check(draft, after, link.address)
        if text[start - 1 : start] == "!":
            self._alternative(inner, stretch)
        else:
            if stretch.inside == _LINK:
                draft.report(start, "claim-nested", "a link stands inside a link's text", "take one of them out")
            label = _Stretch(stretch.free, stretch.everything, stretch.inside or _LINK, stretch.depth + 1)
            self._walk(inner.start, inner.end, label)
        draft.hide(close, link.title.start)
        draft.hide(link.title.end, link.end)
        if link.title.start < link.title.end:
            self._spoken(link.title, stretch)
        attributes = rawhtml.attribute_list(text, link.end, end)
        if attributes is None:
            return link.end
        self._markup(attributes, stretch)
        return attributes.span.end

    def _elsewhere(self, at: int, address: str) -> None:
        """Reports what a reader's browser would fetch from another host."""
        if links.elsewhere(address):
            mend = "put the file beside the page, and say whose it is (`material:` of its card); or link to it"
            self.draft.report(at, "third-party", f"the page asks another host for {address[:200]}", mend)

    def _alternative(self, span: Span, stretch: _Stretch) -> None:
        """An image's alternative text, which builders print as it is typed."""
        inside = self.places[bisect_left(self.places, span.start) : bisect_left(self.places, span.end)]
        markup = next((i for i in inside if i in self.atoms and self.atoms[i].kind != "entity"), None)
        bracket = self.text.find("[", span.start, span.end)
        if markup is not None or bracket >= 0:
            mend = "write it in plain words, without claims, formulas, code, brackets and HTML"
            at = markup if markup is not None else bracket
            self.draft.report(at, "claim-nested", "an alternative text is plain text", mend)
        self._spoken(span, stretch)

    def _bind(
        self,
        shape: Shape,
        start: int,
        literal: Span,
        segments: list[Segment],
        brace: int,
        end: int,
        stretch: _Stretch,
    ) -> int:
        """Binds a literal to the `{=…}` or `{!…}` at `brace`; returns where to go on."""
        draft = self.draft
        stop = self.atoms[brace].end
        draft.hide(literal.end, stop)
        stretch.everything.extend(segments)
        binding = braces.read_binding(draft, brace, end)
        if binding is None:
            return stop
        whole, marker = Span(start, stop), Span(brace, stop)
        if stretch.inside:
            mend = "take it out: a literal is bound once"
            draft.report(start, "claim-nested", f"a claim stands inside {stretch.inside}", mend)
        elif self.row and "|" in marker.of(self.text):
            mend = "give the value a name in the snippet"
            draft.report(brace, "claim-syntax", "`|` in an expression ends a table's cell", mend)
        else:
            braces.keep(draft, binding, shape, whole, literal, marker, tuple(segments))
        return stop
