"""Words of the languages that our parsers read: what a fuzzer and hypothesis put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_PAGE = (
    "[", "]", "(", ")", "{", "}", "{=", "{!", "]{=", "]{!label}", "$", "$$", "`", "```", "~~~", "|", "|---|\n",
    "///", "/// exercise | x\n", "/// figure | x\n", "/// hint\n", "/// answer\n", "/// quote\n",
    "    predict: a\n", "    value: a\n", "    kind: mask\n", "    rows: 1, b7\n", "# ", "## ", " {#id}", "- ",
    "1. ", "> ", "    ", "\n", "\n\n", "[1]{=a}", "$1${=a}", "{=a}\n", "[2]{!label}", "[a](u)", "![a](u)",
    "[r]: u \"t\"\n", "[^1]", "<b>", "</b>", "<div markdown>", "<!--", "-->", "&#55;", "&amp;", "\\", "*", "**",
    "_", "!!! note\n", '=== "a"\n', "---\n", "--8<-- ", '"snippets/x.py:a"', "{: .a }", "：", "｛＝", "title: 5\n",
)  # fmt: skip
_NUMBERS = (
    "1", "0", "12", "2,359,296", "3.5", "8%", " %", "1/3", "10^{3}", "1e5", "0x1F", "√2", "∞", "−", "±", "約 ",
    "about ", "万", "億 2,400 万", " million", "割", " 分の ", " の 10 乗", "３", "四つ", "twenty-one", "half a dozen",
    "第 2 行", "Section 3.2", "rows 1-2-3", ", ", " and ", "–",
    "〜", "図 3", "GPT-2", "v1.2.3", "2024-05-10", "令和 6 年",
    "9:30", "arXiv:1706.03762", "10.1000/x", "q_0", "S[0, 1]", "x²", "③", "Ⅳ", "½", "between 1 and 2", "\u00a0",
    "\u2009",
)  # fmt: skip
_TEX = (
    "\\frac{1}{2}", "\\frac12", "\\sqrt", "\\sqrt[3]{8}", "\\begin{pmatrix}", "\\end{pmatrix}", "\\begin{cases}",
    "\\end{cases}", " & ", " \\\\ ", "\\left(", "\\right)", "\\text{ of }", "\\mathrm{m}", "\\,", "\\;", "~",
    "\\quad", "\\cdot", "\\times", "\\approx", "\\le", "=", "<", "+", "-", "/", ":", "!", "^", "_{", "^{", "}",
    "\\log_2 8", "\\ln 2", "|", "\\lvert", "\\lfloor", "\\tag{3}", "\\mathbb{R}", "\\sum", "d_k", "{,}", "\\%",
    "\\hspace{1em}", "\\phantom{",
)  # fmt: skip
_YAML = (
    "a: ", "- ", "? ", ": ", "&a ", "*a", "<<: ", "!!set ", "!ENV ", "|\n", ">-\n", "{a: ", "[", "]", ", ", "'",
    '"', "\\x00", "\\ud800", "---\n", "...\n", "%YAML 1.1\n", "\t", "  ", "# c\n", "id: example-2024\n",
    "verified_on: 2026-10-30\n", "title: {ja: あ, en: a}\n", "fallback:\n  text: {ja: 三, en: three}\n",
    "[43]{!date}", "[60]{=a.value}", "markdown_extensions:\n", "  build_tools.extension:\n", "    names: [GPT-2]\n",
    "theme: {name: material, language: ja}\n", "plugins:\n", "INHERIT: mkdocs.yml\n",
)  # fmt: skip
_PYTHON = (
    "x = 1\n", "def f(a):\n    return a\n", "class A:\n    b: int = 2\n", "import math\n",
    "for i in x:\n    y += i\n", "# needs: 60 s\n", "# needs: 2 GB\n", "# needs: data/a.csv\n",
    "# --8<-- [start:a]\n", "# --8<-- [end:a]\n", '"""', "lambda: ", "x[0]", ".a", "(", ")", "[", "]", "{", "}",
    ", ", " = ", "if x:\n    ", "try:\n    ", "except* A:\n    ", "match x:\n    case [a, *b]:\n        ",
    "with x as y:\n    ", "f'{x!r:>{y}}'", "yield ", "await ", "global x\n", "del x\n", ":=", "@f\n", "\\\n", "**",
    "not ", "async ",
)  # fmt: skip
_JSON = (
    '{"format": 1, "links": {', "}}", '"https://a.invalid/": ',
    '{"on": "2026-10-30", "outcome": "ok", "detail": "", "target": "", "gone": []}', "[", "]", "{", "}", '"', ",",
    ":", "null", "true", "1e999", "-0", "NaN", "\\u0000", "\\ud800",
)  # fmt: skip
# What no keyboard has, and what no machine counts to.
ODD = (
    "\x00", "\x01", "\x02", "\x03", "\ufeff", "\r", "\r\n", "\u2028", "\u0085", "\u200b", "\u202e", "\u0301",
    "\ue000", "\U0001f469\u200d\U0001f4bb", "\U00020000", "\U000e0001", "\ufffd", "\u3000", "9" * 401, "9" * 4301,
    "&#" + "9" * 4301 + ";", "10^{4096}", "1e4096", "(" * 60, "[" * 60, "{" * 60, "`" * 60, ">" * 60, " " * 60,
    "\t" * 60, "a" * 600,
)  # fmt: skip

WORDS: Mapping[str, Iterable[str]] = {
    "page": (*_PAGE, *_NUMBERS, *_TEX),
    "literal": (*_NUMBERS, *_TEX),
    "formula": (*_TEX, *_NUMBERS),
    "card": (*_YAML, *_NUMBERS),
    "record": _JSON,
    "frontmatter": (*_YAML, *_PAGE),
    "configuration": _YAML,
    "snippet": (*_PYTHON, *_NUMBERS),
    "binding": (*_PYTHON, *_PAGE),
    "octets": (*_PAGE, *_YAML),
}
