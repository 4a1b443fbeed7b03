"""RULES.md names every rule, no other, and shows for each the message that really comes.

The rules are read out of the code: whatever is handed to a parameter called `rule`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from build_tools.code import runner
from build_tools.loader import Loader
from build_tools.memory import Memory
from build_tools.model import Finding, Job, Outcome
from build_tools.publishing import audit

ROOT = Path(__file__).parents[1]
COURSE = ROOT / "tests" / "samples" / "course"
BREAKING = yaml.safe_load((ROOT / "tests" / "samples" / "rules.yml").read_text("utf-8"))
RULE = re.compile(r"[a-z]+(-[a-z]+)*")


# ------------------------------------------------------------------------------------ the rules of the code


def places(nodes: Iterable[ast.AST]) -> dict[str, set[int | None]]:
    """At which position each function or class of a module takes its `rule`; None where it takes none."""
    found: dict[str, set[int | None]] = defaultdict(set)
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            taken = [argument.arg for argument in node.args.args if argument.arg != "self"]
            found[node.name].add(taken.index("rule") if "rule" in taken else None)
        elif isinstance(node, ast.ClassDef):
            taken = [
                part.target.id
                for part in node.body
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            if "rule" in taken:
                found[node.name].add(taken.index("rule"))
    return found


def assigned(nodes: Iterable[ast.AST], name: str) -> list[ast.expr]:
    """Whatever a module assigns to a name."""
    found: list[ast.expr] = []
    for node in nodes:
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Name) and target.id == name:
                found.append(node.value)
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, node.value.elts, strict=True)
                found.extend(value for one, value in pairs if isinstance(one, ast.Name) and one.id == name)
    return found


def texts(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.IfExp):
        yield from texts(value.body)
        yield from texts(value.orelse)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value


def argument(call: ast.Call, place: int) -> ast.expr | None:
    """What a call hands over as its `rule`. `*at`, a line and a column, takes two places."""
    for keyword in call.keywords:
        if keyword.arg == "rule":
            return keyword.value
    for given in call.args:
        if place == 0:
            return given
        place -= 2 if isinstance(given, ast.Starred) else 1
    return None


def rules_of_the_code() -> tuple[set[str], list[str]]:
    """All rules, and the places at which a finding is made whose rule cannot be told."""
    modules = sorted((ROOT / "build_tools").rglob("*.py"))
    code = {path: list(ast.walk(ast.parse(path.read_text("utf-8")))) for path in modules}
    own = {path: places(nodes) for path, nodes in code.items()}
    anywhere: dict[str, set[int | None]] = defaultdict(set)
    for found in own.values():
        for name, at in found.items():
            anywhere[name] |= at
    rules: set[str] = set()
    untold: list[str] = []
    for path, nodes in code.items():
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            for place in own[path].get(called) or anywhere.get(called, ()):
                given = None if place is None else argument(node, place)
                if given is None:
                    continue
                values = assigned(nodes, given.id) if isinstance(given, ast.Name) else [given]
                stated = {text for value in values for text in texts(value)}
                rules |= {text for text in stated if RULE.fullmatch(text)}
                # What hands on a rule that it was given says no rule of its own.
                handed_on = (
                    isinstance(given, ast.Name | ast.Attribute) and ast.unparse(given).rpartition(".")[2] == "rule"
                )
                if called in ("Finding", "Failure") and not stated and not handed_on:
                    untold.append(f"{path.name}:{node.lineno}: {ast.unparse(given)}")
    return rules, untold


# -------------------------------------------------------------------------------------- the rules of RULES.md


def sections() -> dict[str, str]:
    """Each rule's section in RULES.md, in order."""
    text = (ROOT / "RULES.md").read_text("utf-8")
    found = re.split(r"^### `(.+)`$", text, flags=re.MULTILINE)[1:]
    names = found[::2]
    assert len(names) == len(set(names)), "a rule has two sections"
    return {name: section.partition("\n## ")[0] for name, section in zip(names, found[1::2], strict=True)}


def test_every_rule_has_a_section_and_every_section_a_rule() -> None:
    rules, untold = rules_of_the_code()
    assert untold == []
    assert len(rules) > 50, "the rules are not found in the code any more"
    listed = set(sections())
    assert sorted(rules - listed) == [], "RULES.md lacks these"
    assert sorted(listed - rules) == [], "no code has these"


def test_the_rules_that_samples_expect_are_among_them() -> None:
    expected = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests" / "samples").rglob("expected.txt"))
    forms = (
        r"\b(?:error|warning)\[([a-z-]+)\]",
        r"^\S+\.(?:md|yml):\d+:\d+: (?!error\[|warning\[)([a-z-]+)",
        r"^failure ([a-z-]+)",
    )
    named = {rule for form in forms for rule in re.findall(form, expected, re.MULTILINE)}
    assert named
    assert sorted(named - set(sections())) == []


@pytest.mark.parametrize("rule", sorted(BREAKING))
def test_a_rule_is_explained(rule: str) -> None:
    before, example, after = sections()[rule].split("```", 2)
    assert len(before.split()) > 4, "it says what the rule means"
    assert example.startswith("text\n")
    assert len(after.split()) > 1, "it says how to mend it"


# ------------------------------------------------------------------------------------------------- examples


def changed(changes: Mapping[str, object]) -> tuple[dict[str, str], dict[str, bytes]]:
    """The sample course with changes: its texts, and the files that are none."""
    sources = [path for path in sorted(COURSE.rglob("*")) if path.suffix in (".md", ".yml", ".py")]
    texts = {path.relative_to(COURSE).as_posix(): path.read_text("utf-8") for path in sources}
    raw: dict[str, bytes] = {}
    for path, change in changes.items():
        if isinstance(change, list):
            old, new = change
            assert texts[path].count(old) == 1, (path, old)
            texts[path] = texts[path].replace(old, new)
        elif isinstance(change, bytes):
            raw[path] = change
            texts.pop(path, None)
        elif change is None:
            del texts[path]
        else:
            texts[path] = str(change)
    return texts, raw


# What the sample's code comes to, by job: most rules are broken on a page, and run the same. So do most of its pages.
_RAN: dict[str, Outcome] = {}
_MEMORY = Memory()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[runner.Engine]:
    """An engine for all examples whose code needs no file and no time."""
    with runner.Engine(tmp_path_factory.mktemp("course")) as engine:
        yield engine


def example(rule: str, folder: Path, running: runner.Engine) -> Finding:
    """The first finding of a rule after what breaks it is done to the sample course."""
    changes = dict(BREAKING[rule])
    site = changes.pop("site", None)
    texts, raw = changed(changes)
    for path, data in raw.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)

    def engine(jobs: Sequence[Job]) -> tuple[Outcome, ...]:
        if rule == "snippet-timeout":  # the time limit is shortened here, and only here
            return running([replace(job, seconds=1) for job in jobs])
        if raw:
            return runner.run(jobs, folder=folder)
        missing = {repr(job): job for job in jobs if repr(job) not in _RAN}
        _RAN.update(zip(missing, running(list(missing.values())), strict=True))
        return tuple(_RAN[repr(job)] for job in jobs)

    report = Loader(folder, texts, _MEMORY).report(engine)
    findings = report.findings
    if site is not None:
        for path, text in site.items():
            (folder / "site" / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "site" / path).write_text(text, "utf-8")
        findings = audit.audit(folder / "site", report)
    found = [finding for finding in findings if finding.rule == rule]
    assert found, "\n".join(map(str, findings)) or "nothing was found"
    return next((finding for finding in found if "/ja/" not in f"/{finding.path}"), found[0])


@pytest.mark.parametrize("rule", sorted(BREAKING))
def test_the_example_is_what_is_really_said(rule: str, tmp_path: Path, running: runner.Engine) -> None:
    said = str(example(rule, tmp_path, running)).replace("within 1 s", "within 20 s")
    shown = sections()[rule].split("```")[1].removeprefix("text\n").rstrip("\n")
    assert shown == said


def test_every_rule_has_an_example() -> None:
    assert sorted(BREAKING) == sorted(sections())
