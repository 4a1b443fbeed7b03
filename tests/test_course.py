"""The core by itself: what it imports, and that it says the same each time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from build_tools import course
from tests.mutation.mutants import Engine

ROOT = Path(__file__).parents[1]
# What only builders, notebooks and snippets need: importing any of it would cost more than the check itself.
HEAVY = ("mkdocs", "material", "markdown", "jupyter_core", "nbformat", "numpy", "jinja2", "pygments")


def test_check_imports_no_builder() -> None:
    code = (
        "import sys; from build_tools import __main__; code = __main__.main(['check']); "
        f"print([name for name in {HEAVY} if name in sys.modules], code)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[] 0"


def test_a_second_check_says_the_same() -> None:
    engine = Engine()
    page = "docs/en/attention/day-45-multi-head-subspaces.md"
    text = (ROOT / page).read_text("utf-8").replace("2,362,368", "2,362,369")
    first, second = (course.check(ROOT, overlay={page: text}, engine=engine) for _ in range(2))
    assert first.findings == second.findings != ()
