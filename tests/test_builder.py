"""What a builder remembers of a page: only where it is known what Markdown's extensions make of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown.extensions.tables import TableExtension
from material.plugins.search.plugin import SearchIndex
from mkdocs.config import load_config
from mkdocs.structure.files import get_files
from mkdocs.structure.pages import Page

from build_tools.memory import Memory
from build_tools.publishing import builder
from build_tools.publishing.builder import Builder

KNOWN = {
    "Markdown's own": "  tables: {}\n  markdown.extensions.footnotes: {}\n",
    "an icon of the theme": "  pymdownx.emoji:\n    emoji_index: !!python/name:material.extensions.emoji.twemoji\n"
    "    emoji_generator: !!python/name:material.extensions.emoji.to_svg\n",
    "a fence": "  pymdownx.superfences:\n    custom_fences:\n    - name: x\n      class: x\n"
    "      format: !!python/name:pymdownx.superfences.fence_code_format\n",
}
UNKNOWN = {
    "an icon of one's own": "  pymdownx.emoji:\n    options: {custom_icons: [theme/.icons]}\n",
    "pictures as text": "  pymdownx.b64: {}\n",
    "the course's own": "  tests.test_builder: {}\n",
    "a fence of the course's own": "  pymdownx.superfences:\n    custom_fences:\n    - name: x\n      class: x\n"
    "      format: !!python/name:tests.test_builder.fence\n",
}


def fence(*_: object) -> str:
    return ""


def makeExtension(**_: object) -> Any:
    return TableExtension()


@pytest.fixture
def installed() -> Iterator[None]:
    """Whatever is put in place of MkDocs' own goes again."""
    before = Page.render, SearchIndex.add_entry_from_context
    yield
    Page.render, SearchIndex.add_entry_from_context = before  # type: ignore[method-assign]


def configured(folder: Path, extensions: str) -> Any:
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("# One\n\n## Two\n", "utf-8")
    (folder / "mkdocs.yml").write_text(f"site_name: x\nmarkdown_extensions:\n{extensions}", "utf-8")
    return load_config(str(folder / "mkdocs.yml"))


def plain(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A configuration without anything of ours."""
    monkeypatch.setattr(builder, "_ours", lambda config: (folder, "en"))
    monkeypatch.setattr(builder.extension, "written", lambda *_: None)
    monkeypatch.setattr(builder.extension, "inclusions", lambda *_: ())
    return configured(folder, "  tables: {}\n")


def rendered(config: Any) -> Page:
    """The one page."""
    files = get_files(config)
    file = files.get_file_from_path("index.md")
    assert file is not None
    page = Page(None, file, config)
    page.read_source(config)
    page.render(config, files)
    return page


@pytest.mark.parametrize("extensions", KNOWN.values(), ids=KNOWN.keys())
def test_what_is_told(tmp_path: Path, extensions: str) -> None:
    assert builder._settings(configured(tmp_path, extensions))


@pytest.mark.parametrize("extensions", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_nobody_can_tell(tmp_path: Path, extensions: str) -> None:
    """An extension may read any file: where it is not known to read none, nothing is remembered."""
    with pytest.raises(builder.Unknown):
        builder._settings(configured(tmp_path, extensions))


def test_what_a_hook_changes_is_not_what_was_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: None
) -> None:
    config = plain(tmp_path, monkeypatch)
    found = Builder(Memory())
    found.install()
    for _ in range(2):
        page = rendered(config)
        (one,) = page.toc.items
        assert (one.title, [two.title for two in one.children]) == ("One", ["Two"])
        one.title += "!"
        one.children.clear()
    assert (found.rendered, found.pages) == (1, 2)


def test_a_page_of_which_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: None) -> None:
    """A plugin has written it, or a hook changed it: with another text it is another page."""
    config, found = plain(tmp_path, monkeypatch), Builder(Memory())
    found.install()
    for text in ("One.", "Two.", "One."):
        (tmp_path / "docs" / "index.md").write_text(f"# Page\n\n{text}\n", "utf-8")
        assert f"<p>{text}</p>" in str(rendered(config).content)
    assert (found.rendered, found.pages) == (2, 3)


def test_one_builder_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: None) -> None:
    """`serve` has several in one process: the last one alone is asked, and calls MkDocs' own."""
    config = plain(tmp_path, monkeypatch)
    builders = []
    for _ in range(3):
        builders.append(Builder(Memory()))
        builders[-1].install()
    rendered(config)
    assert [one.pages for one in builders] == [0, 0, 1]


def test_a_builder_that_nobody_tells_anything(tmp_path: Path) -> None:
    """Whoever started it has ended meanwhile."""
    configured(tmp_path, "  tables: {}\n")
    program = [sys.executable, "-m", "build_tools.publishing.builder", "mkdocs.yml", "site", "--waiting"]
    environment = {**os.environ, "PYTHONPATH": str(Path(builder.__file__).parents[2])}
    ended = subprocess.run(program, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
    assert not (tmp_path / "site").exists()
