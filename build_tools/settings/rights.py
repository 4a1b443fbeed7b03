"""What a course allows itself with its sources: how old a check may be, how much may be quoted, when a link is gone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from build_tools.errors import UsageError
from build_tools.mends import meant

_MOST = 100_000


@dataclass(frozen=True)
class Limit:
    """Days since a source was verified: more than `warn` are a warning, more than `fail` an error."""

    warn: int
    fail: int


@dataclass(frozen=True)
class RightsPolicy:
    """The option `rights` of the extension, in mkdocs.yml."""

    limits: Mapping[str, Limit] = field(default_factory=lambda: {"pinned": Limit(365, 730), "moving": Limit(120, 240)})
    quote: int = 300  # characters quoted of one source on one page, at most
    gone: int = 2  # days between two looks that both found an address gone


@dataclass(frozen=True)
class Fault:
    """What is wrong in the option, at a dotted key below it."""

    dotted: str
    message: str
    mend: str


def read(value: object) -> tuple[RightsPolicy, tuple[Fault, ...]]:
    """The policy that an option states; what it leaves out, or states wrongly, is as it is by default.

    Args:
        value: the option, as it is in the configuration; None where there is none.
    """
    default = RightsPolicy()
    if value is None:
        return default, ()
    if not isinstance(value, dict):
        return default, (Fault("", "`rights` is no mapping", "write `rights: {quote: 300}`"),)
    faults: list[Fault] = []
    limits = dict(default.limits)
    numbers = {"quote": default.quote, "gone": default.gone}
    for key, part in value.items():
        if key in limits:
            limits[key] = _limit(str(key), part, limits[key], faults)
        elif key in numbers:
            numbers[key] = _days(str(key), part, numbers[key], faults)
        else:
            known = (*limits, *numbers)
            mend = meant(str(key), known, f"known are {', '.join(known)}")
            faults.append(Fault(str(key), f"`rights` has no option `{key}`", mend))
    return RightsPolicy(limits, numbers["quote"], numbers["gone"]), tuple(faults)


def _limit(key: str, value: object, default: Limit, faults: list[Fault]) -> Limit:
    if not isinstance(value, dict) or set(value) != {"warn", "fail"}:
        faults.append(Fault(key, f"`{key}` is not two numbers of days", f"write `{key}: {{warn: 365, fail: 730}}`"))
        return default
    before = len(faults)
    warn = _days(f"{key}.warn", value["warn"], default.warn, faults)
    fail = _days(f"{key}.fail", value["fail"], default.fail, faults)
    if len(faults) > before:
        return default
    if warn > fail:
        faults.append(Fault(f"{key}.warn", f"`{key}` fails before it warns", "let `warn` be the smaller number"))
        return default
    return Limit(warn, fail)


def _days(key: str, value: object, default: int, faults: list[Fault]) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST:
        return value
    faults.append(Fault(key, f"`{key}` is {value!r:.40}", f"write a whole number from 1 to {_MOST}"))
    return default


def latest(today: date) -> date:
    """The last day on which anything can have happened: where the author lives, tomorrow may have begun already."""
    return min(today, date.max - timedelta(days=1)) + timedelta(days=1)  # the last day of all has no tomorrow


def today() -> date:
    """The day by which ages are told: that of `SOURCE_DATE_EPOCH` where it is set, as reproducible builds have it.

    Raises:
        UsageError: it is set to something that is no point in time.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not epoch:
        return datetime.now(UTC).date()
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(f"SOURCE_DATE_EPOCH is {epoch!r:.40}", "set it to seconds since 1970, or unset it") from error
