"""Templates that are compiled once for all builds: never under other circumstances than they were compiled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest
from mkdocs.theme import Theme

from build_tools.memory import Memory
from build_tools.publishing import templates

PAGE = "{% set n = 'a' | upper %}{% if 2 is even %}{{ n }}{% endif %}\n{{ 'b' | mark }}{{ path | url }}{# no #}\n"


@pytest.fixture(autouse=True)
def mkdocs() -> Iterator[None]:
    """Whatever is put in place of MkDocs' own goes again."""
    before = Theme.get_env
    yield
    Theme.get_env = before  # type: ignore[method-assign]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that Jinja compiles."""
    names: list[str] = []
    before = jinja2.Environment.compile

    def compile(self: Any, source: Any, name: Any = None, *given: Any, **options: Any) -> Any:
        names.append(name)
        return before(self, source, name, *given, **options)

    monkeypatch.setattr(jinja2.Environment, "compile", compile)
    return names


def environment(folder: Path, text: str = PAGE) -> jinja2.Environment:
    (folder / "page.html").write_text(text, "utf-8")
    env = Theme(name=None, custom_dir=str(folder)).get_env()
    env.filters["mark"] = jinja2.filters.FILTERS["title"]
    return env


def filled(env: jinja2.Environment) -> str:
    return env.get_template("page.html").render(path="c/", page=None, base_url=".")


def test_once(tmp_path: Path, compiled: list[str]) -> None:
    expected = filled(environment(tmp_path))
    memory = Memory(tmp_path / "kept")
    templates.remember(lambda: memory)
    assert filled(environment(tmp_path)) == expected
    assert compiled == ["page.html"] * 2
    assert filled(environment(tmp_path)) == expected
    memory.settle()
    memory.close()
    memory = Memory(tmp_path / "kept")
    assert filled(environment(tmp_path)) == expected
    assert compiled == ["page.html"] * 2
    memory.close()


CHANGES: dict[str, Callable[[jinja2.Environment], None]] = {
    "a filter of the package": lambda env: env.filters.update(mark=jinja2.filters.FILTERS["lower"]),
    "a test of the package": lambda env: env.tests.update(even=jinja2.tests.TESTS["odd"]),
    "a filter of the course": lambda env: env.filters.update(mark=lambda text: f"*{text}*"),
    "a test of the course": lambda env: env.tests.update(even=lambda number: False),
    "an extension": lambda env: env.add_extension("jinja2.ext.do"),
    "lines": lambda env: setattr(env, "trim_blocks", True),
    "comments": lambda env: setattr(env, "comment_start_string", "{{#"),
    "escapes": lambda env: setattr(env, "autoescape", True),
    "escapes, asked for": lambda env: setattr(env, "autoescape", lambda name: True),
    "what comes out": lambda env: setattr(env, "finalize", lambda value: value),
    "a policy": lambda env: env.policies.update({"json.dumps_kwargs": {"sort_keys": False}}),
    "a policy of the course": lambda env: env.policies.update({"json.dumps_function": repr}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_under_other_circumstances(tmp_path: Path, compiled: list[str], change: Callable[[Any], None]) -> None:
    other = environment(tmp_path)
    change(other)
    expected = filled(other)
    memory = Memory()
    templates.remember(lambda: memory)
    filled(environment(tmp_path))
    compiled.clear()
    other = environment(tmp_path)
    change(other)
    assert filled(other) == expected
    assert compiled == ["page.html"]


def test_another_text(tmp_path: Path, compiled: list[str]) -> None:
    memory = Memory()
    templates.remember(lambda: memory)
    filled(environment(tmp_path))
    assert filled(environment(tmp_path, "other")) == "other"
    assert compiled == ["page.html"] * 2


def test_what_is_kept_is_no_code(tmp_path: Path) -> None:
    memory = Memory()
    templates.remember(lambda: memory)
    expected = filled(environment(tmp_path))
    for name in list(memory._held):
        memory.put(name, b"j2 and something else")
    assert filled(environment(tmp_path)) == expected


def test_the_theme(tmp_path: Path, compiled: list[str]) -> None:
    """All that Material's templates are compiled with can be told."""
    memory = Memory()
    templates.remember(lambda: memory)
    for _ in range(2):
        env = Theme(name="material", locale="en").get_env()
        for name in ("main.html", "base.html", "partials/nav.html", "partials/languages/ja.html"):
            env.get_template(name)
    assert len(compiled) == 4
