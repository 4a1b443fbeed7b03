"""`{=expression}` on the line below a table, display maths or a code fence; behind a table's, the table's caption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from build_tools.model import Bare, Claim, Exemption, Segment, Span
from build_tools.pages.braces import OPENINGS, Binding, Shape, keep, read_binding
from build_tools.pages.draft import Draft

_NO_TEXT = (*OPENINGS, "}", "｝")


@dataclass(frozen=True)
class _Waiting:
    """A block that has just been read."""

    shape: Shape
    whole: Span
    segments: tuple[Segment, ...]
    claims: int  # how many claims and how much free text had been found before it
    exemptions: int
    seen: int


class BlockClaims:
    """Binds the last block to the line below it."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.waiting: _Waiting | None = None

    def mark(self) -> tuple[int, int, int]:
        """How much has been found so far; to be taken before a block is read."""
        return len(self.draft.claims), len(self.draft.exemptions), len(self.draft.seen)

    def offer(self, shape: Shape, whole: Span, segments: Sequence[Segment], mark: tuple[int, int, int]) -> None:
        """Keeps a block, whose text is seen and free, as one that the next line may bind."""
        self.waiting = _Waiting(shape, whole, tuple(segments), *mark)
        if shape == "table" or shape == "display":
            self.draft.bare.append(Bare(shape, whole, tuple(segments), self.draft.section))

    def read(self, span: Span, start: int) -> Span | None:
        """A line `{=…}` whose brace stands at `start`; returns the caption behind it, which is still to be read."""
        draft = self.draft
        binding = read_binding(draft, start, span.end)
        waiting, self.waiting = self.waiting, None
        draft.hide(span.start, span.end)
        if binding is None:
            return None
        rest = draft.text[binding.end : span.end].lstrip("}｝").strip(" \t\u3000")  # a brace too many is told already
        captioned = binding.claim and waiting is not None and waiting.shape == "table" and not rest.startswith(_NO_TEXT)
        if rest and not captioned:
            mend = "let it stand alone on its line; only below a table a caption may follow"
            draft.report(binding.end, "claim-syntax", "something follows a block's claim", mend)
        elif waiting is None or not _adjacent(draft.text[waiting.whole.end : span.start]):
            mend = "put it directly below a table, display maths or a code fence (one blank line may stand between)"
            draft.report(start, "claim-syntax", "this binds nothing: no block stands above it", mend)
        else:
            caption = self._caption(binding.end, span.end) if rest else None
            self._bind(waiting, binding, Span(start, binding.end), caption)
            return caption
        return None

    def _caption(self, start: int, end: int) -> Span:
        """The text behind a table's binding, without the spaces around it."""
        text = self.draft.text[start:end]
        if not text.startswith((" ", "\u3000")):
            mend = "put a space between the binding and the caption"
            self.draft.report(start, "claim-syntax", "the table's caption touches its binding", mend)
        after = self.draft.text.find("\n", end + 1)
        below = self.draft.text[end + 1 : after if after >= 0 else None].lstrip(" \t>")
        if below.strip() and not below.startswith("///"):
            mend = "write it on one line, with a blank line below"
            self.draft.report(end + 1, "claim-syntax", "text stands directly below a table's caption", mend)
        return Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))

    def _bind(self, waiting: _Waiting, binding: Binding, marker: Span, caption: Span | None) -> None:
        draft = self.draft
        if waiting.shape in ("table", "display"):
            draft.bare.pop()  # it was the last one offered
        # The block's claim takes its numerals in order: none may be bound on its own, but one may be exempt (a label).
        inner: list[Claim | Exemption] = [*draft.claims[waiting.claims :]]
        if not binding.claim:
            inner += draft.exemptions[waiting.exemptions :]
        if inner:
            mend = "bind the whole block, or its parts one by one"
            first = min(one.whole.start for one in inner)
            draft.report(first, "claim-nested", "a claim stands inside a block that is claimed", mend)
        del draft.seen[waiting.seen :]
        segments = waiting.segments
        start = segments[0].span.start if segments and waiting.shape != "table" else waiting.whole.start
        end = waiting.whole.end if waiting.shape == "table" else segments[-1].span.end if segments else start
        literal = Span(start, end)
        whole = Span(waiting.whole.start, marker.end)
        keep(draft, binding, waiting.shape, whole, literal, marker, segments, caption)


def _adjacent(between: str) -> bool:
    """Whether at most one blank line stands between a block and its binding."""
    return not between.strip(" \t\n>") and between.count("\n") <= 2
