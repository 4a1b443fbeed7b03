"""The same sources on three builders: two refuse a drifted answer by themselves, the third reports."""

from __future__ import annotations

import warnings

import pytest

from tests.e2e.harness import PAGE, Course

CONFIGS = {"ja": "mkdocs.yml", "en": "mkdocs.en.yml"}
# A value, and the same one drifted, on the page's line.
RIGHT, WRONG = "[840]{=dough}", "[850]{=dough}"


def place(course: Course, language: str) -> str:
    """Where the drifted literal stands: path, line and column."""
    path = PAGE.format(language)
    lines = (course.root / path).read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if RIGHT in text)
    return f"{path}:{line}:{lines[line - 1].index(RIGHT) + 2}"


def test_the_site_of_the_sample(built: Course) -> None:
    files = set(built.site())
    assert {"index.html", "404.html", "sitemap.xml", "robots.txt", "verification.json"} <= files
    for language in CONFIGS:
        assert f"{language}/bread/day-1-bakers-percentage/index.html" in files
        assert f"{language}/404.html" not in files
    result = built.run("build_tools", "audit", "site")
    assert result.code == 0, result.output


@pytest.mark.parametrize("language", CONFIGS)
def test_a_plain_build(plain: Course, language: str) -> None:
    page = plain.root / ".build" / "plain" / language / "bread" / "day-1-bakers-percentage" / "index.html"
    assert "data-claim" in page.read_text("utf-8")


@pytest.mark.parametrize("builder", ["mkdocs", "properdocs"])
@pytest.mark.parametrize("language", CONFIGS)
def test_a_plain_build_refuses_a_drifted_answer(course: Course, builder: str, language: str) -> None:
    before = course.site()
    if builder != "mkdocs":  # whose builds of the course as it is are in `plain`
        result = course.run(builder, "build", "-f", CONFIGS[language])
        assert result.code == 0, result.output
    where = place(course, language)
    for each in CONFIGS:
        course.edit(PAGE.format(each), RIGHT, WRONG)
    result = course.run(builder, "build", "-f", CONFIGS[language])
    assert result.code != 0, result.output
    assert f"{where}: error[answer-drift]" in result.output
    assert course.site() == before


def test_our_build_refuses_a_drifted_answer(course: Course) -> None:
    where = place(course, "en")
    course.edit(PAGE.format("en"), RIGHT, WRONG)
    assert f"{where}: error[answer-drift]" in course.refused()


def test_zensical_as_a_canary(course: Course) -> None:
    """Reports what the announced successor does with the course; nothing here fails the gate."""
    said = []
    good = course.run("zensical", "build", "--clean", "-f", "mkdocs.yml")
    said.append(f"builds: {'yes' if good.code == 0 else 'no'}")
    page = course.root / ".build" / "plain" / "ja" / "bread" / "day-1-bakers-percentage" / "index.html"
    said.append(f"claims on the page: {'yes' if page.is_file() and 'data-claim' in page.read_text('utf-8') else 'no'}")
    course.edit(PAGE.format("ja"), RIGHT, WRONG)
    drifted = course.run("zensical", "build", "--clean", "-f", "mkdocs.yml")
    said.append(f"refuses a drifted answer: {'yes' if drifted.code != 0 else 'no'}")
    warnings.warn(f"zensical 0.0.73: {', '.join(said)}", stacklevel=1)
