"""Verified tables, copied: each form can be read by what it is meant for, and says the same."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

RICH = (Path(__file__).parents[1] / "samples" / "records" / "rich.json").read_text("utf-8")
DAY = "attention/day-43-queries-keys-values"
SCORES = [[4.0, 0.0, 4.0], [0.0, 6.0, 4.0], [2.0, 3.0, 4.0]]


def module(page: Page, site: str, name: str, call: str, value: Any) -> Any:
    """What a call comes to, with `m` for a module of the site and `value`."""
    page.goto(f"{site.rstrip('/')}/en/")
    address = f"{site.rstrip('/')}/en/assets/javascripts/{name}.js"
    return page.evaluate(f"([address, value]) => import(address).then((m) => {call})", [address, value])


def copied(page: Page, site: str, lang: str) -> dict[str, str]:
    """What the three buttons below the table of scores, which has been predicted, put on the clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    key = f"tashikame.record:{urlsplit(site).path.rstrip('/')}/"
    page.add_init_script(f"localStorage.setItem(...{json.dumps([key, RICH])})")
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/")
    # Opened by the script, for what has been predicted.
    expect(page.locator("[data-exercise=exercise-1] .tk-answer")).to_have_attribute("open", "")
    buttons = page.locator("[data-exercise=exercise-1] .tk-answer .tk-copy button")
    expect(buttons).to_have_count(3)
    texts = {}
    for button in buttons.all():
        button.press("Enter")
        expect(button).to_have_attribute("data-copied", "")
        expect(page.locator(".tk-spoken[role=status]")).to_contain_text(button.inner_text())
        texts[button.inner_text()] = page.evaluate("navigator.clipboard.readText()")
    return texts


def test_copies_of_a_table(page: Page, site: str, lang: str) -> None:
    texts = copied(page, site, lang)
    value = eval(texts["NumPy"], {"np": np})  # what a learner would do with it
    assert value.dtype == float
    np.testing.assert_array_equal(value, SCORES)
    header, *rows = csv.reader(io.StringIO(texts["CSV"], newline=""), strict=True)
    assert header[1:] == ["k_0", "k_1", "k_2"] and [row[0] for row in rows] == ["q_0", "q_1", "q_2"]
    assert [[float(cell) for cell in row[1:]] for row in rows] == SCORES
    lines = texts["Markdown"].strip().splitlines()
    assert len(lines) == 5 and "{=" not in texts["Markdown"]
    assert [[float(cell) for cell in line.strip("| ").split("|")[1:]] for line in lines[2:]] == SCORES


def test_where_nothing_may_be_copied_the_text_is_offered(page: Page, site: str, lang: str) -> None:
    page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new Error());"
        "Document.prototype.execCommand = () => false;"
    )
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/")
    page.locator(".tk-copy:visible button").last.click()
    area = page.locator("textarea.tk-copy__text")
    expect(area).to_be_focused()
    assert area.input_value().startswith("np.array(")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[1, 2], [3, 4]]", np.array([[1, 2], [3, 4]])),
        ("[0.1, 2.0, -3e-05]", np.array([0.1, 2.0, -3e-05])),
        ("[0.0, -Infinity, Infinity]", np.array([0.0, -np.inf, np.inf])),
        ('[0.0, "-inf"]', np.array([0.0, -np.inf])),
        ('[{"fraction": [1, 3]}, {"fraction": [-2, 7]}]', np.array([float(Fraction(1, 3)), float(Fraction(-2, 7))])),
        ("[9007199254740993, 2]", np.array([9007199254740993, 2])),
        ("[true, false]", np.array([True, False])),
        ("7", np.array(7)),
        ("[]", np.array([])),
        (
            json.dumps(['say "no"', "back\\slash", "line\nend", "日本", "it's"]),
            np.array(['say "no"', "back\\slash", "line\nend", "日本", "it's"]),
        ),
        ('[["Q", [3, 4]], ["total", 12]]', [["Q", [3, 4]], ["total", 12]]),
        ("[[1, 2], [3]]", [[1, 2], [3]]),
        ('[{"record": [["w", 64], ["b", 16]]}, [1, 2]]', np.array([[64, 16], [1, 2]])),
    ],
)
def test_values_as_numpy(page: Page, site: str, text: str, expected: Any) -> None:
    code = module(page, site, "numpy", "m.numpyText(value)", text)
    value = eval(code, {"np": np})
    if isinstance(expected, list):
        assert value.dtype == object and value.tolist() == expected
    else:
        assert value.shape == expected.shape and value.dtype.kind == expected.dtype.kind
        np.testing.assert_array_equal(value, expected)


@pytest.mark.parametrize("text", ["", "[1", "[1 2]", "{}", "nonsense", "[1]]"])
def test_what_is_no_value_is_refused(page: Page, site: str, text: str) -> None:
    call = "{ try { return m.numpyText(value); } catch (error) { return error.name; } }"
    assert module(page, site, "numpy", call, text) == "SyntaxError"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("  =1+1", "'  =1+1"),
        ("+SUM(A1)", "'+SUM(A1)"),
        ("-cmd", "'-cmd"),
        ("@x", "'@x"),
        ("＝1+1", "'＝1+1"),
        ("\t=1", "'\t=1"),
        ("-0.5", "-0.5"),
        ("+3", "+3"),
        ("-1e-3", "-1e-3"),
        ("-1,024", "-1,024"),
        ("-12.5%", "-12.5%"),
        ("4 - 2", "4 - 2"),
    ],
)
def test_a_spreadsheet_runs_nothing(page: Page, site: str, text: str, expected: str) -> None:
    assert module(page, site, "csv", "m.guarded(value)", text) == expected


def test_formulas_in_cells(page: Page, site: str) -> None:
    html = (
        "<math><msub><mi>S</mi><mtext>raw</mtext></msub></math> "
        "<math><mfrac><mn>1</mn><mn>3</mn></mfrac></math> "
        "<math><msup><mi>K</mi><mo>⊤</mo></msup></math> "
        "<math><msub><mi>d</mi><mrow><mi>k</mi><mo>−</mo><mn>1</mn></mrow></msub></math>"
    )
    call = "m.cellText(new DOMParser().parseFromString(value, 'text/html').body)"
    assert module(page, site, "celltext", call, html) == "S_raw 1/3 K⊤ d_(k−1)"
