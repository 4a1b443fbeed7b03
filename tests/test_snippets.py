"""Reading a snippet's source: given or computed, sections, remarks, imports."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build_tools.code.snippets import Snippet, read


def of(source: str) -> Snippet:
    snippet = read("snippets/x.py", textwrap.dedent(source))
    assert snippet.failure is None, snippet.failure
    return snippet


PREAMBLE = """
import math
from collections import namedtuple
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace
from typing import NamedTuple
import numpy as np
import helper
from helper import borrowed

T, d_k = 3, 4
Q = np.array([[2.0, 0.0], [0.0, 2.0]])
S = Q @ Q.T

@dataclass(frozen=True)
class Ledger:
    d_model: int
    heads: int = 2
    loss: float = field(init=False, default=0.0)
    @property
    def total(self): return 4 * self.d_model
    @property
    def fixed(self): return 80
    def method(self): return self.d_model

class Plain:
    unit = 8
    def __init__(self, n, m):
        self.n, self.m = int(n), m
        rest = n - m
        self.rest = rest
        self.sum = n + m
        self.count = 0
        self.count += n

class Row(NamedTuple):
    left: int
    right: int

Point = namedtuple("Point", "x y")
def answer(): return 64
def local():
    total = 64
    return [total, T]
def either(flag):
    if flag: return 1
    return 2
def double(x): return 2 * x
def numbers(): yield 1
constant = lambda: 7
square = lambda n: n * n
"""

GIVEN = [
    *(
        "3",
        "-3.5",
        "'text'",
        "None",
        "4 * 768**2 + 1",
        "not True",
        "1 < 2",
        "[[4, 0], (1, {2})]",
        "{'a': [1], **{'b': 2}}",
    ),
    *("np.array([[4, 0], [0, 6]])", "np.asarray([1], dtype=float)", "np.array([1, 2], dtype=np.float64)", "-np.inf"),
    *("np.zeros((3, 3))", "np.array([1, 2, 3, 4]).reshape(2, 2)", "np.array([[1, 2]]).T", "math.pi", "math.sqrt(4096)"),
    *("Fraction(1, 3)", "tuple([1, 2])", "int('64')", "float(T)", "list(Q)", "Q.tolist()", "np.array(Q)", "Q.copy()"),
    *("Ledger(4, 2)", "Ledger(d_model=T, heads=d_k)", "Point(1, 2)", "Row(1, 2)", "SimpleNamespace(a=1)"),
    *("T", "Q[0]", "Q[1, -1]", "Q[:, 0:1]", "Q[T]", "Ledger(4, 2).heads", "Point(1, 2).x", "SimpleNamespace(a=1).a"),
    *(
        "T + 0",
        "0 + T",
        "T - 0",
        "T * 1",
        "1 * T",
        "T / 1",
        "T ** 1",
        "+T",
        "T + 0 * S",
        "T - S * 0",
        "(T, [d_k])",
        "f'{T}'",
    ),
    *(
        "answer()",
        "local()",
        "either(S)",
        "constant()",
        "answer() + 0",
        "Ledger(4).fixed",
        "Plain.unit",
        "Plain(1, 2).n",
    ),
    *("[i for i in (1, 2)]", "[0] * 3", "8 if T else 9", "(y := 3)", "[*Q, 1]", "Plain(1, 2).unit", "Plain(1, 2).m"),
]
COMPUTED = [
    *(
        "2 * T",
        "T + d_k",
        "T - 1",
        "-T",
        "T // 2",
        "T % 1",
        "1 / T",
        "0 - T",
        "T == 3",
        "T or 3",
        "Q @ Q",
        "S",
        "S[0, 0]",
    ),
    *(
        "Q.shape",
        "Q.shape[0]",
        "Q.sum()",
        "Q.T",
        "len(Q)",
        "sum([T])",
        "np.exp(Q)",
        "np.array(S)",
        "S.tolist()",
        "Q[S]",
    ),
    *("[x for x in Q]", "[T for _ in range(2)]", "{k: T for k in 'ab'}", "max(T, 0)", "abs(T)", "round(T)", "[1, S]"),
    *("double(2)", "square(3)", "list(numbers())", "double", "Ledger", "helper.value", "borrowed", "helper.f(3)"),
    *(
        "Ledger(4, 2).total",
        "Ledger(4, 2).method()",
        "Ledger(S)",
        "Ledger(4).loss",
        "Plain(1, 2).sum",
        "Plain(1, 2).rest",
    ),
    *(
        "Plain(1, 2).count",
        "(lambda: 3)()",
        "(y := S)",
        "[*S, 1]",
        "f'{S}'",
        "0 * T + S",
        "S * 1",
        "answer() + T",
        "Q + Q",
    ),
]


@pytest.mark.parametrize("expression", GIVEN)
def test_given(expression: str) -> None:
    assert of(f"{PREAMBLE}\nvalue = {expression}\n").kinds["value"] == "given"


@pytest.mark.parametrize("expression", COMPUTED)
def test_computed(expression: str) -> None:
    snippet = of(f"{PREAMBLE}\nvalue = {expression}\n")
    assert snippet.kinds["value"] == "computed"
    assert not snippet.readout(expression)


NO_READOUT = {"Ledger(4, 2)", "Ledger(d_model=T, heads=d_k)"}  # shown whole, their properties are seen too


@pytest.mark.parametrize("expression", GIVEN)
def test_readout(expression: str) -> None:
    assert of(PREAMBLE).readout(expression) is (expression not in NO_READOUT)


def test_readout_of_names() -> None:
    snippet = of(
        f"""{PREAMBLE}
S_raw = np.array([[4.0, 0.0], [0.0, 6.0]])
ledger = Ledger(4, 2)
ledgers = [Ledger(4, 2), Ledger(8, 2)]
row = Row(1, 2)
loose = SimpleNamespace(a=1, inner=SimpleNamespace(b=2))
alias = S_raw
"""
    )
    true = ["S_raw[1,1]", "(S_raw[0,0], T)", "S_raw.tolist()", "S_raw", "alias[0]", "ledger.d_model", "row", "row.left"]
    true += [
        "loose.a",
        "loose.inner.b",
        "ledger.heads, T",
        "ledgers[1].d_model",
        "page.title",
        "sources.x['y'].locator",
        "64",
    ]
    false = ["S_raw.shape", "S_raw.sum()", "2*T", "ledger.total", "ledger", "ledgers[0].total", "ledger.method()", "S"]
    false += ["(T, S)", "Q @ Q.T", "1 +", "", "nothing(T)", "(" * 500, "x\0"]
    assert [expression for expression in true if not snippet.readout(expression)] == []
    assert [expression for expression in false if snippet.readout(expression)] == []


STATEMENTS: dict[str, dict[str, str | None]] = {
    "a, b = 1, len(Q)": {"a": "given", "b": "computed"},
    "(a, [b, *c]) = 1, [2, 3, 4]": {"a": "given", "b": "given", "c": "given"},
    "a, b = Q": {"a": "given", "b": "given"},
    "a, b = Q.shape": {"a": "computed", "b": "computed"},
    "a = b = 3": {"a": "given", "b": "given"},
    "a: int = 3\nb: int": {"a": "given", "b": None},
    "a = 3\na += 1": {"a": "given"},
    "a = 3\na += T": {"a": "computed"},
    "a = 0\nfor x in Q:\n    a += 1": {"a": "computed", "x": "computed"},
    "a = T * 2\na = 7": {"a": "given"},
    "a = 7\na = T * 2": {"a": "computed"},
    "if T > 2:\n    a = 1\nelse:\n    a = 2": {"a": "given"},
    "if T > 2:\n    a = 1\nelse:\n    a = T * 2": {"a": "computed"},
    "a = S\nif True:\n    a = 64": {"a": "given"},
    "a = 0\nwhile a < T:\n    b = a\n    a = a + 1": {"a": "computed", "b": "computed"},
    "with open('x') as f:\n    a = 3\n    b = f.read()": {"f": "computed", "a": "given", "b": "computed"},
    "try:\n    a = S\nexcept ValueError as e:\n    a = 3\nfinally:\n    b = 1": {"a": "computed", "b": "given"},
    "match T:\n    case [c, *d]:\n        a = 1\n    case _:\n        a = S": {"a": "computed", "c": "computed"},
    "rows = []\nfor q in Q:\n    rows.append(q @ q)": {"rows": "computed"},
    "rows = []\nrows.append(T * 2)": {"rows": "computed"},
    "rows = []\nrows.append([1, 2])\nprint(rows)": {"rows": "given"},
    "a = np.zeros((2, 2))\na[0, 0] = T * 2": {"a": "computed"},
    "a = np.zeros((2, 2))\na[0] = [4, 0]": {"a": "given"},
    "def fill(x): x.append(1)\na = []\nfill(a)": {"a": "computed", "fill": "function"},
    "def setup():\n    global a\n    a = T * 2\na = 0\nsetup()": {"setup": "function"},
    "print(a := 3)": {"a": "given"},
    "if __name__ == '__main__':\n    a = 3": {"a": None},
    "a = 3\ndel a": {"a": None},
    "from math import sqrt as root, pi\nimport os.path": {"root": "import", "pi": "import", "os": "import"},
    "Triple = namedtuple('Triple', ['x', 'y'])\na = Triple(1, 2).y": {"Triple": "class", "a": "given"},
    "class Base:\n    @property\n    def t(self): return T + 1\nclass Sub(Base): pass\na = Sub().t": {"a": "computed"},
    "def even(n): return n == 0 or odd(n - 1)\ndef odd(n): return even(n - 1)\na = even(4)": {"a": "computed"},
    "def again(n): return again(n)\na = again(4)": {"a": "computed"},
    "int = S\na = int": {"a": "computed"},
    "def outer():\n    def inner(): return S\n    return 3\na = outer()": {"a": "given"},
    "class Frozen:\n    def __init__(self, n):\n        object.__setattr__(self, 'n', n + 1)\na = Frozen(1).n": {
        "a": "computed"
    },
}


@pytest.mark.parametrize("source", STATEMENTS)
def test_statements(source: str) -> None:
    kinds = of(f"{PREAMBLE}\n{source}\n").kinds
    assert {name: kinds.get(name) for name in STATEMENTS[source]} == STATEMENTS[source]


def test_lines_are_those_of_the_last_binding() -> None:
    assert of("a = 1\nb = (\n    2,\n)\na = 3\ndef f(): ...\n").lines == {"a": 5, "b": 2, "f": 6}


def test_sections() -> None:
    source = "# --8<-- [start:one]\na = 1\n# --8<-- [start:two]\nb = 2\n# --8<-- [end:two]\n# --8<-- [end:one]\n"
    source += "# -8<- [start:open]\nc = 3\n"
    assert of(source).sections == {"one": (2, 5), "two": (4, 4), "open": (8, 8)}


def test_remarks() -> None:
    source = '''\
"""Über
two lines."""
a = "no remark: 3"  # trailing 四つ
# --8<-- [start:x]
def f():
    r"""Doc."""
    "bare" "text"
    return a
'''
    found = [(remark.line, remark.column, remark.text) for remark in of(source).remarks]
    assert found == [
        (1, 1, '"""Über\ntwo lines."""'),
        (3, 21, "# trailing 四つ"),
        (6, 5, 'r"""Doc."""'),
        (7, 5, '"bare"'),
        (7, 12, '"text"'),
    ]


def test_imports() -> None:
    source = "import numpy as np, os.path\nfrom fractions import Fraction\n"
    source += "def f():\n    from . import pure\n    from .near import x\n"
    assert of(source).imports == {
        "numpy": 1,
        "os.path": 1,
        "fractions": 2,
        "fractions.Fraction": 2,
        ".": 4,
        ".pure": 4,
        ".near": 5,
        ".near.x": 5,
    }


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("a = 1\nb = = 2\n", 2),
        ("x = (\n", 1),
        ("a\0", 1),
        ("  a = 1\n", 1),
        ("'\ud800'", 1),
        ("(" * 300 + ")" * 300, 1),
    ],
)
def test_a_syntax_error_is_a_failure(source: str, line: int) -> None:
    snippet = read("x.py", source)
    assert snippet.failure is not None
    assert (snippet.failure.rule, snippet.failure.line) == ("snippet-syntax", line)
    assert snippet.failure.mend and not snippet.kinds and not snippet.readout("3 +")


@settings(deadline=None)
@given(st.text(alphabet="abST=+*()[]{}:,.\n \t'\"#0123@λ四"))
def test_reading_never_raises(source: str) -> None:
    snippet = read("x.py", source)
    snippet.readout(source)
