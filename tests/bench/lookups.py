"""What the cache of results costs: 1,000 look-ups, and what a snippet pays for having what it reads noted.

`python -m tests.bench.lookups` prints medians and the fastest of the counted rounds. Nothing is asserted.
"""

from __future__ import annotations

import copy
import json
import os
import random
import statistics
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path

from build_tools.code import replies, store, surroundings, traced
from build_tools.code.store import Entry, Store
from build_tools.disk import Disk
from build_tools.model import Job, Question

RESULTS = 1_000
ROUNDS = 50
ANSWER = 1_500, 5_000  # bytes, about what the course's own snippets answer
HELPERS = 50


def row(name: str, seconds: list[float], unit: float = 1e3) -> None:
    print(f"{name:<52}{statistics.median(seconds) * unit:>10.2f}{min(seconds) * unit:>10.2f}")


def timed(action: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    found = []
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        found.append(time.perf_counter() - began)
    return found


def course(folder: Path) -> dict[str, Entry]:
    """As many results as asked for, each of which depends on a helper and looked for modules beside it."""
    chance = random.Random(1)
    for number in range(HELPERS):
        (folder / f"helper{number}.py").write_text(f"value = {number}\n")
    disk = Disk(str(folder), time.time_ns() + 10**10)
    entries = {}
    for number in range(RESULTS):
        name = f"helper{number % HELPERS}.py"
        held = disk.file(name)
        modules = {path: disk.module(path) for path in (name[:-3], "numpy", "dataclasses", f"module{number % 20}")}
        noted = {"files": {name: held.digest if held else ""}, "modules": modules}
        entry = store.entry(chance.randbytes(chance.randrange(*ANSWER)), noted, disk)
        assert entry is not None
        entries[store.key(b"%d" % number, limits=[], **vars(surroundings.read()))] = entry
    return entries


def look_ups(folder: Path) -> None:
    entries = course(folder)
    with Store(folder / "cache", engine="") as opened:
        row(f"keep {RESULTS:,} results", timed(lambda: opened.put(entries), 5))
    parts: dict[str, list[float]] = {"open": [], "look up": [], "hold against the disk": [], "close": []}

    def measure(name: str, began: float) -> float:
        now = time.perf_counter()
        parts[name].append(now - began)
        return now

    for _ in range(ROUNDS):
        began = time.perf_counter()
        opened = Store(folder / "cache", engine="")
        began = measure("open", began)
        found = opened.get(list(entries))
        began = measure("look up", began)
        disk = Disk(str(folder), time.time_ns())
        assert all(store.fresh(entry, disk) for entry in found.values()) and len(found) == RESULTS
        began = measure("hold against the disk", began)
        opened.close()
        measure("close", began)
    for name, seconds in parts.items():
        row(f"{name} ({RESULTS:,} results)", seconds)
    source = "".join(f"value_{number} = {number} * 3.14159\n" for number in range(60))
    questions = tuple(Question(f"value_{number}", "en") for number in range(20))
    job = Job("snippets/x.py", source, questions, {"en": {"page": "a page"}})
    task, around = replies.task(job, 20.0, 10**9), vars(surroundings.read())
    row(f"{RESULTS:,} keys", timed(lambda: [store.key(task, limits=[], **around) for _ in range(RESULTS)], 20))
    row("what surrounds a run", timed(surroundings.read.__wrapped__, 20))


def noting(folder: Path) -> None:
    """In a fork, as there is no way back."""
    os.chdir(folder)
    nested = {"a": [1, 2, {"b": list(range(50))}]}
    actions: dict[str, Callable[[], object]] = {
        "an event that is none of ours (`id`)": lambda: id(folder),
        "`copy.deepcopy` of 55 objects": lambda: copy.deepcopy(nested),
        "`open` of a file of the project": lambda: open("helper1.py").close(),
        "`os.stat` of a file of the project": lambda: os.stat("helper1.py"),
    }

    def each() -> dict[str, float]:
        return {name: min(timeit.repeat(action, number=5_000, repeat=9)) / 5_000 for name, action in actions.items()}

    before = each()
    began = time.perf_counter()
    trace = traced.install(os.getcwd())
    installed = time.perf_counter() - began
    after = each()
    began = time.perf_counter()
    json.dumps(trace.collected())
    collected = time.perf_counter() - began
    print(f"\n{'what noting costs a snippet':<52}{'without':>10}{'with':>10}   microseconds")
    print(f"{'to begin with, and to tell what was noted':<52}{'':>10}{(installed + collected) * 1e6:>10.2f}")
    for name in actions:
        print(f"{name:<52}{before[name] * 1e6:>10.2f}{after[name] * 1e6:>10.2f}")


def main() -> None:
    print(f"{'the cache':<52}{'median':>10}{'fastest':>10}   milliseconds")
    with tempfile.TemporaryDirectory() as folder:
        look_ups(Path(folder))
        sys.stdout.flush()
        if pid := os.fork():
            os.waitpid(pid, 0)
        else:
            try:
                noting(Path(folder).resolve())
            finally:
                sys.stdout.flush()
                os._exit(0)


if __name__ == "__main__":
    main()
