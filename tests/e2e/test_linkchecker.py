"""The built site's own links and anchors, held by somebody else's tool: LinkChecker, offline, with its AnchorCheck."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from build_tools import course
from build_tools.links.addresses import addresses
from tests.browser.harness import build_once, serve

HERE = Path(__file__).parent
DAY = "en/attention/day-43-queries-keys-values"


@dataclass(frozen=True)
class Checked:
    """What LinkChecker came to: its exit code, and a row for each link."""

    code: int
    rows: list[dict[str, str]]

    def faults(self) -> dict[str, str]:
        """The links that are not well, each with what it says of them."""
        return {
            row["url"]: f"{row['result']} {row['warningstring']}".strip()
            for row in self.rows
            if row["valid"] != "True" or row["warningstring"]
        }


def linkchecker(address: str, *options: str) -> Checked:
    done = subprocess.run(
        [sys.executable, str(HERE / "linkchecked.py"), "-f", str(HERE / "linkcheckerrc"), *options, address],
        env={name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    text = "".join(line for line in done.stdout.splitlines(keepends=True) if not line.startswith("# "))
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    assert done.returncode in (0, 1) and rows, done.stdout[-2000:] + done.stderr[-2000:]
    return Checked(done.returncode, rows)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real site, built once for these tests and those in a browser. Not to be changed."""
    base = tmp_path_factory.getbasetemp()
    return build_once(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


def test_every_link_and_anchor_of_the_site_holds(folder: Path) -> None:
    """Below a path, as project pages are: a link that starts at the host's root would leave the site."""
    with serve(folder, "/course") as site:
        checked = linkchecker(f"{site}/")
    assert checked.faults() == {}
    assert checked.code == 0
    pages = {row["url"].partition("#")[0].removeprefix(site) for row in checked.rows}
    for page in folder.rglob("*.html"):
        path = f"/{page.relative_to(folder).as_posix()}"
        assert path == "/404.html" or {path, path.removesuffix("index.html")} & pages, f"nothing leads to {path}"
    anchors = {row["url"] for row in checked.rows if "#" in row["url"]}
    assert len(anchors) > 100
    # What leads out of the site was not asked, and is what `links` asks.
    outside = {row["url"]: row["result"] for row in checked.rows if re.match("https?://(?!127)", row["url"])}
    assert outside and set(outside.values()) == {"filtered"}
    report = course.check(folder.parent)
    assert outside.keys() <= addresses([page.page for page in report.pages], report.sources).keys()


def test_a_broken_link_and_a_broken_anchor_are_found(folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    page = site / DAY / "index.html"
    text = page.read_text("utf-8")
    broken = """<a href="../nowhere/">a</a> <a href="../day-45-multi-head-subspaces/#no-such-part">b</a>
        <a href="/en/glossary/">starts at the host's root, and holds in no folder</a>"""
    assert text.count("</body>") == 1
    page.write_text(text.replace("</body>", f"{broken}</body>"), "utf-8")
    with serve(site, "/course") as address:
        checked = linkchecker(f"{address}/{DAY}/", "-r", "1")
    assert checked.code == 1
    faults = checked.faults()
    anchor = f"{address}/en/attention/day-45-multi-head-subspaces/#no-such-part"
    assert faults.keys() == {
        f"{address}/en/attention/nowhere/",
        anchor,
        f"{address.removesuffix('/course')}/en/glossary/",
    }
    assert "Anchor `no-such-part'" in faults.pop(anchor)
    assert [said.split()[0] for said in faults.values()] == ["404", "404"]
