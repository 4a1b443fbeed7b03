"""The record in the browser's storage: what cannot be written or read is told, and nothing of it is lost."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.harness import until

KEY = "attention/day-1#exercise-1"


def attempt(time: str = "2026-11-30T05:00:00.000Z", **changed: Any) -> dict[str, Any]:
    """An attempt as the record holds it."""
    plain: dict[str, Any] = {
        "time": time,
        "answers": ["4"],
        "notes": "",
        "confidence": None,
        "hints": 0,
        "expression": "S",
        "shown": ["4.0"],
        "results": ["right"],
        "assessment": None,
    }
    return plain | changed


def record(*attempts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A record with one exercise."""
    draft = {"answers": [], "notes": "", "confidence": None}
    exercises = {KEY: {"attempts": list(attempts), "draft": draft}}
    return {"format": 1, "exercises": exercises, "reflections": {}} | more


def run(page: Page, site: str, body: str, value: Any = None) -> Any:
    """Runs a piece of script with `Store`, `entryOf`, a storage of its own kind and the given value at hand."""
    page.goto(f"{site}/en/")
    script = """async ([module, KEY, value]) => {
      const { Store, entryOf } = await import(module);
      class Fake {
        constructor(held = {}) { this.held = new Map(Object.entries(held)); this.limit = Infinity; }
        get length() { return this.held.size; }
        key(index) { return [...this.held.keys()][index] ?? null; }
        getItem(key) { return this.held.get(key) ?? null; }
        setItem(key, text) {
          if (text.length > this.limit) { throw new DOMException("full", "QuotaExceededError"); }
          this.held.set(key, text);
        }
        removeItem(key) { this.held.delete(key); }
      }
      const name = Store.open(new Fake()).key;
      const note = (text) => (state) => { entryOf(state, KEY).draft.notes = text; };
      %s
    }"""
    return page.evaluate(script % body, [f"{site}/en/assets/javascripts/store.js", KEY, value])


def test_one_record_for_both_languages_of_a_site(page: Page, site: str) -> None:
    script = "async (module) => (await import(module)).Store.open().key"
    page.goto(f"{site}/en/")
    keys = {page.evaluate(script, f"{site}/{code}/assets/javascripts/store.js") for code in ("ja", "en")}
    path = "/" + site.split("://")[1].partition("/")[2].rstrip("/") + "/"
    assert keys == {f"tashikame.record:{path.replace('//', '/')}"}


def test_what_is_written_is_there_for_the_next_page(page: Page, site: str) -> None:
    body = """
      const fake = new Fake();
      const stored = Store.open(fake).update(note("mine"));
      const next = Store.open(fake);
      return [stored, next.state.exercises[KEY].draft.notes, next.problem, next.rescued];"""
    assert run(page, site, body) == [True, "mine", None, None]


def test_a_change_that_fails_changes_nothing(page: Page, site: str) -> None:
    body = """
      const store = Store.open(new Fake());
      try { store.update((state) => { note("half")(state); throw new Error("stop"); }); } catch { }
      return store.state.exercises;"""
    assert run(page, site, body) == {}


@pytest.mark.parametrize(
    "text", ["{", "[]", "null", '"text"', "7", '{"exercises": 3}', '{"format": 1, "exercises": []}']
)
def test_corrupt(page: Page, site: str, text: str) -> None:
    body = """
      const fake = new Fake({ [name]: value });
      const store = Store.open(fake);
      const found = [store.problem, store.rescued];
      const stored = store.update(note("new"));
      const next = Store.open(fake);
      const again = [next.problem, next.rescued, next.state.exercises[KEY].draft.notes];
      next.discardRescued();
      return [...found, stored, ...again, fake.held.size];"""
    assert run(page, site, body, text) == ["corrupt", text, True, None, text, "new", 1]


def test_what_can_be_read_of_a_corrupt_record_is_used(page: Page, site: str) -> None:
    good, bad = attempt(), attempt("2026-12-01T05:00:00.000Z", confidence="very", results=["perhaps"])
    value = record(
        good, bad, {"time": "never"}, 7, reflections={"a": {"text": 3}, "b": {"text": "x", "time": good["time"]}}
    )
    body = """
      const text = JSON.stringify(value);
      const store = Store.open(new Fake({ [name]: text }));
      return [store.problem, store.rescued === text, store.state];"""
    problem, rescued, state = run(page, site, body, value)
    assert (problem, rescued) == ("corrupt", True)
    assert state["exercises"][KEY]["attempts"] == [good, bad | {"confidence": None, "results": []}]
    assert list(state["reflections"]) == ["b"]


def test_a_second_corrupt_record_is_put_beside_the_first(page: Page, site: str) -> None:
    body = """
      const fake = new Fake({ [name]: "{1", [`${name}.unreadable`]: "{0" });
      Store.open(fake).update(note("new"));
      return [...fake.held.values()].sort();"""
    kept = run(page, site, body)
    assert kept[1:] == ["{0", "{1"] or kept[:2] == ["{0", "{1"]


def test_a_corrupt_record_that_cannot_be_put_aside_is_not_overwritten(page: Page, site: str) -> None:
    body = """
      const fake = new Fake({ [name]: "{".repeat(50) });
      fake.limit = 10;
      const store = Store.open(fake);
      const stored = store.update(note("new"));
      return [stored, store.problem, store.state.exercises[KEY].draft.notes, fake.held.get(name)];"""
    assert run(page, site, body) == [False, "corrupt", "new", "{" * 50]


def test_full(page: Page, site: str) -> None:
    body = """
      const fake = new Fake();
      const store = Store.open(fake);
      store.update(note("first"));
      fake.limit = 10;
      const failed = [store.update(note("second")), store.problem, store.state.exercises[KEY].draft.notes];
      const exported = JSON.parse(store.exportJson()).exercises[KEY].draft.notes;
      const other = Store.open(fake);
      fake.limit = Infinity;
      other.update((state) => { state.reflections.day = { text: "other tab", time: "2026-11-30T05:00:00.000Z" }; });
      const saved = store.update((state) => { entryOf(state, KEY).draft.confidence = 60; });
      return [failed, exported, saved, store.problem, JSON.parse(fake.held.get(name))];"""
    failed, exported, saved, problem, stored = run(page, site, body)
    assert failed == [False, "full", "second"]
    assert (exported, saved, problem) == ("second", True, None)
    assert stored["exercises"][KEY]["draft"] == {"answers": [], "notes": "second", "confidence": 60}
    assert stored["reflections"]["day"]["text"] == "other tab"


def test_disabled(page: Page, site: str) -> None:
    body = """
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
      const store = Store.open();
      const problem = store.problem;
      const sure = (state) => { entryOf(state, KEY).draft.confidence = 20; };
      const stored = [store.update(note("one")), store.update(sure)];
      return [problem, stored, store.problem, store.state.exercises[KEY].draft];"""
    draft = {"answers": [], "notes": "one", "confidence": 20}
    assert run(page, site, body) == ["disabled", [False, False], "disabled", draft]


def test_a_newer_record_is_read_and_never_overwritten(page: Page, site: str) -> None:
    body = """
      const text = JSON.stringify({ ...value, format: 2, more: true });
      const fake = new Fake({ [name]: text });
      const store = Store.open(fake);
      const found = [store.problem, store.rescued === text, store.state.exercises[KEY].attempts.length];
      const stored = store.update(note("mine"));
      const kept = [fake.held.get(name) === text, fake.held.size];
      return [...found, stored, store.state.exercises[KEY].draft.notes, ...kept];"""
    assert run(page, site, body, record(attempt())) == ["newer", True, 1, False, "mine", True, 1]


def test_two_tabs(page: Page, site: str) -> None:
    page.goto(f"{site}/en/")
    other = page.context.new_page()
    other.goto(f"{site}/ja/")
    opened = """async (module) => {
      window.store = (await import(module)).Store.open();
      window.told = 0;
      window.store.subscribe(() => { window.told += 1; });
    }"""
    page.evaluate(opened, f"{site}/en/assets/javascripts/store.js")
    other.evaluate(opened, f"{site}/ja/assets/javascripts/store.js")
    write = """([key, attempt]) => window.store.update((state) => {
      state.exercises[key] ??= { attempts: [], draft: { answers: [], notes: "", confidence: null } };
      state.exercises[key].attempts.push(attempt);
    })"""
    first, second = attempt(), attempt("2026-11-30T06:00:00.000Z")
    page.evaluate(write, [KEY, first])
    other.evaluate(write, [KEY, second])
    until(page, "window.told === 2")
    state = page.evaluate("window.store.state")
    assert state["exercises"][KEY]["attempts"] == [first, second]
    other.close()


def test_import_merges(page: Page, site: str) -> None:
    own, both, theirs = (attempt(f"2026-11-{day}T05:00:00.000Z") for day in (28, 29, 30))
    early, late = "2026-11-01T05:00:00.000Z", "2026-11-02T05:00:00.000Z"
    here = record(own, both, reflections={"a": {"text": "old", "time": early}, "b": {"text": "same", "time": early}})
    there = record(
        both | {"assessment": "met"},
        theirs,
        reflections={"a": {"text": "new", "time": late}, "b": {"text": "same", "time": late}},
    )
    there["exercises"][KEY]["draft"]["notes"] = "begun"
    body = """
      const fake = new Fake({ [name]: JSON.stringify(value[0]) });
      const store = Store.open(fake);
      const first = store.importJson(JSON.stringify(value[1]));
      const again = store.importJson(JSON.stringify(value[1]));
      return [first, again, JSON.parse(fake.held.get(name))];"""
    first, again, stored = run(page, site, body, [here, there])
    assert first == {"added": 1, "updated": 3, "refused": [], "reason": None}
    assert again == {"added": 0, "updated": 0, "refused": [], "reason": None}
    assert stored["exercises"][KEY]["attempts"] == [own, both | {"assessment": "met"}, theirs]
    assert stored["exercises"][KEY]["draft"]["notes"] == "begun"
    assert stored["reflections"]["a"] == {"text": "new", "time": late, "earlier": [{"text": "old", "time": early}]}


def test_an_own_assessment_and_draft_stay_when_importing(page: Page, site: str) -> None:
    here, there = record(attempt(assessment="partly")), record(attempt(assessment="met"))
    here["exercises"][KEY]["draft"]["notes"] = "mine"
    there["exercises"][KEY]["draft"]["notes"] = "theirs"
    body = """
      const store = Store.open(new Fake({ [name]: JSON.stringify(value[0]) }));
      store.importJson(JSON.stringify(value[1]));
      return store.state.exercises[KEY];"""
    entry = run(page, site, body, [here, there])
    assert (entry["attempts"][0]["assessment"], entry["draft"]["notes"]) == ("partly", "mine")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "json"),
        ("[]", "form"),
        ("{}", "form"),
        ('{"format": 0}', "form"),
        ('{"format": 2}', "newer"),
        ("", "json"),
    ],
)
def test_what_is_no_record_is_refused_whole(page: Page, site: str, text: str, reason: str) -> None:
    body = """
      const store = Store.open(new Fake({ [name]: JSON.stringify(value[0]) }));
      return [store.importJson(value[1]), store.state.exercises[KEY].attempts.length];"""
    got = run(page, site, body, [record(attempt()), text])
    assert got == [{"added": 0, "updated": 0, "refused": ["*"], "reason": reason}, 1]


def test_an_import_says_what_it_could_not_read(page: Page, site: str) -> None:
    value = record(attempt(), {"time": 3})
    value["exercises"]["no exercise"] = {}
    text = json.dumps(value).replace('"reflections": {}', '"reflections": {"__proto__": {"text": "x", "time": 1}}')
    body = """
      const store = Store.open(new Fake());
      return [store.importJson(value), {}.text === undefined];"""
    result, unharmed = run(page, site, body, text)
    assert result["added"] == 1 and unharmed
    assert result["refused"] == [f"{KEY} 2", "no exercise", "__proto__"]


def test_an_export_is_an_import(page: Page, site: str) -> None:
    value = record(attempt(notes="<b>&\u2028"), reflections={"a": {"text": "日本", "time": attempt()["time"]}})
    body = """
      const text = Store.open(new Fake({ [name]: JSON.stringify(value) })).exportJson();
      const store = Store.open(new Fake());
      store.importJson("\\uFEFF" + text);
      return store.state;"""
    assert run(page, site, body, value) == value


def test_names_that_every_object_has(page: Page, site: str) -> None:
    time = attempt()["time"]
    value = record(reflections={"constructor": {"text": "x", "time": time}, "toString": {"text": "y", "time": time}})
    body = """
      const fake = new Fake();
      Store.open(fake).importJson(JSON.stringify(value));
      return [JSON.parse(fake.held.get(name)).reflections, Store.open(fake).problem];"""
    assert run(page, site, body, value) == [value["reflections"], None]


def test_what_is_nested_too_deeply_keeps_nothing_else_from_being_stored(page: Page, site: str) -> None:
    text = json.dumps(record(attempt(extra=0))).replace('"extra": 0', f'"extra": {"[" * 20_000}{"]" * 20_000}')
    body = """
      const fake = new Fake();
      const store = Store.open(fake);
      return [store.importJson(value).reason, store.update(note("kept")), store.problem];"""
    assert run(page, site, body, text) == ["form", True, None]


def test_fields_of_a_wrong_kind(page: Page, site: str) -> None:
    value = record(
        attempt(skipped="yes", hints="many"),
        reflections={"a": {"text": "x", "time": attempt()["time"], "earlier": [{"text": "old", "time": "then"}, 3]}},
    )
    value["exercises"][KEY]["draft"]["hints"] = "many"
    body = """
      const store = Store.open(new Fake());
      const { refused } = store.importJson(JSON.stringify(value));
      return [refused, store.state.exercises[KEY], store.state.reflections.a.earlier];"""
    refused, entry, earlier = run(page, site, body, value)
    assert refused == [f"{KEY} 1: skipped", f"{KEY} 1: hints", f"{KEY}: hints", "a: earlier"]
    assert entry["attempts"] == [attempt()] and "hints" not in entry["draft"]
    assert earlier == [{"text": "old"}]


def test_a_clock_that_was_set_back_changes_no_order(page: Page, site: str) -> None:
    first, second = attempt("2026-11-30T05:00:00.000Z"), attempt("2026-11-29T05:00:00.000Z", answers=["5"])
    third = attempt("2026-12-01T05:00:00.000Z")
    body = """
      const both = [Store.open(new Fake({ [name]: JSON.stringify(value[0]) })), Store.open(new Fake())];
      return both.map((store) => {
        store.importJson(JSON.stringify(value[1]));
        return store.state.exercises[KEY].attempts;
      });"""
    merged = run(page, site, body, [record(first, second), record(first, second, third)])
    assert merged == [[first, second, third]] * 2


def test_a_page_from_the_cache_is_loaded_anew_where_the_record_has_changed(page: Page, site: str) -> None:
    page.goto(f"{site}/en/attention/day-43-queries-keys-values/")
    page.locator(".tk-form").first.wait_for()
    back = "window.same = true; dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    page.evaluate(back)
    assert page.evaluate("window.same")
    stored = [f"tashikame.record:{urlsplit(site).path}/", json.dumps(record(attempt()))]
    with page.expect_navigation():
        page.evaluate(f"([key, text]) => {{ localStorage.setItem(key, text); {back}; }}", stored)
    assert page.evaluate("window.same") is None
