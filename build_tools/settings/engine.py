"""What a course lets its snippets use: time and memory as they are by default, and what one may ask for at most."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from build_tools.mends import meant
from build_tools.settings.rights import Fault

SECONDS = 1, 86_400  # from, to
MEMORY = 256_000_000, 1_000_000_000_000  # bytes, from, to: NumPy alone wants most of the smallest
_BYTES = {"MB": 1_000_000, "GB": 1_000_000_000}
_AMOUNT = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) (MB|GB)")


@dataclass(frozen=True)
class EnginePolicy:
    """The option `engine` of the extension, in mkdocs.yml."""

    seconds: float = 20.0  # of wall time, for each snippet
    memory: int = 1_000_000_000  # bytes
    most_seconds: float = 120.0  # that a snippet's header may ask for
    most_memory: int = 4_000_000_000


def bytes_of(text: str) -> int | None:
    """How many bytes `2 GB` or `512 MB` are, in units of 1,000; None for anything else."""
    match = _AMOUNT.fullmatch(text)
    return int(Fraction(match[1]) * _BYTES[match[2]]) if match else None


def amount(size: int) -> str:
    """Bytes as `bytes_of` reads them."""
    unit = "GB" if size >= _BYTES["GB"] else "MB"
    return f"{size / _BYTES[unit]:.12g} {unit}"


def read(value: object) -> tuple[EnginePolicy, tuple[Fault, ...]]:
    """The policy that an option states; what it leaves out, or states wrongly, is as it is by default.

    Args:
        value: the option, as it is in the configuration; None where there is none.
    """
    default = EnginePolicy()
    if value is None:
        return default, ()
    if not isinstance(value, dict):
        return default, (Fault("", "`engine` is no mapping", "write `engine: {seconds: 20}`"),)
    known = tuple(vars(default))
    faults: list[Fault] = []
    for key in value:
        if key not in known:
            mend = meant(str(key), known, f"known are {', '.join(known)}")
            faults.append(Fault(str(key), f"`engine` has no option `{key}`", mend))
    seconds, most_seconds = _seconds(value, faults)
    memory, most_memory = _memory(value, faults)
    return EnginePolicy(seconds, memory, most_seconds, most_memory), tuple(faults)


def _seconds(value: Mapping[object, object], faults: list[Fault]) -> tuple[float, float]:
    default = EnginePolicy()
    stated: dict[str, float] = {}
    for key in ("seconds", "most_seconds"):
        part = value.get(key)
        if isinstance(part, int | float) and not isinstance(part, bool) and SECONDS[0] <= part <= SECONDS[1]:
            stated[key] = float(part)
        elif key in value:
            mend = f"write a number of seconds from {SECONDS[0]} to {SECONDS[1]}"
            faults.append(Fault(key, f"`{key}` is {part!r:.40}", mend))
    return _ordered(stated, "seconds", default.seconds, default.most_seconds, faults)


def _memory(value: Mapping[object, object], faults: list[Fault]) -> tuple[int, int]:
    default = EnginePolicy()
    stated: dict[str, int] = {}
    for key in ("memory", "most_memory"):
        part = value.get(key)
        size = bytes_of(part) if isinstance(part, str) else None
        if size is not None and MEMORY[0] <= size <= MEMORY[1]:
            stated[key] = size
        elif key in value:
            mend = f"write an amount such as `2 GB`, from {amount(MEMORY[0])} to {amount(MEMORY[1])}"
            faults.append(Fault(key, f"`{key}` is {part!r:.40}", mend))
    lower, upper = _ordered(stated, "memory", default.memory, default.most_memory, faults)
    return int(lower), int(upper)


def _ordered(
    stated: Mapping[str, float], key: str, default: float, most: float, faults: list[Fault]
) -> tuple[float, float]:
    """What every snippet has, and the most that one may ask for. A single one that is stated moves the other."""
    lower, upper = stated.get(key), stated.get(f"most_{key}")
    if lower is not None and upper is not None and lower > upper:
        faults.append(Fault(key, f"`{key}` is more than `most_{key}`", f"let `most_{key}` be the greater one"))
        return default, most
    if lower is None:
        lower = default if upper is None else min(default, upper)
    return lower, max(most, lower) if upper is None else upper
