"""The schema of a card as JSON Schema, for editors that complete and check while somebody types.

`python -m build_tools.cards.schema` writes `docs/sources/card.schema.json`. It says what can be said without looking
elsewhere: `check` alone holds a card against itself, the other cards and the course.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from build_tools.cards import card, cardfields, countfields, identityfields, workfields
from build_tools.settings import config

NAME = "card.schema.json"
# As `check` has it: spaces around a text are nothing, a line end within it is a fault.
_LINE: Mapping[str, object] = {"type": "string", "pattern": r"^\s*\S[^\n\r\t\u0085\u2028\u2029]*\s*$"}
_YEAR, _MONTH, _DAY = "(?!0000)[0-9]{4}", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])"
_COUNT: Mapping[str, object] = {"type": "integer", "minimum": 0}
_NUMBER: Mapping[str, object] = {"type": "integer", "minimum": 1}

# What an editor says of a field while it is typed.
_SAID: Mapping[str, str] = {
    "id": "the file's name without .yml",
    "title": "in the work's own language",
    "type": "what kind of work it is",
    "language": "the language of the work, such as `en`",
    "authors": "people, or bodies by their name in every language",
    "issued": "when the work came out: 2017, 2017-06 or 2017-06-12",
    "container": "what it came out in: a journal, proceedings, a site",
    "url": "where it is read; it holds the identifier that the card names",
    "doi": "without an address in front",
    "arxiv": "with its version where the card is pinned: 1706.03762v7",
    "isbn": "13 digits",
    "repository": "the address of the repository; `commit` stands beside it",
    "commit": "40 hexadecimal digits",
    "role": "what the course relies on it for",
    "edition": "which version was checked, with the date of `verified_on`",
    "verified_on": "the day of the last check",
    "mutability": "pinned: a version that cannot change; moving: a page that may",
    "license": "an SPDX expression, LicenseRef-…, or NOASSERTION where it could not be checked",
    "rights_holder": "who holds the rights",
    "use": "what the course may do with it: each allows what stands before it",
    "components": "parts with rights of their own",
    "access": "what it takes to open it",
    "rationale": "why it was chosen",
    "reader_prerequisites": "what its reader needs",
    "counts": "numbers counted in the source, which texts bind to: [48]{=attention.value}",
    "fallback": "what to do when it cannot be opened",
    "provides": "sections of this course that stand in for it: attention/day-43#procedure",
    "compared": "the number of candidates",
    "candidates": "the resources that were compared with it",
    "card": "the id of the card that the resource has",
    "outcome": "what came of the comparison",
    "material": "files of the source in this project",
    "unchecked": "fields whose content could not be checked",
    "withdrawn": "the day on which a person decided that the address leads nowhere any more",
    "note": "anything else that a reader should know",
}


def schema(codes: Sequence[str]) -> dict[str, object]:
    """The schema.

    Args:
        codes: the project's languages: each text is due in all of them.
    """
    texts: Mapping[str, object] = {"$ref": "#/$defs/texts"}
    date = _formed(f"{_YEAR}-{_MONTH}-{_DAY}")
    formed = {key: _formed(form.pattern) for key, (form, _) in identityfields.FORMS.items()}
    component: dict[str, Mapping[str, object]] = {
        "part": _choice(workfields.PART),
        "license": _LINE,
        "use": _choice(workfields.USE),
    }
    person = _mapping({"family": _LINE, "given": _LINE}, ("family",))
    work: dict[str, Mapping[str, object]] = {
        "title": _LINE,
        "type": _choice(workfields.TYPE),
        "language": _formed(workfields.LANGUAGE.pattern),
        "authors": _list({"anyOf": [person, _mapping({"name": texts}, ("name",))]}),
        "issued": _formed(f"{_YEAR}(?:-{_MONTH}(?:-{_DAY})?)?"),
        "container": _LINE,
        "url": _formed(cardfields.URL.pattern),
        **formed,
        "repository": _formed(cardfields.URL.pattern),
        "license": _LINE,
        "components": _list(_mapping(component, tuple(component))),
        "unchecked": _list(_choice((*workfields.REQUIRED, *workfields.OPTIONAL)), uniqueItems=True),
        "withdrawn": date,
    }
    evaluated: dict[str, Mapping[str, object]] = {"evaluation": texts, "outcome": _choice(card.OUTCOME)}
    count: dict[str, Mapping[str, object]] = {
        "value": _COUNT,
        "what": texts,
        "below": _COUNT,
        "path": _formed(cardfields.PATH.pattern),
        "symbol": _LINE,
        "lines": {"type": "array", "prefixItems": [_NUMBER, _NUMBER], "minItems": 2, "maxItems": 2},
    }
    access: dict[str, Mapping[str, object]] = {
        "account": _choice(card.NEEDED),
        "payment": _choice(card.NEEDED),
        "text": texts,
    }
    piece: dict[str, Mapping[str, object]] = {
        "path": _formed(cardfields.PATH.pattern),
        "use": _choice(workfields.USE[1:]),
        "part": _choice(workfields.PART),
        "changes": texts,
    }
    names: Mapping[str, object] = {
        "propertyNames": {"pattern": f"^(?:{countfields.NAME.pattern})$"},
        "minProperties": 1,
    }
    root: dict[str, Mapping[str, object]] = {
        "id": _formed(card.ID.pattern),
        **work,
        "unchecked": _list(_choice((*card.REQUIRED, *card.OPTIONAL)), uniqueItems=True),
        "role": _choice(card.ROLE),
        "edition": texts,
        "verified_on": date,
        "mutability": _choice(card.MUTABILITY),
        "rights_holder": texts,
        "use": _choice(workfields.USE),
        "access": _mapping(access, tuple(access)),
        "rationale": texts,
        "reader_prerequisites": texts,
        "counts": {
            "type": "object",
            "additionalProperties": _mapping(count, countfields.REQUIRED),
            **names,
        },
        "fallback": _mapping(
            {"text": texts, "provides": _list(_formed(card.ANCHOR.pattern), uniqueItems=True)}, ("text", "provides")
        ),
        "compared": _COUNT,
        "candidates": _list(
            {
                "if": {"required": ["card"]},
                "then": _mapping({"card": _LINE, **evaluated}, card.CARDED),
                "else": _work({**work, **evaluated}, (*workfields.REQUIRED, *card.EVALUATED)),
            }
        ),
        "material": _list(_mapping(piece, ("path", "use"))),
        "note": texts,
    }
    in_code: Mapping[str, object] = {
        "if": {"required": ["repository"]},
        "then": {"properties": {"counts": {"additionalProperties": {"required": list(countfields.IN_CODE)}}}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A source-rights card",
        **_work(root, card.REQUIRED, in_code),
        "$defs": {"texts": _mapping({code: {"type": "string", "pattern": r"\S"} for code in codes}, tuple(codes))},
    }


def as_json(codes: Sequence[str]) -> str:
    """The schema as it is committed and published."""
    return json.dumps(schema(codes), ensure_ascii=False, indent=1) + "\n"


def _choice(choices: Sequence[str]) -> dict[str, object]:
    return {"enum": list(choices)}


def _formed(pattern: str) -> dict[str, object]:
    return {"type": "string", "pattern": rf"^\s*(?:{pattern})\s*$"}


def _list(items: Mapping[str, object], **more: object) -> dict[str, object]:
    return {"type": "array", "items": dict(items), "minItems": 1, **more}


def _mapping(properties: Mapping[str, Mapping[str, object]], required: Sequence[str]) -> dict[str, object]:
    described = {
        key: {"description": _SAID[key], **part} if key in _SAID else dict(part) for key, part in properties.items()
    }
    return {"type": "object", "properties": described, "required": list(required), "additionalProperties": False}


def _work(
    properties: Mapping[str, Mapping[str, object]], required: Sequence[str], *more: Mapping[str, object]
) -> dict[str, object]:
    """A mapping that describes a work: what nobody could check may be missing, and it has one identity."""
    always = [name for name in required if name not in workfields.UNKNOWABLE]
    listed = [
        {
            "if": {"not": {"properties": {"unchecked": {"contains": {"const": name}}}, "required": ["unchecked"]}},
            "then": {"required": [name]},
        }
        for name in workfields.UNKNOWABLE
    ]
    apart = [
        {"not": {"required": [one, other]}}
        for index, one in enumerate(identityfields.IDENTITIES)
        for other in identityfields.IDENTITIES[index + 1 :]
    ]
    both = {"repository": ["commit"], "commit": ["repository"]}
    return {**_mapping(properties, always), "dependentRequired": both, "allOf": [*listed, *apart, *more]}


def main() -> None:
    """Writes the schema of this project's cards beside them."""
    project = config.load(Path())
    (project.sources / NAME).write_text(as_json([language.code for language in project.languages]), "utf-8")


if __name__ == "__main__":
    main()
