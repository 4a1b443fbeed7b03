"""Each builder finishes its own language's pages, and leaves what there is to know of them, or why it cannot."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from build_tools.errors import BuildError
from build_tools.memory import Memory
from build_tools.publishing.finish import Facts, Manner, Order, obey

PAGE = "<!doctype html><html><head><title>a</title></head><body><p id=a>{}</p></body></html>"
CODES = ("ja", "en")


def site(folder: Path, pages: dict[str, bytes]) -> Path:
    for path, data in pages.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def finish(folder: Path, place: Path, memory: Memory, manner: Manner) -> tuple[dict[str, Facts], int]:
    """What builders make of a site, and how often they have told that a page is done."""
    order, told = Order(CODES, manner), count(1)
    order.give(place)
    for code in CODES:
        obey(place, folder / code, memory, lambda: next(told))
    return order.facts(place), next(told) - 1


def test_each_language_by_itself(tmp_path: Path) -> None:
    pages = {f"{code}/{name}": PAGE.format(code).encode() for code in CODES for name in ("index.html", "a/index.html")}
    del pages["en/a/index.html"]
    facts, told = finish(site(tmp_path / "site", pages), tmp_path / "order", Memory(), Manner("https://x.example"))
    assert (sorted(facts), told) == (sorted(pages), 3)
    both, alone = ((tmp_path / "site" / "ja" / name).read_text("utf-8") for name in ("index.html", "a/index.html"))
    assert [f'hreflang="{code}"' in both for code in CODES] == [True, True]
    assert [f'hreflang="{code}"' in alone for code in CODES] == [True, False]
    assert '<link rel="canonical" href="https://x.example/ja/a/">' in alone
    document = facts["ja/index.html"].document
    assert document is not None
    assert document.ids == {"a"}


def test_what_is_known_of_a_page_is_taken_as_it_was(tmp_path: Path) -> None:
    pages = {f"{code}/index.html": PAGE.format("**a").encode() for code in CODES}
    memory, found, texts = Memory(), [], []
    for _ in range(2):
        found.append(finish(site(tmp_path / "site", pages), tmp_path / "order", memory, Manner(""))[0])
        texts.append([(tmp_path / "site" / path).read_bytes() for path in pages])
    assert found[0] == found[1]
    assert texts[0] == texts[1]
    assert [finding.rule for finding in found[0]["ja/index.html"].findings] == ["site-leftover"]


def test_where_nothing_is_audited(tmp_path: Path) -> None:
    pages = {f"{code}/index.html": PAGE.format("**a").encode() for code in CODES}
    manner = Manner("", governed=False, known=None)
    facts, _ = finish(site(tmp_path / "site", pages), tmp_path / "order", Memory(), manner)
    assert facts["ja/index.html"] == Facts(frozenset(), (), None)


@pytest.mark.parametrize(
    ("data", "message", "mend"),
    [
        (b"<p>a</p>", "a page of the site has no <head>", "look at the overrides in theme/"),
        (b"\xff", "en/index.html is no UTF-8 text", "save it as UTF-8, or take it out"),
    ],
)
def test_a_page_that_cannot_be_finished(tmp_path: Path, data: bytes, message: str, mend: str) -> None:
    pages = {"ja/index.html": PAGE.encode(), "en/index.html": data}
    with pytest.raises(BuildError) as raised:
        finish(site(tmp_path / "site", pages), tmp_path / "order", Memory(), Manner(""))
    assert (raised.value.message, raised.value.mend) == (message, mend)
    assert str(raised.value) == f"{message}\n    {mend}"
