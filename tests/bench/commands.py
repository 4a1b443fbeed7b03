"""How long the commands take on the course itself, as whole processes: `make bench`.

Nothing is asserted here: a machine's speed is no property of the code. Each command runs once to warm up; then the
median, the fastest and the slowest of the counted runs are printed.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {
    "check": (7, ("-m", "build_tools", "check")),
    "import of check": (7, ("-c", "import build_tools.__main__")),
    "build": (3, ("-m", "build_tools", "build")),
}


def measure(runs: int, arguments: tuple[str, ...]) -> tuple[list[float], list[float]]:
    """Wall and processor seconds of each counted run.

    Raises:
        CalledProcessError: the command failed; a figure of a failure would mislead.
    """
    wall: list[float] = []
    processor: list[float] = []
    for number in range(runs + 1):
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if number:
            wall.append(time.perf_counter() - started)
            processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return wall, processor


def main() -> None:
    print(f"{'command':<18}{'median':>9}{'fastest':>9}{'slowest':>9}{'processor':>11}   seconds")
    for name, (runs, arguments) in COMMANDS.items():
        wall, processor = measure(runs, arguments)
        figures = (statistics.median(wall), min(wall), max(wall), statistics.median(processor))
        shown = "".join(f"{figure:>{width}.2f}" for figure, width in zip(figures, (9, 9, 9, 11), strict=True))
        print(f"{name:<18}{shown}   {runs} runs", flush=True)


if __name__ == "__main__":
    main()
