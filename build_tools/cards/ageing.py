"""What time does to cards: checks that are too long ago, and addresses that lead nowhere any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from build_tools.cards.linkstatus import lost
from build_tools.cards.sources import Sources
from build_tools.model import Answered, Finding, Severity, Source
from build_tools.settings.rights import RightsPolicy, latest

_MEND = {
    "pinned": "look whether it can still be opened and used so, and set `verified_on` and `edition` to that day",
    "moving": "open it, hold what the course relies on against it, and set `verified_on` and `edition` to that day",
}


def check_ages(sources: Sources, policy: RightsPolicy, today: date) -> tuple[Finding, ...]:
    """Cards that were verified too long ago, by what their mutability allows, and days that are yet to come.

    Args:
        sources: the cards.
        policy: how many days may have passed.
        today: the day by which ages are told.
    """
    findings = []
    tomorrow = latest(today).isoformat()
    for source in sources.values():
        for key, day, mend in _days(source):
            if day > tomorrow[: len(day)]:
                findings.append(source.finding(key, "card-date", f"{day} is yet to come", mend))
        limit = policy.limits.get(source.mutability)
        # What cannot be opened any more cannot be looked at again.
        if not source.verified_on or limit is None or source.work.withdrawn:
            continue
        days = (today - date.fromisoformat(source.verified_on)).days
        if days > limit.warn:
            most = limit.fail if days > limit.fail else limit.warn
            what = f"this {source.mutability} source was verified {days} days ago, more than {most}"
            severity: Severity = "error" if days > limit.fail else "warning"
            findings.append(source.finding("verified_on", "card-age", what, _MEND[source.mutability], severity))
    return tuple(findings)


def check_gone(sources: Sources, answered: Mapping[str, Answered], policy: RightsPolicy) -> tuple[Finding, ...]:
    """Addresses on cards that were gone twice, days apart, and about which nobody has decided yet."""
    findings = []
    for source in sources.values():
        for key, url in _addresses(source):
            status = answered.get(url)
            if status is None or not lost(status, policy.gone):
                continue
            if key == "url" and source.verified_on > status.gone[-1]:
                continue  # somebody has opened it since
            detail = f" ({status.detail})" if status.outcome == "gone" and status.detail else ""
            what = f"this address was gone on {status.gone[0]} and still on {status.gone[-1]}{detail}"
            where = key.rpartition(".")[0]
            then = "its title is then no link" if where else "the card's fallback then stands in for it"
            mend = f'write another address, or add `withdrawn: "{status.gone[-1]}"` beside it: {then}'
            findings.append(source.finding(key, "source-gone", what, mend))
    return tuple(findings)


def _days(source: Source) -> Iterator[tuple[str, str, str]]:
    """The days on a card on which something has happened, by their keys, and how to mend one."""
    yield "verified_on", source.verified_on, "write the day of the last check"
    decided = "write the day on which it was decided"
    yield "withdrawn", source.work.withdrawn, decided
    for index, candidate in enumerate(source.candidates):
        if not candidate.card:
            yield f"candidates.{index}.withdrawn", candidate.work.withdrawn, decided
            yield f"candidates.{index}.issued", candidate.work.issued, "write when it came out"


def _addresses(source: Source) -> Iterator[tuple[str, str]]:
    """What a card's readers are sent to, by its key."""
    if not source.work.withdrawn:
        yield "url", source.work.url
    for index, candidate in enumerate(source.candidates):
        if not candidate.card and not candidate.work.withdrawn:
            yield f"candidates.{index}.url", candidate.work.url
