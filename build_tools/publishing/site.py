"""The site: both languages' builds side by side, what the host's root needs, the audit, and the publication.

The only file that runs a site builder, each in a process of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from build_tools import course, ledger
from build_tools.errors import BuildError
from build_tools.exports import files, imprint
from build_tools.model import Finding, Report
from build_tools.notebooks import notebook
from build_tools.publishing import csp, fonts, outside, preload, roots
from build_tools.publishing.audit import audit
from build_tools.publishing.publish import Staging, publish, staging
from build_tools.publishing.target import target
from build_tools.settings import config
from build_tools.settings.config import ConfiguredLanguage

# What a builder makes for a site of one language, and what a site of two has at its root.
_NOT_PUBLISHED = ("404.html", "sitemap.xml", "sitemap.xml.gz")
_SCOPE = re.compile(r'(?<=__md_scope=new URL\()"([^"]*)"')
_MKDOCS = (sys.executable, "-m", "mkdocs", "build", "--strict")


def build(root: Path, report: Report, *, out: str = "site", links: bool = True) -> None:
    """Build both languages and publish them at `root / out`, whole or not at all.

    Args:
        root: the project's folder.
        report: what `check` found in it just now.
        out: the published folder, relative to `root`.
        links: whether links that leave the site are links; where not, the site is one to be read without a network.

    Raises:
        UsageError: something else than a site stands at `out`.
        BuildError: there are findings, a builder failed, or the audit found something; what was published stays.
    """
    place_of_site = target(root, out, config.load(root).languages)
    if report.failed:
        raise _refused("the course has findings", report.findings)
    started = time.monotonic()
    with staging(place_of_site) as place:
        assemble(root, report, place.folder, place)
        for page in place.folder.rglob("*.html"):
            text = page.read_text("utf-8")
            page.write_text(csp.secure(text if links else outside.without(text)), "utf-8")
        findings = audit(place.folder, report)
        if findings:
            raise _refused("the built site has findings", findings)
        pages = sum(1 for _ in place.folder.rglob("*.html"))
        publish(place.folder, place_of_site)
    print(f"{out}/: {pages} pages, published in {time.monotonic() - started:.1f} s", flush=True)


def assemble(root: Path, report: Report, folder: Path, place: Staging | None = None) -> None:
    """Build everything that a site consists of into `folder`, but for its content security policies.

    Args:
        root: the project's folder.
        report: what `check` found.
        folder: an empty folder.
        place: the build's staging, which the builders are to keep alive.

    Raises:
        BuildError: a builder failed.
    """
    languages = config.load(root).languages
    titles = " · ".join(dict.fromkeys(language.site_name for language in languages))
    # In a folder that is not published: the builders copy from it what they make pages of.
    with tempfile.TemporaryDirectory(prefix="tashikame-notebooks-") as notebooks:
        address = os.environ.get("SITE_URL", "").strip().rstrip("/")
        shown = [language.code for language in languages if _shows_notebooks(language)]
        notebook.write(report, Path(notebooks), shown, address)
        handed = course.hand_over(report, Path(notebooks) / ".report")
        _run_builders(root, languages, folder, place, Path(notebooks), handed)
    codes = tuple(language.code for language in languages)
    for code in codes:
        for name in _NOT_PUBLISHED:
            (folder / code / name).unlink(missing_ok=True)
    pages = {
        code: frozenset(page.relative_to(folder / code).as_posix() for page in (folder / code).rglob("*.html"))
        for code in codes
    }
    for code in codes:
        for name in pages[code]:
            alternates = tuple(other for other in codes if name in pages[other])
            page = folder / code / name
            try:
                text = page.read_text("utf-8")
            except UnicodeDecodeError as error:
                raise BuildError(f"{code}/{name} is no UTF-8 text", "save it as UTF-8, or take it out") from error
            page.write_text(_finish(text, code, name, alternates, address), "utf-8")
    preload.name_modules(folder)
    fonts.cut(folder)
    (folder / "verification.json").write_text(ledger.as_json(report), "utf-8")
    for name, text in files.files(report, imprint.read(root, address)).items():
        (folder / name).write_text(text, "utf-8")
    for name, text in roots.files(codes, pages, titles, address).items():
        (folder / name).write_text(text, "utf-8")


def _refused(what: str, findings: Sequence[Finding]) -> BuildError:
    errors = [finding for finding in findings if finding.severity == "error"]
    return BuildError(f"nothing is published: {what} ({len(errors)})", details=map(str, errors))


def _finish(text: str, code: str, name: str, alternates: Sequence[str], address: str) -> str:
    """A builder's page as it is published: one choice of colours for all languages, and its own other languages."""
    text = _SCOPE.sub(lambda match: f'"{match[1]}/.."', text)
    up = "../" * (name.count("/") + 1)
    where = quote(name.removesuffix("index.html"))
    # The space keeps Material's script, which asks for a site map behind each `[rel=alternate]`, from doing so.
    links = "".join(f'<link rel="alternate " hreflang="{other}" href="{up}{other}/{where}">' for other in alternates)
    if address:
        links += f'<link rel="canonical" href="{address}/{code}/{where}">'
    return text.replace("</head>", f"{links}</head>", 1)


def _shows_notebooks(language: ConfiguredLanguage) -> bool:
    """Whether a language's builder makes pages of notebooks, and puts the files beside them."""
    return bool(language.plugins.get("mkdocs-jupyter", {}).get("include_source"))


def _run_builders(
    root: Path,
    languages: Sequence[ConfiguredLanguage],
    folder: Path,
    place: Staging | None,
    notebooks: Path,
    handed: Mapping[str, str],
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
    builders = [
        subprocess.Popen(
            [*_MKDOCS, "-f", language.config_path, "-d", str((folder / language.code).resolve())],
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
    try:
        outputs = [builder.communicate()[0] for builder in builders]
    finally:
        for builder in builders:
            if builder.poll() is None:
                builder.kill()
                builder.wait()
    problems = [
        f"{language.code}: mkdocs ({language.config_path}) failed:\n{plain(output)}"
        for language, builder, output in zip(languages, builders, outputs, strict=True)
        if builder.returncode != 0
    ]
    if problems:
        raise BuildError("\n".join((*problems, "nothing is published")))
    print(f"built in {time.monotonic() - started:.1f} s", flush=True)


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
