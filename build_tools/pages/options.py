"""The options of a block: lines `key: value` below its opening line, indented by four spaces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from build_tools.figures.kinds import KINDS
from build_tools.mends import meant
from build_tools.model import Span
from build_tools.pages.braces import expression_fault
from build_tools.pages.containers import Line
from build_tools.pages.draft import HIDDEN, Draft
from build_tools.pages.inline import LineReader

# Block name → its options, those that it must have first.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "exercise": ("predict",),
    "figure": ("kind", "value", "rows", "columns", "panels", "names", "decimals"),
    "quote": ("source",),
}
_REQUIRED: Mapping[str, tuple[str, ...]] = {"figure": ("kind", "value"), "quote": ("source",)}
EXPRESSIONS = frozenset({"predict", "value"})
_LABELS = frozenset({"rows", "columns", "panels", "names"})

_OPTION = re.compile(r" {4}(?P<key>[A-Za-z_]+):(?:[ ]++(?P<value>\S.*+))?[ \t]*+$")
_UNINDENTED = re.compile(r"(?P<key>[a-z]+)[ \t]*[:：]")
_SEPARATOR = re.compile(r"[,、，]")
_MOST_DECIMALS = 12


@dataclass
class Options:
    """What stands below a block's opening line."""

    last: int  # the number of the last line of options, or of the opening line where there are none
    values: dict[str, str] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)


def labels(options: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The labels among a block's options, each list taken apart at its commas."""
    return {
        key: tuple(part.strip() for part in _SEPARATOR.split(value)) for key, value in options.items() if key in _LABELS
    }


def decimals(options: Mapping[str, str]) -> int | None:
    """The decimals that a figure's options ask for; None where they leave that to its numbers."""
    return int(options["decimals"]) if "decimals" in options else None


def read(draft: Draft, reader: LineReader, lines: Sequence[Line], number: int, block: str) -> Options:
    """Reads the options of a block whose opening line is `lines[number]`, and reports what is wrong with them.

    Args:
        draft: the page.
        reader: reads the labels, which a reader sees.
        lines: the page's lines.
        number: of the opening line.
        block: the block's name.
    """
    known = OPTIONS.get(block, ())
    found = Options(number)
    while found.last + 1 < len(lines):
        line = lines[found.last + 1]
        text = line.span.of(draft.text)
        if line.blank or not text.startswith((" ", "\t", "\u3000")):
            near = _UNINDENTED.match(text)
            if near and near["key"] in known:
                draft.report(line.start, "block-syntax", f"the option `{near['key']}` is not indented", _form(known))
            break
        found.last += 1
        _line(draft, line, known, block, found)
    _check(draft, reader, lines[number], block, found)
    return found


def _line(draft: Draft, line: Line, known: Sequence[str], block: str, found: Options) -> None:
    draft.hide(line.span.start, line.span.end)
    match = _OPTION.match(line.span.of(draft.text))
    if not known:
        mend = "put a blank line above the text of the block, and do not indent it"
        draft.report(line.start, "block-syntax", f"`/// {block}` has no options", mend)
    elif match is None:
        draft.report(line.start, "block-syntax", "this is no option", _form(known))
    elif (key := match["key"]) not in known:
        mend = meant(key, known, f"it has {', '.join(known)}")
        draft.report(line.start, "block-syntax", f"`/// {block}` has no option `{key}`", mend)
    elif key in found.values:
        draft.report(line.start, "block-syntax", f"the option `{key}` is given twice", "keep one")
    elif not match["value"]:
        draft.report(line.start, "block-syntax", f"the option `{key}` is empty", f"write `{key}: …`, or take it out")
    else:
        found.values[key] = match["value"].rstrip(" \t")
        start = line.span.start + match.start("value")
        found.spans[key] = Span(start, start + len(found.values[key]))


def _form(known: Sequence[str]) -> str:
    return f"an option is `    {known[0]}: …`: four spaces, the key, a colon, the value"


def _check(draft: Draft, reader: LineReader, opening: Line, block: str, found: Options) -> None:
    for key, span in list(found.spans.items()):
        value = found.values[key]
        if key in EXPRESSIONS and (fault := expression_fault(value)):
            message = f"`{value[:80]}` is no expression: {fault}"
            draft.report(span.start, "expression-syntax", message, "write one as in Python")
            del found.values[key]
        elif key in _LABELS:
            _label(draft, reader, span)
        elif key == "decimals" and not (value.isascii() and value.isdigit() and int(value[:3]) <= _MOST_DECIMALS):
            mend = f"write a whole number from 0 to {_MOST_DECIMALS}"
            draft.report(span.start, "figure", f"`decimals` is {value[:20]!r}", mend)
            del found.values[key]
    for key in _REQUIRED.get(block, ()):
        if key not in found.spans:
            rule = "figure" if block == "figure" else "block-syntax"
            draft.report(opening.start, rule, f"this {block} has no `{key}`", f"add the line `    {key}: …`")
    if kind := found.values.get("kind"):
        _kind(draft, kind, found)


def _kind(draft: Draft, kind: str, found: Options) -> None:
    """Whether a figure's kind exists and takes the options that are given."""
    if kind not in KINDS:
        mend = meant(kind, KINDS, f"kinds: {', '.join(KINDS)}")
        draft.report(found.spans["kind"].start, "figure", f"`{kind[:40]}` is no kind of figure", mend)
        del found.values["kind"]
        return
    takes = (*KINDS[kind].labels, *KINDS[kind].options)
    for key, span in found.spans.items():
        if key not in ("kind", "value", *takes):
            mend = f"it takes {', '.join(takes)}"
            draft.report(span.start, "figure", f"a figure of the kind `{kind}` takes no `{key}`", mend)


def _label(draft: Draft, reader: LineReader, span: Span) -> None:
    """Labels are read as any text of the page, though no Markdown is made of them."""
    draft.visible[span.start : span.end] = span.of(draft.text)
    held = syntax(draft)
    reader.read(span.start, span.end)
    if fault := plain_fault(draft, span, held):
        mend = "write plain text; `q_0` and `W^Q` show what they mean"
        draft.report(span.start, "figure", f"a label holds {fault}", mend)
    for empty in re.finditer(r"(?<![^,、，])[ \t\u3000]*(?![^,、，])", span.of(draft.text)):
        mend = "write one between any two commas, and none behind the last"
        draft.report(span.start + empty.start(), "figure", "this label is empty", mend)


def syntax(draft: Draft) -> int:
    """How many claims, exemptions and formulas have been found so far."""
    return len(draft.claims) + len(draft.exemptions) + len(draft.formulas)


def plain_fault(draft: Draft, span: Span, held: int) -> str:
    """What keeps a text that has just been read from being shown as it is typed; empty where nothing does.

    Args:
        draft: the page.
        span: the text.
        held: `syntax` of the page before it was read.
    """
    if syntax(draft) > held:
        return "a claim, an exemption or a formula"
    shown = draft.shown(span.start, span.end)
    return "Markdown or HTML, and is shown as it is typed" if HIDDEN in shown or "**" in shown else ""
