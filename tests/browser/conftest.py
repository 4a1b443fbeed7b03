"""The real course in a real browser.

`site` is the address of the course, built once for all workers and served below a path; `page` is a page of a browser
that knows nothing yet. When a test ends, no request may have gone to another host, and nothing may have been complained
about in the console; a test that provokes a complaint says so first: `log.expect("404")`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.browser import chromium
from tests.browser.harness import Log, build_once, serve


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site's folder. Not to be changed: all workers read it."""
    base = tmp_path_factory.getbasetemp()
    try:
        return build_once(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
    except RuntimeError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    """The address of the site, below a path as project pages are: `http://127.0.0.1:40123/course`."""
    with serve(folder, "/course") as address:
        yield address


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser a worker."""
    try:
        program = chromium.find(playwright.chromium.executable_path)
    except FileNotFoundError as error:
        pytest.fail(str(error), pytrace=False)
    if program is None:
        pytest.fail(f"No Chromium was found: {chromium.MEND}", pytrace=False)
    started = playwright.chromium.launch(executable_path=program, args=chromium.flags())
    yield started
    started.close()


@pytest.fixture
def log() -> Log:
    """What the pages of this test asked for and complained about."""
    return Log()


@pytest.fixture
def new_context(browser: Browser, log: Log) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts with options of one's own, all of them logged: `new_context(java_script_enabled=False)`."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        # A page that does not answer within this time never will: everything is on this machine.
        context.set_default_timeout(10_000)
        log.attach(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    log.check()


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page in a fresh context of 1280 by 800 pixels."""
    return new_context().new_page()


@pytest.fixture(params=["ja", "en"])
def lang(request: pytest.FixtureRequest) -> str:
    """Both languages, one after the other."""
    language: str = request.param
    return language
