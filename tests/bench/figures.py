"""Measured costs as tables in Markdown, and their place in BENCHMARKS.md."""

from __future__ import annotations

import datetime
import os
import platform
import statistics
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from tests.bench.processes import Cost
from tests.bench.saved import Saved
from tests.bench.scenarios import Scenario

BEGIN, END = "<!-- written by `make bench`: begin -->", "<!-- written by `make bench`: end -->"
_PACKAGES = {"MkDocs": "mkdocs", "Material": "mkdocs-material", "NumPy": "numpy", "mkdocs-jupyter": "mkdocs-jupyter"}

# A round's costs, by scenario; what a scenario failed with, in place of its costs.
Rounds = Sequence[Mapping[Scenario, Cost]]


def machine(load: float) -> str:
    """When and where, in one line.

    Args:
        load: how many processes ran or waited when the measurement began.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = ", ".join(f"{name} {version(package)}" for name, package in _PACKAGES.items())
    return (
        f"{datetime.date.today().isoformat()}: {cores} cores ({platform.machine()}), load {load:.1f} before the start; "
        f"Python {platform.python_version()}, {versions}."
    )


def table(
    size: int, scenarios: Iterable[Scenario], plain: Scenario, rounds: Rounds, failed: Mapping[Scenario, str]
) -> str:
    """What a course of one size costs: a row a scenario, against plain MkDocs in the same round."""
    rows = [
        f"| {size} lessons × 2 languages | seconds | × plain MkDocs | goal | processor | memory | runs |",
        "|:--|--:|--:|:--|--:|--:|--:|",
    ]
    for scenario in scenarios:
        if scenario in failed:
            rows.append(f"| {scenario.name} | failed: {_line(failed[scenario])} | | | | | |")
            continue
        costs = [one[scenario] for one in rounds if scenario in one]
        if not costs:
            continue
        wall = [cost.wall for cost in costs]
        ratios = [one[scenario].wall / one[plain].wall for one in rounds if scenario in one and plain in one]
        compared = "" if scenario is plain or scenario.command == "check" else _spread(ratios)
        goal = _goal(scenario, size, ratios, wall)
        rows.append(f"| {scenario.name} | {_spread(wall)} | {compared} | {goal} | {_others(costs)} | {len(costs)} |")
    return "\n".join(rows)


def growth(scenarios: Sequence[Scenario], found: Mapping[int, Mapping[Scenario, Sequence[Cost]]]) -> str:
    """Medians by size: whether twice the lessons take twice the time."""
    heads = [f"{name}: seconds (ms a lesson)" for name in (one.name for one in scenarios)]
    rows = [f"| lessons × 2 languages | {' | '.join(heads)} | memory |", "|--:|" + "--:|" * (len(heads) + 1)]
    for size, by_scenario in found.items():
        cells = []
        most = 0
        for scenario in scenarios:
            costs = by_scenario.get(scenario, ())
            if costs:
                seconds = statistics.median(cost.wall for cost in costs)
                most = max(most, *(cost.memory for cost in costs))
                cells.append(f"{seconds:.2f} ({1000 * seconds / size:.1f})")
            else:
                cells.append("failed")
        rows.append(f"| {size:,} | {' | '.join(cells)} | {_megabytes(most)} |")
    return "\n".join(rows)


def saved(found: Mapping[int, Saved | str], most: float) -> str:
    """From a save to the screen, by size; or why it could not be measured."""
    rows = ["| `serve`, lessons × 2 languages | a page saved, seconds | a snippet saved, seconds | goal | saves |"]
    rows.append("|:--|--:|--:|:--|--:|")
    for size, times in found.items():
        if isinstance(times, str):
            rows.append(f"| {size} | failed: {_line(times)} | | | |")
            continue
        worst = max(statistics.median(times.page), statistics.median(times.snippet))
        goal = f"≤ {most:g} s: {_verdict(worst, most)}"
        rows.append(f"| {size} | {_spread(times.page)} | {_spread(times.snippet)} | {goal} | {len(times.page)} |")
    return "\n".join(rows)


def own(costs: Sequence[Cost], most: float) -> str:
    """One line on this repository's own course."""
    wall = [cost.wall for cost in costs]
    verdict = _verdict(statistics.median(wall), most)
    return (
        f"`check` of this course, warm: {_spread(wall)} s, {_megabytes(max(cost.memory for cost in costs))}, "
        f"{len(costs)} runs; goal: at most {most:g} s, {verdict}."
    )


def write(path: Path, text: str) -> None:
    """Puts a text between the two marks of a file.

    Raises:
        ValueError: the marks are not in it.
    """
    before, begin, rest = path.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path.name} lacks the marks {BEGIN} and {END}")
    path.write_text(f"{before}{BEGIN}\n\n{text.strip()}\n\n{END}{after}", "utf-8")


def _goal(scenario: Scenario, size: int, ratios: Sequence[float], wall: Sequence[float]) -> str:
    if scenario.goal is not None and ratios:
        return f"≤ {scenario.goal:.2f} ×: {_verdict(statistics.median(ratios), scenario.goal)}"
    # The goal in seconds is one for a year of lessons.
    if scenario.most is not None and size == 365:
        return f"≤ {scenario.most:g} s: {_verdict(statistics.median(wall), scenario.most)}"
    return ""


def _verdict(value: float, most: float) -> str:
    return "met" if value <= most else "missed"


def _spread(values: Sequence[float]) -> str:
    """The median, and what lies around it."""
    if not values:
        return ""
    middle = f"{statistics.median(values):.2f}"
    return middle if len(values) == 1 else f"{middle} ({min(values):.2f}–{max(values):.2f})"


def _others(costs: Sequence[Cost]) -> str:
    processor = statistics.median(cost.processor for cost in costs)
    return f"{processor:.2f} s | {_megabytes(max(cost.memory for cost in costs))}"


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.0f} MB"


def _line(text: str) -> str:
    """A message as one cell of a table."""
    return " ".join(text.replace("|", "/").split())[-120:]
