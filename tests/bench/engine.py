"""What the engine costs, against plain MkDocs with the same pages: `make bench`, or

    python -m tests.bench.engine --size 50 --rounds 5

In each round every builder builds the same lessons once, each time in another order, so that what else the machine
does falls on all of them; a ratio is that of two runs of one round. Nothing is asserted: goals are printed beside.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError

from tests.bench import figures, saved, scenarios
from tests.bench.processes import Cost, Failed
from tests.bench.saved import Saved
from tests.bench.scenarios import BUILDS, GROWTH, OTHERS, PLAIN, ROOT, Scenario

PLACE = ROOT / "BENCHMARKS.md"
SIZES = (50, 365)
SIZES_OF_GROWTH = (10, 100, 1_000)
_LONG = 100  # lessons: what is longer takes minutes a run, and is measured less often
_FEWER = 3
SAVED = 1.0  # seconds from a save to the screen
OWN = 0.3  # seconds that `check` of this course may take


class Bench:
    """Measures, and keeps what it has measured: an end half way leaves the tables of what there is."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.parts: list[str] = []
        self.written: set[Path] = set()

    def size(self, size: int, others: Sequence[Scenario], *, smallest: bool) -> None:
        """Every scenario at one size, interleaved."""
        listed = [PLAIN, *BUILDS, *(one for one in others if smallest or not one.slow)]
        failed: dict[Scenario, str] = {}
        several = self.rounds if size <= _LONG else -(-self.rounds // _FEWER)
        rounds: list[dict[Scenario, Cost]] = [{} for _ in range(several)]
        try:
            for scenario in listed:
                self._ready(scenario, size, failed)
            for number, found in enumerate(rounds):
                turn = number % len(listed)
                for scenario in (*listed[turn:], *listed[:turn]):
                    # Once is enough to see what takes dozens of times as long.
                    if scenario not in failed and not (scenario.slow and number):
                        self._measure(scenario, size, found, failed, f"round {number + 1} of {several}")
        finally:
            self.parts.append(figures.table(size, listed, PLAIN, rounds, failed))

    def growth(self, sizes: Sequence[int]) -> None:
        """From few lessons to many."""
        found: dict[int, dict[Scenario, list[Cost]]] = {}
        try:
            for size in sizes:
                failed: dict[Scenario, str] = {}
                found[size] = {}
                for scenario in GROWTH:
                    self._ready(scenario, size, failed)
                    costs: dict[Scenario, Cost] = {}
                    if scenario not in failed:
                        self._measure(scenario, size, costs, failed, "growth")
                    found[size][scenario] = list(costs.values())
                    shutil.rmtree(scenario.folder(size), ignore_errors=True)
        finally:
            self.parts.append(figures.growth(GROWTH, found))

    def saved(self, sizes: Sequence[int]) -> None:
        """From a save to the screen."""
        found: dict[int, Saved | str] = {}
        for size in sizes:
            _say(f"{size} × 2, serve: ready …")
            try:
                found[size] = saved.measure(size, 2 * self.rounds)
            except (Failed, PlaywrightError) as error:
                found[size] = str(error)
        self.parts.append(figures.saved(found, SAVED))

    def own(self) -> None:
        """The course of this repository."""
        try:
            costs = [scenarios.check_of_this_course() for _ in range(self.rounds + 1)][1:]
        except Failed as error:
            self.parts.append(f"`check` of this course failed: {error}")
            return
        self.parts.append(figures.own(costs, OWN))

    def _ready(self, scenario: Scenario, size: int, failed: dict[Scenario, str]) -> None:
        """Writes a course, and fills its caches, if only those of the system: to long runs they are nothing."""
        _say(f"{size} × 2, {scenario.name}: ready …")
        scenario.prepare(size, self.written)
        if scenario.slow or (scenario.cold and size > _LONG):
            return
        try:
            scenario.run(size)
        except Failed as error:
            failed[scenario] = str(error)
            _say(f"failed: {error}")

    def _measure(
        self, scenario: Scenario, size: int, found: dict[Scenario, Cost], failed: dict[Scenario, str], when: str
    ) -> None:
        try:
            cost = scenario.run(size)
        except Failed as error:
            failed[scenario] = str(error)
            _say(f"failed: {error}")
            return
        found[scenario] = cost
        _say(f"{size} × 2, {scenario.name}, {when}: {cost.wall:.2f} s")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(size for size in map(int, text.split(",")) if size)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engine", description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=_sizes, default=SIZES, help="lessons, `50,365` by default")
    parser.add_argument(
        "--rounds",
        type=int,
        default=5,
        help="how often each is measured, a third as often where it takes minutes (default: 5)",
    )
    told = "lessons, `10,100,1000` by default; `0` for none"
    parser.add_argument("--growth", type=_sizes, default=SIZES_OF_GROWTH, help=told)
    parser.add_argument("--no-others", action="store_true", help="leave out markdown-exec and mkdocs-jupyter")
    parser.add_argument("--no-saved", action="store_true", help="leave out `serve`")
    parser.add_argument("--no-own", action="store_true", help="leave out the course of this repository")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PLACE.name}")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    bench = Bench(options.rounds)
    whole = False
    try:
        for size in options.size:
            others = () if options.no_others else OTHERS
            bench.size(size, others, smallest=size == min(options.size))
        if options.growth:
            bench.growth(options.growth)
        if not options.no_saved:
            bench.saved(options.size)
        if not options.no_own:
            bench.own()
        whole = True
    except KeyboardInterrupt:
        _say("ended before its end: these are the figures so far")
    finally:
        shutil.rmtree(scenarios.BASE / "courses", ignore_errors=True)
        text = "\n\n".join([figures.machine(load), *bench.parts])
        print(text)
    if whole and options.write:
        figures.write(PLACE, text)
        _say(f"written to {PLACE.name}")
    return 0 if whole else 130


if __name__ == "__main__":
    raise SystemExit(main())
