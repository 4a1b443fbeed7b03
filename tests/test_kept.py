"""The engine with its store, from end to end: what is kept is what a run would come to, whatever was changed since."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from build_tools.code.runner import Engine
from build_tools.code.store import Store
from build_tools.model import Job, Outcome, Question

FILES = {
    "snippets/helper.py": "value = 1\n",
    "snippets/package/__init__.py": "",
    "snippets/package/part.py": "value = 2\n",
    "data/rates.csv": "1\n",
    "data/more.csv": "3\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path.resolve()


class Counting(Engine):
    """An engine that tells how many jobs it has run."""

    ran = 0

    def _fresh(self, jobs: Sequence[Job], known: int = 0) -> list[tuple[Outcome, object]]:  # type: ignore[override]
        self.ran += len(jobs)
        return super()._fresh(jobs, known)  # type: ignore[return-value]


def run(project: Path, *sources: str, expression: str = "value") -> tuple[list[Outcome], int]:
    """What snippets come to, and how many of them had to run."""
    jobs = [
        Job(f"snippets/x{number}.py", source, (Question(expression, "en"),)) for number, source in enumerate(sources)
    ]
    with Store(project / ".cache", engine="e") as store, Counting(project, twice=False, store=store) as engine:
        outcomes = list(engine(jobs))
        assert store.trouble == ""
        return outcomes, engine.ran


def write(name: str, text: str) -> Callable[[Path], object]:
    def change(project: Path) -> None:
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)

    return change


def allow(name: str, mode: int) -> Callable[[Path], object]:
    return lambda project: (project / name).chmod(mode)


SEEN = "import pathlib\nvalue = pathlib.Path('data/none.csv').exists()"
LISTED = "import os\nvalue = len(os.listdir('data'))"
RUNNABLE = "import os\nvalue = os.access('data/rates.csv', os.X_OK)"
COLORS = "import colorsys\nvalue = len(getattr(colorsys, 'ONE_THIRD', 0.0).hex())"


@pytest.mark.parametrize(
    ("source", "change", "again"),
    [
        ("value = 1", write("data/rates.csv", "2\n"), False),
        ("import numpy as np\nvalue = np.eye(2)", write("data/rates.csv", "2\n"), False),
        ("import numpy as np\nvalue = len(np.__name__)", write("snippets/other.py", ""), False),
        ("value = int(open('data/rates.csv').read())", write("data/rates.csv", "2\n"), True),
        ("value = int(open('data/rates.csv').read())", write("data/rates.csv", "1\n"), False),
        ("value = int(open('data/rates.csv').read())", write("data/more.csv", "4\n"), False),
        ("from helper import value", write("snippets/helper.py", "value = 2\n"), True),
        ("from package.part import value", write("snippets/package/part.py", "value = 3\n"), True),
        ("from package.part import value", write("snippets/package/other.py", ""), False),
        (SEEN, write("data/none.csv", ""), True),
        (SEEN, write("data/nothing.csv", ""), False),
        (LISTED, write("data/new.csv", ""), True),
        (LISTED, write("snippets/new.py", ""), False),
        (COLORS, write("snippets/colorsys.py", "ONE_THIRD = 1.0\n"), True),
        (RUNNABLE, allow("data/rates.csv", 0o755), True),
        (RUNNABLE, allow("data/more.csv", 0o755), False),
        ("import os\nvalue = os.stat('data/rates.csv').st_mode", allow("data/rates.csv", 0o600), True),
        ("import os\nvalue = os.stat('data').st_mode", allow("data", 0o700), True),
        ("value = int(open('data/rates.csv').read())", allow("data/rates.csv", 0o600), False),
    ],
)
def test_it_runs_again_when_it_has_to(
    project: Path, source: str, change: Callable[[Path], object], again: bool
) -> None:
    first, ran = run(project, source)
    assert (ran, first[0].failure) == (1, None)
    assert run(project, source) == (first, 0)
    change(project)
    second, ran = run(project, source)
    assert ran == again
    with Engine(project, twice=False) as engine:  # without a store
        job = Job("snippets/x0.py", source, (Question("value", "en"),))
        assert list(engine([job])) == second
    assert run(project, source) == (second, 0)


def test_a_digit_changes_many_times_within_a_second(project: Path) -> None:
    for digit in "1213":
        (project / "snippets" / "helper.py").write_text(f"value = {digit}\n")
        for _ in range(2):
            (outcome,), _ = run(project, "from helper import value")
            assert outcome.values["value"] == int(digit)


def test_what_differs_in_the_job_is_run_by_itself(project: Path) -> None:
    sources = ["value = 1", "value = 2", "value = 1"]
    first, ran = run(project, *sources)
    assert ran == 3, "the paths differ: they are in tracebacks, and in `__file__`"
    assert run(project, *sources) == (first, 0)
    second, ran = run(project, *sources, expression="value + 1")
    assert ran == 3
    assert run(project, "value = 2", "value = 2", "value = 1")[1] == 1
    assert run(project, *sources, expression="value + 1") == (second, 0)


def test_what_cannot_be_followed_is_run_each_time(project: Path) -> None:
    source = (
        "import tempfile\nwith tempfile.TemporaryDirectory() as place: value = 1\nopen('/dev/urandom', 'rb').read(1)"
    )
    for _ in range(2):
        (outcome,), ran = run(project, source)
        assert (outcome.failure, ran) == (None, 1)
