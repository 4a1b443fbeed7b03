"""What a snippet asks for in its header.

Each folder of samples/headers/ holds a `snippet.py` and an `expected.txt`: in its first line what the snippet has,
below it every finding, `line:column: message`. The project has a file data/rates.csv, and a link data/away.csv that
leads out of it. A snippet has 20 s and 1 GB, and may ask for 120 s and 4 GB.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from build_tools.code import header
from build_tools.files import Files
from build_tools.settings.engine import EnginePolicy, amount

SAMPLES = Path(__file__).parent / "samples" / "headers"
CASES = sorted(path.name for path in SAMPLES.iterdir())


@pytest.fixture
def files(tmp_path: Path) -> Files:
    (tmp_path / "course" / "data").mkdir(parents=True)
    (tmp_path / "course" / "data" / "rates.csv").write_text("1\n")
    (tmp_path / "rates.csv").write_text("1\n")
    (tmp_path / "course" / "data" / "away.csv").symlink_to(tmp_path / "rates.csv")
    return Files(tmp_path / "course", {"data/laid-over.csv": "1\n"})


@pytest.mark.parametrize("case", CASES)
def test_sample(case: str, files: Files) -> None:
    source = (SAMPLES / case / "snippet.py").read_text("utf-8")
    needs, findings = header.read(source, "snippets/x.py", EnginePolicy(), files)
    told = [", ".join((f"{needs.seconds:g} s", amount(needs.memory), *needs.files))]
    told += [f"{finding.line}:{finding.column}: {finding.message}" for finding in findings]
    assert "\n".join(told) == (SAMPLES / case / "expected.txt").read_text("utf-8").rstrip("\n")
    assert case.endswith("-right") <= (not findings)
    for finding in findings:
        assert (finding.path, finding.rule, finding.severity) == ("snippets/x.py", "snippet-needs", "error")
        assert finding.mend


def test_a_file_that_is_laid_over_is_there(files: Files) -> None:
    needs, findings = header.read("# needs: data/laid-over.csv\n", "x.py", EnginePolicy(), files)
    assert (needs.files, findings) == (("data/laid-over.csv",), ())


def test_what_every_snippet_has_is_the_course_s(files: Files) -> None:
    policy = EnginePolicy(seconds=5, memory=512_000_000, most_seconds=8, most_memory=600_000_000)
    needs, _ = header.read("value = 1\n", "x.py", policy, files)
    assert (needs.seconds, needs.memory) == (5, 512_000_000)
    needs, findings = header.read("# needs: 6 s\n# needs: 700 MB\n", "x.py", policy, files)
    assert (needs.seconds, needs.memory) == (6, 600_000_000)
    assert [finding.message for finding in findings] == ["700 MB is more than a snippet may ask for: 600 MB"]
