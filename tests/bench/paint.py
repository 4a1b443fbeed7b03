"""How soon a lesson shows and answers, beside a plain Material page of the same text: `make bench`.

Both are built here and served uncompressed from this machine; they are loaded in turns, each time by a browser that has
never seen them. *Paint* is the first contentful paint. A page *stands* when it is loaded and the forms of all exercises
are in it, and *answers* when a key pressed then has its effect: a character in the first field of the first prediction;
on the plain page, which has none, another focus. Times are milliseconds from the start of the navigation; the last one
holds the way of the key to the browser and back. Nothing is asserted.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.bench import plain
from tests.browser import chromium
from tests.browser.harness import REPOSITORY, build_once, environment, serve

RUNS = 9
LESSON = "attention/day-45-multi-head-subspaces"
# The width of the window, and how many times slower than this machine's the processor is.
DEVICES = {"desk": (1280, 1), "phone": (375, 4)}
KINDS = ("lesson", "plain")
CONFIGURATION = """
site_name: Plain
docs_dir: docs
theme:
  name: material
  language: ja
  font: false
markdown_extensions:
  tables: {}
  attr_list: {}
  md_in_html: {}
  pymdownx.highlight: {}
  pymdownx.superfences: {}
  pymdownx.tabbed: {alternate_style: true}
"""
# In the page, so that nothing of the way to it counts: what stands is seen with the next frame.
WATCH = """() => {
  const wait = (resolve) => {
    const places = [...document.querySelectorAll(".tk-predict")];
    if (document.readyState !== "complete" || places.some((place) => place.childElementCount === 0)) {
      requestAnimationFrame(() => wait(resolve));
      return;
    }
    document.querySelector(".tk-predict .tk-input")?.focus();
    window.answered = new Promise((answer) => {
      for (const kind of ["input", "focusin"]) {
        addEventListener(kind, () => answer(performance.now()), { once: true });
      }
    });
    resolve(performance.now());
  };
  window.stands = new Promise(wait);
}"""
PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""


def build_plain(folder: Path) -> Path:
    """A site of Material's own with one page.

    Raises:
        CalledProcessError: it does not build.
    """
    (folder / "docs").mkdir(parents=True)
    lesson = (REPOSITORY / "docs" / "ja" / f"{LESSON}.md").read_text("utf-8")
    code = {path.relative_to(REPOSITORY).as_posix(): path for path in (REPOSITORY / "snippets").rglob("*.py")}
    files = {name: path.read_text("utf-8") for name, path in code.items()}
    page = plain.included(plain.body(plain.text(lesson)), files)
    (folder / "docs" / "index.md").write_text(page, "utf-8")
    (folder / "mkdocs.yml").write_text(CONFIGURATION, "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "-q"]
    subprocess.run(command, cwd=folder, env=environment(REPOSITORY), check=True, capture_output=True)
    return folder / "site"


def load(browser: Browser, address: str, width: int, slower: int) -> tuple[float, ...]:
    """Milliseconds of one cold load: to the first paint, until everything stands, and until a key is answered."""
    phone = width < 500
    context = browser.new_context(viewport={"width": width, "height": 800}, is_mobile=phone, has_touch=phone)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(f"({WATCH})()")
    page.goto(address, wait_until="commit")
    stands: float = page.evaluate("window.stands")
    page.keyboard.press("4" if page.locator(".tk-predict").count() else "Tab")
    answered: float = page.evaluate("window.answered")
    paint: float = page.evaluate(PAINT)
    context.close()
    return paint, stands, answered


def main() -> int:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        base = Path(name)
        program = chromium.find(playwright.chromium.executable_path)
        if program is None:
            print(f"No Chromium was found: {chromium.MEND}", file=sys.stderr)
            return 1
        lesson, plain = build_once(base), build_plain(base / "plain")
        browser = playwright.chromium.launch(executable_path=program, args=chromium.flags())
        times: dict[tuple[str, str], list[tuple[float, ...]]] = {}
        with serve(lesson, "/course") as ours, serve(plain) as theirs:
            pages = dict(zip(KINDS, (f"{ours}/ja/{LESSON}/", f"{theirs}/"), strict=True))
            for run in range(RUNS + 1):
                for device, (width, slower) in DEVICES.items():
                    for kind, address in pages.items():
                        found = load(browser, address, width, slower)
                        # The first round fills the caches of the system, which are none of the browser's.
                        if run:
                            times.setdefault((device, kind), []).append(found)
        browser.close()
    print(f"{'medians of ' + str(RUNS) + ' cold loads, ms':<36}{'lesson':>8}{'plain':>8}{'ratio':>8}")
    for device, (width, slower) in DEVICES.items():
        for number, what in enumerate(("paint", "stands", "answers")):
            mine, other = (statistics.median(found[number] for found in times[device, kind]) for kind in KINDS)
            where = f"{what}, {device} ({width} px, processor 1/{slower})"
            print(f"{where:<36}{mine:>8.0f}{other:>8.0f}{mine / other:>8.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
