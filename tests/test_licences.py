"""What a card may name as a licence, held against a list that somebody else keeps: that of license-expression."""

from __future__ import annotations

import pytest
from license_expression import get_spdx_licensing
from packaging.licenses import canonicalize_license_expression

from tests import test_sources as cards

SPDX = get_spdx_licensing()
# Both lists follow SPDX's own, each at its pace.
NEWER = 25


def faults(license: str) -> list[str]:
    """What is said of a card with this licence."""
    _, findings = cards.read(cards.PAPER.replace("license: CC-BY-4.0", f"license: {license!r}", 1))
    return [finding.rule for finding in findings]


def test_every_licence_of_the_other_list_is_known() -> None:
    names = [name for name in SPDX.known_symbols if not name.startswith("LicenseRef-")]
    exceptions = {name for name in names if SPDX.known_symbols[name].is_exception}
    unknown = []
    for name in sorted({*names} - exceptions):
        try:
            canonicalize_license_expression(name)
        except ValueError:
            unknown.append(name)
    assert len(names) > 500
    assert len(unknown) <= NEWER, unknown


@pytest.mark.parametrize(
    "license",
    [
        "MIT",
        "MIT OR Apache-2.0",
        "(MIT AND CC-BY-4.0) OR Apache-2.0",
        "GPL-2.0-or-later WITH Classpath-exception-2.0",
        "LicenseRef-Terms-of-the-publisher",
        "MIT AND LicenseRef-pictures",
        "NOASSERTION",
    ],
)
def test_expressions_that_are_well(license: str) -> None:
    assert faults(license) == []
    refs = [word for word in license.replace("(", " ").replace(")", " ").split() if word.startswith("LicenseRef-")]
    if license != "NOASSERTION":
        assert set(SPDX.validate(license).invalid_symbols) <= set(refs)


@pytest.mark.parametrize(
    "license",
    ["mit", "MIT AND", "AND MIT", "MIT MIT", "(MIT", "MIT)", "Creative Commons", "CC BY 4.0", "NONE", "MIT WITH MIT",
     "MIT AND NOASSERTION", "LicenseRef-", "LicenseRef-a b", "<b>MIT</b>", "MIT;DROP", "(" * 3000, "MIT OR " * 3000],
    ids=lambda license: license[:12],
)  # fmt: skip
def test_expressions_that_are_not(license: str) -> None:
    assert faults(license) == ["card-license"]
