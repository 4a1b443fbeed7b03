"""The commands: check, fix, build, serve, audit, links."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from build_tools import course, ledger, streams
from build_tools.errors import TashikameError, UsageError
from build_tools.model import Finding, Report
from build_tools.unseen import legible
from build_tools.verdict import Verdict

_COMMANDS = {
    "check": "list everything that is wrong, with its place",
    "fix": "rewrite stale literals in every language, and show the diff",
    "build": "check, build every language, audit, and publish to site/",
    "serve": "build, serve on localhost, and rebuild on every saved change",
    "audit": "hold a built site against the course",
    "links": "ask every outside address of the course, and record the answers",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Returns:
        0 where all is well, 1 where there are findings or a build failed, 2 for wrong use; after Ctrl+C 130, and 141
        where whoever read the output has gone.
    """
    streams.settle()
    try:
        try:
            return _command(arguments)
        finally:
            streams.flush()
    except BrokenPipeError:
        streams.drop()
        return streams.GONE


def _command(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    try:
        if sys.platform == "win32":
            raise UsageError("this runs on Linux and macOS, and Windows is neither", "run it in WSL: aka.ms/wsl")
        with _ending():
            return _run(options)
    except TashikameError as error:
        # Bare, so that an editor or a CI log finds the path at the start of the line.
        print(*error.details, f"error: {error.message}", sep="\n", file=sys.stderr)
        if error.mend:
            print(f"    {error.mend}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130


@contextmanager
def _ending() -> Iterator[None]:
    """A command that is asked to end tidies up as after Ctrl+C: no builder runs on, no folder is left."""

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # once more is meant
        sys.exit(128 + number)

    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {}
    if threading.current_thread() is threading.main_thread():
        # What is ignored stays so: `nohup`.
        before = {kind: signal.signal(kind, end) for kind in kinds if signal.getsignal(kind) == signal.SIG_DFL}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m build_tools", description="Tashikame: a course whose numbers hold."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, text in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("--root", type=Path, default=Path(), help="the project's folder (default: this one)")
        if name in ("check", "build"):
            told = "run every snippet anew, whatever earlier runs came to"
            command.add_argument("--no-cache", action="store_true", help=told)
        if name in ("check", "build", "fix", "serve"):
            told = "the Dask cluster whose workers run the snippets, dask://host:port (default: this machine runs them)"
            command.add_argument("--executor", default="", metavar="ADDRESS", help=told)
        if name == "check":
            command.add_argument("--format", choices=("text", "github", "json"), default="text")
        if name == "links":
            command.add_argument("--again", action="store_true", help="ask those too that were asked today")
        if name == "build":
            command.add_argument("--out", default="site", help="the published folder (default: site)")
            told = "let links that leave the site be plain text, for readers offline"
            command.add_argument("--links-off", action="store_true", help=told)
        if name == "serve":
            command.add_argument("--port", type=int, default=8000)
        if name == "audit":
            command.add_argument(
                "site", type=Path, nargs="?", default=Path("site"), help="the built site (default: site)"
            )
    return parser


def _run(options: argparse.Namespace) -> int:
    root: Path = options.root
    if options.command == "serve":
        from build_tools.publishing import serve

        serve.serve(root, options.port, executor=options.executor)
        return 0
    started = time.monotonic()
    executor: str = getattr(options, "executor", "")
    cache = not getattr(options, "no_cache", False)
    if options.command == "check":
        with course.Checker(root, cache=cache, executor=executor) as checker:
            verdict = checker.verdict()
        _tell(checker.trouble)
        return _check(verdict, options.format, time.monotonic() - started)
    if options.command == "build":
        from build_tools.publishing import site

        def checked() -> Report:
            report = _checked(root, cache, executor)
            _tell_isolation(ledger.isolation(report))
            return report

        site.build(root, checked, out=options.out, links=not options.links_off, cache=cache)
        return 0
    report = _checked(root, cache, executor)
    if options.command == "fix":
        return _fix(root, report, executor)
    if options.command == "links":
        return _links(root, report, again=options.again)
    from build_tools.publishing import audit

    _print(report.findings, "text")
    folder = root / options.site
    if not folder.is_dir():
        raise TashikameError(f"there is no {options.site}", "build it first: make site")
    findings = audit.audit(folder, report)
    _print(findings, "text")
    return 1 if findings or report.failed else 0


def _checked(root: Path, cache: bool, executor: str) -> Report:
    with course.Checker(root, cache=cache, executor=executor) as checker:
        report = checker.check()
    _tell(checker.trouble)
    return report


def _check(verdict: Verdict, form: str, seconds: float) -> int:
    if form == "json":
        print(ledger.findings_json(verdict.findings))
    else:
        _print(verdict.findings, form)
    errors = sum(finding.severity == "error" for finding in verdict.findings)
    _tell_isolation(verdict.isolation)
    said = f"{errors} error{'s' if errors != 1 else ''}" if verdict.failed else "all hold"
    print(f"{verdict.claims} claims on {verdict.pages} pages: {said} ({seconds:.2f} s)", file=sys.stderr)
    return 1 if verdict.failed else 0


def _tell(trouble: str) -> None:
    if trouble:
        print(f"notice: {legible(trouble)}", file=sys.stderr)


def _tell_isolation(isolation: Mapping[str, str]) -> None:
    """What does not hold of the sandbox on this system: never silently."""
    missing = {name: why for name, why in isolation.items() if why}
    if missing:
        listed = "; ".join(f"{name}: {why}" for name, why in missing.items())
        print(f"notice: snippets are not isolated in full here. {legible(listed)}", file=sys.stderr)


def _links(root: Path, report: Report, *, again: bool) -> int:
    # Here, and not above: nothing else needs what speaks HTTP.
    from build_tools.links import round as one_round
    from build_tools.links.manners import Manners
    from build_tools.settings import config

    return one_round.run(root, report, Manners(), apart=config.load(root).rights.gone, again=again)


def _print(findings: Sequence[Finding], form: str) -> None:
    for finding in findings:
        print(_annotation(finding) if form == "github" else finding)


def _annotation(finding: Finding) -> str:
    """A finding as a workflow command of GitHub Actions, which shows it at its line."""
    text = legible(f"{finding.message}\n{finding.mend}".strip())
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    path = legible(finding.path, "").replace("%", "%25").replace(",", "%2C").replace(":", "%3A")
    place = f"file={path},line={finding.line},col={finding.column},title={finding.rule}"
    return f"::{finding.severity} {place}::{escaped}"


def _fix(root: Path, report: Report, executor: str) -> int:
    from build_tools import fix
    from build_tools.numbers.languages import language
    from build_tools.settings import config

    languages = {one.code: language(one.code, one.names) for one in config.load(root).languages}
    changed = fix.changes(report, languages)
    for change in changed:
        print(legible(change.diff), end="")
    if changed:
        fix.write(root, changed)
        report = course.check(root, executor=executor)
    _print(report.findings, "text")
    print(f"{len(changed)} page{'s' if len(changed) != 1 else ''} rewritten", file=sys.stderr)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
