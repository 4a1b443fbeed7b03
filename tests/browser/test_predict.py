"""Predict, commit, compare: an exercise as a learner goes through it, in both languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.harness import until

DAY_43 = "attention/day-43-queries-keys-values"
DAY_45 = "attention/day-45-multi-head-subspaces"
HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def enter(page: Page, site: str, lang: str, lesson: str = DAY_43, kind: str = "table") -> Locator:
    """Opens a lesson, and gives the first of its exercises that is of this kind."""
    page.goto(f"{site}/{lang}/{lesson}/")
    section = page.locator(f".tk-exercise[data-kind={kind}]").first
    expect(section.locator(".tk-predict > *").first).to_be_visible()
    return section


def task(section: Locator) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(section.locator(".tk-task").text_content() or "")
    return found


def shown(section: Locator) -> list[str]:
    return [field["shown"] for field in task(section)["fields"]]


def fill(section: Locator, values: list[str]) -> None:
    for index, value in enumerate(values):
        section.locator(".tk-input").nth(index).fill(value)


def typed(section: Locator) -> list[str]:
    inputs = section.locator(".tk-input")
    return [inputs.nth(index).input_value() for index in range(inputs.count())]


def commit(section: Locator) -> None:
    section.locator("[type=submit]").click()


def state(page: Page) -> dict[str, Any]:
    """The stored record."""
    text = page.evaluate(
        "localStorage.getItem(Object.keys(localStorage).find((key) => /^tashikame.record:.*[^e]$/.test(key)))"
    )
    found: dict[str, Any] = json.loads(text)
    return found


def entry(page: Page, section: Locator) -> dict[str, Any]:
    key = f"{section.get_attribute('data-lesson')}#{section.get_attribute('data-exercise')}"
    found: dict[str, Any] = state(page)["exercises"][key]
    return found


def plant(page: Page, section: Locator, attempts: list[dict[str, Any]], **more: Any) -> None:
    """Puts a record into the storage and loads the page again."""
    key = f"{section.get_attribute('data-lesson')}#{section.get_attribute('data-exercise')}"
    record = {"format": 1, "exercises": {key: {"attempts": attempts}}, "reflections": {}} | more
    page.evaluate(
        """async ([module, text]) => {
          const { Store } = await import(module);
          localStorage.setItem(Store.open().key, text);
        }""",
        [re.sub(r"/(ja|en)/.*", r"/\1/assets/javascripts/store.js", page.url), json.dumps(record)],
    )
    page.reload()


def paste(field: Locator, text: str) -> None:
    field.evaluate(
        """(field, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };"""
# For the record alone: the theme's own scripts read the storage without a care, and say so in the console.
DISABLED = """
const storage = window.localStorage;
Object.defineProperty(window, "localStorage", { get() {
  if (new Error().stack.includes("/store.js")) { throw new DOMException("no", "SecurityError"); }
  return storage;
} });"""


# ---------------------------------------------------------------------------------------------------- the whole path


def test_by_mouse(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    answer, criterion = section.locator(".tk-answer"), section.locator(".tk-criterion")
    expect(answer).to_be_hidden()
    expect(criterion).to_be_hidden()
    values = shown(section)
    predicted = [*values[:-2], "99", ""]
    fill(section, predicted)
    section.locator(".tk-form__notes textarea").fill("行と列 / row by column")
    section.locator("input[type=radio][value='80']").check()
    commit(section)
    section.locator(".tk-form__ask button").last.click()

    cells = section.locator(".tk-predict [data-fields]")
    assert [cells.nth(i).get_attribute("data-result") for i in range(len(values))] == [
        *["right"] * (len(values) - 2),
        "wrong",
        "empty",
    ]
    expect(cells.first.locator(".tk-sign")).to_have_text("✓")
    expect(cells.nth(len(values) - 2).locator(".tk-sign")).to_have_text("✗")
    expect(cells.last.locator(".tk-sign")).to_have_text("–")
    expect(cells.nth(len(values) - 2)).to_contain_text("相違" if lang == "ja" else "differs")
    expect(cells.nth(len(values) - 2).locator(".tk-theirs")).to_contain_text(values[-2])
    expect(section.locator(".tk-committed time")).to_have_attribute("datetime", re.compile(r"^\d{4}-\d\d-\d\dT"))
    expect(section.locator(".tk-committed__title")).to_be_focused()
    expect(page.locator("body > .tk-spoken[role=status]")).to_contain_text(str(len(values)))
    expect(section.locator(".tk-predict .tk-input")).to_have_count(0)
    expect(answer).to_be_visible()
    expect(answer).to_have_attribute("open", "")
    expect(criterion).to_be_visible()

    section.locator("input[value=partly]").check()
    kept = entry(page, section)["attempts"]
    assert [one["answers"] for one in kept] == [predicted]
    assert kept[0]["notes"] == "行と列 / row by column"
    assert (kept[0]["confidence"], kept[0]["assessment"], kept[0]["shown"]) == (80, "partly", values)
    assert (kept[0]["expression"], kept[0]["hints"]) == (task(section)["expression"], 0)

    page.reload()
    expect(section.locator(".tk-committed")).to_contain_text("行と列 / row by column")
    expect(section.locator("input[value=partly]")).to_be_checked()
    section.locator(".tk-after__actions button").click()
    expect(section.locator(".tk-input").first).to_be_focused()
    expect(answer).to_be_hidden()
    expect(section.locator(".tk-earlier li")).to_have_count(1)
    fill(section, values)
    commit(section)
    expect(section.locator(".tk-predict td[data-result=right]")).to_have_count(len(values))
    expect(section.locator(".tk-earlier li")).to_have_count(1)
    expect(section.locator(".tk-earlier li")).to_contain_text("80%")
    assert len(entry(page, section)["attempts"]) == 2


def tab_to(page: Page, target: Locator) -> None:
    """Presses Tab until this has the focus."""
    for _ in range(250):
        if target.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def test_by_keyboard_alone(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    values = shown(section)
    inputs = section.locator(".tk-input")
    tab_to(page, inputs.first)
    for value in values:
        page.keyboard.type(value)
        page.keyboard.press("Enter")
    expect(section.locator("[type=submit]")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    section.locator("input[value='100'], input[value='20']").first.wait_for()
    tab_to(page, section.locator("[type=submit]"))
    page.keyboard.press("Enter")
    expect(section.locator(".tk-committed__title")).to_be_focused()
    expect(section.locator(".tk-predict td[data-result=right]")).to_have_count(len(values))
    tab_to(page, section.locator("input[value=met]"))
    page.keyboard.press("ArrowDown")
    expect(section.locator("input[value=partly]")).to_be_checked()
    tab_to(page, section.locator(".tk-after__actions button"))
    page.keyboard.press("Enter")
    expect(inputs.first).to_be_focused()
    kept = entry(page, section)["attempts"]
    assert (kept[0]["answers"], kept[0]["assessment"]) == (values, "partly")
    assert kept[0]["confidence"] in (20, 100)


def test_a_text(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang, kind="text")
    expect(section.locator(".tk-answer")).to_be_hidden()
    section.locator("textarea").fill("Weights\ndepend on the input.")
    commit(section)
    expect(section.locator(".tk-own")).to_have_text("Weights\ndepend on the input.", use_inner_text=True)
    expect(section.locator(".tk-answer")).to_be_visible()
    section.locator("input[value=met]").check()
    kept = entry(page, section)["attempts"][0]
    assert (kept["results"], kept["assessment"]) == ([], "met")


@pytest.mark.parametrize("lesson", [DAY_43, DAY_45])
def test_the_verified_values_match_in_every_exercise(page: Page, site: str, lang: str, lesson: str) -> None:
    page.goto(f"{site}/{lang}/{lesson}/")
    sections = page.locator(".tk-exercise")
    for index in range(sections.count()):
        section = sections.nth(index)
        if section.get_attribute("data-kind") == "text":
            continue
        values = shown(section)
        expect(section.locator(".tk-input")).to_have_count(len(values))
        fill(section, values)
        commit(section)
        expect(section.locator(".tk-predict .tk-verdict[data-result=right]")).to_have_count(len(values))
        expect(section.locator(".tk-predict .tk-verdict:not([data-result=right])")).to_have_count(0)


# --------------------------------------------------------------------------------------------------------- the fields


def test_fields_are_named_and_fit_a_phone(page: Page, site: str, lang: str) -> None:
    page.set_viewport_size({"width": 375, "height": 800})
    section = enter(page, site, lang)
    inputs = section.locator(".tk-input")
    for index, field in enumerate(task(section)["fields"]):
        one = inputs.nth(index)
        expect(one).to_have_attribute("aria-label", field["label"])
        expect(one).to_have_attribute("autocomplete", "off")
        assert one.get_attribute("inputmode") in ("decimal", "numeric", "text")
        assert one.get_attribute("type") == "text"
        box = one.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert section.locator(".tk-predict [id]").evaluate_all(
        "(all) => all.every((one) => document.querySelectorAll(`#${CSS.escape(one.id)}`).length === 1)"
    )


def test_fields_stand_where_the_numbers_of_a_sentence_are(page: Page, site: str, lang: str) -> None:
    def as_sentence(route: Route) -> None:
        response = route.fetch()
        before, rest = response.text().split('class="tk-task">', 1)
        text, after = rest.split("</script>", 1)
        asked = json.loads(text)
        asked["fields"] = [field | {"label": ""} for field in asked["fields"][:3]]
        asked["form"] = [["weights ", 0, ", biases ", 1], [2]]
        before = before.replace('data-kind="table"', 'data-kind="fields"')
        route.fulfill(response=response, body=f'{before}class="tk-task">{json.dumps(asked)}</script>{after}')

    page.route(f"**/{DAY_43}/", as_sentence)
    section = enter(page, site, lang, kind="fields")
    inputs = section.locator(".tk-input")
    names = [inputs.nth(index).get_attribute("aria-label") for index in range(3)]
    assert names == ["weights", "biases", "3 番目の値" if lang == "ja" else "Value 3"]
    expect(section.locator(".tk-form__piece")).to_have_text(["weights ", ", biases "])
    inputs.first.click()
    page.keyboard.press("ArrowDown")
    expect(inputs.nth(2)).to_be_focused()
    values = shown(section)
    fill(section, [values[0], "99", values[2]])
    commit(section)
    pairs = section.locator(".tk-pair")
    assert [pairs.nth(index).get_attribute("data-result") for index in range(3)] == ["right", "wrong", "right"]
    expect(section.locator(".tk-prompt__text")).to_contain_text(f"weights {values[0]}, biases 99")


def test_arrows_and_enter_move(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    inputs = section.locator(".tk-input")
    across = section.locator(".tk-predict tr:has(input)").first.locator("input").count()
    inputs.first.click()
    for key, place in [("ArrowRight", 1), ("ArrowDown", 1 + across), ("ArrowLeft", across), ("ArrowUp", 0)]:
        page.keyboard.press(key)
        expect(inputs.nth(place)).to_be_focused()
    page.keyboard.type("12")
    page.keyboard.press("ArrowLeft")
    expect(inputs.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(inputs.nth(1)).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(inputs.first).to_be_focused()
    composing = "new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })"
    assert inputs.first.evaluate(f"(field) => field.dispatchEvent({composing})"), "Enter belongs to the input method"
    expect(inputs.first).to_be_focused()


@pytest.mark.parametrize(
    "text",
    [
        "[[4. 0. 4.]\n [0. 6. 4.]\n [2. 3. 4.]]",
        "array([[4., 0., 4.],\n       [0., 6., 4.],\n       [2., 3., 4.]])",
        "4.\t0.\t4.\n0.\t6.\t4.\n2.\t3.\t4.\n",
        "S\tk_0\tk_1\tk_2\nq_0\t4.\t0.\t4.\nq_1\t0.\t6.\t4.\nq_2\t2.\t3.\t4.",
        r"\begin{bmatrix} 4. & 0. & 4. \\ 0. & 6. & 4. \\ 2. & 3. & 4. \end{bmatrix}",
    ],
    ids=["numpy", "array", "spreadsheet", "labelled", "tex"],
)
def test_rows_are_pasted(page: Page, site: str, text: str) -> None:
    section = enter(page, site, "en")
    paste(section.locator(".tk-input").first, text)
    assert typed(section) == ["4.", "0.", "4.", "0.", "6.", "4.", "2.", "3.", "4."]
    commit(section)
    expect(section.locator(".tk-predict td[data-result=right]")).to_have_count(9)


def test_rows_are_pasted_from_the_focused_cell_on(page: Page, site: str) -> None:
    section = enter(page, site, "en")
    paste(section.locator(".tk-input").nth(4), "6 4 5\n3 4 5\n9 9 9")
    assert typed(section) == ["", "", "", "", "6", "4", "", "3", "4"]
    expect(section.locator(".tk-input").last).to_be_focused()


@pytest.mark.parametrize("text", ["(3, 4)", "3×4", "3 4", "３，４"])
def test_a_shape_is_written_in_one_go(page: Page, site: str, text: str) -> None:
    page.goto(f"{site}/en/{DAY_43}/")
    inputs = page.locator(".tk-cell").filter(has=page.locator(".tk-field ~ .tk-field")).first.locator("input")
    first, second = inputs.nth(0), inputs.nth(1)
    first.fill(text)
    first.blur()
    assert (first.input_value(), second.input_value()) in [("3", "4"), ("３", "４")]


@pytest.mark.parametrize("text", ["589,824", "4×10^5", "2**10"])
def test_one_number_is_no_shape(page: Page, site: str, text: str) -> None:
    page.goto(f"{site}/en/{DAY_43}/")
    inputs = page.locator(".tk-cell").filter(has=page.locator(".tk-field ~ .tk-field")).first.locator("input")
    inputs.first.fill(text)
    inputs.first.blur()
    assert (inputs.nth(0).input_value(), inputs.nth(1).input_value()) == (text, "")


def test_a_column_of_hundreds_is_pasted(page: Page, site: str) -> None:
    section = enter(page, site, "en")
    paste(section.locator(".tk-input").first, "100\n200\n300\n")
    assert typed(section) == ["100", "", "", "200", "", "", "300", "", ""]


def test_a_million_digits_do_not_stop_the_page(page: Page, site: str) -> None:
    section = enter(page, site, "en")
    first = section.locator(".tk-input").first
    first.evaluate("(field) => { field.value = `${'1'.repeat(1_000_000)}x`; }")
    first.focus()
    first.blur()
    expect(first).to_have_attribute("aria-invalid", "true", timeout=3_000)


def test_what_is_no_number_is_said_at_the_field_and_kept(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    values = shown(section)
    fill(section, ["four", *values[1:]])
    first = section.locator(".tk-input").first
    expect(first).to_have_attribute("aria-invalid", "true")
    message = section.locator(f"[id='{(first.get_attribute('aria-describedby') or '').split()[0]}']")
    expect(message).to_have_text("数として読めません" if lang == "ja" else "Not read as a number")
    commit(section)
    expect(section.locator(".tk-form__ask")).to_be_focused()
    section.locator(".tk-form__ask button").first.click()
    expect(first).to_be_focused()
    expect(first).to_have_value("four")
    first.fill("4")
    expect(first).not_to_have_attribute("aria-invalid", "true")
    expect(section.locator(".tk-form__ask")).to_be_hidden()
    first.fill("four")
    commit(section)
    section.locator(".tk-form__ask button").last.click()
    expect(section.locator(".tk-predict td").first).to_contain_text("four")
    assert entry(page, section)["attempts"][0]["results"][0] == "wrong"


def test_hints_open_one_after_the_other(page: Page, site: str, lang: str) -> None:
    def with_two_more(route: Route) -> None:
        more = "".join(f'<details class="tk-hint"><summary>{name}</summary>more</details>' for name in ("one", "two"))
        answer = '<details class="tk-answer"'
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace(answer, more + answer, 1))

    page.route(f"**/{DAY_43}/", with_two_more)
    section = enter(page, site, lang)
    hints = section.locator(".tk-hint")
    count = hints.count()
    for index in range(1, count):
        expect(hints.nth(index)).to_be_hidden()
    hints.first.locator("summary").click()
    expect(hints.nth(1)).to_be_visible()
    for index in range(2, count):
        expect(hints.nth(index)).to_be_hidden()
    # One that is closed and opened again counts once; how many were opened is part of the draft.
    hints.first.locator("summary").click()
    hints.first.locator("summary").click()
    hints.nth(1).locator("summary").click()
    page.reload()
    expect(hints.nth(2)).to_be_visible()
    expect(section.locator(".tk-answer")).to_be_hidden()
    fill(section, shown(section))
    commit(section)
    assert entry(page, section)["attempts"][0]["hints"] == 2
    expect(hints.last).to_be_visible()
    section.locator(".tk-after__actions button").click()
    expect(hints.nth(1)).to_be_hidden()


def test_the_answer_without_a_prediction(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    section.locator(".tk-input").first.fill("4")
    section.locator(".tk-form .tk-form__actions .tk-quiet").click()
    expect(section.locator(".tk-answer")).to_be_visible()
    expect(section.locator(".tk-criterion")).to_be_visible()
    kept = entry(page, section)
    assert kept["attempts"][0]["skipped"] is True
    assert kept["draft"]["answers"][0] == "4"
    section.locator(".tk-after__actions button").click()
    assert typed(section)[0] == "4"


def test_a_draft_survives(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    section.locator(".tk-input").first.fill("4")
    section.locator(".tk-form__notes textarea").fill("half a thought")
    section.locator("input[value='40']").check()
    page.reload()
    expect(section.locator(".tk-input").first).to_have_value("4")
    expect(section.locator(".tk-form__notes textarea")).to_have_value("half a thought")
    expect(section.locator("input[value='40']")).to_be_checked()
    section.locator(".tk-choices .tk-quiet").click()
    expect(section.locator("input[value='40']")).not_to_be_checked()


# --------------------------------------------------------------------------------------------------------- the prompt


def test_the_prompt_holds_the_prediction_and_no_answer(page: Page, site: str, lang: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    section = enter(page, site, lang)
    count = len(shown(section))
    fill(section, ["777"] * count)
    section.locator(".tk-form__notes textarea").fill("my own way")
    section.locator("input[value='60']").check()
    commit(section)
    section.locator(".tk-prompt button").click()
    expect(section.locator(".tk-prompt [role=status]")).not_to_be_empty()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.replace("\r\n", "\n") == section.locator(".tk-prompt__text").text_content()
    assert text.count("777") == count
    assert "my own way" in text and "60%" in text
    asked = task(section)
    assert asked["question"].strip() in text and asked["givens"].strip() in text
    for field in asked["fields"]:
        assert field["label"] in text
        assert field["shown"] in asked["question"] + asked["givens"] or field["shown"] not in text
    for line in section.locator(".tk-answer").inner_text().split("\n"):
        assert len(line.strip()) < 12 or line.strip() not in text
    rule = "正解の値や模範解答を言わない" if lang == "ja" else "Do not state the correct values"
    assert rule in text


def test_a_prompt_that_cannot_be_copied_can_be_selected(page: Page, site: str) -> None:
    page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false;"
    )
    section = enter(page, site, "en", kind="text")
    section.locator("textarea").fill("because")
    commit(section)
    section.locator(".tk-prompt button").click()
    expect(section.locator(".tk-prompt__all")).to_have_attribute("open", "")
    assert "because" in page.evaluate("String(getSelection())")


# -------------------------------------------------------------------------------------------------------- the storage


def attempt(section: Locator, **changed: Any) -> dict[str, Any]:
    values = shown(section)
    return {
        "time": "2026-11-30T05:00:00.000Z",
        "answers": values,
        "notes": "",
        "confidence": None,
        "hints": 0,
        "expression": task(section)["expression"],
        "shown": values,
        "results": ["right"] * len(values),
        "assessment": None,
    } | changed


def test_hostile_text_shows_as_text(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    count = len(shown(section))
    hostile = attempt(section, answers=[HOSTILE] * count, notes=HOSTILE, shown=[HOSTILE] * count, expression=HOSTILE)
    plant(page, section, [hostile, hostile | {"time": "2026-12-01T05:00:00.000Z"}])
    expect(section.locator(".tk-committed")).to_contain_text(HOSTILE)
    section.locator(".tk-earlier summary").click()
    expect(section.locator(".tk-earlier li")).to_contain_text(HOSTILE)
    assert section.locator("img, .tk-predict script").count() == 0
    assert page.evaluate("window.hacked") is None


def test_an_exercise_that_has_changed_says_so(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    plant(page, section, [attempt(section, expression="S_old", answers=["1"], shown=["2"], results=["wrong"])])
    notice = section.locator(".tk-committed .tk-notice")
    expect(notice).to_contain_text("S_old")
    expect(notice).to_contain_text(task(section)["expression"])
    expect(section.locator(".tk-compared-rows .tk-pair")).to_have_count(1)
    values = shown(section)
    plant(page, section, [attempt(section, shown=["5.5", *values[1:]])])
    expect(notice).to_be_visible()
    expect(section.locator(".tk-theirs").first).to_contain_text("5.5")
    plant(page, section, [attempt(section, results=["right"])])
    expect(section.locator(".tk-predict td[data-result=right]")).to_have_count(1)
    expect(section.locator(".tk-predict td[data-result=empty]")).to_have_count(len(values) - 1)


@pytest.mark.parametrize("problem", ["full", "disabled"])
def test_a_storage_that_takes_nothing(page: Page, site: str, lang: str, problem: str) -> None:
    page.add_init_script(FULL if problem == "full" else DISABLED)
    section = enter(page, site, lang)
    fill(section, shown(section))
    commit(section)
    notice = page.locator(f".tk-notice[data-problem={problem}]")
    expect(notice).to_have_count(1)
    expect(notice).to_have_attribute("role", "alert")
    expect(section.locator(".tk-predict td[data-result=right]")).to_have_count(len(shown(section)))
    section.locator("input[value=met]").check()
    expect(section.locator("fieldset [role=status]")).to_be_empty()
    expect(notice).to_have_count(1)
    with page.expect_download() as saved:
        notice.locator("button").click()
    kept = json.loads(saved.value.path().read_text(encoding="utf-8"))
    (only,) = [one for one in kept["exercises"].values() if one["attempts"]]
    assert (only["attempts"][0]["answers"], only["attempts"][0]["assessment"]) == (shown(section), "met")


@pytest.mark.parametrize("problem", ["corrupt", "newer"])
def test_a_record_that_cannot_be_read(page: Page, site: str, lang: str, problem: str) -> None:
    section = enter(page, site, lang)
    plant(page, section, [], format=None if problem == "corrupt" else 2)
    notice = page.locator(f".tk-notice[data-problem={problem}]")
    expect(notice).to_have_count(1)
    with page.expect_download() as saved:
        notice.locator("button").last.click()
    assert '"reflections": {}' in saved.value.path().read_text(encoding="utf-8")
    fill(section, shown(section))
    commit(section)
    expect(section.locator(".tk-committed")).to_be_visible()
    expect(notice).to_have_count(1)


def test_two_tabs(page: Page, site: str, lang: str) -> None:
    section = enter(page, site, lang)
    other = page.context.new_page()
    theirs = enter(other, site, "en" if lang == "ja" else "ja")
    other_text = other.locator(".tk-exercise[data-kind=text]").first
    other_text.locator("textarea").fill("being written")
    fill(section, shown(section))
    commit(section)
    expect(theirs.locator(".tk-committed")).to_be_visible()
    expect(other_text.locator("textarea")).to_have_value("being written")
    mine = page.locator(".tk-exercise[data-kind=text]").first
    mine.locator("textarea").fill("mine")
    commit(mine)
    expect(mine.locator(".tk-own")).to_have_text("mine")
    expect(other_text.locator("textarea")).to_have_value("being written")
    commit(other_text)
    expect(other_text.locator(".tk-own")).to_have_text("being written")
    assert [one["answers"] for one in entry(page, mine)["attempts"]] == [["mine"], ["being written"]]
    other.close()


def test_the_address_leads_to_an_exercise_below_other_forms(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site}/{lang}/{DAY_43}/#exercise-3")
    expect(page.locator(".tk-form")).to_have_count(3)
    until(page, "document.getElementById('exercise-3').getBoundingClientRect().top < 200")
