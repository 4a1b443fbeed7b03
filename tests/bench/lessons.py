"""The lessons of a synthetic course: about as long as real ones, and the same for a number in every run.

A lesson is written in both languages at once, so that they are in lockstep. `Lesson.text` is the page as this course's
own builder takes it; `plain` makes of it what other builders take.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from build_tools.claims.lockstep import section_digest
from build_tools.pages import markdown
from tests.bench.garden import Garden
from tests.bench.phrases import GIVEN, NAMED, PLANTS, PROSE, STATED, THEMES

LANGUAGES = ("ja", "en")
OF_A_FOLDER = 30  # lessons
_CLAIM = re.compile(r"<([a-z_]\w*[^<>|]*)(?:\|([^<>]+))?>")
_HEADINGS = {
    "prerequisites": ("前提条件", "Prerequisites"),
    "goal": ("学習目標", "Learning goal"),
    "procedure": ("手順", "Procedure"),
    "task": ("必須タスク", "Mandatory task"),
    "givens": ("与えられた値", "Given values"),
    "exercises": ("演習と予測記録", "Exercises and prediction record"),
    "targets": ("到達点", "Where you should arrive"),
    "code": ("コードで確かめる", "Check it in code"),
    "sources": ("公式ソースと権利証跡", "Sources and rights"),
}
_BELOW = ("task", "givens", "targets", "code")  # headings of the third level
SOURCES = ("garden-book", "ring-walks", "plain-sums")

Pair = tuple[str, str]  # Japanese, English


@dataclass(frozen=True)
class Lesson:
    """A lesson of the course, by its number from 1, and the code that it names."""

    number: int
    garden: Garden

    @property
    def folder(self) -> str:
        return f"part-{(self.number - 1) // OF_A_FOLDER + 1}"

    @property
    def name(self) -> str:
        return f"day-{self.number}-garden"

    @property
    def title(self) -> Pair:
        chance = random.Random(f"title {self.number}")
        plant, theme = chance.choice(PLANTS), chance.choice(THEMES)
        return f"{plant[0]}：{theme[0]}", f"{plant[1].capitalize()}: {theme[1]}"

    @cached_property
    def texts(self) -> dict[str, str]:
        """The page by language, with its front matter."""
        bodies = _Writer(self).bodies()
        japanese, english = self._front("ja", ""), self._front("en", "")
        page = markdown.read(japanese + bodies[0], "", "", "ja")
        made_from = "".join(
            f'  {section.id}: "{section_digest(page, section)}"\n' for section in page.sections if section.id
        )
        if made_from:
            english = self._front("en", f"translated_from:\n{made_from}")
        return {"ja": japanese + bodies[0], "en": english + bodies[1]}

    def _front(self, language: str, more: str) -> str:
        before = [f"  - day-{number}\n" for number in range(max(1, self.number - 2), self.number)]
        needs = "prerequisites:\n" + "".join(before) if before else "prerequisites: []\n"
        where = "節「数え方」" if language == "ja" else "The section on counting"
        cards = "".join(
            f'  - id: {SOURCES[(self.number + i) % len(SOURCES)]}\n    locator: {{kind: section, text: "{where}"}}\n'
            for i in range(2)
        )
        return (
            f'---\ntitle: "{self.title[LANGUAGES.index(language)]}"\nday: {self.number}\nactivity: practice\n'
            f"minutes: 20\n{needs}snippet: {self.garden.module}\nsources:\n{cards}{more}---\n\n"
        )


class _Writer:
    """Writes one lesson, a pair of paragraphs at a time."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.garden = lesson, lesson.garden
        self.values = lesson.garden.values
        self.chance = random.Random(f"lesson {lesson.number}")
        self.plants = self.chance.sample(PLANTS, 4)
        self.prose = self._endless(PROSE)
        self.stated = self._endless(STATED)

    def bodies(self) -> Pair:
        pairs = [
            self._opening(),
            *self._section("prerequisites", [self._list(self._said(3))]),
            *self._section("goal", [self._list(self._said(3))]),
            *self._section("procedure", [self._paragraph(4), self._paragraph(3)]),
            *self._section("task", self._task()),
            *self._section("givens", self._givens()),
            *self._section("exercises", [self._paragraph(4), self._paragraph(4), self._exercise()]),
            *self._section("targets", self._targets()),
            *self._section("code", self._code()),
            *self._section("sources", [_joined([self._filled(NAMED[0]), *self._said(2)]), ("/// cards\n///",) * 2]),
        ]
        ours, theirs = ("\n\n".join(pair[i] for pair in pairs) + "\n" for i in (0, 1))
        return ours, theirs

    # ------------------------------------------------------------------------------------------ sentences

    def _endless(self, pairs: Sequence[Pair]) -> list[Pair]:
        """The pairs in an order of this lesson's own, over and over; taken from the end."""
        return [pair for _ in range(4) for pair in self.chance.sample(pairs, len(pairs))]

    def _filled(self, pair: Pair) -> Pair:
        plant = self.chance.choice(self.plants)
        ours, theirs = (_CLAIM.sub(self._claim, pair[i].replace("{plant}", plant[i])) for i in (0, 1))
        return ours, theirs

    def _said(self, count: int) -> list[Pair]:
        return [self._filled(self.prose.pop()) for _ in range(count)]

    def _held(self, count: int) -> list[Pair]:
        return [self._filled(self.stated.pop()) for _ in range(count)]

    def _paragraph(self, count: int) -> Pair:
        return _joined(self._said(count))

    def _list(self, pairs: Iterable[Pair]) -> Pair:
        ours, theirs = zip(*pairs, strict=True)
        return "\n".join(f"- {one}" for one in ours), "\n".join(f"- {one}" for one in theirs)

    def _claim(self, match: re.Match[str]) -> str:
        expression = match[1]
        return f"[{self._literal(expression, match[2] or '')}]{{={expression}}}"

    def _literal(self, expression: str, form: str = "") -> str:
        if form == "shape":
            return f"({self.values['beds']}, {self.values['beds']})"
        # The twin's values are lists, where the snippet's are arrays.
        value: Any = eval(expression.replace(", ", "]["), self.values)
        if isinstance(value, list):
            return ", ".join(format(one, form or ",") for one in value)
        return format(value, form or ",")

    # ------------------------------------------------------------------------------------------- sections

    def _section(self, identifier: str, pairs: Sequence[Pair]) -> list[Pair]:
        marks = "###" if identifier in _BELOW else "##"
        heading = [f"{marks} {text} {{#{identifier}}}" for text in _HEADINGS[identifier]]
        return [(heading[0], heading[1]), *pairs]

    def _opening(self) -> Pair:
        before = self.lesson.number - 1
        if before % OF_A_FOLDER == 0:
            return self._paragraph(3)
        link = f"day-{before}-garden.md"
        start = f"[前の回]({link})の続きです。", f"This goes on from [the lesson before]({link})."
        return _joined([start, *self._said(3)])

    def _task(self) -> list[Pair]:
        product = "$$\nI = H p, \\qquad I_i = \\sum_j H_{ij}\\, p_j\n$$"
        likeness = "$$\nW = \\mathrm{softmax}\\left(\\frac{H H^\\top}{\\max_{ij} S_{ij}}\\right)\n$$"
        where = (
            "$H$ は収穫の行列、$p$ は値段のベクトル、$S = H H^\\top$ はスコアの行列です。"
            "$S_{ij}$ は $h_i$ と $h_j$ の内積です。",
            "$H$ is the matrix of the harvest, $p$ the vector of prices and $S = H H^\\top$ the matrix of scores: "
            "$S_{ij}$ is the dot product of $h_i$ and $h_j$.",
        )
        return [
            _joined([*self._said(3), *self._held(3)]),
            (product, product),
            self._paragraph(2),
            (likeness, likeness),
            _joined([where, *self._said(3)]),
            _joined([*self._held(2), *self._said(2)]),
        ]

    def _givens(self) -> list[Pair]:
        beds, kinds = self.values["beds"], self.values["kinds"]
        given = (
            f"畝は $m = {beds}${{=beds}}、作物は $n = {kinds}${{=kinds}} です。",
            f"There are $m = {beds}${{=beds}} beds and $n = {kinds}${{=kinds}} kinds of plants.",
        )
        caption = ("収穫。行が畝、列が作物です。", "The harvest: rows are beds, columns are plants.")
        names = [f"$p_{j}$" for j in range(kinds)]
        rows = [[f"$h_{i}$", *(f"{count}" for count in row)] for i, row in enumerate(self.values["harvest"])]
        table = self._table(("畝", "Bed"), names, rows, "harvest", caption)
        more = [self._filled(pair) for pair in GIVEN]
        return [_joined([given, *more, *self._held(1)]), table, self._paragraph(3), self._filled(NAMED[1])]

    def _table(self, corner: Pair, names: list[str], rows: list[list[str]], expression: str, caption: Pair) -> Pair:
        edge = "|" + "|".join([":---", *("---:" for _ in names)]) + "|"
        body = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        ours, theirs = (
            f"| {' | '.join([corner[i], *names])} |\n{edge}\n{body}\n\n{{={expression}}} {caption[i]}" for i in (0, 1)
        )
        return ours, theirs

    def _exercise(self) -> Pair:
        values, beds = self.values, self.values["beds"]
        rows = [
            [f"$h_{i}$", f"{values['per_bed'][i]}", f"{values['income'][i]}", f"{values['share'][i]:.3f}"]
            for i in range(beds)
        ]
        heads = ("収穫", "売り上げ", "割合"), ("baskets", "coins", "share")
        expression, caption = "zip(per_bed, income, share)", ("畝ごとの値。", "By bed.")
        tables = [self._table(("畝", "Bed"), list(heads[i]), rows, expression, caption)[i] for i in (0, 1)]
        sums = []
        for i, row in enumerate(values["harvest"]):
            added = " + ".join(map(str, row))
            sums.append(f"- $h_{i}$: ${added} = {values['per_bed'][i]}${{=per_bed[{i}]}}")
            priced = " + ".join(f"{count} \\cdot {price}" for count, price in zip(row, values["price"], strict=True))
            sums.append(f"- $I_{i} = {priced} = {values['income'][i]:,}${{=zip(harvest[{i}], price), income[{i}]}}")
        listed = "\n".join(sums)
        blocks: list[Pair] = [
            ("/// exercise | 畝の収穫と売り上げ", "/// exercise | What the beds give and earn"),
            (f"    predict: {expression}",) * 2,
            (
                "畝ごとに、収穫、売り上げ、全体に対する割合を求めてください。",
                "Find for every bed what it gave, what it earns, and its share of the whole.",
            ),
            self._block("hint", self._said(2)),
            self._block("hint", [self._paragraph(2)]),
            self._block(
                "answer",
                [
                    (tables[0], tables[1]),
                    self._figure(),
                    (listed, listed),
                    _joined([*self._held(2), *self._said(2)]),
                ],
            ),
            self._block("criterion", self._said(1)),
        ]
        ours, theirs = (
            f"{blocks[0][i]}\n{blocks[1][i]}\n\n" + "\n\n".join(block[i] for block in blocks[2:]) + "\n\n///"
            for i in (0, 1)
        )
        return ours, theirs

    def _figure(self) -> Pair:
        beds = ", ".join(f"h_{i}" for i in range(self.values["beds"]))
        title = ("畝どうしの重み", "How much the beds are alike")
        ours, theirs = (
            f"/// figure | {title[i]}\n    kind: heatmap\n    value: weights\n    rows: {beds}\n    columns: {beds}\n"
            f"    decimals: 2\n\n{said}\n\n///"
            for i, said in enumerate(self._said(1)[0])
        )
        return ours, theirs

    def _block(self, name: str, pairs: Sequence[Pair]) -> Pair:
        ours, theirs = (f"/// {name}\n\n" + "\n\n".join(pair[i] for pair in pairs) + "\n\n///" for i in (0, 1))
        return ours, theirs

    def _targets(self) -> list[Pair]:
        values = self.values
        formula = f"$m \\cdot n = {values['beds']} \\cdot {values['kinds']} = {values['cells']}${{=cells}}"
        total = " + ".join(map(str, values["per_bed"]))
        lines = self._list(
            [
                (f"升目：{formula}", f"Cells: {formula}"),
                (
                    f"収穫：${total} = {values['total']}${{=per_bed, total}}",
                    f"Harvest: ${total} = {values['total']}${{=per_bed, total}}",
                ),
                *self._held(3),
            ]
        )
        summary = ("照らし合わせる値", "Values to check against")
        ours, theirs = (
            f"<details markdown>\n<summary markdown>{summary[i]}</summary>\n\n{lines[i]}\n\n</details>" for i in (0, 1)
        )
        return [self._paragraph(2), (ours, theirs)]

    def _code(self) -> list[Pair]:
        pairs = [self._paragraph(2)]
        tabs = ("NumPy", "NumPy"), ("標準の Python", "Plain Python")
        names = {
            "givens": ("与えられた値：", "Given values:"),
            "sums": ("和と割合：", "Sums and shares:"),
            "likeness": ("似かたの重み：", "Weights of likeness:"),
        }
        for section, heading in names.items():
            pairs.append(heading)
            for tab, folder in zip(tabs, ("snippets", "snippets/pure"), strict=True):
                fence = f'    ```python\n    --8<-- "{folder}/{self.garden.module}.py:{section}"\n    ```'
                pairs.append((f'=== "{tab[0]}"\n\n{fence}', f'=== "{tab[1]}"\n\n{fence}'))
        return pairs


def _joined(pairs: Iterable[Pair]) -> Pair:
    """Sentences as a paragraph."""
    ours, theirs = zip(*pairs, strict=True)
    return "".join(ours), " ".join(theirs)
