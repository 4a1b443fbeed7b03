"""The synthetic courses that benchmarks build: whatever is measured must hold, and be the same for every builder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from build_tools import course
from tests.bench import courses, figures, plain
from tests.bench.processes import Cost
from tests.bench.scenarios import BUILDS, PLAIN

SIZE = 3


def files(code: str, builder: str) -> dict[str, str]:
    return dict(courses.files(SIZE, code, builder))


@pytest.mark.parametrize("code", courses.CODE)
def test_a_course_holds(code: str, tmp_path: Path) -> None:
    courses.write(tmp_path, SIZE, code, "ours")
    report = course.check(tmp_path)
    assert [str(finding) for finding in report.findings] == []
    lessons = [page for page in report.pages if page.verified]
    assert len(lessons) == 2 * SIZE
    assert all(25 <= len(page.verified) <= 45 for page in lessons)
    assert all(8_000 <= len(page.page.text.encode()) <= 14_000 for page in lessons)


def test_a_course_is_the_same_each_time_and_grows_at_its_end() -> None:
    assert files("distinct", "ours") == files("distinct", "ours")
    fewer = dict(courses.files(SIZE - 1, "distinct", "ours"))
    assert {path: text for path, text in files("distinct", "ours").items() if "index" not in path}.items() >= {
        path: text for path, text in fewer.items() if "index" not in path
    }.items()


@pytest.mark.parametrize("code", courses.CODE)
def test_code_is_shared_or_distinct(code: str) -> None:
    named = re.findall(r"^snippet: (\w+)$", "\n".join(dict(courses.files(9, code, "ours")).values()), re.MULTILINE)
    assert len(set(named)) == (9 if code == "distinct" else 4)


@pytest.mark.parametrize("builder", courses.BUILDERS)
def test_other_builders_get_the_same_pages_without_our_syntax(builder: str) -> None:
    ours, theirs = files("distinct", "ours"), files("distinct", builder)
    pages = [path for path in ours if path.startswith(("docs/ja", "docs/en"))]
    for path in pages:
        other = path if builder != "mkdocs-jupyter" or path.endswith("index.md") else path.replace(".md", ".ipynb")
        assert other in theirs
        if builder != "ours":
            assert not re.search(r"\{[=!]|^///", theirs[other], re.MULTILINE)
    assert theirs["mkdocs.yml"].replace("build_tools.extension", "").count("navigation.prune") == 1


def test_plain_text_keeps_what_a_reader_sees() -> None:
    text = "There are [(3, 4)]{=a.shape} and $n = 3${=n} beds, [10]{!label} in all.\n\n{=a} Said.\n"
    lesson = f"---\ntitle: x\n---\n\n{text}"
    assert plain.body(plain.text(lesson)) == "There are (3, 4) and $n = 3$ beds, 10 in all.\n\nSaid.\n"


def test_the_table_compares_runs_of_one_round(tmp_path: Path) -> None:
    cold = BUILDS[0]
    rounds = [{PLAIN: Cost(wall, 1.0, 10**6), cold: Cost(2 * wall, 3.0, 10**6)} for wall in (1.0, 2.0, 4.0)]
    rows = figures.table(50, [PLAIN, cold], PLAIN, rounds, {}).splitlines()
    assert "4.00 (2.00–8.00) | 2.00 (2.00–2.00) | ≤ 1.05 ×: missed" in rows[-1]
    place = tmp_path / "x.md"
    place.write_text(f"a\n{figures.BEGIN}\nold\n{figures.END}\nb\n", "utf-8")
    figures.write(place, "new")
    assert place.read_text("utf-8") == f"a\n{figures.BEGIN}\n\nnew\n\n{figures.END}\nb\n"


def test_the_benchmarks_have_their_place() -> None:
    text = (Path(__file__).parents[1] / "BENCHMARKS.md").read_text("utf-8")
    assert text.count(figures.BEGIN) == text.count(figures.END) == 1
