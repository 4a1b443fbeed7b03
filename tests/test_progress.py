"""Progress: nothing within a second, one changing line on a terminal, a line now and then in a log."""

from __future__ import annotations

from io import StringIO

import pytest

from build_tools.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("stream", [StringIO(), Terminal()])
def test_short_work_says_nothing(stream: StringIO) -> None:
    clock = Clock()
    with Progress("running snippets", 3, stream, clock) as told:
        for done in range(3):
            clock.now += 0.3
            told(done + 1)
    assert stream.getvalue() == ""


def test_a_log_gets_a_line_now_and_then() -> None:
    clock, stream = Clock(), StringIO()
    with Progress("running snippets", 40, stream, clock) as told:
        for done in range(40):
            clock.now += 0.3
            told(done + 1, "2 from the cache")
    assert stream.getvalue().splitlines() == [
        "running snippets: 4 of 40 (2 from the cache), 1 s",
        "running snippets: 21 of 40 (2 from the cache), 6 s",
        "running snippets: 38 of 40 (2 from the cache), 11 s",
    ]


def test_a_terminal_has_one_line_that_is_gone_at_the_end() -> None:
    clock, stream = Clock(), Terminal()
    with Progress("running snippets", 12, stream, clock) as told:
        for done in (9, 10, 11):
            clock.now += 1.5
            told(done)
    states = stream.getvalue().split("\r")
    assert [state.strip() for state in states if state.strip()] == [
        "running snippets: 9 of 12, 2 s",
        "running snippets: 10 of 12, 3 s",
        "running snippets: 11 of 12, 4 s",
    ]
    assert states[-1] == "" and set(states[-2]) == {" "}


def test_an_error_leaves_no_half_line() -> None:
    clock, stream = Clock(), Terminal()
    with pytest.raises(KeyError), Progress("running snippets", 12, stream, clock) as told:
        clock.now += 2
        told(1)
        raise KeyError
    assert stream.getvalue().endswith("\r")


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("ja/notebooks/attention/day-45-multi-head-subspaces/" + "x" * 40, 79),
        ("学習目標" * 30, 78),
        ("e\u0301" * 100, 79),
        ("\x1b[2J\r\n\u202e", 67),
        ("short", 37),
    ],
)
def test_a_line_on_a_terminal_is_no_longer_than_it_is_wide(note: str, shown: int) -> None:
    """Else it would go on in a line below, where nothing writes over it."""
    clock, stream = Clock(), Terminal()
    with Progress("finishing pages", 20, stream, clock) as told:
        clock.now += 2
        told(6, note)
    _, line, blank, end = stream.getvalue().split("\r")
    assert line.isprintable()
    assert (len(blank), end) == (shown, "")


def test_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error that is closed is None (`2>&-`)."""
    monkeypatch.setattr("sys.stderr", None)
    clock = Clock()
    with Progress("finishing pages", 20, clock=clock) as told:
        clock.now += 2
        told(6)
