"""The prediction record: what it shows, what it says of the storage, what goes out of it and comes back."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import markdown
import pytest
from playwright.sync_api import Locator, Page, expect

RICH = (Path(__file__).parents[1] / "samples" / "records" / "rich.json").read_text("utf-8")
DAY = "attention/day-43-queries-keys-values"
HOSTILE = [
    '<img src=x onerror="document.title=1"><script>document.title=1</script>',
    "=cmd|' /C calc'!A0",
    "\u202eright to left\u202c | *pipe* `code` [link](javascript:alert(1))",
    "１" * 10_000,
]


def key(site: str) -> str:
    """The storage key of the site's record."""
    return f"tashikame.record:{urlsplit(site).path.rstrip('/')}/"


def record(*attempts: dict[str, Any], reflection: str = "") -> dict[str, Any]:
    """A record with these attempts, each at an exercise of its own."""
    exercises = {
        f"{DAY}#exercise-{number}": {
            "attempts": [one],
            "draft": {"answers": [], "notes": "", "confidence": None},
        }
        for number, one in enumerate(attempts, 1)
    }
    kept = {DAY: {"text": reflection, "time": "2026-11-30T05:00:00.000Z"}} if reflection else {}
    return {"format": 1, "exercises": exercises, "reflections": kept}


def attempt(answers: list[str], results: list[str], **changed: Any) -> dict[str, Any]:
    """An attempt as the record holds it."""
    plain: dict[str, Any] = {
        "time": "2026-11-30T05:00:00.000Z",
        "answers": answers,
        "notes": "",
        "confidence": None,
        "hints": 0,
        "expression": "S_raw",
        "shown": ["4.0"] * len(results),
        "results": results,
        "assessment": None,
    }
    return plain | changed


def visit(page: Page, site: str, lang: str, stored: str | None = None, script: str = "") -> Locator:
    """The record page with this text in the storage from the first visit on."""
    if stored is not None:
        text = json.dumps([key(site), stored])
        page.add_init_script(
            f"if (!sessionStorage.seeded) {{ sessionStorage.seeded = 1; localStorage.setItem(...{text}); }}"
        )
    if script:
        page.add_init_script(script)
    page.goto(f"{site.rstrip('/')}/{lang}/record/")
    journal = page.locator(".tk-journal")
    expect(journal.locator("#record-files")).to_be_visible()
    return journal


def stored(page: Page, site: str) -> Any:
    text = page.evaluate("(key) => localStorage.getItem(key)", key(site))
    return None if text is None else json.loads(text)


def saved(page: Page, button: Locator) -> str:
    """What a button saves as a file; read as bytes, so that line ends and marks are seen."""
    with page.expect_download() as found:
        button.click()
    return Path(found.value.path()).read_bytes().decode("utf-8")


def exporting(journal: Locator, number: int) -> Locator:
    return journal.locator("section[aria-labelledby=record-export] button").nth(number)


def choose(journal: Locator, text: str, name: str = "record.json") -> Locator:
    """Imports a text as a file; what the page then says."""
    result = journal.locator("section[aria-labelledby=record-import] [role=status]")
    result.evaluate("(said) => said.replaceChildren()")
    journal.locator("#record-file").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(result).not_to_be_empty()
    return result


class Tags(HTMLParser):
    """The tags and the text of an HTML fragment."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_rich_record(page: Page, site: str, lang: str) -> None:
    journal = visit(page, site, lang, RICH)
    lesson = journal.locator(".tk-lesson").filter(has=page.locator(f"a[href*='{DAY.split('/')[1]}']")).first
    first = lesson.locator("details.tk-entry").first
    expect(first.locator(".tk-attempts")).to_be_hidden()
    first.locator("summary").press("Enter")
    attempts = first.locator(".tk-attempt")
    expect(attempts).to_have_count(2)
    rows = attempts.first.locator("tbody tr")
    expect(rows).to_have_count(9)
    expect(rows.nth(5).locator("td").nth(0)).to_have_text("2")
    expect(rows.nth(5).locator("td").nth(1)).to_have_text("4.0")
    expect(rows.nth(5)).to_have_attribute("data-result", "wrong")
    expect(attempts.first).to_contain_text("行ごとに内積を取った")
    expect(attempts.first.locator("dd").first).to_have_text("80%")
    expect(first.locator("a")).to_have_attribute("href", re.compile("#exercise-1$"))
    expect(lesson.locator("textarea")).to_have_value(re.compile("辞書引き"))
    gone = journal.locator("#record-gone ~ details")
    expect(gone.first).to_contain_text("attention/day-40-an-older-lesson#exercise-9")
    expect(gone.nth(1)).to_contain_text("attention/day-40-an-older-lesson")
    expect(journal.locator("[data-state=skipped]")).to_have_count(1)
    expect(journal.locator(".tk-totals-row dd").nth(1)).to_have_text("1")


def test_an_empty_record_leads_to_the_first_lesson(page: Page, site: str, lang: str) -> None:
    journal = visit(page, site, lang)
    expect(journal.locator(".tk-welcome a")).to_be_visible()
    expect(journal.locator("#record-calibration")).to_have_count(0)
    journal.locator(".tk-welcome a").click()
    assert "/attention/day-" in page.url


def test_calibration_by_hand(page: Page, site: str, lang: str) -> None:
    tries = [
        attempt(["4"], ["right"], confidence=100),
        attempt(["4"], ["near"], confidence=100),
        attempt(["5"], ["wrong"], confidence=100),
        attempt(["4", "5"], ["right", "wrong"], confidence=60),
        attempt(["words"], [], shown=[], confidence=60, assessment="met"),
        attempt(["words"], [], shown=[], confidence=20, assessment="partly"),
        attempt(["words"], [], shown=[], confidence=80),  # not assessed: nothing tells how it came out
        attempt([], [], skipped=True),
    ]
    kept = record(*tries)
    # A second try has seen the answer.
    kept["exercises"][f"{DAY}#exercise-3"]["attempts"].append(
        attempt(["4"], ["right"], confidence=100, time="2026-11-30T06:00:00.000Z")
    )
    journal = visit(page, site, lang, json.dumps(kept))
    rows = [row.split() for row in journal.locator(".tk-calibration__table tbody tr").all_inner_texts()]
    assert rows == [
        ["20%", "1", "0", "0%"],
        ["40%", "0", "0", "–"],
        ["60%", "2", "1", "50%"],
        ["80%", "0", "0", "–"],
        ["100%", "3", "2", "67%"],
    ]
    # (20 + 2 · 60 + 3 · 100) / 6 = 73.3, and 3 of 6 are right.
    sentence = journal.locator(".tk-calibration__verdict").inner_text()
    assert "73%" in sentence and "50%" in sentence
    assert {"ja": "自信が高め", "en": "over-confident"}[lang] in sentence
    assert {"ja": "件数が少ない", "en": "few"}[lang] in sentence
    expect(journal.locator("svg.tk-plot")).to_have_attribute("aria-label", re.compile("100%.*3.*2"))


@pytest.mark.parametrize(
    ("confidence", "results", "said"),
    [
        (20, ["right", "right"], "under-confident"),
        (100, ["right", "wrong"], "over-confident"),
        (100, ["right", "near"], "go well together"),
    ],
)
def test_the_verdict(page: Page, site: str, confidence: int, results: list[str], said: str) -> None:
    kept = record(*(attempt(["4"], [one], confidence=confidence) for one in results))
    journal = visit(page, site, "en", json.dumps(kept))
    expect(journal.locator(".tk-calibration__verdict")).to_contain_text(said)


def test_export_erase_import_gives_the_same_record(page: Page, site: str, lang: str) -> None:
    journal = visit(page, site, lang, RICH)
    exported = saved(page, exporting(journal, 0))
    assert json.loads(exported) == json.loads(RICH)
    erase = journal.locator("section[aria-labelledby=record-erasing]")
    erase.locator("button").first.click()
    assert stored(page, site) == json.loads(RICH), "one press erases nothing"
    page.keyboard.press("Escape")
    expect(erase.locator(".tk-erase")).to_be_hidden()
    erase.locator("button:visible").first.press("Enter")
    assert json.loads(saved(page, erase.locator(".tk-erase button").first)) == json.loads(RICH)
    erase.locator(".tk-button--grave").click()
    expect(journal.locator(".tk-welcome")).to_be_visible()
    assert stored(page, site) == {"format": 1, "exercises": {}, "reflections": {}}
    # Six attempts and two reflections; the draft stands where none was.
    assert re.search(r"8\D+1", choose(journal, exported).inner_text())
    expect(journal.locator(".tk-welcome")).to_have_count(0)
    assert stored(page, site) == json.loads(RICH)
    choose(journal, exported)
    assert stored(page, site) == json.loads(RICH), "a second import adds nothing"


def test_what_cannot_be_imported_ends_in_a_sentence(page: Page, site: str, lang: str) -> None:
    journal = visit(page, site, lang, RICH)
    texts = ["", "{broken", "[]", '"text"', '{"format": 99, "exercises": {}}', "[" * 100_000]
    said = {choose(journal, text).inner_text() for text in texts}
    assert len(said) == 3, said
    # Made in the page: handed over by the driver, it takes longer than anything else here.
    journal.locator("#record-file").evaluate(
        """(field) => {
          const chosen = new DataTransfer();
          chosen.items.add(new File(["x".repeat(20_000_001)], "record.json"));
          field.files = chosen.files;
          field.dispatchEvent(new Event("change"));
        }"""
    )
    result = journal.locator("section[aria-labelledby=record-import] [role=status]")
    expect(result).to_contain_text("大きすぎ" if lang == "ja" else "too large")
    assert result.inner_text() not in said
    partly = record(attempt(["4"], ["right"], time="yesterday"), attempt(["4"], ["right"]))
    result = choose(journal, json.dumps(partly))
    expect(result.locator("li")).to_have_text([f"{DAY}#exercise-1 1"])
    assert len(stored(page, site)["exercises"][f"{DAY}#exercise-2"]["attempts"]) == 2


def test_csv(page: Page, site: str, lang: str) -> None:
    kept = record(
        attempt(HOSTILE, ["wrong"] * 4, notes='+1 "quoted",\r\nsecond line', hints=2, confidence=40),
        attempt(["-0.5", "2,359,296", "−∞"], ["right"] * 3),
        reflection="@mention",
    )
    text = saved(page, exporting(visit(page, site, lang, json.dumps(kept)), 1))
    assert text.startswith("\ufeff")
    assert "\n" not in text.replace("\r\n", "").replace("\r\nsecond", "")
    header, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    assert len(rows) == 8 and all(len(row) == len(header) == 15 for row in rows)
    answers = [row[8] for row in rows]
    assert answers == [HOSTILE[0], f"'{HOSTILE[1]}", *HOSTILE[2:], "-0.5", "2,359,296", "−∞", "'@mention"]
    assert rows[0][14] == '\'+1 "quoted",\r\nsecond line'
    assert rows[0][11:13] == ["40%", "2"]


def test_markdown(page: Page, site: str, lang: str) -> None:
    kept = record(attempt(HOSTILE, ["wrong"] * 4, notes="# no heading\n- no list\n1. nor this"), reflection=HOSTILE[0])
    text = saved(page, exporting(visit(page, site, lang, json.dumps(kept)), 2))
    html = markdown.markdown(text, extensions=["tables"])
    seen = Tags(html)
    assert seen.tags <= {"h1", "h2", "h3", "p", "strong", "table", "thead", "tbody", "tr", "th", "td", "blockquote"}
    assert "table" in seen.tags and "blockquote" in seen.tags
    for one in (HOSTILE[0], HOSTILE[1], HOSTILE[2], "# no heading", "- no list", "1. nor this"):
        assert one in seen.text.replace("\\|", "|").replace("\\~", "~"), one


def test_hostile_text_is_shown_as_text(page: Page, site: str, lang: str) -> None:
    prose = attempt([HOSTILE[0] + HOSTILE[3]], [], shown=[], assessment="met")
    kept = record(attempt(HOSTILE, ["wrong"] * 4, notes=HOSTILE[0]), prose, reflection=HOSTILE[0])
    kept["exercises"][f"<b>#{HOSTILE[2]}"] = {"attempts": [attempt(["4"], ["right"])]}
    journal = visit(page, site, lang, json.dumps(kept))
    page.evaluate("document.querySelectorAll('.tk-entry').forEach((one) => { one.open = true; })")
    expect(journal.locator("img, script, b:has-text('x')")).to_have_count(0)
    expect(journal.locator(".tk-compared td").first).to_have_text(HOSTILE[0])
    assert page.title() != "1"
    page.set_viewport_size({"width": 375, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_corrupt_record_is_told_and_kept(page: Page, site: str, lang: str) -> None:
    journal = visit(page, site, lang, '{"format": 1, "exer')
    notice = journal.locator(".tk-notice[data-problem=corrupt]")
    assert saved(page, notice.locator("button").nth(1)) == '{"format": 1, "exer'
    page.reload()
    choose(journal, RICH)
    page.reload()
    # The record is whole again; what could not be read is still there, until the learner deletes it.
    rescued = journal.locator(".tk-notice")
    assert saved(page, rescued.locator("button").first) == '{"format": 1, "exer'
    rescued.locator("button").nth(1).click()
    expect(rescued).to_have_count(0)
    assert stored(page, site) == json.loads(RICH)


@pytest.mark.parametrize(("problem", "error"), [("disabled", "SecurityError"), ("full", "QuotaExceededError")])
def test_storage_that_takes_nothing(page: Page, site: str, lang: str, problem: str, error: str) -> None:
    refuse = """for (const name of %s) {
      const own = Storage.prototype[name];
      Storage.prototype[name] = function (key, ...rest) {
        if (this === localStorage && key.startsWith("tashikame.record")) {
          throw new DOMException("no", "%s");
        }
        return own.call(this, key, ...rest);
      };
    }"""
    calls = ["setItem"] if problem == "full" else ["getItem", "setItem"]
    journal = visit(page, site, lang, script=refuse % (json.dumps(calls), error))
    choose(journal, RICH)
    expect(journal.locator(f".tk-notice[data-problem={problem}]")).to_be_visible()
    # What could not be stored is there as long as the page is, and can be saved.
    expect(journal.locator(".tk-totals-row")).to_be_visible()
    assert json.loads(saved(page, exporting(journal, 0))) == json.loads(RICH)


def test_a_newer_record_is_not_overwritten(page: Page, site: str, lang: str) -> None:
    newer = json.dumps({**json.loads(RICH), "format": 2, "more": 1})
    journal = visit(page, site, lang, newer)
    expect(journal.locator(".tk-notice[data-problem=newer]")).to_be_visible()
    choose(journal, json.dumps(record(attempt(["4"], ["right"]))))
    assert stored(page, site) == json.loads(newer)


def test_a_reflection_saves_itself(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/")
    box = page.locator(".tk-reflection textarea")
    box.fill("キーは探し物の名札")
    expect(page.locator(".tk-reflect__note[data-state=saved]")).to_be_visible()
    assert stored(page, site)["reflections"][DAY]["text"] == "キーは探し物の名札"
    page.goto(f"{site.rstrip('/')}/{lang}/record/")
    again = page.locator(".tk-lesson textarea").first
    expect(again).to_have_value("キーは探し物の名札")
    again.fill("もう一度")
    # Whoever leaves at once loses nothing.
    page.goto(f"{site.rstrip('/')}/{lang}/{DAY}/")
    expect(page.locator(".tk-reflection textarea")).to_have_value("もう一度")


def test_progress_on_the_list_of_days(page: Page, site: str, lang: str) -> None:
    visit(page, site, lang, RICH)
    page.goto(f"{site.rstrip('/')}/{lang}/")
    mark = page.locator(f".tk-progress[data-lesson='{DAY}']")
    expect(mark).to_contain_text(re.compile(r"3\D+3"))
    expect(page.locator(".tk-progress[data-lesson*='day-45']").first).to_be_empty()


def test_the_keyboard_stays_where_it_is(page: Page, site: str) -> None:
    journal = visit(page, site, "en")
    entry = journal.locator(".tk-lesson .tk-entry:has(textarea)").first
    entry.locator("summary").first.click()
    entry.locator("textarea").click()
    page.keyboard.type("a name tag")
    page.keyboard.press("Tab")
    # The entry is no longer said to be unwritten: the page was drawn anew.
    expect(entry.locator(".tk-standing").first).to_be_empty()
    assert journal.evaluate("(all) => all.contains(document.activeElement) && document.activeElement.tagName") in (
        "A",
        "SUMMARY",
    )


def test_enlarged_fourfold(page: Page, site: str, lang: str) -> None:
    long = attempt(["W" * 5_000], ["wrong"], notes="W" * 5_000, confidence=60)
    page.set_viewport_size({"width": 320, "height": 256})
    journal = visit(page, site, lang, json.dumps(record(long, reflection="W" * 5_000)))
    journal.locator("details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_an_earlier_reflection_without_a_time(page: Page, site: str, lang: str) -> None:
    value = record(reflection="now")
    value["reflections"][DAY]["earlier"] = [{"text": "before", "time": "once"}]
    journal = visit(page, site, lang, json.dumps(value))
    expect(journal.locator(".tk-notice[data-problem=corrupt]")).to_be_visible()
    expect(journal).to_contain_text("before")
