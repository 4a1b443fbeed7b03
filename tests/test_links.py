"""Outside links: which addresses there are, how they are asked, what is made of the answers and how it is recorded.

Everything is asked on loopback; a look at any other host fails.
"""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from build_tools.cards import linkstatus
from build_tools.cards.linkstatus import Answer, merged
from build_tools.links.ask import ask
from build_tools.links.manners import Manners
from build_tools.model import Answered
from tests.linkserver import KEYS, Asked, Hosts, hosts

SAMPLES = Path(__file__).parent / "samples" / "links"
ANSWERS: dict[str, dict[str, Any]] = yaml.safe_load((SAMPLES / "answers.yml").read_text("utf-8"))
RECORDS: dict[str, dict[str, Any]] = yaml.safe_load((SAMPLES / "records.yml").read_text("utf-8"))
# As text, as the record has them.
DAYS: dict[str, dict[str, Any]] = yaml.load((SAMPLES / "days.yml").read_text("utf-8"), yaml.BaseLoader)
ENTRY = '"checked": "2026-11-30", "outcome": "ok", "detail": "200", "target": "", "gone": []'
AGENT = "tests of the link check"
# Long enough for a machine that is busy with something else, and short enough to wait for.
QUICK = Manners(
    interval=0.0, connect=1.5, read=1.5, deadline=4.0, backoff=0.01, patience=3.0,
    certificates=str(KEYS / "authority.pem"),
)  # fmt: skip


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
    addresses = {name: played(net, name, case) for name, case in ANSWERS.items()}
    with ThreadPoolExecutor(24) as threads:
        return dict(zip(addresses, threads.map(one, addresses.values()), strict=True))


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
    assert linkstatus.load(linkstatus.dump(recorded)) == (recorded, ())


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
    assert [answer for _, answer in ask(addresses, AGENT, Manners(**{**vars(QUICK), "interval": 0.2}))] == [
        Answer("ok", "200")
    ] * 3
    asked = sorted((asked for number in (1, 2, 3) for asked in net.at(f"/pause-{number}/")), key=lambda one: one.came)
    assert len(asked) == 6
    # A server's clock starts a little late and ends a little early.
    assert min(pauses(asked)) > 0.15


def test_hosts_are_asked_at_the_same_time(net: Hosts) -> None:
    here = played(net, "meet", {"plays": {"does": "meet"}})
    there = here.replace("127.0.0.1", "localhost")
    assert dict(ask([here, there], AGENT, Manners(**{**vars(QUICK), "read": 10.0, "deadline": 20.0}))) == {
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
    one(address, Manners(**{**vars(QUICK), "backoff": 0.2}))
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
        assert asked.headers["User-Agent"] == AGENT
        assert not {"Authorization", "Cookie", "Referer"} & asked.headers.keys()


def test_whoever_stops_listening_stops_the_asking(net: Hosts) -> None:
    addresses = [played(net, f"stop-{number}", {"plays": 200}) for number in range(8)]
    listening = ask(addresses, AGENT, Manners(**{**vars(QUICK), "interval": 0.3}))
    next(listening)
    listening.close()
    time.sleep(1.0)
    assert sum(len(net.at(f"/stop-{number}/")) for number in range(8)) <= 2


def test_what_hangs_is_left_behind_in_time(net: Hosts) -> None:
    address = played(net, "drips", {"plays": {"does": "drip-the-head"}})
    started = time.monotonic()
    assert one(address, Manners(**{**vars(QUICK), "connect": 0.3, "read": 0.3, "deadline": 1.0})) == Answer(
        "unreachable", "time-out"
    )
    assert 0.9 < time.monotonic() - started < 3.0


# -------------------------------------------------------------------------------------------------- the record


@pytest.mark.parametrize("name", RECORDS)
def test_a_record(name: str) -> None:
    text = RECORDS[name]["text"].replace("ENTRY", ENTRY)
    answered, findings = linkstatus.load(text, "links.json")
    assert [f"{one.line}:{one.column}: {one.message}" for one in findings] == RECORDS[name]["findings"]
    assert {(one.path, one.rule) for one in findings} <= {("links.json", "source-links")}
    assert linkstatus.load(linkstatus.dump(answered)) == (answered, ())


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"format": 1, "links": ' + "[" * 900 + "]" * 900 + "}", '{"a": 1' + "0" * 5000]
)
def test_a_record_that_is_too_much(text: str) -> None:
    answered, findings = linkstatus.load(text)
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
