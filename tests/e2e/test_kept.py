"""What is kept of earlier builds never shows: after any change, the site is that of a build which keeps nothing."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from build_tools.course import Checker
from build_tools.model import Report
from build_tools.publishing.builders import Builders
from build_tools.publishing.finish import Manner
from build_tools.publishing.quick import Quick
from build_tools.publishing.site import assemble
from build_tools.settings import config
from tests.e2e.harness import PAGE, Course

EN, JA = PAGE.format("en"), PAGE.format("ja")
CODE, CARD = "snippets/dough.py", "docs/sources/python-fractions.yml"


def sentence(course: Course) -> None:
    course.edit(EN, "It is enough that you can multiply", "It is quite enough that you can multiply")


def heading(course: Course) -> None:
    for code in ("ja", "en"):
        course.edit(f"docs/{code}/index.md", "{#lessons}", "{#all}")
        course.append(f"docs/{code}/verification.md", "\n[to the lessons](index.md#all)\n")


def title(course: Course) -> None:
    course.edit(EN, "flour is the measure", "everything is measured in flour")


def value(course: Course) -> None:
    for code in (CODE, "snippets/pure/dough.py"):
        course.edit(code, "rolls = 12", "rolls = 14")
    for page in (EN, JA):
        course.edit(page, "[12]{=rolls}", "[14]{=rolls}")
        course.edit(page, "[70.0]{=roll}", "[60.0]{=roll}")


def shown_code(course: Course) -> None:
    course.edit(CODE, "dough = flour + water + salt + yeast", "dough = sum((flour, water, salt, yeast))")


def card(course: Course) -> None:
    text = (course.root / CARD).read_text("utf-8")
    title = next(line for line in text.splitlines() if line.startswith("title:"))
    course.edit(CARD, title, f"{title.rstrip()[:-1]}s{title.rstrip()[-1]}" if title.endswith('"') else f"{title}s")


def option(course: Course) -> None:
    course.edit("mkdocs.yml", "permalink: true", "permalink: false")


def page(course: Course) -> None:
    for code in ("ja", "en"):
        course.write(f"docs/{code}/bread/more.md", f"# More in {code} {{#more}}\n\n[to the start](../index.md)\n")


CHANGES: list[tuple[Callable[[Course], None], ...]] = [
    (sentence,),
    (heading, title),
    (value, shown_code),
    (card, option),
    (page,),
]


def tree(course: Course, *options: str) -> dict[str, str]:
    result = course.run("build_tools", "build", *options)
    assert result.code == 0, result.output
    return course.site()


def test_a_build_after_another(built: Course, course: Course) -> None:
    """All changes one after the other, and each of them built both ways; and little is rendered anew."""
    again = course.build()
    assert " 0 of 6 pages rendered anew" in again.output, again.output
    assert course.site() == built.site()
    for changes in CHANGES:
        for change in changes:
            change(course)
        after = course.build()
        assert after.code == 0, after.output
        assert changes != (sentence,) or " 1 of 6 pages rendered anew" in after.output, after.output
        assert course.site() == tree(course, "--no-cache"), changes


EXTENSION = """\
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
import helping

class Postprocessing(Postprocessor):
    def run(self, text):
        return f"{text}<p>{helping.WORD} {open('word.txt').read()}</p>"

class Own(Extension):
    def extendMarkdown(self, md):
        md.postprocessors.register(Postprocessing(md), "own", 1)

def makeExtension(**options):
    return Own(**options)
"""
HOOK = """\
def on_page_markdown(markdown, page, config, files):
    return f'{markdown}\\n\\n--8<-- "word.txt"\\n' if page.file.src_uri == "bread/picture.md" else markdown
"""


SMALL = """\
site_name: Small
docs_dir: docs/en
site_dir: .build/plain/en
theme: {name: material, language: en, font: false}
plugins: {search: {}}
markdown_extensions:
  build_tools.extension: {lang: en}
  attr_list: {}
  pymdownx.snippets: {check_paths: true}
"""


@pytest.mark.parametrize(
    ("option", "changes"),
    [
        ("  own: {}\n", ["helping.py", "word.txt"]),
        ("hooks: [hook.py]\n", ["word.txt"]),
    ],
    ids=["extension", "hook"],
)
def test_what_only_an_extension_reads(tmp_path: Path, option: str, changes: list[str]) -> None:
    """Two pages of one language are enough for what no page of ours tells of."""
    course = Course(tmp_path)
    course.write("mkdocs.yml", SMALL + option)
    course.write("own.py", EXTENSION)
    course.write("hook.py", HOOK)
    course.write("helping.py", "WORD = 'one'\n")
    course.write("word.txt", "more\n")
    (course.root / "docs" / "en" / "bread").mkdir(parents=True)
    course.write("docs/en/index.md", "# Start {#start}\n\n[more](bread/picture.md)\n")
    course.write("docs/en/bread/picture.md", "# More {#more}\n\n![a picture](picture.png)\n")
    course.write("docs/en/bread/picture.png", "SPDX-FileCopyrightText: us\nSPDX-License-Identifier: MIT\n")
    after = tree(course)
    for changed in changes:
        before = after
        course.edit(changed, {"helping.py": "one", "word.txt": "more"}[changed], "another")
        after = tree(course)
        assert after["en/bread/picture/index.html"] != before["en/bread/picture/index.html"], changed
    assert after == tree(course, "--no-cache")


@pytest.mark.parametrize("code", ["ja", "en"])
def test_the_search_index_is_that_of_a_plain_build(built: Course, plain: Course, code: str) -> None:
    made, ours = (
        json.loads((folder / code / "search" / "search_index.json").read_text("utf-8"))
        for folder in (plain.root / ".build" / "plain", built.root / "site")
    )
    assert ours == made


def test_a_page_by_itself_is_taken_as_a_build_rendered_it(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """A builder is a program, and what shows pages is another one: each reads what the other has kept."""
    for name, text in course.environment().items():
        monkeypatch.setenv(name, text)
    monkeypatch.chdir(course.root)
    with Checker(course.root) as checker:
        quick = Quick(course.root, checker.check(), course.root / "quick")
    assert (quick._builder.rendered, quick._builder.pages) == (0, 6)


def test_pages_shown_by_themselves(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `serve` shows at once, save after save, is what the whole build makes of it."""
    for name, text in course.environment().items():
        monkeypatch.setenv(name, text)
    monkeypatch.chdir(course.root)
    manner = Manner("", governed=False, known=None)
    shown = course.root / "shown"
    with Checker(course.root) as checker:
        before = checker.check()
        shown.mkdir()
        site(course, before, shown, manner)
        quick = Quick(course.root, before, course.root / "quick")
        for change in (sentence, value, shown_code):
            change(course)
            report = checker.check()
            assert not report.failed, report.findings
            changed = [one for one, old in zip(report.pages, before.pages, strict=True) if one is not old]
            assert changed
            quick.show(changed, report, shown, manner)
            whole = course.root / change.__name__
            whole.mkdir()
            site(course, report, whole, manner)
            for one in changed:
                path = Path(one.page.language, os.path.relpath(one.page.key[:-3], "."), "index.html")
                assert digest(shown / path) == digest(whole / path), (change, path)
            before = report


def site(course: Course, report: Report, folder: Path, manner: Manner) -> None:
    with Builders(course.root, config.load(course.root).languages, folder) as builders:
        assemble(course.root, report, folder, manner, builders)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
