"""What runs jobs, as far as results depend on it: Python, packages, processor, whether it forks, its kernel's layers.

A result is kept under the host that computed it, be that this machine or a worker of a cluster.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from build_tools.code import forked, surroundings
from build_tools.code.sandbox import Kernel
from build_tools.code.surroundings import Surroundings

# A part of `Surroundings`, and how a person calls it.
_CALLED = {
    "engine": "this generator's engine",
    "python": "Python or its packages",
    "numpy": "NumPy",
    "blas": "the libraries that came with NumPy",
    "machine": "the processor or the C library",
}


@dataclass(frozen=True)
class Host:
    """A process that runs jobs, each in a child of its own."""

    surroundings: Surroundings
    forks: bool  # children are forks of a warm process
    kernel: Kernel

    def to_json(self) -> str:
        """In one line, the same for hosts that are alike."""
        return json.dumps([asdict(self.surroundings), self.forks, asdict(self.kernel)], sort_keys=True)

    @property
    def versions(self) -> tuple[str, str]:
        """Those of Python and of NumPy, "" where there is none."""
        return self.surroundings.python.partition(" ")[0], self.surroundings.numpy

    def foreign(self, other: Host) -> str:
        """Why another host may not compute for this one, in words; "" where it may."""
        if other.surroundings.engine != self.surroundings.engine:
            return "it has another version of Tashikame"
        for name, here, there in zip(("Python", "NumPy"), self.versions, other.versions, strict=True):
            if here != there:
                return f"it has {name} {there}, here it is {here}" if there else f"it has no {name}, here it is {here}"
        return ""

    def differs(self, other: Host) -> str:
        """In what two hosts differ, in words; "" where they are alike."""
        here, there = asdict(self.surroundings), asdict(other.surroundings)
        parts = [called for name, called in _CALLED.items() if here[name] != there[name]]
        if (self.forks, self.kernel) != (other.forks, other.kernel):
            parts.append("what the kernel isolates with")
        return ", ".join(parts)


def from_json(text: str) -> Host:
    """The host that `to_json` wrote.

    Raises:
        ValueError: another version wrote it, or nobody of ours.
    """
    try:
        around, forks, kernel = json.loads(text)
        texts = Surroundings(**{str(name): str(part) for name, part in around.items()})
        return Host(texts, bool(forks), Kernel(int(kernel["landlock"]), str(kernel["machine"])))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no description of a host: {error}") from error


def here(*, warm: bool = True) -> Host:
    """This process; `warm` says whether it forks where it can."""
    return Host(surroundings.read(), warm and forked.possible(), Kernel.here())
