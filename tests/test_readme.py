"""What README.md and CONTRIBUTING.md show really works, and what they name exists.

The README's code blocks are one small course: its Python blocks are snippet and twin, by the path in their first
line, its Markdown blocks are the lesson.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from build_tools import course
from build_tools.code import runner
from build_tools.loader import Loader
from build_tools.memory import Memory
from build_tools.model import EXEMPTION_REASONS, Finding, Report

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TEXTS = {
    path.name: path.read_text("utf-8")
    for path in (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "RULES.md", "CHANGELOG.md"))
}
FENCE = re.compile(r"^( *)(`{3,})(\w*)\n(.*?)^\1\2$", re.MULTILINE | re.DOTALL)
CONFIGURATION = """\
site_name: Read me
docs_dir: docs/{0}
site_dir: .build/plain/{0}
theme: {{name: material, language: {0}}}
markdown_extensions: {{build_tools.extension: {{lang: {0}}}}}
"""
PAGE = "docs/{}/module/day-1-dot-product.md"
# What the README shows, and a wrong digit in it.
WRONG = {
    "[3]{": "[4]{",
    "2.36 million": "2.46 million",
    "[2/3]": "[2/5]",
    "66.7 %": "66.8 %",
    "(2, 0, 2)": "(2, 1, 2)",
    "| 0.667 |": "| 0.668 |",
    "score: 3.0": "score: 3.1",
    "0 \\cdot 3": "0 \\cdot 4",
    "2 + 0 + 1": "2 + 0 + 2",
    "768^2": "769^2",
    "`float64`": "`float32`",
    "Section 3.2": "Section 3.3",
    "[10]{!": "[11]{!",
}


def blocks(text: str, language: str) -> list[str]:
    """The code blocks in a language, with the indentation of a list taken away."""
    found = [(match[1], match[3], match[4]) for match in FENCE.finditer(text)]
    return [re.sub(rf"^{indent}", "", block, flags=re.MULTILINE) for indent, name, block in found if name == language]


def files(text: str) -> Iterator[tuple[str, str]]:
    """The Python blocks that say in their first line which file they are."""
    for block in blocks(text, "python"):
        if match := re.match(r"# (snippets/\S+\.py)\n", block):
            yield match[1], block


def sample() -> dict[str, str]:
    """The course that the README shows."""
    overlay = {
        "mkdocs.yml": CONFIGURATION.format("ja"),
        "mkdocs.en.yml": CONFIGURATION.format("en"),
        **dict(files(README)),
    }
    (front,) = blocks(README, "yaml")
    for code, greeting in (("ja", "こんにちは。"), ("en", "Good day.")):
        parts = [
            f"---\n{front}---\n",
            greeting,
            "## Before {#prerequisites}",
            "## Goal {#goal}",
            "## Text {#procedure}",
        ]
        parts += [block for block in blocks(README, "markdown") if "/// exercise" not in block]
        parts += ["## Exercises {#exercises}"]
        parts += [block for block in blocks(README, "markdown") if "/// exercise" in block]
        overlay[PAGE.format(code)] = "\n\n".join([*parts, "## Sources {#sources}\n"])
    return overlay


Check = Callable[[Mapping[str, str]], Report]


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Check]:
    """Courses that differ in a word are checked by one engine, and what they share is remembered."""
    folder, memory = tmp_path_factory.mktemp("nothing"), Memory()
    with runner.Engine(folder) as engine:
        yield lambda overlay: Loader(folder, overlay, memory).report(engine)


def listed(findings: tuple[Finding, ...]) -> str:
    return "\n".join(map(str, findings))


# ------------------------------------------------------------------------------------------- what README shows


def test_the_example_lesson_holds(check: Check) -> None:
    report = check(sample())
    assert listed(report.findings) == ""
    assert all(len(page.verified) > 10 for page in report.pages)


def test_every_number_of_the_example_lesson_is_held(check: Check) -> None:
    """A wrong digit in any of the examples is found."""
    overlay = sample()
    page = PAGE.format("en")
    start = overlay[page].index("## Text")
    for right, wrong in WRONG.items():
        assert right in overlay[page][start:], right
        changed = overlay[page][:start] + overlay[page][start:].replace(right, wrong, 1)
        assert check({**overlay, page: changed}).failed, f"{right} → {wrong}"


def test_the_proposal_is_the_one_that_is_quoted(check: Check) -> None:
    overlay = sample()
    page = PAGE.format("en")
    overlay[page] = overlay[page].replace("[2,359,296]{=weights}", "2,359,296", 1)
    (quoted,) = re.findall(r"``(it equals .*?) ``", README)
    assert quoted in {finding.mend for finding in check(overlay).findings}


def test_the_failing_build_says_what_is_shown() -> None:
    page = "docs/en/attention/day-43-queries-keys-values.md"
    text = (ROOT / page).read_text("utf-8")
    (row,) = re.findall(r"^\| \$q_1\$ +\| +0\.0 \| +6\.0 \| +4\.0 \|$", text, re.MULTILINE)
    report = course.check(ROOT, overlay={page: text.replace(row, row.replace("6.0", "7.0"))})
    (finding,) = report.findings
    (shown,) = blocks(README, "console")
    # Its line moves whenever somebody edits the page above it.
    said = str(finding).replace(f":{finding.line}:", ":<line>:", 1)
    assert re.sub(r"(?<=\.md):\d+:", ":<line>:", shown).count(said) == 2, said


def test_the_reasons_are_all_reasons() -> None:
    (sentence,) = re.findall(r"The reasons are a closed list: ([^.]*)\.", README)
    assert tuple(re.findall(r"`(\w+)`", sentence)) == EXEMPTION_REASONS


# ------------------------------------------------------------------------------------- what the texts point to


def anchor(heading: str) -> str:
    """A heading's anchor, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("name", TEXTS)
def test_links_and_pictures_lead_somewhere(name: str) -> None:
    prose = FENCE.sub("", TEXTS[name])
    for target in re.findall(r"(?<!`)\]\(([^()\s]+)\)", re.sub(r"`+[^`\n]*`+", "", prose)):
        path, _, fragment = target.partition("#")
        if "://" in target:
            continue
        assert not path or (ROOT / path).exists(), target
        if fragment:
            headings = re.findall(r"^#+ (.*)$", TEXTS[path or name], re.MULTILINE)
            assert fragment in map(anchor, headings), target


def test_pictures_are_small_and_described() -> None:
    pictures = re.findall(r"^!\[(.+)\]\((.+)\)$", README, re.MULTILINE)
    assert len(pictures) == 3
    assert all(len(text) > 80 for text, _ in pictures)
    for picture in (ROOT / "readme").iterdir():
        assert f"readme/{picture.name}" in README
        data = picture.read_bytes()
        assert data.startswith(b"\x89PNG")
        assert len(data) < 150_000


@pytest.mark.parametrize("name", TEXTS)
def test_files_that_are_named_exist(name: str) -> None:
    text = FENCE.sub("", TEXTS[name])
    named = set(re.findall(r"`((?:docs|snippets|build_tools|tests|theme|readme)/[\w./-]*)`", text))
    assert {path for path in named if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("name", TEXTS)
def test_commands_that_are_named_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    code = " ".join(re.findall(r"`[^`\n]+`", TEXTS[name]) + blocks(TEXTS[name], "sh"))
    assert set(re.findall(r"\bmake ([a-z]+)", code)) <= targets
    commands = {"check", "fix", "build", "serve", "audit", "links"}
    assert set(re.findall(r"-m build_tools (\w+)", TEXTS[name])) <= commands


def test_every_make_target_is_explained() -> None:
    listed_by_help = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    both = README + CONTRIBUTING
    assert [target for target in sorted(listed_by_help) if f"make {target}" not in both] == []


# ------------------------------------------------------------------------------------ the modules, in their order


PACKAGE = ROOT / "build_tools"
PRESENT = {path.relative_to(PACKAGE).with_suffix("").as_posix(): path for path in PACKAGE.rglob("*.py")}


def modules() -> list[str]:
    """The modules as CONTRIBUTING.md lists them."""
    section = CONTRIBUTING.partition("## The modules of build_tools\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([\w/]+)\.py` \|", section, re.MULTILINE)


def imported(name: str) -> set[str]:
    """What a module imports of build_tools, at any depth of its code."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(PRESENT[name].read_text("utf-8"))):
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{name}.py imports relatively"
        if isinstance(node, ast.ImportFrom):
            found.update({node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)})
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {dotted.removeprefix("build_tools.").replace(".", "/") for dotted in found} & PRESENT.keys()


def test_every_module_is_listed_once() -> None:
    assert sorted(modules()) == sorted(name for name in PRESENT if not name.endswith("__init__"))


def test_imports_point_up_the_list() -> None:
    order = modules()
    wrong = [
        f"{name} imports {other}" for i, name in enumerate(order) for other in imported(name) if other not in order[:i]
    ]
    assert wrong == []


def test_the_sample_folders_are_explained() -> None:
    present = sorted(path.name for path in (ROOT / "tests" / "samples").iterdir())
    section = CONTRIBUTING.partition("## A test case\n")[2].partition("\n## ")[0]
    assert [name for name in present if f"`tests/samples/{name}" not in section] == []


def test_the_yaml_that_is_shown_is_yaml() -> None:
    for block in blocks(README, "yaml") + blocks(CONTRIBUTING, "yaml"):
        assert yaml.safe_load(block)
