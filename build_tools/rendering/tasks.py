"""Exercises: what a page's script needs to take a prediction and to hold it against the verified value."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from fractions import Fraction

from build_tools.formulas import mathml
from build_tools.model import Block, Pair, Scalar, Span, Verified, VerifiedPage, leaves
from build_tools.pages.braces import normal
from build_tools.rendering import headings
from build_tools.rendering.plaintext import bare, plain
from build_tools.rendering.tables import grid

_GIVENS = "givens"  # the id of the section whose values an exercise starts from
_SUFFIXED = re.compile(r"([-+]?[0-9][0-9.]*)\D+")


def predicted(block: Block, page: VerifiedPage) -> Verified | None:
    """The claim that an exercise has the learner predict."""
    expression = block.options.get("predict")
    if expression is None:
        return None
    answers = {one.id for one in page.page.blocks if one.name == "answer" and one.parent == block.id}
    return next(
        (
            one
            for one in page.verified
            if one.claim.block in answers and one.claim.shape != "figure"
            if normal(one.claim.expression) == normal(expression)
        ),
        None,
    )


def kind(one: Verified | None) -> str:
    """The form that a prediction is made in: a table, single fields, or a text."""
    if one is None:
        return "text"
    return "table" if one.claim.shape == "table" else "fields"


def task(block: Block, page: VerifiedPage) -> str:
    """An exercise as JSON, to stand inside a `<script>`."""
    one = predicted(block, page)
    inner = [other.open.start for other in page.page.blocks if other.parent == block.id]
    fields = _fields(one, page) if one else []
    found: dict[str, object] = {
        "title": title(block, page),
        "claim": one.id if one else "",
        "expression": one.claim.expression if one else "",
        "fields": fields,
        "question": bare(page.page, Span(block.body, min(inner, default=block.close.start))),
        "givens": givens(page),
        "activity": str(page.page.meta.get("activity", "")),
    }
    if one and kind(one) == "fields":
        found["form"] = _form(one, page)
    return as_script(found)


def as_script(data: object) -> str:
    """Data as JSON that cannot end the `<script>` it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def title(block: Block, page: VerifiedPage) -> str:
    """What an exercise is called, as plain text."""
    return headings.numbered(block, page.page.language) + plain(page.page, headings.title(block, page.page))


def labels(block: Block, page: VerifiedPage) -> list[str]:
    """What each value is called that an exercise has the learner predict."""
    one = predicted(block, page)
    return [str(field["label"]) for field in _fields(one, page)] if one else []


def givens(page: VerifiedPage) -> str:
    """The section with the values that the exercises start from, without its heading."""
    section = next((one for one in page.page.sections if one.id == _GIVENS), None)
    return bare(page.page, Span(section.heading.end, section.span.end)).strip() if section else ""


# ------------------------------------------------------------------------------------------------ fields


def _fields(one: Verified, page: VerifiedPage) -> list[dict[str, object]]:
    if not one.pairs:
        texts = [value for value in leaves(one.value) if isinstance(value, str)]
        return [{"value": text, "within": None, "scale": 1, "shown": text, "label": ""} for text in texts]
    table = grid(page.page, one) if one.claim.shape == "table" else None
    return [_field(pair, table.labels[i] if table else "") for i, pair in enumerate(one.pairs)]


def _field(pair: Pair, label: str) -> dict[str, object]:
    numeral = pair.numeral
    value = _number(pair.value)
    if numeral.unit is not None:
        within = _float(numeral.unit / 2)
    else:
        within = abs(value) * 1e-9 if isinstance(value, float) else 0.0
    shown = mathml.spoken(numeral.text)
    return {"value": value, "within": within, "scale": _scale(shown, numeral.value), "shown": shown, "label": label}


def _number(value: Scalar) -> float | str:
    number = _float(value) if isinstance(value, int | float | Fraction) else math.nan
    return number if math.isfinite(number) else "-inf" if number < 0 else "inf"


def _float(value: float | Fraction) -> float:
    """A number as a script has it: what is too large for that is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _scale(shown: str, value: Fraction | float) -> float:
    """How much what stands behind a number makes of it: 0.01 for `46.8 %`, 10,000 for `236 万`."""
    match = _SUFFIXED.fullmatch(unicodedata.normalize("NFKC", shown).replace(",", "").replace("−", "-").strip())
    number = Fraction(match[1].rstrip(".")) if match else Fraction(0)
    return _float(value / number) if number and isinstance(value, Fraction) else 1


# -------------------------------------------------------------------------------------------------- form


def _form(one: Verified, page: VerifiedPage) -> list[list[str | int]]:
    """Rows of text and of numbers of fields: the literal with its numerals left out."""
    if one.claim.shape == "text" and one.pairs:
        pieces: list[str | int] = []
        at = one.claim.literal.start
        for number, pair in enumerate(one.pairs):
            pieces += [_shown(page, at, pair.numeral.start), number]
            at = pair.numeral.end
        pieces.append(_shown(page, at, one.claim.literal.end))
        return [[piece for piece in pieces if piece != ""]]
    count = len(one.pairs) or 1
    rows = one.value if isinstance(one.value, tuple) else ()
    sizes = [len(list(leaves(row))) for row in rows]
    if len(rows) > 1 and sum(sizes) == count and any(isinstance(row, tuple) for row in rows):
        ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
        return [list(range(end - size, end)) for end, size in zip(ends, sizes, strict=True)]
    return [list(range(count))]


def _shown(page: VerifiedPage, start: int, end: int) -> str:
    return page.page.visible[start:end].replace("\x00", "")
