"""Configurations: resolved like MkDocs, and nothing in them that would let an error through."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from mkdocs.utils import yaml_load

from build_tools.errors import UsageError
from build_tools.files import Files
from build_tools.settings import engine
from build_tools.settings.config import Project, load
from build_tools.settings.engine import EnginePolicy
from build_tools.settings.inherit import Reader

MAIN = """\
site_name: 例
docs_dir: docs/ja
site_dir: .build/plain/ja
theme:
  name: material
  language: ja
plugins:
  search: {}
  mkdocs-jupyter:
    execute: true
    allow_errors: false
markdown_extensions:
  build_tools.extension:
    lang: ja
    names: [GPT-2, H100]
  tables: {}
  pymdownx.snippets:
    check_paths: true
"""
ENGLISH = """\
INHERIT: mkdocs.yml
site_name: Example
docs_dir: docs/en
site_dir: .build/plain/en
theme:
  language: en
markdown_extensions:
  build_tools.extension:
    lang: en
"""


def project(main: str = MAIN, english: str = ENGLISH, **others: str) -> Project:
    files = {
        "mkdocs.yml": main,
        "mkdocs.en.yml": english,
        **{name.replace("_", "."): text for name, text in others.items()},
    }
    return load(Path("/nowhere"), Files(Path("/nowhere"), {name: text for name, text in files.items() if text}))


def rows(found: Project) -> list[tuple[str, int, int, str]]:
    return [(f.path, f.line, f.column, f.rule) for f in found.findings]


def test_a_right_project() -> None:
    found = project()
    assert found.findings == ()
    japanese, english = found.languages
    assert (japanese.code, english.code) == ("ja", "en")
    assert (japanese.site_name, english.site_name, found.site_name) == ("例", "Example", "例")
    assert english.config_path == "mkdocs.en.yml"
    assert english.docs_dir == Path("/nowhere/docs/en")
    assert english.site_dir == Path("/nowhere/.build/plain/en")
    assert english.names == ("GPT-2", "H100")
    assert dict(english.options) == {"lang": "en", "names": ["GPT-2", "H100"]}
    assert list(english.extensions) == ["build_tools.extension", "tables", "pymdownx.snippets"]
    assert english.plugins["mkdocs-jupyter"] == {"execute": True, "allow_errors": False}
    assert found.sources == Path("/nowhere/docs/sources")
    assert found.snippets == Path("/nowhere/snippets")
    assert not found.pymdownx_blocks


def test_the_list_form_is_understood() -> None:
    english = ENGLISH.replace(
        "  build_tools.extension:\n    lang: en\n", "  - build_tools.extension:\n      lang: en\n  - toc\n"
    )
    found = project(english=english)
    assert found.findings == ()
    assert list(found.languages[1].extensions) == ["build_tools.extension", "toc"]


def test_a_childs_own_list_drops_the_extension() -> None:
    english = ENGLISH.replace("  build_tools.extension:\n    lang: en\n", "  - tables\n  - toc: {permalink: true}\n")
    assert rows(project(english=english)) == [("mkdocs.en.yml", 7, 1, "config-extension")]


def test_an_extension_missing_from_both() -> None:
    main = MAIN.replace("build_tools.extension", "other.extension")
    english = ENGLISH.partition("markdown_extensions")[0]
    found = project(main, english)
    assert rows(found) == [("mkdocs.yml", 12, 1, "config-extension")] * 2
    assert [f.message.partition(",")[0] for f in found.findings] == ["mkdocs.yml", "mkdocs.en.yml"]


def test_no_markdown_extensions_at_all() -> None:
    found = project("site_name: x\nsite_dir: .build/x\ntheme: {name: material}\n", "")
    assert rows(found) == [("mkdocs.yml", 1, 1, "config-extension")]
    assert found.languages[0].code == "en"


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "rule", "part"),
    [
        ("    lang: ja\n", "    lang: de\n", 14, 5, "config-language", "the theme for `ja`"),
        ("  language: ja\n", "  language: no\n", 6, 3, "config-language", "no language's code"),
        ("names: [GPT-2, H100]", "names: GPT-2", 15, 5, "config-extension", "no list of texts"),
        ("site_dir: .build/plain/ja", "site_dir: site", 3, 1, "config-site-dir", "write to site/"),
        ("site_dir: .build/plain/ja", "site_dir: ./site/ja", 3, 1, "config-site-dir", "write to site/"),
        ("site_dir: .build/plain/ja", "site_dir: docs/ja/out", 3, 1, "config-site-dir", "among the pages"),
        ("site_dir: .build/plain/ja", "site_dir: docs", 3, 1, "config-site-dir", "among the pages"),
        ("site_dir: .build/plain/ja", "site_dir: .", 3, 1, "config-site-dir", "holds the pages"),
        ("site_dir: .build/plain/ja\n", "", 1, 1, "config-site-dir", "write to site/"),
        ("    allow_errors: false\n", "", 9, 3, "config-swallows", "publishes the traceback"),
        ("allow_errors: false", "allow_errors: true", 11, 5, "config-swallows", "publishes the traceback"),
        ("    check_paths: true\n", "", 17, 3, "config-swallows", "check_paths"),
        ("check_paths: true", "check_paths: false", 18, 5, "config-swallows", "check_paths"),
        ("    check_paths: true\n", "    check_paths: true\n    base_path: [x, .]\n", 19, 5, "config-swallows", "ran"),
        ("    check_paths: true\n", "    check_paths: true\n    base_path: x\n", 19, 5, "config-swallows", "ran"),
        ("  tables: {}\n", "  pymdownx.extra: {}\n", 16, 3, "config-swallows", "`pymdownx.extra`"),
        ("  tables: {}\n", "  pymdownx.betterem: {}\n", 16, 3, "config-swallows", "`pymdownx.betterem`"),
        ("  tables: {}\n", "  pymdownx.caret: {}\n", 16, 3, "config-swallows", "`pymdownx.caret`"),
        ("  tables: {}\n", "  pymdownx.tilde:DeleteSubExtension:\n", 16, 3, "config-swallows", "`pymdownx.tilde`"),
        ("  tables: {}\n", "  pymdownx.arithmatex: {}\n", 16, 3, "config-swallows", "`pymdownx.arithmatex`"),
        ("  tables: {}\n", "  tables: {}\n  tables: {}\n", 17, 3, "yaml", "stated twice"),
        ("site_name: 例\n", "site_name: 例\n\tx: 1\n", 2, 1, "yaml", "tab"),
    ],
)
def test_what_is_wrong_is_found_once_at_its_place(
    old: str, new: str, line: int, column: int, rule: str, part: str
) -> None:
    assert old in MAIN
    found = project(MAIN.replace(old, new)).findings
    assert ("mkdocs.yml", line, column, rule) in [(f.path, f.line, f.column, f.rule) for f in found]
    if rule != "yaml":
        assert len(found) == 1
    assert part in found[0].message


def test_what_a_child_adds_is_found_in_the_child() -> None:
    english = ENGLISH + "  pymdownx.caret:\nplugins:\n  mkdocs-jupyter: {allow_errors: true}\n"
    assert rows(project(english=english)) == [
        ("mkdocs.en.yml", 10, 3, "config-swallows"),
        ("mkdocs.en.yml", 12, 20, "config-swallows"),
    ]


def test_a_child_of_its_own_kind_without_inheritance() -> None:
    english = MAIN.replace("ja", "en").replace("docs/ja", "docs/en")
    assert project(english=english).findings == ()


def test_two_configurations_for_one_language_or_folder() -> None:
    german = ENGLISH.replace("docs/en", "docs/de")
    assert rows(project(mkdocs_de_yml=german)) == [("mkdocs.en.yml", 9, 5, "config-language")]
    german = ENGLISH.replace("  language: en", "  language: de").replace("lang: en", "lang: de")
    assert rows(project(mkdocs_de_yml=german)) == [("mkdocs.en.yml", 3, 1, "config-language")]


def test_other_files_are_no_languages() -> None:
    found = project(mkdocs_base_yml="a: 1", mkdocs_en_yml_bak="a: 1")
    assert [language.code for language in found.languages] == ["ja", "en"]


@pytest.mark.parametrize(
    ("inherit", "part"),
    [
        ("no.yml", "does not exist"),
        ("[mkdocs.yml]", "names no file"),
        ("", "names no file"),
        ("mkdocs.en.yml", "inherits from this file"),
    ],
)
def test_broken_inheritance(inherit: str, part: str) -> None:
    found = project(english=ENGLISH.replace("INHERIT: mkdocs.yml", f"INHERIT: {inherit}"))
    assert rows(found)[0] == ("mkdocs.en.yml", 1, 1, "config")
    assert part in found.findings[0].message


def test_a_cycle_ends() -> None:
    found = project(main="INHERIT: mkdocs.en.yml\n" + MAIN)
    assert ("mkdocs.en.yml", 1, 1, "config") in rows(found)
    assert ("mkdocs.yml", 1, 1, "config") in rows(found)


def test_tags_are_tolerated() -> None:
    extra = (
        "extra: !ENV [TASHIKAME_NONE, x]\nhooks_: !relative $docs_dir\n"
        "fences:\n  - format: !!python/name:pymdownx.superfences.fence_code_format\n"
    )
    assert project(MAIN + extra).findings == ()


def test_blocks_of_pymdownx_are_noticed() -> None:
    assert project(english=ENGLISH + "  pymdownx.blocks.tab: {}\n").pymdownx_blocks


def test_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no mkdocs\.yml") as caught:
        load(tmp_path)
    assert caught.value.exit_code == 2
    with pytest.raises(UsageError):
        load(tmp_path / "no")
    (tmp_path / "mkdocs.yml").write_bytes(b"site_name: \xff\n")
    with pytest.raises(UsageError, match="cannot be read"):
        load(tmp_path)


LAYERS = {
    "base.yml": "a: {x: 1, y: {p: 1, q: [1, 2]}}\nb: [1]\nc: {k: v}\nd: 1\ne:\n",
    "conf/mid.yml": "INHERIT: ../base.yml\na: {y: {q: [3], r: 2}}\nb: {one: 1}\nc:\ne: {z: 1}\n",
    "mkdocs.yml": "INHERIT: conf/mid.yml\na: {x: null, y: {p: {deep: true}}}\nd: {n: 1}\nf: on\n",
}


def test_resolution_is_that_of_mkdocs(tmp_path: Path) -> None:
    for name, text in LAYERS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with open(tmp_path / "mkdocs.yml", encoding="utf-8") as file:
        expected = yaml_load(file)
    resolved = Reader(Files(tmp_path, {})).resolve(tmp_path / "mkdocs.yml")
    assert resolved.data == expected
    assert resolved.finding("a.y.q", "x", "", "").path == "conf/mid.yml"
    assert resolved.finding("a.y.p.deep", "x", "", "").path == "mkdocs.yml"


def test_the_projects_own_configurations_are_right() -> None:
    root = Path(__file__).parent.parent
    if not (root / "mkdocs.yml").is_file():
        pytest.skip("the package is tested without its course")
    found = load(root)
    assert found.findings == ()
    for language in found.languages:
        with open(root / language.config_path, encoding="utf-8") as file:
            expected = yaml_load(file)
        assert dict(language.extensions) == {
            name: options or {} for name, options in expected["markdown_extensions"].items()
        }
        assert os.path.relpath(language.docs_dir, root) == os.path.normpath(expected["docs_dir"])


# -------------------------------------------------------------------------------------------------- the engine


def test_what_snippets_may_use() -> None:
    assert project().engine == EnginePolicy(20, 1_000_000_000, 120, 4_000_000_000)
    stated = "    lang: ja\n    engine: {seconds: 2.5, memory: 512 MB, most_seconds: 90, most_memory: 1.5 GB}\n"
    found = project(MAIN.replace("    lang: ja\n", stated))
    assert found.findings == ()
    assert found.engine == EnginePolicy(2.5, 512_000_000, 90, 1_500_000_000)
    assert found.languages[1].engine == found.engine, "the other language inherits it"


@pytest.mark.parametrize(
    ("option", "policy"),
    [
        ({"seconds": 300}, EnginePolicy(seconds=300, most_seconds=300)),
        ({"most_seconds": 10}, EnginePolicy(seconds=10, most_seconds=10)),
        ({"memory": "6 GB"}, EnginePolicy(memory=6_000_000_000, most_memory=6_000_000_000)),
        ({"most_memory": "500 MB"}, EnginePolicy(memory=500_000_000, most_memory=500_000_000)),
        ({}, EnginePolicy()),
        (None, EnginePolicy()),
    ],
)
def test_one_amount_moves_the_other(option: object, policy: EnginePolicy) -> None:
    assert engine.read(option) == (policy, ())


@pytest.mark.parametrize(
    ("option", "dotted"),
    [
        ([], ""),
        ("20 s", ""),
        ({"seconds": 0}, "seconds"),
        ({"seconds": True}, "seconds"),
        ({"seconds": "20 s"}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"seconds": 10**400}, "seconds"),
        ({"seconds": None}, "seconds"),
        ({"most_seconds": 86_401}, "most_seconds"),
        ({"memory": 1_000_000_000}, "memory"),
        ({"memory": "1 gb"}, "memory"),
        ({"memory": "1GB"}, "memory"),
        ({"memory": "-1 GB"}, "memory"),
        ({"memory": "1 MB"}, "memory"),
        ({"most_memory": "999999 GB"}, "most_memory"),
        ({"seconds": 10, "most_seconds": 5}, "seconds"),
        ({"memory": "2 GB", "most_memory": "1 GB"}, "memory"),
        ({"second": 10}, "second"),
        ({7: 10}, "7"),
    ],
)
def test_what_snippets_may_not_be_given(option: object, dotted: str) -> None:
    policy, faults = engine.read(option)
    assert policy == EnginePolicy()
    assert [fault.dotted for fault in faults] == [dotted]
    assert faults[0].message and faults[0].mend
