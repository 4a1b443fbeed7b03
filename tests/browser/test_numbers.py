"""What learners type and paste, read and judged: every case of tests/samples/entries/ in the page's own script."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import Page

ENTRIES = Path(__file__).parent.parent / "samples" / "entries"

EVALUATE = """async ([module, name, calls]) => {
  const found = (await import(module))[name];
  return calls.map((args) => found(...args));
}"""


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((ENTRIES / f"{name}.yml").read_text(encoding="utf-8"))
    return found


def call(page: Page, site: str, module: str, name: str, calls: list[list[Any]]) -> list[Any]:
    """Calls a function of one of the site's modules many times."""
    page.goto(f"{site}/en/")
    results: list[Any] = page.evaluate(EVALUATE, [f"{site}/en/assets/javascripts/{module}.js", name, calls])
    return results


def test_numbers(page: Page, site: str) -> None:
    wrong = []
    known = cases("numbers")
    for case, got in zip(known, call(page, site, "numbers", "parseNumber", [[c["text"]] for c in known]), strict=True):
        if case["value"] is None or got is None:
            fits = case["value"] is None and got is None
        else:
            fits = math.isclose(case["value"], got["value"], rel_tol=1e-15) or case["value"] == got["value"]
            fits = fits and case.get("decimals", got["decimals"]) == got["decimals"]
        if not fits:
            wrong.append((case, got))
    assert wrong == []


def test_grids(page: Page, site: str) -> None:
    known = cases("grids")
    rows = call(page, site, "grids", "parseGrid", [[case["text"]] for case in known])
    assert {c["name"]: r for c, r in zip(known, rows, strict=True)} == {c["name"]: c["rows"] for c in known}
    labelled = [case for case in known if "bare" in case]
    bare = call(page, site, "grids", "withoutLabels", [[case["rows"]] for case in known])
    expected = [case.get("bare", case["rows"]) for case in known]
    assert labelled and bare == expected


def test_judgements(page: Page, site: str) -> None:
    known = cases("judge")
    fields = [{key: case.get(key, 1) for key in ("shown", "value", "within", "scale")} for case in known]
    calls = [[case["text"], field] for case, field in zip(known, fields, strict=True)]
    results = call(page, site, "numbers", "judge", calls)
    wrong = [(case, got) for case, got in zip(known, results, strict=True) if got != case["result"]]
    assert wrong == []
