r"""Sources as BibTeX, in UTF-8: for LaTeX and reference managers.

The fields are those that BibTeX and biblatex share, but for `@software` and `@online`, which BibTeX takes for `@misc`.
It is written here, not by a library: pybtex's writer escapes addresses, which are verbatim, and not braces, `$` and
`\`, which end an entry early or begin a formula.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from build_tools.exports.facts import checked, dated, is_proceedings, line, remarks
from build_tools.model import Author, Source, Work

_TYPES: Mapping[str, str] = {"code": "software", "course": "online", "page": "online", "video": "misc", "book": "book"}
_SPECIAL = {
    "\\": r"\textbackslash{}",
    # An escaped brace still counts as one where BibTeX looks for the end of a field.
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    **{character: f"\\{character}" for character in "&%$#_"},
}
_ESCAPED = re.compile("|".join(map(re.escape, _SPECIAL)))
# Two of these in a row become one sign in TeX: a dash, a quotation mark.
_LIGATURE = re.compile(r"(?<=([-'<>,]))(?=\1)")


def text(sources: Mapping[str, Source], code: str) -> str:
    """Sources as a file of BibTeX, in their order, each under its id.

    An unchecked year is written `[2017?]`; other unchecked fields are left out, and `note` says which.

    Args:
        sources: the sources by id.
        code: the language of notes and of the names of bodies.
    """
    return "\n".join(_entry(identifier, source, code) for identifier, source in sources.items())


def escape(text: str) -> str:
    """A text as LaTeX shows it again, character by character."""
    return _LIGATURE.sub("{}", _ESCAPED.sub(lambda match: _SPECIAL[match[0]], line(text)))


def _entry(identifier: str, source: Source, code: str) -> str:
    work = checked(source.work)
    kind, held_in = _kind(work)
    found = work.identifiers
    fields = {
        "author": " and ".join(_name(one, code) for one in work.authors),
        "title": " ".join(_word(one) for one in work.title.split()),
        held_in: escape(work.container),
        "howpublished": "Video" if work.type == "video" else "",
        **_when(work),
        "eprint": found.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in found else "",
        "doi": found.get("doi", ""),
        "isbn": found.get("isbn", ""),
        "version": found.get("commit", ""),
        "url": work.url,  # none of its characters, as `cards` lets them through, would end the field
        "urldate": source.verified_on,
        "language": escape(work.language),
        "note": escape(remarks(source.work, code)),
    }
    written = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@{kind}{{{identifier},\n{written}\n}}\n"


def _kind(work: Work) -> tuple[str, str]:
    """The type of an entry, and the field for what the work came out in."""
    if work.type == "paper" and work.container:
        return ("inproceedings", "booktitle") if is_proceedings(work.container) else ("article", "journal")
    return _TYPES.get(work.type, "misc"), "series" if work.type == "book" else "organization"


def _when(work: Work) -> dict[str, str]:
    """Year and month; BibTeX has no field for a day."""
    year, _, rest = work.issued.partition("-")
    if not dated(work):
        return {"year": f"[{year}?]" if year else ""}
    return {"year": year, "month": rest[:2].lstrip("0")}


def _name(author: Author, code: str) -> str:
    """A name that BibTeX does not take apart: family before given, a body or a doubtful family in braces."""
    if author.name:
        return f"{{{escape(author.shown(code))}}}"
    family = escape(author.family)
    if "," in family or re.search(r"\sand\s", family, re.IGNORECASE) or (" " in family and not author.given):
        family = f"{{{family}}}"
    return f"{family}, {escape(author.given)}" if author.given else family


def _word(word: str) -> str:
    """A word of a title, braced where a style would take its capitals away: `{nanoGPT}`."""
    return f"{{{escape(word)}}}" if any(one.isupper() for one in word[1:]) else escape(word)
