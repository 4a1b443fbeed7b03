"""What the site's build says of a builder's failure, and the files at its root."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from build_tools.publishing import roots
from build_tools.publishing.builders import plain

TRACEBACK = """INFO    -  Cleaning site directory
INFO    -  Building documentation to directory: /somewhere
ERROR   -  Error reading page 'index.md': no flour left
Traceback (most recent call last):
  File "/somewhere/mkdocs/structure/pages.py", line 1, in render
    self.content = md.convert(self.markdown)
                   ^^^^^^^^^^^
  File "/somewhere/raising.py", line 2, in run

    raise error
ValueError: no flour left

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/somewhere/other.py", line 3, in run
RuntimeError: nor water
    and no salt
"""
REFUSAL = """INFO    -  Building documentation to directory: /somewhere
WARNING -  Doc file 'a.md' contains a link 'b.md', but the target is not found among documentation files.
Error: 2 findings:
docs/ja/a.md:3:4: error[answer-drift]: page says 7, x is 6
    run `make fix`
INFO    -  unrelated
"""


def test_frames_are_left_out_and_errors_are_not() -> None:
    assert plain(TRACEBACK) == (
        "    ERROR   -  Error reading page 'index.md': no flour left\n"
        "    ValueError: no flour left\n"
        "    RuntimeError: nor water\n"
        "        and no salt"
    )


def test_warnings_and_messages_of_several_lines_are_kept() -> None:
    said = plain(REFUSAL)
    assert "contains a link 'b.md'" in said
    assert "    docs/ja/a.md:3:4: error[answer-drift]: page says 7, x is 6\n        run `make fix`" in said
    assert "INFO" not in said
    assert "unrelated" not in said


@pytest.mark.parametrize(("output", "said"), [("", "it said nothing"), ("Killed\n", "Killed")])
def test_a_builder_without_a_message(output: str, said: str) -> None:
    assert plain(output) == f"    {said}"


PAGES = {"ja": frozenset({"index.html", "a/index.html"}), "en": frozenset({"index.html"})}
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.mark.parametrize("address", ["", "https://example.org/course"])
def test_the_map_of_the_site(address: str) -> None:
    base = f"{address}/" if address else ""
    tree = ElementTree.fromstring(roots.files(("ja", "en"), PAGES, "名前", address)["sitemap.xml"])
    entries = {entry[0].text: [link.get("hreflang") for link in entry[1:]] for entry in tree}
    assert {child.tag for entry in tree for child in entry[:1]} == {f"{SITEMAP}loc"}
    assert entries == {f"{base}ja/a/": ["ja"], f"{base}ja/": ["ja", "en"], f"{base}en/": ["ja", "en"]}


def test_robots_and_the_page_not_found_know_the_address_or_do_without() -> None:
    known = roots.files(("ja", "en"), PAGES, "名前", "https://example.org/course")
    unknown = roots.files(("ja", "en"), PAGES, "名前", "")
    assert "Sitemap: https://example.org/course/sitemap.xml" in known["robots.txt"]
    assert "Sitemap" not in unknown["robots.txt"]
    assert 'href="/course/ja/"' in known["404.html"]
    assert "location.pathname" in unknown["404.html"]
    assert "location.pathname" not in known["404.html"]


def test_the_door_has_plain_links_and_escapes_the_name() -> None:
    door = roots.files(("ja", "en"), PAGES, "A < B", "")["index.html"]
    assert '<a href="ja/"' in door
    assert '<a href="en/"' in door
    assert "A &lt; B" in door
    assert "A < B" not in door
