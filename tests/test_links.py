"""Outside links: which addresses there are, how they are asked, what is made of the answers and how it is recorded.

Everything is asked on loopback; a look at any other host fails.
"""

from __future__ import annotations

import errno
import html
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from markdown import Markdown

from build_tools import course
from build_tools.__main__ import main
from build_tools.cards import linkstatus
from build_tools.cards.linkstatus import Answer, merged
from build_tools.errors import TashikameError
from build_tools.links import round as one_round
from build_tools.links.addresses import addresses
from build_tools.links.ask import ask
from build_tools.links.manners import Manners
from build_tools.model import Answered, Page, Report, VerifiedPage
from build_tools.pages import markdown
from build_tools.settings import rights
from tests.linkserver import KEYS, Asked, Hosts, hosts

SAMPLES = Path(__file__).parent / "samples" / "links"
COURSE = Path(__file__).parent / "samples" / "course"
CARD = "docs/sources/python-fractions.yml"
ANSWERS: dict[str, dict[str, Any]] = yaml.safe_load((SAMPLES / "answers.yml").read_text("utf-8"))
RECORDS: dict[str, dict[str, Any]] = yaml.safe_load((SAMPLES / "records.yml").read_text("utf-8"))
# As text, as the record has them.
DAYS: dict[str, dict[str, Any]] = yaml.load((SAMPLES / "days.yml").read_text("utf-8"), yaml.BaseLoader)
ENTRY = '"checked": "2026-11-30", "outcome": "ok", "detail": "200", "target": "", "gone": []'
AGENT = "tests of the link check"
TODAY = date(2026, 11, 30)
# Nobody is waited for but those that hang; what is busy with something else is given its time.
QUICK = Manners(interval=0.0, backoff=0.01, patience=3.0, certificates=str(KEYS / "authority.pem"))
HASTY = replace(QUICK, connect=1.5, read=1.5, deadline=4.0)


@pytest.fixture(scope="module", autouse=True)
def loopback() -> Iterator[list[str]]:
    """No name but those of this machine is looked up, and no other host is connected to."""
    strayed: list[str] = []
    look_up, connect = socket.getaddrinfo, socket.socket.connect

    def looked_up(host: Any, *arguments: Any, **named: Any) -> Any:
        if str(host).endswith(".invalid"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        if host not in ("192.0.2.1", "127.0.0.1", "localhost", None):
            strayed.append(str(host))
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return look_up(host, *arguments, **named)

    def connected(self: socket.socket, address: Any) -> None:
        if address[0] == "192.0.2.1":
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1"):
            strayed.append(str(address))
            raise ConnectionRefusedError
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", looked_up)
        patch.setattr(socket.socket, "connect", connected)
        # What the environment says about proxies and credentials is not heard.
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            patch.setenv(name, "http://proxy.invalid:1")
        yield strayed
    assert strayed == []


@pytest.fixture(scope="module")
def net() -> Iterator[Hosts]:
    with hosts() as running:
        yield running


def played(net: Hosts, name: str, case: Mapping[str, Any]) -> str:
    """Lets the server play a case; returns the address."""
    net.plays[f"/{name}/"] = case.get("plays", 404)
    for page, plays in case.get("pages", {}).items():
        net.plays[f"/{name}/{page}"] = plays
    return str(case.get("address") or f"{net.addresses[case.get('server', 'plain')]}/{name}/")


def one(address: str, manners: Manners = QUICK) -> Answer | None:
    """What one address answers."""
    ((_, answer),) = ask([address], AGENT, manners)
    return answer


def said(net: Hosts, path: str) -> str:
    """The requests for a path, in a line."""
    return " ".join(asked.method for asked in net.at(path))


# ------------------------------------------------------------------------------------------------- the answers


@pytest.fixture(scope="module")
def answers(net: Hosts) -> Mapping[str, Answer | None]:
    """Every case of answers.yml, asked at the same time as the others: most of them wait for something."""
    addresses = [played(net, name, case) for name, case in ANSWERS.items()]
    manners = [HASTY if case.get("hangs") else QUICK for case in ANSWERS.values()]
    with ThreadPoolExecutor(24) as threads:
        return dict(zip(ANSWERS, threads.map(one, addresses, manners), strict=True))


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer(name: str, answers: Mapping[str, Answer | None], net: Hosts) -> None:
    case, answer = ANSWERS[name], answers[name]
    assert answer is not None
    assert (answer.outcome, answer.detail) == (case["outcome"], case["detail"])
    assert answer.target.endswith(case.get("target", "")) and bool(answer.target) == ("target" in case)
    if "asked" in case:
        assert said(net, f"/{name}/") == case["asked"]


def test_head_comes_first_and_no_answer_takes_many_requests(answers: Mapping[str, Answer | None], net: Hosts) -> None:
    for name in answers:
        methods = [asked.method for asked in net.at(f"/{name}/")]
        assert methods[:1] in ([], ["HEAD"])
        assert methods == sorted(methods, reverse=True), "once GET has been tried, HEAD is not tried again"
        assert len(methods) <= 11


def test_every_answer_can_be_recorded_and_read(answers: Mapping[str, Answer | None]) -> None:
    recorded = {
        f"https://example.org/{name}": merged({}, "", answer, "2026-11-30")
        for name, answer in answers.items()
        if answer
    }
    assert linkstatus.load(linkstatus.dump(recorded), TODAY) == (recorded, ())


# ------------------------------------------------------------------------------------------------ how they ask


def pauses(asked: list[Asked]) -> list[float]:
    """The time between the end of each request and the start of the next."""
    return [after.came - before.done for before, after in pairwise(asked)]


def test_a_host_is_asked_once_at_a_time_with_pauses(net: Hosts) -> None:
    addresses = [
        played(net, "pause-1", {"plays": {"HEAD": 405, "GET": 200}}),
        played(net, "pause-2", {"plays": {"status": 302, "to": "there"}, "pages": {"there": 200}}),
        played(net, "pause-3", {"server": "good", "plays": [503, 200]}),
    ]
    assert [answer for _, answer in ask(addresses, AGENT, replace(QUICK, interval=0.2))] == [Answer("ok", "200")] * 3
    asked = sorted((asked for number in (1, 2, 3) for asked in net.at(f"/pause-{number}/")), key=lambda one: one.came)
    assert len(asked) == 6
    # A server's clock starts a little late and ends a little early.
    assert min(pauses(asked)) > 0.15


def test_hosts_are_asked_at_the_same_time(net: Hosts) -> None:
    here = played(net, "meet", {"plays": {"does": "meet"}})
    there = here.replace("127.0.0.1", "localhost")
    assert dict(ask([here, there], AGENT, QUICK)) == {
        here: Answer("ok", "200"),
        there: Answer("ok", "200"),
    }
    assert said(net, "/meet/") == "HEAD HEAD"


def test_a_host_that_asks_to_wait_is_left_alone_as_a_whole(net: Hosts) -> None:
    addresses = [
        played(net, "wait-1", {"plays": [{"status": 429, "wait": "1"}, 200]}),
        played(net, "wait-2", {"plays": 200}),
    ]
    assert dict(ask(addresses, AGENT, QUICK)) == dict.fromkeys(addresses, Answer("ok", "200"))
    first, *others = net.at("/wait-1/") + net.at("/wait-2/")
    assert len(others) == 2
    assert all(asked.came - first.done > 0.95 for asked in others)


@pytest.mark.parametrize("wait", ["3600", "in 3600 seconds"])
def test_a_host_that_asks_for_more_than_patience_is_not_asked_again(net: Hosts, wait: str) -> None:
    name = f"enough-{len(wait)}"
    first = played(net, f"{name}-1", {"plays": {"status": 429, "wait": wait}})
    others = [played(net, f"{name}-{number}", {"plays": 200}) for number in (2, 3)]
    # On another host, and it leads to this one.
    led = played(net, f"{name}-4", {"plays": {"status": 302, "to": others[0]}}).replace("127.0.0.1", "localhost")
    assert dict(ask([first, *others], AGENT, QUICK)) == {first: Answer("refused", "429"), **dict.fromkeys(others)}
    assert said(net, f"/{name}-1/") == "HEAD"
    assert said(net, f"/{name}-2/") + said(net, f"/{name}-3/") == ""
    assert one(led) == Answer("ok", "200"), "the next round begins anew"


def test_a_host_that_stays_busy_is_not_asked_for_other_addresses(net: Hosts) -> None:
    first = played(net, "busy-host-1", {"plays": 429})
    second = played(net, "busy-host-2", {"plays": 200})
    assert dict(ask([first, second], AGENT, QUICK)) == {first: Answer("refused", "429"), second: None}
    assert said(net, "/busy-host-1/") == "HEAD GET GET"


def test_back_off_grows(net: Hosts) -> None:
    address = played(net, "back-off", {"plays": 503})
    one(address, replace(QUICK, backoff=0.2))
    first, second = pauses(net.at("/back-off/"))
    assert 0.15 < first < second
    assert second > 0.35


def test_one_address_is_asked_once_whatever_part_of_it_is_meant(net: Hosts) -> None:
    address = played(net, "parts", {"plays": 200})
    written = [f"{address}#L29-L76", address, f"{address}#L1"]
    assert dict(ask(written, AGENT, QUICK)) == dict.fromkeys(written, Answer("ok", "200"))
    assert said(net, "/parts/") == "HEAD"


def test_a_request_says_who_asks_and_carries_no_credentials(
    net: Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login somebody password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    addresses = [
        played(net, "who-1", {"plays": {"status": 200, "cookie": "known=yes"}}),
        played(net, "who-2", {"plays": 200}),
    ]
    assert len(list(ask(addresses, AGENT, QUICK))) == 2
    for asked in net.at("/who-1/") + net.at("/who-2/"):
        assert (asked.headers["User-Agent"], asked.headers["Connection"]) == (AGENT, "close")
        assert not {"Authorization", "Cookie", "Referer"} & asked.headers.keys()


def test_whoever_stops_listening_stops_the_asking(net: Hosts) -> None:
    addresses = [played(net, f"stop-{number}", {"plays": 200}) for number in range(8)]
    listening = ask(addresses, AGENT, replace(QUICK, interval=0.3))
    next(listening)
    listening.close()
    time.sleep(1.0)
    assert sum(len(net.at(f"/stop-{number}/")) for number in range(8)) <= 2


def test_what_hangs_is_left_behind_in_time(net: Hosts) -> None:
    """Whatever trickles in, and however many tries are left: a second is a second."""
    address = played(net, "drips", {"plays": {"does": "drip-the-head"}})
    started = time.monotonic()
    answer = one(address, replace(QUICK, connect=0.3, read=0.3, deadline=0.8))
    assert answer == Answer("unreachable", "time-out")
    assert 0.7 < time.monotonic() - started < 20.0, "the head takes longer"
    assert said(net, "/drips/") in ("HEAD", "HEAD GET"), "there was no time for a third try"


# -------------------------------------------------------------------------------------------------- the record


@pytest.mark.parametrize("name", RECORDS)
def test_a_record(name: str) -> None:
    text = RECORDS[name]["text"].replace("ENTRY", ENTRY)
    answered, findings = linkstatus.load(text, TODAY, "links.json")
    assert [f"{one.line}:{one.column}: {one.message}" for one in findings] == RECORDS[name]["findings"]
    assert {(one.path, one.rule) for one in findings} <= {("links.json", "source-links")}
    assert linkstatus.load(linkstatus.dump(answered), TODAY) == (answered, ())


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"format": 1, "links": ' + "[" * 900 + "]" * 900 + "}", '{"a": 1' + "0" * 5000]
)
def test_a_record_that_is_too_much(text: str) -> None:
    answered, findings = linkstatus.load(text, TODAY)
    assert not answered
    assert len(findings) == 1


@pytest.mark.parametrize("name", DAYS)
def test_days(name: str) -> None:
    case, address = DAYS[name], "https://a.example/"
    known: dict[str, Answered] = {}
    for day, outcome in case["rounds"]:
        known[address] = merged(known, address, Answer(outcome, "…"), day)
    assert list(known[address].gone) == case["gone"]
    assert linkstatus.lost(known[address], 2) == (case["lost"] == "true")


def test_a_record_is_sorted_and_has_a_line_for_each_address() -> None:
    answered = {
        "https://b.example/": Answered("2026-11-30", "gone", "404", "", ("2026-11-01", "2026-11-30")),
        "https://a.example/注意": Answered("2026-11-30", "moved", "200", "https://a.example/"),
    }
    assert linkstatus.dump(answered).splitlines() == [
        '{"format": 1, "links": {',
        ' "https://a.example/注意": {"checked": "2026-11-30", "outcome": "moved", "detail": "200",'
        ' "target": "https://a.example/", "gone": []},',
        ' "https://b.example/": {"checked": "2026-11-30", "outcome": "gone", "detail": "404",'
        ' "target": "", "gone": ["2026-11-01", "2026-11-30"]}',
        "}}",
    ]
    assert linkstatus.dump(dict(reversed(answered.items()))) == linkstatus.dump(answered)


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "links.json"
    linkstatus.write(place, {})
    before = place.read_text("utf-8")

    def refuse(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="no space"):
        linkstatus.write(place, {"https://a.example/": Answered("2026-11-30", "ok", "200")})
    assert place.read_text("utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["links.json"]


# ---------------------------------------------------------------------------------------------- the addresses

PAGE = """---
title: A page
note: https://a.example/front-matter
---
# A page {#top}

An [inline link](https://a.example/inline "with a title"), <https://a.example/alone>, a [reference][There] and
![a picture](https://a.example/picture.svg). Beside each other: [a](https://a.example/1)[b](<https://a.example/2>).

[with parentheses](https://a.example/wiki/Attention_(machine_learning)#history), [日本語](https://a.example/注意)、
[two queries](https://a.example/?a=1&amp;b=2), [an escape](https://a.example/a\\_b), [no scheme](//a.example/no-scheme),
[upper case](HTTPS://A.EXAMPLE/upper), [inside](other.md), [a part](#top), [mail](mailto:somebody@a.example).

> A [quoted link](https://a.example/quoted)

| A table | |
|:--|:--|
| [in a cell](https://a.example/cell) | `[no](https://a.example/cell-code)` |

- `[no link](https://a.example/code)`, \\[no link](https://a.example/escaped), https://a.example/bare

```text
[no link](https://a.example/fence)
<https://a.example/fence-alone>
[There]: https://a.example/fence-definition
```

<!-- [no link](https://a.example/comment) -->

[There]: https://a.example/reference "Title"
"""
LINKED = {
    f"https://a.example/{name}"
    for name in (
        "inline", "alone", "picture.svg", "1", "2", "wiki/Attention_(machine_learning)#history", "注意", "?a=1&b=2",
        "a_b", "no-scheme", "quoted", "cell", "reference",
    )
} | {"HTTPS://A.EXAMPLE/upper"}  # fmt: skip


def page(text: str, code: str = "en") -> Page:
    return markdown.read(text, f"docs/{code}/a.md", "a.md", code)


def test_the_links_of_a_page() -> None:
    found = addresses([page(PAGE)], {})
    assert set(found) == LINKED
    for address, places in found.items():
        for place in places:
            written = html.unescape(PAGE.splitlines()[place.line - 1][place.column - 1 :]).replace("\\_", "_")
            assert written.startswith(address.removeprefix("https:") if "no-scheme" in address else address)


def test_the_links_of_a_page_are_those_that_its_builder_makes() -> None:
    class Links(HTMLParser):
        found: ClassVar[set[str]] = set()

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found.update(value or "" for name, value in attrs if name in ("href", "src"))

    extensions = ["tables", "attr_list", "md_in_html", "pymdownx.superfences"]
    Links().feed(Markdown(extensions=extensions).convert(PAGE.partition("---\n# ")[2]))
    outside = {address for address in Links.found if re.match(r"(https?:)?//", address, re.IGNORECASE)}
    assert {f"https:{one}" if one.startswith("//") else one for one in outside} == LINKED


@pytest.fixture(scope="module")
def report() -> Report:
    """The sample course: a card with one candidate, and lessons without outside links."""
    return course.check(COURSE)


def linking(report: Report, url: str, candidate: str, text: str = "", **more: Any) -> Report:
    """The sample course with other addresses on its card, and with a page of its own."""
    source = report.sources["python-fractions"]
    work = replace(source.work, url=url, **more)
    other = replace(source.candidates[0], work=replace(source.candidates[0].work, url=candidate))
    pages = (*report.pages, VerifiedPage(page(text), "", (), {}))
    return replace(report, sources={source.id: replace(source, work=work, candidates=(other,))}, pages=pages)


def lines_of_addresses() -> list[int]:
    """The lines of the sample card on which its address and its candidate's stand."""
    lines = (COURSE / CARD).read_text("utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if line.lstrip().startswith("url: ")]


def test_the_addresses_of_a_card(report: Report) -> None:
    card = report.sources["python-fractions"]
    (url, candidate), found = lines_of_addresses(), addresses([], report.sources)
    assert found == {
        "https://docs.python.org/3/library/fractions.html": ((CARD, url, 6),),
        "https://docs.python.org/3/library/decimal.html": ((CARD, candidate, 10),),
    }
    pinned = replace(card.work, url="https://a.example/x", identifiers={"repository": "https://a.example/r"})
    assert set(addresses([], {"a": replace(card, work=pinned, candidates=())})) == {
        "https://a.example/x",
        "https://a.example/r",
    }
    elsewhere = replace(card.candidates[0], card="another")
    assert set(addresses([], {"a": replace(card, candidates=(elsewhere,))})) == {card.work.url}
    withdrawn = replace(pinned, withdrawn="2026-11-30")
    other = replace(card.candidates[0], work=replace(card.candidates[0].work, withdrawn="2026-11-30"))
    assert addresses([], {"a": replace(card, work=withdrawn, candidates=(other,))}) == {}


def test_an_address_has_all_its_places(report: Report) -> None:
    same, (url, candidate) = "https://a.example/", lines_of_addresses()
    found = addresses(
        [page(f"[a]({same}) [b]({same})\n", code) for code in ("ja", "en")], linking(report, same, same).sources
    )
    assert [str(place) for place in found[same]] == [
        f"{CARD}:{url}:6",
        f"{CARD}:{candidate}:10",
        "docs/ja/a.md:1:5",
        "docs/ja/a.md:1:29",
        "docs/en/a.md:1:5",
        "docs/en/a.md:1:29",
    ]


# ------------------------------------------------------------------------------------------------- the rounds


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "docs" / "sources").mkdir(parents=True)
    on("2026-11-08", monkeypatch)
    return tmp_path


def on(day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", f"{datetime.fromisoformat(f'{day}T12:00Z').timestamp():.0f}")


def recorded(root: Path) -> dict[str, Answered]:
    answered, findings = linkstatus.load((root / linkstatus.PATH).read_text("utf-8"), rights.today())
    assert findings == ()
    return answered


def test_a_round_records_the_answers(
    root: Path, net: Hosts, report: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    well = played(net, "round-1", {"plays": 200})
    forbidden = played(net, "round-2", {"plays": 403})
    slow = played(net, "round-3", {"plays": {"does": "close"}})
    moved = played(net, "round-4", {"plays": {"status": 301, "to": "there"}, "pages": {"there": 200}})
    written = linking(report, f"{well}#L29", forbidden, f"[a]({slow}), <{moved}>\n")
    assert one_round.run(root, written, QUICK, apart=2) == 0
    assert recorded(root) == {
        f"{well}#L29": Answered("2026-11-08", "ok", "200"),
        forbidden: Answered("2026-11-08", "refused", "403"),
        slow: Answered("2026-11-08", "unreachable", "connection broken off"),
        moved: Answered("2026-11-08", "moved", "200", f"{moved}there"),
    }
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        f"unreachable (connection broken off): {slow}",
        "    docs/en/a.md:1:5",
        f"refused (403): {forbidden}",
        f"    {CARD}:{lines_of_addresses()[1]}:10",
        f"moved (200) → {moved}there: {moved}",
        f"    docs/en/a.md:1:{len(slow) + 9}",
    ]
    assert "[4/4] " in told.err
    assert "4 addresses: 1 ok, 1 moved, 1 refused, 1 unreachable, 0 gone; 0 gone for good" in told.err


def test_gone_at_two_looks_days_apart_is_gone_for_good(
    root: Path, net: Hosts, report: Report, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = played(net, "for-good", {"plays": 404})
    written = linking(report, gone, gone)
    for day, code in (("2026-11-08", 0), ("2026-11-09", 0), ("2026-11-10", 1), ("2026-11-11", 1)):
        on(day, monkeypatch)
        assert one_round.run(root, written, QUICK, apart=2) == code
    assert recorded(root)[gone].gone == ("2026-11-08", "2026-11-11")
    said = capsys.readouterr().out
    assert f"gone (404), found gone since 2026-11-08: {gone}" in said
    assert said.count("gone for good") == 2
    net.plays["/for-good/"] = 200
    assert one_round.run(root, written, QUICK, apart=2, again=True) == 0
    assert recorded(root)[gone] == Answered("2026-11-11", "ok", "200")


def test_what_was_asked_today_is_asked_again_only_on_request(
    root: Path, net: Hosts, report: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    address = played(net, "again", {"plays": 200})
    for again in (False, False, True):
        assert one_round.run(root, linking(report, address, address), QUICK, apart=2, again=again) == 0
    assert said(net, "/again/") == "HEAD HEAD"
    assert "1 had been asked today" in capsys.readouterr().err


def test_addresses_that_have_left_the_course_leave_the_record(root: Path, net: Hosts, report: Report) -> None:
    first, second = (played(net, f"leaves-{number}", {"plays": 200}) for number in (1, 2))
    one_round.run(root, linking(report, first, second), QUICK, apart=2)
    one_round.run(root, linking(report, first, first), QUICK, apart=2)
    assert set(recorded(root)) == {first}


def test_a_round_that_changes_nothing_leaves_the_file_as_it_is(root: Path, net: Hosts, report: Report) -> None:
    address = played(net, "same", {"plays": 200})
    one_round.run(root, linking(report, address, address), QUICK, apart=2)
    before = (root / linkstatus.PATH).stat()
    one_round.run(root, linking(report, address, address), QUICK, apart=2)
    assert (root / linkstatus.PATH).stat() == before


def test_an_interrupted_round_keeps_what_it_knows(
    root: Path, net: Hosts, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (played(net, f"interrupted-{number}", {"plays": 200}) for number in (1, 2))

    def interrupted(*arguments: Any) -> Iterator[tuple[str, Answer | None]]:
        yield next(iter(ask(*arguments)))
        raise KeyboardInterrupt

    monkeypatch.setattr(one_round, "ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        one_round.run(root, linking(report, first, second), QUICK, apart=2)
    assert recorded(root) == {first: Answered("2026-11-08", "ok", "200")}
    monkeypatch.undo()
    on("2026-11-08", monkeypatch)
    one_round.run(root, linking(report, first, second), QUICK, apart=2)
    assert said(net, "/interrupted-1/") == "HEAD"
    assert set(recorded(root)) == {first, second}


def test_what_is_not_asked_keeps_its_record(
    root: Path, net: Hosts, report: Report, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    busy = played(net, "left-1", {"plays": [200, {"status": 429, "wait": "9999"}]})
    other = played(net, "left-2", {"plays": 200})
    assert one_round.run(root, linking(report, busy, other), QUICK, apart=2) == 0
    on("2026-11-15", monkeypatch)
    assert one_round.run(root, linking(report, busy, other), QUICK, apart=2) == 0
    assert recorded(root) == {
        busy: Answered("2026-11-15", "refused", "429"),
        other: Answered("2026-11-08", "ok", "200"),
    }
    assert "1 were not asked" in capsys.readouterr().err


@pytest.mark.parametrize("text", [b"<<<<<<< HEAD", b'{"format": 1, "links": {"x": 1}}', b"\xff"])
def test_a_broken_record_is_not_written_over(root: Path, net: Hosts, report: Report, text: bytes) -> None:
    (root / linkstatus.PATH).write_bytes(text)
    address = played(net, "broken-record", {"plays": 200})
    with pytest.raises(TashikameError):
        one_round.run(root, linking(report, address, address), QUICK, apart=2)
    assert (root / linkstatus.PATH).read_bytes() == text
    assert said(net, "/broken-record/") == ""


def test_an_address_that_cannot_be_recorded_is_told(
    root: Path, net: Hosts, report: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    address, endless = played(net, "short", {"plays": 200}), f"https://a.example/{'x' * 3000}"
    assert one_round.run(root, linking(report, address, address, f"[a]({endless})\n"), QUICK, apart=2) == 0
    assert set(recorded(root)) == {address}
    assert "no web address, and not asked: 'https://a.example/xxx" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("project", "site", "agent"),
    [
        (
            '[project]\nname = "my-course"\n',
            "https://a.example/course",
            "my-course link check (+https://a.example/course)",
        ),
        ("[project", "", "tashikame link check"),
        ("", "https://a.example/\r\nX: 1", "tashikame link check (+https://a.example/X: 1)"),
    ],
)
def test_who_asks(
    root: Path, net: Hosts, report: Report, monkeypatch: pytest.MonkeyPatch, project: str, site: str, agent: str
) -> None:
    (root / "pyproject.toml").write_text(project)
    monkeypatch.setenv("SITE_URL", site)
    address = played(net, f"agent-{len(agent)}", {"plays": 200})
    one_round.run(root, linking(report, address, address), QUICK, apart=2)
    (asked,) = net.at(f"/agent-{len(agent)}/")
    assert asked.headers["User-Agent"] == agent


def test_nothing_but_links_speaks_http() -> None:
    program = "import sys, build_tools.__main__, build_tools.extension; print('requests' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"


def test_the_command(tmp_path: Path, net: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m build_tools links`, and what `check` makes of its record."""
    root = tmp_path / "course"
    shutil.copytree(COURSE, root, ignore=shutil.ignore_patterns("__pycache__", ".build", "site"))
    card = (root / CARD).read_text("utf-8")
    for name, old, plays in (("command-1", "fractions", 410), ("command-2", "decimal", 429)):
        address = played(net, name, {"plays": plays})
        card = card.replace(f"https://docs.python.org/3/library/{old}.html", address)
    (root / CARD).write_text(card, "utf-8")
    monkeypatch.setattr("build_tools.links.manners.Manners", lambda: QUICK)
    for day, code in (("2026-11-22", 0), ("2026-11-29", 1)):
        on(day, monkeypatch)
        assert main(["links", "--root", str(root)]) == code
    (finding,) = (finding for finding in course.check(root).findings if finding.severity == "error")
    assert (finding.path, finding.rule) == (CARD, "source-gone")
