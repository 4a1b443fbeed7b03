"""Forks that work for this process: what they keep, what their death costs, and that none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from build_tools.hands import Hands

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks are safe on Linux alone")

_STARTED = """
import sys, time
from collections import deque
from build_tools.hands import Hands
with Hands(2, lambda: lambda task: time.sleep(task)) as hands:
    print(*(process.pid for process, _ in hands._running), flush=True)
    list(hands.answers({number: deque([600]) for number in range(2)}))
"""


def _adder() -> Callable[[Any], Any]:
    """Adds up what it is told; "die" and "fail" do what they say."""
    told: list[int] = []

    def work(task: int | str) -> tuple[int, int]:
        if task == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        told.append(int(task))
        return os.getpid(), sum(told)

    return work


def test_each_keeps_what_it_has_made() -> None:
    with Hands(2, _adder) as hands:
        assert len(hands) == 2
        first = list(hands.answers({0: deque([1, 2]), 1: deque([10])}))
        second = dict(hands.answers({1: deque([20]), 0: deque([3])}))
    assert [(number, total) for number, (_, total) in sorted(first)] == [(0, 1), (0, 3), (1, 10)]
    assert {number: total for number, (_, total) in second.items()} == {0: 6, 1: 30}
    assert len({pid for _, (pid, _) in first} | {os.getpid()}) == 3


def test_a_shared_queue() -> None:
    """Whoever has nothing to do takes the next task."""
    with Hands(2, _adder) as hands:
        shared = deque([1] * 20)
        answers = list(hands.answers(dict.fromkeys(range(2), shared)))
    assert len(answers) == 20


@pytest.mark.parametrize("last", ["die", "fail"])
def test_one_that_ends(last: str, capfd: pytest.CaptureFixture[str]) -> None:
    """What it was about to answer does not come, nor anything that was for it alone; nobody waits for it."""
    with Hands(2, _adder) as hands:
        own: dict[int, deque[Any]] = {0: deque([1, last, 2]), 1: deque([10, 20, 30])}
        found = sorted((number, total) for number, (_, total) in hands.answers(own))
        again = dict(hands.answers({0: deque([1]), 1: deque([40])}))
        shared: deque[int] = deque([5] * 10)
        rest = list(hands.answers(dict.fromkeys(range(2), shared)))
    assert found == [(0, 1), (1, 10), (1, 30), (1, 60)]
    assert {number: total for number, (_, total) in again.items()} == {1: 100}
    assert len(rest) >= 9  # the one that was given to the dead is lost
    assert not shared
    assert capfd.readouterr() == ("", "")


def test_close_ends_them() -> None:
    with Hands(2, _adder) as hands:
        pids = [pid for _, (pid, _) in hands.answers({number: deque([1]) for number in range(2)})]
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("all_of_them", [False, True])
def test_none_outlives_its_starter(number: signal.Signals, all_of_them: bool) -> None:
    """Also where a terminal tells all of them to end, and where the starter has no last words."""
    with subprocess.Popen(
        [sys.executable, "-c", _STARTED],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None and process.stderr is not None
            pids = [int(pid) for pid in process.stdout.readline().split()]
            assert len(pids) == 2
            (os.killpg if all_of_them else os.kill)(process.pid, number)
            said = process.stderr.read()  # until nobody holds its other end any more
            assert said.count(b"Traceback") <= 1, said  # the starter's own
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
