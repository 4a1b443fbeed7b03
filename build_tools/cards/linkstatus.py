"""What outside addresses answered: `docs/sources/links.json` read, carried forward and written.

`links` asks the addresses and writes the file; `check` and the cards read it. Nothing here asks anybody.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import NamedTuple

from build_tools.cards import linkfields
from build_tools.model import Answered, Finding
from build_tools.settings.rights import latest

PATH = "docs/sources/links.json"


class Answer(NamedTuple):
    """What one address answered just now: its outcome, in a few words what it was, and where it has moved to."""

    outcome: str
    detail: str
    target: str = ""


def load(text: str, today: date, path: str = PATH) -> tuple[dict[str, Answered], tuple[Finding, ...]]:
    """Reads the file.

    Args:
        text: its text.
        today: the day by which it is told what is yet to come.
        path: its path, as findings name it.

    Returns:
        What each address answered, without the entries that are wrong, and what is wrong (rule `source-links`). No
        text makes it raise. The addresses are those of the course, letter by letter: `answered.get(card.work.url)`.
    """
    return linkfields.read(text, path, latest(today).isoformat())


def dump(answered: Mapping[str, Answered]) -> str:
    """The file's text: sorted, one address a line, so that a change is a small diff."""
    lines = [f" {_json(address)}: {_json(asdict(one))}" for address, one in sorted(answered.items())]
    body = "\n" + ",\n".join(lines) + "\n" if lines else ""
    return f'{{"format": {linkfields.FORMAT}, "links": {{{body}}}}}\n'


def write(place: Path, answered: Mapping[str, Answered]) -> None:
    """Writes the file, whole or not at all.

    Raises:
        OSError: it cannot be written; what was there before is untouched.
    """
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        beside.write_text(dump(answered), "utf-8", newline="\n")
        os.replace(beside, place)
    finally:
        beside.unlink(missing_ok=True)


def merged(before: Mapping[str, Answered], address: str, answer: Answer, day: str) -> Answered:
    """What is recorded of an address once it has answered again.

    Args:
        before: what was recorded until now.
        address: the address.
        answer: its answer.
        day: the day of the answer, as an ISO date.

    An answer which proves that the address lives ends a run of days on which it was found gone. A refusal or silence
    proves neither, and leaves the run as it is.
    """
    run = before[address].gone if address in before else ()
    if answer.outcome in linkfields.LIVING:
        run = ()
    elif answer.outcome == "gone":
        days = sorted({*run, day})
        run = tuple(dict.fromkeys((days[0], days[-1])))
    return Answered(day, answer.outcome, answer.detail, answer.target, run)


def lost(answered: Answered, days_apart: int) -> bool:
    """Whether an address is gone for good: found gone on two days that are at least so many days apart."""
    if len(answered.gone) < 2:
        return False
    first, last = (date.fromisoformat(day) for day in answered.gone)
    return (last - first).days >= days_apart


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
