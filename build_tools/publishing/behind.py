"""The whole site behind a page that is shown already: `python -m build_tools.publishing.behind <folder>`, by `serve`.

It is built in a process of its own, less urgent than others, which looks everything up again: what is saved next waits
neither for it nor for the report that its builders are handed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from build_tools.course import Checker
from build_tools.errors import BuildError, TashikameError
from build_tools.model import Report
from build_tools.publishing.builders import Builders, environment
from build_tools.publishing.finish import Manner
from build_tools.publishing.publish import Staging
from build_tools.publishing.site import address, assemble, written
from build_tools.settings import config

_URGENCY = 10  # how much less urgent than others it is


def manner() -> Manner:
    """How the pages of a site are finished that is only served here."""
    return Manner(address(), governed=False, known=None)


def whole(root: Path, report: Report, folder: Path, *, beside: Path | None = None) -> None:
    """Builds such a site whole.

    Args:
        root: the project's folder.
        report: what `check` found.
        folder: an empty folder.
        beside: a folder for what is not published; the system's own where there is none.

    Raises:
        BuildError: a builder failed.
    """
    with Builders(root, config.load(root).languages, folder) as builders:
        assemble(root, report, folder, manner(), builders, beside=beside)


def _beside(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.beside")


class Behind:
    """One such build, until it is ended.

    Args:
        place: the folders in which it is built: they stay as long as it lives, whatever becomes of who started it.
    """

    def __init__(self, place: Staging | None = None) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._ended = threading.Event()

    @property
    def ended(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._ended.is_set()

    def within(self, seconds: float) -> bool:
        """Whether it is ended before that time is up."""
        return self._ended.wait(seconds)

    def end(self) -> None:
        """Ends it, with all that it has started."""
        with self._lock:
            self._ended.set()
            if self._process is not None and self._process.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)

    def build(self, root: Path, folder: Path, executor: str) -> None:
        """Builds the site, and waits for it.

        Args:
            root: the project's folder.
            folder: an empty folder; `<folder>.beside` is used too.
            executor: as `serve` has it.

        Raises:
            BuildError: it cannot be built, or was ended.
        """
        with self._lock:
            if self.ended:
                raise BuildError("the build was ended")
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(folder), "--executor", executor],
                cwd=root,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # how far it is: nobody asks
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # it is ended with all that it has started
                pass_fds=() if self._place is None else (self._place.lock,),
            )
        try:
            said, _ = self._process.communicate()
        finally:  # where it was ended, it could not
            shutil.rmtree(_beside(folder), ignore_errors=True)
        if self._process.returncode:
            raise BuildError(said.strip() or "the whole site could not be built")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m build_tools.publishing.behind")
    parser.add_argument("folder", type=Path, help="where to build it")
    parser.add_argument("--executor", default="", help="the cluster that runs snippets, dask://host:port")
    options = parser.parse_args(arguments)
    if hasattr(os, "nice"):
        os.nice(_URGENCY)
    root, folder = Path.cwd(), options.folder
    _beside(folder).mkdir()
    try:
        with Checker(root, executor=options.executor) as checker:
            report = checker.check()
        if report.failed:  # something was saved just now, and will be built next
            raise BuildError("the course has findings")
        with written():
            whole(root, report, folder, beside=_beside(folder))
    except TashikameError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
