"""Figures: each case in tests/samples/figures/ is drawn, or refused, as the file beside it says.

A value is YAML; a text such as `1/3` in it is a fraction. What a case comes to lies in .build/figures/<case>/ after a
run: look at it in a browser, then copy it beside the case.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from build_tools.figures.draw import draw
from build_tools.figures.entries import entry, shared
from build_tools.figures.graph import Node, graph
from build_tools.figures.heatmap import STRONGEST
from build_tools.figures.kinds import KINDS, fault
from build_tools.figures.layers import columns, reduced
from build_tools.figures.lettering import Run, clean, cut, plain, room, runs, width
from build_tools.figures.numbers import NumberTable, tables
from build_tools.model import Tree

ROOT = Path(__file__).parents[1]
CASES = sorted(path.parent for path in (ROOT / "tests/samples/figures").glob("*/figure.yml"))
STYLES = [(ROOT / f"theme/assets/stylesheets/{name}.css").read_text("utf-8") for name in ("tashikame", "figures")]
SVG = "{http://www.w3.org/2000/svg}"


def tree(value: Any) -> Tree:
    """A case's value as the runner would hand it over."""
    if isinstance(value, list):
        return tuple(map(tree, value))
    if isinstance(value, str) and re.fullmatch(r"-?\d+/\d+", value):
        return Fraction(value)
    return value


# The widths of DejaVu Sans in ems, the widest of the fonts that systems fall back on.
DEJAVU = {
    0.275: "'", 0.278: "ijl", 0.295: "IJ", 0.318: " ,.·", 0.337: "/:;|", 0.352: "f", 0.361: "-", 0.39: "()[]",
    0.392: "t", 0.401: "!", 0.411: "r", 0.46: '"', 0.5: "*`", 0.521: "s", 0.525: "z", 0.531: "?", 0.541: "ε",
    0.55: "c", 0.557: "L", 0.575: "F", 0.579: "k", 0.592: "vxyγλ", 0.602: "π", 0.603: "P", 0.611: "TY", 0.612: "oδθ",
    0.613: "a", 0.615: "e", 0.632: "EΣ", 0.634: "hnuσ", 0.635: "Sbdgpq", 0.636: "$0123456789μ", 0.638: "β",
    0.656: "K", 0.659: "α", 0.66: "φ", 0.684: "AVΔ", 0.685: "XZ", 0.686: "B", 0.695: "R", 0.698: "C", 0.732: "U",
    0.748: "N", 0.752: "H", 0.764: "Ω", 0.77: "D", 0.775: "G", 0.78: "&", 0.787: "OQ", 0.818: "w", 0.833: "∞",
    0.837: "ω", 0.838: "#+<=>~−×→≤≥≈±÷", 0.863: "M", 0.95: "%", 0.974: "m", 0.989: "W", 1.0: "@…—",
}  # fmt: skip


@pytest.mark.parametrize("letters", DEJAVU.values())
def test_a_label_at_the_edge_has_room_in_a_wide_font(letters: str) -> None:
    (wide,) = (wide for wide, group in DEJAVU.items() if group == letters)
    for letter in letters:
        # Between two others, since a space at the end of a label is none.
        assert room(f"a{letter}a", size=1) - room("aa", size=1) >= wide - 1e-9, letter


def parse(svg: str) -> ElementTree.Element:
    """A drawing as XML, as it were a file of its own."""
    return ElementTree.fromstring(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def texts(svg: str) -> list[str]:
    """The texts that a drawing shows, each in one piece, without titles."""
    found = []
    for element in parse(svg).iter(f"{SVG}text"):
        title = element.find(f"{SVG}title")
        hidden = "" if title is None else title.text or ""
        found.append("".join(element.itertext()).removeprefix(hidden))
    return found


def sound(svg: str, identifier: str) -> None:
    """What holds for every drawing: well-formed, of itself, named, and with ids that are its own."""
    root = parse(svg)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids)) and all(name.startswith(f"{identifier}-") for name in ids)
    referred = root.attrib["aria-labelledby"].split() + root.attrib["aria-describedby"].split()
    assert sorted(referred) == sorted(ids)
    assert (root.findtext(f"{SVG}title") or "").strip() and (root.findtext(f"{SVG}desc") or "").strip()
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "a", "rect", "path", "text", "tspan"}
        assert not [name for name in element.attrib if name.startswith("on") or name == "src" or "xlink" in name]
        if element is not root:
            assert "style" not in element.attrib
    assert "nan" not in re.sub(r"<(title|desc)\b.*?</\1>|<text.*?</text>", "", svg).lower()
    # A reader's colours and no other file: neither addresses nor colours stand in a drawing.
    assert not re.search(r"url\(|https?:|#[0-9a-f]{3}", re.sub(r">[^<]*<", "><", svg))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path) -> None:
    given = yaml.safe_load((case / "figure.yml").read_text("utf-8"))
    kind, value = given["kind"], tree(given["value"])
    labels = {option: tuple(map(str, texts)) for option, texts in given.get("labels", {}).items()}
    refused = fault(kind, value, labels)
    if refused:
        name, text = "expected.txt", ": ".join(refused)
    else:
        name = "expected.svg"
        text = draw(kind, value, labels, given.get("decimals"), given["title"], given["language"], case.name)
        sound(text, case.name)
    text = text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"
    drawn = ROOT / ".build/figures" / case.name / name
    drawn.parent.mkdir(parents=True, exist_ok=True)
    drawn.write_text(text, "utf-8")
    expected = case / name
    assert expected.is_file(), f"{expected} is missing: this case comes to {drawn}"
    assert text == expected.read_text("utf-8"), f"this case now comes to {drawn}"


def test_cases_cover_every_kind() -> None:
    kinds = {yaml.safe_load((case / "figure.yml").read_text("utf-8"))["kind"] for case in CASES}
    assert kinds >= set(KINDS)


def test_a_small_heat_map_is_small() -> None:
    labels = {"rows": ("q_0", "q_1", "q_2"), "columns": ("k_0", "k_1", "k_2")}
    svg = draw("heatmap", ((4.0, 0.0, 4.0), (0.0, 6.0, 4.0), (2.0, 3.0, 4.0)), labels, None, "S", "ja", "figure-1")
    assert len(svg.encode()) <= 3_000
    assert [text for text in texts(svg) if "." in text] == [
        "4.0",
        "0.0",
        "4.0",
        "0.0",
        "6.0",
        "4.0",
        "2.0",
        "3.0",
        "4.0",
    ]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_text_alternative_has_every_number(language: str) -> None:
    svg = draw("heatmap", ((0.25, -1.5),), {"rows": ("a",), "columns": ("b", "c_{1}")}, None, "T", language, "x")
    described = parse(svg).findtext(f"{SVG}desc") or ""
    assert all(part in described for part in ("a", "b", "c_1", "0.25", "−1.50"))


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202etxt.exe\u2066",
    "]]>&amp;<!--",
    "長い" * 200,
    "x" * 5_000,
    "a" + "\u0301" * 300,
    "\x00\x07\ufffe",
    "q_{<b>}^{&}",
    "_",
    "^{}",
    "",
]


@pytest.mark.parametrize("label", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_harmless(label: str) -> None:
    values: dict[str, Tree] = {
        "heatmap": (((1.0, 2.0),),), "mask": ((True, False),), "shapes": ((3, 4), (4,)), "split": (2, 3),
    }  # fmt: skip
    for kind, value in values.items():
        counts = KINDS[kind].counts(value)
        labels = {option: (label,) * count for option, count in counts.items()}
        svg = draw(kind, value, labels, None, label or "x", "en", "x")
        root = parse(svg)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            "svg", "title", "desc", "g", "rect", "path", "text", "tspan",
        }  # fmt: skip
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08]", svg)
        wide, _ = map(float, root.attrib["viewBox"].split()[2:])
        assert wide < 700
        assert all(width(text) <= wide * 1.3 for text in texts(svg))


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (4.0, 1, "4.0"),
        (-0.0, 1, "0.0"),
        (-0.04, 1, "0.0"),
        (-1.5, 1, "−1.5"),
        (math.inf, None, "∞"),
        (-math.inf, 2, "−∞"),
        (math.nan, 2, "NaN"),
        (Fraction(-2, 7), None, "−2/7"),
        (Fraction(1, 3), 3, "0.333"),
        (Fraction(10**40, 3), None, "3.3×10^{39}"),
        (2359296, None, "2,359,296"),
        (10**400, None, "1.0×10^{400}"),
        (1e300, 2, "1.0×10^{300}"),
        (1e-7, None, "1.0×10^{−7}"),
        (0.125, 2, "0.12"),
        (0, None, "0"),
    ],
)
def test_entries(value: float, decimals: int | None, shown: str) -> None:
    assert entry(value, decimals) == shown


def test_shared_decimals() -> None:
    assert shared((1, Fraction(1, 3))) is None
    assert shared((1.0, math.inf)) == 1
    assert shared((1.0, 0.25)) == 2
    assert shared((1 / 3, 2.0)) == 3


def test_tables_number_what_has_no_label_as_the_text_alternative_does() -> None:
    value = (((1.0, 2.0),), ((3.25, -4.0),))
    first, second = tables(value, {"columns": ("a", "b")}, None)
    assert first == NumberTable("1", ("a", "b"), ("0",), (("1.00", "2.00"),))
    assert (second.name, second.rows) == ("2", (("3.25", "−4.00"),))
    assert "Panel 2." in draw("heatmap", value, {}, None, "x", "en", "x")
    (alone,) = tables(value[0], {}, 0)
    assert alone == NumberTable("", ("0", "1"), ("0",), (("1", "2"),))


def test_labels() -> None:
    assert runs("q_0") == (Run("q"), Run("0", -1))
    assert runs("d_{model}") == (Run("d"), Run("model", -1))
    assert runs("W^Q_0 x") == (Run("W"), Run("Q", 1), Run("0", -1), Run(" x"))
    assert runs("第 0 列") == (Run("第 0 列"),)
    assert plain("d_{model}") == "d_model"
    assert clean("a\u202eb\nc") == "ab c"
    assert width("漢") == 14.0
    assert "".join(run.text for run in cut("abcdefghij", 40)).endswith("…")
    assert sum(run.width for run in cut("長い名前" * 9, 60)) * 14 <= 60


def colour(name: str, scheme: str) -> tuple[float, ...]:
    """A colour of the scheme from the style sheets, as red, green and blue from 0 to 1."""
    for sheet in STYLES:
        for block in re.findall(rf'\[data-md-color-scheme="{scheme}"\] \{{(.*?)\}}', sheet, re.DOTALL):
            if match := re.search(rf"--tk-{name}: #([0-9a-f]{{6}});", block):
                return tuple(int(match[1][at : at + 2], 16) / 255 for at in (0, 2, 4))
    raise AssertionError(f"{name} has no colour in {scheme}")


def contrast(first: tuple[float, ...], second: tuple[float, ...]) -> float:
    """The contrast ratio of two colours, as WCAG defines it."""

    def luminance(rgb: tuple[float, ...]) -> float:
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("below", ["paper", "raised"])
def test_contrast(scheme: str, below: str) -> None:
    ground = colour(below, scheme)
    for strong in ("figure", "figure-minus"):
        mixed = tuple(
            STRONGEST * top + (1 - STRONGEST) * low for top, low in zip(colour(strong, scheme), ground, strict=True)
        )
        assert contrast(colour("ink", scheme), mixed) >= 4.5
    assert contrast(colour("soft", scheme), ground) >= 4.5
    assert contrast(colour("ink", scheme), colour("verified-soft", scheme)) >= 4.5
    assert contrast(colour("figure-line", scheme), ground) >= 3


def test_reduced() -> None:
    edges = [("a", "b"), ("b", "c"), ("a", "c"), ("c", "a"), ("a", "a"), ("x", "a"), ("a", "b")]
    assert reduced(["a", "b", "c"], edges) == [("a", "b"), ("b", "c")]


def test_columns_go_to_the_right_of_what_they_build_on() -> None:
    names = list("abcdefgh")
    edges = reduced(names, [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "e")])
    layers = columns(names, edges)
    place = {name: index for index, layer in enumerate(layers) for name in layer}
    assert sorted(place) == names
    assert all(place[before] < place[after] for before, after in edges)


def nodes(count: int) -> list[Node]:
    """Nodes in a row, the first of them outside the course."""
    return [Node(f"d{n}", f"Day {n}", f"第 {n} 回 <a> title", f"./d{n}/" if n else None) for n in range(count)]


@pytest.mark.parametrize("count", [0, 1, 2, 7, 365])
@pytest.mark.parametrize("step", [0, 1, 7])
def test_graph(count: int, step: int) -> None:
    edges = [(f"d{n - step}", f"d{n}") for n in range(step, count)] if step else []
    svg = graph(nodes(count), edges, "en", "map")
    sound(svg, "map")
    root = parse(svg)
    links = [element.attrib["href"] for element in root.iter(f"{SVG}a")]
    assert links == [f"./d{n}/" for n in range(1, count)]
    assert root.attrib["role"] == "group"
    assert len(svg) < 700 * (count + 2)
    rectangles = [tuple(float(r.attrib[name]) for name in ("x", "y")) for r in root.iter(f"{SVG}rect")]
    assert len(set(rectangles)) == count


def test_graph_says_what_builds_on_what() -> None:
    described = parse(graph(nodes(3), [("d0", "d1"), ("d1", "d2"), ("d0", "d2")], "en", "map")).findtext(f"{SVG}desc")
    assert described and "Day 2: builds on Day 1, Day 0." in described
