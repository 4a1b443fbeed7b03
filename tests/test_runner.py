"""Snippets in processes of their own: what they come to, and that nothing they do reaches us or each other.

Each folder of samples/snippets/ holds a `snippet.py` and an `expected.txt`:

    limit 1                          seconds of wall time (20 where it says nothing)
    expression => value <- names     its value, and the names that it depends on
    expression => error: text        it fails, and the message holds the text
    values: a b                      the names whose values are known, all of them
    failure rule line: text          the whole snippet fails so, and the message holds the text
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Timer
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_tools.code.replies import tree_from_json, tree_to_json
from build_tools.code.runner import Engine, run
from build_tools.model import Answer, Failure, Job, Outcome, Question, Record, Tree

SAMPLES = Path(__file__).parent / "samples" / "snippets"
CONTEXT = {
    "en": {
        "page": Record((("title", "day 43"), ("reading-time", 20), ("prerequisites", ("day-41", "day-42")))),
        "sources": Record((("vaswani-2017", Record((("year", 2017),))),)),
    }
}


@dataclass
class Case:
    """One folder of samples."""

    name: str
    limit: float = 20.0
    asked: dict[str, str] = field(default_factory=dict)
    values: list[str] | None = None
    failure: tuple[str, int, str] | None = None

    @property
    def job(self) -> Job:
        path = f"{self.name}/snippet.py"
        questions = tuple(Question(expression, "en") for expression in self.asked)
        return Job(path, (SAMPLES / path).read_text(encoding="utf-8"), questions, CONTEXT)


def _case(folder: Path) -> Case:
    case = Case(folder.name)
    for line in (folder / "expected.txt").read_text(encoding="utf-8").splitlines():
        if failure := re.fullmatch(r"failure (\S+) (\d+): ?(.*)", line):
            case.failure = (failure[1], int(failure[2]), failure[3])
        elif line.startswith("limit "):
            case.limit = float(line[6:])
        elif line.startswith("values: "):
            case.values = line[8:].split()
        else:
            expression, _, expected = line.partition(" => ")
            case.asked[expression.strip()] = expected.strip()
    return case


CASES = [_case(folder) for folder in sorted(SAMPLES.iterdir()) if (folder / "expected.txt").is_file()]


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    """All samples, those with the same limit in one run: each beside the worst of the others."""
    found: dict[str, Outcome] = {}
    for limit in {case.limit for case in CASES}:
        together = [case for case in CASES if case.limit == limit]
        results = run([case.job for case in together], folder=SAMPLES, limit=limit)
        found |= zip((case.name for case in together), results, strict=True)
    return found


def show(tree: Tree) -> str:
    if isinstance(tree, Record):
        return "{" + ", ".join(f"{name}: {show(part)}" for name, part in tree.parts) + "}"
    if isinstance(tree, tuple):
        return "(" + ", ".join(map(show, tree)) + ("," if len(tree) == 1 else "") + ")"
    return str(tree) if isinstance(tree, Fraction) else repr(tree)


def told(answer: Answer) -> str:
    if answer.error:
        return f"error: {answer.error}"
    return f"{show(answer.value)} <- {' '.join(sorted(answer.depends_on))}".strip()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_sample(case: Case, outcomes: dict[str, Outcome]) -> None:
    outcome = outcomes[case.name]
    assert outcome.path == case.job.path
    if case.failure is not None:
        rule, line, text = case.failure
        assert outcome.failure is not None
        assert (outcome.failure.rule, outcome.failure.line) == (rule, line), outcome.failure
        assert text in outcome.failure.message
        assert outcome.failure.mend and not outcome.answers and not outcome.values
        return
    assert outcome.failure is None
    for expression, expected in case.asked.items():
        found = told(outcome.answers[Question(expression, "en")])
        if expected.startswith("error: "):
            assert found.startswith("error: ") and expected[7:] in found, f"{expression}: {found}"
        else:
            assert found == expected, expression
    if case.values is not None:
        assert list(outcome.values) == case.values


@cache
def warm() -> Engine:
    """One engine for all that starts none of its own. It runs once what the samples run twice."""
    return Engine(SAMPLES, twice=False)


@pytest.fixture(scope="module", autouse=True)
def closed() -> Iterator[None]:
    yield
    warm().close()
    warm.cache_clear()


def once(source: str, *expressions: str, limit: float = 20.0) -> Outcome:
    questions = tuple(Question(expression, "en") for expression in expressions)
    return warm()([Job("snippet.py", source, questions, CONTEXT, seconds=limit)])[0]


def answer(source: str, expression: str, **substitutes: Tree) -> Answer:
    question = Question(expression, "en")
    (outcome,) = warm()([Job("snippet.py", source, (question,), CONTEXT, substitutes)])
    assert outcome.failure is None, outcome.failure
    return outcome.answers[question]


# ------------------------------------------------------------------------------------------------ isolation


def test_no_jobs() -> None:
    assert run([], folder=SAMPLES) == ()


def test_order_and_parallel_limit() -> None:
    """A job that does not end costs its limit and harms no other, in whatever order they are listed."""
    loop, good = Job("loop.py", "while True: pass"), Job("good.py", "x = 1 + 1")
    began = time.monotonic()
    results = run([loop, good, loop, good, good], folder=SAMPLES, limit=1.0)
    assert time.monotonic() - began < 18
    assert [outcome.failure.rule if outcome.failure else "" for outcome in results] == [
        *("snippet-timeout", "", "snippet-timeout", "", "")
    ]
    assert [outcome.values for outcome in results if not outcome.failure] == [{"x": 2}] * 3


def test_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    (tmp_path / "snippets").mkdir()
    source = """
import os, stat, sys
seen = [os.environ.get(name) for name in ("SECRET", "PYTHONPATH", "PYTHONHASHSEED", "OMP_NUM_THREADS")]
where = [os.getcwd(), sys.path[0], __file__, *sys.argv]
state = [__name__ == "__main__", sys.flags.utf8_mode, stat.S_ISCHR(os.fstat(0).st_mode), sys.stdin.read()]
spread = hash("tashikame")
"""
    job = Job("snippets/x.py", source)
    one, two = run([job, job], folder=tmp_path)
    assert one == two
    assert one.values["seen"] == (None, None, "0", "1")
    root = os.path.realpath(tmp_path)
    assert one.values["where"] == (root, f"{root}/snippets", f"{root}/snippets/x.py", "snippets/x.py")
    assert one.values["state"] == (False, 1, True, "")


def test_a_changed_helper_is_seen_at_once(tmp_path: Path) -> None:
    """Same size, same second: a `.pyc` would hide the change. None is written either."""
    with Engine(tmp_path) as engine:
        for digit in "12345":
            (tmp_path / "helper.py").write_text(f"value = {digit}\n")
            (outcome,) = engine([Job("snippet.py", "from helper import value\n")])
            assert outcome.values == {"value": int(digit)}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["helper.py"]


def test_the_source_is_what_it_is_given(tmp_path: Path) -> None:
    """The file on disk, if there is one, plays no part; the digest is the given source's."""
    (tmp_path / "snippet.py").write_text("value = 1\n")
    (outcome,) = run([Job("snippet.py", "value = 2\n")], folder=tmp_path)
    assert outcome.values == {"value": 2}
    assert outcome.digest == hashlib.sha256(b"value = 2\n").hexdigest()


def test_versions() -> None:
    assert set(once("value = 1\n").versions) == {"python"}
    assert set(once("import numpy\nvalue = 1\n").versions) == {"python", "numpy"}


def test_importing_the_runner_is_cheap() -> None:
    heavy = "numpy", "mkdocs", "markdown", "jupyter"
    code = f"import build_tools.code.runner, sys; print([name for name in {heavy} if name in sys.modules])"
    root = Path(__file__).parent.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True).stdout == "[]\n"


def test_a_process_that_cannot_be_started(tmp_path: Path) -> None:
    failure = run([Job("snippet.py", "value = 1")], folder=tmp_path / "missing")[0].failure
    assert failure is not None and failure.rule == "snippet-error"


def test_an_answer_that_is_overwritten() -> None:
    """A snippet that writes to every descriptor it can find harms itself only."""
    source = "import os\nfor n in range(3, 30):\n    try: os.write(n, b'{}')\n    except OSError: pass\nvalue = 1\n"
    failure = once(source).failure
    assert isinstance(failure, Failure) and failure.rule == "snippet-exit"


def test_a_long_answer() -> None:
    """More than any pipe's buffer holds, but not without end."""
    outcome = once("value = ['x' * 1000] * 990\nmore = value * 2\n", "value", "more")
    assert outcome.answers[Question("value", "en")].value == ("x" * 1000,) * 990
    assert "longer than 1,000,000" in outcome.answers[Question("more", "en")].error
    assert set(outcome.values) == {"value"}


# -------------------------------------------------------------------------------------- what `print` shows

PRINTED = """
import os, signal, sys, time
import numpy as np
from fractions import Fraction
S = np.array([[4.0, 0.0], [0.0, 6.0]])
n, half, text = 3, Fraction(1, 2), "a\\nb"
long, short = "x" * 20_001, "x" * 20_000
class Odd:
    def __init__(self, act): self.n, self.act = 7, act
    def __repr__(self): return self.act(self)
def changing(self):
    self.n += 1
    n_box.append(self.n)
    return f"seen {self.n}"
class Loud(str):
    def __str__(self): return self
    def encode(self): raise RuntimeError
def flood(self):
    for descriptor in range(3, 40):
        try: os.write(descriptor, b"{}")
        except OSError: pass
    return "flooded"
n_box = [1]
changes, raises, leaves = Odd(changing), Odd(lambda self: 1 // 0), Odd(lambda self: sys.exit(0))
ends, dies, floods = Odd(lambda self: os._exit(0)), Odd(lambda self: os.kill(os.getpid(), signal.SIGKILL)), Odd(flood)
no_text, surrogate, loud = Odd(lambda self: 3), Odd(lambda self: "\\ud800"), Odd(lambda self: Loud("a"))
loops, sleeps = Odd(lambda self: [0 for _ in iter(int, 1)]), Odd(lambda self: time.sleep(60))
grows, deep = Odd(lambda self: "x" * (1 << 40)), Odd(lambda self: str(self))
"""


def printed(*expressions: str, limit: float = 20.0) -> list[str]:
    outcome = once(PRINTED, *expressions, limit=limit)
    assert outcome.failure is None, outcome.failure
    return [outcome.answers[Question(expression, "en")].printed for expression in expressions]


def test_what_print_shows() -> None:
    shown = printed("S", "S[0]", "n", " n ", "half", "text", "n, half", "page.title", "S.shape", "n_box")
    assert shown == [
        "[[4. 0.]\n [0. 6.]]", "[4. 0.]", "3", "3", "1/2", "a\nb", "(3, Fraction(1, 2))", "day 43", "(2, 2)", "[1]",
    ]  # fmt: skip


def test_nothing_is_shown_of_what_fails_or_is_too_long() -> None:
    assert printed("long", "short", "nothing", "n +", "n") == ["", "x" * 20_000, "", "", "3"]
    odd = ["raises", "leaves", "no_text", "surrogate", "grows", "deep"]
    assert printed(*(f"({name}.n, {name})" for name in odd), "n") == [""] * 6 + ["3"]
    assert printed("loud.n, loud", "n") == ["(7, a)", "3"]


def test_printing_changes_no_value() -> None:
    """Its side effects are seen neither by the questions that follow nor by the values."""
    outcome = once(PRINTED, "changes", "changes.n", "n_box", "changes")
    assert outcome.failure is None
    values = [outcome.answers[Question(expression, "en")].value for expression in ("changes.n", "n_box")]
    assert values == [7, (1,)]
    assert outcome.values["n_box"] == (1,)


@pytest.mark.parametrize("name", ["ends", "dies", "floods", "loops", "sleeps"])
def test_printing_that_ends_or_never_ends_costs_only_what_follows(name: str) -> None:
    began = time.monotonic()
    expressions = "n", f"{name}.n + 1", f"{name}, n", "half"
    outcome = once(PRINTED, *expressions, limit=5.0)
    assert time.monotonic() - began < 24
    assert outcome.failure is None, outcome.failure
    answers = [outcome.answers[Question(expression, "en")] for expression in expressions]
    assert (answers[0].value, answers[1].value, answers[3].value) == (3, 8, Fraction(1, 2))
    assert [one.printed for one in answers[:2]] == ["3", "8"]
    assert answers[2].printed == ""


# ------------------------------------------------------------------------------------- questions and twins

ARRAYS = """
import numpy as np
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
S = np.array([[4.0, 0.0], [0.0, 6.0]])
N = np.array([[4, 0], [0, 6]])
small = np.float32(0.5)
rows = [[1, 2], [3, 4]]
n = 3
half = Fraction(1, 2)
table = {"a": 1, 2: [1.0]}
@dataclass
class Ledger:
    w: int
    @property
    def total(self): return 2 * self.w
class Pair(NamedTuple):
    x: int
    y: int
ledger = Ledger(3)
pair = Pair(1, 2)
def double(x): return 2 * x
"""

TWINS: list[tuple[str, dict[str, Tree], Tree]] = [
    ("S", {"S": ((4, 0), (0, 6))}, ((4.0, 0.0), (0.0, 6.0))),
    ("S[1, 1] + n", {"S": ((4, 0), (0, 7))}, 10.0),
    ("S.tolist()", {"S": ((Fraction(1, 2), 0), (0, 6))}, ((0.5, 0.0), (0.0, 6.0))),
    ("N.dtype.kind", {"N": ((4, 0), (0, 6))}, "i"),
    ("N.dtype.kind", {"N": ((Fraction(9, 2), 0), (0, 6))}, "f"),
    ("small.dtype.name", {"small": Fraction(1, 2)}, "float32"),
    ("small.dtype.name", {"small": Fraction(1, 10)}, "float64"),
    ("rows + [[5]]", {"rows": ((1, 2), (3, Fraction(1, 3)))}, ((1, 2), (3, Fraction(1, 3)), (5,))),
    ("half / 3", {"half": Fraction(1, 4)}, Fraction(1, 12)),
    ("S.sum() * half", {"half": Fraction(1, 4)}, 2.5),
    ("np.sqrt(n)", {"n": Fraction(9, 4)}, 1.5),
    ("range(n)[-1]", {"n": Fraction(5)}, 4),
    ("ledger.total", {"ledger": Record((("w", 3), ("total", 7)))}, 7),
    ("ledger", {"ledger": Record((("w", 3), ("total", 7)))}, Record((("w", 3), ("total", 7)))),
    ("table['a'], table[2][0]", {"table": Record((("a", 5), ("2", (6,))))}, (5, 6)),
    ("sum(table[2])", {"table": Record((("a", 5), ("2", (6,))))}, 6),
    ("pair.x + pair[1]", {"pair": Record((("x", 5), ("y", 6)))}, 11),
    ("(pair.y, *pair)", {"pair": (5, 6)}, (6, 5, 6)),
    ("double(n)", {"n": 4, "double": 9}, 8),
    ("S", {"n": 4}, None),
    ("double(2)", {"double": 4}, None),
]


def test_twins() -> None:
    jobs = [Job("x.py", ARRAYS, (Question(expression, "en"),), {}, names) for expression, names, _ in TWINS]
    for outcome, (expression, names, expected) in zip(warm()(jobs), TWINS, strict=True):
        assert outcome.failure is None
        found = outcome.answers[Question(expression, "en")]
        assert (found.twin, found.twin_error) == (expected, ""), (expression, names)


def test_a_twin_that_lacks_a_part() -> None:
    found = answer(ARRAYS, "ledger.total", ledger=Record((("w", 3),)))
    assert (found.value, found.twin) == (6, None)
    assert "no 'total' here, only w" in found.twin_error


def test_names_are_those_that_are_read() -> None:
    found = answer(
        "a, b, c, d = 1, 2, 3, 4\nrows = [1 * a]\n", "[b * d for d in rows if d > (lambda c: c + a)(0)] or b"
    )
    assert found.names == {"a", "b", "rows"}


def test_the_context_is_the_languages_own() -> None:
    context = {"ja": {"page": Record((("title", "四日目"),))}, "en": {"page": Record((("title", "day 4"),))}}
    questions = (Question("page.title", "ja"), Question("page.title", "en"), Question("x", "ja"), Question("x", "fr"))
    (outcome,) = warm()([Job("x.py", "x = 1 + 1", questions, context)])
    assert [outcome.answers[question].value for question in questions] == ["四日目", "day 4", 2, 2]


def test_dependence_on_divisible_parts() -> None:
    """A check in the snippet's own code must not hide a dependence."""
    source = """
def per_head(d_model, heads):
    assert d_model % heads == 0
    return d_model // heads
d_model, heads = 768, 6 * 2
config = dict(d_model=d_model, heads=heads)
"""
    assert answer(source, "per_head(d_model, heads)").depends_on == {"per_head", "d_model", "heads"}
    assert answer(source, "config['d_model'] // config['heads']").depends_on == {"config"}


def test_dependence_where_every_change_warns() -> None:
    source = """
import warnings
def doubled(n):
    if n != 3:
        warnings.warn("not three")
    return 2 * n
T = 3
"""
    assert answer(source, "doubled(T)").depends_on == {"doubled", "T"}
    assert "UserWarning" in answer(source, "doubled(4)").error


# ---------------------------------------------------------------------------------------------- JSON form

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.fractions(),
    st.text(st.characters(exclude_categories=["Cs"])),
)
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple),
        st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"])), inner), max_size=4).map(
            lambda parts: Record(tuple(parts))
        ),
    ),
    max_leaves=12,
)


@given(trees)
def test_trees_survive_json(tree: Tree) -> None:
    assert show(tree_from_json(json.loads(json.dumps(tree_to_json(tree))))) == show(tree)


def test_every_tree_survives_the_worker() -> None:
    tree: Tree = (1, -0.0, math.inf, 10**4000, Fraction(-1, 3), True, None, "四つ\n", Record((("a-b", (1.5,)),)), ())
    context = {"en": {"page": tree}}
    (outcome,) = warm()([Job("x.py", "", (Question("page", "en"),), context)])
    assert show(outcome.answers[Question("page", "en")].value) == show(tree)


# --------------------------------------------------------------------------------------------- the warm process


def test_the_death_of_the_warm_process_is_a_finding_and_no_hang(tmp_path: Path) -> None:
    """Whatever was running, and all that waited, is told to be lost; the next jobs find a new one."""
    jobs = [Job(f"{number}.py", "import time\ntime.sleep(30)\n") for number in range(4)]
    with Engine(tmp_path) as engine:
        assert engine([Job("first.py", "value = 1\n")])[0].failure is None
        nursery = engine._nurseries[0] if engine._nurseries else None
        if nursery is None or nursery._process is None:
            pytest.skip("no warm process on this system")
        Timer(0.5, nursery._process.kill).start()
        began = monotonic()
        outcomes = engine(jobs)
        assert monotonic() - began < 10
        assert {outcome.failure.rule for outcome in outcomes if outcome.failure} == {"snippet-error"}
        assert all(outcome.failure and "has ended" in outcome.failure.message for outcome in outcomes)
        assert engine([Job("next.py", "value = 2\n")])[0].values == {"value": 2}


def test_what_is_warm_already_is_used(tmp_path: Path) -> None:
    with Engine(tmp_path) as engine:
        engine.warm()
        started = [nursery._process for nursery in engine._nurseries]
        engine.warm()
        assert engine([Job("first.py", "value = 1\n")])[0].values == {"value": 1}
        assert [nursery._process for nursery in engine._nurseries] == started
        assert None not in started


def test_nothing_runs_on_when_the_engine_is_closed(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine([Job("first.py", "value = 1\n")])
    process = engine._nurseries[0]._process if engine._nurseries else None
    engine.close()
    assert process is None or process.poll() is not None


@pytest.mark.parametrize("warm", [True, False])
def test_with_and_without_a_warm_process_the_outcomes_are_the_same(tmp_path: Path, warm: bool) -> None:
    sources = [
        "import numpy as np\nrng = np.random.default_rng(3)\nvalue = rng.integers(0, 9, 4).tolist()\n",
        "from fractions import Fraction\nvalue = Fraction(1, 3)\n",
        "import numpy.linalg\nvalue = float(numpy.linalg.det(numpy.eye(2)))\n",
        "value = 1 / 0\n",
    ]
    with Engine(tmp_path, warm=warm) as engine:
        outcomes = engine([Job(f"{number}.py", source) for number, source in enumerate(sources)])
    assert [outcome.values for outcome in outcomes] == [
        {"value": (7, 0, 1, 2)},
        {"value": Fraction(1, 3)},
        {"value": 1.0},
        {},
    ]
    assert outcomes[3].failure is not None and outcomes[3].failure.line == 1
    assert [sorted(outcome.versions) for outcome in outcomes] == [
        ["numpy", "python"],
        ["python"],
        ["numpy", "python"],
        [],
    ]
