"""Two kernels of the BLAS: where they round differently is a finding at the digits that are written, and no other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from build_tools import course
from build_tools.code import forked, spawned

SAMPLE = Path(__file__).parent / "samples" / "course"
PAGE = "docs/{}/bread/day-1-bakers-percentage.md"
CODE = """
import numpy as np

_random = np.random.default_rng(0)
_a, _b = _random.standard_normal((2, 300, 300), dtype=np.float32)
dot = float((_a @ _b).sum())
"""


def computed(**more: str) -> str:
    """`dot` as a Python of its own prints it."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **more}
    done = subprocess.run(
        [sys.executable, "-c", f"{CODE}\nprint(dot)"], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def dot() -> str:
    if not forked.possible():
        pytest.skip("both runs are of one kernel here")
    own = computed()
    if own == computed(**spawned.OTHERWISE):
        pytest.skip("this processor's kernel rounds as the other one does")
    return own


@pytest.mark.parametrize("whole", [True, False])
def test_a_claim(tmp_path: Path, dot: str, whole: bool) -> None:
    root = tmp_path / "course"
    shutil.copytree(SAMPLE, root, ignore=shutil.ignore_patterns("__pycache__", ".build", "site"))
    with open(root / "snippets" / "dough.py", "a", encoding="utf-8") as file:
        file.write(CODE)
    with open(root / "snippets" / "pure" / "dough.py", "a", encoding="utf-8") as file:
        file.write(f"\ndot = {dot}\n")
    written = dot if whole else f"{float(dot):.1f}"
    for code in ("ja", "en"):
        page = root / PAGE.format(code)
        text = page.read_text("utf-8").replace("{#procedure}\n", f"{{#procedure}}\n\n[{written}]{{=dot}}\n", 1)
        page.write_text(text, "utf-8")
    found = [(finding.rule, finding.message, finding.mend) for finding in course.check(root).findings]
    if whole:
        assert {rule for rule, *_ in found} == {"answer-varies"}
        assert all(f"`dot` is {dot}" in message and "BLAS" in mend for _, message, mend in found)
    else:
        assert found == []
