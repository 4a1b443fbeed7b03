"""The site: both languages' builds side by side, what the host's root needs, the audit, and the publication.

The only file that runs a site builder, each in a process of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

from build_tools import course, ledger
from build_tools.errors import BuildError
from build_tools.exports import files, imprint
from build_tools.memory import Memory
from build_tools.model import Finding, Report
from build_tools.notebooks import notebook
from build_tools.progress import Progress
from build_tools.publishing import audit, csp, fonts, roots
from build_tools.publishing.finish import Facts, Manner, finish
from build_tools.publishing.publish import Staging, publish, staging
from build_tools.publishing.target import target
from build_tools.settings import config
from build_tools.settings.config import ConfiguredLanguage

# What a builder makes for a site of one language, and what a site of two has at its root.
_NOT_PUBLISHED = ("404.html", "sitemap.xml", "sitemap.xml.gz")
_BUILDER = (sys.executable, "-m", "build_tools.publishing.builder")
_STEPS = re.compile(r"steps done: (\d+)$")
_RENDERED = re.compile(r"^rendered (\d+) of (\d+) pages$", re.MULTILINE)


def build(root: Path, report: Report, *, out: str = "site", links: bool = True, cache: bool = True) -> None:
    """Build both languages and publish them at `root / out`, whole or not at all.

    Args:
        root: the project's folder.
        report: what `check` found in it just now.
        out: the published folder, relative to `root`.
        links: whether links that leave the site are links; where not, the site is one to be read without a network.
        cache: whether pages are taken as earlier builds rendered them, where nothing that they depend on has changed.

    Raises:
        UsageError: something else than a site stands at `out`.
        BuildError: there are findings, a builder failed, or the audit found something; what was published stays.
    """
    place_of_site = target(root, out, config.load(root).languages)
    if report.failed:
        raise _refused("the course has findings", report.findings)
    started = time.monotonic()
    with staging(place_of_site) as place, _written():
        manner = Manner(address(), links, known=audit.named(report))
        facts = assemble(root, report, place.folder, manner, place, cache=cache)
        documents = {path: fact.document for path, fact in facts.items() if fact.document is not None}
        found = [finding for fact in facts.values() for finding in fact.findings]
        findings = audit.audit(place.folder, report, documents, found)
        if findings:
            raise _refused("the built site has findings", findings)
        pages = sum(1 for _ in place.folder.rglob("*.html"))
        publish(place.folder, place_of_site)
    print(f"{out}/: {pages} pages, published in {time.monotonic() - started:.1f} s", flush=True)


@contextmanager
def _written() -> Iterator[None]:
    """What the file system refuses while a site is written is said in a sentence.

    Raises:
        BuildError: it refused something.
    """
    try:
        yield
    except OSError as error:
        what = f"nothing is published: {error.filename or 'a file'} cannot be written: {error.strerror or error}"
        raise BuildError(what, "free some space, or mend its permissions") from error


def assemble(
    root: Path,
    report: Report,
    folder: Path,
    manner: Manner,
    place: Staging | None = None,
    *,
    cache: bool = True,
    halt: Halt | None = None,
) -> dict[str, Facts]:
    """Build everything that a site consists of into `folder`.

    Args:
        root: the project's folder.
        report: what `check` found.
        folder: an empty folder.
        manner: how its pages are finished.
        place: the build's staging, which the builders are to keep alive.
        cache: as `build` has it.
        halt: what ends it before its time; with it, it leaves the processor to who is in a hurry.

    Returns:
        What there is to know of each page.

    Raises:
        BuildError: a builder failed.
    """
    languages = config.load(root).languages
    titles = " · ".join(dict.fromkeys(language.site_name for language in languages))
    # In a folder that is not published: the builders copy from it what they make pages of.
    beside = None if place is None else place.beside
    with tempfile.TemporaryDirectory(prefix="tashikame-notebooks-", dir=beside) as notebooks:
        shown = [language.code for language in languages if language.shows_notebooks]
        notebook.write(report, Path(notebooks), shown, manner.address)
        handed = course.hand_over(report, Path(notebooks) / ".report")
        options = ["--kept", str(root.absolute() / course.STEPS)] if cache else []
        options += ["--behind"] if halt is not None else []
        _run_builders(root, languages, folder, place, Path(notebooks), handed, options, halt, len(report.pages))
    codes = tuple(language.code for language in languages)
    for code in codes:
        for name in _NOT_PUBLISHED:
            (folder / code / name).unlink(missing_ok=True)
    with Memory(root.absolute() / course.STEPS if cache else None) as memory:
        facts = finish(folder, codes, manner, memory)
        memory.settle()
    fonts.cut(folder, frozenset().union(*(fact.letters for fact in facts.values())))
    pages = {
        code: frozenset(path.removeprefix(f"{code}/") for path in facts if path.startswith(f"{code}/"))
        for code in codes
    }
    (folder / "verification.json").write_text(ledger.as_json(report), "utf-8")
    for name, text in files.files(report, imprint.read(root, manner.address)).items():
        (folder / name).write_text(text, "utf-8")
    for name, text in roots.files(codes, pages, titles, manner.address).items():
        (folder / name).write_text(csp.secure(text) if name.endswith(".html") and manner.governed else text, "utf-8")
    return facts


def address() -> str:
    """Where the site will stand, without a slash at the end; "" where that is not known."""
    return os.environ.get("SITE_URL", "").strip().rstrip("/")


def _refused(what: str, findings: Sequence[Finding]) -> BuildError:
    errors = [finding for finding in findings if finding.severity == "error"]
    return BuildError(f"nothing is published: {what} ({len(errors)})", details=map(str, errors))


class Halt:
    """Ends a build that nobody waits for any more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: list[subprocess.Popen[str]] = []
        self._called = threading.Event()

    @property
    def called(self) -> bool:
        return self._called.is_set()

    def within(self, seconds: float) -> bool:
        """Whether it is called before that time is up."""
        return self._called.wait(seconds)

    def __call__(self) -> None:
        with self._lock:
            self._called.set()
            self._end()

    def watch(self, processes: Sequence[subprocess.Popen[str]]) -> None:
        """Processes that are to end with the build."""
        with self._lock:
            self._processes.extend(processes)
            if self.called:
                self._end()

    def _end(self) -> None:
        for process in self._processes:
            process.kill()


def _run_builders(
    root: Path,
    languages: Sequence[ConfiguredLanguage],
    folder: Path,
    place: Staging | None,
    notebooks: Path,
    handed: Mapping[str, str],
    options: Sequence[str],
    halt: Halt | None,
    pages: int,
) -> None:
    started = time.monotonic()
    print(f"building {', '.join(language.code for language in languages)} …", flush=True)
    tools = str(Path(__file__).resolve().parents[2])
    environment = {
        **os.environ,
        **handed,
        "TASHIKAME_NOTEBOOKS": str(notebooks),
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
        "PYTHONPATH": os.pathsep.join(filter(None, (tools, os.environ.get("PYTHONPATH")))),
    }
    running = [
        subprocess.Popen(
            [*_BUILDER, language.config_path, str((folder / language.code).resolve()), *options],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            pass_fds=() if place is None else (place.lock,),
        )
        for language in languages
    ]
    if halt is not None:
        halt.watch(running)
    try:
        with Progress("building pages", pages) as progress:
            outputs = _heard(running, progress)
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                process.wait()
    problems = [
        f"{language.code}: mkdocs ({language.config_path}) failed:\n{plain(output)}"
        for language, process, output in zip(languages, running, outputs, strict=True)
        if process.returncode != 0
    ]
    if problems:
        raise BuildError("\n".join((*problems, "nothing is published")))
    counts = [match for output in outputs if (match := _RENDERED.search(output))]
    anew, pages = (sum(int(match[group]) for match in counts) for group in (1, 2))
    print(f"built in {time.monotonic() - started:.1f} s, {anew} of {pages} pages rendered anew", flush=True)


def _heard(running: Sequence[subprocess.Popen[str]], progress: Progress) -> list[str]:
    """What builders say until they end, but for how far they are, which is told."""
    steps = [0] * len(running)
    said: list[list[str]] = [[] for _ in running]
    ended: Queue[int] = Queue()

    def listen(number: int, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            if match := _STEPS.match(line):
                steps[number] = int(match[1])
                ended.put(-1)
            else:
                said[number].append(line)
        process.wait()
        ended.put(number)

    for number, process in enumerate(running):
        threading.Thread(target=listen, args=(number, process), daemon=True).start()
    left = len(running)
    while left:
        left -= ended.get() >= 0
        progress(sum(steps) // 2)  # each page takes two: it is read, then built
    return ["".join(lines) for lines in said]


def plain(output: str) -> str:
    """What a builder says of its failure, without its progress and the frames of its tracebacks."""
    kept: list[str] = []
    keeping = in_frames = False
    for line in output.splitlines():
        if line.startswith(("Traceback (most recent call last)", "During handling of", "The above exception")):
            in_frames = True
        elif in_frames and (not line.strip() or line[0] in " \t|+"):
            continue
        elif re.match(r"(INFO|DEBUG)\b", line):
            keeping = in_frames = False
        else:
            # A line of its own, the last line of a traceback, or the continuation of such a line.
            starts = in_frames or re.match(r"(ERROR|WARNING|CRITICAL|Error|Aborted|Config value)\b", line) is not None
            keeping, in_frames = keeping or starts, False
            if keeping and line.strip():
                kept.append(f"    {line.rstrip()}")
    if not kept:
        kept = [f"    {line}" for line in output.splitlines() if line.strip()][-3:] or ["    it said nothing"]
    return "\n".join(kept[-30:])
