"""Pages that state a wrong number, and pages that only look wrong: what `check` finds must be exactly that.

A case is a folder in samples/cases/, with these files:

- `snippet.py` and `twin.py`: the code, and the same in plain Python;
- `wrong.ja.md` and `wrong.en.md`: a few lines of a lesson with wrong numerals in them (left out where a case is about
  a false alarm); `right.ja.md` and `right.en.md`: the same lines, right;
- `expected.txt`: a line `<file>:<line>:<column>: <rule> <numeral>` for each wrong numeral, and nothing else.

All cases together are one course, so that they are checked in one go.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from build_tools import course
from build_tools.model import Finding

CASES = Path(__file__).parent / "samples" / "cases"
NAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())
LANGUAGES = ("ja", "en")
CONFIGURATION = """\
site_name: Cases
docs_dir: docs/{0}
site_dir: .build/plain/{0}
theme: {{name: material, language: {0}}}
markdown_extensions: {{build_tools.extension: {{lang: {0}}}}}
"""
# The sections that a lesson must have, around the lines of the case.
ABOVE = """\
---
title: "{title}"
day: 1
activity: practice
minutes: 10
prerequisites: []
snippet: {module}
sources: []
---

{kind}

## {title} {{#prerequisites}}

## {title} {{#goal}}

## {title} {{#procedure}}

"""
BELOW = """

## {title} {{#exercises}}

## {title} {{#sources}}
"""
TITLES = {"ja": "見出し", "en": "Heading"}


def module(case: str) -> str:
    return f"case_{re.sub(r'[^a-z0-9]', '_', case)}"


def pages(case: str) -> list[Path]:
    return sorted((CASES / case).glob("*.md"))


def page_path(page: Path) -> str:
    """Where a case's page stands in the course: `wrong.ja.md` → `docs/ja/<case>/wrong.md`."""
    kind, language, _ = page.name.split(".")
    return f"docs/{language}/{page.parent.name}/{kind}.md"


@cache
def findings() -> dict[str, list[Finding]]:
    """Everything that `check` finds in the course of all cases, by path."""
    overlay = {"mkdocs.yml": CONFIGURATION.format("ja"), "mkdocs.en.yml": CONFIGURATION.format("en")}
    for case in NAMES:
        for folder, name in (("snippets", "snippet.py"), ("snippets/pure", "twin.py")):
            overlay[f"{folder}/{module(case)}.py"] = (CASES / case / name).read_text("utf-8")
        for page in pages(case):
            kind, language, _ = page.name.split(".")
            parts = {"title": TITLES[language], "module": module(case), "kind": kind}
            text = page.read_text("utf-8")
            overlay[page_path(page)] = ABOVE.format(**parts) + text.rstrip("\n") + BELOW.format(**parts)
    by_path: dict[str, list[Finding]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        for finding in course.check(Path(folder), overlay=overlay).findings:
            by_path[finding.path].append(finding)
    return by_path


@pytest.mark.parametrize("case", NAMES)
def test_exactly_the_wrong_numerals_are_found(case: str) -> None:
    found, above = [], ABOVE.count("\n")
    for page in pages(case):
        lines = page.read_text("utf-8").splitlines()
        for finding in findings()[page_path(page)]:
            line = finding.line - above
            rest = lines[line - 1][finding.column - 1 :] if 0 < line <= len(lines) else ""
            found.append((f"{page.name}:{line}:{finding.column}: {finding.rule}", rest, finding))
    expected = [
        re.fullmatch(r"(\S+ \S+) (.+)", line)
        for line in (CASES / case / "expected.txt").read_text("utf-8").splitlines()
    ]
    wanted = [(match[1], match[2]) for match in expected if match]
    assert len(wanted) == len(expected), "each line is `<file>:<line>:<column>: <rule> <numeral>`"
    shown = "\n".join(str(finding) for *_, finding in found)
    assert sorted(place for place, *_ in found) == sorted(place for place, _ in wanted), shown
    for place, rest, _ in found:
        assert any(rest.startswith(numeral) for at, numeral in wanted if at == place), (place, rest)


@pytest.mark.parametrize("case", NAMES)
def test_the_code_of_a_case_is_sound(case: str) -> None:
    for folder in ("snippets", "snippets/pure"):
        assert findings()[f"{folder}/{module(case)}.py"] == []


def test_nothing_is_found_elsewhere() -> None:
    own = {page_path(page) for case in NAMES for page in pages(case)}
    own |= {f"{folder}/{module(case)}.py" for case in NAMES for folder in ("snippets", "snippets/pure")}
    assert [finding for path, found in findings().items() if path not in own for finding in found] == []


@pytest.mark.parametrize("case", NAMES)
def test_a_case_is_in_both_languages(case: str) -> None:
    kinds = {
        language: {page.name.split(".")[0] for page in pages(case) if f".{language}." in page.name}
        for language in LANGUAGES
    }
    assert kinds["ja"] == kinds["en"]
    assert "right" in kinds["ja"]
