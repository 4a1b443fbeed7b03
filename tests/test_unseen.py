"""What nobody sees is shown by its number; what is rightly written stays as it is."""

from __future__ import annotations

import pytest

from build_tools.__main__ import _annotation
from build_tools.model import Finding
from build_tools.unseen import legible


@pytest.mark.parametrize(
    "text",
    [
        "A Book of Tiles",
        "日本語の　題名",
        "ספר האריחים",
        "می\u200cخواهم",  # Persian, with the joiner that its spelling needs
        "क्\u200dष",
        "tiles 🧱 👨\u200d👩\u200d👧 ❤\ufe0f",
        "a face that this Python may not know: \U0001fae8",
        "か\u3099 and e\u0301",
        "two\nlines\tand a tab",
    ],
)
def test_what_stays(text: str) -> None:
    assert legible(text) == text


@pytest.mark.parametrize(
    "number", [0, 7, 0x1B, 0x9B, 0xAD, 0x200B, 0x202E, 0x2028, 0xE000, 0xD800, 0xFDD0, 0x1FFFF, 0xE0041]
)
def test_what_nobody_sees(number: int) -> None:
    assert legible(f"a{chr(number)}b") == f"a[U+{number:04X}]b"


def test_a_finding_gives_a_terminal_no_orders() -> None:
    finding = Finding("docs/a\nb.yml", 1, 2, "card-field", "`li\x1b[2Jnk` is no use", "did you mean `\u202elink`?")
    assert str(finding) == (
        "docs/a[U+000A]b.yml:1:2: error[card-field]: `li[U+001B][2Jnk` is no use\n    did you mean `[U+202E]link`?"
    )
    assert _annotation(finding).count("\n") == 0
