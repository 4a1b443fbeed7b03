"""Synthetic courses of any size, the same in every run, for this course's builder and for others.

    python -m tests.bench.courses <folder> --size 50 --code distinct --builder ours

A course has as many lessons as asked for, in both languages. With `shared` code all of them name one of a few snippets,
with `distinct` code each has a snippet and a twin of its own. Every builder gets the same pages, with the same theme,
features and search; `plain` is MkDocs alone, and so are the others but for the plugin that they are named after.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from tests.bench import plain
from tests.bench.garden import Garden
from tests.bench.lessons import LANGUAGES, OF_A_FOLDER, SOURCES, Lesson

BUILDERS = ("ours", "plain", "markdown-exec", "mkdocs-jupyter")
CODE = ("shared", "distinct")
CONFIGURATIONS = {"ja": "mkdocs.yml", "en": "mkdocs.en.yml"}
_SHARED = 4  # snippets
_NAMES = {"ja": "庭の数", "en": "A garden in numbers"}
_WELCOME = {
    "ja": "収穫を数え、割合を求め、似た畝を探します。どの回も、先に予測してから答えと比べます。",
    "en": "Count the harvest, find the shares, look for beds that are alike. Predict first, then compare.",
}
_LISTED = {"ja": "レッスン", "en": "Lessons"}
_PARTS = {"ja": "庭の章", "en": "A part of the garden"}


def write(folder: Path, size: int, code: str, builder: str) -> None:
    """Writes a course into a folder; what was in it is gone.

    Args:
        folder: where to.
        size: how many lessons.
        code: `shared` or `distinct`.
        builder: one of `BUILDERS`.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in files(size, code, builder):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def files(size: int, code: str, builder: str) -> Iterator[tuple[str, str]]:
    """The files of a course: path, text."""
    gardens = [Garden(number) for number in range(_SHARED if code == "shared" else size)]
    lessons = [Lesson(number, gardens[(number - 1) % len(gardens)]) for number in range(1, size + 1)]
    for language in LANGUAGES:
        yield CONFIGURATIONS[language], _configuration(language, builder)
    for garden in gardens:
        yield f"snippets/{garden.module}.py", garden.snippet
        yield f"snippets/pure/{garden.module}.py", garden.twin
    if builder == "ours":
        for source in SOURCES:
            yield f"docs/sources/{source}.yml", _yaml(_card(source))
    for language in LANGUAGES:
        yield from _pages(language, lessons, builder)


def _pages(language: str, lessons: list[Lesson], builder: str) -> Iterator[tuple[str, str]]:
    docs = f"docs/{language}"
    yield f"{docs}/index.md", _list(language, _NAMES[language], lessons, builder, "")
    for start in range(0, len(lessons), OF_A_FOLDER):
        part = lessons[start : start + OF_A_FOLDER]
        which = "".join("abcdefghij"[int(digit)] for digit in str(start // OF_A_FOLDER))  # titles repeat
        name = f"{_PARTS[language]} {which}: {part[0].title[LANGUAGES.index(language)]}"
        yield f"{docs}/{part[0].folder}/index.md", _list(language, name, part, builder, part[0].folder)
    for lesson in lessons:
        page = lesson.texts[language]
        if builder != "ours":
            page = plain.text(page, _cards_in_words(language))
        if builder == "markdown-exec":
            page += f'\n```python exec="on"\n{lesson.garden.script}```\n'
        if builder == "mkdocs-jupyter":
            yield f"{docs}/{lesson.folder}/{lesson.name}.ipynb", _notebook(page, lesson)
        else:
            yield f"{docs}/{lesson.folder}/{lesson.name}.md", page


def _list(language: str, title: str, lessons: list[Lesson], builder: str, folder: str) -> str:
    """A page that lists lessons: with our block, or as a list of links."""
    # No two pages of a course may have the same text.
    opening = f"**{title}**\n\n{_WELCOME[language]}\n\n## {_LISTED[language]} {{#lessons}}\n\n"
    head = f'---\ntitle: "{title}"\n---\n\n{opening}'
    if builder == "ours":
        return f"{head}/// days\n///\n"
    ending = "ipynb" if builder == "mkdocs-jupyter" else "md"
    number = LANGUAGES.index(language)
    return head + "".join(
        f"- [{one.title[number]}]({'' if folder else f'{one.folder}/'}{one.name}.{ending})\n" for one in lessons
    )


def _notebook(page: str, lesson: Lesson) -> str:
    """A page as a notebook: its text, and one cell with its code. Notebooks include no files: their code is in them."""
    garden = lesson.garden
    sources = {f"snippets/{garden.module}.py": garden.snippet, f"snippets/pure/{garden.module}.py": garden.twin}
    # A link to the lesson before is one to a notebook here.
    text = plain.included(plain.body(page), sources).replace("-garden.md)", "-garden.ipynb)")
    cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "id": "text", "metadata": {}, "source": text},
        {
            "cell_type": "code",
            "execution_count": None,
            "id": "code",
            "metadata": {},
            "outputs": [],
            "source": garden.script,
        },
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    data = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(data, ensure_ascii=False, indent=1)


# --------------------------------------------------------------------------------------------- configurations


def _configuration(language: str, builder: str) -> str:
    extensions: dict[str, object] = {
        "tables": {},
        "attr_list": {},
        "md_in_html": {},
        "admonition": {},
        "toc": {"permalink": True},
        "pymdownx.highlight": {},
        "pymdownx.superfences": {},
        "pymdownx.tabbed": {"alternate_style": True},
        "pymdownx.snippets": {"base_path": ["."], "check_paths": True},
    }
    plugins: dict[str, object] = {"search": {"lang": ["ja", "en"] if language == "ja" else ["en"]}}
    if builder == "ours":
        extensions = {"build_tools.extension": {"lang": language, "root": "."}, **extensions}
    if builder == "markdown-exec":
        plugins["markdown-exec"] = {}
    if builder == "mkdocs-jupyter":
        # Without its own cache: what is measured is what it takes to run the cells.
        options = {"include": ["**/*.ipynb"], "execute": True, "allow_errors": False, "cache": False}
        plugins["mkdocs-jupyter"] = options
    return _yaml(
        {
            "site_name": _NAMES[language],
            "docs_dir": f"docs/{language}",
            "site_dir": f".build/plain/{language}",
            "theme": {
                "name": "material",
                "language": language,
                "font": False,
                "features": ["navigation.indexes", "navigation.prune", "toc.follow"],
            },
            "plugins": plugins,
            "markdown_extensions": extensions,
        }
    )


def _yaml(value: Mapping[str, object]) -> str:
    text: str = yaml.safe_dump(dict(value), allow_unicode=True, sort_keys=False, width=1_000)
    return text


# ----------------------------------------------------------------------------------------------------- sources


def _both(ja: str, en: str) -> dict[str, str]:
    return {"ja": ja, "en": en}


_RATIONALE = _both(
    "収穫をどう数え、割合をどう求めるかを、はじめから順に定義しています。",
    "It defines from the beginning how a harvest is counted and how shares are found.",
)
_FALLBACK = _both(
    "計算の手順は、すべて本文に書き下ろしてあります。外部の文書がなくても学習を終えられます。",
    "Every step of the calculation is written out in the text. You can finish without any document from outside.",
)
_EDITION = _both("公開中の文書（確認日：2026-11-20）", "The published text (verified on 2026-11-20)")
_EVALUATION = _both("詳しいが、長く、例が少ない。", "Thorough, but long, and with few examples.")


def _card(source: str) -> dict[str, object]:
    return {
        "id": source,
        "title": f"An Example Book: {source.replace('-', ' ')}",
        "type": "page",
        "language": "en",
        "issued": "2024",
        "authors": [{"given": "Ada", "family": "Example"}],
        "url": f"https://example.org/{source}",
        "role": "primary-definition",
        "edition": _EDITION,
        "verified_on": "2026-11-20",
        "mutability": "moving",
        "license": "CC-BY-4.0",
        "rights_holder": _both("Ada Example", "Ada Example"),
        "use": "link",
        "access": {"account": "none", "payment": "none", "text": _both("無料で読めます。", "Free to read.")},
        "rationale": _RATIONALE,
        "reader_prerequisites": _both("かけ算。", "Multiplication."),
        "fallback": {"text": _FALLBACK, "provides": ["part-1/day-1#procedure"]},
        "compared": 1,
        "candidates": [
            {
                "title": "Another Book of Gardens",
                "type": "page",
                "language": "en",
                "authors": [{"given": "Bo", "family": "Other"}],
                "issued": "2020",
                "license": "NOASSERTION",
                "url": "https://example.org/other",
                "evaluation": _EVALUATION,
                "outcome": "context",
            }
        ],
    }


def _cards_in_words(language: str) -> str:
    """What an author without cards writes of two sources."""
    said = "\n".join(f"- {text[language]}" for text in (_EDITION, _RATIONALE, _FALLBACK, _EVALUATION))
    return "\n\n".join(
        f"**[An Example Book: {source.replace('-', ' ')}](https://example.org/{source})**\n\n{said}"
        for source in SOURCES[:2]
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.courses", description="Writes a synthetic course.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=int, default=50, help="how many lessons (default: 50)")
    parser.add_argument("--code", choices=CODE, default="shared")
    parser.add_argument("--builder", choices=BUILDERS, default="ours")
    options = parser.parse_args()
    write(options.folder, options.size, options.code, options.builder)


if __name__ == "__main__":
    main()
