"""What `fix` writes: the numerals of stale claims, and nothing else of a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from build_tools import course, fix
from build_tools.errors import BuildError
from build_tools.numbers.languages import language

BASE = Path(__file__).parent / "samples" / "base"
PAGE = "docs/en/tiles/day-1-floor.md"
LANGUAGES = {code: language(code) for code in ("ja", "en")}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course one of whose pages is stale and has line ends of two kinds."""
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / PAGE).read_bytes().replace(b"[6]{=rows}", b"[7]{=rows}")
    (tmp_path / PAGE).write_bytes(text.replace(b"\n", b"\r\n", 12))
    return tmp_path


def test_a_numeral_changes_and_no_line_end(root: Path) -> None:
    before = (root / PAGE).read_bytes()
    changed = fix.changes(course.check(root), LANGUAGES)
    assert [change.path for change in changed] == [PAGE]
    fix.write(root, changed)
    assert (root / PAGE).read_bytes() == before.replace(b"[7]{=rows}", b"[6]{=rows}")
    assert course.check(root).findings == ()


def test_a_page_that_was_edited_meanwhile_is_left_alone(root: Path) -> None:
    changed = fix.changes(course.check(root), LANGUAGES)
    (root / PAGE).write_text("a new text", "utf-8")
    with pytest.raises(BuildError, match="has changed since"):
        fix.write(root, changed)
    assert (root / PAGE).read_text("utf-8") == "a new text"


def test_numerals_beside_a_table_and_a_figure_are_mended_too(tmp_path: Path) -> None:
    """A caption's claims are claims; a figure has none, and what stands in its lines is left as it is."""
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    block = """
| a | b |
|---|---|
| 6 | {0} |

{=rows, columns} There are [{1} tiles]{=tiles}, in row 2.

/// figure | The pattern of floor_2
    kind: heatmap
    value: pattern
    rows: 第 1 行, r_9
    decimals: 1

It ends with [{2}]{=corners[1]}.

///

## """
    for code in LANGUAGES:
        path = tmp_path / f"docs/{code}/tiles/day-1-floor.md"
        head, _, rest = path.read_text("utf-8").rpartition("\n## ")
        right, stale = (
            head + block.replace("{0}", a).replace("{1}", b).replace("{2}", c) + rest
            for a, b, c in (("8", "48", "3"), ("9", "49", "4"))
        )
        path.write_text(stale, "utf-8")
    fix.write(tmp_path, fix.changes(course.check(tmp_path), LANGUAGES))
    assert course.check(tmp_path).findings == ()
    assert path.read_text("utf-8") == right
