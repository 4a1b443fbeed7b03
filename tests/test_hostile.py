"""Snippets that attack what runs them: each ends in a finding at its line, or in values where it harms nobody.

Each folder of samples/hostile/ holds a `snippet.py`, harmless should it succeed, and an `expected.txt`:

    limit 1                          seconds of wall time (20 where it says nothing)
    failure rule line: text          how it ends, and what the message holds; several lines: one of them
    expression => value <- names     what it comes to where it does not fail
    expression => error: text        what is asked of it, and fails by itself

After each comes a snippet that does nothing wrong, in the same engine.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest

from build_tools.code import replies
from build_tools.code.replies import Ended
from build_tools.code.runner import Engine
from build_tools.code.sandbox import Kernel
from build_tools.model import Answer, Job, Outcome, Question, Record, Tree

if sys.platform != "linux" or not Kernel.here().landlock or not Kernel.here().machine:
    pytest.skip("this system has no sandbox", allow_module_level=True)

SAMPLES = Path(__file__).parent / "samples" / "hostile"
CLEAN = Job("clean.py", "import numpy as np\nrows = np.eye(2) * 3\nvalue = 2 + 3\n", (Question("rows, value", "en"),))


@dataclass
class Case:
    """One folder of samples."""

    name: str
    limit: float = 20.0
    failures: list[tuple[str, int, str]] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)

    @property
    def job(self) -> Job:
        path = f"{self.name}/snippet.py"
        questions = tuple(Question(expression, "en") for expression in self.asked)
        return Job(path, (SAMPLES / path).read_text(encoding="utf-8"), questions)


def _case(folder: Path) -> Case:
    case = Case(folder.name)
    for line in (folder / "expected.txt").read_text(encoding="utf-8").splitlines():
        if failure := re.fullmatch(r"failure (\S+) (\d+): ?(.*)", line):
            case.failures.append((failure[1], int(failure[2]), failure[3]))
        elif line.startswith("limit "):
            case.limit = float(line[6:])
        else:
            expression, _, expected = line.partition(" => ")
            case.asked[expression] = expected
    return case


CASES = [_case(folder) for folder in sorted(SAMPLES.iterdir()) if (folder / "expected.txt").is_file()]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the corpus, with what snippets try to harm or to read."""
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copytree(SAMPLES, folder, dirs_exist_ok=True)
    (folder / "victim.txt").write_text("whole\n")
    (folder / "outside.txt").symlink_to("/etc/passwd")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("secret\n")
    return folder


@pytest.fixture(scope="module")
def outcomes(project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Outcome, Outcome]]:
    """Of every case its own outcome, and that of the clean snippet after it; those with one limit in one engine."""
    found: dict[str, tuple[Outcome, Outcome]] = {}
    before, temporary = _state(project), tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TOKEN_OF_THE_BUILD", "secret")
        environment.setattr(tempfile, "tempdir", str(temporary))
        for limit in {case.limit for case in CASES}:
            together = [case for case in CASES if case.limit == limit]
            with Engine(project, limit=limit) as engine:
                if limit >= 20:
                    results = engine([job for case in together for job in (case.job, CLEAN)])
                    pairs = zip(results[::2], results[1::2], strict=True)
                else:  # the machine may be busy with others: that is no reason for the clean one to fail
                    hostile = engine([case.job for case in together])
                    engine.limit = 20
                    pairs = zip(hostile, engine([CLEAN] * len(together)), strict=True)
            found |= zip((case.name for case in together), pairs, strict=True)
    assert _state(project) == before
    assert list(temporary.iterdir()) == []
    return found


def _state(folder: Path) -> dict[str, tuple[int, ...]]:
    """Every file with what would change if somebody touched it."""
    found = {}
    for path in folder.rglob("*"):
        status = path.lstat()
        found[str(path)] = (status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_nlink)
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
def test_a_hostile_snippet_ends_in_a_finding_or_harms_nobody(
    case: Case, outcomes: dict[str, tuple[Outcome, Outcome]]
) -> None:
    outcome, after = outcomes[case.name]
    if outcome.failure is not None:
        found = outcome.failure
        assert any(
            (found.rule, found.line) == (rule, line) and text in found.message for rule, line, text in case.failures
        ), found
    else:
        assert case.asked, "it came to no finding"
        assert outcome.layers == after.layers
        for expression, expected in case.asked.items():
            answer = told(outcome.answers[Question(expression, "en")])
            if expected.startswith("error: "):
                assert answer.startswith("error: ") and expected[7:] in answer, f"{expression}: {answer}"
            else:
                assert answer == expected, expression
    assert after.failure is None, after.failure
    assert told(after.answers[CLEAN.questions[0]]) == "(((3.0, 0.0), (0.0, 3.0)), 5) <- rows value"


FORGED = [
    b"",
    b"\xff",
    b"null",
    b"5",
    b"[]",
    b'"failure"',
    b"{",
    b"[" * 100_000,
    b'{"failure": null}',
    b'{"failure": ["snippet-error", 1]}',
    b'{"failure": ["no-rule", 1, "text"]}',
    b'{"failure": ["snippet-error", 0, "text"]}',
    b'{"failure": ["snippet-error", 1e999, "text"]}',
    b'{"failure": ["snippet-error", NaN, "text"]}',
    b'{"failure": ["snippet-error", 1.0, "text"]}',
    b'{"failure": [["snippet-error"], 1, "text"]}',
    b'{"failure": ["snippet-error", 1, "\\ud800"]}',
    b'{"failure": ["snippet-error", 1, "\xed\xa0\x80"]}',
]
HOLLOW = '{"answers": [%s], "values": {"x": %s}, "versions": %s, "helpers": %s}'
FORGED += [
    (HOLLOW % parts).encode()
    for parts in (
        ("", "1", "{}", "[]"),
        ("null", "1", "{}", "[]"),
        ('{"value": {"fraction": [1, 0]}}', "1", "{}", "[]"),
        ('{"value": {"fraction": "x"}}', "1", "{}", "[]"),
        ('{"value": {"fraction": ["1e9999999"]}}', "1", "{}", "[]"),
        ('{"value": {"fraction": ["1", "3"]}}', "1", "{}", "[]"),
        ('{"value": {"fraction": [1]}}', "1", "{}", "[]"),
        ('{"value": {"fraction": [true, 2]}}', "1", "{}", "[]"),
        ('{"value": {"record": [[1]]}}', "1", "{}", "[]"),
        ('{"error": 5}', "1", "{}", "[]"),
        ('{"names": [[]]}', "1", "{}", "[]"),
        ("{}", "[" * 200 + "]" * 200, "{}", "[]"),
        ("{}", '"\\udfff"', "{}", "[]"),
        ("{}", "9" * 5000, "{}", "[]"),
        ("{}", "[" + "0," * 4_000_000 + "0]", "{}", "[]"),
        ("{}", "1", '{"numpy": []}', "[]"),
        ("{}", "1", "{}", "[1]"),
        ("{}", "1", "{}", '["/etc/x.py"]'),
        ("{}", "1", "{}", '["../x.py"]'),
        ("{}", "1", "{}", '["snippets/../../x.py"]'),
        ("{}", "1", "{}", '["snippets//x.py"]'),
    )
]


@pytest.mark.parametrize("answer", FORGED, ids=lambda answer: answer[:40].decode("latin-1"))
def test_a_forged_answer_is_a_finding(answer: bytes) -> None:
    job = Job("x.py", "x = 1\n", (Question("x", "en"),))
    outcome = replies.read(job, Ended(answer + b"\n"), 20.0)
    assert outcome.failure is not None and outcome.failure.message == "its process wrote over its own answer"


def test_a_forged_text_is_none() -> None:
    job = Job("x.py", "x = 1\n", (Question("x", "en"),))
    written = (HOLLOW % ("{}", "1", "{}", "[]")).encode()
    for line, text in ((b'[[0], "\\ud83d\\ude00"]', "😀"), (b'[[0], "\\ud800"]', ""), (b"[[[]], 1]", ""), (b"{}", "")):
        outcome = replies.read(job, Ended(written + b"\n" + line + b"\n"), 20.0)
        assert outcome.failure is None and outcome.answers[job.questions[0]].printed == text


def test_an_answer_without_end_is_a_finding() -> None:
    outcome = replies.read(Job("x.py", ""), Ended(bytes(replies.LONGEST + 1)), 20.0)
    assert outcome.failure is not None and "longer than 64 MB" in outcome.failure.message


def test_nothing_is_left_behind(outcomes: dict[str, tuple[Outcome, Outcome]], project: Path) -> None:
    places = Path("/tmp"), Path(), project, *project.iterdir()
    assert outcomes and not any((place / "tashikame-marker").exists() for place in places)
    assert (project / "victim.txt").read_text() == "whole\n"
