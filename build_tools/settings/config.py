"""The project's configurations, resolved as MkDocs resolves them, and what in them would let an error through.

One configuration a language: `mkdocs.yml` and `mkdocs.<language>.yml`, of which the latter usually inherit. MkDocs
merges mappings and replaces everything else, so that a child's own list of extensions silently drops its parent's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from build_tools.errors import UsageError
from build_tools.files import Files
from build_tools.model import Finding
from build_tools.settings import engine, rights
from build_tools.settings.inherit import Options, Reader, Resolved

EXTENSION = "build_tools.extension"
MAIN = "mkdocs.yml"

_OTHERS = re.compile(r"mkdocs\.([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.yml")
# What these do to our Markdown, as measured.
_BREAKING = {
    "pymdownx.extra": "it loads pymdownx.betterem, which leaves `**` beside Japanese punctuation as it is",
    "pymdownx.betterem": "it leaves `**` beside Japanese punctuation as it is",
    "pymdownx.caret": "it turns `W^Q、W^K` into superscripts",
    "pymdownx.tilde": "it turns `41~42` into subscripts",
    "pymdownx.arithmatex": "formulas become MathML by our own extension, which then would not see them",
}
_JUPYTER = "mkdocs-jupyter"
_SNIPPETS = "pymdownx.snippets"
_BLOCKS = "pymdownx.blocks"


@dataclass(frozen=True)
class ConfiguredLanguage:
    """One language's resolved configuration."""

    code: str
    config_path: str  # relative to the root, as findings name it
    docs_dir: Path
    site_dir: Path
    site_name: str
    names: tuple[str, ...]  # the course's own names with digits in them
    options: Options  # all options of our extension
    extensions: Mapping[str, Options]  # every extension that is loaded, ours included
    plugins: Mapping[str, Options]
    rights: rights.RightsPolicy = field(default_factory=rights.RightsPolicy)
    engine: engine.EnginePolicy = field(default_factory=engine.EnginePolicy)

    @property
    def shows_notebooks(self) -> bool:
        """Whether its builder makes pages of notebooks, and puts the files beside them."""
        return bool(self.plugins.get(_JUPYTER, {}).get("include_source"))


@dataclass(frozen=True)
class Project:
    """A course: its folder, its languages (that of mkdocs.yml first), and what its configurations get wrong."""

    root: Path
    languages: tuple[ConfiguredLanguage, ...]
    findings: tuple[Finding, ...] = ()
    pymdownx_blocks: bool = False  # some language loads blocks of pymdownx, so that `///` may open one of those

    @property
    def site_name(self) -> str:
        return self.languages[0].site_name

    @property
    def rights(self) -> rights.RightsPolicy:
        return self.languages[0].rights

    @property
    def engine(self) -> engine.EnginePolicy:
        return self.languages[0].engine

    @property
    def sources(self) -> Path:
        return self.root / "docs" / "sources"

    @property
    def snippets(self) -> Path:
        return self.root / "snippets"


@dataclass(frozen=True)
class _Entry:
    """An extension or plugin as configured, and the dotted key of its place."""

    options: Options
    dotted: str


def load(root: Path, files: Files | None = None) -> Project:
    """Reads and resolves the configurations in `root`.

    Args:
        root: the project's folder.
        files: the files below it, where not everything is as it is on disk.

    Raises:
        UsageError: there is no mkdocs.yml, or a configuration cannot be read at all.
    """
    root = root.absolute()
    files = files or Files(root, {})
    if not files.is_file(MAIN):
        raise UsageError(f"there is no {MAIN} in {root}", "run this in the project's folder, or name that with --root")
    others = sorted(name for name in files.beside("mkdocs") if _OTHERS.fullmatch(name))
    reader = Reader(files)
    languages: list[ConfiguredLanguage] = []
    for name in (MAIN, *others):
        resolved = reader.resolve(root / name)
        language = _language(root, name, resolved, reader.findings)
        for earlier in languages:
            if earlier.code == language.code:
                what = f"{earlier.config_path} already builds the language `{language.code}`"
                dotted = f"markdown_extensions.{EXTENSION}.lang"
                reader.findings.append(resolved.finding(dotted, "config-language", what, "a language is built once"))
            elif earlier.docs_dir == language.docs_dir:
                what = f"{earlier.config_path} builds the same docs_dir"
                reader.findings.append(resolved.finding("docs_dir", "config-language", what, "each has its own pages"))
        apart, shared = (
            "the option `{}` is not that of {}: one course has one policy",
            "inherit it, or write the same in both",
        )
        if languages and language.rights != languages[0].rights:
            dotted = f"markdown_extensions.{EXTENSION}.rights"
            what = apart.format("rights", languages[0].config_path)
            reader.findings.append(resolved.finding(dotted, "config-rights", what, shared))
        if languages and language.engine != languages[0].engine:
            dotted = f"markdown_extensions.{EXTENSION}.engine"
            what = apart.format("engine", languages[0].config_path)
            reader.findings.append(resolved.finding(dotted, "config-engine", what, shared))
        languages.append(language)
    blocks = any(name.startswith(_BLOCKS) for language in languages for name in language.extensions)
    # What is wrong in a parent is found again in each child, at the same place.
    return Project(root, tuple(languages), tuple(dict.fromkeys(reader.findings)), blocks)


def _entries(resolved: Resolved, key: str) -> dict[str, _Entry]:
    """Extensions or plugins in either form that MkDocs takes: a mapping, or a list of names and mappings."""
    value = resolved.data.get(key)
    entries: dict[str, _Entry] = {}
    for name, options, dotted in _items(value, key):
        # `pymdownx.caret:InsertSupExtension` names the class, `material/search` the theme whose plugin it is.
        name = name.partition(":")[0].rpartition("/")[2]
        entries[name] = _Entry(options if isinstance(options, dict) else {}, dotted)
    return entries


def _items(value: object, key: str) -> Iterator[tuple[str, object, str]]:
    if isinstance(value, dict):
        for name, options in value.items():
            yield str(name), options, f"{key}.{name}"
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                for name, options in item.items():
                    yield str(name), options, f"{key}.{index}.{name}"
            elif isinstance(item, str):
                yield item, {}, f"{key}.{index}"


def _language(root: Path, name: str, resolved: Resolved, findings: list[Finding]) -> ConfiguredLanguage:
    """What one resolved configuration says; files what is wrong in it."""
    extensions = _entries(resolved, "markdown_extensions")
    plugins = _entries(resolved, "plugins")
    ours = extensions.get(EXTENSION)
    if ours is None:
        where = f"{name}, as resolved, does not load `{EXTENSION}`: it would build whatever its pages state"
        mend = f"add `{EXTENSION}` to markdown_extensions; write that as a mapping, a list replaces the inherited one"
        findings.append(resolved.finding("markdown_extensions", "config-extension", where, mend))
    options = ours.options if ours else {}
    own_place = ours.dotted if ours else "markdown_extensions"
    names = options.get("names")
    if names is not None and not (isinstance(names, list) and all(isinstance(item, str) for item in names)):
        what = "`names` is no list of texts"
        findings.append(resolved.finding(f"{own_place}.names", "config-extension", what, "write `names: [GPT-2]`"))
        names = None
    policy, faults = rights.read(options.get("rights"))
    for wrong in faults:
        place = f"{own_place}.rights{'.' * bool(wrong.dotted)}{wrong.dotted}"
        findings.append(resolved.finding(place, "config-rights", wrong.message, wrong.mend))
    limits, faults = engine.read(options.get("engine"))
    for wrong in faults:
        place = f"{own_place}.engine{'.' * bool(wrong.dotted)}{wrong.dotted}"
        findings.append(resolved.finding(place, "config-engine", wrong.message, wrong.mend))
    docs_dir = _folder(root, resolved.data.get("docs_dir"), "docs")
    site_dir = _folder(root, resolved.data.get("site_dir"), "site")
    site_name = resolved.data.get("site_name")
    language = ConfiguredLanguage(
        _code(name, resolved, options, own_place, findings),
        name,
        docs_dir,
        site_dir,
        site_name if isinstance(site_name, str) else "",
        tuple(names) if isinstance(names, list) else (),
        options,
        {extension: entry.options for extension, entry in extensions.items()},
        {plugin: entry.options for plugin, entry in plugins.items()},
        policy,
        limits,
    )
    if fault := _site_fault(root, language):
        mend = f"write `site_dir: .build/plain/{language.code}`: `make site` alone writes site/"
        findings.append(resolved.finding("site_dir", "config-site-dir", fault, mend))
    findings.extend(_swallowing(resolved, extensions, plugins))
    return language


def _folder(root: Path, value: object, default: str) -> Path:
    return Path(os.path.normpath(root / (value if isinstance(value, str) and "\0" not in value else default)))


def _code(name: str, resolved: Resolved, options: Options, own_place: str, findings: list[Finding]) -> str:
    """The language's code: our extension's `lang`, else the theme's language, else that in the file's name."""
    theme = resolved.data.get("theme")
    theme = theme if isinstance(theme, dict) else {"name": theme}
    themed = theme.get("language", theme.get("locale", "en"))
    named = _OTHERS.fullmatch(name)
    lang = options.get("lang")
    for dotted, value in (("theme.language", themed), (f"{own_place}.lang", lang)):
        if value is not None and not (isinstance(value, str) and value):
            what = f"`{value}` is no language's code"
            findings.append(
                resolved.finding(dotted, "config-language", what, "put it in quotes: `no` alone means false")
            )
            stated = (lang, named and named[1], themed)
            return next((code for code in stated if isinstance(code, str) and code), "en")
    if lang is not None and lang != themed:
        what = f"{EXTENSION} takes the pages for `{lang}`, the theme for `{themed}`"
        mend = f"set both `lang` and `theme.language` to `{named[1] if named else lang}`"
        findings.append(resolved.finding(f"{own_place}.lang", "config-language", what, mend))
    return str(lang or themed)


def _site_fault(root: Path, language: ConfiguredLanguage) -> str:
    site, docs = language.site_dir, language.docs_dir
    published = root / "site"
    if site == published or published in site.parents:
        return "a plain `mkdocs build` would write to site/, and empty it where it fails"
    if any(site == pages or pages in site.parents for pages in (docs, root / "docs")):
        return "site_dir lies among the pages"
    if site == root or site in root.parents or site in docs.parents:
        return "a plain `mkdocs build` would empty a folder that holds the pages"
    return ""


def _swallowing(
    resolved: Resolved, extensions: Mapping[str, _Entry], plugins: Mapping[str, _Entry]
) -> Iterator[Finding]:
    """What would publish an error instead of failing on it, or break what our grammar counts on."""
    rule = "config-swallows"
    for name, why in _BREAKING.items():
        if name in extensions:
            yield resolved.finding(extensions[name].dotted, rule, f"`{name}` breaks our Markdown: {why}", "remove it")
    snippets = extensions.get(_SNIPPETS)
    if snippets and snippets.options.get("check_paths") is not True:
        what = f"without check_paths, `{_SNIPPETS}` leaves out code that it does not find, silently"
        yield resolved.finding(f"{snippets.dotted}.check_paths", rule, what, "add `check_paths: true`")
    if snippets and snippets.options.get("auto_append"):
        what = f"`{_SNIPPETS}` puts text on every page that nothing here reads"
        yield resolved.finding(f"{snippets.dotted}.auto_append", rule, what, "remove `auto_append`")
    if snippets and not _at_home(snippets.options.get("base_path", ["."])):
        what = f"`{_SNIPPETS}` looks for code elsewhere first, and shows what is there instead of what ran"
        yield resolved.finding(f"{snippets.dotted}.base_path", rule, what, 'write `base_path: ["."]`')
    jupyter = plugins.get(_JUPYTER)
    runs = jupyter and jupyter.options.get("execute") and jupyter.options.get("enabled") is not False
    if jupyter and runs and jupyter.options.get("allow_errors") is not False:
        what = f"`{_JUPYTER}` publishes the traceback where a notebook's cell fails"
        yield resolved.finding(f"{jupyter.dotted}.allow_errors", rule, what, "add `allow_errors: false`")


def _at_home(bases: object) -> bool:
    """Whether a path is looked for in the project's folder before anywhere else. Builders run there."""
    first = bases[0] if isinstance(bases, list) and bases else bases
    return isinstance(first, str) and os.path.normpath(first) == "."
