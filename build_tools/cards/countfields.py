"""What a card says was counted in its source: the number, and the exact place that it was counted at."""

from __future__ import annotations

import re
from collections.abc import Mapping

from build_tools.cards.cardfields import PATH
from build_tools.cards.workfields import WorkFields
from build_tools.model import Count, Work
from build_tools.settings.yamlreader import join

REQUIRED = ("value", "what")
IN_CODE = ("path", "symbol")  # required too where the source is a repository
OPTIONAL = ("below", "path", "symbol", "lines")
NAME = re.compile(r"[a-z][a-z0-9_]*")


def values(root: Mapping[str, object]) -> dict[str, int]:
    """What the numerals of a card's texts may be bound to: `attention.value` → 48."""
    counts = root.get("counts")
    return {
        f"{name}.{key}": part[key]
        for name, part in (counts.items() if isinstance(counts, dict) else ())
        if isinstance(part, dict)
        for key in ("value", "below")
        if isinstance(part.get(key), int) and not isinstance(part[key], bool)
    }


class CountFields(WorkFields):
    """Reads counts."""

    def counted(self, root: Mapping[str, object], work: Work, verified_on: str) -> tuple[Count, ...]:
        """The counts of a card: made at its commit or, where it has none, on the day of its verification."""
        if "counts" not in root:
            return ()
        value = root["counts"]
        if not isinstance(value, dict) or not value:
            self.wrong("counts", value, "a mapping from a name to what was counted")
            return ()
        made_at = work.identifiers.get("commit", verified_on)
        return tuple(self._count(str(name), part, made_at, "repository" in root) for name, part in value.items())

    def _count(self, name: str, item: object, made_at: str, in_code: bool) -> Count:
        dotted = join("counts", name)
        if not NAME.fullmatch(name):
            mend = "write small letters, digits and underscores, a letter first: `attention`"
            self.report(dotted, "card-count", f"`{name}` is no name of a count", mend)
        place = IN_CODE if in_code else ()
        part = self.fields(dotted, item, (*REQUIRED, *place), [one for one in OPTIONAL if one not in place])
        value = self.number(join(dotted, "value"), part)
        count = Count(
            name=name,
            value=value or 0,
            below=self.number(join(dotted, "below"), part),
            what=self.texts(join(dotted, "what"), part),
            commit=made_at,
            path=self.formed(join(dotted, "path"), part, PATH, "write a file's path in the source, with `/`"),
            symbol=self.line(join(dotted, "symbol"), part),
            lines=self._lines(join(dotted, "lines"), part),
        )
        if count.below is not None and value is not None and count.below <= count.value:
            what = f"{count.value} is not below {count.below}"
            self.report(join(dotted, "below"), "card-count", what, "correct `below` or `value`")
        if count.lines and value is not None and (held := count.lines[1] - count.lines[0] + 1) != count.value:
            what = f"lines {count.lines[0]} to {count.lines[1]} are {held}, not {count.value}"
            self.report(join(dotted, "value"), "card-count", what, "correct `value` or `lines`")
        return count

    def _lines(self, dotted: str, part: Mapping[str, object]) -> tuple[int, int] | None:
        value = part.get("lines")
        if value is None and "lines" not in part:
            return None
        match value:
            case [int(first), int(last)] if 0 < first <= last and bool not in (type(first), type(last)):
                return first, last
        self.wrong(dotted, value, "the first and the last line, such as `[29, 76]`")
        return None
