"""What stands in braces behind a literal: `{=expression}` or `{!reason}`."""

from __future__ import annotations

import ast
import re
import warnings
from functools import lru_cache
from typing import Literal, NamedTuple

from build_tools.mends import meant
from build_tools.model import EXEMPTION_REASONS, Claim, Exemption, Segment, Span
from build_tools.pages.draft import Draft

Shape = Literal["text", "math", "display", "table", "fence", "figure"]

OPENINGS = ("{=", "{!")
# What was meant to open one: spaces, full-width signs, `{:=`, a parenthesis for the brace, no brace at all.
MISTYPED = re.compile(
    r"\{:?[ \t\u3000]+[=!＝！](?!=)|\{:?[＝！]|｛:?[ \t\u3000]*[=!＝！]|\{:[=!]|\]\([ \t]*[=!](?!=)|\]=[^{}\]]*\}"
)
# A bracket of an expression, or a string, which goes on to the end where nothing closes it.
_BRACKET = re.compile(r"""(?P<open>[(\[{])|(?P<close>[)\]}])|"(?:[^"\\]|\\.?)*+"?|'(?:[^'\\]|\\.?)*+'?""", re.DOTALL)
_LONGEST = 500  # what is longer deserves a name in the snippet


class Binding(NamedTuple):
    """A binding that was read without a fault."""

    claim: bool
    text: str  # the expression or the reason
    span: Span  # of the expression or reason
    end: int  # behind the closing brace


def expression_end(text: str, start: int, limit: int) -> int | None:
    """The offset of the brace that closes the expression starting at `start`, or None.

    Brackets inside strings do not count, so `{=rows["}"]}` is one expression.
    """
    depth = 0
    for match in _BRACKET.finditer(text, start, limit):
        if match.lastgroup == "open":
            depth += 1
        elif match.lastgroup == "close":
            if depth == 0:
                return match.start() if match.group() == "}" else None
            depth -= 1
    return None


def binding_end(text: str, start: int, limit: int) -> int | None:
    """The offset behind the binding whose brace opens at `start`, or None where it is never closed."""
    if text[start + 1] == "=":
        close = expression_end(text, start + 2, limit)
        return None if close is None else close + 1
    return text.find("}", start, limit) + 1 or None


def read_binding(draft: Draft, start: int, limit: int) -> Binding | None:
    """The binding whose brace opens at `start`; reports it and gives None where it is broken."""
    text = draft.text
    claim = text[start + 1] == "="
    end = binding_end(text, start, limit)
    if end is None:
        what = "expression" if claim else "reason"
        message = f"the {what} that starts here has no closing brace"
        draft.report(start, "claim-syntax", message, "close it on the same line: `}`, half-width")
        return None
    span = Span(start + 2, end - 1)
    content = span.of(text).strip()
    fault = expression_fault(content) if claim else ""
    if fault:
        message = f"`{content[:80]}` is no expression: {fault}"
        draft.report(span.start, "expression-syntax", message, "write one as in Python")
        return None
    if not claim and not _is_reason(draft, content, span.start):
        return None
    if text.startswith(("}", "｝"), end):
        draft.report(end, "claim-syntax", "one brace too many closes this binding", "take it out")
    return Binding(claim, content, span, end)


def keep(
    draft: Draft,
    binding: Binding,
    shape: Shape,
    whole: Span,
    literal: Span,
    marker: Span,
    segments: tuple[Segment, ...],
    caption: Span | None = None,
) -> None:
    """Adds the claim or exemption that a binding makes of a literal."""
    if binding.claim:
        draft.claims.append(
            Claim(
                shape,
                binding.text,
                whole,
                literal,
                marker,
                binding.span,
                segments,
                draft.section,
                draft.in_answer,
                caption,
                draft.block,
            )
        )
    else:
        draft.exemptions.append(Exemption(binding.text, whole, literal, segments, draft.section))


@lru_cache(maxsize=4096)  # lessons claim the same again and again, in every language
def expression_fault(expression: str) -> str:
    """Why a text is no expression; empty where it is one."""
    if not expression:
        return "it is empty"
    if len(expression) > _LONGEST:
        return f"it has more than {_LONGEST} characters; give the value a name in the snippet"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Python only warns of some slips, such as `"\d"`
            ast.parse(expression, mode="eval")
    except SyntaxError as error:
        return error.msg or "it cannot be parsed"
    except (ValueError, RecursionError, MemoryError, Warning) as error:
        return str(error) or "it cannot be parsed"
    return ""


@lru_cache(maxsize=4096)  # each is asked for in every language, and for every claim that a block might predict
def normal(expression: str) -> str:
    """An expression as it is compared with others: without its spacing."""
    return ast.unparse(ast.parse(expression.strip(), mode="eval"))


def _is_reason(draft: Draft, reason: str, offset: int) -> bool:
    if reason in EXEMPTION_REASONS:
        return True
    mend = f"{meant(reason, EXEMPTION_REASONS, '')} reasons: {', '.join(EXEMPTION_REASONS)}".strip()
    draft.report(offset, "exemption-reason", f"`{reason[:40]}` is no reason for an exemption", mend)
    return False


def report_stray(draft: Draft, offset: int) -> None:
    """Reports a binding in front of which no literal stands."""
    mend = "put the literal in front, on the same line: `[literal]{=expression}` or `$…${=expression}`"
    draft.report(offset, "claim-syntax", "this binds nothing: no literal stands directly before it", mend)


def report_mistyped(draft: Draft, offset: int, typed: str) -> None:
    """Reports what was meant to open a binding."""
    mend = "a binding is `{=expression}` or `{!reason}`, in half-width braces, directly behind its literal"
    draft.report(offset, "claim-syntax", f"`{typed[:40]}` opens no claim", mend)
