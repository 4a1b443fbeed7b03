"""The audit of a built site: what a builder may swallow is found, at its place, and a clean site is clean."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from build_tools.model import Author, Block, Claim, Finding, Page, Report, Span, Verified, VerifiedPage, Work
from build_tools.publishing import csp
from build_tools.publishing.audit import address, audit
from build_tools.publishing.document import read
from tests import test_sources as cards

PATH = "ja/bread/day-1/index.html"
NOTHING = Span(0, 0)


def verified(identifier: str, key: str = "bread/day-1.md", language: str = "ja") -> Report:
    claim = Claim("text", "flour", NOTHING, NOTHING, NOTHING, NOTHING, (), "goal", False)
    page = Page(f"docs/{language}/{key}", key, language, "", 0, {}, {})
    one = Verified(identifier, claim, 3, 5, "500", 500, ("flour",), ())
    return Report((), (VerifiedPage(page, "", (one,), {}),), {}, {})


EMPTY = Report((), (), {}, {})


def page(body: str, head: str = "") -> str:
    opening = '<!doctype html>\n<html lang="ja">\n<head>\n<meta charset="utf-8">\n'
    return csp.secure(f"{opening}{head}</head>\n<body>\n{body}\n</body>\n</html>\n")


def site(folder: Path, files: Mapping[str, str], claims: tuple[str, ...] = ()) -> Path:
    files = {"verification.json": json.dumps({"claims": [{"id": claim} for claim in claims]}), **files}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def found(folder: Path, body: str, head: str = "", **files: str) -> list[tuple[str, int, int]]:
    findings = audit(site(folder, {PATH: page(body, head), **files}), EMPTY)
    return [(finding.rule, finding.line, finding.column) for finding in findings]


# ---------------------------------------------------------------------------------------------------- claims


def test_a_clean_site_is_clean(tmp_path: Path) -> None:
    body = """<p>粉は <a data-claim="c1" href="../../verification/#c1">500</a> g です。<code>{=x}</code></p>
<pre>**kwargs and $x$ and ```</pre>
<a href="https://example.org/">elsewhere</a> <a href="mailto:a@b.example">write</a>
<a href="#here" id="here">here</a> <a href="#">top</a> <a href="../../">up</a> <a href=".">this</a>
<p>It went from $58,333 to $25,043,750, and file:///tmp is a path; 2 * 3 * 4.</p>
<script type="application/json">{"base": "https://example.org"}</script><script>let a = "**";</script>
<math><mi>x</mi></math><svg><use href="#here"/></svg><img src="data:image/png;base64,AA">"""
    files = {
        PATH: page(body, '<link rel="canonical" href="https://example.org/x/">'),
        "ja/verification/index.html": page('<table><tr id="c1"><td>500</td></tr></table>'),
        "ja/index.html": page("<p>home</p>"),
        "404.html": page('<a href="/course/ja/">home</a>'),
        "ja/assets/a.css": "a { background: url(b.png) } /* @import url(https://example.org) */ b { c: url(data:x) }",
    }
    assert audit(site(tmp_path, files, ("c1",)), verified("c1")) == ()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<p>500</p>", "0 times instead of once"),
        ('<p><a data-claim="c1">500</a><a data-claim="c1">500</a></p>', "2 times instead of once"),
        ('<p><a data-claim="c1">500</a><a data-claim="c2">7</a></p>', "nothing verified"),
    ],
)
def test_each_claim_is_on_its_page_once(tmp_path: Path, body: str, words: str) -> None:
    (finding,) = audit(site(tmp_path, {PATH: page(body)}, ("c1",)), verified("c1"))
    assert (finding.path, finding.rule) == (PATH, "site-claim")
    assert words in finding.message


def test_a_page_that_was_not_built(tmp_path: Path) -> None:
    (finding,) = audit(site(tmp_path, {}, ("c1",)), verified("c1"))
    assert (finding.path, finding.rule) == (PATH, "site-page")


def test_a_claim_that_is_not_listed(tmp_path: Path) -> None:
    (finding,) = audit(site(tmp_path, {PATH: page('<a data-claim="c1">5</a>')}), verified("c1"))
    assert (finding.path, finding.rule) == ("verification.json", "site-ledger")


@pytest.mark.parametrize(("literal", "rules"), [("500", []), ("400", ["site-ledger"])])
def test_a_site_that_is_older_than_the_course(tmp_path: Path, literal: str, rules: list[str]) -> None:
    """What it stated then is not what the course states now."""
    ledger = json.dumps({"claims": [{"id": "c1", "literal": literal}]})
    site(tmp_path, {PATH: page('<a data-claim="c1">500</a>'), "verification.json": ledger})
    assert [finding.rule for finding in audit(tmp_path, verified("c1"))] == rules


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"claims": [1]}', None])
def test_a_list_of_claims_that_cannot_be_read(tmp_path: Path, text: str | None) -> None:
    site(tmp_path, {})
    if text is None:
        (tmp_path / "verification.json").unlink()
    else:
        (tmp_path / "verification.json").write_text(text)
    assert [finding.rule for finding in audit(tmp_path, EMPTY)] == ["site-ledger"]


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("index.md", "ja/index.html"),
        ("a/index.md", "ja/a/index.html"),
        ("a/README.md", "ja/a/index.html"),
        ("a/day-1-x.md", "ja/a/day-1-x/index.html"),
        ("b.md", "ja/b/index.html"),
        ("reindex.md", "ja/reindex/index.html"),
    ],
)
def test_addresses(key: str, path: str) -> None:
    assert address(verified("c1", key).pages[0]) == path


# ------------------------------------------------------------------------------------------------- exercises


def exercise(task: object, cells: str = "", opening: str = '<section data-exercise="exercise-1">') -> str:
    text = task if isinstance(task, str) else json.dumps(task)
    script = f'<script type="application/json" class="tk-task">{text}</script>'
    return f'{opening}<div data-claim="c1">{cells}</div>{script}</section>'


CELLS = '<table><tr><td data-fields="0 1">5, 6</td><td data-fields="2">7</td></tr></table>'
TASK = {"claim": "c1", "fields": [{}, {}, {}]}


@pytest.mark.parametrize(
    ("body", "rule", "words"),
    [
        (exercise(TASK, CELLS), "", ""),
        (exercise({"claim": "c1", "fields": [{}], "form": [[0]]}), "", ""),
        (exercise({"claim": "", "fields": []}), "", ""),
        ('<p data-claim="c1">5</p>', "site-exercise", "exercise-1 of docs/ja/bread/day-1.md:1 is on the page 0 times"),
        (exercise(TASK, CELLS) + '<p data-exercise="exercise-1">', "site-exercise", "2 times instead of once"),
        (exercise(TASK, CELLS).replace("tk-task", "task"), "site-exercise", "the data of exercise-1 of"),
        (exercise(TASK, CELLS.replace(' data-fields="2"', "")), "site-exercise", "are not its 3 fields"),
        (exercise(TASK, CELLS.replace("0 1", "1 0")), "site-exercise", "are not its 3 fields"),
        (exercise(TASK), "site-exercise", "are not its 3 fields"),
        (exercise({"claim": "c9", "fields": []}), "site-exercise", "'c9' that is not on the page"),
        (exercise([1]), "site-exercise", "are not those of an exercise"),
        (exercise('{"claim": “c1”}'), "site-data", "'tk-task' cannot be read as JSON"),
        (exercise(""), "site-data", "cannot be read as JSON"),
    ],
)
def test_exercises_and_their_data(tmp_path: Path, body: str, rule: str, words: str) -> None:
    report = verified("c1")
    block = Block("exercise", "", "exercise-1", NOTHING, NOTHING, "exercises")
    shown = replace(report.pages[0], page=replace(report.pages[0].page, blocks=(block,)))
    findings = audit(site(tmp_path, {PATH: page(body)}, ("c1",)), replace(report, pages=(shown,)))
    assert {finding.rule for finding in findings} == ({rule} if rule else set())
    assert not rule or words in findings[0].message


def test_data_are_read_on_every_page(tmp_path: Path) -> None:
    data = '<script type="application/json" id="tk-words">{"a": 1}</script>'
    assert found(tmp_path, data) == []
    assert found(tmp_path, f"<p>x</p>\n{data.replace('1', '')}") == [("site-data", 8, 1)]
    assert found(tmp_path, '<script type="text/template">{</script>') == []


# ------------------------------------------------------------------------------------------------- leftovers


@pytest.mark.parametrize(
    "text",
    [
        "[500]{=flour} g",
        "500{=flour",
        "[500]{!label}",
        "/// exercise | 重さ",
        "///",
        "これは**強調。**次の文",
        "```python",
        "~~~python",
        "wzxhzdk:3",
        "$d_k = 4$",
        "$$x$$",
        "$T = 3$、キー",
        '--8<-- "snippets/x.py:a"',
        "Traceback (most recent call last):",
    ],
)
@pytest.mark.parametrize(
    "around", ["<p>ab {} cd</p>", "<td>ab {}</td>", "<h1>{}</h1>", "<p>a<br>{}</p>", "<title>{}</title>"]
)
def test_what_was_meant_for_a_tool_is_not_on_the_page(tmp_path: Path, text: str, around: str) -> None:
    rules = {rule for rule, _, _ in found(tmp_path, around.format(text))}
    assert rules == {"site-traceback" if text.startswith("Trace") else "site-leftover"}


def test_leftovers_across_inline_elements(tmp_path: Path) -> None:
    assert found(tmp_path, "<p>[<em>500</em>]{<b>=</b>flour}</p>") == [("site-leftover", 7, 18)]
    assert found(tmp_path, "<p>$d_<code>x</code>$</p>") == [("site-leftover", 7, 4)]


@pytest.mark.parametrize(
    "text",
    [
        "<code>{=x}</code>",
        "<pre>/// exercise</pre>",
        "<p>5 $ and 6 $</p>",
        "<p>$5, $6</p>",
        "<p>US$5–US$6</p>",
        "<p>https://example.org/a///b</p>",
        "<p>{x} = {y}</p>",
        "<p>a ** </p>".replace("**", "*"),
        "<div class=highlight><pre><code>Traceback (most recent call last):</code></pre></div>",
        '<p title="**">x</p>',
    ],
)
def test_what_is_no_leftover(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


def test_what_the_work_of_another_is_called(tmp_path: Path) -> None:
    """`On $O(n^2)$ attention` is a title, and shown as it is."""
    work = Work(
        "On $O(n^2)$ & **kwargs**", "paper", "en", (Author("A", "$x$"),), "2024", "", "https://e.org/", {}, "MIT"
    )
    source, _ = cards.read(cards.PAPER)
    assert source is not None
    sources = {"a": replace(source, work=work)}
    body = "<p><i>On $O(n^2)$ &amp; **kwargs**</i>, A $x$</p>"
    named = site(tmp_path, {PATH: page(body)})
    assert audit(named, replace(EMPTY, sources=sources)) == ()
    assert {finding.rule for finding in audit(named, EMPTY)} == {"site-leftover"}
    as_a_notebook_has_it = "<p><i>On <math><mi>O</mi></math> &amp; **kwargs**</i></p>"
    assert audit(site(tmp_path, {PATH: page(as_a_notebook_has_it)}), replace(EMPTY, sources=sources)) == ()
    other = site(tmp_path, {PATH: page(f"<p>$y$</p>{body}")})
    assert [finding.column for finding in audit(other, replace(EMPTY, sources=sources))] == [4]


def test_a_fence_that_was_left_to_the_inline_parser(tmp_path: Path) -> None:
    assert found(tmp_path, "<p><code>flour\nwheat</code></p>") == [("site-leftover", 7, 10)]
    assert found(tmp_path, "<pre><code>flour\nwheat</code></pre><p><code>flour</code></p>") == []


def test_a_traceback_in_the_output_of_a_notebook(tmp_path: Path) -> None:
    output = "<div><pre>----\n<span>ZeroDivisionError</span>   Traceback (most recent call last)</pre></div>"
    assert found(tmp_path, output) == [("site-traceback", 8, 34)]


# ------------------------------------------------------------------------------------- requests and policies


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<script src="//cdn.example/x.js"></script>',
        '<img src="http://example.org/x.png">',
        '<img srcset="a.png 1x, https://example.org/b.png 2x" src="data:,">',
        '<iframe src="https://example.org/"></iframe>',
        '<video poster="https://example.org/x.png"></video>',
        '<object data="https://example.org/x"></object>',
        '<form action="https://example.org/"></form>',
        '<link rel="stylesheet" href="https://example.org/x.css">',
        '<link rel="preconnect" href="https://example.org">',
        '<p style="background: url(https://example.org/x.png)">x</p>',
        "<style>@import 'https://example.org/x.css';</style>",
        "<style>@font-face { src: url(//example.org/x.woff2) }</style>",
        '<pre class="mermaid">graph</pre>',
    ],
)
def test_nothing_is_asked_of_another_host(tmp_path: Path, text: str) -> None:
    rules = [rule for rule, _, _ in found(tmp_path, text, **{"ja/bread/day-1/a.png": ""})]
    assert rules == ["site-third-party"]


def test_style_sheets_ask_nothing_of_another_host(tmp_path: Path) -> None:
    style = "/* a\n*/\nb { c: url('https://example.org/x') }"
    (finding,) = audit(site(tmp_path, {"ja/a.css": style}), EMPTY)
    assert (finding.path, finding.line, finding.rule) == ("ja/a.css", 3, "site-third-party")


@pytest.mark.parametrize(
    "text", ['<p onclick="x()">x</p>', '<a href="javascript:x()">x</a>', '<body onload="x()">', '<base href="/x/">']
)
def test_inline_handlers(tmp_path: Path, text: str) -> None:
    assert {rule for rule, _, _ in found(tmp_path, text)} == {"site-inline-script"}


def test_a_script_changed_after_it_was_hashed(tmp_path: Path) -> None:
    text = page("<script>let a = 1;</script>").replace("a = 1", "a = 2")
    assert [finding.rule for finding in audit(site(tmp_path, {PATH: text}), EMPTY)] == ["site-policy"]


@pytest.mark.parametrize("text", ["<html><head></head></html>", "<html><head><script></script>{}</head></html>"])
def test_a_policy_that_is_missing_or_too_late(tmp_path: Path, text: str) -> None:
    late = f'<meta http-equiv="Content-Security-Policy" content="{csp.policy([""])}">'
    assert [finding.rule for finding in audit(site(tmp_path, {PATH: text.format(late)}), EMPTY)] == ["site-policy"]


def test_a_policy_names_each_inline_script_once_and_no_data() -> None:
    scripts = '<script>a</script><script>b</script><SCRIPT type="module">a</SCRIPT><script src="x.js"></script>'
    text = page(f'{scripts}<script type="application/json">c</script><script type="text/javascript">d</script>')
    document = read(text)
    assert document.policies == [csp.policy(["a", "b", "d"])]
    assert document.scripts == ["a", "b", "a", "d"]
    assert text.index("charset") < text.index("Content-Security-Policy") < 300


# ----------------------------------------------------------------------------------------------------- links


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("../../nowhere/", "leads to nothing"),
        ("/ja/", "root of the host"),
        ("../../../../x", "out of the site"),
        ("#nowhere", "anchor"),
        ("../../#nowhere", "anchor"),
        ("../../nothing.png", "leads to nothing"),
    ],
)
def test_links_that_lead_nowhere(tmp_path: Path, link: str, words: str) -> None:
    files = {PATH: page(f'<p>\n <a href="{link}">x</a></p>'), "ja/index.html": page("home")}
    (finding,) = audit(site(tmp_path, files), EMPTY)
    assert (finding.path, finding.line, finding.column, finding.rule) == (PATH, 8, 2, "site-link")
    assert words in finding.message


def test_links_that_lead_somewhere(tmp_path: Path) -> None:
    links = (
        "../../",
        "../..",
        "../../index.html",
        "../../#%E5%AE%B6",
        "../../#家",
        "../day-1/",
        ".",
        "",
        "./#a",
        "#top",
        "../../a%20b.png",
    )
    body = "".join(f'<a href="{link}">x</a>' for link in links) + '<h2 id="a">a</h2>'
    files = {PATH: page(body), "ja/index.html": page('<h2 id="家">home</h2>'), "ja/a b.png": ""}
    assert audit(site(tmp_path, files), EMPTY) == ()


def test_an_empty_source_of_a_script(tmp_path: Path) -> None:
    assert found(tmp_path, '<script src=""></script>') == [("site-link", 7, 1)]


# ------------------------------------------------------------------------------------------- order and speed


def test_findings_come_in_order(tmp_path: Path) -> None:
    body = '<a href="x">x</a>\n<p>**a**</p>\n<img src="https://a.example/">'
    findings = audit(site(tmp_path, {PATH: page(body), "en/index.html": page(body)}), EMPTY)
    assert list(findings) == sorted(findings)
    assert all(isinstance(finding, Finding) and finding.mend for finding in findings)


def test_two_megabytes_of_pages_take_seconds(tmp_path: Path) -> None:
    body = "<p>粉は <a data-x='1' href='#a'>500</a> g です。</p>\n" * 700 + '<p id="a">a</p>'
    files = {f"ja/{number}/index.html": page(body) for number in range(40)}
    site(tmp_path, files)
    # The processor's time: a machine that is busy with something else is no fault of the audit.
    started = time.process_time()
    assert audit(tmp_path, EMPTY) == ()
    assert time.process_time() - started < 8
