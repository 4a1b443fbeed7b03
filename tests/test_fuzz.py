"""No text ends in a traceback, and none takes more than in proportion to its length.

A case of its own is a file in samples/fuzz/<parser>/, which that parser must read, or an entry of
samples/fuzz/growth.yml.
`python -m tests.fuzz <parser>` looks for more of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import growth
from tests.fuzz.targets import TARGETS, run
from tests.fuzz.words import ODD, WORDS

CASES = Path(__file__).parent / "samples" / "fuzz"
FILES = sorted(place.relative_to(CASES).as_posix() for place in CASES.glob("*/*.txt"))
GROWTH = [growth.Stretch(**case) for case in yaml.safe_load((CASES / "growth.yml").read_text("utf-8"))]
EXAMPLES = 60  # of each parser; derandomized, so that a run of the gate depends on nothing but the code
LONGEST = 20_000  # characters of one: some pieces are long, and repeated
LENGTH, LONG = 4_000, 0.1  # characters and seconds: what grows with the square takes longer than that


def texts(target: str) -> st.SearchStrategy[str]:
    """Words of a parser's language, joined at random, with what nobody types in between and parts of it repeated."""
    words = st.sampled_from(tuple(WORDS[target]))
    pieces = words | words | words | st.sampled_from(ODD) | st.text(max_size=6)
    repeated = st.builds(lambda piece, times: piece * times, pieces, st.sampled_from((2, 3, 20, 120)))
    return st.lists(pieces | pieces | pieces | repeated, max_size=25).map(lambda found: "".join(found)[:LONGEST])


@pytest.mark.parametrize("case", FILES)
def test_sample(case: str) -> None:
    target, _, _ = case.partition("/")
    run(target, (CASES / case).read_bytes().decode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("target", TARGETS)
@settings(deadline=None, derandomize=True, max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_text_raises(target: str, data: st.DataObject) -> None:
    text = data.draw(texts(target))
    if target == "octets":
        text = text.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")
    run(target, text)


@pytest.mark.parametrize("stretch", GROWTH, ids=lambda one: f"{one.target} {one.before[-12:]!r} {one.again[:20]!r}")
def test_time_grows_with_the_length(stretch: growth.Stretch) -> None:
    assert not growth.is_steep(lambda text: run(stretch.target, text), stretch, LENGTH, LONG)


def test_growth_tells_what_is_steep_from_what_is_long() -> None:
    def linear(text: str) -> None:
        sum(i * i for i in range(len(text) * 500))

    def quadratic(text: str) -> None:
        sum(i * i for i in range(len(text) * len(text) // 4))

    stretch = growth.Stretch("page", "a", "b", "c")
    assert not growth.is_steep(linear, stretch, LENGTH, LONG)
    assert growth.is_steep(quadratic, stretch, LENGTH, LONG)
