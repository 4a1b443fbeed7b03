"""What a page's head says of the modules that the page imports, against what a browser imports without being told."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Page, Route

from build_tools.publishing import preload
from tests.browser.harness import Log

LINK = re.compile(r'<link rel="modulepreload" href="([^"]*)">')


@pytest.mark.parametrize("path", ["", "attention/day-43-queries-keys-values/", "record/", "sources/", "glossary/"])
def test_it_names_what_is_imported(page: Page, site: str, folder: Path, log: Log, path: str) -> None:
    address = f"{site}/ja/{path}"
    text = (folder / "ja" / path / "index.html").read_text("utf-8")

    def untold(route: Route) -> None:
        route.fulfill(body=LINK.sub("", text), content_type="text/html; charset=utf-8")

    page.route(address, untold)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    # Material's own files carry a digest in their names.
    scripts = {urlsplit(url).path for url in log.requests if re.search(r"/javascripts/\w+\.js$", url)}
    assert {urlsplit(urljoin(address, link)).path for link in LINK.findall(text)} == scripts
    assert any(script.endswith("/tashikame.js") for script in scripts)


def test_parts_and_what_they_import(tmp_path: Path) -> None:
    scripts = tmp_path / "en" / "js"
    scripts.mkdir(parents=True)
    parts = 'const PARTS = [[".one", "./one.js"], [".two[data-x]", "./two.js"]];'
    entry = f'import {{ a }} from "./always.js";\n{parts}\nall("./for-all.js");'
    files = {
        "entry.js": entry,
        "always.js": "",
        "one.js": 'import {\n  b,\n} from "./shared.js";\nexport { c } from "./again.js";\n// import "./comment.js";',
        "two.js": "",
        "for-all.js": "",
        "shared.js": 'import { d } from "./one.js";',
        "again.js": "",
    }
    for name, text in files.items():
        (scripts / name).write_text(text, "utf-8")
    page = tmp_path / "en" / "page" / "index.html"
    page.parent.mkdir()
    script = '<script src="../js/entry.js" type="module"></script>'
    page.write_text(f'<head></head><p class="other one">{script}', "utf-8")
    other = tmp_path / "index.html"
    other.write_text("<head></head>", "utf-8")
    modules = preload.Modules(tmp_path)
    names = ("entry", "one", "always", "for-all", "shared", "again")
    links = "".join(f'<link rel="modulepreload" href="../js/{name}.js">' for name in names)
    paths = (str(one.relative_to(tmp_path)) for one in (page, other))
    assert [modules.links((tmp_path / path).read_text("utf-8"), path) for path in paths] == [links, ""]
