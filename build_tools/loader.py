"""A course's files → its report: pages, cards and code read, run, and held against one another."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from build_tools import steps
from build_tools.cards import ageing, holdings, linkstatus, references, sources
from build_tools.claims import coverage, imported
from build_tools.claims.twins import Run
from build_tools.code import header, replies, snippets
from build_tools.code.header import Needs
from build_tools.code.snippets import Snippet
from build_tools.crew import Crew, Due
from build_tools.files import Files, Kept
from build_tools.memory import Memory, named, unpacked
from build_tools.model import (
    Answered,
    Code,
    Failure,
    Finding,
    Job,
    Known,
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
from build_tools.pages import lesson
from build_tools.progress import Progress
from build_tools.settings import config, rights
from build_tools.settings.config import ConfiguredLanguage, Project
from build_tools.steps import Text

Engine = Callable[[Sequence[Job]], Sequence[Outcome]]

_MOST_QUESTIONS = 400  # of one run: each is asked again and again, with other values in its place


@dataclass(frozen=True)
class Lesson:
    """A page in every language that has it, and the code that it names."""

    key: str
    name: str  # of what is known of it, in the memory
    texts: tuple[Text, ...]
    pages: tuple[Page, ...]  # in outline at least, until they are verified
    questions: tuple[Question, ...] = ()  # what its claims ask its snippet
    snippet: Snippet | None = None
    twin: Snippet | None = None


class _Asked(NamedTuple):
    """What a lesson asks, and what of its page's own that is about."""

    questions: dict[Question, None]
    own: tuple[str, ...]

    @classmethod
    def by(cls, questions: Sequence[Question]) -> _Asked:
        expressions = [question.expression for question in questions]
        own = (name for name in ("page", "sources") if any(name in expression for expression in expressions))
        return cls(dict.fromkeys(questions), tuple(own))


class Loader:
    """Reads a course once.

    Args:
        root: the project's folder.
        overlay: relative path → text that stands for the file of that name.
        memory: what is known from earlier times.
        earlier: the files as the loader before this one kept them.

    Raises:
        UsageError: there is no course at `root`.
    """

    def __init__(
        self, root: Path, overlay: Mapping[str, str], memory: Memory, earlier: Mapping[str, Kept] = {}
    ) -> None:
        self.root, self.memory = root, memory
        self.files = Files(root, overlay, earlier)
        self.findings: list[Finding] = []
        self.project: Project = config.load(root, self.files)
        self.findings.extend(self.project.findings)
        self.languages: Mapping[str, Language] = {
            one.code: language(one.code, one.names) for one in self.project.languages
        }
        self.sources, findings = sources.load(self.project.sources, self.files, self.project.languages)
        self.findings.extend(findings)
        self.snippets: dict[str, Snippet] = {}
        self.needs: dict[str, Needs] = {}
        self.answered = self._answered()
        self.depended: set[bytes | None] = set()  # what runs read, as `Outcome` has it

    # ------------------------------------------------------------------------------------------- reading

    def texts(self, of: ConfiguredLanguage) -> dict[str, Text]:
        """A language's pages as they are written, by their path below its folder."""
        prefix = Path(os.path.relpath(of.docs_dir, self.root)).as_posix()
        found = {}
        for name in self.files.pages(of.docs_dir):
            text = self.files.text(f"{prefix}/{name}")
            if text is not None:
                found[name] = Text(name, f"{prefix}/{name}", of.code, text)
        return found

    def _answered(self) -> Mapping[str, Answered]:
        """What outside addresses answered last, as far as anybody has asked."""
        text = self.files.text(linkstatus.PATH)
        if text is None:
            return {}
        answered, findings = linkstatus.load(text, rights.today())
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
            name = self.memory.same(("snippet", path), (source,), partial(named, "snippet", path, source))
            self.memory.recall([name])
            snippet = self.memory.get(name)
            if snippet is None:
                snippet = snippets.read(path, source)
                self.memory.put(name, snippet)
            self.snippets[path] = snippet
            self.needs[path], findings = header.read(source, path, self.project.engine, self.files)
            self.findings.extend(findings)
        return self.snippets[path]

    def lessons(self, crew: Crew) -> list[Lesson]:
        """Every page with its counterparts; a page that has none in some language is a finding."""
        by_language = [self.texts(of) for of in self.project.languages]
        keys = sorted(set().union(*by_language))
        groups = [[texts.get(key) for texts in by_language] for key in keys]
        common = repr([(one.code, one.names) for one in self.project.languages]) + str(self.project.pymdownx_blocks)
        names = [self._name(common, group) for group in groups]
        self.memory.recall(names)
        known: dict[str, Known] = {name: found for name in names if (found := self.memory.get(name)) is not None}
        texts = {name: tuple(filter(None, group)) for name, group in zip(names, groups, strict=True)}
        with Progress("reading pages", len(names)) as progress:
            for name, outline in crew.read({name: texts[name] for name in names if name not in known}):
                known[name] = outline
                progress(len(known), texts[name][0].name)
            for name in names:
                if name not in known:
                    progress(len(known), texts[name][0].name)
                    known[name] = self._read(name, texts[name])
        return [self._lesson(*one, known[one[1]]) for one in zip(keys, names, groups, strict=True)]

    def _name(self, common: str, group: Sequence[Text | None]) -> str:
        """The name of what is known of a page."""
        parts = tuple(chain.from_iterable(text or ("",) for text in group))
        step = common, *(text and text[:-1] for text in group)
        return self.memory.same(
            step, tuple(text and text.text for text in group), partial(named, "page", common, *parts)
        )

    def _read(self, name: str, texts: Sequence[Text]) -> Known:
        known = steps.read(texts, foreign_blocks=self.project.pymdownx_blocks)
        self.memory.put(name, known)
        return known

    def _lesson(self, key: str, name: str, group: Sequence[Text | None], known: Known) -> Lesson:
        present, texts = known.pages, tuple(text for text in group if text is not None)
        self.findings.extend(known.read)
        for of, text in zip(self.project.languages, group, strict=True):
            if text is None:
                there = Path(os.path.relpath(of.docs_dir, self.root)).as_posix()
                message = f"this page has no counterpart {there}/{key}"
                mend = "write it there: both languages have the same pages"
                self.findings.append(Finding(present[0].path, 1, 1, "lockstep-page", message, mend))
        for page in present:
            self._inclusions(page)
        code = lesson.snippet(present[0])
        if not code:
            return Lesson(key, name, texts, present, known.questions)
        snippet = self.snippet(f"snippets/{code}.py")
        if snippet is None and f"snippets/{code}.py" not in self.files.refused:
            for page in present:
                span = page.meta_spans.get("snippet")
                at = position(page.text, span.start) if span else (1, 1)
                message = f"there is no snippets/{code}.py"
                self.findings.append(Finding(page.path, *at, "front-matter", message, "write it, or correct the name"))
        return Lesson(key, name, texts, present, known.questions, snippet, self.snippet(f"snippets/pure/{code}.py"))

    def _inclusions(self, page: Page) -> None:
        for inclusion in page.inclusions:
            snippet = self.snippet(inclusion.path)
            if snippet is None and inclusion.path not in self.files.refused:
                message, mend = f"there is no {inclusion.path}", "correct the path"
            elif snippet is not None and inclusion.section and inclusion.section not in snippet.sections:
                message = f"{inclusion.path} has no section `{inclusion.section}`"
                mend = f"its sections: {', '.join(snippet.sections) or 'none'}"
            else:
                continue
            at = position(page.text, inclusion.span.start)
            self.findings.append(Finding(page.path, *at, "inclusion", message, mend))

    # ------------------------------------------------------------------------------------------- running

    def runs(self, lessons: Sequence[Lesson], engine: Engine) -> dict[str, Run]:
        """Runs every lesson's twin, then its snippet with the twin's values to compare with."""
        coded = [(one, one.snippet) for one in lessons if one.snippet is not None]
        paths = list(dict.fromkeys(one.twin.path for one, _ in coded if one.twin is not None))
        jobs = [self._twin(self.snippets[path]) for path in paths]
        twin_outcomes = dict(zip(paths, engine(jobs), strict=True)) if jobs else {}
        together = self._together(coded)
        jobs = [self._job(lessons, twin_outcomes) for lessons in together]
        outcomes = engine(jobs) if jobs else ()
        self.depended = {outcome.depended for outcome in (*twin_outcomes.values(), *outcomes)}
        by_key = {one.key: outcome for several, outcome in zip(together, outcomes, strict=True) for one in several}
        return {
            one.key: Run(snippet, by_key[one.key], one.twin, twin_outcomes.get(one.twin.path) if one.twin else None)
            for one, snippet in coded
        }

    def _twin(self, twin: Snippet) -> Job:
        return self._needed(twin, ("twin", twin.path), (), lambda: Job(twin.path, twin.source))

    def _together(self, coded: Sequence[tuple[Lesson, Snippet]]) -> list[list[Lesson]]:
        """Lessons that one run serves: they share their code, and give it nothing of their own."""
        runs: list[list[Lesson]] = []
        open_runs: dict[tuple[str, str], tuple[list[Lesson], dict[Question, None]]] = {}
        for one, snippet in coded:
            shared = (snippet.path, one.twin.path if one.twin else "")
            lessons, questions = open_runs.get(shared, ([], {}))
            asked = self._asked(one)
            if asked.own or not lessons or len(questions) + len(one.questions) > _MOST_QUESTIONS:
                lessons, questions = [], {}
                runs.append(lessons)
                if not asked.own:
                    open_runs[shared] = lessons, questions
            lessons.append(one)
            questions.update(asked.questions)
        return runs

    def _asked(self, one: Lesson) -> _Asked:
        return self.memory.same(("asked", one.key), (one.questions,), lambda: _Asked.by(one.questions))

    def _job(self, lessons: Sequence[Lesson], twin_outcomes: Mapping[str, Outcome]) -> Job:
        """The job of lessons that share their code."""
        first, snippet = lessons[0], lessons[0].snippet
        assert snippet is not None
        outcome = twin_outcomes.get(first.twin.path) if first.twin is not None else None
        # Only what is asked for: a job that never reads the cards is the same job when a card changes.
        own = self._asked(first).own

        def make() -> Job:
            questions = dict.fromkeys(question for one in lessons for question in one.questions)
            context = {page.language: {name: self._context(name, page) for name in own} for page in first.pages}
            substitutes = outcome.values if outcome is not None and outcome.failure is None else {}
            return Job(snippet.path, snippet.source, tuple(questions), context, substitutes)

        languages = tuple(page.language for page in first.pages)
        of = (outcome, *(one.questions for one in lessons), *((*first.pages, self.sources) if own else ()))
        return self._needed(snippet, ("snippet", first.key, languages), of, make)

    def _needed(self, code: Snippet, step: Hashable, of: tuple[object, ...], make: Callable[[], Job]) -> Job:
        """A job with what its header asks for: the one that it was before, where it is made from the same."""
        needs = self.needs[code.path]

        def needed() -> Job:
            return replace(make(), seconds=needs.seconds, memory=needs.memory, files=needs.files)

        return self.memory.same((step, needs), (code, *of), needed)

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
        with Crew(self.languages, foreign_blocks=self.project.pymdownx_blocks) as crew:
            lessons = self.lessons(crew)
            runs = self.runs(lessons, engine)
            verified = self._verified(lessons, runs, crew)
        lessons = [replace(one, pages=known.pages) for one, known in zip(lessons, verified, strict=True)]
        pages = [page for known in verified for page in known.verified]
        self.findings.extend(finding for known in verified for finding in known.findings)
        self.names = [one.name for one in lessons]
        self._displayed(lessons)
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

    def _verified(self, lessons: Sequence[Lesson], runs: Mapping[str, Run], crew: Crew) -> list[Known]:
        """The pages as they are verified, or were against the same outcomes."""
        due = {}
        for one in lessons:
            known, stamp = self.memory.get(one.name), self._stamp(one, run := runs.get(one.key))
            if not stamp or known is None or known.stamp != stamp:
                due[one.name] = Due(one.name, run, stamp, one.questions)
        texts = {one.name: one.texts for one in lessons}
        with Progress("verifying pages", len(lessons)) as progress:
            done = len(lessons) - len(due)
            for name, data in crew.verify(list(due.values())):
                del due[name]
                self.memory.put(name, unpacked(data), data)
                done += 1
                progress(done, texts[name][0].name)
            for name, (_, run, stamp, _) in due.items():
                progress(done, texts[name][0].name)
                known = self.memory.get(name) or self._read(name, texts[name])
                self.memory.put(name, steps.verify(known, self.languages, run, stamp))
                done += 1
        return [self.memory.get(one.name) for one in lessons]

    def _stamp(self, one: Lesson, run: Run | None) -> bytes:
        of = one.questions, run and run.outcome, run and run.twin_outcome
        return self.memory.same(("stamp", one.key), of, lambda: _stamp(one, run))

    def _failures(self, runs: Mapping[str, Run]) -> None:
        """What kept a snippet or twin from giving values, at its own line, with the pages that depend on it."""
        failed: dict[tuple[str, Failure], list[str]] = {}
        for key, run in runs.items():
            self.findings.extend(imported.check(run, self.files.raw))
            for code, outcome in ((run.snippet, run.outcome), (run.twin, run.twin_outcome)):
                if code is not None and outcome is not None and outcome.failure is not None:
                    failed.setdefault((code.path, outcome.failure), []).append(key)
        for (path, failure), keys in failed.items():
            message = f"{failure.message} (needed by {', '.join(keys)})"
            self.findings.append(Finding(path, failure.line, 1, failure.rule, message, failure.mend))

    def _displayed(self, lessons: Sequence[Lesson]) -> None:
        """What is wrong with code that pages display: each section of it is looked at once, however many show it."""
        displayed = {(each.path, each.section) for one in lessons for page in one.pages for each in page.inclusions}
        languages = tuple(self.languages.values())
        for path, section in displayed:
            snippet = self.snippets.get(path)
            if snippet is not None:
                made = partial(_unfit, snippet, section, languages)
                self.findings.extend(self.memory.same(("displayed", path, section), (snippet, *languages), made))

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
        """Two pages of one language with the same text cannot be told apart by a Markdown extension.

        That matters where something of ours stands in them: what it shows depends on where the page is.
        """
        seen: dict[tuple[str, str], VerifiedPage] = {}
        for one in pages:
            other = seen.setdefault((one.page.language, one.digest), one)
            if other is not one and (one.page.claims or one.page.blocks):
                message = f"this page has the same text as {other.page.path}"
                self.findings.append(Finding(one.page.path, 1, 1, "page-twice", message, "let them differ"))


def _unfit(snippet: Snippet, section: str, languages: Sequence[Language]) -> list[Finding]:
    """What is wrong with a section of code that a page displays."""
    found = coverage.remarks(snippet, section, languages)
    if not section or section in snippet.sections:
        mend = "write it otherwise, or keep it out of what pages show"
        for line, message in snippets.unshowable(snippet, section):
            found.append(Finding(snippet.path, line, 1, "inclusion", message, mend))
    return found


def _stamp(one: Lesson, run: Run | None) -> bytes:
    """Tells the outcomes that a lesson is verified against from any others; empty where they are of no use again."""
    if run is None:
        return b"-"
    outcomes = [(run.outcome, one.questions), (run.twin_outcome, ())]
    if any(outcome is not None and outcome.failure is not None for outcome, _ in outcomes):
        return b""
    return b" ".join(replies.stamp(outcome, asked) for outcome, asked in outcomes if outcome is not None)


def _wants_code(page: Page) -> bool:
    return lesson.is_lesson(page) or lesson.unread(page)
