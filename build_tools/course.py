"""The whole course: loaded, run and verified. What `check`, the Markdown extension and the build all start from."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from build_tools import collector
from build_tools.cards import ageing, holdings, linkstatus, references, sources
from build_tools.claims import coverage, lockstep, twins
from build_tools.claims.twins import Run
from build_tools.claims.verify import verify_group
from build_tools.code import header, runner, snippets, surroundings
from build_tools.code.cluster import Cluster
from build_tools.code.header import Needs
from build_tools.code.snippets import Snippet
from build_tools.code.store import Store
from build_tools.files import Files
from build_tools.formulas import mathml
from build_tools.model import (
    Answered,
    Code,
    Failure,
    Finding,
    Job,
    Outcome,
    Page,
    Question,
    Record,
    Report,
    Tree,
    VerifiedPage,
    position,
)
from build_tools.numbers.languages import Language, language
from build_tools.pages import lesson, markdown
from build_tools.settings import config, rights
from build_tools.settings.config import ConfiguredLanguage, Project

HANDED = "TASHIKAME_REPORT"

Engine = Callable[[Sequence[Job]], Sequence[Outcome]]


@dataclass(frozen=True)
class Lesson:
    """A page in every language that has it, and the code that it names."""

    key: str
    pages: tuple[Page, ...]
    snippet: Snippet | None = None
    twin: Snippet | None = None


@collector.paused()
def check(
    root: Path,
    *,
    overlay: Mapping[str, str] | None = None,
    engine: Engine | None = None,
    cache: bool = True,
    executor: str = "",
) -> Report:
    """Reads, runs and verifies a course.

    Args:
        root: the project's folder, with `mkdocs.yml` in it.
        overlay: relative path → text that stands for the file of that name.
        engine: runs jobs; every job in a process of its own unless another one is given.
        cache: whether what earlier runs came to is taken from disk, where nothing that they depend on has changed.
        executor: the address of a cluster whose workers run the jobs, `dask://host:port`; "" for this machine.

    Returns:
        The report, with all findings in order of their places.

    Raises:
        UsageError: there is no course at `root`, or no cluster at that address that can run its snippets.
        BuildError: the cluster is lost while snippets run.
    """
    loader = _Loader(root.absolute(), dict(overlay or {}))
    if engine is not None:
        return loader.report(engine)
    policy = loader.project.engine
    with ExitStack() as opened:
        place = loader.root / ".build" / "cache"
        store = opened.enter_context(Store(place, engine=surroundings.read().engine)) if cache else None
        cluster = opened.enter_context(Cluster(executor, loader.root)) if executor else None
        own = runner.Engine(loader.root, limit=policy.seconds, memory=policy.memory, store=store, cluster=cluster)
        return loader.report(opened.enter_context(own))


class _Loader:
    def __init__(self, root: Path, overlay: Mapping[str, str]) -> None:
        self.root = root
        self.files = Files(root, overlay)
        self.findings: list[Finding] = []
        self.project: Project = config.load(root, overlay)
        self.findings.extend(self.project.findings)
        self.languages: Mapping[str, Language] = {
            one.code: language(one.code, one.names) for one in self.project.languages
        }
        self.sources, findings = sources.load(self.project.sources, root, self.project.languages, overlay)
        self.findings.extend(findings)
        self.snippets: dict[str, Snippet] = {}
        self.needs: dict[str, Needs] = {}
        self.answered = self._answered()

    # ------------------------------------------------------------------------------------------- reading

    def pages(self, of: ConfiguredLanguage) -> dict[str, Page]:
        """A language's pages by their path below its folder."""
        prefix = Path(os.path.relpath(of.docs_dir, self.root)).as_posix()
        read = {}
        for name in self.files.pages(of.docs_dir):
            path = f"{prefix}/{name}"
            text = self.files.text(path)
            if text is not None:
                read[name] = markdown.read(text, path, name, of.code, foreign_blocks=self.project.pymdownx_blocks)
        return read

    def _answered(self) -> Mapping[str, Answered]:
        """What outside addresses answered last, as far as anybody has asked."""
        text = self.files.text(linkstatus.PATH)
        if text is None:
            return {}
        answered, findings = linkstatus.load(text)
        self.findings.extend(findings)
        return answered

    def snippet(self, path: str) -> Snippet | None:
        """A snippet, read once."""
        if path not in self.snippets:
            source = self.files.text(path)
            if source is None:
                return None
            # Python takes a byte order mark for nothing, and so does the page that shows the code.
            source = source.removeprefix("\ufeff")
            self.snippets[path] = snippets.read(path, source)
            self.needs[path], findings = header.read(source, path, self.project.engine, self.files)
            self.findings.extend(findings)
        return self.snippets[path]

    def lessons(self) -> list[Lesson]:
        """Every page with its counterparts; a page that has none in some language is a finding."""
        by_language = [self.pages(of) for of in self.project.languages]
        keys = sorted(set().union(*by_language))
        return [self._lesson(key, [pages.get(key) for pages in by_language]) for key in keys]

    def _lesson(self, key: str, pages: list[Page | None]) -> Lesson:
        present = tuple(page for page in pages if page is not None)
        for of, page in zip(self.project.languages, pages, strict=True):
            if page is None:
                there = Path(os.path.relpath(of.docs_dir, self.root)).as_posix()
                message = f"this page has no counterpart {there}/{key}"
                mend = "write it there: both languages have the same pages"
                self.findings.append(Finding(present[0].path, 1, 1, "lockstep-page", message, mend))
        for page in present:
            self.findings.extend(page.findings)
            if lesson.is_lesson(page) and not lesson.unread(page):
                self.findings.extend(lesson.check(page))
            self._inclusions(page)
            self._formulas(page)
        name = lesson.snippet(present[0])
        if not name:
            return Lesson(key, present)
        snippet = self.snippet(f"snippets/{name}.py")
        if snippet is None and f"snippets/{name}.py" not in self.files.refused:
            for page in present:
                span = page.meta_spans.get("snippet")
                at = position(page.text, span.start) if span else (1, 1)
                message = f"there is no snippets/{name}.py"
                self.findings.append(Finding(page.path, *at, "front-matter", message, "write it, or correct the name"))
        return Lesson(key, present, snippet, self.snippet(f"snippets/pure/{name}.py"))

    def _formulas(self, page: Page) -> None:
        for formula in page.formulas:
            fault = mathml.fault(formula.tex.of(page.text))
            if fault:
                at = position(page.text, formula.tex.start)
                self.findings.append(
                    Finding(page.path, *at, "formula", f"this formula cannot be set: {fault}", "mend the TeX")
                )

    def _inclusions(self, page: Page) -> None:
        for inclusion in page.inclusions:
            snippet = self.snippet(inclusion.path)
            at = position(page.text, inclusion.span.start)
            if snippet is None and inclusion.path in self.files.refused:
                continue
            if snippet is None:
                message = f"there is no {inclusion.path}"
                self.findings.append(Finding(page.path, *at, "inclusion", message, "correct the path"))
            elif inclusion.section and inclusion.section not in snippet.sections:
                listed = ", ".join(snippet.sections) or "none"
                message = f"{inclusion.path} has no section `{inclusion.section}`"
                self.findings.append(Finding(page.path, *at, "inclusion", message, f"its sections: {listed}"))

    # ------------------------------------------------------------------------------------------- running

    def runs(self, lessons: Sequence[Lesson], engine: Engine) -> dict[str, Run]:
        """Runs every lesson's twin, then its snippet with the twin's values to compare with."""
        coded = [(one, one.snippet) for one in lessons if one.snippet is not None]
        paths = list(dict.fromkeys(one.twin.path for one, _ in coded if one.twin is not None))
        jobs = [self._needed(Job(path, self.snippets[path].source)) for path in paths]
        twin_outcomes = dict(zip(paths, engine(jobs), strict=True)) if jobs else {}
        jobs = [self._job(one, snippet, twin_outcomes) for one, snippet in coded]
        outcomes = engine(jobs) if jobs else ()
        return {
            one.key: Run(snippet, outcome, one.twin, twin_outcomes.get(one.twin.path) if one.twin else None)
            for (one, snippet), outcome in zip(coded, outcomes, strict=True)
        }

    def _job(self, one: Lesson, snippet: Snippet, twin_outcomes: Mapping[str, Outcome]) -> Job:
        questions = dict.fromkeys(
            Question(expression, page.language)
            for page in one.pages
            for claim in page.claims
            for expression in (claim.expression, *lockstep.listed(claim.expression))
        )
        # Only what is asked for: a job that never reads the cards is the same job when a card changes.
        asked = [name for name in ("page", "sources") if any(name in question.expression for question in questions)]
        context = {page.language: {name: self._context(name, page) for name in asked} for page in one.pages}
        outcome = twin_outcomes.get(one.twin.path) if one.twin is not None else None
        substitutes = outcome.values if outcome is not None and outcome.failure is None else {}
        return self._needed(Job(snippet.path, snippet.source, tuple(questions), context, substitutes))

    def _needed(self, job: Job) -> Job:
        """A job with what its header asks for."""
        needs = self.needs[job.path]
        return replace(job, seconds=needs.seconds, memory=needs.memory, files=needs.files)

    def _context(self, name: str, page: Page) -> Tree:
        return lesson.tree(dict(page.meta)) if name == "page" else self._sources(page)

    def _sources(self, page: Page) -> Record:
        """The cards that a lesson names, as its expressions see them: in the page's language."""
        return Record(
            tuple(
                (identifier, sources.as_value(self.sources[identifier], locator, page.language))
                for identifier, locator in lesson.locators(page).items()
                if identifier in self.sources
            )
        )

    # ---------------------------------------------------------------------------------------- the report

    def report(self, engine: Engine) -> Report:
        lessons = self.lessons()
        runs = self.runs(lessons, engine)
        pages: list[VerifiedPage] = []
        for one in lessons:
            verified, findings = verify_group(one.pages, self.languages, runs.get(one.key))
            pages.extend(verified)
            self.findings.extend(findings)
            for page in one.pages:
                self.findings.extend(coverage.remarks(page, self.snippets, self.languages.values()))
        self._failures(runs)
        self._shown_unrun(lessons, runs)
        self._references(lessons)
        outcomes = {}
        for run in runs.values():
            outcomes[run.snippet.path] = run.outcome
            if run.twin is not None and run.twin_outcome is not None:
                outcomes[run.twin.path] = run.twin_outcome
        codes = {path: Code(code.source, code.lines) for path, code in self.snippets.items()}
        self._twice(pages)
        self.findings.extend(self.files.findings)
        ordered = tuple(sorted(set(self.findings), key=lambda f: (f.path, f.line, f.column, f.rule, f.message)))
        return Report(ordered, tuple(pages), self.sources, outcomes, codes, self.answered)

    def _failures(self, runs: Mapping[str, Run]) -> None:
        """What kept a snippet or twin from giving values, at its own line, with the pages that depend on it."""
        failed: dict[tuple[str, Failure], list[str]] = {}
        for key, run in runs.items():
            self.findings.extend(twins.imports(run))
            for code, outcome in ((run.snippet, run.outcome), (run.twin, run.twin_outcome)):
                if code is not None and outcome is not None and outcome.failure is not None:
                    failed.setdefault((code.path, outcome.failure), []).append(key)
        for (path, failure), keys in failed.items():
            message = f"{failure.message} (needed by {', '.join(keys)})"
            self.findings.append(Finding(path, failure.line, 1, failure.rule, message, failure.mend))

    def _shown_unrun(self, lessons: Sequence[Lesson], runs: Mapping[str, Run]) -> None:
        """Code that a page shows and that no lesson runs, so that whatever it says would stand unchecked."""
        outcomes = [outcome for run in runs.values() for outcome in (run.outcome, run.twin_outcome) if outcome]
        codeless = [one for one in lessons if one.key not in runs and any(map(_wants_code, one.pages))]
        if codeless or any(outcome.failure for outcome in outcomes):
            return  # what would have run is not known
        ran = {path for outcome in outcomes for path in (outcome.path, *outcome.helpers)}
        for page in (page for one in lessons for page in one.pages):
            for inclusion in page.inclusions:
                if inclusion.path in self.snippets and inclusion.path not in ran:
                    at = position(page.text, inclusion.span.start)
                    message = f"{inclusion.path} is shown here, and no lesson runs it"
                    mend = "name it as a lesson's `snippet`, or import it in one"
                    self.findings.append(Finding(page.path, *at, "inclusion", message, mend))

    def _references(self, lessons: Sequence[Lesson]) -> None:
        """Every source that a lesson names exists, and every card's numbers are the same in both languages."""
        anchors: set[str] = set()
        for one in lessons:
            for page in one.pages[:1]:
                folder = page.key.rpartition("/")[0]
                base = f"{folder}/{lesson.lesson_id(page.key)}" if folder else lesson.lesson_id(page.key)
                anchors.update(f"{base}#{section.id}" for section in page.sections if section.id)
        pages = [page for one in lessons for page in one.pages if not lesson.unread(page)]
        self.findings.extend(references.check_references(pages, self.sources))
        self.findings.extend(references.check_anchors(self.sources, anchors))
        self.findings.extend(sources.check_candidates(self.sources))
        policy = self.project.rights
        self.findings.extend(holdings.check_quotations(pages, self.sources, policy.quote))
        self.findings.extend(holdings.check_files(self.files.assets, self.sources, self.files.raw))
        self.findings.extend(ageing.check_ages(self.sources, policy, rights.today()))
        self.findings.extend(ageing.check_gone(self.sources, self.answered, policy))

    def _twice(self, pages: Sequence[VerifiedPage]) -> None:
        """Two pages with the same text cannot be told apart by a Markdown extension."""
        seen: dict[str, VerifiedPage] = {}
        for one in pages:
            other = seen.setdefault(one.digest, one)
            if other is not one and (one.page.claims or other.page.claims):
                message = f"this page has the same text as {other.page.path}"
                self.findings.append(Finding(one.page.path, 1, 1, "page-twice", message, "let them differ"))


def _wants_code(page: Page) -> bool:
    return lesson.is_lesson(page) or lesson.unread(page)


# The one memo of the program: a builder renders many pages in one process, and all of them come from one report.
_reports: dict[Path, Report] = {}


def load(root: Path) -> Report:
    """The report of the course at `root`, made once in a process; or taken over from the build that started it."""
    root = root.absolute()
    if root not in _reports:
        handed = os.environ.get(HANDED)
        _reports[root] = _handed(Path(handed)) if handed else check(root)
        collector.keep()
    return _reports[root]


@collector.paused()
def _handed(place: Path) -> Report:
    report: Report = pickle.loads(place.read_bytes())
    return report


@collector.paused()
def hand_over(report: Report, place: Path) -> dict[str, str]:
    """Leaves a report for builders, which need not make it once more; what they find in their environment then.

    A page that has changed since is not in it: builders refuse that, as any page that they do not know.

    Args:
        report: the course, just checked.
        place: a file that the builders can read, and nobody else can write.
    """
    place.write_bytes(pickle.dumps(report, pickle.HIGHEST_PROTOCOL))
    return {HANDED: str(place)}
