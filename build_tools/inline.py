"""One line of Markdown: its claims, exemptions, formulas and code, and what of it a reader sees."""

from __future__ import annotations

import ast
import html
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from build_tools.model import EXEMPTION_REASONS, Claim, Exemption, Formula, Seen, Segment, Span, Surface

HIDDEN = "\x00"
Report = Callable[[int, str, str, str], None]  # offset, rule, message, mend

_TAG = re.compile(r"</?[A-Za-z][\w-]*(?:\s+[^<>\"']*(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*)?\s*/?>|<!--.*?-->")
_SPOKEN = re.compile(r"\b(?:alt|title|aria-label)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_AUTOLINK = re.compile(r"<(?:https?|mailto):[^\s<>]*>")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")
_ATTRIBUTES = re.compile(r"\{:?\s*(?:[#.][\w-]+|[\w-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s}\"']+))(?:\s+[^{}]*)?\}")
_LINK_TAIL = re.compile(r"\(\s*(?:<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)\s*(?:\"([^\"]*)\"|'([^']*)')?\s*\)")
_REFERENCE_TAIL = re.compile(r" ?\[[^\[\]]*\]")
_MISTYPED = re.compile(r"\{\s+[=!](?!=)|\{[＝！]|｛\s*[=!＝！]|\{:[=!]")
_ESCAPABLE = frozenset("\\`*_{}[]()>#+-.!$|~<&\"':;=^,/?@%")


@dataclass
class Found:
    """What reading lines has gathered so far."""

    claims: list[Claim] = field(default_factory=list)
    exemptions: list[Exemption] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)


def expression_end(text: str, start: int, limit: int) -> int | None:
    """The offset of the brace that closes the expression starting at `start`, or None.

    Brackets inside strings do not count, so `{=rows["}"]}` is one expression.
    """
    depth, quote, i = 0, "", start
    while i < limit:
        char = text[i]
        if quote:
            if char == "\\":
                i += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            if depth == 0:
                return i if char == "}" else None
            depth -= 1
        i += 1
    return None


def expression_fault(expression: str) -> str | None:
    """Why this is no Python expression, or None."""
    if not expression.strip():
        return "it is empty"
    try:
        ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return (error.msg if isinstance(error, SyntaxError) else str(error)) or "it cannot be parsed"
    return None


def check_reason(reason: str, offset: int, report: Report) -> bool:
    """Whether an exemption's reason is one of the closed list; reports it where it is not."""
    if reason in EXEMPTION_REASONS:
        return True
    near = get_close_matches(reason, EXEMPTION_REASONS, 1)
    guess = f"did you mean `{near[0]}`? " if near else ""
    listed = ", ".join(EXEMPTION_REASONS)
    report(offset, "exemption-reason", f"`{reason}` is no reason for an exemption", f"{guess}reasons: {listed}")
    return False


@dataclass
class Binding:
    """What stands in braces behind a literal."""

    claim: bool
    text: str
    span: Span  # of the expression or reason
    end: int  # behind the closing brace


def read_binding(text: str, offset: int, limit: int, report: Report) -> Binding | None:
    """The `{=…}` or `{!…}` that starts at `offset`; reports it and gives None where it is broken."""
    claim = text[offset + 1] == "="
    close = expression_end(text, offset + 2, limit) if claim else text.find("}", offset, limit)
    if close is None or close < 0:
        what = "expression" if claim else "reason"
        report(offset, "claim-syntax", f"the {what} that starts here has no closing brace", "close it on the same line")
        return None
    span = Span(offset + 2, close)
    content = span.of(text).strip()
    if claim:
        fault = expression_fault(content)
        if fault:
            report(span.start, "expression-syntax", f"`{content}` is no expression: {fault}", "write one as in Python")
            return None
    elif not check_reason(content, span.start, report):
        return None
    return Binding(claim, content, span, close + 1)


class LineReader:
    """Reads one line, or one stretch of it, of a page's text.

    `visible` is the page's text as a list of characters, in which whatever no reader sees is hidden in place.
    """

    def __init__(self, text: str, visible: list[str], found: Found, report: Report) -> None:
        self.text = text
        self.visible = visible
        self.found = found
        self.report = report

    def read(self, start: int, end: int, *, section: str, in_answer: bool = False, row: bool = False) -> list[Segment]:
        """Gathers what `text[start:end]` holds; returns its segments, those inside claims included."""
        self.section, self.in_answer, self.row = section, in_answer, row
        self.atoms = self._atoms(start, end)
        self.pairs = self._pairs(start, end)
        free: list[Segment] = []
        everything: list[Segment] = []
        self._walk(start, end, free, everything, nested="")
        self.found.seen.extend(Seen(segment, section) for segment in free)
        return everything

    def hide(self, start: int, end: int) -> None:
        self.visible[start:end] = HIDDEN * (end - start)

    # ------------------------------------------------------------------------------------- atoms and pairs

    def _atoms(self, start: int, end: int) -> dict[int, tuple[str, int]]:
        """Offset → (kind, end) of everything in which brackets and dollars mean nothing."""
        text, atoms, i, no_dollar = self.text, dict[int, tuple[str, int]](), start, False
        while i < end:
            char, atom = text[i], None
            if char == "\\" and i + 1 < end and text[i + 1] in _ESCAPABLE:
                atom = ("escape", i + 2)
            elif char == "`":
                run = re.compile("`+").match(text, i, end)
                fence = run.group() if run else char
                close = re.compile(rf"(?<!`){fence}(?!`)").search(text, i + len(fence), end)
                atom = ("code", close.end()) if close else ("tick", i + len(fence))
            elif char == "$" and not no_dollar:
                close_at = self._dollar(i, end)
                no_dollar = close_at is None
                atom = ("math", close_at) if close_at else None
            elif char == "<":
                if match := _AUTOLINK.match(text, i, end):
                    atom = ("autolink", match.end())
                elif match := _TAG.match(text, i, end):
                    atom = ("tag", match.end())
            elif char == "&" and (match := _ENTITY.match(text, i, end)):
                atom = ("entity", match.end())
            elif char == "{" and text.startswith(("{=", "{!"), i) and text[i - 1 : i] in ("]", "$"):
                close_at = expression_end(text, i + 2, end)
                atom = ("binding", close_at + 1) if close_at is not None else None
            if atom:
                atoms[i] = atom
                i = atom[1]
            else:
                i += 1
        return atoms

    def _dollar(self, start: int, end: int) -> int | None:
        """The end of the formula that the dollar at `start` opens, by Pandoc's rule; None where it opens none."""
        text = self.text
        if start + 1 >= end or text[start + 1] in " \t$":
            return None if text[start + 1 : start + 2] != "$" else start + 2
        i = start + 1
        while i < end:
            if text[i] == "\\":
                i += 2
                continue
            if text[i] == "$" and text[i - 1] not in " \t" and not text[i + 1 : i + 2].isdigit():
                return i + 1
            i += 1
        return None

    def _pairs(self, start: int, end: int) -> dict[int, int]:
        pairs, stack, i = dict[int, int](), list[int](), start
        while i < end:
            if i in self.atoms:
                i = self.atoms[i][1]
                continue
            if self.text[i] == "[":
                stack.append(i)
            elif self.text[i] == "]" and stack:
                pairs[stack.pop()] = i
            i += 1
        return pairs

    # ------------------------------------------------------------------------------------------------ walk

    def _walk(self, start: int, end: int, free: list[Segment], everything: list[Segment], nested: str) -> None:
        """Walks a stretch; segments outside claims go to `free`, all of them to `everything`.

        `nested` says inside what it stands: "" (nothing), "claim" or "link", in which no claim may stand.
        """
        text, i, run = self.text, start, start

        def flush(until: int) -> None:
            nonlocal run
            self._add(Segment(Span(run, until), "prose"), free, everything)

        while i < end:
            if i in self.atoms:
                kind, stop = self.atoms[i]
                if kind in ("code", "math"):
                    flush(i)
                    run = i = self._boxed(kind, i, stop, end, free, everything, nested)
                    continue
                self._unboxed(kind, i, stop)
                i = stop
            elif text[i] == "[" and i in self.pairs:
                if self._plain(i, end):
                    i += 1
                    continue
                flush(i)
                run = i = self._bracket(i, end, free, everything, nested)
            elif text[i] == "{":
                i = self._brace(i, end)
            elif text[i] == "|" and self.row:
                self.hide(i, i + 1)
                i += 1
            elif match := _MISTYPED.match(text, i, end):
                self._mistyped(i, match.group())
                i += len(match.group())
            else:
                i += 1
        flush(end)

    @staticmethod
    def _add(segment: Segment, *lists: list[Segment]) -> None:
        if segment.span.start < segment.span.end:
            for chosen in lists:
                chosen.append(segment)

    def _boxed(
        self,
        kind: str,
        start: int,
        stop: int,
        end: int,
        free: list[Segment],
        everything: list[Segment],
        nested: str,
    ) -> int:
        """Code or a formula, with the binding behind a formula; returns where to go on."""
        text = self.text
        if kind == "math" and stop == start + 2:
            self.report(start, "claim-syntax", "`$$` stands inside a line", "display maths stands on lines of its own")
            return stop
        width = 1 if kind == "math" else len(text[start:stop]) - len(text[start:stop].lstrip("`"))
        inner = Span(start + width, stop - width)
        self.hide(start, inner.start)
        self.hide(inner.end, stop)
        surface: Surface = "math" if kind == "math" else "code"
        segment = Segment(inner, surface)
        if kind == "math":
            self.found.formulas.append(Formula(Span(start, stop), inner, display=False))
        if text.startswith(("{=", "{!"), stop) and stop < end:
            if kind == "code":
                wrapped = f"[{text[start:stop]}]"
                self.report(stop, "claim-syntax", "a claim cannot follow code directly", f"write `{wrapped}{{=…}}`")
            else:
                return self._bind("math", start, inner, [segment], stop, end, everything, nested)
        elif text.startswith("{", stop) and stop < end and kind == "math" and not _MISTYPED.match(text, stop):
            self.report(stop, "claim-syntax", "a brace follows a formula", "a claim is `$…${=expression}`")
        self._add(segment, free, everything)
        return stop

    def _unboxed(self, kind: str, start: int, stop: int) -> None:
        """Markup without a box of its own: hides what no reader sees of it."""
        text = self.text
        if kind == "binding":
            self._stray(start)
            self.hide(start, stop)
        elif kind == "entity":
            shown = html.unescape(text[start:stop])
            if any(unicodedata.numeric(c, None) is not None or c in "−-∞%.,+±" for c in shown):
                mend = f"write `{shown}` itself"
                self.report(start, "hidden-digit", f"`{text[start:stop]}` hides `{shown}` from reviewers", mend)
            self.hide(start, stop)
        elif kind == "escape":
            self.hide(start, start + 1)
        elif kind == "autolink":
            self.hide(start, start + 1)
            self.hide(stop - 1, stop)
        elif kind == "tag":
            spoken = [m.span(m.lastindex or 0) for m in _SPOKEN.finditer(text, start, stop)]
            edges = [start, *(edge for span in spoken for edge in span), stop]
            for left, right in zip(edges[::2], edges[1::2], strict=True):
                self.hide(left, right)

    def _plain(self, start: int, end: int) -> bool:
        """Whether the brackets that open at `start` are plain text; a brace behind such is reported."""
        text, after = self.text, self.pairs[start] + 1
        if text.startswith("^", start + 1) or _LINK_TAIL.match(text, after, end):
            return False
        if after < end and text[after] == "{" and not _MISTYPED.match(text, after):
            if text[after + 1 : after + 2] in ("=", "!"):
                return False
            mend = "a claim is `[literal]{=expression}`, an exemption `[literal]{!reason}`"
            self.report(after, "claim-syntax", "a brace follows brackets but binds nothing", mend)
        # `[a] [b]` is a link only where `b` is defined somewhere; a numeral beside brackets is far more common.
        reference = _REFERENCE_TAIL.match(text, after, end)
        return not (reference and f"\n{reference.group().strip()}:" in text)

    def _bracket(self, start: int, end: int, free: list[Segment], everything: list[Segment], nested: str) -> int:
        """What stands in brackets that are not plain text; returns where to go on."""
        text, after = self.text, self.pairs[start] + 1
        close = after - 1
        inner = Span(start + 1, close)
        if text.startswith("^", start + 1):
            self.hide(start, after)
            return after
        if text.startswith(("{=", "{!"), after) and after < end:
            inside: list[Segment] = []
            self._walk(inner.start, inner.end, inside, [], nested="claim")
            self.hide(start, inner.start)
            return self._bind("text", start, inner, inside, after, end, everything, nested)
        link = _LINK_TAIL.match(text, after, end) or _REFERENCE_TAIL.match(text, after, end)
        assert link is not None, "plain brackets never come here"
        self._walk(inner.start, inner.end, free, everything, nested=nested or "link")
        self.hide(start, inner.start)
        title = link.span(link.lastindex) if link.lastindex else (link.end(), link.end())
        self.hide(close, title[0])
        self.hide(title[1], link.end())
        self._add(Segment(Span(*title), "prose"), free, everything)
        return link.end()

    def _bind(
        self,
        shape: str,
        start: int,
        literal: Span,
        segments: list[Segment],
        brace: int,
        end: int,
        everything: list[Segment],
        nested: str,
    ) -> int:
        """Binds a literal to the `{=…}` or `{!…}` at `brace`; returns where to go on."""
        binding = read_binding(self.text, brace, end, self.report)
        if binding is None:
            stop = expression_end(self.text, brace + 2, end)
            self.hide(literal.end, stop + 1 if stop is not None else end)
            return stop + 1 if stop is not None else end
        self.hide(literal.end, binding.end)
        whole, marker = Span(start, binding.end), Span(brace, binding.end)
        if nested:
            where = "inside another" if nested == "claim" else "inside a link's text"
            self.report(start, "claim-nested", f"a claim stands {where}", "take it out: a literal is bound once")
        elif self.row and "|" in marker.of(self.text):
            self.report(brace, "claim-syntax", "`|` in an expression ends a table's cell", "name the value in the snippet")
        elif binding.claim:
            self.found.claims.append(
                Claim(
                    "math" if shape == "math" else "text",
                    binding.text,
                    whole,
                    literal,
                    marker,
                    binding.span,
                    tuple(segments),
                    self.section,
                    self.in_answer,
                )
            )
        else:
            exemption = Exemption(binding.text, whole, literal, binding.span, tuple(segments), self.section)
            self.found.exemptions.append(exemption)
        everything.extend(segments)
        return binding.end

    def _brace(self, start: int, end: int) -> int:
        """A brace outside any binding: attributes are hidden, ours gone astray is reported."""
        text = self.text
        if text.startswith(("{=", "{!"), start):
            self._stray(start)
            stop = expression_end(text, start + 2, end)
            stop = end if stop is None else stop + 1
            self.hide(start, stop)
            return stop
        if match := _MISTYPED.match(text, start, end):
            self._mistyped(start, match.group())
        elif match := _ATTRIBUTES.match(text, start, end):
            self.hide(*match.span())
            return match.end()
        return start + 1

    def _stray(self, offset: int) -> None:
        mend = "put the literal in front, on the same line: `[literal]{=expression}` or `$…${=expression}`"
        self.report(offset, "claim-syntax", "this binds nothing: no literal stands directly before it", mend)

    def _mistyped(self, offset: int, typed: str) -> None:
        mend = "a binding opens with `{=` or `{!`, half-width and without a space"
        self.report(offset, "claim-syntax", f"`{typed}` opens no claim", mend)


def wide(char: str) -> bool:
    """Whether a browser sets this character without spaces between words."""
    return unicodedata.east_asian_width(char) in "WF"


def first(segments: Iterable[Segment], default: int) -> int:
    return min((segment.span.start for segment in segments), default=default)
