"""A build that is killed at any moment leaves the old site or the new one, whole; the next one clears up."""

from __future__ import annotations

from tests.e2e.harness import Course
from tests.e2e.kills import Kills

ROUNDS = 6  # `python -m tests.e2e.kills` takes a hundred


def test_killed_at_random_moments(course: Course) -> None:
    kills = Kills(course)
    for number in range(ROUNDS):
        kills.once(number)
        if number % 4 == 3:
            kills.mended()
    assert kills.moments["survived"] < ROUNDS
