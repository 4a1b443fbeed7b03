"""One round: the addresses of a course asked, their answers recorded, and what is not well printed with its places."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from build_tools.cards import linkstatus
from build_tools.cards.linkfields import is_address
from build_tools.errors import TashikameError
from build_tools.links.addresses import Place, addresses
from build_tools.links.ask import ask
from build_tools.links.manners import Manners
from build_tools.model import Answered, Report
from build_tools.settings import rights
from build_tools.unseen import legible

_WORST_FIRST = ("gone", "unreachable", "refused", "moved")


def run(root: Path, report: Report, manners: Manners, *, apart: int, again: bool = False) -> int:
    """Asks every outside address of a course, and records the answers.

    Args:
        root: the project's folder.
        report: what `check` found in it just now.
        manners: how to ask.
        apart: how many days must lie between two looks that both found an address gone.
        again: ask those too that have been asked today.

    Returns:
        1 where an address is gone for good, else 0: nobody can mend a host that is slow, or that lets no program in.

    Raises:
        TashikameError: the record cannot be read or written.
    """
    place, day = root / linkstatus.PATH, rights.today().isoformat()
    before = _before(place)
    found = addresses([page.page for page in report.pages], report.sources)
    places = {address: at for address, at in found.items() if is_address(address)}
    due = [address for address in places if again or address not in before or before[address].checked != day]
    known = {address: before[address] for address in places if address in before}
    left: list[str] = []
    try:
        for number, (address, answer) in enumerate(ask(due, _agent(root), manners), 1):
            if answer is None:
                left.append(address)
            else:
                known[address] = linkstatus.merged(before, address, answer, day)
            _say(f"[{number}/{len(due)}] {address}: {'left for another day' if answer is None else _told(answer)}")
    finally:
        # After an interruption too: what is known needs not be asked again today.
        _write(place, before, known)
    lost = [address for address in known if linkstatus.lost(known[address], apart)]
    for address in found.keys() - places.keys():
        _print(f"no web address, and not asked: {address[:60]!a}", found[address])
    for address in _worst_first(known):
        since = f", found gone since {known[address].gone[0]}" if known[address].gone else ""
        _print(f"{_told(known[address])}{since}: {address}", places[address])
        if address in lost:
            print("    gone for good: write another address, or `withdrawn` in the card: its fallback then stands in")
    if asked_today := len(places) - len(due):
        _say(f"{asked_today} had been asked today: `python -m build_tools links --again` asks them once more")
    if left:
        _say(f"{len(left)} were not asked, because their hosts want no more requests now")
    _say(_summary(known, lost))
    return 1 if lost else 0


def _before(place: Path) -> Mapping[str, Answered]:
    try:
        text = place.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise TashikameError(f"{linkstatus.PATH} cannot be read: {error}", "mend it, or delete it") from error
    before, findings = linkstatus.load(text, rights.today())
    if findings:
        # Written anew it would have lost since when which address is gone.
        raise TashikameError("no address is asked: the record is broken", details=map(str, findings))
    return before


def _write(place: Path, before: Mapping[str, Answered], known: Mapping[str, Answered]) -> None:
    if known == before:
        return
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        linkstatus.write(place, known)
    except OSError as error:
        raise TashikameError(f"{linkstatus.PATH} cannot be written: {error.strerror}", "make it writable") from error


def _agent(root: Path) -> str:
    """What the requests call themselves, so that a host's keeper can see who asks, and where to complain."""
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["name"]
    except (OSError, ValueError, KeyError, TypeError):
        project = "tashikame"
    site = os.environ.get("SITE_URL", "").strip()
    agent = f"{project} link check (+{site})" if site else f"{project} link check"
    return "".join(char for char in agent if " " <= char <= "~")


# ------------------------------------------------------------------------------------------------ messages


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _told(answered: Answered | linkstatus.Answer) -> str:
    to = f" → {answered.target}" if answered.target else ""
    return f"{answered.outcome} ({answered.detail}){to}"


def _print(text: str, places: Sequence[Place]) -> None:
    print(legible("\n".join((text, *(f"    {place}" for place in places)))))


def _worst_first(known: Mapping[str, Answered]) -> list[str]:
    """The addresses that did not answer as they should."""
    rows = [(_WORST_FIRST.index(one.outcome), address) for address, one in known.items() if one.outcome != "ok"]
    return [address for _, address in sorted(rows)]


def _summary(known: Mapping[str, Answered], lost: Sequence[str]) -> str:
    counts = [
        f"{sum(one.outcome == outcome for one in known.values())} {outcome}" for outcome in ("ok", *_WORST_FIRST[::-1])
    ]
    return f"{len(known)} addresses: {', '.join(counts)}; {len(lost)} gone for good"
