"""The browser that the tests drive: the one named, one that is installed, else Playwright's own.

`python -m tests.browser.chromium` looks for one, fetches Playwright's where there is none, and says in one line what to
do where that fails as well. `make test` runs it first: nobody waits minutes for tests that cannot run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell draws pages without a browser around them, which takes half of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MEND = (
    "install one (on Debian: apt install chromium-headless-shell), name one (make test CHROMIUM=/path/to/chromium), "
    "or let Playwright fetch one (.venv/bin/python -m playwright install --with-deps chromium)"
)
# Only this machine answers: what a page asks of another host fails, whatever network there is.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def flags() -> list[str]:
    """The arguments of a browser for tests. Its sandbox refuses root, as which containers run."""
    return [*FLAGS, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]


def find(own: str) -> str | None:
    """The program of a Chromium on this machine, or None.

    Args:
        own: where Playwright puts its own one, or empty where that is not asked.

    Raises:
        FileNotFoundError: the variable CHROMIUM names no program; no other is taken then.
    """
    if named := os.environ.get("CHROMIUM"):
        if program := shutil.which(named):
            return program
        raise FileNotFoundError(f"CHROMIUM={named} is no program: {MEND}")
    installed = next((program for name in NAMES if (program := shutil.which(name))), None)
    return installed or (own if Path(own).is_file() else None)


def main() -> int:
    """Look for a browser, or fetch one; 0 where there is one in the end."""
    try:
        if find(""):
            return 0
        # Imported and started late: it takes a second.
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            own = playwright.chromium.executable_path
        if find(own):
            return 0
        print("No Chromium was found: fetching Playwright's.", flush=True)
        fetch = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(fetch, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if find(own):
            return 0
        print(f"No Chromium was found, and none could be fetched: {MEND}", file=sys.stderr)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
